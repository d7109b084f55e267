"""Pages that stand alone: one file of HTML, no script, nothing fetched, everything escaped."""

import html
import re

LOOKS = {  # as the cards of the notebooks: Result._repr_html_
    "Correct": ("✓", "right"),
    "Not yet": ("✗", "wrong"),
    "Not attempted": ("○", "open"),
    "Cannot check": ("?", "odd"),
}
STYLE = """
:root { color-scheme: light dark; --text: #1a1a1a; --page: #fff; --card: #f6f6f6; --line: #c8c8c8;
  --right: #00664b; --wrong: #a04000; --open: #555; --odd: #6b3a8f; }
@media (prefers-color-scheme: dark) { :root { --text: #e6e6e6; --page: #16181a; --card: #23272a;
  --line: #4a5056; --right: #5fd0ae; --wrong: #f0a060; --open: #b5b5b5; --odd: #c9a3e6; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1.2rem; max-width: 50rem; background: var(--page);
  color: var(--text); font: 1.05rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.6rem; line-height: 1.2; margin: .3rem 0; }
h2 { font-size: 1.15rem; margin: 1.6rem 0 .4rem; }
p { margin: .4rem 0; }
.card { border-left: 6px solid var(--open); background: var(--card); padding: .5em 1em; }
.right { border-color: var(--right); } .right > strong, .bar .right { color: var(--right); }
.wrong { border-color: var(--wrong); } .wrong > strong { color: var(--wrong); }
.open > strong { color: var(--open); }
.odd { border-color: var(--odd); } .odd > strong { color: var(--odd); }
.points { font-weight: normal; white-space: nowrap; color: var(--open); }
.total { font-size: 1.3rem; font-weight: 600; }
code, pre { font: .9em/1.4 ui-monospace, monospace; }
pre { background: var(--card); border: 1px solid var(--line); padding: .7em; margin: .4rem 0;
  max-height: 30rem; overflow: auto; white-space: pre-wrap; }
summary { cursor: pointer; padding: .3rem 0; color: var(--open); }
:focus-visible { outline: 3px solid var(--right); outline-offset: 2px; }
table { border-collapse: collapse; width: 100%; font-size: .95rem; }
th, td { text-align: left; vertical-align: top; padding: .25rem .5rem; font-weight: normal;
  border-bottom: 1px solid var(--line); }
th.count, td.count { text-align: right; width: 3.5rem; white-space: nowrap; }
.bar { display: flex; height: 1.3rem; border: 1px solid var(--line); margin: .3rem 0; }
.bar span { height: 100%; }
.key { display: inline-block; width: .9em; height: .9em; border: 1px solid var(--line); }
.key.right, .bar .right { background: var(--right); }
.key.wrong, .bar .wrong { background: var(--wrong); }
.key.odd, .bar .odd { background: var(--odd); } .bar .open { background: transparent; }
.mistake { background: var(--wrong); height: .5rem; margin-top: .3rem; min-width: 2px; }
footer { margin-top: 2rem; font-size: .85rem; color: var(--open); }
@media print { :root { color-scheme: light; --text: #000; --page: #fff; --card: #fff; }
  * { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  body { max-width: none; font-size: 10pt; padding: 0; } h2 { break-after: avoid; }
  .card { break-inside: avoid; } pre { max-height: none; } }
"""
FRAME = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>{title}</title>
<style>{style}</style>
</head>
<body>
<main>
{body}
</main>
</body>
</html>
"""
CONTROLS = {  # what no page may hold, and what turns the direction of a text
    **dict.fromkeys([*range(9), 11, 12, *range(14, 32), 127], "�"),
    **dict.fromkeys([*range(0x202A, 0x202F), *range(0x2066, 0x206A)], "�"),
}


def page(title: str, body: str) -> str:
    """A page with a title (as it came) and a body (of HTML)."""
    return FRAME.format(title=text(title), style=STYLE, body=body)


def text(words: str) -> str:
    """Words as they are, whatever they are."""
    return html.escape(words.translate(CONTROLS))


def prose(words: str) -> str:
    """Words in which `this` is code."""
    return re.sub("`([^`]+)`", r"<code>\1</code>", text(words))

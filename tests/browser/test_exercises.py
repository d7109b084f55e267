"""The first exercise of every chapter answers a right, a wrong and an absurd answer."""

import re
from importlib import import_module

import pytest

import lab

lab.require()
from playwright.sync_api import expect  # noqa: E402


def first_exercise(chapter: str) -> tuple[str, str, str]:
    """Name of the first exercise, its right answer, and the module of its check."""
    source = (lab.ROOT / "solutions/sources" / f"{chapter}.py").read_text(encoding="utf-8")
    module = re.search(r"from featurespace\.checks import (\w+) as check", source)[1]
    cell = next(c for c in re.split(r"^# %%.*\n", source, flags=re.M) if "### BEGIN" in c)
    code = re.sub(r"^ *### .*\n", "", cell, flags=re.M).strip()
    name = re.findall(r"^def (\w+)\(", code, flags=re.M)[-1]
    return name, code, module


@pytest.mark.parametrize("chapter", lab.CHAPTERS)
def test_exercise_answers_back(chapter, reader):
    name, right, module = first_exercise(chapter)
    known = getattr(import_module(f"featurespace.checks.{module}"), name)
    mistake = f"return check.{name}.misconceptions[0].wrong(*answer)"
    reader.open(f"exercises/{chapter}.ipynb")
    assert reader.run_all() == []
    cells = reader.page.locator(".jp-CodeCell")
    answer = cells.filter(has_text=f"def {name}(").first
    card = cells.filter(has_text=f"check.{name}(").first.get_by_role("status")

    def say(code: str) -> None:
        reader.write(answer, code)
        for _ in range(2):  # the answer, then its check
            reader.page.keyboard.press("Shift+Enter")

    expect(card).to_contain_text("Not attempted.")
    say(right)
    expect(card).to_have_text(f"✓ Correct. {known.praise}")
    say(f"def {name}(*answer):\n    {mistake}")
    expect(card).to_have_text(f"✗ Not yet. {known.misconceptions[0].sentence}")
    say(f"def {name}(*answer):\n    return 'banana'")
    expect(card).to_have_text(re.compile(r"✗ Not yet\. (\S+ ){5}"))
    expect(card).not_to_have_text(f"✗ Not yet. {known.misconceptions[0].sentence}")

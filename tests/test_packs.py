"""Packs of frames: everything a page without a kernel offers, small, and made again when due."""

import base64
import gzip
import json
import re

import pytest

import packs
from featurespace.demos import all_demos

LIMIT = 400_000  # bytes over the wire
DEMOS = packs.all_demos()
SMALL = "means.bend_the_border"


def unpacked(script: str) -> dict:
    """What the page makes of a pack."""
    text = re.search(r'featurespacePack\("[\w.]+", "([^"]+)"\);\n$', script)[1]
    return json.loads(gzip.decompress(base64.b64decode(text)))


@pytest.fixture
def elsewhere(tmp_path, monkeypatch):
    monkeypatch.setattr(packs, "PACKS", tmp_path / "packs")


def test_a_pack_gives_back_every_frame_and_is_drawn_once(elsewhere, capsys):
    demo = DEMOS[SMALL]
    assert packs.make([SMALL]) == {SMALL: len(packs.settings(demo))}
    pack = unpacked(packs.script(SMALL).read_text())
    for number, values in list(enumerate(packs.settings(demo)))[::5]:
        first, *picture = (pack["lines"][i] for i in pack["texts"][pack["frames"][number]])
        assert {"svg": "\n".join(picture), **json.loads(first)} == demo.drawn(values)
    assert packs.make([SMALL]) == {}  # nothing has changed
    packs.script(SMALL).write_text("/* of another day */")
    assert list(packs.make([SMALL])) == [SMALL]


def test_what_has_no_effect_shares_a_frame():
    demo = DEMOS["means.where_is_the_centre"]
    linear = [values for values in packs.settings(demo) if values["kernel"] == "linear"]
    assert len(linear) > len(demo.controls["x"].options)
    kept = {tuple(packs.told_apart(demo, values).values()) for values in linear}
    assert len(kept) == len(demo.controls["x"].options)


@pytest.mark.parametrize("name", DEMOS)
def test_a_pack_offers_the_start_the_stills_and_nothing_else(name):
    offered, whole = DEMOS[name], all_demos()[name]
    for key, control in offered.controls.items():
        assert set(control.options) <= set(whole.controls[key].options)
        assert list(control.options) == sorted(
            control.options, key=whole.controls[key].options.index
        )
    for _, values in (("start", whole.start()), *whole.later()):
        assert offered.places(values) is not None
    frames = {tuple(packs.told_apart(offered, v).values()) for v in packs.settings(offered)}
    assert len(frames) <= 420


def test_the_fingerprint_follows_the_code(tmp_path, monkeypatch):
    before = packs.fingerprint(SMALL)
    files = {path.name for path in packs.modules(packs.LIB / "demos" / "means.py")}
    assert {"means.py", "kernels.py", "plots.py", "panel.py", "datasets.py"} <= files
    assert "embedding.py" not in files
    monkeypatch.setattr(packs.mpl, "__version__", "another")
    assert packs.fingerprint(SMALL) != before


def test_stills_are_recognised_and_stay_for_pages_without_scripts():
    name = "means.a_salesmans_alarm"
    page = packs.embed(name, "../packs")
    assert packs.still(DEMOS[name].static()) == name
    assert packs.still("<p>Something else</p>") is None
    assert page.startswith('<div class="fs-stage" data-demo="means.a_salesmans_alarm"')
    assert "<summary>Answer</summary>" in page
    data = json.loads(re.search(r"json\">(.*)</script>", page)[1])
    assert data["spec"]["choices"] == list(DEMOS[name].choices)
    assert data["frame"]["svg"].startswith("<svg")


def test_the_stage_for_pages_is_one_classic_script():
    script = packs.stage_script()
    assert not re.search(r"^(import|export)\b", script, re.M)
    assert "fetch(" not in script.replace("this.fetch()", "").replace("  fetch() {", "")


@pytest.mark.parametrize("name", DEMOS)
def test_packs_that_were_made_are_small_and_whole(name):
    """Those of ``make site`` or ``make slides``; `.ci/run` makes them first."""
    if not packs.script(name).exists():
        pytest.skip("no packs here; make site makes them")
    script = packs.script(name).read_text()
    assert len(script) <= LIMIT
    pack = unpacked(script)
    assert len(pack["frames"]) == len(packs.settings(DEMOS[name]))
    assert max(pack["frames"]) == len(pack["texts"]) - 1

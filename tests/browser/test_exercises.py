"""The first exercise of every chapter answers a right, a wrong and an absurd answer."""

import re
from importlib import import_module

import pytest

import chromium

chromium.require()
from playwright.sync_api import expect  # noqa: E402


@pytest.mark.parametrize("chapter", chromium.CHAPTERS)
def test_exercise_answers_back(chapter, reader):
    name, right, module = chromium.first_exercise(chapter)
    known = getattr(import_module(f"featurespace.checks.{module}"), name)
    named = f"✗ Not yet. {known.misconceptions[0].sentence}".replace("`", "")  # shown as code
    say = chromium.answers(name, right)
    reader.open(f"exercises/{chapter}.ipynb")
    assert reader.run_all() == []
    expect(reader.card(name)).to_contain_text("Not attempted.")
    expect(reader.answer(name, say["right"])).to_have_text(
        f"✓ Correct. {known.praise}".replace("`", "")
    )
    expect(reader.answer(name, say["wrong"])).to_have_text(named)
    card = reader.answer(name, say["absurd"])
    expect(card).to_have_text(re.compile(r"✗ Not yet\. (\S+ ){5}"))
    expect(card).not_to_have_text(named)

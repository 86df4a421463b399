"""A page in Markdown as text of 78 columns and as HTML: nothing is lost, nothing in it is obeyed."""

import re
from pathlib import Path

import pytest

from pbem.core.columns import columns
from pbem.games import registry
from pbem.report.markdown import as_html, as_text
from tests.html import parsed, text_of

PAGE = """# A game

Some `code`, **strong** and a [link](https://a.example/) over
two lines.

* one
* two, which is so long that it does not fit into a single line of seventy-eight columns

1. first
2. second

Write:

    1: +3
    2: if Bob won 1 and stake 2 >= 3 then jolly else if me benched then +2 or +3 else x4 or x3

| square | what happens |
| --- | --- |
| 3 bench | you sit out the next calculation, and keep your cards for the one after that one |

| a fact that is longer than a quarter of the line | true when |
| --- | --- |
| `Bob won 1` | Bob won |

## The end <script>alert(1)</script>
"""


def test_a_page_as_text() -> None:
    assert as_text(PAGE).split("\n\n") == [
        "A GAME\n======",
        "Some `code`, strong and a link over two lines.",
        "* one\n* two, which is so long that it does not fit into a single line of\n  seventy-eight columns",
        "1. first\n2. second",
        "Write:",
        "    1: +3\n    2: if Bob won 1 and stake 2 >= 3 then jolly else if me benched then +2\n      or +3 else x4 or x3",
        "  3 bench  you sit out the next calculation, and keep your cards for the one\n           after that one",
        "  `Bob won 1`\n      Bob won",
        "THE END <SCRIPT>ALERT(1)</SCRIPT>\n",
    ]


def test_a_page_as_html() -> None:
    html = as_html(PAGE)
    root = parsed(f'<!DOCTYPE html>\n<html lang="en"><head><title>x</title></head><body>{html}</body></html>')
    assert "<script" not in html
    assert 'class="grid"' in html
    assert "<code>code</code>" in html
    assert "2: if Bob won 1 and stake 2 &gt;= 3 then jolly" in html
    assert "two, which is so long" in text_of(root)


@pytest.mark.parametrize("slug", registry.slugs())
def test_the_rules_of_every_game_can_be_mailed(slug: str) -> None:
    source = (registry.game(slug).files / "rules.md").read_text("utf-8")
    text, html = as_text(source), as_html(source)
    assert not [line for line in text.splitlines() if columns(line) > 78]
    parsed(f'<!DOCTYPE html>\n<html lang="en"><head><title>x</title></head><body>{html}</body></html>')
    numbers = re.findall(r"\b[A-Z]\d+\b", source)
    assert len(numbers) > 10
    assert re.findall(r"\b[A-Z]\d+\b", text) == numbers


def test_the_page_of_rules_is_two_screens_long() -> None:
    for slug in registry.slugs():
        lines = as_text(Path(registry.game(slug).files / "rules.md").read_text("utf-8")).splitlines()
        assert 30 < len(lines) <= 110

"""The reference of the commands is what they say themselves."""

from pathlib import Path

from pbem.cli.reference import page

REFERENCE = Path(__file__).parents[2] / "docs" / "commands.md"


def test_the_reference_is_up_to_date() -> None:
    assert REFERENCE.read_text("utf-8") == page(), "docs/commands.md is older than the commands: make reference"

"""What a report says otherwise than the one whose place it takes."""

from pbem.report.changes import MOST, Change, changes
from pbem.report.layout import wrap

LONG = "Ann answers, and what she says is so long that it is broken into two lines: right, by the GM's ruling."


def test_what_was_broken_into_lines_is_one_and_what_stands_further_in_is_not() -> None:
    before = wrap(LONG.replace("right", "wrong"), indent=2, hang=4) + "\n  A card:\n    Edge 1.\n    Edge 2.\n"
    after = wrap(LONG, indent=2, hang=4) + "\n  A card:\n    Edge 1.\n"
    assert changes(before, after) == [
        Change(LONG.replace("right", "wrong"), True),
        Change(LONG, False),
        Change("Edge 2.", True),
    ]


def test_the_same_story_laid_out_otherwise_has_not_changed() -> None:
    assert changes(wrap(LONG, indent=2, hang=4), wrap(LONG, indent=6, hang=6)) == []


def test_of_many_changes_the_first_are_told() -> None:
    assert len(changes("", "\n".join(f"line {number}" for number in range(2 * MOST)))) == MOST

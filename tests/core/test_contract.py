"""What is asked of a seat, when it is still the same decision and when another; and pictures, when they are the same."""

import pytest

from pbem.core.contract import Asked, Picture


@pytest.mark.parametrize(
    ("asked", "before", "step", "same"),
    [
        (Asked("turn", step=3), "turn", 3, True),
        (Asked("turn", step=3), "turn, vote 3", 3, True),
        (Asked("vote 3", step=3), "turn, vote 3", 3, True),
        (Asked("turn, vote 3", step=3), "turn", 3, False),
        (Asked("turn", step=4), "turn", 3, False),
        (Asked("continue", step=3), "turn, vote 3", 3, False),
        (Asked("turn"), "", 0, False),
    ],
)
def test_what_was_among_the_words_asked_is_not_asked_anew(asked: Asked, before: str, step: int, same: bool) -> None:
    assert asked.within(before, step) == same


def test_a_picture_is_drawn_when_it_is_wanted_and_once() -> None:
    drawn: list[str] = []

    def draw() -> str:
        drawn.append("<svg/>")
        return drawn[-1]

    lazy, ready = Picture("board", draw, "a board"), Picture("board", "<svg/>", "a board")
    assert not drawn
    assert (lazy, lazy.cid, hash(lazy)) == (ready, ready.cid, hash(ready))
    assert drawn == ["<svg/>"]


@pytest.mark.parametrize(
    "other",
    [
        Picture("hand", "<svg/>", "a board"),
        Picture("board", "<svg></svg>", "a board"),
        Picture("board", "<svg/>", "a hand"),
        Picture("board", "<svg/>", "a board", mailed=True),
        Picture("board", "<svg/>", "a board", half=True),
    ],
)
def test_pictures_that_are_shown_otherwise_are_different(other: Picture) -> None:
    assert other != Picture("board", "<svg/>", "a board")

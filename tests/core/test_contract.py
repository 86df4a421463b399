"""What is asked of a seat: when it is still the same decision, and when it is another."""

import pytest

from pbem.core.contract import Asked


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

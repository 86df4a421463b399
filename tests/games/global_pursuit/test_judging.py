"""Plain forms, misspellings, doubts: the tables of W35 to W38, and edits held against a search by hand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.games.global_pursuit.judging import edits, judged, plain, without_note


@pytest.mark.parametrize(
    ("written", "form"),
    [
        ("The  Lake  BAIKAL.", "lake baikal"),
        ("Côte d'Ivoire", "cote divoire"),
        ("Cote d’Ivoire", "cote divoire"),
        ("U.S.A.", "usa"),
        ("Trinidad & Tobago", "trinidad and tobago"),
        ("Kon-Tiki", "kon tiki"),
        ("Straße", "strasse"),
        ("Łódź, Þórshöfn, Đà Nẵng, Kırıkkale", "lodz thorshofn da nang kirikkale"),
        ("Æthel œuvre ø ð", "aethel oeuvre o d"),
        ("ＦＵＬＬ　width ½", "full width 1 2"),
        ("An apple a day: the end", "apple day end"),
        ("A", ""),
        ("?!", ""),
        ("`Abdu'l", "abdul"),
        ("Байкал", "баикал"),
    ],
)
def test_plain(written: str, form: str) -> None:
    assert plain(written) == form


@pytest.mark.parametrize(
    ("given_", "expected"),
    [
        ("baikal", "right"),
        ("The Lake Baikal", "right"),
        ("Lake Bikal", "near"),
        ("Lkae Baikal", "near"),
        ("Lake Baika", "near"),
        ("lakebaikal", "near"),
        ("Biakl", "wrong"),
        ("Baikla", "near"),
        ("Lake Victoria", "wrong"),
        ("Baikal or Victoria", "doubt"),
        ("Baikal in Siberia", "doubt"),
        ("in Baikalia", "wrong"),
        ("the", "wrong"),
        ("Lake Baikul", "wrong"),
        ("15", "right"),
        ("16", "wrong"),
        ("Mal", "wrong"),
        ("Zambia", "wrong"),
        ("Gambia", "right"),
        ("Gambiia", "near"),
    ],
)
def test_judged(given_: str, expected: str) -> None:
    answers = ["Lake Baikal", "Baikal", "15 lakes", "15", "Mali", "Gambia"]
    assert judged(given_, answers, ["Lake Baikul"], {"lake victoria", "zambia"}) == expected


def test_a_note_is_no_part_of_an_answer() -> None:
    assert without_note("Ottawa (not Toronto)") == "Ottawa"
    assert without_note("Congo (Brazzaville) Republic") == "Congo (Brazzaville) Republic"


def by_hand(one: str, other: str) -> int:
    """The least edits by trying all, no letter twice."""
    if not one or not other:
        return len(one) + len(other)
    best = min(
        by_hand(one[1:], other) + 1,
        by_hand(one, other[1:]) + 1,
        by_hand(one[1:], other[1:]) + (one[0] != other[0]),
    )
    if one[:2] == other[1::-1] and len(one) > 1 and len(other) > 1:
        best = min(best, by_hand(one[2:], other[2:]) + 1)
    return best


@given(st.text("abc", max_size=5), st.text("abc", max_size=5))
def test_edits(one: str, other: str) -> None:
    assert edits(one, other) == by_hand(one, other)

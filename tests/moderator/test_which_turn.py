"""For which campaign and turn a letter is meant. Source: design.md; mail.md 44 to 46."""

from datetime import timedelta

import pytest

from pbem.core.letters import Letter, LetterLine, LineKind, Verdict
from pbem.moderator.binding import Bound, Unbound, bind, is_binding_line
from pbem.moderator.identity import Writer
from pbem.store import people
from pbem.store.people import Chair
from pbem.store.tables import CampaignStatus
from tests.moderator.letterbox import Letterbox
from tests.moderator.tabletop import address_of

CHAIRS = (
    Chair(1, "Ann", 1, "pit-1", CampaignStatus.RUNNING, 3),
    Chair(2, "Ann", 2, "tiny-1", CampaignStatus.RUNNING, 1),
)


@pytest.mark.parametrize(
    ("line", "binds"),
    [
        ("turn 3", True),
        ("# Turn 3:", True),
        ("Orders for turn 3", True),
        ("pit-1 turn 3", True),
        ("[pit-1]", True),
        ("campaign pit-1, turn 3", True),
        ("pit-1", False),
        ("high", False),
        ("turn", False),
        ("turn 3 or so", False),
        ("[pit-9]", False),
        ("", False),
    ],
)
def test_a_line_that_only_says_where_it_belongs(line: str, binds: bool) -> None:
    assert is_binding_line(line, CHAIRS) is binds


def found(post: Letterbox, text: str = "high", subject: str = "", answers: tuple[str, ...] = ()) -> Bound | Unbound:
    """Where a letter of Ann's goes that bears no token."""
    lines = tuple(LetterLine(number, line, LineKind.OWN) for number, line in enumerate(text.split("\n"), 1))
    letter = Letter("d", post.office.now, sender=address_of("Ann"), subject=subject, answers=answers, lines=lines)
    with post.office.desk() as desk:
        person = people.registered(desk.connection, address_of("Ann"))
        return bind(desk, letter, Writer(address_of("Ann"), person, None, True))


@pytest.fixture
def two(post: Letterbox) -> Letterbox:
    """Ann plays in `tiny-1`, of which turn 2 is being played, and in `tiny-2`."""
    post.later(hours=1)
    post.next_turn()
    post.office.started("tiny-2")
    post.later(hours=1)
    return post


@pytest.mark.parametrize(
    ("subject", "text", "campaign", "turn"),
    [
        ("[tiny-1] orders", "high", "tiny-1", 2),
        ("Re: [TINY-2] whatever", "high", "tiny-2", 1),
        ("[EXT] [tiny-1] orders", "high", "tiny-1", 2),
        ("[tiny-1] turn 1", "high", "tiny-1", 1),
        ("[tiny-1]", "# turn 7\nhigh", "tiny-1", 7),
        ("", "tiny-2 turn 1\nhigh", "tiny-2", 1),
        ("", "[tiny-1]\nhigh", "tiny-1", 2),
        ("[tiny-1]", "# ----- orders for turn 2: begin -----\nhigh", "tiny-1", 2),
        ("[tiny-1] no return 3 here", "I will turn 33 soon\nhigh", "tiny-1", 2),
    ],
)
def test_subject_and_text_name_campaign_and_turn(
    two: Letterbox, subject: str, text: str, campaign: str, turn: int
) -> None:
    bound = found(two, text, subject)
    assert isinstance(bound, Bound)
    assert (bound.chair.campaign, bound.turn) == (campaign, turn)


def test_several_campaigns_and_nothing_to_tell_is_asked(two: Letterbox) -> None:
    letter = two.mail("high", address_of("Ann"))
    assert two.verdicts[letter] is Verdict.ERR
    text = " ".join(two.answer(letter).split())
    assert "tiny-1 (as Ann), tiny-2 (as Ann)" in text
    assert "put [tiny-1] into the subject" in text


def test_a_subject_that_names_somebody_else_s_campaign_is_not_guessed(two: Letterbox) -> None:
    two.office.started("tiny-3", players=("Bob", "Cleo"))
    unbound = found(two, subject="[tiny-3] orders")
    assert isinstance(unbound, Unbound)
    assert "You have no seat in tiny-3" in unbound.why


def test_a_reply_to_a_report_answers_the_turn_that_it_asks_for(two: Letterbox) -> None:
    report = [row for row in two.office.outbox("report") if row.to == address_of("Ann")][1]
    assert "Turn 1" in report.message["subject"]
    bound = found(two, subject=f"AW: {report.message['subject']}")
    assert isinstance(bound, Bound)
    assert (bound.turn, bound.how) == (2, "since you answered the report of turn 1")


def test_the_thread_of_a_turn_binds(two: Letterbox) -> None:
    bound = found(two, answers=("<other@x.test>", "<tiny-2.turn-1@pbem.test>"))
    assert isinstance(bound, Bound)
    assert (bound.chair.campaign, bound.turn) == ("tiny-2", 1)


def test_what_came_before_a_turn_began_was_not_meant_for_it(post: Letterbox) -> None:
    post.later(hours=1)
    before = post.office.now
    post.later(hours=1)
    post.next_turn()
    letter = post.mail("high", address_of("Ann"), received=before)
    assert post.row(letter).turn == 1
    after = post.mail("high", address_of("Bob"), received=post.office.now + timedelta(seconds=1))
    assert post.row(after).turn == 2


def test_a_turn_to_come_is_refused(post: Letterbox) -> None:
    letter = post.mail("# turn 9\nhigh", address_of("Ann"), headers=[])
    assert post.verdicts[letter] is Verdict.ERR
    assert "Turn 9 of tiny-1 is not being played yet: turn 1 is." in " ".join(post.answer(letter).split())
    assert post.on_file("Ann") == []


def test_a_campaign_before_its_start_takes_no_orders(post: Letterbox) -> None:
    post.office.campaign("tiny-2", players=("Eve", "Finn"))
    early = post.mail("high", address_of("Eve"))
    assert "takes no orders now: it has not started yet" in " ".join(post.answer(early).split())
    status = post.mail("status", address_of("Eve"))
    assert "Seated: Eve and Finn" in " ".join(post.answer(status).split())

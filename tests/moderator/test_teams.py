"""Several people on one seat, by mail: the last sheet of any member counts, all are told, and each is known by an own address."""

from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy.engine import Engine

from pbem.core.errors import Failed, Unusable
from pbem.core.letters import Verdict
from pbem.mail.read import read_letter
from pbem.moderator import players, reminders, sending, team, verify
from pbem.moderator.confirmations import accept
from pbem.store import audit, letters, people, roster, scores
from tests.moderator.letterbox import Letterbox
from tests.moderator.quiz import NAME, answer, begun
from tests.moderator.tabletop import Office, address_of

BEA = "bea@team.test"
ANN = address_of("Ann")


@pytest.fixture
def house(engine: Engine) -> Letterbox:
    """A campaign in which Ann and Bea play Ann's seat."""
    office = Office(engine)
    office.started()
    office.later(hours=1)
    with office.desk() as desk:
        team.add_member(desk, "tiny-1", "ann", "Bea", "Bea@Team.test", "gm")
    return Letterbox(office)


def sent_to(house: Letterbox, address: str, kind: str) -> list[Any]:
    return [row for row in house.office.outbox(kind) if row.to == address]


def from_bea(house: Letterbox, text: str, **more: Any) -> int:
    return house.mail(text, BEA, to=house.token_address("Ann"), **more)


def test_who_joins_is_told_and_gets_the_report_and_so_are_the_others(house: Letterbox) -> None:
    (welcome,) = sent_to(house, BEA, "team")
    assert "You play the seat Ann in tiny-1 now, with Ann." in welcome.text
    assert "Nothing is on file for turn 1" in welcome.text
    (told,) = sent_to(house, ANN, "team")
    assert "Bea plays the seat Ann in tiny-1 with you now." in told.text
    assert BEA not in told.text
    (report,) = sent_to(house, BEA, "report")
    assert report.message["reply_to"] == house.token_address("Ann")
    assert len(sent_to(house, ANN, "report")) == 1, "who had it is not sent it again"
    assert not sent_to(house, address_of("Bob"), "team")
    with house.office.desk() as desk:
        entry = audit.entries(desk.connection, campaign_id=house.office.row().id)[0]
        listed = [(one.seat, one.member, one.address) for one in roster.entries(desk.connection)][:2]
    assert (entry.action, entry.detail) == ("player member add", {"address": BEA})
    assert listed == [("Ann", "Ann", ANN), ("Ann", "Bea", BEA)]


def test_the_last_sheet_of_any_member_counts_and_the_others_are_told(house: Letterbox) -> None:
    first = house.from_player("Ann", "call: high")
    (copy,) = sent_to(house, BEA, "team")[1:]
    assert "Ann has changed what is on file for Ann." in copy.text
    assert "call: high" in copy.text
    house.later(minutes=1)
    second = from_bea(house, "call: low")
    assert house.verdicts == {first: Verdict.ACK, second: Verdict.ACK}
    assert house.on_file("Ann") == ["call: low"]
    (back,) = sent_to(house, ANN, "team")[1:]
    assert "Bea has changed what is on file for Ann." in back.text
    assert "call: low" in back.text
    assert back.message["reply_to"] == house.token_address("Ann")
    assert [row.to for row in house.answers(second)] == [BEA]
    assert not sent_to(house, address_of("Bob"), "team")


@pytest.mark.parametrize("text", ["call: neither", "status", "orders"])
def test_what_changes_nothing_on_file_is_told_to_its_writer_alone(house: Letterbox, text: str) -> None:
    house.from_player("Ann", "call: high")
    before = len(house.office.outbox("team"))
    letter = from_bea(house, text)
    assert len(house.office.outbox("team")) == before
    assert [row.to for row in house.answers(letter)] == [BEA]


def test_orders_taken_back_are_told_too(house: Letterbox) -> None:
    house.from_player("Ann", "call: high")
    from_bea(house, "withdraw orders")
    assert house.on_file("Ann") == []
    assert "Nothing is on file for turn 1" in sent_to(house, ANN, "team")[-1].text


def test_everybody_gets_the_report_and_whoever_wants_them_reminders(house: Letterbox) -> None:
    from_bea(house, "reminders off")
    due_at = house.office.row().due_at
    assert due_at is not None
    house.office.now = due_at - timedelta(hours=23)
    with house.office.desk() as desk:
        reminders.remind(desk, house.office.row().id)
    assert len(sent_to(house, ANN, "reminder")) == 1
    assert not sent_to(house, BEA, "reminder")
    reports = len(sent_to(house, BEA, "report"))
    house.next_turn()
    assert len(sent_to(house, BEA, "report")) == reports + 1
    with house.office.desk() as desk:
        assert verify.verify(desk, house.office.row(), _anew).differences == []


def _anew(raw: Any) -> Any:
    return read_letter(raw.content, raw.received)


def test_a_member_is_known_by_the_own_address_only(house: Letterbox) -> None:
    stranger = house.mail("call: low", "eve@elsewhere.test", to=house.token_address("Ann"))
    other = house.mail("call: low", address_of("Bob"), to=house.token_address("Ann"))
    assert house.verdicts[stranger] is Verdict.ASK
    assert house.on_file("Ann") == []
    assert house.verdicts[other] is not Verdict.ACK
    unproven = house.mail("call: low", BEA, subject="[tiny-1] my move")
    assert house.verdicts[unproven] is Verdict.ASK
    (asked,) = house.answers(unproven)
    assert asked.to == BEA
    house.mail("yes", BEA, to=asked.message["reply_to"])
    assert house.on_file("Ann") == ["call: low"]
    assert "call: low" in sent_to(house, ANN, "team")[-1].text


def test_a_letter_that_the_gm_accepts_is_answered_to_its_writer(house: Letterbox) -> None:
    letter = house.mail("call: low", BEA, subject="[tiny-1] my move")
    with house.office.desk() as desk:
        (waiting,) = letters.as_they_came(desk.connection, [letter])
        accept(desk, read_letter(waiting.raw.content, waiting.raw.received), letter, "gm")
    assert house.answers(letter)[-1].to == BEA
    assert house.on_file("Ann") == ["call: low"]
    assert "Bea has changed" in sent_to(house, ANN, "team")[-1].text


def test_who_leaves_opens_nothing_and_the_others_play_on(house: Letterbox) -> None:
    old = house.token_address("Ann")
    house.from_player("Ann", "call: high")
    with house.office.desk() as desk:
        team.remove_member(desk, "tiny-1", "Ann", BEA, "gm")
    gone = sent_to(house, BEA, "team")[-1]
    assert "You do not play the seat Ann in tiny-1 any more" in gone.text
    assert gone.message["reply_to"] == "gm@pbem.test"
    assert "Bea does not play the seat Ann in tiny-1 with you any more." in sent_to(house, ANN, "team")[-1].text
    assert house.token_address("Ann") != old
    assert sent_to(house, ANN, "report")[-1].message["reply_to"] == house.token_address("Ann")
    for sender, to in ((BEA, old), (BEA, house.token_address("Ann")), (ANN, old)):
        letter = house.mail("call: low", sender, to=to)
        assert house.verdicts[letter] is not Verdict.ACK, (sender, to)
    assert house.on_file("Ann") == ["call: high"]
    house.from_player("Ann", "call: low")
    assert house.on_file("Ann") == ["call: low"]
    for row in house.office.outbox("team"):
        assert max(map(len, row.text.split("\n"))) <= 78, row.text
        assert len(row.message["subject"]) <= 78
    reports = len(sent_to(house, BEA, "report"))
    house.next_turn()
    assert len(sent_to(house, BEA, "report")) == reports


def test_one_suspended_address_does_not_silence_the_other(house: Letterbox) -> None:
    with house.office.desk() as desk:
        scores.suspend(desk.connection, BEA, desk.now)
    house.next_turn()
    with house.office.desk() as desk:
        ready = {one.mail.to for one in sending.ready(desk, 100)}
    assert ANN in ready
    assert BEA not in ready


@pytest.mark.parametrize(
    ("player", "name", "address", "said", "kind"),
    [
        ("Ann", "Cleo", address_of("Bob"), "plays in tiny-1 already, as Bob", Failed),
        ("Ann", "Bea", BEA, "plays in tiny-1 already, as Ann", Failed),
        ("Ann", "Dora", "nobody", "is not an e-mail address", Unusable),
        ("Ann", "Bea", "bea2@team.test", "taken", Unusable),
        ("Ann", "B<b>", "b@team.test", "A name may hold letters", Unusable),
        ("Zoe", "Eve", "eve@team.test", "Zoe", Failed),
    ],
)
def test_who_cannot_join(
    house: Letterbox, player: str, name: str, address: str, said: str, kind: type[Exception]
) -> None:
    with house.office.desk() as desk, pytest.raises(kind, match=said):
        team.add_member(desk, "tiny-1", player, name, address, "gm")


def test_who_cannot_leave(house: Letterbox) -> None:
    with house.office.desk() as desk:
        with pytest.raises(Failed, match="does not play Ann in tiny-1"):
            team.remove_member(desk, "tiny-1", "Ann", address_of("Bob"), "gm")
        with pytest.raises(Failed, match="alone plays Bob in tiny-1; `pbem player replace`"):
            team.remove_member(desk, "tiny-1", "Bob", address_of("Bob"), "gm")


def test_one_more_address_of_one_member(house: Letterbox) -> None:
    with house.office.desk() as desk:
        with pytest.raises(Failed, match="played by 2 people; say whom you mean with --member"):
            players.add_address(desk, "tiny-1", "Ann", "bea@work.test", "gm")
        players.add_address(desk, "tiny-1", "Ann", "bea@work.test", "gm", member=BEA, only=True)
        assert people.addresses_of_seat(desk.connection, 1) == [ANN, "bea@work.test"]


def test_a_team_is_replaced_as_a_whole(house: Letterbox) -> None:
    with house.office.desk() as desk:
        players.replace(desk, "tiny-1", "Ann", "eve@players.test", "gm")
        assert people.addresses_of_seat(desk.connection, 1) == ["eve@players.test"]
    assert {row.to for row in house.office.outbox("replaced")} == {ANN, BEA}


def test_a_team_before_the_start(engine: Engine) -> None:
    office = Office(engine)
    office.campaign()
    with office.desk() as desk:
        team.add_member(desk, "tiny-1", "Ann", "Bea", BEA, "gm")
        team.remove_member(desk, "tiny-1", "Ann", BEA, "gm")
    assert [row.to for row in office.outbox("team")] == [ANN, BEA, ANN, BEA]
    assert not office.outbox("report")


def test_an_answer_by_any_member_is_the_teams(engine: Engine) -> None:
    """In a game that keeps orders, too: Bea answers what Ann's seat is asked, and Ann is told."""
    house = begun(engine)
    with house.office.desk() as desk:
        team.add_member(desk, NAME, "Ann", "Bea", BEA, "gm")
    house.mail("answer: yes", BEA, to=house.token_address("Ann", NAME))
    assert house.on_file("Ann", NAME) == ["answer: yes"]
    assert "answer: yes" in sent_to(house, ANN, "team")[-1].text
    answer(house, Bob="answer: yes")

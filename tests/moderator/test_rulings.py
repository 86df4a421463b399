"""The GM's rulings: a turn waits for them, asks once and is written once, and what comes meanwhile changes nothing."""

import shlex
from datetime import timedelta
from html import escape

import pytest
from sqlalchemy.engine import Engine

from pbem.core.errors import Failed, Unusable
from pbem.core.letters import Verdict
from pbem.moderator import campaigns, deadline, gm_orders, gm_turns, pauses, position, rulings
from pbem.moderator.later_rulings import Point, Ruled, named
from pbem.moderator.moved_deadlines import move_deadline
from pbem.store import audit, letters, turns
from tests.moderator.letterbox import Letterbox
from tests.moderator.quiz import DOUBT, NAME, PLAYERS, agrees, answer, asked, begun, gm_mail, report, scores
from tests.moderator.relay import tick
from tests.moderator.test_relay_crashes import everything, try_every_write


@pytest.fixture
def house(engine: Engine) -> Letterbox:
    """A house in which the first turn waits for a ruling on Ann's answer."""
    house = begun(engine)
    answer(house, Ann=f"answer: {DOUBT}", Bob="answer: yes")
    assert tick(house) == []
    return house


def rule(house: Letterbox, word: str, given: str = DOUBT, question: str = "Q1") -> Ruled:
    with house.office.desk() as desk:
        return rulings.rule(desk, NAME, question, given, word, "gm")


def test_a_turn_with_a_doubtful_point_waits_and_the_gm_is_asked_once(house: Letterbox) -> None:
    for _ in range(3):
        house.later(hours=1)
        assert tick(house) == []
    (mail,) = asked(house)
    assert mail.to == "boss@pbem.test"
    for words in ("Question: Q1", f"Given: {DOUBT}", "Without a ruling: wrong"):
        assert words in mail.text
    assert mail.text.count("@pbem.test") == 2
    assert len(house.office.outbox("report")) == len(PLAYERS), "no report but the start's"
    row = house.office.row(NAME)
    assert (row.turn, row.rule_by) == (1, house.office.now.replace(hour=12) + timedelta(hours=24))


@pytest.mark.parametrize(
    ("word", "text", "expected"),
    [("right", "", 1), ("wrong", "", 0), ("", "right", 1), ("", "Wrong.", 0), ("right", "Right!", 1)],
)
def test_the_gm_rules_by_mail(house: Letterbox, word: str, text: str, expected: int) -> None:
    letter = gm_mail(house, word, text)
    assert house.verdicts[letter] is Verdict.ACK
    assert "Turn 1 is adjudicated; the reports go out now." in " ".join(house.answer(letter).split())
    assert scores(house) == {"Ann": expected, "Bob": 1}
    assert len(house.office.outbox("report")) == 4
    assert tick(house) == []
    assert agrees(house) == []


def test_a_ruling_by_reply_where_there_are_no_token_addresses(sqlite_engine: Engine) -> None:
    house = begun(sqlite_engine)
    house.office.house = type(house.office.house)("gm@pbem.test", gm=("boss@pbem.test",), reply_to="")
    for player, text in (("ann", DOUBT), ("bob", "yes")):
        told = next(row for row in house.office.outbox("report") if row.to.startswith(player))
        house.mail(f"answer: {text}", f"{player}@players.test", headers=[f"In-Reply-To: {told.message_id}"])
    tick(house)
    (mail,) = asked(house)
    assert "Reply with `right` or `wrong`" in mail.text
    house.mail("right", "boss@pbem.test", headers=[f"In-Reply-To: {mail.message_id}"])
    assert scores(house) == {"Ann": 1, "Bob": 1}


def test_nobody_but_the_gm_rules(house: Letterbox) -> None:
    before = everything(house.office.engine)["turn"]
    letter = gm_mail(house, "right", sender="ann@players.test")
    assert house.verdicts[letter] is Verdict.QUAR
    assert everything(house.office.engine)["turn"] == before


@pytest.mark.parametrize(("word", "text"), [("right", "wrong"), ("", "I do not know")])
def test_what_says_neither_or_both_rules_nothing(house: Letterbox, word: str, text: str) -> None:
    letter = gm_mail(house, word, text)
    assert house.verdicts[letter] is Verdict.ERR
    assert "Nothing was ruled" in house.answer(letter)
    assert house.office.row(NAME).rule_by is not None


def test_without_a_ruling_the_default_stands_when_the_time_is_over(house: Letterbox) -> None:
    house.later(hours=23, minutes=59)
    assert tick(house) == []
    house.later(minutes=1)
    with house.office.desk() as desk:
        stale = desk.now.replace(second=0) - timedelta(hours=24)
        assert deadline.carry_out(desk, house.office.row(NAME).id, stale) is None, "the GM's mail is read first"
    (turn,) = tick(house)
    assert turn.outcome.scores == {"Ann": 0, "Bob": 1}
    after = house.office.row(NAME)
    assert (after.turn, after.rule_by) == (2, None)
    assert after.due_at is not None
    assert (after.due_at - house.office.now).days == 3, "the time for the next turn counts from the report"
    assert agrees(house) == []


def test_every_point_is_asked_and_the_last_ruling_writes_the_turn(engine: Engine) -> None:
    house = begun(engine)
    answer(house, Ann="answer: maybe", Bob="answer: maybe not")
    tick(house)
    assert len(asked(house)) == 2
    done = rule(house, "right", "MAYBE")
    assert (done.done, done.left) == (None, 1)
    assert rule(house, "wrong", "maybe").left == 1, "until the turn is written the GM may think again"
    last = rule(house, "right", "maybe  not")
    assert last.done is not None
    assert scores(house) == {"Ann": 0, "Bob": 1}
    with house.office.desk() as desk:
        turn = turns.numbered(desk.connection, house.office.row(NAME).id, 1)
        assert turn is not None
        assert turn.given["rulings"] == {"Q1": {"maybe": "wrong", "maybe not": "right"}}
        log = audit.entries(desk.connection, campaign_id=turn.campaign_id)
    assert [entry.detail["ruling"] for entry in log if entry.action == "turn rule"] == ["right", "wrong", "right"]


def test_what_comes_meanwhile_is_kept_for_after_the_turn(house: Letterbox) -> None:
    house.later(hours=1)
    (late,) = answer(house, Bob="answer: no\nplan: later")
    assert house.verdicts[late] is Verdict.NEW
    (again,) = answer(house, Bob="answer: never")
    (told,) = house.office.outbox("put-off")
    assert DOUBT not in told.text
    assert house.office.outbox("ack")[-1].letter_id != late
    with house.office.desk() as desk:
        assert late not in letters.pending(desk.connection), "it is not looked at again before the turn is written"
        assert not letters.any_pending(desk.connection), "no other campaign waits for it"
    rule(house, "wrong")
    assert scores(house) == {"Ann": 0, "Bob": 1}
    assert house.handle(late) is Verdict.ACK
    assert house.handle(again) is Verdict.ERR
    assert "no longer open" in house.answer(late)
    assert house.on_file("Bob", NAME) == ["plan: later"]
    assert agrees(house) == []


def test_a_mail_that_nothing_proves_tells_nobody_that_a_turn_waits(house: Letterbox) -> None:
    forged = house.mail("plan: later", "bob@players.test", subject=f"[{NAME}]")
    assert house.verdicts[forged] is Verdict.NEW
    assert house.office.outbox("put-off") == []


def test_players_are_told_that_the_gm_is_asked_and_not_what_was_given(house: Letterbox) -> None:
    (letter,) = answer(house, Bob="status")
    said = " ".join(house.answer(letter).split())
    assert "the GM has been asked for a ruling; it is decided by Tue 4 Aug 2026" in said
    assert "maybe" not in said.lower()
    with house.office.desk() as desk:
        sight = campaigns.sight(desk, house.office.row(NAME))
    assert [point.given for point in sight.rulings] == [DOUBT], "the GM sees it"
    everybodys = [row.text + row.html for row in house.office.outbox() if row.to != "boss@pbem.test"]
    assert not any(DOUBT in text for text in everybodys if "you wrote" not in text and "answer:" not in text)


def test_while_it_waits_the_gm_changes_nothing_else(house: Letterbox) -> None:
    changes = (
        lambda desk: pauses.pause(desk, NAME, "gm"),
        lambda desk: gm_orders.set_orders(desk, NAME, "Ann", "answer: yes", "gm"),
        lambda desk: move_deadline(desk, NAME, house.office.now.replace(day=20), "gm"),
    )
    for change in changes:
        with house.office.desk() as desk, pytest.raises(Failed, match="waits for your rulings"):
            change(desk)
    with house.office.desk() as desk:
        pauses.end(desk, NAME, "gm")
    assert house.office.row(NAME).rule_by is None


def test_by_hand_a_turn_waits_too_and_the_second_time_the_defaults_stand(sqlite_engine: Engine) -> None:
    house = begun(sqlite_engine, early=False)
    answer(house, Ann=f"answer: {DOUBT}")
    with house.office.desk() as desk:
        assert gm_turns.adjudicate_now(desk, NAME, "gm") is None
    assert len(asked(house)) == 1
    with house.office.desk() as desk:
        done = gm_turns.adjudicate_now(desk, NAME, "gm")
    assert done is not None
    assert done.given["due"] == list(PLAYERS)
    assert scores(house) == {"Ann": 0, "Bob": 0}


def test_rulings_given_with_the_adjudication_are_not_asked(sqlite_engine: Engine) -> None:
    house = begun(sqlite_engine, early=False)
    answer(house, Ann=f"answer: {DOUBT}")
    with house.office.desk() as desk:
        assert gm_turns.adjudicate_now(desk, NAME, "gm", {"Q1": {DOUBT: "right"}}) is not None
    assert (scores(house)["Ann"], asked(house)) == (1, [])


def test_a_campaign_need_not_wait(sqlite_engine: Engine) -> None:
    house = begun(sqlite_engine, ruling_time=timedelta())
    answer(house, Ann=f"answer: {DOUBT}", Bob="answer: yes")
    assert len(tick(house)) == 1
    assert asked(house) == []


def test_a_crash_at_any_moment_asks_once_and_rules_once(sqlite_engine: Engine) -> None:
    house = begun(sqlite_engine)
    answer(house, Ann=f"answer: {DOUBT}", Bob="answer: yes")
    campaign = house.office.row(NAME).id
    assert try_every_write(house, lambda desk: deadline.carry_out_early(desk, campaign)) >= 4
    tick(house)
    assert len(asked(house)) == 1
    assert try_every_write(house, lambda desk: rulings.rule(desk, NAME, "Q1", DOUBT, "right", "gm")) >= 6
    rule(house, "right")
    house.later(days=1)
    assert tick(house) == []
    with house.office.desk() as desk:
        assert [turn.number for turn in turns.in_force(desk.connection, campaign)] == [0, 1]


def test_an_answer_is_named_whatever_its_accents_and_marks_but_exactly_where_two_read_alike(
    sqlite_engine: Engine,
) -> None:
    house = begun(sqlite_engine)
    answer(house, Ann="answer: maybe so", Bob="answer: Máybe, so! maybe")
    tick(house)
    assert rule(house, "right", "(máybe) so").given == "maybe so"
    assert rule(house, "right", "maybe so maybe").done is not None
    assert scores(house) == {"Ann": 1, "Bob": 1}
    points = [Point("Q1", "maybe so"), Point("Q1", "Maybe, so!")]
    for given, meant in (
        ("MAYBE, so!", points[1]),
        ("maybe SO", points[0]),
        ("maybe: so", points[0]),
        ("perhaps", None),
    ):
        assert named(points, "q1", given) is meant
    assert named(points, "Q2", "maybe so") is None


HOSTILE = "- maybe `touch x` $(id) 'so' !x {{ 7 * 7 }} %s <b>"


def test_a_shell_takes_the_command_in_the_gms_mail_as_words(sqlite_engine: Engine) -> None:
    house = begun(sqlite_engine)
    answer(house, Ann=f"answer: {HOSTILE}", Bob="answer: yes")
    tick(house)
    (mail,) = asked(house)
    (line,) = [line for line in mail.text.split("\n") if line.startswith("    pbem turn rule")]
    assert shlex.split(line)[3:] == ["--", NAME, "Q1", HOSTILE, "right"]
    assert escape(line.strip(), quote=False) in mail.html.replace("&#39;", "'").replace("&#34;", '"')


def test_words_and_answers_that_are_none(house: Letterbox) -> None:
    with pytest.raises(Unusable, match="right or wrong"):
        rule(house, "perhaps")
    with pytest.raises(Failed, match=f'what was given to Q1 in {NAME} is "{DOUBT}"'):
        rule(house, "right", "no such thing")
    with house.office.desk() as desk:
        assert rulings.campaign_of(desk, "q1", DOUBT.upper()) == NAME


class TestLater:
    """Rulings on turns that have been written."""

    @pytest.fixture
    def house(self, engine: Engine) -> Letterbox:
        """Turn 1 with a doubtful answer of Ann's that counted as wrong, turn 2 after it, and orders for turn 3 on file."""
        house = begun(engine, ruling_time=timedelta())
        answer(house, Ann=f"answer: {DOUBT}\nplan: A", Bob="answer: yes")
        tick(house)
        house.later(hours=1)
        answer(house, Ann="answer: no\nplan: B", Bob="answer: yes\nplan: C")
        tick(house)
        house.later(hours=1)
        answer(house, Bob="plan: D\nanswer: no")
        assert house.office.row(NAME).turn == 3
        return house

    def test_the_turns_since_are_withdrawn_and_the_report_says_what_changed(self, house: Letterbox) -> None:
        ruled = rule(house, "right", DOUBT.lower())
        assert (ruled.turn, ruled.withdrawn) == (1, [1, 2])
        row = house.office.row(NAME)
        assert (row.turn, row.attempt) == (2, 2)
        assert scores(house) == {"Ann": 1, "Bob": 1}
        told = report(house, "Bob")
        for words in (
            "Turn 1 was adjudicated before and withdrawn",
            "The GM has ruled on a point of turn 1",
            "Turn 2 has been withdrawn, and is played again",
            "WHAT HAS CHANGED",
            "given Maybe yes, right False",
            "given Maybe yes, right True",
        ):
            assert words in told
        assert "plan: A" not in told, "only Ann is told of Ann's plan"
        assert "player Ann, plan plan: A" in report(house, "Ann")
        assert "WHAT HAS CHANGED" in report(house, None)
        assert agrees(house) == []

    def test_what_was_ordered_since_stays_on_file_where_it_still_can(self, house: Letterbox) -> None:
        rule(house, "right")
        assert house.on_file("Ann", NAME) == ["plan: B"], "the answer was to a question of a report that is withdrawn"
        assert house.on_file("Bob", NAME) == ["plan: D"]
        answer(house, Ann="answer: yes", Bob="answer: yes")
        (turn,) = tick(house)
        assert [e["plan"] for e in turn.advanced.events if e["event"] == "planned"] == ["plan: B", "plan: D"]
        assert turn.given["rulings"] == {"Q1": {DOUBT: "right"}}
        assert agrees(house) == []

    @pytest.mark.parametrize("others", [0, 2])
    def test_no_report_tells_whether_others_have_ordered_since(self, sqlite_engine: Engine, others: int) -> None:
        house = begun(sqlite_engine, ruling_time=timedelta())
        answer(house, Ann=f"answer: {DOUBT}", Bob="answer: yes")
        tick(house)
        for number in range(others):
            answer(house, Bob=f"plan: {number}")
        rule(house, "right")
        assert "What you had ordered since stays on file where it still can" in report(house, "Ann")

    def test_a_ruling_that_changes_nothing_withdraws_nothing(self, house: Letterbox) -> None:
        rule(house, "right")
        before = everything(house.office.engine)["turn"]
        assert rule(house, "right").withdrawn == ()
        assert everything(house.office.engine)["turn"] == before
        with pytest.raises(Failed, match="would change nothing"):
            rule(house, "wrong", "never given")

    def test_any_given_answer_can_be_ruled_on(self, house: Letterbox) -> None:
        ruled = rule(house, "right", "no", "Q2")
        assert (ruled.turn, ruled.withdrawn) == (2, [2])
        assert scores(house) == {"Ann": 1, "Bob": 2}
        assert agrees(house) == []

    def test_a_crash_leaves_the_turns_as_they_were(self, house: Letterbox) -> None:
        if house.office.engine.dialect.name == "sqlite":
            assert try_every_write(house, lambda desk: rulings.rule(desk, NAME, "Q1", DOUBT, "right", "gm")) >= 10

    def test_a_late_mail_of_the_gm_rules_too(self, sqlite_engine: Engine) -> None:
        house = begun(sqlite_engine)
        answer(house, Ann=f"answer: {DOUBT}", Bob="answer: yes")
        tick(house)
        house.later(hours=25)
        tick(house)
        assert scores(house)["Ann"] == 0
        letter = gm_mail(house, "right")
        assert "turn 1 had to be withdrawn" in " ".join(house.answer(letter).split())
        assert scores(house)["Ann"] == 1
        assert agrees(house) == []

    def test_gathered_reports_do_not_keep_it_back(self, sqlite_engine: Engine) -> None:
        house = begun(sqlite_engine, reports="daily 18:00", ruling_time=timedelta())
        house.office.now = house.office.now.replace(hour=18)
        tick(house)
        answer(house, Ann=f"answer: {DOUBT}", Bob="answer: yes")
        tick(house)
        rule(house, "right")
        assert "WHAT HAS CHANGED" in report(house, "Ann")
        assert house.office.row(NAME).reports == "daily 18:00"
        assert agrees(house) == []

    def test_a_game_that_is_over_stays_as_it_is(self, house: Letterbox) -> None:
        with house.office.desk() as desk:
            pauses.end(desk, NAME, "gm")
        with pytest.raises(Failed, match="has ended"):
            rule(house, "right")
        with house.office.desk() as desk:
            assert position.seen(desk, NAME).rulings == {}

"""Bad input by mail: each answered with one clear sentence that says what to do, and nothing is lost."""

import pytest

from pbem.core.letters import Verdict
from pbem.store.tables import CampaignStatus
from tests.moderator.letterbox import Letterbox
from tests.moderator.tabletop import address_of

ANN = address_of("Ann")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "There was no order in your mail, and nothing is on file for turn 1 of tiny-1."),
        ("   \n\t\n", "There was no order in your mail"),
        ("-- \nAnn", "There was no order in your mail"),
        ("\x00\x01\x02", "nothing is on file for turn 1 of tiny-1."),
        ("high and low", "“high and low”"),
        ("sideways", "No order could be read in your mail"),
        ("{{ 7 * 7 }} {% raw %} %s {0} ${x}", "“{{ 7 * 7 }} {% raw %} %s {0} ${x}”"),
        ("<script>alert(1)</script>: high", "expected high or low"),
        ("history 99999", "tiny-1 has no report of turn 99999 for you"),
        ("join nowhere as Ann", "There is no campaign called nowhere."),
        ("rules of_nothing", "No order could be read in your mail"),
        ("x" * 5000, "No order could be read in your mail"),
        ("\n".join(["what: ever"] * 500), "There are 470 more problems like these."),
    ],
)
def test_a_player_s_bad_mail_is_answered(post: Letterbox, text: str, sentence: str) -> None:
    letter = post.from_player("Ann", text)
    assert post.verdicts[letter] is Verdict.ERR
    assert sentence in " ".join(post.answer(letter).split())
    assert max(map(len, post.answer(letter).split("\n"))) <= 78 or "xxxx" in post.answer(letter)
    assert post.on_file("Ann") == []


def test_html_of_an_answer_holds_no_mark_up_of_the_player_s(post: Letterbox) -> None:
    letter = post.from_player("Ann", "<b>high</b>: 3\n<img src=x onerror=alert(1)>")
    (answer,) = post.answers(letter)
    assert "<b>" not in answer.html
    assert "<img" not in answer.html
    assert "&lt;b&gt;" in answer.html


@pytest.mark.parametrize("subject", ["=?utf-8?q?x=0ABcc:_e@v.il?=", "a\tb", "=?utf-8?q?=00=1b[31m?=", "x" * 2000])
def test_no_subject_becomes_a_header(post: Letterbox, subject: str) -> None:
    letter = post.from_player("Ann", "high", subject=subject)
    (answer,) = post.answers(letter)
    assert answer.message["subject"] == "[tiny-1] Turn 1: orders received"
    assert len(post.row(letter).subject) <= 255


def test_a_campaign_that_has_ended_says_so(post: Letterbox) -> None:
    to = post.token_address("Ann")
    for _ in range(9):
        if post.office.row().status is CampaignStatus.ENDED:
            break
        for player in ("Ann", "Bob"):
            post.from_player(player, "high" if player == "Ann" else "low")
        post.later(hours=1)
        post.next_turn()
    assert post.office.row().status is CampaignStatus.ENDED
    letter = post.mail("high", ANN, to=to)
    assert post.verdicts[letter] is Verdict.ERR
    assert "tiny-1 takes no orders now: it has ended." in " ".join(post.answer(letter).split())
    assert "tiny-1 has ended." in post.answer(post.mail("status", ANN))


def test_a_paused_campaign_takes_orders(post: Letterbox) -> None:
    from pbem.moderator.pauses import pause

    with post.office.desk() as desk:
        pause(desk, "tiny-1", "boss")
    letter = post.from_player("Ann", "high")
    assert post.verdicts[letter] is Verdict.ACK
    assert "tiny-1 is paused; there is no deadline" in " ".join(post.answer(letter).split())


def test_a_letter_that_nobody_can_bind_is_not_lost(post: Letterbox) -> None:
    letter = post.mail("high", "former@players.test", to=post.token_address("Ann"))
    assert post.row(letter).verdict is Verdict.ASK
    assert post.row(letter).held_text == "high"

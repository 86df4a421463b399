"""`pbem outbox`."""

from pbem.core.letters import Fate, Handover
from pbem.moderator import sending
from tests.cli.conftest import Club


def hand_over(club: Club, fate: Fate, answer: str = "") -> None:
    """Hands over everything that may go now, with that fate."""
    with club.desk() as desk:
        for ready in sending.ready(desk, 100):
            assert sending.begin(desk, ready.mail)
            sending.record(desk, ready.mail, Handover(fate, answer))


def test_what_waits_is_listed_and_what_is_sent_is_not(club: Club) -> None:
    assert "No mails wait" in club("outbox", "list")
    club.started()
    assert [(one["to"], one["state"], one["kind"]) for one in club.told("outbox", "list")] == [
        ("bob@players.test", "queued", "report"),
        ("ann@players.test", "queued", "report"),
    ]
    assert "ann@players.test" in club("outbox", "list", "--state", "queued")
    hand_over(club, Fate.TAKEN)
    assert club.told("outbox", "list") == []
    assert [one["state"] for one in club.told("outbox", "list", "--all")] == ["sent", "sent"]
    assert len(club.told("outbox", "list", "--all", "--limit", "1")) == 1


def test_a_mail_is_shown_whole(club: Club) -> None:
    club.started()
    number = club.told("outbox", "list")[0]["number"]
    told = club.told("outbox", "show", str(number))
    assert told["to"] == "bob@players.test"
    assert told["text"].rstrip() in club("outbox", "show", str(number))
    assert "no mail has the number 99" in club("outbox", "show", "99", status=1)


def test_a_mail_that_failed_goes_out_once_more(club: Club) -> None:
    club.started()
    hand_over(club, Fate.MAIL_REFUSED, "554 no")
    failed = [one for one in club.told("outbox", "list") if one["kind"] == "report"]
    assert [(one["state"], one["error"]) for one in failed] == [("failed", "554 no"), ("failed", "554 no")]
    assert "goes out once more" in club("outbox", "retry", str(failed[0]["number"]))
    again = [one for one in club.told("outbox", "list") if one["number"] == failed[0]["number"]]
    assert [(one["state"], one["attempts"]) for one in again] == [("queued", 0)]
    assert "no mail has the number 99" in club("outbox", "retry", "99", status=1)
    assert club.told("campaign", "log")[0]["action"] == "mail retried"


def test_an_address_gets_mail_again(club: Club) -> None:
    club.started()
    assert "nobody's registered address" in club("outbox", "resume", "zoe@players.test", status=1)
    assert "Mails go to ann@players.test again" in club("outbox", "resume", "Ann@players.test")

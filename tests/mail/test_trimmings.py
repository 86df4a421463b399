"""What programs put above and below a text, and what looks like it and is the player's. Source: mail.md 10, 12."""

import pytest

from tests.mail.test_own_text import own, sorted_lines

SHEET = "1: +3\nprompter: Cleo"
LINES = SHEET.split("\n")
QUOTED = "On 3.11.2026 10:00, pbem <gm@pbem.test> wrote:\n> Turn 3\n> 1:"

SENT_FROM = (
    *(
        "Sent from my OPPO phone",
        "Sent from Smartphone. Please excuse typos.",
        "Sent from Mailspring, the best free email app",
    ),
    *("Sent with Aqua Mail for Android", "Gesendet mit BlueMail", "Gesendet von Mail für Windows", "Envoyé avec Spark"),
    *(
        "Envoyé depuis mon smartphone Samsung Galaxy.",
        "Wysłano z mojego Galaxy",
        "Odesláno z iPhonu",
        "Odoslané z iPhonu",
    ),
    *("iPhone-omról küldve", "Στάλθηκε από το iPhone μου", "Надіслано з iPhone", "Poslano s mog iPhone uređaja"),
    *("Enviat des del meu iPhone", "Dikirim dari iPhone saya", "Đã gửi từ iPhone của tôi", "ส่งจาก iPhone ของฉัน"),
    *("נשלח מה-iPhone שלי", "مرسل من الـ iPhone", "從我的iPhone傳送", "나의 iPhone에서 보냄", "Lähetetty iPhonesta"),
    *("获取适用于 iOS 的 Outlook<https://aka.ms/o0ukef>", "Outlook for iOS を入手<https://aka.ms/o0ukef>"),
    *("Yahoo Mail: Search, organise, conquer", "Sent with Aqua Mail for Android\nhttps://www.example.org/aqua-mail"),
)


@pytest.mark.parametrize("line", SENT_FROM)
def test_row_10_what_a_mail_was_sent_with(line: str) -> None:
    for text in (f"{SHEET}\n\n{line}", f"{SHEET}\n{line}\n\n{QUOTED}", f"{QUOTED}\n{SHEET}\n\n{line}\n"):
        assert own(text) == LINES


NOTICES = (
    "LET OP: Deze e-mail komt van buiten de organisatie. Klik niet op links.",
    "ATTENTION : Ce message provient de l'extérieur de l'organisation.",
    "PRECAUCIÓN: Este correo se originó fuera de la organización.",
    "ВНИМАНИЕ! Это письмо от внешнего отправителя.",
    "EKSTERN: Denne mail kommer udefra. Klik ikke på links.",
    "此邮件来自外部发件人，请谨慎点击其中的链接，不要随意打开其附件，也不要回复个人信息。",
    "----------------------------\nThis message is from an external sender - be careful.\n----------------------------",
    "ZjQcmQRYFpfptBannerStart\nThis Message Is From an External Sender\nZjQcmQRYFpfptBannerEnd",
    "This email originated from outside of the organization and may hold what it should not hold: do not click\n"
    "links or open attachments unless you recognize the sender",
)


@pytest.mark.parametrize("notice", NOTICES)
def test_row_12_notices_above_the_text(notice: str) -> None:
    for text in (f"{notice}\n\n{SHEET}", f"{notice}\n{SHEET}\n\n{QUOTED}"):
        assert own(text) == LINES
        assert sorted_lines(text)[0][0] == "banner"


FOOTERS = (
    "_______________________________________________\nplayers mailing list -- players@lists.example.org\n"
    "To unsubscribe send an email to players-leave@lists.example.org",
    "-=-=-=-=-=-=-=-=-=-=-=-\nGroups.io Links: You receive all messages sent to this group.\n"
    "View/Reply Online (#1): https://groups.io/g/x/message/1\n-=-=-=-=-=-=-=-=-=-=-=-",
    "This e-mail and any files transmitted with it are confidential and intended\nsolely for the use of the individual to whom "
    "they are addressed. If you have\nreceived this e-mail in error please notify the sender.",
    "This email has been checked for viruses by Avast antivirus software.\nwww.avast.com",
)


@pytest.mark.parametrize("footer", FOOTERS)
def test_row_12_footers_below_the_text(footer: str) -> None:
    for text in (f"{SHEET}\n\n{footer}", f"{SHEET}\n\n{footer}\n\n{QUOTED}"):
        assert own(text) == LINES


PLAYERS = (
    "press to all:\nMessage from external powers: peace\nendpress",
    "2: x4\n\nbuy orange 3",
    "2: x4\n\nanswer: iPhone",
    "2: x4\n\nplay Galaxy",
    "2: x4\n----------------------------\n3: +1",
    "2: x4\n----------------------------\n3: +1  # see https://example.org",
    "2: x4\n| Bob | 3 |",
    "This e-mail and any files transmitted with it are confidential and intended\nhold: 3\npass",
    "see https://example.org/map\nhttps://example.org/other",
    "Bob wrote:\n1: +3",
)


@pytest.mark.parametrize("text", PLAYERS)
def test_what_looks_like_these_and_is_the_players(text: str) -> None:
    lines = [line for line in text.split("\n") if line and not line.startswith("This e-mail")]
    assert own(text) == lines
    assert own(f"{text}\n\n{QUOTED}") == lines


def test_a_table_without_words_begins_a_signature() -> None:
    text = f"{SHEET}\n\n| |\nAnn Lee\n|\n|\nann@example.org\n|\n\n{QUOTED}"
    assert own(text) == LINES


def test_row_03_only_who_wrote_above_quotation() -> None:
    assert own(f"{SHEET}\n\npbem wrote:\n\n> Turn 3") == LINES
    assert own(f"pbem schrieb:\n> Turn 3\n{SHEET}") == LINES

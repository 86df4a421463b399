"""Lines of a mail told apart: one row of the catalogue a test. Source: mail.md A."""

from pbem.core.letters import LineKind
from pbem.mail.own_text import classify
from pbem.mail.phrases import is_forward_subject


def sorted_lines(text: str, forwarding: bool = False) -> list[tuple[str, str]]:
    lines = text.split("\n")
    return [
        (kind.value, line) for kind, line in zip(classify(lines, forwarding=forwarding), lines, strict=True) if line
    ]


def own(text: str, forwarding: bool = False) -> list[str]:
    return [line for kind, line in sorted_lines(text, forwarding) if kind == LineKind.OWN]


def test_row_01_top_reply_with_attribution() -> None:
    text = "1: +3\n\nOn Tue, 3 Nov 2026 at 10:00, Pit (pbem) <gm@pbem.test> wrote:\n\n> Turn 3\n> 1:\n"
    assert sorted_lines(text) == [
        ("own", "1: +3"),
        ("attribution", "On Tue, 3 Nov 2026 at 10:00, Pit (pbem) <gm@pbem.test> wrote:"),
        ("quotation", "> Turn 3"),
        ("quotation", "> 1:"),
    ]


def test_row_02_attribution_wrapped_before_and_inside_the_address() -> None:
    for wrapped in (
        "On Tue, 3 Nov 2026 at 10:00, Pit 1 (pbem) <gm+abcdefghijklmnopqr@pbem.test\n> wrote:",
        "On Tue, 3 Nov 2026 at 10:00, Pit 1 (pbem)\n<gm+abcdefghijklmnopqr@pbem.test> wrote:",
        "On Tuesday, 3 November 2026 at 10:00:00 GMT,\nThe Long Campaign Name (pbem)\n<gm@pbem.test> wrote:",
    ):
        assert own(f"1: +3\n\n{wrapped}\n\n> Turn 3") == ["1: +3"]


def test_row_03_attributions_in_other_languages() -> None:
    attributions = (
        "Am Di., 3. Nov. 2026 um 10:00 Uhr schrieb Pit (pbem) <gm@pbem.test>:",
        "Am 03.11.26 um 10:00 schrieb pbem:",
        "Le mar. 3 nov. 2026 à 10:00, pbem <gm@pbem.test> a écrit\u00a0:",
        "El mar, 3 nov 2026 a las 10:00, pbem (<gm@pbem.test>) escribió:",
        "Il giorno mar 3 nov 2026 alle ore 10:00 pbem <gm@pbem.test> ha scritto:",
        "Op di 3 nov 2026 om 10:00 schreef pbem <gm@pbem.test>:",
        "Em ter., 3 de nov. de 2026 às 10:00, pbem <gm@pbem.test> escreveu:",
        "Den tis 3 nov. 2026 kl 10:00 skrev pbem <gm@pbem.test>:",
        "ti 3. marrask. 2026 klo 10.00 pbem (gm@pbem.test) kirjoitti:",
        "wt., 3 lis 2026 o 10:00 pbem <gm@pbem.test> napisał(a):",
        "út 3. 11. 2026 v 10:00 odesílatel pbem <gm@pbem.test> napsal:",
        "pbem <gm@pbem.test> ezt írta (időpont: 2026. nov. 3., K, 10:00):",
        "pbem <gm@pbem.test>, 3 Kas 2026 Sal, 10:00 tarihinde şunu yazdı:",
        "вт, 3 нояб. 2026 г. в 10:00, pbem <gm@pbem.test>:",
        "Στις Τρί 3 Νοε 2026 στις 10:00 π.μ., ο χρήστης pbem <gm@pbem.test> έγραψε:",
        "2026年11月3日(火) 10:00 pbem <gm@pbem.test>:",
        "pbem <gm@pbem.test> 于2026年11月3日周二 10:00写道：",
        "2026년 11월 3일 (화) 오전 10:00, pbem <gm@pbem.test>님이 작성:",
        "---- On Tue, 03 Nov 2026 10:00:00 +0000 pbem <gm@pbem.test> wrote ---",
    )
    for attribution in attributions:
        assert own(f"1: +3\n\n{attribution}\n> Turn 3") == ["1: +3"], attribution


def test_row_03_unquoted_originals_below_an_attribution_that_speaks_for_itself() -> None:
    for attribution in (
        "On Friday, April 3, 2026, 06:05:24 PM EDT, pbem  wrote:",
        "Le 03/11/2026 à 10:00, pbem a écrit\u00a0:",
        "On May 30, 2026, 4:15 PM pbem gm@pbem.test wrote:",
    ):
        assert own(f"1: +3\n\n{attribution}\n\nYour hand is\n1: +4") == ["1: +3"], attribution


def test_row_04_header_block_of_a_mail_left_unquoted() -> None:
    block = (
        "________________________________\nVon: pbem <gm@pbem.test>\nGesendet: Dienstag, 3. November 2026 10:00\n"
        "An: ann@example.org\nBetreff: pit-1, turn 3\n\nYour hand: +3 x4\n1: +4\n"
    )
    assert own("1: +3\n\n" + block) == ["1: +3"]
    assert own("1: +3\nprompter: Bob\n" + block.partition("\n")[2]) == ["1: +3", "prompter: Bob"]


def test_row_04_two_lines_of_press_heading_are_the_players() -> None:
    assert own("From: PAR\nTo: BUR\nPeace!\n1: +3") == ["From: PAR", "To: BUR", "Peace!", "1: +3"]


def test_row_04_orders_are_no_header_block() -> None:
    sheet = "1: +3\n2: if Bob won 1 then x4 else -2\nprompter: Bob\nanswer: 1998\nclaim: 12.5.2026"
    assert own(sheet) == sheet.split("\n")


def test_row_05_report_between_its_marker_lines() -> None:
    text = (
        "1: +3\n[pbem pit-1 turn 3 abcdefgh begin]\nYour hand: +3\n1:\n[pbem pit-1 turn 3 abcdefgh end]\nprompter: Bob"
    )
    assert own(text) == ["1: +3", "prompter: Bob"]
    assert ("report", "1:") in sorted_lines(text)


def test_row_06_bottom_posting() -> None:
    assert own("On 3.11.2026 10:00, pbem wrote:\n> Turn 3\n> 1:\n\n1: +3\n2: x4") == ["1: +3", "2: x4"]


def test_row_07_inline_answers() -> None:
    text = "On 3.11.2026 10:00, pbem wrote:\n> first calculation?\n1: +3\n> second?\n2: x4\n> prompter?\nprompter: Bob"
    assert own(text) == ["1: +3", "2: x4", "prompter: Bob"]


def test_row_09_wrapped_comparison_is_no_quotation() -> None:
    assert own("2: if Bob won 1 and stake 2\n>= 3 then x4") == ["2: if Bob won 1 and stake 2", ">= 3 then x4"]


def test_a_rule_quoted_without_a_space_is_no_comparison() -> None:
    assert own("1: +3\n\nOn 3.11.2026 10:00, pbem wrote:\n>Turn 3\n>======\n>1:\n>==\n") == ["1: +3"]


def test_row_10_delimiters_and_mobile_signatures() -> None:
    for delimiter in ("-- ", "--", "—"):
        assert own(f"1: +3\n{delimiter}\nAnn\n2: x4") == ["1: +3"]
    for line in (
        "Sent from my iPhone",
        "Von meinem iPhone gesendet",
        "Envoyé de mon iPhone",
        "Enviado desde mi iPhone",
        "Inviato da iPhone",
        "Verstuurd vanaf mijn iPhone",
        "Skickat från min iPhone",
        "Sendt fra min iPhone",
        "Lähetetty iPhonesta",
        "Wysłane z iPhone'a",
        "Отправлено с iPhone",
        "iPhoneから送信",
        "Get Outlook for iOS",
        "Sent from Yahoo Mail on Android",
        "Sent with Proton Mail secure email.",
        "Diese Nachricht wurde von meinem Android-Gerät mit K-9 Mail gesendet.",
        "Gesendet mit der GMX Mail App",
        "Sent from Fastmail",
        "Sent from Nine",
        "Get BlueMail for Android",
        "Télécharger Outlook pour iOS",
        "Obter Outlook para iOS",
        "Outlook voor Android downloaden",
        "Skickades från E-post för Windows",
        "Pobierz aplikację Outlook dla systemu Android",
        "从我的iPhone发送",
    ):
        assert own(f"1: +3\n{line}\n2: x4") == ["1: +3", "2: x4"], line


def test_row_11_rules_in_the_players_text() -> None:
    text = "my orders\n----------\n1: +3\n==========\n2: x4\n-----\n_____"
    assert own(text) == text.split("\n")


def test_row_12_banners_are_nobodys_text() -> None:
    text = (
        "CAUTION: This email originated from outside the organization.\n\n1: +3\nDisclaimer\n"
        "The information contained in this communication is confidential.\nVirus-free. www.example.com"
    )
    assert own(text) == ["1: +3"]
    for line in (
        "This Message Is From an Untrusted Sender",
        "You have not previously corresponded with this sender.",
        "Some people who received this message don't often get email from gm@pbem.test. Learn why this is important",
        "VARNING: externt mail",
        "UWAGA: wiadomość spoza organizacji",
        "ADVARSEL: Denne e-posten kommer fra ekstern avsender",
        "Think before you click",
        "NOTICE: external email",
        "www.avg.com",
        "L'absence de virus dans ce courrier électronique a été vérifiée par le logiciel antivirus Avast.",
        "Der Inhalt dieser E-Mail ist vertraulich",
        "Le présent message et toutes les pièces jointes sont confidentiels",
        "Este mensaje es confidencial",
        "If you are not the intended recipient, please delete it.",
        "IMPORTANT: The contents of this email and any attachments are confidential.",
    ):
        assert own(f"{line}\n\n1: +3\n") == own(f"1: +3\n\n{line}\n") == ["1: +3"], line


def test_row_12_words_of_a_banner_in_a_players_text_are_the_players() -> None:
    for line in (
        "this message is for Bob: you are next",
        "external: high",
        "Attention, Bob!",
        "notice: 3",
        "sent from: PAR",
    ):
        assert own(f"{line}\n1: +3") == [line, "1: +3"]


def test_row_13_only_the_text_above_a_forward_is_own() -> None:
    forward = (
        "---------- Forwarded message ---------\nFrom: pbem <gm@pbem.test>\nDate: Tue, 3 Nov 2026 at 10:00\n"
        "Subject: pit-1\nTo: <ann@example.org>\n\n1: +4\n"
    )
    assert own("1: +3\n\n" + forward, forwarding=True) == ["1: +3"]
    assert own(forward, forwarding=True) == []
    assert own("Begin forwarded message:\n\n> From: pbem <gm@pbem.test>\n> 1: +4", forwarding=True) == []


def test_row_13_subjects_of_forwards_and_of_replies() -> None:
    for forward in ("Fwd: x", "WG: x", "TR: x", "RV: x", "İlt: x", "ilt: x", "ΠΡΘ: x", "转发：x", "FW[2]: x"):
        assert is_forward_subject(forward), forward
    for answer in ("Re: x", "AW: x", "YNT: x", "ΑΠ: x", "Odp: x", "回复: x", "forward: x"):
        assert not is_forward_subject(answer), answer


def test_row_15_what_only_looks_like_an_attribution() -> None:
    for line in ("On 3 we wrote:", "At the deadline of 6 Nov 2026 18:00:", "Bob wrote:"):
        assert own(f"{line}\n1: +3") == [line, "1: +3"]

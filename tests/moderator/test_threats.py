"""Threats, met with whole mails: a test for each that shows in what becomes of a mail. Source: mail.md, Threats."""

import io
import zipfile
from base64 import b64encode
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy.engine import Engine

import pbem
from pbem.mail.sender import Trust
from pbem.moderator import names, tokens
from pbem.store.tables import OutboxState
from tests.moderator import relay
from tests.moderator.letterbox import Letterbox
from tests.moderator.mailed import (
    ACK,
    ANN,
    ASK,
    ATTACHED,
    BOB,
    ERR,
    HTML,
    IGN,
    QUAR,
    UTF8,
    came,
    parted,
    pitagoras,
    plain,
    quoted,
    report_to,
    sent,
    token,
    told_to_gm,
)

EVE = "eve@x.test"


@pytest.fixture
def post(sqlite_engine: Engine) -> Letterbox:
    return pitagoras(sqlite_engine)


@pytest.mark.parametrize(("sender", "to_seat"), [(ANN, False), (EVE, True)], ids=["forged From", "token alone"])
def test_threat_01_neither_an_address_nor_a_token_is_enough(post: Letterbox, sender: str, to_seat: bool) -> None:
    to = token(post) if to_seat else "gm@pbem.test"
    assert came(post, f"From: {sender}\nTo: {to}")[:2] == (ASK, [])
    assert [row.to for row in post.answers()] == [ANN]


def test_threat_01_a_strangers_address_that_is_vouched_for_is_still_a_strangers(post: Letterbox) -> None:
    post.trust = Trust(("mx.pbem.test",))
    vouched = "Authentication-Results: mx.pbem.test; dmarc=pass header.from=x.test"
    assert came(post, f"{vouched}\nFrom: {EVE}\nTo: {token(post)}")[:2] == (ASK, [])
    assert came(post, f"{vouched}\nFrom: {EVE}\nTo: gm@pbem.test", "1: -4\n")[:2] == (ERR, [])


RESULT = "Authentication-Results: mx.pbem.test; dmarc=pass header.from=players.test"
RECEIVED = "Received: from x by mx.pbem.test; Mon, 3 Aug 2026 12:00:00 +0000"


@pytest.mark.parametrize(
    ("above", "counts"),
    [
        (f"{RESULT}\n{RECEIVED}", True),
        (f"{RECEIVED}\n{RESULT}", False),
        (f"{RESULT.replace('mx.pbem', 'mx.evil')}\n{RECEIVED}", False),
        (f"{RESULT.replace('players.test', 'evil.test')}\n{RECEIVED}", False),
        (f"{RESULT.replace('=pass', '=fail')}\n{RESULT}\n{RECEIVED}", False),
        (f"Authentication-Results: mx.pbem.test (dmarc=pass header.from=players.test); spf=none\n{RECEIVED}", False),
    ],
    ids=["ours", "below our line", "another server's", "another domain", "fail wins", "in a comment"],
)
def test_threat_02_only_our_own_servers_results_count(post: Letterbox, above: str, counts: bool) -> None:
    fields = f"{above}\nFrom: {ANN}\nTo: gm@pbem.test"
    post.trust = Trust(("mx.pbem.test",))
    assert came(post, fields)[0] is (ACK if counts else ASK)
    post.trust = Trust()
    assert came(post, fields, "1: -4\n")[0] is ASK


@pytest.mark.parametrize(
    "place", ["quoted", "unquoted report", "forwarded", "attached mail", "hidden", "another seat's form"]
)
def test_threat_03_nothing_but_ones_own_text_orders(post: Letterbox, place: str) -> None:
    """Bob has Ann send him back what he wrote."""
    wrote = "On Tue, 3 Nov 2026 at 10:00, Bob <bob@players.test> wrote:\n\n"
    forms = report_to(post, "Bob").replace("\n1:\n", "\n1: -4\n")
    forward = (
        "---------- Forwarded message ---------\nFrom: Bob <bob@players.test>\nDate: 3 Nov 2026\nSubject: x\n\n1: -4\n"
    )
    fields, body = {
        "quoted": (UTF8, f"2: x4\n\n{wrote}> 1: -4\n"),
        "unquoted report": (UTF8, f"2: x4\n\n{forms}"),
        "forwarded": (UTF8, f"2: x4\n\n{forward}"),
        "attached mail": parted(
            plain("2: x4\n"), "Content-Type: message/rfc822\n\nFrom: b@c.test\nSubject: x\n\n1: -4\n"
        ),
        "hidden": (HTML, "<p>2: x4</p><p style='display:none'>1: -4</p>"),
        "another seat's form": (UTF8, f"2: x4\n\n{wrote}{quoted(forms)}"),
    }[place]
    verdict, filed, said = sent(post, fields, body, "Fwd: x" if place == "forwarded" else "Re: x")
    assert (verdict, filed) == (ACK, ["2: x4"])
    assert "On file now for Ann: 2: x4 What they come to" in said
    assert post.on_file("Bob", "pit-1") == []


HIDDEN = (
    "<p style='display:none'>{}</p>",
    "<p style='display : none !important'>{}</p>",
    "<div hidden>{}</div>",
    "<p style='visibility:hidden'>{}</p>",
    "<p style='color:#FFFFFF'>{}</p>",
    "<font color='white'>{}</font>",
    "<p style='font-size:0px'>{}</p>",
    "<p style='opacity:0'>{}</p>",
    "<style>.x{{display:none}}</style><p class='x'>{}</p>",
    "<p style='font-size:1px'>{}</p>",
    "<p style='color:transparent'>{}</p>",
    "<p style='color:rgba(0, 0, 0, 0)'>{}</p>",
    "<p style='color:#fefefe'>{}</p>",
    "<p style='color:#000;background-color:#000'>{}</p>",
    "<p style='text-indent:-9999px'>{}</p>",
    "<p style='position:absolute;left:-9999px'>{}</p>",
    "<div style='height:0;overflow:hidden'>{}</div>",
    "<div style='overflow:hidden;width:0px'>{}</div>",
    "<style>.x{{color:#ffffff}}</style><p class='x'>{}</p>",
    "<!-- {} -->",
    "<script>{}</script>",
    "<title>{}</title>",
    "<textarea>{}</textarea>",
    "<noscript>{}</noscript>",
)


@pytest.mark.parametrize("hidden", HIDDEN)
def test_threat_04_hidden_text_is_not_there(post: Letterbox, hidden: str) -> None:
    assert sent(post, HTML, f"<p>1: +3</p>{hidden.format('2: x4')}")[:2] == (ACK, ["1: +3"])


@pytest.mark.parametrize(
    "shown",
    [
        "<p style='font-size:10px'>{}</p>",
        "<p style='font-size:1.2em'>{}</p>",
        "<p style='opacity:0.9'>{}</p>",
        "<p style='color:#ffffff;background-color:#000000'>{}</p>",
        "<table bgcolor='#222222'><tr><td><font color='#ffffff'>{}</font></td></tr></table>",
        "<style>.x{{color:#fff;background:#333}}</style><p class='x'>{}</p>",
        "<style>.x{{color:#fff}}</style><div style='background:#333'><p class='x'>{}</p></div>",
        "<p style='margin-left:-10px'>{}</p>",
        "<p style='color:#ff0000'>{}</p>",
        "<p style='background-color:white;color:black'>{}</p>",
        "<div style='min-height:0;overflow:hidden'>{}</div>",
        "<div style='overflow:hidden;max-width:0'>{}</div>",
        "<div style='line-height:1px;font-size:14px'>{}</div>",
    ],
)
def test_threat_04_what_can_be_seen_is_read(post: Letterbox, shown: str) -> None:
    assert sent(post, HTML, shown.format("1: +3"))[:2] == (ACK, ["1: +3"])


@pytest.mark.parametrize("sign", ["\u202a", "\u202b", "\u202d", "\u202e", "\u2066", "\u2067", "\u2068"])
@pytest.mark.parametrize("fields", [UTF8, HTML], ids=["text", "html"])
def test_threat_04_what_looks_other_than_it_is_is_an_error(post: Letterbox, sign: str, fields: str) -> None:
    verdict, filed, said = sent(post, fields, f"1: {sign}+3\n")
    assert (verdict, filed) == (ERR, [])
    assert f"U+{ord(sign):04X}" in said
    for row in post.answers():
        assert sign not in row.text + row.html


def test_threat_05_a_token_is_one_seats_and_one_turns_and_dies_with_it(post: Letterbox) -> None:
    first = {player: token(post, player) for player in ("Ann", "Bob", "Cleo")}
    post.later(hours=1)
    post.next_turn("pit-1")
    assert len({*first.values(), *(token(post, player) for player in first)}) == 6
    assert came(post, f"From: {ANN}\nTo: {first['Ann']}")[:2] == (ERR, [])


def test_threat_05_with_a_report_that_was_passed_on_nobody_else_orders(post: Letterbox) -> None:
    leaked, report = token(post), report_to(post, "Ann").replace("\n1:\n", "\n1: -4\n")
    for body in ("1: +3\n", report, quoted(report)):
        post.later(minutes=5)
        verdict, filed, said = came(post, f"From: {BOB}\nTo: {leaked}", body)
        assert (verdict, filed, post.on_file("Bob", "pit-1")) == (ERR, [], [])
        assert "Ann" not in said
    assert token(post) != leaked
    assert "[pit-1] a reply address in the wrong hands" in told_to_gm(post)
    assert {row.to for row in post.office.outbox("token-alert")} == {ANN}


def test_threat_05_no_text_for_others_may_hold_a_reply_address(sqlite_engine: Engine) -> None:
    house = relay.begun(sqlite_engine, game="glass-bead", options={"turn_order": "seats"})
    first, address = relay.hand(house, "Ann")[0], house.token_address("Bob", "relay-1")
    letter = relay.mail(house, "Bob", f'claim with "{first}": "write to {address.upper()}"\nnegate: any by any on me')
    assert "Line 1 was left out: it holds a reply address of ours" in " ".join(house.answer(letter).split())
    assert not [order for order in house.on_file("Bob", "relay-1") if "write to" in order]
    assert house.verdicts[letter] is ACK
    letter = relay.mail(house, "Bob", f"negate: any by any on me\n# to {address}\nplay: write to {address}")
    assert "Lines 2 and 3 were left out: they hold a reply address" in " ".join(house.answer(letter).split())


def test_threat_05_only_a_digest_of_a_token_is_stored(post: Letterbox) -> None:
    word = token(post).partition("+")[2].partition("@")[0]
    with post.office.desk() as desk:
        (named,) = tokens.find(desk, [word])
        assert named.turn == 1
        stored = desk.connection.exec_driver_sql("SELECT * FROM token").all()
    assert word not in repr(stored)


@pytest.mark.parametrize(
    "name", ["Ann\nBcc: e@x.test", "Ann\x00", "a" * 41, "Ann@x", "<Ann>", 'An"n', "A\u202enn", "An\u2028n"]
)
def test_threat_07_no_name_can_break_a_header(name: str) -> None:
    assert names.refusal(names.tidied(name), []) != "" or names.tidied(name).isprintable()


def test_threat_07_no_subject_of_a_player_is_ever_ours(post: Letterbox) -> None:
    for number, subject in enumerate(("=?utf-8?q?x=0ABcc:_e@v.il?=", "x\r\n Bcc: e@v.il", "[pit-1] =?utf-8?q?=00?=")):
        came(post, f"From: {ANN}\nTo: {token(post)}\nSubject: {subject}", f"1: +{number + 2}\n")
    for row in post.answers():
        assert row.message["subject"] == "[pit-1] Turn 1: orders received"


@pytest.mark.parametrize(
    "text", ["{{ 7 * 7 }}", "{% include 'x' %}", "{0.__class__}", "%s %(x)s", "${x}", "{{ it }}: 3"]
)
def test_threat_08_players_text_is_data(post: Letterbox, text: str) -> None:
    verdict, _, said = sent(post, UTF8, f"1: +3\n{text}\n")
    assert verdict is ACK
    assert text in said


def test_threat_08_no_template_is_made_of_a_text() -> None:
    for file in Path(pbem.__file__).parent.rglob("*.py"):
        assert "from_string" not in file.read_text("utf-8"), file


def test_threat_09_no_answer_holds_a_players_mark_up(post: Letterbox) -> None:
    sent(post, UTF8, "1: +3\n<script>alert(1)</script>\n<img src=x onerror=y>: 3\n")
    (answer,) = post.answers()
    assert "<script" not in answer.html
    assert "<img" not in answer.html
    assert "&lt;script&gt;" in answer.html


def test_threat_10_archives_are_never_opened(post: Letterbox) -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("orders.txt", "1: +3\n" + " " * 10_000_000)
    text = f"Content-Transfer-Encoding: base64\n\n{b64encode(packed.getvalue()).decode()}"
    part = ATTACHED.format(kind="application/zip", name="orders.zip", text=text).replace(
        '"\n\nContent-T', '"\nContent-T'
    )
    verdict, filed, said = sent(post, *parted(part))
    assert (verdict, filed) == (ERR, [])
    assert "orders.zip" in said


def test_threat_10_of_a_header_without_end_only_the_beginning_is_read(post: Letterbox) -> None:
    padding = f"X-Pad: {'y' * 70_000}"
    assert came(post, f"{padding}\nFrom: {ANN}\nTo: {token(post)}") == (QUAR, [], "")
    assert came(post, f"From: {ANN}\nTo: {token(post)}\n{padding}")[:2] == (ACK, ["1: +3"])


def test_threat_13_a_stranger_is_told_little_seldom_and_nothing_of_what_they_wrote(post: Letterbox) -> None:
    spam = "Visit our shop, victim@somewhere.test!\n" * 50
    for number in range(6):
        post.later(hours=1)
        came(post, f"From: {EVE}\nTo: gm@pbem.test\nSubject: shop {number}", f"{spam}# {number}\n")
    answers = post.answers()
    assert 1 <= len(answers) <= 3
    assert {row.to for row in answers} == {EVE}
    for row in answers:
        assert "shop" not in row.text + row.message["subject"]
        assert row.message["return_path"] == ""


def test_threat_13_where_a_server_vouches_nobody_else_is_answered(post: Letterbox) -> None:
    post.office.house = replace(post.office.house, authserv_id="mx.pbem.test")
    assert came(post, f"From: {EVE}\nTo: gm@pbem.test", "help\n")[::2] == (QUAR, "")
    assert came(post, f"From: {EVE}\nTo: gm@pbem.test", "Buy!\n")[::2] == (IGN, "")


def test_threat_15_a_flood_is_taken_in_order_and_answered_once_at_its_end(post: Letterbox) -> None:
    cards = ["+2", "+3", "+4", "-2", "-3", "-4", "x2", "x3", "x4"]
    for number in range(40):
        post.later(seconds=5)
        assert sent(post, UTF8, f"1: {cards[number % 9]}\n# {number}\n")[:2] == (ACK, [f"1: {cards[number % 9]}"])
    rows = [row for row in post.answers() if row.state is OutboxState.QUEUED]
    now = [row for row in rows if row.next_try_at <= post.office.now]
    assert len(now) == 10
    assert [row.letter_id for row in rows if row not in now] == [40]

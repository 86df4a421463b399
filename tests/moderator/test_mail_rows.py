"""Bodies of mails and what becomes of them, one row of the catalogue a test: their text. Source: mail.md 16 to 32."""

import pytest
from sqlalchemy.engine import Engine

from pbem.mail.read import read_letter
from pbem.moderator import position
from pbem.store import letters, sheets
from tests.moderator.letterbox import Letterbox
from tests.moderator.mailed import (
    ACK,
    ANN,
    ASK,
    ERR,
    QUAR,
    UTF8,
    came,
    parted,
    pitagoras,
    plain,
    rich,
    sent,
    told_to_gm,
)
from tests.moderator.tabletop import NOON


@pytest.fixture
def post(sqlite_engine: Engine) -> Letterbox:
    return pitagoras(sqlite_engine)


def test_row_17_two_forms_of_one_sheet_count_and_two_sheets_are_asked_about(post: Letterbox) -> None:
    alike = parted(plain("1: +3\nprompter: Bob\n"), rich("<p>1 : +3</p><p>prompter: bob.</p>"), kind="alternative")
    assert sent(post, *alike)[:2] == (ACK, ["1: +3", "prompter: Bob"])
    wrapped = parted(
        plain("2: if riot then x2\nelse -4\n"), rich("<p>2: if riot then x2 else -4</p>"), kind="alternative"
    )
    assert sent(post, *wrapped)[:2] == (ACK, ["2: if riot then x2 else -4"])
    verdict, filed, said = sent(post, *parted(plain("1: +3\n"), rich("<p>1: +4</p>"), kind="alternative"))
    assert (verdict, filed) == (ASK, ["2: if riot then x2 else -4"])
    assert "The plain text says: 1: +3 The HTML says: 1: +4" in said


def test_row_18_an_empty_form_gives_way_to_the_other(post: Letterbox) -> None:
    assert sent(post, *parted(plain(""), rich("<p>1: +3</p>"), kind="alternative"))[:2] == (ACK, ["1: +3"])
    assert sent(post, *parted(plain("1: +4\n"), rich("<img src='cid:1'>"), kind="alternative"))[:2] == (ACK, ["1: +4"])


def test_row_19_a_wrapped_order_is_joined_by_its_html_or_refused_where_it_breaks(post: Letterbox) -> None:
    split = "2: if riot then x2\nelse -4\n"
    both = parted(plain(split), rich("<p>2: if riot then x2 else -4</p>"), kind="alternative")
    assert sent(post, *both)[:2] == (ACK, ["2: if riot then x2 else -4"])
    verdict, filed, said = sent(post, UTF8, "1: +3\n2: if Bob\nwon 1 then x4 else -2\n")
    assert (verdict, filed) == (ACK, ["1: +3"])
    assert "Line 2: 2: if Bob ^" in said
    assert "was this one line?" in said


def test_row_20_flowed_text_with_and_without_its_spaces(post: Letterbox) -> None:
    fields = "Content-Type: text/plain; format=flowed; delsp={}\n"
    assert sent(post, fields.format("no"), "2: if riot \nthen x2 else -4\n-- \n1: +3\n")[:2] == (
        ACK,
        ["2: if riot then x2 else -4"],
    )
    assert sent(post, fields.format("yes"), "2: if ri \not then x4\n")[:2] == (ACK, ["2: if riot then x4"])
    stuffed = " From Ann\n >1 is enough\n1: +3\n> 1: +4 \n> and more\n"
    assert sent(post, fields.format("no"), stuffed)[:2] == (ACK, ["1: +3"])


@pytest.mark.parametrize("body", ["1: =2B3\n", "1: =\n+3\n", "1: +3=20=20\n", "prompter=3D Bob\n1=3A +3\n"])
def test_row_21_quoted_printable_is_undone_before_anything_is_looked_for(post: Letterbox, body: str) -> None:
    verdict, filed, _ = sent(post, f"{UTF8}Content-Transfer-Encoding: quoted-printable\n", body)
    assert (verdict, filed[-1]) == (ACK, "1: +3")


def test_row_22_of_damaged_base64_what_was_read_is_asked_about(post: Letterbox) -> None:
    fields = f"{UTF8}Content-Transfer-Encoding: base64\n"
    assert sent(post, fields, "MTogKzMKMjogeDQK\n")[:2] == (ACK, ["1: +3", "2: x4"])
    verdict, filed, said = sent(post, fields, "MTogLTQKMjogeDI\n____\nlist footer\n")
    assert (verdict, filed) == (ASK, ["1: +3", "2: x4"])
    assert "These orders were read in it: 1: -4 2: x2" in said


@pytest.mark.parametrize("transfer", ["7-bit", "8-bit", "x-nobody-knows", "none"])
def test_row_23_an_unknown_transfer_encoding_is_read_as_it_stands(post: Letterbox, transfer: str) -> None:
    fields = f"{UTF8}Content-Transfer-Encoding: {transfer}\n"
    assert sent(post, fields, "1: +3\n# grüße\n")[:2] == (ACK, ["1: +3"])


def test_row_23_uuencode_is_refused_as_a_whole_or_as_a_file(post: Letterbox) -> None:
    file = "begin 644 orders.txt\n%,3H@*S,\n`\nend\n"
    verdict, filed, said = sent(post, f"{UTF8}Content-Transfer-Encoding: x-uuencode\n", file)
    assert (verdict, filed) == (ERR, [])
    assert "it is in uuencode" in said
    verdict, filed, said = sent(post, UTF8, file)
    assert (verdict, filed) == (ERR, [])
    assert "orders.txt" in said
    verdict, filed, said = sent(post, UTF8, f"begin 1: +3 end\n{file}1: -4\n2: y\n")
    assert (verdict, filed) == (ACK, ["1: -4"])
    assert "it is attached: orders.txt" in said
    assert "Line 7: 2: y" in said


@pytest.mark.parametrize(
    ("charset", "encoded"),
    [
        ("; charset=x-nobody-knows", "1: +3\nprompter: Bob – thanks".encode()),
        ('; charset=""', b"1: +3\nprompter: Bob"),
        ("; charset=us-ascii", "1: +3\nprompter: Bob\n# grüße".encode("cp1252")),
        ("", "1: +3\nprompter: Bob\n# grüße".encode("cp1252")),
        ("; charset=utf-8", "1: +3\nprompter: Bob\n# grüße".encode("latin-1")),
    ],
    ids=["unknown", "empty", "wrong", "none", "not-utf-8"],
)
def test_row_24_charsets_are_tried_strictly_and_in_order(post: Letterbox, charset: str, encoded: bytes) -> None:
    verdict, filed, _ = sent(post, f"Content-Type: text/plain{charset}\n", encoded)
    assert verdict is ACK
    assert filed[0] == "1: +3"


@pytest.mark.parametrize("codec", ["iso2022_jp", "gb18030", "big5", "euc_kr"])
def test_row_25_charsets_of_east_asia_are_read(post: Letterbox, codec: str) -> None:
    label = {"iso2022_jp": "ISO-2022-JP", "euc_kr": "KS_C_5601-1987"}.get(codec, codec.upper())
    assert sent(post, f"Content-Type: text/plain; charset={label}\n", "1: +3\n# 中\n".encode(codec))[:2] == (
        ACK,
        ["1: +3"],
    )


@pytest.mark.parametrize("label", ["utf-7", "rot13", "base64", "punycode"])
def test_row_25_what_turns_a_text_into_another_is_refused(post: Letterbox, label: str) -> None:
    verdict, filed, _ = sent(post, f"Content-Type: text/plain; charset={label}\n", "1: +3\n")
    assert (verdict, filed) == (ASK, [])


def test_row_26_what_stands_before_the_header_is_passed_over(post: Letterbox) -> None:
    for number, before in enumerate(("\ufeff", "\n\n", ">From ann Tue Nov 3\n", "From ann Tue Nov 3\n")):
        fields = f"{before}From: {ANN}\nTo: {post.token_address('Ann', 'pit-1')}\nSubject: {number}"
        assert came(post, fields, f"# {number}\n1: +3\n")[:2] == (ACK, ["1: +3"])
    assert came(post, f"To: {post.token_address('Ann', 'pit-1')}", "1: -4\n") == (QUAR, ["1: +3"], "")
    assert "letter 5 waits for you" in told_to_gm(post)[-1]


def test_row_27_nul_and_control_bytes_are_left_out(post: Letterbox) -> None:
    body = b"1: \x00+3\x07\n\x1b2: x4\n"
    assert sent(post, "", body)[:2] == (ACK, ["1: +3", "2: x4"])
    with post.office.desk() as desk:
        (waiting,) = letters.as_they_came(desk.connection, [1])
    assert waiting.raw.content.endswith(body)
    assert "3 control characters were left out" in read_letter(waiting.raw.content, NOON).notes


@pytest.mark.parametrize(
    "written",
    ["1:\u00a0+3", "1: +\u202f3", "1: +3 ", "\u201c1: +3\u201d"[1:-1]],
    ids=["no-break", "narrow", "space", "quotes"],
)
def test_row_28_typography_of_spaces(post: Letterbox, written: str) -> None:
    assert sent(post, "Content-Type: text/plain; charset=utf-8\n", written)[:2] == (ACK, ["1: +3"])


@pytest.mark.parametrize("written", ["1: \u22123", "1: \u20133", "1: \u20143"], ids=["minus", "en-dash", "em-dash"])
def test_row_28_typography_of_signs(post: Letterbox, written: str) -> None:
    assert sent(post, "Content-Type: text/plain; charset=utf-8\n", written)[:2] == (ACK, ["1: -3"])


@pytest.mark.parametrize(
    ("written", "order"),
    [
        ("prompter: “Bob”", "prompter: Bob"),
        ("prompter: «\u00a0Bob\u00a0»", "prompter: Bob"),
        ("2: ×4", "2: x4"),
        ("2: if stake 2 ≥ 3 then x4", "2: if stake 2 >= 3 then x4"),
        ("2: if stake 2 ≤ 3 then x4", "2: if stake 2 <= 3 then x4"),
    ],
)
def test_row_28_typography_of_the_rest(post: Letterbox, written: str, order: str) -> None:
    assert sent(post, UTF8, written)[:2] == (ACK, [order])


@pytest.mark.parametrize(
    ("written", "mark"),
    [("1:\u00a0\u22123 oops", 7), ("2: if stake\u202f2 ≥ 3 then ×9", 24), ("\u200b1: +\u00ad3\u200d oops", 10)],
)
def test_row_28_columns_are_those_of_what_was_written(post: Letterbox, written: str, mark: int) -> None:
    sent(post, UTF8, written)
    with post.office.desk() as desk:
        here = position.named_running(desk, "pit-1")
        (sheet,) = sheets.of_seat(desk.connection, here.seat("Ann").id)
    assert [problem[1] for problem in sheet.problems] == [mark]


@pytest.mark.parametrize(
    ("written", "order"),
    [
        ("1: \u20103", "1: -3"),
        ("1: \u20113", "1: -3"),
        ("1:\u00ad +\u200b3\u200d", "1: +3"),
        ("\ufeff1: \u200e+3\u200f", "1: +3"),
        ("１： ＋3", "1: +3"),
        ("2: ×4", "2: x4"),
    ],
    ids=["hyphen", "no-break-hyphen", "zero-width", "direction", "full-width", "times"],
)
def test_row_29_look_alikes_of_phones_are_read(post: Letterbox, written: str, order: str) -> None:
    assert sent(post, "Content-Type: text/plain; charset=utf-8\n", written)[:2] == (ACK, [order])


@pytest.mark.parametrize(
    ("written", "named"),
    [
        ("1: +²", "U+00B2"),
        ("1: +٢", "U+0662"),
        ("1: → 3", "U+2192"),
        ("1: +3…", "U+2026"),
        ("1: +½", "U+00BD"),
        ("1: ✖3", "U+2716"),
    ],
)
def test_row_29_other_signs_are_named(post: Letterbox, written: str, named: str) -> None:
    verdict, filed, said = sent(post, "Content-Type: text/plain; charset=utf-8\n", written)
    assert (verdict, filed) == (ERR, [])
    assert named in said


def test_row_30_a_cyrillic_letter_is_named(post: Letterbox) -> None:
    verdict, filed, said = sent(post, "Content-Type: text/plain; charset=utf-8\n", "2: х4")
    assert (verdict, filed) == (ERR, [])
    assert "the letter at column 4 is Cyrillic" in said


def test_row_31_numbers_of_a_list_are_read_from_its_markup(post: Letterbox) -> None:
    fields = "Content-Type: text/html; charset=utf-8\n"
    assert sent(post, fields, "<ol><li>+3</li><li>x4</li></ol>")[:2] == (ACK, ["1: +3", "2: x4"])
    assert sent(post, fields, '<ol start="2"><li>-4</li></ol>')[:2] == (ACK, ["2: -4"])
    assert sent(post, fields, '<ol><li value="2">x3</li></ol>')[:2] == (ACK, ["2: x3"])


@pytest.mark.parametrize(
    ("written", "filed"),
    [
        ("1. +3\n2) x4", ["1: +3", "2: x4"]),
        ("PROMPTER: BOB.\n1: +3.", ["prompter: Bob", "1: +3"]),
        ("😀\n1: +3", ["1: +3"]),
        ("1: +3\n—\nAnn", ["1: +3"]),
        ("1: –4\n2: if stake 2 ≥ 3 then x4", ["1: -4", "2: if stake 2 >= 3 then x4"]),
    ],
    ids=["numbers", "capitals", "emoji", "signature", "dashes"],
)
def test_row_31_what_a_phone_makes_of_a_sheet_is_shown_as_read(post: Letterbox, written: str, filed: list[str]) -> None:
    verdict, found, said = sent(post, UTF8, written)
    assert (verdict, found) == (ACK, filed)
    assert f"On file now for Ann: {' '.join(filed)}" in said


def test_row_31_signs_that_autocorrect_put_into_an_order_are_named(post: Letterbox) -> None:
    verdict, filed, said = sent(post, UTF8, "1: +3 ©\n2: x4 😀\n")
    assert (verdict, filed) == (ERR, [])
    assert "U+00A9" in said
    assert "U+1F600" in said


def test_row_32_a_very_long_line_is_refused(post: Letterbox) -> None:
    verdict, filed, said = sent(post, UTF8, f"1: +3\n{'x' * 10_001}\n")
    assert (verdict, filed) == (ERR, [])
    assert "a line of more than 10,000 characters" in said

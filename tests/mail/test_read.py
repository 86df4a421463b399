"""Whole mails read. Source: mail.md B and C."""

import pytest

from tests.mail.reading import letter, own

HEAD = "From: Ann <ann@example.org>\nTo: gm+token@pbem.test\nSubject: Re: pit-1, turn 3\n"


def test_plain_mail() -> None:
    read = letter(HEAD + "Message-ID: <1@example.org>\nReferences: <a@x> <b@x>\nIn-Reply-To: <b@x>\n\n1: +3\n2: x4\n")
    assert (read.sender, read.sender_name) == ("ann@example.org", "Ann")
    assert read.recipients == ("gm+token@pbem.test",)
    assert read.answers == ("<b@x>", "<a@x>")
    assert read.message_id == "<1@example.org>"
    assert [(line.number, line.text) for line in read.lines] == [(1, "1: +3"), (2, "2: x4")]


def test_row_12_numbers_count_from_the_writers_first_line() -> None:
    read = letter(HEAD + "\n[EXTERNAL EMAIL]\n\n1: +3\n2: x4\n")
    assert [(line.number, line.text) for line in read.lines] == [
        (0, "[EXTERNAL EMAIL]"),
        (0, ""),
        (1, "1: +3"),
        (2, "2: x4"),
    ]


def test_row_16_html_only() -> None:
    read = letter(
        HEAD + "Content-Type: text/html; charset=utf-8\n\n<div>1: +3</div><div>2: if Bob won 1 then x4<br>else -2</div>"
        '<br><div class="gmail_quote"><div class="gmail_attr">On Tue, 3 Nov 2026 pbem wrote:</div>'
        "<blockquote>1: +9</blockquote></div>\n"
    )
    assert own(read) == ["1: +3", "2: if Bob won 1 then x4", "else -2"]


@pytest.mark.parametrize(
    ("fields", "body"),
    [
        ("Content-Type: text", b"1: +3\nprompter: Zo\xc3\xa9\n"),
        ("Content-Transfer-Encoding: quoted-printable", b"1: =  \n+3\nprompter: Zo=C3=A9 \t\n"),
        ("Content-Type: text/plain; charset=x-mac-roman", b"1: +3\nprompter: Zo\x8e\n"),
        ("Content-Type: text/plain; charset=x-gbk", "1: +3\nprompter: Zo\u00e9\n".encode("gbk")),
        ("Content-Type: text/plain; charset=cp50221", "1: +3\nprompter: Zo\u00e9\n".encode("iso2022_jp_ext")),
    ],
)
def test_rows_21_23_24_labels_and_encodings_that_are_slightly_off(fields: str, body: bytes) -> None:
    read = own(letter((HEAD + fields + "\n\n").encode() + body))
    assert [line.rstrip() for line in read] == ["1: +3", "prompter: Zo\u00e9"]


def alternative(plain: str, rich: str) -> str:
    return (
        HEAD + 'Content-Type: multipart/alternative; boundary="b"\n\n--b\nContent-Type: text/plain\n\n'
        f"{plain}\n--b\nContent-Type: text/html\n\n{rich}\n--b--\n"
    )


@pytest.mark.parametrize(
    ("plain", "rich", "lines", "differ"),
    [
        ("1: +3\n2: x4", "<p>1: +3<p>2: x4", ["1: +3", "2: x4"], False),
        ("2: if Bob won 1\nthen x4", "<p>2: if Bob won 1 then x4", ["2: if Bob won 1 then x4"], False),
        ("1: +3", "<p>1: +4", ["1: +3"], True),
        ("*1: +3*", "<p><b>1: +3</b>", ["1: +3"], False),
        ("  *   1: +3\n  *   2: x4", "<ul><li>1: +3<li>2: x4</ul>", ["- 1: +3", "- 2: x4"], False),
        (
            "see rules<https://example.org/r>\n1: +3",
            "<p><a href=x>see rules</a><p>1: +3",
            ["see rules", "1: +3"],
            False,
        ),
        ("1: -2", "<p>1: 2", ["1: -2"], True),
        ("", "<p>1: +4", ["1: +4"], False),
        ("1: +3", "<p><img src=x>", ["1: +3"], False),
    ],
    ids=["same", "wrapped", "other", "bold", "bullets", "link", "sign", "no-text", "no-html"],
)
def test_row_17_18_19_text_and_html(plain: str, rich: str, lines: list[str], differ: bool) -> None:
    read = letter(alternative(plain, rich))
    assert own(read) == lines
    assert bool(read.readings) == differ


def test_row_20_flowed_text_is_joined_before_anything_is_looked_for() -> None:
    read = letter(
        HEAD + "Content-Type: text/plain; format=flowed; delsp=no\n\n2: if Bob won 1 \nthen x4\n >= 3\n-- \nAnn \nLee\n"
    )
    assert own(read) == ["2: if Bob won 1 then x4", ">= 3"]


def test_row_21_quoted_printable() -> None:
    read = letter(HEAD + "Content-Transfer-Encoding: quoted-printable\n\n1: =2B3=20\n2: if Bob won 1 =\nthen x4\n")
    assert own(read) == ["1: +3 ", "2: if Bob won 1 then x4"]


def test_row_22_damaged_base64_is_held() -> None:
    whole = letter(HEAD + "Content-Transfer-Encoding: base64\n\nMTogKzMKMjogeDQK\n")
    assert (own(whole), whole.held_reason) == (["1: +3", "2: x4"], "")
    damaged = letter(HEAD + "Content-Transfer-Encoding: base64\n\nMTogKzMKMjogeDQ\n____\nlist footer\n")
    assert own(damaged) == ["1: +3", "2: x4"]
    assert damaged.held_reason

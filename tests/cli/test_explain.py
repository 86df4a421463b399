"""`pbem mail explain`: on files without any configuration, and on stored letters."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from pbem.cli import main
from pbem.service.explaining import explain
from tests.cli.conftest import Club, Give
from tests.cli.test_mail import held as held  # a fixture
from tests.mail.corpus import CORPUS
from tests.mail.hostile import MAILS
from tests.mail.mutations import mutants

HEAD = "From: Ann Miller <ann@players.test>\nTo: gm+k5x2mz7qpdh3w4ravbn6tjyecg@pbem.test\nSubject: Re: pit-1\n"
KEYS = ["verdict", "reason", "sender", "campaign", "turn", "own", "lines"]
REPLY = """
CAUTION: this mail came from outside

1: +3

prompter: Cleo

On Mon, Nov 2, 2026 at 9:00 AM Bob Stone <gm+k5x2mz7qpdh3w4ravbn6tjyecg@pbem.test> wrote:
> 1: +9
> [pbem pit-1 turn 3 k7m2q4xa begin]
--\x20
Ann Miller, 5 High Street
"""


def explained(folder: Path, *mails: str, words: tuple[str, ...] = ()) -> list[dict[str, Any]]:
    files = []
    for number, mail in enumerate(mails):
        files.append(folder / f"mail{number}.eml")
        files[-1].write_bytes(mail.encode())
    result = CliRunner().invoke(main, ["mail", "explain", "--json", *words, *map(str, files)])
    assert (result.exit_code, result.stderr) == (0, "")
    return [json.loads(line) for line in result.stdout.splitlines()]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder, without any configuration."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PBEM_CONFIG", raising=False)
    return tmp_path


def test_a_file_is_explained_without_configuration(folder: Path) -> None:
    [told] = explained(folder, HEAD + REPLY)
    assert list(told) == KEYS
    assert told["own"] == "1: +3\n\nprompter: Cleo"
    assert (told["verdict"], told["sender"], told["campaign"], told["turn"]) == ("ACK", "ann@players.test", None, None)
    kinds = {line["text"]: line["as"] for line in told["lines"] if line["text"].strip()}
    assert list(kinds.values()) == [
        *("banner", "own", "own", "attribution", "quotation", "quotation", "signature", "signature"),
    ]
    assert all(list(line) == ["line", "text", "as"] for line in told["lines"])


@pytest.mark.parametrize(
    ("fields", "text", "verdict"),
    [
        ("", "1: +3\n", "ACK"),
        ("", "", "ERR"),
        ("", "> 1: +3\n", "ERR"),
        ("Auto-Submitted: auto-replied\n", "1: +3\n", "IGN"),
        ("X-Challenge: yes\n", "1: +3\n", "QUAR"),
        ("List-Id: <a.example>\n", "1: +3\n", "IGN"),
        ("X-Pbem-Loop: here\n", "1: +3\n", "IGN"),
        ("From: Bob <bob@players.test>\n", "1: +3\n", "QUAR"),
        ("Content-Transfer-Encoding: base64\n", "MTogKzM*\n", "ASK"),
        ("Content-Transfer-Encoding: x-uuencode\n", "1: +3\n", "ERR"),
    ],
    ids=["own", "empty", "quoted", "robot", "challenge", "list", "ours", "two-senders", "damaged", "uuencode"],
)
def test_the_verdict_is_what_header_and_text_allow(folder: Path, fields: str, text: str, verdict: str) -> None:
    [told] = explained(folder, HEAD + fields + "\n" + text)
    assert told["verdict"] == verdict
    assert told["reason"]


def test_an_empty_mail_may_have_its_orders_in_the_subject_or_attached(folder: Path) -> None:
    subject = "From: ann@players.test\nSubject: 1: +3\n\n"
    attached = (
        "From: ann@players.test\nContent-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/plain\n\n\n--b\n"
        'Content-Type: text/plain; name="orders.txt"\nContent-Disposition: attachment\n\n1: +4\n\n--b--\n'
    )
    told = explained(folder, subject, attached)
    assert [(one["verdict"], one["own"]) for one in told] == [("ACK", "1: +3"), ("ACK", "1: +4")]


@pytest.mark.parametrize("words", [(), ("--redact",)])
def test_any_bytes_are_one_object_on_one_line_in_order(folder: Path, words: tuple[str, ...]) -> None:
    mails = [mutant.content for mutant, _ in zip(mutants(CORPUS, 11), range(60), strict=False)]
    mails += [make(3_000) for make in MAILS.values()] + [b"", b"\0", b"\xff" * 100, b"\r", b"\n\n", b"From x\n"]
    names = []
    for number, content in enumerate(mails):
        names.append(f"{number}.eml")
        (folder / names[-1]).write_bytes(content)
    result = CliRunner().invoke(main, ["mail", "explain", "--json", *words, *names])
    assert (result.exit_code, result.stderr) == (0, "")
    told = [json.loads(line) for line in result.stdout.split("\n")[:-1]]
    assert [list(one) for one in told] == [KEYS] * len(mails)
    for content, one in zip(mails, told, strict=True):
        alone = explain(content, redact=bool(words)).to_json()
        assert {**one, "own": "", "lines": []} == {**alone, "own": "", "lines": []}
        assert len(one["lines"]) == len(alone["lines"])


def test_mails_are_explained_in_order_and_one_from_standard_input(folder: Path) -> None:
    (folder / "b.eml").write_text("From: b@x.test\n\nb\n")
    (folder / "a.eml").write_text("From: a@x.test\n\na\n")
    result = CliRunner().invoke(
        main, ["mail", "explain", "--json", "b.eml", "-", "a.eml"], input="From: c@x.test\n\nc\n"
    )
    assert [json.loads(line)["own"] for line in result.stdout.splitlines()] == ["b", "c", "a"]


def test_a_file_that_cannot_be_read_is_one_sentence_and_the_others_are_explained(folder: Path) -> None:
    (folder / "a.eml").write_text("From: a@x.test\n\na\n")
    result = CliRunner().invoke(main, ["mail", "explain", "--json", "none.eml", "a.eml"])
    assert result.exit_code == 1
    assert result.stderr == "pbem: none.eml cannot be read: No such file or directory\n"
    assert json.loads(result.stdout)["own"] == "a"


def test_redacting_leaves_no_name_no_address_and_no_token(folder: Path) -> None:
    [told] = explained(folder, HEAD + REPLY, words=("--redact",))
    said = json.dumps(told).lower()
    for secret in ("ann", "miller", "bob", "stone", "players.test", "k5x2mz7q", "k7m2q4xa", "high street"):
        assert not re.search(rf"\b{secret}", said), secret
    assert told["own"] == "1: +3\n\nprompter: Cleo"


PLAIN = "From: Ann Miller <ann@players.test>\nTo: gm@pbem.test\nSubject: Re: pit-1\n\n1: +3\n"


@pytest.mark.parametrize(
    ("mail", "secrets"),
    [
        (PLAIN.replace("To: gm", "To: Bob Stone <gm").replace("test\nSub", "test>\nSub") + "Hi Bob", "bob"),
        (PLAIN.replace("\n\n", "\nCc: Carla Diaz <c@players.test>\n\n") + "and Carla", "carla"),
        (PLAIN.replace("\n\n", "\nReply-To: Xaver Huber <x@y.test>\n\n") + "Xaver", "xaver"),
        (PLAIN.replace("Ann Miller <ann@players.test>", "ann.miller@players.test") + "Ann Miller", "ann miller"),
        (PLAIN.replace("From: ", "From: Zed Zulu <zed@zulu.test>, ") + "Zed", "ann zed zulu"),
        (PLAIN + "\nAm 02.11.26 um 09:00 schrieb Bob Stone:\n> Bob", "bob stone"),
        (PLAIN + "\nBob Stone wrote on 2 Nov 2026 09:00:\n> Bob", "bob stone"),
        (PLAIN + "\nAm 2. Nov. 2026 um 09:00 Uhr schrieb Bob Stone <\ngm@pbem.test>:\n\n> 1: +9", "bob stone"),
        (
            PLAIN + "\nFrom: Bob Stone [mailto:gm@pbem.test]\nSent: Monday, 2 November 2026 09:00\n"
            "To: Carl Quist; Dora Vance\nSubject: turn 3\n\nHello Carl",
            "bob stone carl quist dora vance",
        ),
        (
            PLAIN.replace("Ann Miller", "=?utf-8?q?J=C3=BCrgen?=") + "Ju\u0308rgen, J\u00dcRGEN",
            "j\u00fcrgen ju\u0308rgen",
        ),
        (PLAIN.replace("Ann Miller", "\u7530\u4e2d\u592a\u90ce") + "\u7530\u4e2d\u3067\u3059", "\u7530\u4e2d"),
        (PLAIN + "see www.players.test/u/x or ann%40players.test", "players.test"),
    ],
)
def test_redacting_leaves_no_name_that_the_mail_gives_away(folder: Path, mail: str, secrets: str) -> None:
    [told] = explained(folder, mail, words=("--redact",))
    said = json.dumps(told, ensure_ascii=False).lower()
    assert [secret for secret in secrets.split() if secret in said] == []
    assert told["own"].startswith("1: +3")


def test_people_are_told_why(folder: Path) -> None:
    (folder / "a.eml").write_text(HEAD + REPLY)
    result = CliRunner().invoke(main, ["mail", "explain", "a.eml"])
    assert result.exit_code == 0
    quoted = next(line for line in result.stdout.splitlines() if "> 1: +9" in line)
    assert "quotation" in quoted
    assert "begins with a quotation mark" in quoted
    assert "not known without the database" in result.stdout


def test_a_stored_letter_is_told_with_its_verdict_and_what_was_answered(held: Club) -> None:
    told = held.told("mail", "explain", "1")
    assert (told["verdict"], told["campaign"], told["turn"], told["own"]) == ("ASK", "tiny-1", 1, "high")
    printed = held("mail", "explain", "1")
    assert "nothing proves that they wrote it" in printed
    assert "(to ann@players.test)" in printed
    assert "there is no letter 9" in held("mail", "explain", "9", status=1)


def test_a_number_needs_a_database(give: Give) -> None:
    assert give("mail", "explain", "1", status=2).stderr.count("\n") == 1

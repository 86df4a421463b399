"""IMAP servers that fail, or answer in odd ways. Source: mail.md 64 to 73."""

import contextlib
import threading
from collections.abc import Iterator

import pytest

from pbem.core.letters import Raw
from pbem.mail import imap
from pbem.mail.imap import ImapAccount, ImapFolder, ImapServer
from pbem.mail.source import MailboxUnreachable
from tests.mail.scripted_imap import Connection, ScriptedImap, serving


def mail(number: int) -> bytes:
    return f"From: Ann <ann@example.org>\r\nSubject: mail {number}\r\n\r\n{number}: +3\r\n".encode()


@pytest.fixture
def script() -> Iterator[ScriptedImap]:
    with serving(ScriptedImap({uid: mail(uid) for uid in (3, 4, 5)})) as script:
        yield script


@pytest.fixture
def folder(script: ScriptedImap) -> Iterator[ImapFolder]:
    with contextlib.closing(opened(script)) as folder:
        yield folder


def opened(script: ScriptedImap, timeout: float = 10) -> ImapFolder:
    server = ImapServer("127.0.0.1", script.port, "none", "gm", "secret", timeout)
    return ImapFolder(ImapAccount(server), "inbox", processed="Processed")


def polled(folder: ImapFolder, uid: int = 0) -> list[Raw]:
    return [raw for batch in folder.poll(7, uid) for raw in batch.raws]


def test_row_64_a_connection_that_drops_inside_a_mail(script: ScriptedImap, folder: ImapFolder) -> None:
    def drop(connection: Connection, tag: str, rest: str) -> None:
        if "BODY" not in rest:
            connection.usual(tag, "UID FETCH", rest)
            return
        del script.answers["UID FETCH"]
        connection.say("* 1 FETCH (UID 3 BODY[] {500}\r\nFrom: Ann")
        connection.hang_up()

    script.answers["UID FETCH"] = drop
    with pytest.raises(MailboxUnreachable, match="failed while fetching mail from INBOX"):
        polled(folder)
    assert [raw.content for raw in polled(folder)] == [mail(3), mail(4), mail(5)]
    assert script.connections == 2


def test_row_64_a_server_that_hangs(script: ScriptedImap) -> None:
    released = threading.Event()

    def hang(connection: Connection, tag: str, rest: str) -> None:
        released.wait(30)
        connection.hang_up()

    script.answers["UID SEARCH"] = hang
    with contextlib.closing(opened(script, timeout=0.2)) as folder:
        with pytest.raises(MailboxUnreachable, match=r"no answer within 0\.2 s"):
            polled(folder)
        released.set()


@pytest.mark.parametrize("step", ["LOGIN", "UID SEARCH"])
def test_row_64_a_server_that_never_ends_its_answer(
    script: ScriptedImap, folder: ImapFolder, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    def go_on(connection: Connection, tag: str, rest: str) -> None:
        with contextlib.suppress(OSError):
            for _ in range(1000):
                connection.say("* OK wait")
                if released.wait(0.01):
                    break
        connection.hang_up()

    released = threading.Event()
    monkeypatch.setattr(imap, "LONGEST_STEP", 0.2)
    script.answers[step] = go_on
    with pytest.raises(MailboxUnreachable, match=r"it had not ended after 0\.2 s"):
        polled(folder)
    released.set()


def test_row_65_a_farewell_in_idle(script: ScriptedImap, folder: ImapFolder) -> None:
    def farewell(connection: Connection, tag: str, rest: str) -> None:
        connection.say("+ idling")
        connection.say("* BYE the server goes down")
        connection.hang_up()

    script.answers["IDLE"] = farewell
    polled(folder)
    folder.wait(60)
    assert [raw.content for raw in polled(folder, 4)] == [mail(5)]
    assert script.connections == 2


def test_row_65_trouble_with_idle_is_not_sought_again_at_once(script: ScriptedImap, folder: ImapFolder) -> None:
    script.answers["IDLE"] = lambda connection, tag, rest: connection.say(f"{tag} NO not now")
    polled(folder)
    folder.wait(60)
    folder.wait(0.01)
    assert script.log.count("IDLE") == 1


def test_row_65_a_server_without_idle_is_waited_for(script: ScriptedImap, folder: ImapFolder) -> None:
    script.capabilities = "IMAP4rev1"
    polled(folder)
    timer = threading.Timer(0.05, folder.interrupt)
    timer.start()
    folder.wait(60)
    timer.join()
    assert "IDLE" not in script.log


def test_row_70_a_mail_that_the_server_cannot_give(script: ScriptedImap, folder: ImapFolder) -> None:
    def refuse(connection: Connection, tag: str, rest: str) -> None:
        if "BODY.PEEK[]" in rest and "4" in rest.partition(" ")[0].split(","):
            connection.say(f"{tag} NO [SERVERBUG] cannot read it")
        else:
            connection.usual(tag, "UID FETCH", rest)

    script.answers["UID FETCH"] = refuse
    found = polled(folder)
    assert [(raw.uid, raw.oversize) for raw in found] == [("3", False), ("4", True), ("5", False)]
    assert found[1].content == b"From: Ann <ann@example.org>\r\nSubject: mail 4\r\n\r\n"
    assert [raw.content for raw in found if not raw.oversize] == [mail(3), mail(5)]


def test_row_70_a_mail_of_which_not_even_the_header_can_be_had(script: ScriptedImap, folder: ImapFolder) -> None:
    def refuse(connection: Connection, tag: str, rest: str) -> None:
        if "BODY" in rest:
            connection.say(f"{tag} NO [SERVERBUG] cannot read it")
        else:
            connection.usual(tag, "UID FETCH", rest)

    script.answers["UID FETCH"] = refuse
    assert [(raw.uid, raw.content, raw.oversize) for raw in polled(folder, 4)] == [("5", b"", True)]


def test_row_69_a_folder_marked_as_spam_is_looked_for_anew_each_time(script: ScriptedImap) -> None:
    server = ImapServer("127.0.0.1", script.port, "none", "gm", "secret", 10)
    with contextlib.closing(ImapFolder(ImapAccount(server), "spam", "", junk=True)) as folder:
        assert [raw.junk for raw in polled(folder, 4)] == [True]
        script.folders = {"INBOX": ""}
        assert polled(folder, 4) == []
        script.folders = {"INBOX": "", "Ongewenst": " \\Junk"}
        assert len(polled(folder, 4)) == 1
    assert [line for line in script.log if line.startswith("EXAMINE")][-1] == 'EXAMINE "Ongewenst"'
    assert not any(line.startswith("SELECT") for line in script.log)


def test_answers_in_another_order_and_about_other_mails(script: ScriptedImap, folder: ImapFolder) -> None:
    def oddly(connection: Connection, tag: str, rest: str) -> None:
        if "BODY" not in rest:
            connection.say("* 9 FETCH (FLAGS (\\Seen))")
            connection.say('* 2 FETCH (INTERNALDATE "03-Nov-2026 12:00:00 +0200" RFC822.SIZE 9 UID 4)')
            connection.say('* 3 FETCH (INTERNALDATE "99-Foo-2026 12:00:00 +0200" RFC822.SIZE 9 UID 5 FLAGS ())')
        else:
            for uid in (5, 4):
                connection.say("* 9 FETCH (FLAGS (\\Seen) UID 9)")
                content = mail(uid).decode()
                connection.say(f"* {uid - 2} FETCH (BODY[] {{{len(content)}}}\r\n{content} FLAGS (\\Seen) UID {uid})")
            connection.say("* 9 FETCH (FLAGS ())")
        connection.say(f"{tag} OK done")

    script.answers["UID FETCH"] = oddly
    four, five = polled(folder, 3)
    assert (four.content, four.uid, four.received.isoformat()) == (mail(4), "4", "2026-11-03T10:00:00+00:00")
    assert (five.content, five.uid) == (mail(5), "5")


def test_row_71_a_search_that_finds_two_hundred_thousand(script: ScriptedImap, folder: ImapFolder) -> None:
    script.answers["UID SEARCH"] = lambda connection, tag, rest: connection.say(
        "* SEARCH " + " ".join(map(str, range(1, 200_001))) + f"\r\n{tag} OK done"
    )
    first = next(iter(folder.poll(7, 0)))
    assert ([raw.uid for raw in first.raws], first.uid) == (["3", "4", "5"], 50)


def test_row_66_another_uidvalidity_in_the_middle_of_a_poll(script: ScriptedImap, folder: ImapFolder) -> None:
    script.mails.update({uid: mail(uid) for uid in range(6, 120)})
    batches = folder.poll(7, 0)
    first = next(batches)
    script.uidvalidity = 8
    assert list(batches) == []
    assert first.uidvalidity == 7
    folder.file_away(7, [raw.uid for raw in first.raws])
    assert not any(line.startswith("UID MOVE") for line in script.log)


def test_a_server_that_does_not_answer_as_one(script: ScriptedImap, folder: ImapFolder) -> None:
    script.answers["SELECT"] = lambda connection, tag, rest: connection.say(f"{tag} OK done")
    with pytest.raises(MailboxUnreachable, match="INBOX has no UIDVALIDITY"):
        polled(folder)
    script.answers["SELECT"] = lambda connection, tag, rest: connection.say("what? secret")
    with pytest.raises(MailboxUnreachable) as error:
        polled(folder)
    assert "secret" not in str(error.value)

"""IMAP folders as sources of mail, over two servers that share no code: pymap and Dovecot. Source: mail.md 64 to 75."""

import contextlib
import threading
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest
from imap_tools import BaseMailBox, MailBoxUnencrypted

from pbem.core.letters import Raw
from pbem.demo.post_office import PostOffice
from pbem.mail import imap
from pbem.mail.imap import ImapAccount, ImapFolder, ImapServer
from pbem.mail.source import MailboxUnreachable
from tests.servers.dovecot import CERTIFICATE, Dovecot, dovecot

RECEIVED = datetime(2026, 11, 3, 10, 0, 7, tzinfo=timezone(timedelta(hours=2)))
USER = "gm@pbem.test"
PASSWORD = "gm"


def mail(number: int, length: int = 0) -> bytes:
    return f"From: Ann <ann@example.org>\r\nSubject: mail {number}\r\n\r\n{number}: +3\r\n{'x' * length}".encode()


class Box:
    """A mailbox and another program's hands in it."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.server = ImapServer("127.0.0.1", port, "none", USER, PASSWORD, timeout=10)

    @contextlib.contextmanager
    def hands(self, folder: str = "INBOX") -> Iterator[BaseMailBox]:
        with MailBoxUnencrypted("127.0.0.1", self.port).login(USER, PASSWORD, initial_folder=folder) as box:
            yield box

    def put(self, *contents: bytes, folder: str = "INBOX", received: datetime = RECEIVED) -> None:
        with self.hands() as box:
            if not box.folder.exists(folder):
                box.folder.create(folder)
            for content in contents:
                box.append(content, folder, dt=received)

    def subjects(self, folder: str = "INBOX") -> list[str]:
        with self.hands() as box:
            if not box.folder.exists(folder):
                return []
            box.folder.set(folder)
            return [message.subject for message in box.fetch(mark_seen=False)]


@pytest.fixture(params=["pymap", "dovecot"])
def box(request: pytest.FixtureRequest) -> Iterator[Box]:
    if request.param == "pymap":
        with PostOffice({USER: PASSWORD}) as office:
            yield Box(office.imap_port)
        return
    server: Dovecot = request.getfixturevalue("real_imap")
    here = Box(server.port)
    with here.hands() as hands:
        hands.delete(hands.uids())
        for folder in hands.folder.list():
            if folder.name != "INBOX":
                hands.folder.delete(folder.name)
    yield here


@pytest.fixture
def folder(box: Box) -> Iterator[ImapFolder]:
    with contextlib.closing(source(box)) as opened:
        yield opened


def source(
    box: Box, folder: str = "INBOX", processed: str = "Processed", junk: bool = False, size: int = 1_000_000
) -> ImapFolder:
    return ImapFolder(ImapAccount(box.server), "inbox", folder, processed, junk, size)


def polled(folder: ImapFolder, uidvalidity: int = 0, uid: int = 0) -> list[Raw]:
    return [raw for batch in folder.poll(uidvalidity, uid) for raw in batch.raws]


def test_mails_come_as_they_lie_there(box: Box, folder: ImapFolder) -> None:
    box.put(mail(1), mail(2))
    first, second = polled(folder)
    assert first == Raw("inbox", first.uidvalidity, first.uid, mail(1), RECEIVED.astimezone(UTC))
    assert (second.content, second.uidvalidity) == (mail(2), first.uidvalidity)
    assert int(second.uid) > int(first.uid)


def test_only_what_came_after_the_watermark_is_given(box: Box, folder: ImapFolder) -> None:
    box.put(mail(1), mail(2))
    (batch,) = folder.poll(0, 0)
    assert list(folder.poll(batch.uidvalidity, batch.uid)) == []
    box.put(mail(3))
    assert [raw.content for raw in polled(folder, batch.uidvalidity, batch.uid)] == [mail(3)]


def test_row_66_another_uidvalidity_begins_anew(box: Box, folder: ImapFolder) -> None:
    box.put(mail(1), mail(2))
    (batch,) = folder.poll(0, 0)
    again = polled(folder, batch.uidvalidity + 1, batch.uid)
    assert [raw.content for raw in again] == [mail(1), mail(2)]
    assert again[0].uidvalidity == batch.uidvalidity


def test_row_66_a_folder_deleted_and_made_again_is_read_from_the_beginning(box: Box) -> None:
    box.put(mail(1), mail(2), folder="Games")
    with contextlib.closing(source(box, "Games", "")) as folder:
        (before,) = folder.poll(0, 0)
    with box.hands() as hands:
        hands.folder.delete("Games")
    box.put(mail(3), folder="Games")
    with contextlib.closing(source(box, "Games", "")) as folder:
        (after,) = folder.poll(before.uidvalidity, before.uid)
    assert after.uidvalidity != before.uidvalidity
    assert [raw.content for raw in after.raws] == [mail(3)]


def test_row_68_reading_sets_no_flag_and_heeds_none(box: Box, folder: ImapFolder) -> None:
    box.put(mail(1))
    with box.hands() as hands:
        list(hands.fetch(mark_seen=True))
    assert [raw.content for raw in polled(folder)] == [mail(1)]
    box.put(mail(2))
    polled(folder)
    with box.hands() as hands:
        assert [r"\Seen" in message.flags for message in hands.fetch(mark_seen=False)] == [True, False]


def test_stored_mails_are_moved(box: Box, folder: ImapFolder) -> None:
    box.put(mail(1), mail(2), mail(3))
    (batch,) = folder.poll(0, 0)
    folder.file_away(batch.uidvalidity, [batch.raws[0].uid, batch.raws[2].uid, "4000000"])
    assert box.subjects() == ["mail 2"]
    assert box.subjects("Processed") == ["mail 1", "mail 3"]
    folder.file_away(batch.uidvalidity, [batch.raws[0].uid])
    folder.file_away(batch.uidvalidity + 1, [batch.raws[1].uid])
    assert box.subjects() == ["mail 2"]


def test_stored_mails_are_flagged_where_there_is_no_folder_for_them(box: Box) -> None:
    box.put(mail(1), mail(2))
    with contextlib.closing(source(box, processed="")) as folder:
        (batch,) = folder.poll(0, 0)
        folder.file_away(batch.uidvalidity, [batch.raws[1].uid])
    with box.hands() as hands:
        assert [r"\Seen" in message.flags for message in hands.fetch(mark_seen=False)] == [False, True]


def test_row_69_junk_is_only_looked_at(box: Box) -> None:
    box.put(mail(1), folder="Junk")
    with contextlib.closing(source(box, "Junk", junk=True)) as folder:
        (batch,) = folder.poll(0, 0)
        assert [raw.junk for raw in batch.raws] == [True]
        folder.file_away(batch.uidvalidity, [batch.raws[0].uid])
    assert box.subjects("Junk") == ["mail 1"]
    assert box.subjects("Processed") == []


def test_row_69_the_folder_that_the_server_marks_as_spam(real_imap: Dovecot) -> None:
    box = Box(real_imap.port)
    box.put(mail(9), folder="Junk")
    with contextlib.closing(source(box, "", junk=True)) as folder:
        newest = polled(folder)[-1]
    assert (newest.content, newest.junk) == (mail(9), True)


def test_row_69_a_server_without_that_folder_has_no_junk(box: Box) -> None:
    with contextlib.closing(source(box, "Spam", junk=True)) as folder:
        assert polled(folder) == []


def test_the_folder_of_stored_mails_has_the_prefix_that_a_server_wants() -> None:
    with dovecot({USER: PASSWORD}, prefix="INBOX.") as server:
        here = Box(server.port)
        here.put(mail(1), mail(2))
        with contextlib.closing(source(here)) as folder:
            (batch,) = folder.poll(0, 0)
            for raw in batch.raws:
                folder.file_away(batch.uidvalidity, [raw.uid])
        assert here.subjects("INBOX.Processed") == ["mail 1", "mail 2"]


def test_row_67_mails_that_vanish_while_being_fetched(
    box: Box, folder: ImapFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(imap, "MOST_MAILS", 2)
    box.put(*(mail(number) for number in range(1, 7)))
    batches = folder.poll(0, 0)
    first = next(batches)
    with box.hands() as hands:
        hands.delete(hands.uids()[2:5])
    rest = list(batches)
    assert [raw.content for raw in first.raws] == [mail(1), mail(2)]
    assert [raw.content for batch in rest for raw in batch.raws] == [mail(6)]
    assert list(folder.poll(first.uidvalidity, rest[-1].uid)) == []


def test_row_71_of_a_large_mail_only_the_header_is_fetched(box: Box) -> None:
    box.put(mail(1, 5000), mail(2))
    with contextlib.closing(source(box, size=1000)) as folder:
        large, small = polled(folder)
    assert (large.oversize, small.oversize) == (True, False)
    assert large.content == b"From: Ann <ann@example.org>\r\nSubject: mail 1\r\n\r\n"
    assert small.content == mail(2)


def test_row_71_batches_are_bounded_by_number_and_bytes(
    box: Box, folder: ImapFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(imap, "MOST_MAILS", 3)
    monkeypatch.setattr(imap, "MOST_BYTES", 2500)
    box.put(mail(1), mail(2), mail(3), mail(4), mail(5, 1000), mail(6, 1000), mail(7, 9000), mail(8))
    batches = list(folder.poll(0, 0))
    assert [len(batch.raws) for batch in batches] == [3, 3, 1, 1]
    assert [batch.uid for batch in batches] == [int(batch.raws[-1].uid) for batch in batches]


def test_row_65_new_mail_ends_the_wait(box: Box, folder: ImapFolder) -> None:
    assert polled(folder) == []
    timer = threading.Timer(0.2, box.put, [mail(1)])
    timer.start()
    folder.wait(60)
    timer.join()
    assert [raw.content for raw in polled(folder)] == [mail(1)]


def test_row_65_mail_that_came_since_the_last_look_ends_the_wait(box: Box, folder: ImapFolder) -> None:
    polled(folder)
    box.put(mail(1))
    folder.wait(60)
    assert [raw.content for raw in polled(folder)] == [mail(1)]


def test_a_wait_can_be_interrupted(box: Box, folder: ImapFolder) -> None:
    polled(folder)
    timer = threading.Timer(0.2, folder.interrupt)
    timer.start()
    folder.wait(60)
    timer.join()
    folder.wait(60)
    assert polled(folder) == []


def test_row_64_a_lost_connection_is_opened_anew(box: Box, folder: ImapFolder) -> None:
    box.put(mail(1))
    (batch,) = folder.poll(0, 0)
    connection = folder._account._box
    assert connection is not None
    connection.client.sock.shutdown(2)
    box.put(mail(2))
    with pytest.raises(MailboxUnreachable):
        polled(folder, batch.uidvalidity, batch.uid)
    assert [raw.content for raw in polled(folder, batch.uidvalidity, batch.uid)] == [mail(2)]


def test_row_65_a_connection_lost_in_idle_only_ends_the_wait(box: Box, folder: ImapFolder) -> None:
    polled(folder)

    def cut() -> None:
        connection = folder._account._box
        assert connection is not None
        connection.client.sock.shutdown(2)

    timer = threading.Timer(0.2, cut)
    timer.start()
    folder.wait(60)
    timer.join()
    box.put(mail(1))
    assert [raw.content for raw in polled(folder)] == [mail(1)]


def test_row_73_a_refused_login_says_so_without_the_password(box: Box) -> None:
    server = ImapServer("127.0.0.1", box.port, "none", USER, "s3cret wrong", timeout=10)
    with contextlib.closing(ImapFolder(ImapAccount(server), "inbox")) as folder:
        with pytest.raises(MailboxUnreachable) as refused:
            polled(folder)
        assert refused.value.refused
        assert "refuses the login of 'gm@pbem.test'" in str(refused.value)
        assert "s3cret" not in str(refused.value)


def test_nobody_there(box: Box) -> None:
    with contextlib.closing(
        ImapFolder(ImapAccount(ImapServer("127.0.0.1", 1, "none", USER, PASSWORD)), "inbox")
    ) as away:
        with pytest.raises(
            MailboxUnreachable, match=r"127\.0\.0\.1:1 failed while looking .*: connection refused"
        ) as error:
            polled(away)
        assert not error.value.refused
        away.wait(0.01)


def test_a_folder_that_is_not_there(box: Box) -> None:
    with (
        contextlib.closing(source(box, "No such folder")) as folder,
        pytest.raises(MailboxUnreachable, match="looking for mail in No such folder"),
    ):
        polled(folder)


@pytest.mark.parametrize("tls", ["tls", "starttls"])
def test_tls_with_a_certificate_that_is_checked(real_imap: Dovecot, tls: str) -> None:
    port = real_imap.tls_port if tls == "tls" else real_imap.port
    for host, certificates, trusted in (
        ("localhost", CERTIFICATE, True),
        ("localhost", None, False),
    ):
        server = ImapServer(host, port, tls, USER, PASSWORD, 10, str(certificates) if certificates else None)
        with contextlib.closing(ImapFolder(ImapAccount(server), "inbox")) as folder:
            if trusted:
                polled(folder)
                continue
            with pytest.raises(MailboxUnreachable, match="its certificate is not valid"):
                polled(folder)


def test_row_72_folders_share_one_connection(real_imap: Dovecot, tmp_path: Path) -> None:
    account = ImapAccount(ImapServer("127.0.0.1", real_imap.port, "none", USER, PASSWORD))
    inbox, junk = ImapFolder(account, "inbox"), ImapFolder(account, "junk", "Junk", junk=True)
    with contextlib.closing(inbox), contextlib.closing(junk):
        polled(inbox)
        connection = account._box
        polled(junk)
        polled(inbox)
        assert account._box is connection

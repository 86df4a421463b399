"""Maildirs and pipes as sources of mail."""

import os
import threading
from datetime import UTC, datetime
from pathlib import Path

import pytest

from pbem.core.letters import Raw
from pbem.mail import maildir
from pbem.mail.maildir import Maildir
from pbem.mail.source import MailboxUnreachable, from_pipe

ONE = "1793700000.M250000P77.mx.pbem.test,S=12"
TWO = "1793700001.M1P78.mx.pbem.test"
DELIVERED = datetime.fromtimestamp(1793700000, UTC)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    for part in ("new", "cur", "tmp"):
        (tmp_path / "Maildir" / part).mkdir(parents=True)
    return tmp_path / "Maildir"


def polled(source: Maildir) -> list[Raw]:
    return [raw for batch in source.poll(0, 0) for raw in batch.raws]


def files(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir())


def test_identity_and_time_come_from_the_name(path: Path) -> None:
    (path / "new" / TWO).write_bytes(b"two")
    (path / "cur" / f"{ONE}:2,S").write_bytes(b"one")
    one, two = polled(Maildir(path, "drop"))
    assert one == Raw("drop", 0, ONE, b"one", DELIVERED.replace(microsecond=250000))
    assert (two.uid, two.received) == (TWO, datetime.fromtimestamp(1793700001, UTC).replace(microsecond=1))


def test_a_name_without_a_time_is_dated_by_its_file(path: Path) -> None:
    file = path / "new" / "mail-from-a-script"
    file.write_bytes(b"x")
    os.utime(file, (1793700000, 1793700000))
    assert [raw.received for raw in polled(Maildir(path, "drop"))] == [DELIVERED]


@pytest.mark.parametrize("processed", ["Processed", ""])
def test_stored_mails_come_no_more(path: Path, processed: str) -> None:
    (path / "new" / ONE).write_bytes(b"one")
    (path / "cur" / f"{TWO}:2,F").write_bytes(b"two")
    source = Maildir(path, "drop", processed)
    assert len(polled(source)) == len(polled(source)) == 2
    source.file_away(0, [TWO, "gone"])
    assert [raw.content for raw in polled(source)] == [b"one"]
    source.file_away(0, [ONE])
    assert polled(Maildir(path, "drop", processed)) == []
    kept = path / ".Processed" / "cur" if processed else path / "cur"
    assert [name.partition(":")[0].removesuffix(",pbem") for name in files(kept)] == [ONE, TWO]


def test_a_flag_set_by_a_mail_program_hides_nothing(path: Path) -> None:
    (path / "cur" / f"{ONE}:2,RS").write_bytes(b"one")
    assert [raw.content for raw in polled(Maildir(path, "drop", ""))] == [b"one"]


def test_row_71_large_mails_and_batches(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(maildir, "_MOST_MAILS", 2)
    monkeypatch.setattr(maildir, "_HEADER_BYTES", 20)
    for number, size in enumerate((5, 5, 50)):
        (path / "new" / f"179370000{number}.x").write_bytes(b"h" * size)
    batches = list(Maildir(path, "drop", size=30).poll(0, 0))
    assert [[(len(raw.content), raw.oversize) for raw in batch.raws] for batch in batches] == [
        [(5, False), (5, False)],
        [(20, True)],
    ]


def test_a_mail_moved_by_a_mail_program_while_it_is_read(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (path / "new" / ONE).write_bytes(b"one")
    source = Maildir(path, "drop")
    seen = source._waiting()
    (path / "new" / ONE).rename(path / "cur" / f"{ONE}:2,S")
    monkeypatch.setattr(source, "_waiting", lambda: seen)
    assert [raw.content for raw in polled(source)] == [b"one"]
    (path / "cur" / f"{ONE}:2,S").unlink()
    assert polled(source) == []


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(MailboxUnreachable, match=r"cannot be used: no such file or directory; check \[maildir\] path"):
        polled(Maildir(tmp_path, "drop"))


def test_the_wait_ends_with_new_mail_or_an_interruption(path: Path) -> None:
    source = Maildir(path, "drop")
    polled(source)
    (path / "new" / ONE).write_bytes(b"one")
    source.wait(60)
    polled(source)
    timer = threading.Timer(0.05, source.interrupt)
    timer.start()
    source.wait(60)
    timer.join()
    source.wait(60)


def test_a_pipe_takes_the_same_bytes_as_the_same_mail() -> None:
    one = from_pipe(b"one", DELIVERED)
    assert one == Raw("pipe", 0, one.uid, b"one", DELIVERED)
    assert from_pipe(b"one", datetime.now(UTC)).uid == one.uid != from_pipe(b"two", DELIVERED).uid

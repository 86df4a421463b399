"""The mailbox, from a server's failures to what becomes of letters: one row of the catalogue a test. Source: mail.md, D."""

import contextlib
import re
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy.engine import Engine

from pbem.core.letters import Letter, Verdict
from pbem.mail import imap
from pbem.mail.imap import ImapAccount, ImapFolder, ImapServer
from pbem.moderator import intake
from pbem.moderator.desk import Desk
from pbem.report.renderer import Renderer
from pbem.service.postbag import LEASE, PATIENCE, Postbag
from pbem.store import letters
from pbem.store.letters import LetterRow
from tests.mail.scripted_imap import Connection, ScriptedImap, serving
from tests.moderator.letterbox import Letterbox
from tests.moderator.tabletop import Office, address_of
from tests.service.house import office_of

SIZE = 2000
NO_SOURCE = "cannot be read"


@dataclass
class Mailbox:
    """A house with `tiny-1` running, whose letters lie on a server that does what a test tells it."""

    house: Office
    script: ScriptedImap
    junk: bool = False
    opened: list[ImapFolder] = field(default_factory=list)

    def postbag(self, holder: str = "here:1:a", timeout: float = 10) -> Postbag:
        """As after a start of the program."""
        server = ImapServer("127.0.0.1", self.script.port, "none", "gm", "secret", timeout)
        name, folder = ("junk", "Junk") if self.junk else ("inbox", "INBOX")
        source = ImapFolder(ImapAccount(server), name, folder, "", self.junk, SIZE)
        self.opened.append(source)
        return Postbag(office_of(self.house), [source], intake, holder)

    def lay(
        self, text: str, sender: str = "ann", uid: int = 0, at: datetime | None = None, to: str = "", more: str = ""
    ) -> int:
        """A mail lies in the mailbox, received now by the server's clock or then; gives its UID."""
        uid = uid or max(self.script.mails, default=0) + 1
        to = to or Letterbox(self.house).token_address("Ann")
        head = f"From: {sender}@players.test\r\nTo: {to}\r\nMessage-ID: <{uid}@players.test>\r\n{more}"
        self.script.mails[uid] = f"{head}\r\n{text}\r\n".encode()
        self.script.dates[uid] = (at or self.house.now).strftime("%d-%b-%Y %H:%M:%S +0000")
        return uid

    def round(self, bag: Postbag | None = None) -> bool:
        """One round of the program; whether all was read."""
        bag = bag or self.postbag()
        read = bag.collect()
        bag.handle()
        bag.file_away()
        return read

    def on_file(self) -> list[str]:
        return Letterbox(self.house).on_file("Ann")

    def letters(self) -> list[LetterRow]:
        """All letters, the oldest first."""
        with self.house.desk() as desk:
            return sorted(letters.listed(desk.connection), key=lambda row: row.id)

    def verdicts(self) -> list[Verdict]:
        return [row.verdict for row in self.letters()]

    def answers(self) -> list[str]:
        return [" ".join(str(row.text).split()) for row in self.house.outbox() if row.letter_id is not None]

    def notes(self) -> list[str]:
        return [str(row.message["subject"]) for row in self.house.outbox("gm-note")]


@pytest.fixture
def box(sqlite_engine: Engine) -> Iterator[Mailbox]:
    house = Office(sqlite_engine, renderer=Renderer())
    house.started()
    with serving(ScriptedImap({})) as script:
        mailbox = Mailbox(house, script)
        yield mailbox
        for folder in mailbox.opened:
            with contextlib.suppress(OSError):
                folder.close()


@pytest.mark.expects_log(NO_SOURCE)
def test_row_64_what_was_stored_before_the_connection_dropped_is_not_asked_for_again(
    box: Mailbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(imap, "MOST_MAILS", 1)
    for text in ("high", "low", "high"):
        box.lay(text, at=box.house.later(seconds=1))

    def drop(connection: Connection, tag: str, rest: str) -> None:
        if "BODY" in rest and rest.startswith("2 "):
            del box.script.answers["UID FETCH"]
            connection.say("* 2 FETCH (UID 2 BODY[] {5000}\r\nFrom: ann@pla")
            connection.hang_up()
        connection.usual(tag, "UID FETCH", rest)

    box.script.answers["UID FETCH"] = drop
    assert not box.round()
    assert box.verdicts() == [Verdict.ACK]
    assert box.round()
    assert box.verdicts() == [Verdict.ACK] * 3
    assert box.on_file() == ["call: high"]
    assert sum(line.startswith("FETCH 1 (UID BODY.PEEK[]") for line in bodies(box)) == 1


def bodies(box: Mailbox) -> list[str]:
    """The commands that fetched whole mails, from their UIDs on."""
    return [line.replace("UID FETCH", "FETCH", 1) for line in box.script.log if "BODY.PEEK[])" in line]


@pytest.mark.expects_log(NO_SOURCE)
def test_row_64_a_server_that_gives_a_byte_now_and_then_is_left(box: Mailbox, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(imap, "LONGEST_STEP", 0.3)
    left = threading.Event()

    def drip(connection: Connection, tag: str, rest: str) -> None:
        connection.wfile.write(b"* 1 FETCH (UID 1 BODY[] {5000}\r\n")
        with contextlib.suppress(OSError):
            while not left.wait(0.01):
                connection.wfile.write(b"x")
        connection.hang_up()

    box.lay("high")
    box.script.answers["UID FETCH"] = drip
    assert not box.round()
    left.set()
    assert box.verdicts() == []
    del box.script.answers["UID FETCH"]
    monkeypatch.setattr(imap, "LONGEST_STEP", 60.0)
    assert box.round()
    assert box.on_file() == ["call: high"]


def test_row_64_an_answer_in_small_pieces_is_an_answer(box: Mailbox) -> None:
    def in_pieces(connection: Connection, tag: str, rest: str) -> None:
        whole = bytearray()
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(connection.wfile, "write", whole.extend)
            connection.usual(tag, "UID FETCH", rest)
        for begin in range(0, len(whole), 7):
            connection.wfile.write(bytes(whole[begin : begin + 7]))
            connection.wfile.flush()

    box.lay("high")
    box.script.answers["UID FETCH"] = in_pieces
    assert box.round()
    assert box.on_file() == ["call: high"]


def test_row_65_a_mail_of_which_idle_says_nothing_is_found_by_the_next_search(box: Mailbox) -> None:
    bag = box.postbag()
    box.round(bag)
    box.lay("high")
    assert box.round(bag)
    assert box.on_file() == ["call: high"]
    assert imap.LONGEST_IDLE <= 9 * 60


@pytest.mark.expects_log("made anew")
def test_row_66_a_mailbox_made_anew_is_read_again_and_takes_nothing_twice(box: Mailbox) -> None:
    box.lay("high")
    box.lay("low", at=box.house.later(minutes=1))
    box.round()
    before = box.answers()
    box.script.uidvalidity = 8
    box.script.mails = {uid + 100: mail for uid, mail in box.script.mails.items()}
    box.script.dates = {uid + 100: date for uid, date in box.script.dates.items()}
    box.lay("high", at=box.house.later(minutes=1))
    box.round()
    assert box.verdicts() == [Verdict.ACK, Verdict.ACK, Verdict.IGN, Verdict.IGN, Verdict.ACK]
    assert box.on_file() == ["call: high"]
    assert len(box.answers()) == len(before) + 1
    box.round()
    assert len(box.letters()) == 5


def test_row_67_a_mail_that_is_gone_before_it_is_fetched_is_passed_over(box: Mailbox) -> None:
    for text in ("high", "low", "high"):
        box.lay(text, at=box.house.later(seconds=1))

    def expunge(connection: Connection, tag: str, rest: str) -> None:
        box.script.mails.pop(2, None)
        connection.usual(tag, "UID FETCH", rest)

    box.script.answers["UID FETCH"] = expunge
    assert box.round()
    assert [row.uid for row in box.letters()] == ["1", "3"]
    box.script.log.clear()
    assert box.round()
    assert not any("FETCH" in line for line in box.script.log)


def test_row_68_flags_say_nothing_and_ours_are_set_after_the_commit(box: Mailbox) -> None:
    box.lay("high")
    bag = box.postbag()
    assert bag.collect()
    assert not any(line.startswith("UID STORE") for line in box.script.log)
    bag.handle()
    bag.file_away()
    assert [line for line in box.script.log if "STORE" in line] == [r"UID STORE 1 +FLAGS.SILENT (\Seen)"]
    assert not any("SEEN" in line for line in box.script.log if "SEARCH" in line)
    assert not any(re.search(r"BODY\[|RFC822\)", line) for line in box.script.log)


@pytest.mark.parametrize(
    ("sender", "to_seat", "verdict", "noted"),
    [
        ("ann", True, Verdict.ACK, 1),
        ("ann", False, Verdict.ASK, 1),
        ("zoe", True, Verdict.ASK, 1),
        ("zoe", False, Verdict.IGN, 0),
    ],
    ids=["player and token", "player", "token", "neither"],
)
def test_row_69_in_the_spam_folder_a_known_token_or_address_is_handled_and_told(
    box: Mailbox, sender: str, to_seat: bool, verdict: Verdict, noted: int
) -> None:
    box.junk = True
    box.lay("high" if sender == "ann" else "high\njoin tiny-1 as Zoe", sender, to="" if to_seat else "gm@pbem.test")
    assert box.round()
    assert box.verdicts() == [verdict]
    assert box.notes() == ["[pbem] letter 1 lay in the spam folder"] * noted
    assert len(box.answers()) == noted
    assert not any("STORE" in line or "MOVE" in line for line in box.script.log)
    assert any(line.startswith("EXAMINE") for line in box.script.log)


def test_row_69_spam_without_a_sender_is_no_work_for_the_gm(box: Mailbox) -> None:
    box.junk = True
    box.script.mails[1] = b"Subject: Buy\r\nTo: gm@pbem.test\r\n\r\nnow\r\n"
    box.script.mails[2] = f"Subject: x\r\nTo: {Letterbox(box.house).token_address('Ann')}\r\n\r\nhigh\r\n".encode()
    box.round()
    assert box.verdicts() == [Verdict.IGN, Verdict.QUAR]
    assert box.notes() == ["[pbem] letter 2 waits for you"]


def test_row_69_what_is_taken_out_of_the_spam_folder_is_handled_after_all(box: Mailbox) -> None:
    box.junk = True
    box.lay("join tiny-1 as Zoe", "zoe", to="gm@pbem.test")
    box.round()
    assert box.verdicts() == [Verdict.IGN]
    box.junk = False
    assert box.round()
    assert box.verdicts() == [Verdict.IGN, Verdict.ERR]
    assert len(box.answers()) == 1


@pytest.mark.expects_log("could not be handled", "is set aside")
def test_row_70_a_poison_mail_is_tried_three_times_and_the_next_proceeds(
    box: Mailbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    handle, tries = intake.handle, []

    def stumble(desk: Desk, letter_id: int, letter: Letter) -> Verdict:
        if letter_id == 1:
            tries.append(letter_id)
            raise ValueError("poison")
        return handle(desk, letter_id, letter)

    monkeypatch.setattr(intake, "handle", stumble)
    box.lay("low")
    box.lay("high", at=box.house.later(seconds=1))
    for _ in range(5):
        box.round()
    assert box.verdicts() == [Verdict.QUAR, Verdict.ACK]
    assert len(tries) == 3
    assert box.notes() == ["[pbem] letter 1 waits for you"]


def test_row_71_a_mail_over_the_cap_is_never_fetched_and_answered(box: Mailbox) -> None:
    box.lay("high\n" + "# x\n" * SIZE)
    box.lay("high", at=box.house.later(seconds=1))
    box.round()
    assert box.verdicts() == [Verdict.ERR, Verdict.ACK]
    assert "Your mail could not be read: it is over the size limit" in box.answers()[0]
    assert not any(line.startswith("FETCH 1 ") for line in bodies(box))


def test_row_72_one_connection_and_no_body_twice(box: Mailbox) -> None:
    bag = box.postbag()
    for text in ("high", "low"):
        box.lay(text, at=box.house.later(seconds=1))
        for _ in range(3):
            box.round(bag)
    assert box.script.connections == 1
    assert len(bodies(box)) == 2


@pytest.mark.expects_log(NO_SOURCE)
def test_row_73_a_refused_login_is_told_and_deadlines_wait(box: Mailbox) -> None:
    from pbem.moderator import deadline

    box.script.answers["LOGIN"] = lambda connection, tag, rest: connection.say(f"{tag} NO [AUTHENTICATIONFAILED] no")
    row = box.house.row()
    assert row.due_at is not None
    box.house.now = row.due_at + timedelta(seconds=1)
    bag = box.postbag()
    for _ in range(2):
        assert not bag.collect()
        with box.house.desk() as desk:
            assert deadline.carry_out(desk, row.id, bag.read_at()) is None
        box.house.later(seconds=PATIENCE.total_seconds() + 1)
    assert box.house.row().turn == 1
    note = next(row for row in box.house.outbox("gm-note") if "cannot be read" in row.message["subject"])
    assert "refuses the login" in note.text
    assert "Deadlines wait until it can be read again" in " ".join(note.text.split())


def test_row_74_of_two_pollers_one_reads_and_a_mail_counts_once(box: Mailbox) -> None:
    mine, yours = box.postbag("here:1:a"), box.postbag("there:2:b")
    box.lay("high")
    assert mine.collect()
    assert not yours.collect()
    box.house.later(seconds=LEASE.total_seconds())
    box.lay("low")
    assert yours.collect()
    with box.house.desk() as desk:
        from pbem.store import mailboxes

        mailboxes.advance(desk.connection, "inbox", 7, 0)
    box.house.later(seconds=LEASE.total_seconds())
    assert mine.collect()
    for bag in (mine, yours):
        bag.handle()
    assert [row.uid for row in box.letters()] == ["1", "2"]
    assert len(box.answers()) == 2


@pytest.mark.parametrize(
    ("first", "second", "filed"),
    [(0, 1, "call: low"), (1, 0, "call: high"), (0, 0, "call: low")],
    ids=["in order", "the other way round", "in the same second"],
)
def test_row_75_the_sheet_received_last_counts_then_the_one_with_the_higher_uid(
    box: Mailbox, first: int, second: int, filed: str
) -> None:
    now = box.house.now.replace(microsecond=0)
    box.lay("high", at=now + timedelta(seconds=first))
    box.lay("low", at=now + timedelta(seconds=second))
    box.house.later(minutes=1)
    box.round()
    assert box.on_file() == [filed]
    replaced = [answer for answer in box.answers() if "They replace what was received" in answer]
    assert len(replaced) == 1


def test_row_75_handled_the_other_way_round_the_outcome_is_the_same(box: Mailbox) -> None:
    box.lay("high")
    box.lay("low")
    box.postbag().collect()
    first, second = [row.id for row in box.letters()]
    post = Letterbox(box.house)
    post.handle(second)
    post.handle(first)
    assert box.on_file() == ["call: low"]
    assert "You have sent newer orders" in post.answer(first)


def test_row_75_what_comes_at_the_deadlines_second_is_late(box: Mailbox) -> None:
    due = box.house.row().due_at
    assert due is not None
    box.lay("high", at=due - timedelta(seconds=1))
    box.lay("low", at=due)
    box.house.now = due + timedelta(minutes=1)
    box.round()
    assert box.verdicts() == [Verdict.ACK, Verdict.ERR]
    assert box.on_file() == ["call: high"]
    assert address_of("Ann") in {row.to for row in box.house.outbox() if row.letter_id == 2}
    assert due.astimezone(UTC) == due

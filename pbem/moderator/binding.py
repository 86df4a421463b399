"""Which campaign and turn a letter is meant for. Source: design.md, "Nothing lost, nothing twice"; mail.md 44 to 46.

By its reply address or the mail of ours that it answers; else by what its subject and text name; else by the report that it
quotes; else by what there is.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime

from pbem.core.letters import Letter, LineKind, find_marker, find_thread
from pbem.moderator import command_words, tokens
from pbem.moderator.desk import Desk
from pbem.moderator.identity import Writer
from pbem.moderator.turn_told import turn_told
from pbem.store import campaigns, reports, turns
from pbem.store.campaigns import CampaignRow
from pbem.store.people import Chair
from pbem.store.tables import CampaignStatus, TokenKind

_TURN = re.compile(r"\bturn[ \t]{0,3}#?(\d{1,6})\b", re.I | re.A)
_NAME = "[a-z0-9][a-z0-9-]{0,39}"
_TAG = re.compile(rf"\[\s*({_NAME})\s*\]", re.I | re.A)
_BINDING_LINE = re.compile(
    rf"(?:\[(?P<tag>{_NAME})\]|campaign[ \t]+(?P<name>{_NAME})"
    rf"|(?P<bare>{_NAME})(?=[ \t,:]+(?:orders[ \t]+for[ \t]+)?turn\b))?[ \t,:]*"
    r"(?:(?:orders[ \t]+for[ \t]+)?turn[ \t]+(?P<turn>\d{1,6}))?[ \t]*[:.,]?",
    re.I | re.A,
)
_MAY_BIND = re.compile(r"\bturn\b|\[|\bcampaign\b", re.I | re.A)
_REPLIES = re.compile(r"^\s*(?:[A-Za-z]{1,6}|\w{2})\s?(?:\[\d{1,3}\]|\(\d{1,3}\))?\s?[:：]\s*")


@dataclass(frozen=True, slots=True)
class Bound:
    """The seat that a letter is meant for, and the turn that it answers. `how`: words that go on after "taken for turn 3, ".

    `attempt`: that of the mail of ours that is answered, None where the turn is known from elsewhere.
    """

    chair: Chair
    turn: int
    how: str
    attempt: int | None = None


@dataclass(frozen=True, slots=True)
class Unbound:
    """A letter that could be for several campaigns, or for none. `why`: one sentence for its writer, saying what to do."""

    why: str


def bind(desk: Desk, letter: Letter, writer: Writer) -> Bound | Unbound:
    """The seat and turn that a registered person's letter is meant for."""
    named = writer.named
    if named is not None and named.kind is TokenKind.ORDERS and named.turn is not None:
        chair = writer.chair(named.seat_id)
        if chair is not None:
            how = "by the address that you wrote to" if named.token else "since you answered our mail about it"
            return Bound(chair, named.turn, how, named.attempt)
    thread = _by_thread(desk, letter, writer.chairs)
    if thread is not None:
        return thread
    said = Said.by(letter, writer.chairs)
    quoted = _by_marker(desk, letter, writer.chairs)
    if quoted is not None and said.turn is None and said.chair in (None, quoted.chair):
        return quoted
    if said.chair:
        return _in_campaign(desk, letter, said.chair, said)
    other = next((tag for tag in said.tags if campaigns.find(desk.connection, tag)), None)
    if other:
        return Unbound(f"You have no seat in {other}, which your subject names. Nothing was changed.")
    return _in_any(desk, letter, writer, said)


def answered_report(desk: Desk, campaign: CampaignRow, bound: Bound, received: datetime) -> int | None:
    """The turn whose report a bound letter answers, 0 for the start's; None for a turn that is not being played yet.

    -1, older than any, where that report has been withdrawn: what it asked is no longer open. Where reports are gathered, no
    turn that the seat had not been told of when the letter was `received`.
    """
    if bound.attempt is not None and bound.attempt != campaign.attempt:
        told = turns.numbered(desk.connection, campaign.id, bound.turn - 1)
        if bound.turn > campaign.turn or (told is not None and bound.attempt < told.attempt):
            return -1
    if campaign.reports and bound.attempt is None:
        return min(bound.turn, turn_told(desk, campaign, bound.chair.seat_id, received)) - 1
    return None if bound.turn > campaign.turn else bound.turn - 1


def is_binding_line(line: str, chairs: Iterable[Chair]) -> bool:
    """Whether a line says which campaign or turn is meant, and nothing else: `turn 3`, `pit-1`, `pit-1 turn 3`."""
    return _binding(line, chairs) is not None


@dataclass(frozen=True, slots=True)
class Said:
    """The seat's campaign and the turn that a letter's subject or text names; None for what it does not name.

    `where`: "subject" or "text", wherever the turn is named. `tags`: the names in brackets in the subject, lower case.
    """

    chair: Chair | None
    turn: int | None
    where: str
    tags: tuple[str, ...]

    @classmethod
    def by(cls, letter: Letter, chairs: tuple[Chair, ...]) -> "Said":
        """What the subject says, and for what it leaves open the text."""
        by_name = {chair.campaign: chair for chair in chairs}
        tags = tuple(tag.lower() for tag in _TAG.findall(letter.subject))
        chair = next((by_name[tag] for tag in tags if tag in by_name), None)
        subject_turn = _TURN.search(letter.subject)
        turn, where = (int(subject_turn[1]), "subject") if subject_turn else (None, "")
        for line in _lines_of(letter):
            if chair and turn is not None:
                break
            found = _binding(line, chairs) or _in_comment(line) or _left(line)
            if found:
                chair = chair or by_name.get(found[0])
                turn, where = (found[1], "text") if turn is None and found[1] is not None else (turn, where)
        return cls(chair, turn, where, tags)


def _lines_of(letter: Letter) -> Iterator[str]:
    for line in letter.lines:
        if line.kind is LineKind.OWN:
            yield line.text
    if letter.attachment:
        yield from letter.attachment[:4000].splitlines()[:20]


def _binding(line: str, chairs: Iterable[Chair]) -> tuple[str, int | None] | None:
    text = line.strip().lstrip("#").strip()
    if not text or len(text) > 80 or not _MAY_BIND.search(text):
        return None
    found = _BINDING_LINE.fullmatch(text)
    name = (found["tag"] or found["name"] or found["bare"] or "").lower() if found else ""
    if found is None or not (name or found["turn"]):
        return None
    if name and name not in {chair.campaign for chair in chairs}:
        return None
    return name, int(found["turn"]) if found["turn"] else None


def _in_comment(line: str) -> tuple[str, int | None] | None:
    """A turn named anywhere in a line that is a comment: the order form's first line."""
    text = line.lstrip()
    found = _TURN.search(text[:200]) if text[:1] == "#" else None
    return ("", int(found[1])) if found else None


def _left(line: str) -> tuple[str, int | None] | None:
    """The campaign that the command to leave one names."""
    found = command_words.find(line) if line.lstrip()[:5].lower() == "leave" else None
    return (found.match["campaign"].lower(), None) if found and found.command is command_words.LEAVE else None


def _by_thread(desk: Desk, letter: Letter, chairs: tuple[Chair, ...]) -> Bound | None:
    """The turn whose thread a letter belongs to: all mails about a turn bear its root in References."""
    for message_id in letter.answers:
        root = find_thread(message_id, desk.house.domain)
        chair = next((chair for chair in chairs if root and chair.campaign == root[0]), None)
        if root and chair:
            return Bound(chair, root[1], "since you answered our mail about it")
    return None


def _by_marker(desk: Desk, letter: Letter, chairs: tuple[Chair, ...]) -> Bound | None:
    """The turn whose report to one of these seats a letter quotes: by the first marker line that is genuine."""
    for line in letter.lines:
        marker = find_marker(line.text) if "[" in line.text else None
        for chair in chairs if marker else ():
            assert marker
            if marker.campaign == chair.campaign and marker.mark == tokens.seat_mark(
                desk.secret, chair.campaign_id, chair.seat_id, marker.turn
            ):
                return Bound(chair, marker.turn, "since your mail holds our report about it")
    return None


def _in_any(desk: Desk, letter: Letter, writer: Writer, said: Said) -> Bound | Unbound:
    chairs = writer.chairs
    playing = [chair for chair in chairs if chair.status is not CampaignStatus.ENDED]
    if len(playing) == 1 or (not playing and len(chairs) == 1):
        return _in_campaign(desk, letter, (playing or list(chairs))[0], said)
    if not chairs:
        return Unbound("You have no seat in any campaign. To ask for one, write: join CAMPAIGN as YOUR NAME")
    names = ", ".join(f"{chair.campaign} (as {chair.seat})" for chair in playing or chairs)
    example = (playing or chairs)[0].campaign
    return Unbound(
        f"You play in several campaigns: {names}. Please say which one is meant: reply to its last report, or put "
        f"[{example}] into the subject. Nothing was changed."
    )


def _in_campaign(desk: Desk, letter: Letter, chair: Chair, said: Said) -> Bound:
    if said.turn is None:
        return _by_time(desk, letter, chair)
    if said.where == "subject":
        reported = _reported_turn(desk, letter.subject, chair)
        if reported is not None:
            return Bound(chair, reported + 1, f"since you answered the report of turn {reported}")
    return Bound(chair, said.turn, f"as your {said.where} says")


def _by_time(desk: Desk, letter: Letter, chair: Chair) -> Bound:
    """The turn that was being played when the letter came, 0 before the start; it is not named anywhere."""
    begun = turns.begun_before(desk.connection, chair.campaign_id, letter.received)
    turn = 0 if begun is None else begun + 1
    return Bound(chair, turn, "the one being played when your mail came")


def _reported_turn(desk: Desk, subject: str, chair: Chair) -> int | None:
    """The turn whose report has that subject, if it is a reply to one: a report names the turn before the one it asks for."""
    bare = subject
    while (shorter := _REPLIES.sub("", bare)) != bare and not bare.startswith("["):
        bare = shorter
    if bare == subject:
        return None
    return reports.turn_of_subject(desk.connection, chair.seat_id, bare.strip())

"""Bytes to a Letter. Reads anything at all without raising, in time linear in its size. Source: mail.md, A to C.

A mail without parts never meets the standard library's parser; one with parts is taken apart by compat32. No header of a mail
is ever an instruction to us (mail.md 63).
"""

from datetime import datetime

from pbem.core.letters import Letter, LetterLine, LineKind, Robot
from pbem.mail.addresses import recipients_of, sender_of
from pbem.mail.bounces import bounce_of, returned_of
from pbem.mail.digest import digest_of
from pbem.mail.headers import Head, clean, header_text, message_ids, split_head
from pbem.mail.parts import Body, Limits, Part, gather, parse, single
from pbem.mail.phrases import is_forward_subject
from pbem.mail.readings import Reading, read_body
from pbem.mail.robots import LOOP_HEADER, is_listed, robot_of
from pbem.mail.sender import NOBODY, Trust, boundary_time, vouched

_LOOP = LOOP_HEADER.lower()
_DEFAULT_LIMITS = Limits()
_MOST_NAMED = 5


def read_letter(
    content: bytes,
    received: datetime,
    limits: Limits = _DEFAULT_LIMITS,
    trust: Trust = NOBODY,
    oversize: bool = False,
    junk: bool = False,
) -> Letter:
    """The letter in these bytes. `received`: when the server took it in, aware. `trust`: whose verdict on the sender counts.

    `oversize`: the bytes are the header alone of a mail that was too large to fetch. `junk`: whether it lay in the spam folder.
    """
    head, data = split_head(content, limits.header_bytes)
    subject = header_text(head.first("subject"))
    forwarding = is_forward_subject(subject)
    body, tree = _take_apart(content, head, data, limits, oversize)
    reading, readings = read_body(body, forwarding, limits.text_lines)
    _check(reading, body, limits)
    sender = sender_of(head)
    address = sender.address if sender else None
    robot = robot_of(head, subject, address) or _robot_by_parts(body)
    return Letter(
        digest=digest_of(head, data),
        received=received,
        message_id=_message_id(head),
        sender=address,
        sender_name=sender.name if sender else "",
        recipients=recipients_of(head),
        subject=subject,
        answers=message_ids(head.first("in-reply-to"), " ".join(reversed(head.first("references").split()))),
        date=header_text(head.first("date"), 100),
        vouched=vouched(head, address, trust),
        boundary=boundary_time(head, trust),
        robot=robot,
        listed=is_listed(head),
        loop=clean(head.first(_LOOP), 64) if _LOOP in head else None,
        bounce=bounce_of(head, content, tree) if robot == Robot.DELIVERY else None,
        lines=_numbered(reading),
        forwarded=LineKind.FORWARD in reading.kinds or (body.mails > 0 and forwarding),
        quarantine=body.quarantine,
        reading_problem=body.problem,
        held_reason=body.held,
        readings=readings,
        attachment=body.texts[0] if len(body.texts) == 1 else None,
        unread=_unread(body),
        pictures=tuple(body.pictures[:_MOST_NAMED]),
        notes=tuple(body.notes),
        junk=junk,
        returned=returned_of(tree) if robot in (Robot.DELIVERY, Robot.COMPLAINT) else (),
    )


def _unread(body: Body) -> tuple[str, ...]:
    several = ["several text files, of which one alone would be read"] if len(body.texts) > 1 else []
    return (*body.others, *["another mail"] * body.mails, *several)[:_MOST_NAMED]


def _robot_by_parts(body: Body) -> str:
    """Why a machine wrote a mail, by what it holds: a calendar's reply, or nothing but a visiting card."""
    if body.replies_to_calendar:
        return Robot.CALENDAR
    filled = any(piece.html or any(line.strip() for line in piece.plain or ()) for piece in body.pieces)
    alone = not (filled or body.texts or body.others or body.pictures or body.mails)
    return Robot.CARD if body.cards and alone else ""


def _take_apart(content: bytes, head: Head, data: bytes, limits: Limits, oversize: bool) -> tuple[Body, Part | None]:
    if oversize or len(content) > limits.size:
        return Body(problem=f"is over the size limit of {limits.size / 1_000_000:g} MB"), None
    kind = head.first("content-type")[:10].lower()
    if not kind.startswith(("multipart/", "message/")):
        return single(head, data, limits), None
    tree = parse(content, limits)
    if tree is None:
        return Body(quarantine=f"has more than {limits.parts} parts or cannot be taken apart"), None
    return gather(tree, limits), tree


def _check(reading: Reading, body: Body, limits: Limits) -> None:
    """Notes what the player should be told of the body as a whole."""
    others = [*body.others, *body.pictures]
    if others:
        body.notes.append(f"not read: {', '.join(others[:_MOST_NAMED])}")
    if body.mails:
        body.notes.append("an attached mail was not read")
    if len(body.texts) > 1:
        body.notes.append("several text files are attached: none was read")
    length = 0
    for line, kind in zip(reading.lines, reading.kinds, strict=True):
        if kind is LineKind.OWN:
            length += len(line) + 1
            if len(line) > limits.line:
                body.fail(f"has a line of more than {limits.line:,} characters")
    if length > limits.own_text:
        body.fail(f"has a text of more than {limits.own_text:,} characters")
    if body.problem or body.texts or any(reading.lines):
        return
    if others:
        body.fail(f"has no text, only something attached that cannot be read as orders ({others[0]})")
    elif body.mails:
        body.fail("has no text, only another mail attached")


def _numbered(reading: Reading) -> tuple[LetterLine, ...]:
    """The lines with their numbers; a banner above the writer's text is not counted (mail.md 12)."""
    above = 0
    for kind in reading.kinds:
        if kind is not LineKind.BANNER:
            break
        above += 1
    numbers = [*([0] * above), *range(1, len(reading.lines) + 1 - above)]
    return tuple(map(LetterLine, numbers, reading.lines, reading.kinds))


def _message_id(head: Head) -> str:
    raw = head.first("message-id")
    found = message_ids(raw)
    return found[0] if found else clean(raw, 990)

"""The pictures of mails: kept with the report that shows them, and put into the mail as it goes out, where there is room."""

import re
from dataclasses import replace

from sqlalchemy.engine import Connection

from pbem.core.letters import InlinePicture, Message
from pbem.moderator.desk import Desk
from pbem.report.renderer import Rendered
from pbem.store import pictures
from pbem.store.pictures import SHOWN

MOST = 400_000
"""Bytes of a mail with pictures, as it is sent."""

_HEAD = 10_000
"""Bytes left for headers, the order form and the calendar."""
_ENCODED = 1.37
"""How much longer base64 makes a picture, with its line ends."""
_LEFT_OUT = "<em>The picture is left out, to keep this mail small; the text tells the same.</em>"


def keep(desk: Desk, report: Rendered) -> None:
    """Keeps the pictures that a report shows; each is given as much of the mail's room as its drawing takes of all."""
    if not report.pictures:
        return
    room = max(MOST - _HEAD - _size(report.text, report.html), 0) / _ENCODED
    drawn = sum(len(picture.svg) for picture in report.pictures)
    for picture in report.pictures:
        most = int(room * len(picture.svg) / drawn)
        pictures.keep(desk.connection, picture.cid, picture.name, picture.svg, most, desk.now)


def illustrated(connection: Connection, message: Message) -> Message | None:
    """The message with the pictures that its HTML shows; None while one of them has not been drawn.

    What could not be drawn, or finds no room, is left out from the last on, with a sentence in its place.
    """
    shown = pictures.shown_in(connection, message.html)
    if not shown:
        return message
    if any(row.png is None for row in shown):
        return None
    room = MOST - _HEAD - _size(message.text, message.html)
    found: dict[str, InlinePicture] = {}
    for row in shown:
        taken = int(len(row.png or b"") * _ENCODED)
        if row.png and taken <= room:
            found[row.cid] = InlinePicture(row.cid, row.name, row.png)
            room -= taken

    def kept(place: re.Match[str]) -> str:
        return place[0] if place[1] in found else _LEFT_OUT

    return replace(message, html=SHOWN.sub(kept, message.html), pictures=tuple(found.values()))


def _size(text: str, html: str) -> int:
    """About how many bytes both are in a mail: what is not ASCII takes three a byte."""
    return sum(len(part) + 3 * (len(part.encode()) - len(part)) + part.count("=") * 2 for part in (text, html))

"""The pictures of mails: kept with the report that shows them, and put into the mail as it goes out, where there is room."""

import re
from dataclasses import replace
from datetime import timedelta

from sqlalchemy.engine import Connection

from pbem.core.letters import InlinePicture, Message
from pbem.moderator.desk import Desk
from pbem.report.png import about
from pbem.report.renderer import Rendered
from pbem.store import pictures
from pbem.store.pictures import SHOWN

MOST = 400_000
"""Bytes of a mail with pictures, as it is sent."""

KEPT = timedelta(days=30)
"""How long a picture is kept after the last report that shows it: much longer than a mail is tried."""
_NOTED = timedelta(days=1)
"""That a picture is shown again is written once in so long."""

_HEAD = 10_000
"""Bytes left for headers, the order form and the calendar."""
_ENCODED = 1.37
"""How much longer base64 makes a picture, with its line ends."""
_LEAST = 0.7
"""With less than this part of what they would take, drawings cannot be read."""
_LEFT_OUT = "<em>The picture is left out, to keep this mail small; the text tells the same.</em>"


def keep(desk: Desk, report: Rendered) -> None:
    """Keeps the pictures that a report shows, which come in the order of their weight. Those that are not kept yet share what
    the mail has room for beside the others; where that would be too little to read anything, the last are left out.
    """
    if not report.pictures:
        return
    room = MOST - _HEAD - _size(report.text, report.html)
    kept = pictures.sizes(desk.connection, [picture.cid for picture in report.pictures])
    pictures.note_shown(desk.connection, kept, desk.now, desk.now - _NOTED)
    room = int(room / _ENCODED) - sum(kept.values())
    sizes: dict[str, float] = {}
    added = {picture.cid: picture for picture in report.pictures if picture.cid not in kept}
    for cid, picture in added.items():
        size = about(picture.svg)
        if (sum(sizes.values()) + size) * _LEAST <= room:
            sizes[cid] = size
    share = room / (sum(sizes.values()) or 1.0)
    for cid, size in sizes.items():
        pictures.keep(desk.connection, cid, added[cid].name, added[cid].svg, int(share * size), desk.now)


def clear_old(desk: Desk) -> int:
    """Clears the pictures that no report has shown for long, and gives how many; `redrawing` brings them back."""
    return pictures.clear(desk.connection, desk.now - KEPT)


def illustrated(connection: Connection, message: Message) -> Message | None:
    """The message with the pictures that its HTML shows; None while one of them has not been drawn.

    What could not be drawn, is not kept, or finds no room, is left out from the last on, with a sentence in its place.
    """
    if not SHOWN.search(message.html):
        return message
    shown = pictures.shown_in(connection, message.html)
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

"""What several readers of a turn are told alike: made once, and filled up for each of them."""

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from pbem.core.contract import Asked, Picture, View
from pbem.report.telling import Telling


@dataclass(frozen=True, slots=True)
class Body:
    """A turn as a game's own templates tell it, the same for every reader who may know the same.

    `headline`: a few words for the subject. `mailed`: the HTML with the styles of a mail; `pictures`: those
    that it shows by their Content-IDs.
    """

    told: Telling
    view: View
    headline: str
    text: str
    mailed: str
    pictures: tuple[Picture, ...] = ()

    def tells(self, telling: Telling) -> bool:
        """Whether this is also what that reader may be told: the same turn, events and view, but for who reads it."""
        told = self.told
        return (
            (telling.campaign, telling.turn, telling.next_turn) == (told.campaign, told.turn, told.next_turn)
            and telling.events == told.events
            and shared(telling.view) == self.view
        )


class Slots:
    """Where what readers share takes the rest. No HTML can hold such a place in a text, its `<` would be escaped; and no text a
    NUL, which the store does not keep."""

    text = "\0\n"
    begin = Markup("<!-- begin -->")
    body = Markup("<!-- body -->")
    own = Markup("<!-- own -->")


@dataclass(frozen=True, slots=True)
class Frame:
    """All around a body that readers share, whatever the body tells each of them beside its headline; `text` has a slot for the
    body, `html` also for the marker line and for what is a reader's own."""

    headline: str
    told: Telling
    subject: str
    text: str
    html: str

    def fits(self, body: Body, telling: Telling) -> bool:
        """Whether that reader is told the same around the body; what has changed since it was told before is a reader's own."""
        if telling.before is not None:
            return False
        return body.headline == self.headline and _around(telling) == _around(self.told)


def shared(view: View) -> View:
    """The view without its reader, and without what is the reader's own beside it: all that templates and stories are given."""
    return {key: value for key, value in view.items() if key not in ("reader", "own")}


@dataclass(frozen=True, slots=True)
class Wanted:
    """Who is asked for the same, until the same deadline (as shown; empty where there is none of their own)."""

    asked: Asked
    until: str
    names: list[str]


def by_what(telling: Telling) -> Sequence[Wanted]:
    """Who is asked for what, in the order of the first of them."""
    groups: dict[tuple[str, bool, str], Wanted] = {}
    for name, asked in telling.awaited.items():
        until = telling.deadlines.get(name, "") if asked.holds else ""
        groups.setdefault((asked.what, asked.holds, until), Wanted(asked, until, [])).names.append(name)
    return list(groups.values())


def _around(telling: Telling) -> tuple[object, ...]:
    return (
        (telling.campaign, telling.turn, telling.next_turn),
        telling.awaited,
        telling.deadline,
        telling.deadlines,
        telling.notes,
        telling.secret,
        telling.commitment,
        telling.luck,
        telling.archive_url,
    )

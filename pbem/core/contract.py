"""What a game is. A game is pure: state in, state out; no clock, no store, no mail, no random numbers of its own.

State, views and events are plain JSON data (dictionaries with text keys); a function never changes what it was given.
Errors of players are `Problem` values; an exception from a game means that the program is wrong.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import Any, ClassVar, Protocol

from pbem.core.chance import Chance
from pbem.core.sheets import Filed, Order, Problem, Sheet

State = dict[str, Any]
"""All that a game knows between adjudications. `version` is the number of its form, so that old campaigns can be opened."""
View = dict[str, Any]
"""What one reader may know of a state; built up from nothing, never cut down from the whole.

`own`, where a view has it, is what no report tells but the reader's own form and answers may, such as what is on file: readers
whose views differ in nothing else share a report.
"""
Event = dict[str, Any]
"""One thing that happened: `event` names it; the other fields are the rules page's."""


class Audience(Enum):
    """Readers that are not seats."""

    PUBLIC = "public"
    GM = "gm"


Reader = str | Audience
"""A seat, by its player's name, or an audience."""


@dataclass(frozen=True, slots=True)
class Table:
    """What stays the same for a whole campaign: the players in seat order, the options, the decks that options name.

    `rules_version` is the version that the campaign began with; a function that rules on a changed point branches on it.
    """

    players: tuple[str, ...]
    options: Any
    decks: Mapping[str, Any] = field(default_factory=dict)
    rules_version: int = 1


@dataclass(frozen=True, slots=True)
class Asked:
    """What is asked of a seat now, in the rules page's words.

    `step` tells one decision from a later one of the same words: a seat of which another `step` is asked than before, or words
    that were not among those asked (with commas between), is asked anew, with a time of its own. `holds`: whether play waits
    for it; false for a vote that may come later, and where what is on file answers it. `open`: whether everybody may know;
    false for a sealed bid, where who is still asked would tell who is not.
    """

    what: str
    holds: bool = True
    open: bool = True
    step: int = 0

    def within(self, what: str, step: int) -> bool:
        """Whether all of this was asked by those words at that step: `turn` is what is left of `turn, vote 3` after the vote."""
        return self.step == step and set(self.what.split(", ")) <= set(what.split(", "))


def asked_of(awaited: Mapping[str, Asked], reader: Reader) -> dict[str, Asked]:
    """What of the things awaited a reader may know: the open ones and the reader's own, all of them for the GM."""
    return {name: asked for name, asked in awaited.items() if asked.open or name == reader or reader is Audience.GM}


def waits_for(awaited: Mapping[str, Asked], name: str) -> bool:
    """Whether play waits for that seat."""
    return name in awaited and awaited[name].holds


@dataclass(frozen=True, slots=True)
class Rulable:
    """A point that the GM may rule on before the report goes out: what to call it, what was given, the default.

    `about`: what the GM must know to rule, a sentence or two each; for the GM alone.
    """

    question: str
    given: str
    default: str
    about: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Advanced:
    """One adjudication: the new state, what happened in order, what stays on file, each seat's problems of decisions."""

    state: State
    events: list[Event]
    filed: dict[str, tuple[Order, ...]]
    problems: dict[str, tuple[Problem, ...]]
    rulable: tuple[Rulable, ...] = ()


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game stands: winners are empty while it goes on; scores in seat order; `reason` is empty while it goes on.

    Everybody may know it, the scores too while the game goes on: the archive shows them.
    """

    finished: bool
    winners: tuple[str, ...]
    scores: dict[str, int]
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Forecast:
    """What an acknowledgement adds to the orders on file.

    `lines`: the canonical text of every order, in order, with the game's remarks in brackets. `notes`: warnings and remarks
    that belong to no single line, one sentence each. `parts`: for every order the title of the part of the sheet that it is
    listed under, such as "standing negations"; empty where sheets have one part only. `holding`: what the writer holds, such as
    the own hand, one line each in fixed width.
    """

    lines: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    parts: tuple[str, ...] = ()
    holding: tuple[str, ...] = ()

    def by_part(self, lines: Sequence[str]) -> list[tuple[str, list[str]]]:
        """Lines, one for each order, under the titles of their parts in the order of these; under an empty one without parts."""
        if not self.parts:
            return [("", list(lines))]
        groups: dict[str, list[str]] = {}
        for title, line in zip(self.parts, lines, strict=True):
            groups.setdefault(title, []).append(line)
        return list(groups.items())


@dataclass(frozen=True, eq=False)
class Picture:
    """A picture drawn from a view: a name for files, the SVG, and the text that stands in its place.

    `drawing`: the SVG, or what draws it when it is first wanted, since most mails show the text alone. `mailed`: whether the HTML
    of mails shows it, made a PNG; elsewhere in mails its text does. Pages show the SVG in any case. `half`: whether it takes
    half a column, where the column is wide enough for two.
    """

    name: str
    drawing: str | Callable[[], str]
    text: str
    mailed: bool = False
    half: bool = False

    @cached_property
    def svg(self) -> str:
        """The drawing as SVG."""
        return self.drawing if isinstance(self.drawing, str) else self.drawing()

    @cached_property
    def cid(self) -> str:
        """The Content-ID by which the HTML of a mail shows it: the same for the same picture."""
        return f"{sha256(self.svg.encode()).hexdigest()[:40]}@pbem"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Picture) and self._shown() == other._shown()

    def __hash__(self) -> int:
        return hash(self._shown())

    def _shown(self) -> tuple[object, ...]:
        return self.name, self.svg, self.text, self.mailed, self.half


class Game(Protocol):
    """The contract. A game inherits from this class and so has, as nothing, what it does not define."""

    slug: ClassVar[str]
    title: ClassVar[str]
    seats: ClassVar[tuple[int, int]]
    """The least and the greatest number of players."""
    rules_version: ClassVar[int]
    """The newest version of the rulings; a campaign keeps the one that it began with."""
    Options: ClassVar[type[Any]]
    """The options: a frozen dataclass of JSON data, every field made by `options.option`, with the type that its value must have.

    Its `__post_init__` raises ValueError, in one sentence, for what the type alone does not refuse.
    """
    campaign_options: ClassVar[Mapping[str, Any]] = {}
    """What a campaign gets unless told otherwise, where that is not the default."""
    keeps_orders: ClassVar[bool] = True
    """False where a sheet is spent with the turn that it was sent for."""
    files: ClassVar[Path]
    """The folder with `rules.md`, `rulings.md`, and, for a game of another package, `templates/` and `decks/`."""
    credits: ClassVar[Sequence[str]] = ()
    """Whom the game owes its data to, a sentence each: the archive's pages of its campaigns end with them."""

    def decks(self, options: Any) -> Mapping[str, Any]:
        """The decks that the options name, as JSON data, read once and kept with the campaign; by default none.

        Raises ValueError, in one sentence, for a deck that cannot be used.
        """
        return {}

    def deck_file(self, cards: int | None = None) -> str:
        """A deck of the game's own as the text of a TOML file, to start an own one from; `cards` chooses one by its size.

        Raises ValueError, in one sentence, where there is none.
        """
        raise ValueError(f"{self.slug} has no decks of its own to start from")

    def deck_from_file(self, text: str, name: str) -> Any:
        """The value of the option `deck` in a GM's file; its name tells by its ending what it is written in.

        Raises ValueError, in one sentence that names what is wrong where, for a file that cannot be used.
        """
        raise ValueError(f"{self.slug} takes no decks from files")

    def start(self, table: Table, chance: Chance) -> tuple[State, list[Event]]:
        """The first state and the events of the set-up. Raises ValueError, in one sentence, for a table it cannot seat."""
        ...

    def awaiting(self, table: Table, state: State, filed: Filed) -> dict[str, Asked]:
        """What is asked of which seat, in seat order; after an adjudication empty exactly when the game has ended.

        `filed` matters only to games in which an order on file has answered what was asked. Where that answers all, nothing
        is awaited, and the position is `ready`.
        """
        ...

    def read(self, table: Table, view: View, text: str, asked: int | None = None) -> Sheet:
        """The order sheet as understood, for the seat whose view this is, and from that view alone.

        `asked` is the turn whose report the mail answers (0: the start's; -1: one that has been withdrawn), None where that is
        not known or does not matter: a part that answers an older question than the present one is then a problem. Reads any
        text without raising.
        """
        ...

    def file(self, filed: tuple[Order, ...], sheet: Sheet) -> tuple[Order, ...]:
        """What the writer has on file after that sheet: by default the sheet replaces all, one without orders nothing.

        Source: orders.md 6.
        """
        return sheet.orders or filed

    def ready(self, table: Table, state: State, filed: Filed) -> bool:
        """Whether an adjudication now would take nothing from anybody who is awaited."""
        ...

    def advance(
        self,
        table: Table,
        state: State,
        filed: Filed,
        due: frozenset[str],
        wrote: frozenset[str],
        rulings: Mapping[str, Mapping[str, str]],
        chance: Chance,
    ) -> Advanced:
        """Resolves as far as the orders reach.

        `due`: seats whose time has run out, which get the rules' default. `wrote`: seats that sent any text since they
        were asked, so that no NMR is recorded for them. `rulings`: the GM's, {question: {what was given: ruling}}.

        Where the step that is due waits for somebody, nothing at all is changed: there is a turn only where something
        was, and everybody sees its number.
        """
        ...

    def view(self, table: Table, state: State, filed: Filed, reader: Reader) -> View:
        """What that reader may know of the position; for a seat, `view["reader"]` is its name, else None."""
        ...

    def told(self, table: Table, event: Event, reader: Reader) -> Event | None:
        """What that reader may know of an event: the event itself where it is public, None for nothing."""
        ...

    def public(self, label: str) -> bool:
        """Whether the outcome of that chance label may be shown to everybody while the game goes on."""
        ...

    def observed(self, table: Table, state: State, filed: Filed) -> dict[str, Any]:
        """The observable state, exactly as the rules page lists it; the GM's full sight."""
        ...

    def outcome(self, table: Table, state: State) -> Outcome:
        """Whether the game has ended, who has won, and the scores."""
        ...

    def forecast(self, table: Table, view: View, filed: tuple[Order, ...]) -> Forecast:
        """Remarks on what a seat has on file, from its view alone; by default the canonical lines and no remarks."""
        return Forecast(tuple(order.text for order in filed))

    def choices(self, table: Table, view: View) -> Sequence[str]:
        """The legal choices of a seat, best first, one line each; empty where a game does not list them."""
        return ()

    def form(self, table: Table, view: View) -> Sequence[str]:
        """The lines of a sheet to fill in. A line left as sent is no order; lines that begin with `#` explain."""
        return ()

    def story(self, table: Table, view: View, events: Sequence[Event]) -> Mapping[str, Any]:
        """What a report's templates are given beside told events and a view, worked out from these alone.

        Nothing by default. Readers with the same events and the same view (`reader` and `own` aside) are told the same story.
        """
        return {}

    def pictures(self, table: Table, view: View) -> Sequence[Picture]:
        """The board, or boards, as that view shows them; what tells most first, since a mail may have no room for all."""
        return ()

    def alike(
        self, table: Table, state: State, filed: Filed, seat: str, chance: Chance
    ) -> tuple[State, dict[str, tuple[Order, ...]]]:
        """Another position that this seat cannot tell from this one: other secrets of others, the same view.

        What others have on file is different or left out, but where everybody may know that it is there. The tests of
        secrecy put yet other sheets in its place, drawn at random, and adjudicate both positions.
        """
        ...

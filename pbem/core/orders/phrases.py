"""A game's simple values, facts and terms as a table of phrases: `{player} won|wins {calculation}`.

All phrases of a table share one tree, so that reading one looks at each token a few times only, however many phrases there are.
"""

import re
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from pbem.core.orders.meaning import LOOSER_OPERATORS
from pbem.core.orders.names import Names
from pbem.core.orders.spelling import nearest
from pbem.core.orders.tokens import OPERATOR, QUOTED, WORD, Token, Tokens, Unreadable, as_written, shown

C = TypeVar("C")
"""What a game hands to its slots and makers: its language, or what it keeps for one order."""
T = TypeVar("T")
Readings = Iterable[tuple[Any, int]]
"""What may stand in a slot, likeliest first: the value, and the place of the first token behind it."""


@dataclass(frozen=True, slots=True)
class Slot(Generic[C]):
    """Something that stands in a phrase as `{name}`.

    `label` is what a message calls it (`a card`). `read(context, tokens, at)` gives the readings at that place, none or
    Unreadable where there are none. An error of its own is told to the player; without one, what `why` gives for that place,
    or else that `label` was expected.
    """

    label: str
    read: Callable[[C, Tokens, int], Readings]
    table: "Phrases[C, Any] | None" = None
    why: Callable[[C, Tokens, int], Unreadable] | None = None


def _number(context: Any, tokens: Tokens, at: int) -> Readings:
    token = tokens[at]
    return [(int(token.text), at + 1)] if token.kind == WORD and _WHOLE_NUMBER.fullmatch(token.text) else []


def _operator(context: Any, tokens: Tokens, at: int) -> Readings:
    text = tokens[at].text
    return [(LOOSER_OPERATORS.get(text, text), at + 1)] if tokens[at].kind == OPERATOR else []


_WHOLE_NUMBER = re.compile(r"[+-]?[0-9]+")
NUMBER_SLOT: Slot[Any] = Slot("a whole number", _number)
"""An optional sign and ASCII digits."""
OPERATOR_SLOT: Slot[Any] = Slot("a comparison such as >=", _operator)
"""A comparison operator, in its canonical form."""


def player_slot(names_of: Callable[[C], Names]) -> Slot[C]:
    """A player's name; `names_of` gives the names as the writer uses them."""
    return Slot(
        "a player",
        lambda context, tokens, at: names_of(context).readings(tokens, at),
        why=lambda context, tokens, at: names_of(context).unnamed(tokens, at),
    )


@dataclass(slots=True)
class _Node(Generic[C]):
    words: dict[str, "_Node[C]"] = field(default_factory=dict)
    slots: dict[str, tuple[Slot[C], "_Node[C]"]] = field(default_factory=dict)
    make: Callable[..., Any] | None = None


class Phrases(Generic[C, T]):
    """A table of phrases that read as values of one sort.

    `what` is what a message calls them as a whole (`a condition`). A phrase is words and slots with spaces between: `a|b` is
    either word, `a?` a word that may be left out, `{name}` a slot. Words match any token but a quoted one. Where tokens fit
    several phrases, words go before slots. `keeps` is for a table whose values depend on nothing but the words and what
    `keeps` gives of the context: what it has read once it need not read again.
    """

    def __init__(
        self, what: str, slots: Mapping[str, Slot[C]], *, keeps: Callable[[C], Hashable] | None = None
    ) -> None:
        self.what = what
        self._slots = dict(slots)
        self._keeps = keeps
        self._kept: dict[tuple[Hashable, str], T] = {}
        self.root: _Node[C] = _Node()

    def add(self, *phrases: str, make: Callable[..., T]) -> None:
        """Adds phrases of one meaning: `make(context, *values of the slots)` gives the value, or raises Unreadable."""
        for phrase in phrases:
            nodes = [self.root]
            for element in phrase.split():
                nodes = self._grown(nodes, element)
            for node in nodes:
                if node.make is not None:
                    raise ValueError(f"{self.what}: two meanings for {phrase!r}")
                node.make = make

    def _grown(self, nodes: list[_Node[C]], element: str) -> list[_Node[C]]:
        if element.startswith("{") and element.endswith("}"):
            slot = self._slots[element[1:-1]]
            return [node.slots.setdefault(element, (slot, _Node()))[1] for node in nodes]
        words = element.removesuffix("?").split("|") if element != "?" else [element]
        grown = [node.words.setdefault(word, _Node()) for node in nodes for word in words]
        return grown + nodes if element.endswith("?") else grown

    def read(self, context: C, tokens: Tokens) -> T:
        """What all of the tokens say. Raises Unreadable at the first token that no phrase can go on with."""
        if self._keeps is None:
            return self._read(context, tokens)
        written = (self._keeps(context), as_written(tokens))
        if written in self._kept:
            return self._kept[written]
        value = self._read(context, tokens)
        if len(self._kept) >= _MOST_KEPT:
            self._kept.clear()
        self._kept[written] = value
        return value

    def _read(self, context: C, tokens: Tokens) -> T:
        trial = _Trial(context, tokens, whole=self)
        found: T = trial.walk(self, 0, 0, self.root, (), lambda value, stop: value)
        if found is _NOTHING:
            raise trial.error(self, 0)
        return found

    def readings(self, context: C, tokens: Tokens, at: int) -> list[tuple[T, int]]:
        """What the tokens from `at` on may say, the longest first. Raises Unreadable where they say nothing."""
        found: list[tuple[T, int]] = []

        def noted(value: T, stop: int) -> Any:
            found.append((value, stop))
            return _NOTHING

        trial = _Trial(context, tokens)
        trial.walk(self, at, at, self.root, (), noted)
        if not found:
            raise trial.error(self, at)
        return found

    def slot(self) -> Slot[C]:
        """The table as a slot of another."""
        return Slot(self.what, self.readings, self)

    def words(self) -> frozenset[str]:
        """Every word of every phrase: what a plain player's name may not hold."""
        found: set[str] = set()
        nodes = [self.root]
        while nodes:
            node = nodes.pop()
            found.update(node.words)
            nodes += [*node.words.values(), *(after for _, after in node.slots.values())]
        return frozenset(found)

    def opens(self, token: Token) -> bool:
        """Whether a phrase begins with that very word."""
        return token.kind != QUOTED and token.low in self.root.words


_NOTHING: Any = object()
"""What a walk gives that came to no end."""


class _Trial:
    """One try to read tokens by a table and the tables in it, and where it got furthest: what a message is made of.

    `whole` is the table whose value must be that of all tokens, if any.
    """

    __slots__ = ("_at", "_context", "_errors", "_size", "_stops", "_tokens", "_whole")

    def __init__(self, context: Any, tokens: Tokens, whole: Phrases[Any, Any] | None = None) -> None:
        self._context = context
        self._tokens = tokens
        self._size = len(tokens)
        self._whole = whole
        self._at = -1
        self._stops: list[tuple[_Node[Any], Phrases[Any, Any], int]] = []
        self._errors: list[Unreadable] = []

    def walk(
        self,
        table: Phrases[Any, Any],
        start: int,
        at: int,
        node: _Node[Any],
        values: tuple[Any, ...],
        done: Callable[[Any, int], Any],
    ) -> Any:
        """What `done` makes of the first value of the table with which it comes to an end; _NOTHING if there is none.

        The table is read from `start` on; `node` is where in its tree the tokens up to `at` have led.
        """
        size = self._size
        if at < size:
            token = self._tokens[at]
            after = node.words.get(token.low) if token.kind != QUOTED else None
            if after is not None:
                found = self.walk(table, start, at + 1, after, values, done)
                if found is not _NOTHING:
                    return found
            for slot, behind in node.slots.values():
                found = self._fill(slot, table, start, at, behind, values, done)
                if found is not _NOTHING:
                    return found
        self._stopped(at, (node, table, start))
        if node.make is None or (at < size and table is self._whole):
            return _NOTHING
        try:
            value = node.make(self._context, *values)
        except Unreadable as error:
            self._failed(at, error.with_traceback(None))
            return _NOTHING
        return done(value, at)

    def _fill(
        self,
        slot: Slot[Any],
        table: Phrases[Any, Any],
        start: int,
        at: int,
        behind: _Node[Any],
        values: tuple[Any, ...],
        done: Callable[[Any, int], Any],
    ) -> Any:
        inner = slot.table
        if inner is not None:
            return self.walk(
                inner,
                at,
                at,
                inner.root,
                (),
                lambda value, stop: self.walk(table, start, stop, behind, (*values, value), done),
            )
        try:
            readings = list(slot.read(self._context, self._tokens, at))
        except Unreadable as error:
            self._failed(self._place(at, error), error.with_traceback(None))
            return _NOTHING
        for value, stop in readings:
            found = self.walk(table, start, stop, behind, (*values, value), done)
            if found is not _NOTHING:
                return found
        return _NOTHING

    def _stopped(self, at: int, stop: tuple[_Node[Any], Phrases[Any, Any], int]) -> None:
        if at > self._at:
            self._at, self._stops, self._errors = at, [stop], []
        elif at == self._at:
            self._stops.append(stop)

    def _failed(self, at: int, error: Unreadable) -> None:
        if at > self._at:
            self._at, self._stops, self._errors = at, [], [error]
        elif at == self._at:
            self._errors.append(error)

    def _place(self, at: int, error: Unreadable) -> int:
        """The place of the token that an error names: the end where it names none, `at` where it is not among the tokens."""
        if error.token is None:
            return self._size
        return next((place for place in range(at, self._size) if self._tokens[place] is error.token), at)

    def error(self, table: Phrases[Any, Any], start: int) -> Unreadable:
        """Why nothing could be read by the table from `start` on: of all that failed, what got furthest."""
        token = self._tokens[self._at] if self._at < self._size else None
        words = [word for node, _, _ in self._stops for word in node.words]
        meant = nearest(token.low, words) if token is not None else None
        hint = f"; did you mean '{meant}'?" if meant else ""
        errors = self._errors + self._reasons()
        if errors:
            error = max(errors, key=lambda error: error.sure)
            return Unreadable(error.message + hint, error.token, sure=error.sure)
        expected = self._expected() if self._at > start else [table.what]
        found = f", found {shown(token)}" if token is not None else ""
        if expected:
            return Unreadable(f"expected {listed(expected)}{found}{hint}", token)
        return Unreadable(f"{found.removeprefix(', found ')} is left over after {table.what}", token)

    def _reasons(self) -> list[Unreadable]:
        """What the slots say that nothing could stand in where the trial stopped."""
        if self._at == self._size:
            return []
        whys = dict.fromkeys(slot.why for node, _, _ in self._stops for slot, _ in node.slots.values())
        return [why(self._context, self._tokens, self._at) for why in whys if why is not None]

    def _expected(self) -> list[str]:
        """What could have stood where the trial stopped: sorts of things, then words."""
        labels = [inner.what for _, inner, start in self._stops if start == self._at]
        inside = [node for node, _, start in self._stops if start < self._at]
        labels += [slot.label for node in inside for slot, _ in node.slots.values()]
        return list(dict.fromkeys([*labels, *(f"'{word}'" for node in inside for word in node.words)]))


_MOST_KEPT = 4_000
"""Readings kept by one table, about 1 MB: a few dozen cards as people write them, the usual facts of a hundred campaigns."""
_MOST_LISTED = 6


def listed(names: list[str]) -> str:
    """Names for a message: `a, b or c`, of many the first few."""
    if len(names) > _MOST_LISTED:
        return f"{', '.join(names[:_MOST_LISTED])} …"
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} or {names[-1]}"

"""A game's simple values, facts and terms as a table of phrases: `{player} won|wins {calculation}`.

All phrases of a table share one tree, so that reading one looks at each token a few times only, however many phrases there are.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from pbem.core.orders.meaning import LOOSER_OPERATORS
from pbem.core.orders.spelling import nearest
from pbem.core.orders.text import OPERATOR, QUOTED, WORD, Token, Tokens, Unreadable, shown

C = TypeVar("C")
"""What a game hands to its slots and makers: its language, or what it keeps for one order."""
T = TypeVar("T")
Readings = Iterable[tuple[Any, int]]
"""What may stand in a slot, likeliest first: the value, and the place of the first token behind it."""


@dataclass(frozen=True, slots=True)
class Slot(Generic[C]):
    """Something that stands in a phrase as `{name}`.

    `label` is what a message calls it (`a card`). `read(context, tokens, at)` gives the readings at that place, none or
    Unreadable where there are none. An error of its own is told to the player; without one, that `label` was expected.
    """

    label: str
    read: Callable[[C, Tokens, int], Readings]


def _number(context: Any, tokens: Tokens, at: int) -> Readings:
    if at < len(tokens) and _WHOLE_NUMBER.fullmatch(tokens[at].text) and tokens[at].kind == WORD:
        yield int(tokens[at].text), at + 1


def _operator(context: Any, tokens: Tokens, at: int) -> Readings:
    if at < len(tokens) and tokens[at].kind == OPERATOR:
        yield LOOSER_OPERATORS.get(tokens[at].text, tokens[at].text), at + 1


_WHOLE_NUMBER = re.compile(r"[+-]?[0-9]+")
NUMBER_SLOT: Slot[Any] = Slot("a whole number", _number)
"""An optional sign and ASCII digits."""
OPERATOR_SLOT: Slot[Any] = Slot("a comparison such as >=", _operator)
"""A comparison operator, in its canonical form."""


@dataclass(slots=True)
class _Node(Generic[C]):
    words: dict[str, "_Node[C]"] = field(default_factory=dict)
    slots: dict[str, tuple[Slot[C], "_Node[C]"]] = field(default_factory=dict)
    make: Callable[..., Any] | None = None


class _Furthest:
    """The failure that got furthest while a table was tried: what a message is made of."""

    def __init__(self) -> None:
        self.at = -1
        self.nodes: list[_Node[Any]] = []
        self.errors: list[Unreadable] = []

    def stopped(self, at: int, node: _Node[Any]) -> None:
        if at > self.at:
            self.at, self.nodes, self.errors = at, [], []
        if at == self.at:
            self.nodes.append(node)

    def failed(self, at: int, error: Unreadable) -> None:
        if at > self.at:
            self.at, self.nodes, self.errors = at, [], []
        if at == self.at:
            self.errors.append(error)


class Phrases(Generic[C, T]):
    """A table of phrases that read as values of one sort.

    `what` is what a message calls them as a whole (`a condition`). A phrase is words and slots with spaces between: `a|b` is
    either word, `a?` a word that may be left out, `{name}` a slot. Words match any token but a quoted one. Where tokens fit
    several phrases, words go before slots.
    """

    def __init__(self, what: str, slots: Mapping[str, Slot[C]]) -> None:
        self.what = what
        self._slots = dict(slots)
        self._root: _Node[C] = _Node()

    def add(self, *phrases: str, make: Callable[..., T]) -> None:
        """Adds phrases of one meaning: `make(context, *values of the slots)` gives the value, or raises Unreadable."""
        for phrase in phrases:
            nodes = [self._root]
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
        furthest = _Furthest()
        for value, _ in self._walk(context, tokens, 0, self._root, (), furthest, True):
            return value
        error = self._error(tokens, 0, furthest)
        meant = nearest(error.token.low, error.words) if error.token is not None else None
        hint = f"; did you mean '{meant}'?" if meant else ""
        found = f", found {shown(error.token)}" if error.token is not None and error.expected else ""
        raise Unreadable(f"{error.message}{found}{hint}", error.token, sure=error.sure)

    def readings(self, context: C, tokens: Tokens, at: int) -> Iterator[tuple[T, int]]:
        """What the tokens from `at` on may say, the longest first: a table can so be a slot of another."""
        furthest = _Furthest()
        found = False
        for reading in self._walk(context, tokens, at, self._root, (), furthest, False):
            found = True
            yield reading
        if not found:
            raise self._error(tokens, at, furthest)

    def slot(self) -> Slot[C]:
        """The table as a slot."""
        return Slot(self.what, self.readings)

    def words(self) -> frozenset[str]:
        """Every word of every phrase: what a plain player's name may not hold."""
        found: set[str] = set()
        nodes = [self._root]
        while nodes:
            node = nodes.pop()
            found.update(node.words)
            nodes += [*node.words.values(), *(after for _, after in node.slots.values())]
        return frozenset(found)

    def opens(self, token: Token) -> bool:
        """Whether a phrase begins with that very word."""
        return token.kind != QUOTED and token.low in self._root.words

    def _walk(
        self,
        context: C,
        tokens: Tokens,
        at: int,
        node: _Node[C],
        values: tuple[Any, ...],
        furthest: _Furthest,
        whole: bool,
    ) -> Iterator[tuple[T, int]]:
        """Every reading of the tokens from `at` on that goes on from a node; with `whole` only those of all tokens."""
        size = len(tokens)
        while at < size and not node.slots and (whole or node.make is None) and tokens[at].kind != QUOTED:
            only = node.words.get(tokens[at].low)
            if only is None:
                break
            node = only
            at += 1
        if at < size:
            token = tokens[at]
            after = node.words.get(token.low)
            if after is not None and token.kind != QUOTED:
                yield from self._walk(context, tokens, at + 1, after, values, furthest, whole)
            for slot, behind in node.slots.values():
                try:
                    for value, stop in slot.read(context, tokens, at):
                        yield from self._walk(context, tokens, stop, behind, (*values, value), furthest, whole)
                except Unreadable as error:
                    furthest.failed(_place(tokens, at, error), error)
        furthest.stopped(at, node)
        if node.make is not None and (at == size or not whole):
            try:
                yield node.make(context, *values), at
            except Unreadable as error:
                furthest.failed(at, error)

    def _error(self, tokens: Tokens, start: int, furthest: _Furthest) -> Unreadable:
        """Why nothing could be read from `start` on, without a hint, which only the outermost table gives."""
        token = tokens[furthest.at] if furthest.at < len(tokens) else None
        words = [word for node in furthest.nodes for word in node.words]
        words += [word for error in furthest.errors for word in error.words]
        telling = [error for error in furthest.errors if not error.expected]
        if telling:
            error = max(telling, key=lambda error: error.sure)
            return Unreadable(error.message, error.token, sure=error.sure, words=words)
        expected = [slot.label for node in furthest.nodes for slot, _ in node.slots.values()]
        expected += [f"'{word}'" for node in furthest.nodes for word in node.words]
        expected += [name for error in furthest.errors for name in error.expected]
        if furthest.at == start or not (expected or token):
            expected = [self.what]
        if not expected:
            return Unreadable(f"{shown(tokens[furthest.at])} is left over after {self.what}", token)
        return Unreadable(f"expected {listed(list(dict.fromkeys(expected)))}", token, expected=expected, words=words)


def _place(tokens: Tokens, at: int, error: Unreadable) -> int:
    """The place of the token that an error names: the end where it names none, where the slot began if it is not here."""
    if error.token is None:
        return len(tokens)
    return next((place for place in range(at, len(tokens)) if tokens[place] is error.token), at)


_MOST_LISTED = 6


def listed(names: list[str]) -> str:
    """Names for a message: `a, b or c`, of many the first few."""
    if len(names) > _MOST_LISTED:
        return f"{', '.join(names[:_MOST_LISTED])} …"
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} or {names[-1]}"

"""What orders of the glass bead game name: cards, spaces, facts, each with its looser forms. Source: section 3.

Readers take tokens and give what they mean, or raise Unreadable at the first token that they cannot use.
"""

import re
from dataclasses import dataclass
from functools import lru_cache

from pbem.core.orders import Condition, Fact, Names, Token, Tokens, Unreadable, quoted
from pbem.core.orders.comparisons import comparison
from pbem.core.orders.tokens import QUOTED, WORD, shown
from pbem.games.glass_bead import facts
from pbem.games.glass_bead.board import Board
from pbem.games.glass_bead.deck import Deck

NOTHING = "none"
WAIT = "wait"
WAITS = frozenset({WAIT, "pause", "hold"})
ANYONE = frozenset({"any", "anyone", "everybody", "all", "*"})
VERBS = frozenset({"move", "take", "steal"})
"""Words with which an ability may be ordered as one does it."""

_IN_TITLES = frozenset({"on", NOTHING, WAIT, "ability"}) | VERBS
"""Words that divide an order, so that a title which holds one is quoted."""
RESERVED = frozenset(
    (
        "on",
        "by",
        "from",
        "of",
        "against",
        "me",
        "to",
        "at",
        "is",
        "has",
        "in",
        "any",
        "all",
        "score",
        "hand",
        "cards",
        "deck",
        "discards",
        "discard",
        "board",
        "empty",
        "turn",
        "free",
        "negated",
        "hold",
    )
)
"""The game's words: a player's name that holds one of them is quoted in canonical text."""

_SPACE = re.compile(r"(?:([a-z])-?([0-9]{1,2})|([0-9]{1,2})([a-z]))(?:[/.-]([0-9]{1,2}))?")
_LETTER = re.compile(r"\(([a-z])\)")
_NUMBER = re.compile(r"[+-]?[0-9]+")
_MOST_LISTED = 5
_OF_PLAYERS = ("score", "hand", "cards")
"""Terms that are a player's: `score Bob`, `Bob's cards`."""


@dataclass(frozen=True, slots=True)
class Words:
    """The deck, the board and the players as one writer names them; `own` are the cards of the writer's hand and draw."""

    deck: Deck
    board: Board
    names: Names
    own: frozenset[str]

    def card(self, tokens: Tokens) -> str:
        """The title that all of the tokens name, the letter of its ability in brackets or not."""
        letter = _LETTER.fullmatch(tokens[-1].low) if len(tokens) > 1 else None
        name = tokens[:-1] if letter else tokens
        title = self._title(name)
        if letter and self.deck.ability[title] != letter[1].upper():
            message = f"{title} has ability {self.deck.ability[title]}, not {letter[1].upper()}"
            raise Unreadable(message, tokens[-1], sure=True)
        return title

    def _title(self, tokens: Tokens) -> str:
        first = tokens[0]
        if len(tokens) > 1 and any(token.kind not in (WORD, "and") for token in tokens):
            raise Unreadable("expected a card", next(t for t in tokens if t.kind not in (WORD, "and")))
        written = first.low if len(tokens) == 1 else " ".join(token.low for token in tokens)
        meant = self.deck.meant(written)
        if len(meant) > 1:
            held = [title for title in meant if title in self.own]
            if len(held) != 1:
                several = held or list(meant)
                more = " …" if len(several) > _MOST_LISTED else ""
                message = f"'{written}' could be {', '.join(several[:_MOST_LISTED])}{more}"
                raise Unreadable(message, first, sure=True)
            return held[0]
        if not meant:
            near = self.deck.near(written)
            hint = f"; did you mean '{near}'?" if near else ""
            if any(token.kind == "and" for token in tokens):
                hint = "; an 'and' joins no cards: another order goes on a line of its own, a card to discard behind a comma"
            raise Unreadable(f"no card of the deck is called '{written[:40]}'{hint}", first)
        return meant[0]

    def space(self, tokens: Tokens) -> str:
        """The space that all of the tokens name: `e5`, `c3/2`, `c3 level 2`."""
        found = self.leading_space(tokens)
        if found is None:
            raise Unreadable(f"expected a space such as {self._example()}, found {shown(tokens[0])}", tokens[0])
        space, used = found
        if used < len(tokens):
            raise Unreadable(f"{shown(tokens[used])} is left over after a space", tokens[used])
        return space

    def leading_space(self, tokens: Tokens) -> tuple[str, int] | None:
        """The space with which the tokens begin, and how many of them it takes; None where they begin with no space."""
        first = tokens[0].low if tokens and tokens[0].kind == WORD else ""
        if first in self.board.spaces and (len(tokens) == 1 or tokens[1].low != "level"):
            return first, 1
        match = _SPACE.fullmatch(first)
        if match is None:
            return None
        level, used = match[5], 1
        if level is None and len(tokens) > 2 and tokens[1].low == "level" and tokens[2].low.isdecimal():
            level, used = tokens[2].low, 3
        if (level is not None) != self.board.deep:
            raise Unreadable(
                f"expected a space with{'' if self.board.deep else 'out'} a level, such as {self._example()}", tokens[0]
            )
        column = ord(match[1] or match[4]) - ord("a") + 1
        place = (column, int(match[2] or match[3]), int(level or 1))
        if not self.board.has(place):
            raise Unreadable(f"{shown(tokens[0])} is no space of this board", tokens[0], sure=True)
        return self.board.name(place), used

    def _example(self) -> str:
        return self.board.name((min(3, self.board.columns), min(3, self.board.rows), 1))

    def trailing_space(self, tokens: Tokens) -> int:
        """Where the space begins with which the tokens end; their number where they end with none."""
        size = len(tokens)
        if size > 3 and tokens[-2].low == "level" and looks_like_space(tokens[-3]):
            return size - 3
        return size - 1 if size > 1 and looks_like_space(tokens[-1]) else size

    def opponent(self, tokens: Tokens) -> str:
        """The player, any but the writer, that all of the tokens name."""
        player = self.names.whole(tokens)
        if player == self.names.me:
            raise Unreadable("expected an opponent, not yourself", tokens[0], sure=True)
        return player

    def shown(self, title: str) -> str:
        """A title as canonical text."""
        return _shown(title)

    def fact(self, tokens: Tokens) -> Condition:
        """The fact that all of the tokens are."""
        compared = comparison(tokens, self._side)
        if compared is not None:
            return compared
        low = [token.low if token.kind != QUOTED else "" for token in tokens]
        if low == ["negated"]:
            return Fact(facts.Negated(), "negated")
        if low[:2] in (["hand", "has"], ["board", "has"], ["discard", "has"]) and len(low) > 2:
            return self._lies(low[0], self.card(tokens[2:]))
        if low[:2] == ["i", "hold"] and len(low) > 2:
            return self._lies("hand", self.card(tokens[2:]))
        found = self.leading_space(tokens)
        if found is not None:
            return self._of_space(found[0], tokens[found[1] :], tokens[0])
        if low[-2:] in (["in", "hand"], ["on", "board"], ["in", "discard"]) and len(low) > 2:
            return self._lies(low[-1], self.card(tokens[:-2]))
        raise Unreadable(f"expected a condition, found {shown(tokens[0])}", tokens[0])

    def _lies(self, where: str, title: str) -> Fact:
        kinds = {"hand": facts.HandHas, "board": facts.BoardHas, "discard": facts.DiscardHas}
        return Fact(kinds[where](title), f"{where} has {self.shown(title)}")

    def _of_space(self, space: str, tokens: Tokens, first: Token) -> Fact:
        low = [token.low if token.kind != QUOTED else "" for token in tokens]
        if low[:1] == ["is"] and len(low) > 1 and not self._is_free(low[1:], tokens[1:]):
            title = self.card(tokens[1:])
            return Fact(facts.SpaceIs(space, title), f"{space} is {self.shown(title)}")
        if low[:1] == ["has"] and len(low) > 1:
            descriptor = self._descriptor(tokens[1:])
            return Fact(facts.SpaceHas(space, descriptor), f"{space} has {quoted(descriptor)}")
        if self._is_free(low[1:] if low[:1] == ["is"] else low, ()):
            return Fact(facts.SpaceEmpty(space), f"{space} empty")
        if len(low) > 1 and low[0] in ("empty", "free"):
            raise Unreadable(f"{shown(tokens[1])} is left over after '{low[0]}'", tokens[1])
        message = f"expected 'empty', 'is' and a card, or 'has' and a descriptor, behind {space}"
        raise Unreadable(message, tokens[0] if tokens else None)

    def _is_free(self, low: list[str], tokens: Tokens) -> bool:
        """Whether the words say that a space is empty, and are not the full title of a card."""
        if low not in (["empty"], ["free"]):
            return False
        return not tokens or not any(title.lower() == low[0] for title in self.deck.meant(low[0]))

    def _descriptor(self, tokens: Tokens) -> str:
        written = " ".join(token.low for token in tokens)
        found = self.deck.descriptor(written)
        if found is None:
            raise Unreadable(f"no card of the deck has the descriptor '{written[:40]}'", tokens[0])
        return found

    def _side(self, tokens: Tokens) -> tuple[int | facts.Term, str]:
        """A number or a term, and its canonical text."""
        first, last = tokens[0], tokens[-1]
        if len(tokens) == 1:
            if _NUMBER.fullmatch(first.text) and first.kind == WORD:
                return int(first.text), str(int(first.text))
            if first.kind == WORD and first.low in facts.COUNTS:
                return facts.Count(first.low), first.low
        elif first.kind == WORD and first.low in _OF_PLAYERS:
            return self._of_player(first.low, self.names.whole(tokens[1:]))
        elif last.kind == WORD and last.low in _OF_PLAYERS:
            return self._of_player(last.low, self.names.whole(tokens[:-1]))
        counts = ", ".join(facts.COUNTS)
        raise Unreadable(f"expected a number, {counts}, or 'score' or 'hand' and a player, found {shown(first)}", first)

    def _of_player(self, term: str, player: str) -> tuple[facts.Term, str]:
        name = self.names.shown(player)
        return (facts.Score(player), f"score {name}") if term == "score" else (facts.Cards(player), f"hand {name}")


@lru_cache(maxsize=4096)
def _shown(title: str) -> str:
    return quoted(title, _IN_TITLES)


def looks_like_space(token: Token) -> bool:
    """Whether the token is written as a space is, on some board or other."""
    return token.kind == WORD and _SPACE.fullmatch(token.low) is not None

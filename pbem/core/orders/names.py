"""Players' names in orders: full, abbreviated, quoted, possessive, and the writer's own `me`. Source: orders.md 3."""

from collections.abc import Iterator, Sequence

from pbem.core.orders.echo import quoted
from pbem.core.orders.text import QUOTED, WORD, Tokens, Unreadable, folded, shown

_MOST_REMEMBERED = 1_000
"""Texts that may be names: a table's players, abbreviated as people do, are a few dozen."""
_WRITER = frozenset({"me", "i", "my", "myself"})


class Names:
    """The players of a campaign as one of them writes of them.

    `me` is the writer, None where nobody writes. `reserved` are the game's words that a plain name may not hold.
    """

    def __init__(self, players: Sequence[str], me: str | None, reserved: frozenset[str] = frozenset()) -> None:
        self.players = tuple(players)
        self.me = me
        self._reserved = reserved
        self._folded = [(folded(player), player) for player in players]
        self._full: dict[str, str] = {}
        for fold, player in self._folded:
            self._full.setdefault(fold, player)
        self._longest = max((fold.count(" ") + 1 for fold in self._full), default=1)
        self._all = self.listed()
        self._fitting: dict[str, list[str]] = {}

    def shown(self, player: str) -> str:
        """The player's full name as canonical text."""
        return quoted(player, self._reserved)

    def listed(self, players: Sequence[str] | None = None) -> str:
        """Names for a message: `Ann, Bob or Cleo`; of all players unless some are given."""
        names = list(self.players if players is None else players)
        return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} or {names[-1]}"

    def begins(self, word: str) -> bool:
        """Whether the word begins some word of a player's name, so that its letters are that player's own."""
        parts = (part for fold in self._full for part in fold.split(" "))
        return any(part.startswith((word, word.removesuffix("'s"))) for part in parts)

    def fitting(self, written: str) -> list[str]:
        """The players that a text may mean, as compared: the one of that name, else all whose names begin so."""
        if written not in self._fitting:
            if len(self._fitting) > _MOST_REMEMBERED:
                self._fitting.clear()
            full = self._full.get(written)
            begun = [player for fold, player in self._folded if fold.startswith(written)] if written else []
            self._fitting[written] = begun if full is None else [full]
        return self._fitting[written]

    def readings(self, tokens: Tokens, at: int) -> Iterator[tuple[str, int]]:
        """Who may be named by the tokens from `at` on, with the place behind the name; the likeliest reading first.

        A full name goes before `me`, that before a beginning; of the same sort the longest first. Raises Unreadable if nobody
        can be named: with the players who fit, if several do, else with all players.
        """
        runs = self._runs(tokens, at)
        begun = []
        several: list[str] = []
        found = False
        for run, stop in runs:
            written = run if self.fitting(run) else run.removesuffix("'s")
            fits = self.fitting(written)
            if written in self._full:
                found = True
                yield fits[0], stop
            elif len(fits) == 1:
                begun.append((fits[0], stop))
            elif fits and not several:
                several = fits
        if self.me is not None and runs and runs[-1][0] in _WRITER and tokens[at].kind == WORD:
            found = True
            yield self.me, at + 1
        yield from begun
        if found or begun:
            return
        if not runs:
            raise Unreadable(f"expected a player: {self._all}", tokens[at] if at < len(tokens) else None)
        token = tokens[at]
        if several:
            raise Unreadable(f"{shown(token)} could be {self.listed(several)}", token, sure=True)
        raise Unreadable(f"nobody is called {shown(token)}; expected {self._all}", token)

    def whole(self, tokens: Tokens) -> str:
        """The player named by all of the tokens. Raises Unreadable."""
        furthest = 0
        for player, stop in self.readings(tokens, 0):
            if stop == len(tokens):
                return player
            furthest = max(furthest, stop)
        raise Unreadable(f"{shown(tokens[furthest])} is left over after a player's name", tokens[furthest])

    def _runs(self, tokens: Tokens, at: int) -> list[tuple[str, int]]:
        """The texts that may be a name, longest first, as compared, with the place behind each."""
        if at >= len(tokens):
            return []
        token = tokens[at]
        if token.kind == QUOTED:
            own = at + 1 < len(tokens) and tokens[at + 1].low == "'s" and tokens[at + 1].kind == WORD
            return [(token.low, at + 2 if own else at + 1)]
        if token.kind != WORD:
            return []
        run = token.low
        runs = [(run, at + 1)]
        for place in range(at + 1, min(at + self._longest, len(tokens))):
            if tokens[place].kind != WORD or not self.fitting(run):
                break
            run = f"{run} {tokens[place].low}"
            runs.append((run, place + 1))
        runs.reverse()
        return runs

"""Players' names in orders: full, abbreviated, quoted, possessive, and the writer's own `me`. Source: orders.md 3."""

from collections.abc import Sequence

from pbem.core.orders.characters import folded, look_alike
from pbem.core.orders.echo import quoted
from pbem.core.orders.tokens import QUOTED, WORD, Token, Tokens, Unreadable, shown

_MOST_REMEMBERED = 1_000
"""Texts that may be names: a table's players, abbreviated as people do, are a few dozen."""
_WRITER = frozenset({"me", "i", "my", "myself"})


class Names:
    """The players of a campaign as one of them writes of them.

    `me` is the writer, None where nobody writes. `reserved` are the game's words that a plain name may not hold; `nobody` are
    texts that name a player in quotes only.
    """

    def __init__(
        self,
        players: Sequence[str],
        me: str | None,
        reserved: frozenset[str] = frozenset(),
        nobody: frozenset[str] = frozenset(),
    ) -> None:
        self.players = tuple(players)
        self.me = me
        self._reserved = reserved
        self._nobody = nobody
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

    def readings(self, tokens: Tokens, at: int) -> list[tuple[str, int]]:
        """Who may be named by the tokens from `at` on, with the place behind the name; the likeliest reading first.

        A full name goes before `me`, that before a beginning; of the same sort the longest first. Empty if nobody can be named:
        see `unnamed`.
        """
        player = self._only_full(tokens[at]) if at < len(tokens) and self._longest == 1 else None
        if player is not None:
            return [(player, at + 1)]
        full, begun = [], []
        for written, stop in self._written(tokens, at):
            fits = self.fitting(written)
            if written in self._full:
                full.append((fits[0], stop))
            elif len(fits) == 1:
                begun.append((fits[0], stop))
        if self.me is not None and at < len(tokens) and tokens[at].kind == WORD and self._is_writer(tokens[at].low):
            full.append((self.me, at + 1))
        return full + begun

    def unnamed(self, tokens: Tokens, at: int) -> Unreadable:
        """Why the tokens from `at` on name nobody: with the players who fit, if several do, else with all players."""
        written = self._written(tokens, at)
        if not written:
            token = tokens[at] if at < len(tokens) else None
            if token is not None and token.kind == WORD and self.fitting(token.low.removesuffix("'s")):
                return Unreadable(f"{shown(token)} stands for no player; a player's name goes in quotes there", token)
            return Unreadable(f"expected a player: {self._all}", token)
        token = tokens[at]
        for text, stop in written:
            if len(self.fitting(text)) > 1:
                return self._several(tokens[at:stop], text)
        alike = look_alike(token.text)
        hint = f" (its letter '{token.text[alike[0]]}' is {alike[1]})" if alike is not None else ""
        return Unreadable(f"nobody is called {shown(token)}{hint}; expected {self._all}", token)

    def whole(self, tokens: Tokens) -> str:
        """The player named by all of the tokens. Raises Unreadable."""
        only = self._only_full(tokens[0]) if len(tokens) == 1 else None
        if only is not None:
            return only
        readings = self.readings(tokens, 0)
        for player, stop in readings:
            if stop == len(tokens):
                return player
        if not readings:
            raise self.unnamed(tokens, 0)
        longest = max(stop for _, stop in readings)
        for text, stop in self._written(tokens, 0):
            if stop > longest and len(self.fitting(text)) > 1:
                raise self._several(tokens[:stop], text)
        left_over = tokens[longest]
        raise Unreadable(f"{shown(left_over)} is left over after a player's name", left_over)

    def _several(self, tokens: Tokens, text: str) -> Unreadable:
        """That the tokens, whose text begins the names of several players, could be any of them."""
        written = shown(tokens[0]) if len(tokens) == 1 else f"'{' '.join(token.text for token in tokens)}'"
        return Unreadable(f"{written} could be {self.listed(self.fitting(text))}", tokens[0], sure=True)

    def _is_writer(self, word: str) -> bool:
        """Whether a word as compared is the writer's own, a trailing `'s` dropped where it fits nobody."""
        return word in _WRITER or (word.removesuffix("'s") in _WRITER and not self.fitting(word))

    def _only_full(self, token: Token) -> str | None:
        """The player whose full name that very token is, where it can be nothing else."""
        if token.kind != WORD or token.low in _WRITER or token.low in self._nobody:
            return None
        return self._full.get(token.low)

    def _written(self, tokens: Tokens, at: int) -> list[tuple[str, int]]:
        """The texts that may be a name, longest first, as compared, with the place behind each.

        Without a trailing `'s` where the text as written fits nobody.
        """
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
        written = [(run if self.fitting(run) else run.removesuffix("'s"), stop) for run, stop in runs]
        return [one for one in written if one[0] not in self._nobody] if self._nobody else written

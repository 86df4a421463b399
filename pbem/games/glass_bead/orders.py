"""Order sheets of the glass bead game: keys, values, parts, and orders on file. Source: section 3."""

from functools import lru_cache

from pbem.core.contract import Table, View
from pbem.core.orders import (
    Condition,
    Key,
    Keys,
    Language,
    Names,
    ReadOrder,
    Simple,
    Token,
    Tokens,
    Unreadable,
    read_order,
    read_sheet,
)
from pbem.core.orders.tokens import QUOTED, WORD, shown
from pbem.core.sheets import Order, Sheet
from pbem.games.glass_bead.board import Board
from pbem.games.glass_bead.deck import ABILITIES, Deck, deck_of
from pbem.games.glass_bead.loose import VOTES, rewritten
from pbem.games.glass_bead.ordered import (
    BETWEEN,
    NEGATES,
    ON_CARD,
    ON_PLAYER,
    ON_SPACE,
    Negation,
    Placement,
    Play,
    Target,
)
from pbem.games.glass_bead.state import DISCARD_PART, STANDING_PART, TURN_PART, TURN_PARTS, board_of
from pbem.games.glass_bead.words import ANYONE, NOTHING, RESERVED, VERBS, WAIT, WAITS, Words, looks_like_space

PLAY, PLACE, CLAIM, DISCARD, NEGATE, VOTE = "play", "place", "claim with", "discard", "negate", "vote"
_KEYS = {
    PLAY: ("use", "activate"),
    PLACE: ("put", "lay"),
    CLAIM: (),
    DISCARD: ("throw away", "drop"),
    NEGATE: (),
    VOTE: (),
}
_BARE = (PLAY, "use", "activate", PLACE, "put", "lay", DISCARD, "throw away", "drop", NEGATE)


class GlassBeadLanguage(Language):
    """The orders of the glass bead game as one player writes them.

    `own`: the cards of the writer's hand and draw. `claims`: the numbers of the claims on which the writer may vote, None where
    that is not to be asked. `may_claim`: whether claims can be made at this table.
    """

    keys = Keys(_KEYS, bare=_BARE)
    keeps_readings = True
    openings = VERBS

    def __init__(
        self,
        deck: Deck,
        board: Board,
        players: tuple[str, ...],
        writer: str | None,
        own: frozenset[str],
        claims: tuple[int, ...] | None,
        may_claim: bool,
    ) -> None:
        self.names = Names(players, writer, RESERVED)
        self.words = Words(deck, board, self.names, own)
        self._deck = deck
        self._claims = claims
        self._may_claim = may_claim

    def spells(self, word: str) -> bool:
        return super().spells(word) or word in self._deck.words

    def prepare(self, tokens: list[Token]) -> list[Token]:
        only = self._claims[0] if self._claims is not None and len(self._claims) == 1 else None
        return rewritten(tokens, self._deck, only_claim=only)

    def key(self, tokens: Tokens, colon: int | None) -> Key:
        first = tokens[0].low if tokens[0].kind == WORD else ""
        if first == "claim":
            return self._claim_key(tokens, colon)
        if first == VOTE:
            return self._vote_key(tokens)
        if colon is None:
            if first in VERBS:
                return Key(PLAY, 0)
            if not self.keys.begins(tokens) and _is_placement(tokens):
                return Key(PLACE, 0)
        return super().key(tokens, colon)

    def _claim_key(self, tokens: Tokens, colon: int | None) -> Key:
        if not self._may_claim:
            raise Unreadable("no claims are made in this game", tokens[0], sure=True)
        begin = 2 if len(tokens) > 1 and tokens[1].low == "with" and tokens[1].kind == WORD else 1
        if colon is None and len(tokens) > begin + 1 and tokens[-1].kind == QUOTED:
            colon = len(tokens) - 2
            card = tokens[begin : colon + 1]
        else:
            card = tokens[begin:colon] if colon is not None else ()
        if not card or colon is None:
            raise Unreadable("expected 'claim with', a card, a colon and a text", tokens[min(begin, len(tokens) - 1)])
        title = self.words.card(card)
        return Key(f"{CLAIM} {self.words.shown(title)}", colon + 1, free=True, detail=title)

    def _vote_key(self, tokens: Tokens) -> Key:
        behind = tokens[1] if len(tokens) > 1 else None
        if behind is not None and behind.low.isdecimal() and behind.low.isascii() and behind.kind == WORD:
            number = int(behind.low)
            if self._claims is not None and number not in self._claims:
                raise Unreadable(f"there is no open claim {number} for you to vote on", behind, sure=True)
            start = 3 if len(tokens) > 2 and tokens[2].kind == ":" else 2
            return Key(f"{VOTE} {number}", start, detail=number)
        if self._claims is None or len(self._claims) != 1:
            open_ = "no claim is" if not self._claims else "several claims are"
            raise Unreadable(f"expected the number of a claim; {open_} open to you", behind, sure=True)
        return Key(f"{VOTE} {self._claims[0]}", 2 if behind is not None and behind.kind == ":" else 1)

    def simple(self, tokens: Tokens, key: Key) -> Simple:
        match key.text:
            case "play":
                return self._play(tokens)
            case "place":
                return self._place(tokens)
            case "discard":
                return self._discard(tokens)
            case "negate":
                return self._negation(tokens)
        return _vote(tokens)

    def fact(self, tokens: Tokens, key: Key) -> Condition:
        return self.words.fact(tokens)

    def text(self, written: str, key: Key) -> Simple:
        text = super().text(written, key).value
        return Simple(text, f'"{text}"')

    def whole(self, order: ReadOrder) -> ReadOrder:
        kind = order.key.text
        if kind == DISCARD:
            order.part = DISCARD_PART
        elif kind == NEGATE:
            order.part, order.once = STANDING_PART, False
        elif not kind.startswith(VOTE):
            order.part, order.once = TURN_PART, False
        return order

    def _play(self, tokens: Tokens) -> Simple:
        if len(tokens) == 1 and tokens[0].low == NOTHING and tokens[0].kind == WORD:
            return Simple(NOTHING, NOTHING)
        if tokens[0].low in VERBS and tokens[0].kind == WORD:
            return self._done_with(tokens)
        on = _first(tokens, "on")
        card = tokens if on is None else tokens[:on]
        if not card:
            raise Unreadable("expected a card", tokens[0])
        return self._played(card, None if on is None else tokens[on + 1 :], None if on is None else tokens[on])

    def _done_with(self, tokens: Tokens) -> Simple:
        """`move e5 to f6 with Crucifixion`, `take Plato with …`, `steal from Bob with …`."""
        target = tokens[2:] if tokens[0].low == "steal" and _is(tokens, 1, "from") else tokens[1:]
        withs = [place for place, token in enumerate(target) if token.low == "with" and token.kind == WORD]
        wrong = Unreadable(f"expected 'with' and a card behind '{tokens[0].low} …'")
        for place in withs:
            if 0 < place < len(target) - 1:
                try:
                    return self._played(target[place + 1 :], target[:place], target[place])
                except Unreadable as error:
                    wrong = error
        raise wrong

    def _played(self, card: Tokens, target: Tokens | None, before: Token | None) -> Simple:
        """The card, with a target of the kind that its ability needs; `before` is the word that announces the target."""
        title = self.words.card(card)
        ability = self._deck.ability[title]
        if ability == NEGATES:
            raise Unreadable(f"{title} has ability K, which a 'negate:' order plays", card[0], sure=True)
        text = self.words.shown(title)
        if ability not in ON_PLAYER + ON_SPACE + ON_CARD + BETWEEN:
            if target is not None:
                raise Unreadable(f"{title} has ability {ability}, which takes no target", before, sure=True)
            return Simple(Play(title, None), text)
        if not target:
            raise Unreadable(f"expected 'on' and {_NEEDED[ability]}, for ability {ability} of {title}")
        found, shown_target = self._target(ability, target)
        return Simple(Play(title, found), f"{text} on {shown_target}")

    def _target(self, ability: str, tokens: Tokens) -> tuple[Target, str]:
        if ability in ON_PLAYER:
            player = self.words.opponent(tokens)
            return player, self.names.shown(player)
        if ability == ON_SPACE:
            space = self.words.space(tokens)
            return space, space
        if ability == ON_CARD:
            title = self.words.card(tokens)
            return title, self.words.shown(title)
        to = _first(tokens, "to")
        if to is None or to == 0:
            self.words.space(tokens)
            raise Unreadable("expected 'to' and a space")
        if to + 1 == len(tokens):
            raise Unreadable("expected a space")
        source, goal = self.words.space(tokens[:to]), self.words.space(tokens[to + 1 :])
        return (source, goal), f"{source} to {goal}"

    def _place(self, tokens: Tokens) -> Simple:
        if len(tokens) == 1 and tokens[0].kind == WORD and tokens[0].low in WAITS:
            return Simple(WAIT, WAIT)
        begin = self.words.trailing_space(tokens)
        if begin == len(tokens):
            raise self._no_space(tokens)
        title = self.words.card(_before_space(tokens[:begin]))
        space = self.words.space(tokens[begin:])
        return Simple(Placement(title, space), f"{self.words.shown(title)} at {space}")

    def _no_space(self, tokens: Tokens) -> Unreadable:
        """Why a placement without a space cannot be read: the card, or what stands where the space should."""
        at = _first(tokens[::-1], "at")
        if at is None or at == len(tokens) - 1:
            self.words.card(tokens)
            return Unreadable("expected 'at' and a space")
        if at == 0:
            return Unreadable("expected a space")
        self.words.card(tokens[: len(tokens) - at - 1])
        first = tokens[len(tokens) - at]
        return Unreadable(f"{shown(first)} is no space of this board", first, sure=True)

    def _discard(self, tokens: Tokens) -> Simple:
        cards: list[str] = []
        begin = 0
        for place in [place for place, token in enumerate(tokens) if token.kind == ","] + [len(tokens)]:
            if begin == place:
                raise Unreadable("expected a card", tokens[place] if place < len(tokens) else None)
            cards.append(self.words.card(tokens[begin:place]))
            begin = place + 1
        return Simple(tuple(cards), ", ".join(map(self.words.shown, cards)))

    def _negation(self, tokens: Tokens) -> Simple:
        if len(tokens) == 1 and tokens[0].low == NOTHING and tokens[0].kind == WORD:
            return Simple(NOTHING, NOTHING)
        by = next((n for n, token in enumerate(tokens) if token.kind == WORD and token.low in _BY), None)
        letters = _letters(tokens if by is None else tokens[:by])
        if by is None:
            raise Unreadable("expected 'by' and an opponent, or 'by any'")
        who = tokens[by + 1 :]
        on = next(
            (n for n, token in enumerate(who) if n and token.kind == WORD and token.low in ("on", "against")), None
        )
        if on is not None:
            if on + 1 == len(who):
                raise Unreadable("expected 'me'")
            if self.names.whole(who[on + 1 :]) != self.names.me:
                raise Unreadable("expected 'me'", who[on + 1], sure=True)
            who = who[:on]
        if not who:
            raise Unreadable("expected an opponent, or 'any'")
        anyone = len(who) == 1 and who[0].kind == WORD and who[0].low in ANYONE
        player = None if anyone else self.words.opponent(who)
        text = f"{', '.join(letters) if letters else 'any'} by {self.names.shown(player) if player else 'any'}"
        value = Negation(frozenset(letters) if letters else None, player, on is not None)
        return Simple(value, f"{text} on me" if on is not None else text)


_BY = frozenset({"by", "from", "of"})
_NEEDED = {
    **dict.fromkeys(ON_PLAYER, "an opponent"),
    ON_SPACE: "a space",
    ON_CARD: "a card",
    BETWEEN: "the spaces from and to",
}


def _first(tokens: Tokens, word: str) -> int | None:
    """The place of the first token that is that very word."""
    return next((place for place, token in enumerate(tokens) if token.low == word and token.kind == WORD), None)


def _before_space(tokens: Tokens) -> Tokens:
    """The tokens without the word or arrow that announces a space. Raises Unreadable where nothing is left."""
    last = tokens[-1]
    card = tokens
    if last.kind == WORD and last.low in ("at", "to", "on"):
        card = tokens[:-1]
    elif last.low == ">" and len(tokens) > 1 and tokens[-2].low.endswith("-"):
        before = tokens[-2]
        card = tokens[:-2] if before.low == "-" else (*tokens[:-2], before.part(0, len(before.text) - 1))
    if not card:
        raise Unreadable("expected a card", last)
    return card


def _is_placement(tokens: Tokens) -> bool:
    """Whether an order without a key names a space, as `Zeus at e5` does, or pauses: `wait`, `if negated then wait`."""
    if any(map(looks_like_space, tokens)):
        return True
    pauses = any(token.kind == WORD and token.low in WAITS for token in tokens)
    return pauses and (len(tokens) == 1 or tokens[0].kind in ("if", "unless"))


def _is(tokens: Tokens, place: int, word: str) -> bool:
    return place < len(tokens) and tokens[place].low == word and tokens[place].kind == WORD


def _letters(tokens: Tokens) -> list[str]:
    """The abilities named, in the order written, each once; empty for any."""
    if not tokens:
        raise Unreadable("expected letters of abilities with commas between, or 'any'")
    if tokens[0].kind == WORD and tokens[0].low in ANYONE:
        if len(tokens) > 1:
            raise Unreadable(f"expected 'by' and an opponent, or 'by any', found {shown(tokens[1])}", tokens[1])
        return []
    letters = []
    for place, token in enumerate(tokens):
        letter = token.low.upper()
        if place % 2:
            if token.kind != ",":
                raise Unreadable(f"expected a comma, or 'by' and an opponent, found {shown(token)}", token)
        elif token.kind != WORD or len(letter) != 1 or letter not in ABILITIES or letter == NEGATES:
            raise Unreadable(f"{shown(token)} is no ability that can be negated: A to N but K", token)
        else:
            letters.append(letter)
    if len(tokens) % 2 == 0:
        raise Unreadable("expected another letter", tokens[-1])
    return list(dict.fromkeys(letters))


def _vote(tokens: Tokens) -> Simple:
    meant = VOTES.get(tokens[0].low) if tokens[0].kind == WORD else None
    if meant is None:
        raise Unreadable(f"expected yes, no or abstain, found {shown(tokens[0])}", tokens[0])
    if len(tokens) > 1:
        raise Unreadable(f"{shown(tokens[1])} is left over after a vote", tokens[1])
    return Simple(meant, meant)


_language = lru_cache(maxsize=512)(GlassBeadLanguage)


def may_claim(table: Table) -> bool:
    """Whether claims can be made. Source: B20."""
    return bool(table.options.claims) and len(table.players) > 1


def language(table: Table, view: View) -> GlassBeadLanguage:
    """The language of the seat whose view it is."""
    reader = view["reader"]
    claims = tuple(claim["claim"] for claim in view["claims"] if claim["by"] != reader)
    own = frozenset(view["hand"] + view["draw"])
    return _language(deck_of(table), board_of(table), table.players, reader, own, claims, may_claim(table))


def read(table: Table, view: View, text: str) -> Sheet:
    """The sheet as understood, for the seat whose view it is. A claim without a place order above it is an error (B20)."""
    sheet = read_sheet(language(table, view), text)
    placed = False
    for order in sheet.orders:
        if order.key.text == PLACE:
            placed = True
        elif order.key.free and not placed:
            sheet = sheet.refused(order, "expected a place order above the claim")
    return sheet.sheet()


def filed_after(filed: tuple[Order, ...], sheet: Sheet) -> tuple[Order, ...]:
    """What is on file after a sheet: it replaces, as a whole, each part of which it holds an order. Source: section 3."""
    parts = {order.part for order in sheet.orders}
    if parts & TURN_PARTS:
        parts |= TURN_PARTS
    return tuple(order for order in filed if order.part not in parts) + sheet.orders


@lru_cache(maxsize=8192)
def _on_file(text: str, deck: Deck, board: Board, players: tuple[str, ...], writer: str) -> ReadOrder:
    return read_order(_language(deck, board, players, writer, frozenset(), None, True), text)


def on_file(order: Order, table: Table, writer: str) -> ReadOrder:
    """An order on file as it was read."""
    return _on_file(order.text, deck_of(table), board_of(table), table.players, writer)

"""Looser forms that must be put right before the language's grammar is followed: they use marks and keywords of its own."""

from pbem.core.orders import Token
from pbem.core.orders.parse import without_loose_marks
from pbem.core.orders.tokens import QUOTED, WORD
from pbem.games.glass_bead.deck import Deck

VOTES = {
    "yes": "yes",
    "aye": "yes",
    "y": "yes",
    "no": "no",
    "nay": "no",
    "n": "no",
    "abstain": "abstain",
}
_FOR_ITS_ABILITY = ["for", "its", "ability"]


def rewritten(tokens: list[Token], deck: Deck, only_claim: int | None) -> list[Token]:
    """The tokens of an order as they are to be read.

    A letter in brackets behind a card is one word; a title with `and` is quoted; `claim Plato, text` has a colon; `discard Plato
    for its ability` is `play Plato`; a vote has its number and colon before it. `only_claim`: the claim on which the writer may
    vote where there is exactly one.
    """
    kinds = [token.kind for token in tokens]
    if "(" in kinds:
        tokens = _letters_joined(tokens)
    if "and" in kinds and deck.joined:
        tokens = _titles_quoted(tokens, deck)
    first = tokens[0]
    if first.kind != WORD:
        return tokens
    if first.low == "claim":
        return _with_colon(tokens)
    if first.low == "discard":
        return _as_play(without_loose_marks(tokens), tokens)
    if first.low == "vote" or first.low.rstrip(".,!") in VOTES:
        return _as_vote(without_loose_marks(tokens), tokens, only_claim)
    return tokens


def _letters_joined(tokens: list[Token]) -> list[Token]:
    """`( J )` behind a word or a quoted text as one word, `(J)`."""
    joined: list[Token] = []
    at = 0
    while at < len(tokens):
        token = tokens[at]
        if token.kind == "(" and joined and joined[-1].kind in (WORD, QUOTED) and _letter_follows(tokens, at):
            inner = tokens[at + 1]
            joined.append(token._replace(kind=WORD, text=f"({inner.text})", low=f"({inner.low})"))
            at += 3
        else:
            joined.append(token)
            at += 1
    return joined


def _letter_follows(tokens: list[Token], at: int) -> bool:
    if at + 2 >= len(tokens) or tokens[at + 2].kind != ")":
        return False
    inner = tokens[at + 1]
    return inner.kind == WORD and len(inner.low) == 1 and inner.low.isascii() and inner.low.isalpha()


def _titles_quoted(tokens: list[Token], deck: Deck) -> list[Token]:
    """Titles such as War & Peace as one quoted text, so that their `and` is none of the language's."""
    found: list[Token] = []
    at = 0
    while at < len(tokens):
        token = tokens[at]
        for words, title in deck.joined.get(token.low, ()) if token.kind == WORD else ():
            run = tokens[at : at + len(words)]
            if len(run) == len(words) and all(_reads(one, word) for one, word in zip(run, words, strict=True)):
                found.append(token._replace(kind=QUOTED, text=title, low=title.lower()))
                at += len(words)
                break
        else:
            found.append(token)
            at += 1
    return found


def _reads(token: Token, word: str) -> bool:
    return token.kind == "and" if word == "and" else token.kind == WORD and token.low == word


def _with_colon(tokens: list[Token]) -> list[Token]:
    """The first comma or colon of a claim as a colon."""
    for place, token in enumerate(tokens):
        if token.kind in (",", ":"):
            return [*tokens[:place], token._replace(kind=":", text=":", low=":"), *tokens[place + 1 :]]
    return tokens


def _as_play(tokens: list[Token], written: list[Token]) -> list[Token]:
    kept: list[Token] = []
    for token in tokens:
        kept.append(token)
        if [one.low for one in kept[-3:]] == _FOR_ITS_ABILITY and all(one.kind == WORD for one in kept[-3:]):
            del kept[-3:]
    if len(kept) == len(tokens):
        return written
    return [kept[0]._replace(text="play", low="play"), *kept[1:]]


def _as_vote(tokens: list[Token], written: list[Token], only_claim: int | None) -> list[Token]:
    """`vote yes on 3`, `vote: yes 3`, `yes on 3` as `vote 3: yes`; `yes` alone while there is one claim to vote on."""
    if not tokens:
        return written
    begin = 1 if tokens[0].low == "vote" else 0
    rest = tokens[begin:]
    if begin and len(rest) > 2 and rest[0].kind == ":":
        rest = rest[1:]
    if not rest or rest[0].kind != WORD or rest[0].low not in VOTES:
        return written
    value = rest[0]
    vote = tokens[0]._replace(text="vote", low="vote")
    colon = value._replace(kind=":", text=":", low=":")
    number = rest[2:] if len(rest) > 2 and rest[1].low == "on" and rest[1].kind == WORD else rest[1:]
    if len(number) == 1 and number[0].kind == WORD and number[0].low.isdecimal() and (begin or len(rest) == 3):
        return [vote, number[0], colon, value]
    if len(rest) == 1 and not begin and only_claim is not None:
        return [vote, colon, value]
    return written

"""Chance as a pure function of (seed, label). Source: chance.md."""

import hashlib
import hmac
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeVar

T = TypeVar("T")

_SPAN = 1 << 64


class ImpossibleOutcome(ValueError):
    """A fixed outcome that its label cannot have; the message names the label."""


class Chance:
    """Random outcomes that follow from a seed and each outcome's label alone, never from the order of the calls.

    `fixed` overrides outcomes by label. `drawn` holds every outcome asked for so far, by label, in the order of asking.
    """

    __slots__ = ("_fixed", "_key", "drawn")

    def __init__(self, seed: str, fixed: Mapping[str, Any] | None = None) -> None:
        self._key = seed.encode()
        self._fixed = dict(fixed or {})
        self.drawn: dict[str, Any] = {}

    def die(self, label: str, faces: Sequence[T]) -> T:
        """One of `faces`. Raises ImpossibleOutcome where a fixed value is none of them."""
        return self._one(label, faces)

    def choice(self, label: str, items: Sequence[T]) -> T:
        """One of `items`, which stand in the order that the rules give. Raises as `die` does."""
        return self._one(label, items)

    def shuffle(self, label: str, items: Sequence[T]) -> list[T]:
        """`items` in a random order (Fisher-Yates from the end); a fixed value must be a permutation of them."""
        if label in self._fixed:
            result = self._fixed[label]
            if not isinstance(result, list) or Counter(map(repr, result)) != Counter(map(repr, items)):
                raise ImpossibleOutcome(f"chance {label!r}: {result!r} is not a permutation of {list(items)!r}")
            result = list(result)
        else:
            result = list(items)
            numbers = self._stream(label)
            for i in range(len(result) - 1, 0, -1):
                j = _below(i + 1, numbers)
                result[i], result[j] = result[j], result[i]
        self.drawn[label] = result
        return result

    def unused(self) -> list[str]:
        """The labels of fixed outcomes that nothing has asked for, in the order in which they were given."""
        return [label for label in self._fixed if label not in self.drawn]

    def _one(self, label: str, items: Sequence[T]) -> T:
        if self._fixed and label in self._fixed:
            value = self._fixed[label]
            for item in items:
                if item == value and type(item) is type(value):
                    self.drawn[label] = item
                    return item
            raise ImpossibleOutcome(f"chance {label!r}: {value!r} is not one of {list(items)!r}")
        size = len(items)
        number = int.from_bytes(hmac.digest(self._key, label.encode() + bytes(9), "sha256")[:8], "big")
        if number >= _SPAN - _SPAN % size:
            number = _below(size, self._stream(label))
        result = items[number % size]
        self.drawn[label] = result
        return result

    def _stream(self, label: str) -> Iterator[int]:
        prefix = label.encode() + b"\x00"
        block = 0
        while True:
            digest = hmac.digest(self._key, prefix + block.to_bytes(8, "big"), "sha256")
            for at in (0, 8, 16, 24):
                yield int.from_bytes(digest[at : at + 8], "big")
            block += 1


def commitment(secret: str) -> str:
    """The SHA-256, in hex, of a campaign's secret: published before anyone has signed up."""
    return hashlib.sha256(secret.encode()).hexdigest()


def campaign_seed(secret: str, contributions: Sequence[str]) -> str:
    """The seed of a campaign: its secret and the players' words for luck, in seat order."""
    words = (" ".join(words.replace("|", " ").split()) for words in contributions)
    return secret + "|" + "|".join(words)


def _below(n: int, numbers: Iterator[int]) -> int:
    limit = _SPAN - _SPAN % n
    for number in numbers:
        if number < limit:
            return number % n
    raise AssertionError("the stream of a label has no end")

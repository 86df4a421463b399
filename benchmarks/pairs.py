"""Two things measured side by side: A B A B …, the median of the pair ratios with their range, one line a goal."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from time import perf_counter

PAIRS = 15


@dataclass(frozen=True, slots=True)
class Goal:
    """A goal: its number, what is measured, and the bound; `least` for one that is to be reached. `of`: what is counted."""

    number: str
    title: str
    bound: float
    least: bool = False
    of: str = "pairs"

    def line(self, ratios: Sequence[float], note: str = "") -> str:
        """`H1 whole turn: 6.8 (6.1-7.9, 15 pairs), goal <= 10`, with what was missed or a note behind it."""
        middle = median(ratios)
        missed = middle < self.bound if self.least else middle > self.bound
        line = (
            f"{self.number} {self.title}: {_figure(middle)} "
            f"({_figure(min(ratios))}-{_figure(max(ratios))}, {len(ratios)} {self.of}), "
            f"goal {'>=' if self.least else '<='} {self.bound:g}"
        )
        return line + (", MISSED" if missed else "") + (f"; {note}" if note else "")

    def worst(self, found: Mapping[str, Sequence[float]], note: str = "") -> str:
        """The line of the worst of several that are measured, by name, with the medians of all behind it."""
        medians = {name: median(ratios) for name, ratios in found.items()}
        name = (min if self.least else max)(medians, key=lambda name: medians[name])
        each = ", ".join(f"{name} {_figure(middle)}" for name, middle in medians.items())
        return self.line(found[name], "; ".join(filter(None, [f"the worst: {name}", each, note])))


def ratios(ours: Callable[[], float], theirs: Callable[[], float], pairs: int = PAIRS) -> list[float]:
    """The figures of `ours` ÷ those of `theirs`, pair by pair, after one unmeasured pair.

    Both must return figures of one kind: seconds (`seconds(job)`), or rates (`rate(batch)`).
    """
    ours()
    theirs()
    return [ours() / theirs() for _ in range(pairs)]


def seconds(job: Callable[[], object]) -> Callable[[], float]:
    """A figure: how many seconds one call of `job` takes."""

    def figure() -> float:
        start = perf_counter()
        job()
        return perf_counter() - start

    return figure


def rate(batch: Callable[[], tuple[int, float]], lasting: float = 0.2) -> Callable[[], float]:
    """A figure: units a second, from batches of (units, the seconds that count) until those seconds are `lasting`."""

    def figure() -> float:
        units, spent = 0, 0.0
        while spent < lasting:
            did, took = batch()
            units += did
            spent += took
        return units / spent

    return figure


def _figure(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.1f}" if value >= 2 else f"{value:.2f}"

"""The tick comes at once, and again when the clock has been set; never twice at the same time."""

import threading
from dataclasses import dataclass

import pytest

from pbem.service.jobs import Ticker

SOON = 20.0
"""Seconds to wait for what comes at once; only a failing test waits so long."""


@dataclass
class Clocks:
    """A time of day that somebody sets, and a clock that nobody sets."""

    day: float = 1_000_000.0
    steady: float = 50.0


class Ticks:
    def __init__(self) -> None:
        self.came = threading.Semaphore(0)

    def __call__(self) -> None:
        self.came.release()

    def comes(self) -> bool:
        return self.came.acquire(timeout=SOON)


def test_the_tick_comes_at_the_start_and_when_the_clock_is_set() -> None:
    ticks, clocks = Ticks(), Clocks()
    ticker = Ticker(ticks, 3600, lambda: clocks.day, lambda: clocks.steady)
    ticker.start()
    assert ticks.comes()
    ticker.stop()


@pytest.mark.parametrize("hours", [2, -2])
@pytest.mark.expects_log("the clock has been set")
def test_a_step_of_the_clock_brings_the_tick_at_once(hours: int) -> None:
    ticks, clocks = Ticks(), Clocks()
    ticker = Ticker(ticks, 3600, lambda: clocks.day, lambda: clocks.steady)
    ticker.start()
    assert ticks.comes()
    clocks.day += hours * 3600
    assert ticks.comes()
    ticker.stop()


def test_the_usual_correction_of_a_clock_is_no_step() -> None:
    clocks = Clocks()
    ticker = Ticker(Ticks(), 3600, lambda: clocks.day, lambda: clocks.steady)
    clocks.day += 60.5
    clocks.steady += 60.0
    assert not ticker.look_at_clock()


def test_stopping_waits_for_the_tick_that_has_begun() -> None:
    begun, go_on, done = threading.Event(), threading.Event(), threading.Event()

    def tick() -> None:
        begun.set()
        assert go_on.wait(SOON)
        done.set()

    ticker = Ticker(tick, 3600)
    ticker.start()
    assert begun.wait(SOON)
    stopper = threading.Thread(target=ticker.stop)
    stopper.start()
    assert not done.is_set()
    go_on.set()
    stopper.join(SOON)
    assert done.is_set()

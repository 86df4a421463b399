"""The tick: one interval job that looks for what is due, also after the clock has been set. Source: stack.md 7."""

import threading
import time
from collections.abc import Callable
from datetime import UTC, datetime

from apscheduler.executors.pool import ThreadPoolExecutor
from apscheduler.jobstores.memory import MemoryJobStore
from apscheduler.schedulers.background import BackgroundScheduler

from pbem.service import logs

STEP = 2.0
"""Seconds by which the clock must have been set before that is taken for more than its usual correction."""

LOOK = 1.0
"""Seconds between two looks at the clock."""

_JOB = "tick"
_LOG = logs.logger("jobs")


class Ticker:
    """Calls `tick` at once, every `seconds`, and when the clock has been set; never twice at the same time.

    The scheduler waits for a time of the wall clock, so that without the watchdog a clock that is set back by two hours would
    stop it for two hours. `wall` and `steady` give seconds: the time of day, and a clock that nobody sets.
    """

    def __init__(
        self,
        tick: Callable[[], None],
        seconds: float,
        wall: Callable[[], float] = time.time,
        steady: Callable[[], float] = time.monotonic,
    ) -> None:
        self._wall = wall
        self._steady = steady
        self._offset = wall() - steady()
        self._stopped = threading.Event()
        self._watchdog = threading.Thread(target=self._watch, name="clock watchdog", daemon=True)
        self._scheduler = BackgroundScheduler(
            jobstores={"default": MemoryJobStore()}, executors={"default": ThreadPoolExecutor(1)}, timezone=UTC
        )
        self._scheduler.add_job(
            tick,
            "interval",
            seconds=seconds,
            id=_JOB,
            max_instances=1,
            coalesce=True,
            misfire_grace_time=None,
            next_run_time=datetime.now(UTC),
        )

    def start(self) -> None:
        self._scheduler.start()
        self._watchdog.start()

    def stop(self) -> None:
        """Ends the ticking; a tick that has begun is finished first."""
        self._stopped.set()
        self._watchdog.join()
        self._scheduler.shutdown(wait=True)

    def look_at_clock(self) -> bool:
        """Whether the clock has been set since the last look; then the tick comes at once."""
        offset = self._wall() - self._steady()
        step, self._offset = offset - self._offset, offset
        if abs(step) < STEP:
            return False
        _LOG.warning("the clock has been set", seconds=round(step, 1))
        self._scheduler.modify_job(_JOB, next_run_time=datetime.now(UTC))
        self._scheduler.wakeup()
        return True

    def _watch(self) -> None:
        while not self._stopped.wait(LOOK):
            self.look_at_clock()

"""A clock that goes on by itself and can be put forward, so that a week's deadline comes in a moment."""

import threading
from datetime import UTC, datetime, timedelta


class SetClock:
    """Begins at `start` and goes on at the usual pace; called, it gives the time, aware, in UTC."""

    def __init__(self, start: datetime) -> None:
        self._lock = threading.Lock()
        self._ahead = start - datetime.now(UTC)

    def __call__(self) -> datetime:
        with self._lock:
            return datetime.now(UTC) + self._ahead

    def forward_to(self, instant: datetime) -> None:
        """Puts the clock forward; it is never put back."""
        with self._lock:
            self._ahead = max(self._ahead, instant - datetime.now(UTC))

    def forward(self, span: timedelta) -> None:
        self.forward_to(self() + span)

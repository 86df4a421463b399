"""How fast mails go to one domain: a bucket of tokens for each, one token a mail. Source: mail.md 82."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

_MOST_BUCKETS = 1000


@dataclass(slots=True)
class _Bucket:
    """The tokens that there were at that moment."""

    tokens: float
    at: datetime


class DomainPace:
    """Lets `burst` mails to a domain go at once, and after them `per_minute`."""

    def __init__(self, burst: int, per_minute: float, now: Callable[[], datetime]) -> None:
        self._burst = burst
        self._now = now
        self._token_time = timedelta(minutes=1) / per_minute
        self._buckets: dict[str, _Bucket] = {}

    def take(self, domain: str) -> bool:
        """Whether one more mail may go to that domain now; then its token is gone."""
        bucket = self._filled(domain)
        if bucket.tokens < 1:
            return False
        bucket.tokens -= 1
        return True

    def wait(self, domain: str, place: int) -> timedelta:
        """How long the mail waits that is in that place of those waiting for the domain, counted from 1."""
        missing = place - self._filled(domain).tokens
        return max(missing, 0) * self._token_time

    def _filled(self, domain: str) -> _Bucket:
        """The domain's bucket as it is now; a clock that was put back fills none."""
        now = self._now()
        bucket = self._buckets.get(domain)
        if bucket is None:
            self._forget_full(now)
            bucket = self._buckets[domain] = _Bucket(self._burst, now)
        bucket.tokens = min(self._burst, bucket.tokens + max(now - bucket.at, timedelta(0)) / self._token_time)
        bucket.at = now
        return bucket

    def _forget_full(self, now: datetime) -> None:
        """A full bucket says nothing that a new one does not."""
        if len(self._buckets) >= _MOST_BUCKETS:
            filling = self._burst * self._token_time
            self._buckets = {name: kept for name, kept in self._buckets.items() if now - kept.at < filling}

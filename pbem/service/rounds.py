"""What is due, looked for by every tick: deadlines, turns that can end early, gathered reports, reminders.

Each campaign has its own transaction.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import TypeVar

from sqlalchemy.exc import IntegrityError

from pbem.moderator import deadline, gathered, reminders
from pbem.moderator.adjudicate import Adjudicated
from pbem.moderator.desk import Desk
from pbem.service import logs
from pbem.service.wiring import Office
from pbem.store import campaigns
from pbem.store.campaigns import Overtaken

FAULT_RESTS = timedelta(minutes=10)
"""How long a campaign is left alone in which the program failed: trying is in vain until somebody has mended something."""

_LOG = logs.logger("rounds")
_T = TypeVar("_T")


@dataclass(slots=True)
class Rounds:
    """Carries out what is due. `stopping` is asked before each campaign."""

    office: Office
    stopping: Callable[[], bool] = lambda: False
    _resting: dict[int, datetime] = field(default_factory=dict)

    def carry_out(self, inbox_read_at: datetime | None) -> int:
        """Carries out every deadline that has come, ends the turns that can end early, sends the reports that are gathered,
        reminds; gives the number of turns.

        `inbox_read_at`: when the last complete reading of all sources began, None for never: a deadline after it waits. A fault
        of the program in one campaign is logged, the GM is told, and the others go on.
        """
        with self.office.looking() as desk:
            due = deadline.due(desk.connection, desk.now)
            early = [campaign for campaign in campaigns.to_look_at(desk.connection) if campaign not in set(due)]
            to_remind = reminders.due(desk.connection, desk.now)
        turns = 0
        for campaign in due:
            turns += self._turn(campaign, lambda desk, number: deadline.carry_out(desk, number, inbox_read_at))
        for campaign in early:
            turns += self._turn(campaign, deadline.carry_out_early)
        with self.office.looking() as desk:
            to_report = gathered.due(desk.connection, desk.now)
        for campaign in to_report:
            self._in_peace(campaign, gathered.report)
        for campaign in to_remind:
            self._in_peace(campaign, reminders.remind)
        return turns

    def waits_for_inbox(self, inbox_read_at: datetime | None) -> bool:
        """Whether a deadline has come that no complete reading of the inbox has begun after."""
        with self.office.looking() as desk:
            next_due = campaigns.next_due(desk.connection)
            return next_due is not None and next_due <= desk.now and (inbox_read_at is None or inbox_read_at < next_due)

    def _turn(self, campaign: int, step: Callable[[Desk, int], Adjudicated | None]) -> int:
        done = self._in_peace(campaign, step)
        if done is None:
            return 0
        with logs.about(campaign=done.after.campaign.name):
            _LOG.info("adjudicated", turn=done.before.campaign.turn)
        return 1

    def _in_peace(self, campaign: int, step: Callable[[Desk, int], _T | None]) -> _T | None:
        """What the step gave; None where somebody else was first, or where the program failed, now or a moment ago."""
        if self.stopping() or self._resting.get(campaign, self.office.now()) > self.office.now():
            return None
        with logs.about(campaign_id=campaign):
            try:
                with self.office.at_desk() as desk:
                    return step(desk, campaign)
            except Exception as error:  # noqa: BLE001 - a fault in one campaign must not stop the others
                self._note_fault(campaign, error)
        return None

    def _note_fault(self, campaign: int, error: Exception) -> None:
        if isinstance(error, Overtaken) or (isinstance(error, IntegrityError) and "unique" in str(error.orig).lower()):
            _LOG.info("somebody else was first", error=str(error))
            return
        _LOG.error("a campaign could not go on", exc_info=error)
        self._resting[campaign] = self.office.now() + FAULT_RESTS
        with self.office.at_desk() as desk:
            deadline.set_back(desk, campaign, f"{type(error).__name__}: {error}")

"""The whole site, built from the store, or carried on after each turn. Both come to the same files."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from sqlalchemy.engine import Connection

from pbem.archive import files, pages
from pbem.archive.pages import Record
from pbem.report.renderer import Renderer
from pbem.store import campaigns, published, seats, turns
from pbem.store.published import Added, Entry, PublicTurn, TurnEntry

TURNS_A_PAGE = 50
CAMPAIGNS_A_PAGE = 50
LATEST_TURNS = 12
LATEST_PRESS = 10
LOOK_BACK = 20
"""Turns: one that got its id earlier may be committed later, where several machines share the work."""
_MARK = "archive.json"
"""Remembers how far the pages go, so that what a crash left out is added later."""


class Mark(NamedTuple):
    """The ids of the last turn, of the last action in the audit log, and of the last seat, that the pages show."""

    turn: int
    action: int
    seat: int


@dataclass(slots=True)
class Site:
    """The pages in `folder`, made from what `connection` reads, for one use: campaigns are read once.

    `written` counts the files that were written. Raises Unusable where the game of a campaign is not installed.
    """

    connection: Connection
    folder: Path
    renderer: Renderer
    written: int = 0
    _records: dict[int, Record] = field(default_factory=dict)

    def build(self) -> int:
        """Writes every page that is missing or would change, and gives their number."""
        last, (action, seat) = 0, published.last_ids(self.connection)
        below = published.newest_campaign(self.connection) + 1
        while campaign_id := published.newest_campaign(self.connection, below):
            last = max(last, self.campaign_with_turns(campaign_id))
            below = campaign_id
            self._records.clear()
        newest = published.newest_campaign(self.connection)
        self._lists_of_campaigns(range(_block_of(newest)))
        self._remember(Mark(last, action, seat))
        return self.written

    def catch_up(self, most: int = 200) -> int:
        """Adds the turns that were adjudicated since the pages were last carried on, at most so many, and gives their number;
        brings the pages of campaigns up to date in which the audit log has seen something done, or a seat was taken.

        A folder without a site gets the whole one.
        """
        mark = self._remembered()
        if mark is None:
            self.build()
            return 0
        recent = published.added(self.connection, mark.turn - LOOK_BACK, most + LOOK_BACK)
        new = [turn for turn in recent if turn.id > mark.turn or not self._page_of(turn).exists()]
        action, seat, touched = published.acted_on(self.connection, mark.action, mark.seat, most)
        reached = Mark(max([mark.turn, *(turn.id for turn in new)]), action, seat)
        if new or reached != mark:
            self.add_turns(new, touched)
            self._remember(reached)
        return len(new)

    def add_turns(self, new: Sequence[Added], touched: Iterable[int] = ()) -> None:
        """Writes the pages of these turns, by id, and the own pages of these campaigns, and brings the lists up to date."""
        touched = list(touched)
        anew = {turn.campaign_id for turn in new if turn.attempt > 1}
        anew |= {campaign_id for campaign_id in touched if published.has_withdrawn(self.connection, campaign_id)}
        for turn in new:
            if turn.campaign_id not in anew:
                self.turn(turn)
        changed = dict.fromkeys([*(turn.campaign_id for turn in new), *touched])
        for campaign_id in changed:
            if campaign_id in anew:
                self.campaign_with_turns(campaign_id)
            else:
                self.campaign(campaign_id)
        self._lists_of_campaigns({_block_of(campaign_id) for campaign_id in changed})

    def turn(self, added: Added) -> None:
        """Writes the page of one turn, and lets the page of the turn before lead on to it."""
        record = self._record(added.campaign_id)
        turn = published.page(self.connection, added.id)
        around = published.attempts_in_force(self.connection, added.campaign_id, turn.number - 1, turn.number + 1)
        self._write_turn(record, turn, around)
        if turn.number - 1 in around:
            file = self._home(record) / pages.turn_page(turn.number - 1, around[turn.number - 1])
            self.written += files.change(file, lambda page: pages.link_next(page, turn.number, turn.attempt))

    def campaign_with_turns(self, campaign_id: int) -> int:
        """Writes every page of one campaign, as is due when turns are withdrawn; gives the highest id of its turns."""
        record = self._record(campaign_id)
        in_force = published.attempts_in_force(self.connection, campaign_id)
        with_press = published.turns_with_press(self.connection, campaign_id)
        last = highest = 0
        for turn in published.pages(self.connection, campaign_id):
            self._write_turn(record, turn, in_force, turn.number in with_press)
            last, highest = max(last, turn.number), max(highest, turn.id)
        for block in range(last // TURNS_A_PAGE):
            self._list_of_turns(record, block)
        self.campaign(campaign_id)
        return highest

    def campaign(self, campaign_id: int) -> None:
        """Writes a campaign's own page, which shows its latest turns, and the list of those before where it is missing."""
        record = self._record(campaign_id)
        latest = turns.latest(self.connection, campaign_id)
        block = latest.number // TURNS_A_PAGE if latest else 0
        if block and not (self._home(record) / pages.turns_page(block - 1)).exists():
            self._list_of_turns(record, block - 1)
        page = pages.campaign(
            self.renderer,
            record,
            record.game.outcome(record.table, latest.state).scores if latest else {},
            self._turns_of(record, block),
            pages.turns_page(block - 1) if block else "",
            published.newest_press(self.connection, campaign_id, LATEST_PRESS),
        )
        self._write(self._home(record) / "index.html", page)

    def _write_turn(self, record: Record, turn: PublicTurn, in_force: Mapping[int, int], press: bool = True) -> None:
        pieces = published.press_of(self.connection, record.campaign.id, turn.number) if press else []
        page = pages.turn(self.renderer, record, turn, pieces, in_force)
        self._write(self._home(record) / pages.turn_page(turn.number, turn.attempt), page)

    def _list_of_turns(self, record: Record, block: int) -> None:
        earlier = pages.turns_page(block - 1) if block else ""
        page = pages.turns(self.renderer, record, self._turns_of(record, block), earlier)
        self._write(self._home(record) / pages.turns_page(block), page)

    def _turns_of(self, record: Record, block: int) -> list[TurnEntry]:
        first = block * TURNS_A_PAGE
        return published.turn_entries(self.connection, record.campaign.id, first, first + TURNS_A_PAGE - 1)

    def _lists_of_campaigns(self, blocks: Iterable[int]) -> None:
        """Writes the first page, with the newest campaigns, and the lists of these older blocks."""
        self._write(self.folder / "style.css", self.renderer.source("archive/style.css"))
        current = _block_of(published.newest_campaign(self.connection))
        for block in blocks:
            if block != current:
                self._list_of_campaigns(block)
        earlier = self._block_before(current)
        if earlier is not None and not (self.folder / pages.campaigns_page(earlier)).exists():
            self._list_of_campaigns(earlier)
        page = pages.front(
            self.renderer,
            published.newest_turns(self.connection, LATEST_TURNS),
            self._campaigns_of(current),
            "" if earlier is None else pages.campaigns_page(earlier),
        )
        self._write(self.folder / "index.html", page)

    def _list_of_campaigns(self, block: int) -> None:
        entries = self._campaigns_of(block)
        if entries:
            earlier = self._block_before(block)
            page = pages.campaigns(self.renderer, entries, "" if earlier is None else pages.campaigns_page(earlier))
            self._write(self.folder / pages.campaigns_page(block), page)

    def _campaigns_of(self, block: int) -> list[Entry]:
        first = block * CAMPAIGNS_A_PAGE + 1
        return published.entries(self.connection, first, first + CAMPAIGNS_A_PAGE - 1)

    def _block_before(self, block: int) -> int | None:
        older = published.newest_campaign(self.connection, block * CAMPAIGNS_A_PAGE + 1)
        return _block_of(older) if older else None

    def _record(self, campaign_id: int) -> Record:
        if campaign_id not in self._records:
            row = campaigns.get(self.connection, campaign_id)
            self._records[campaign_id] = Record.of(row, seats.of_campaign(self.connection, campaign_id))
        return self._records[campaign_id]

    def _page_of(self, turn: Added) -> Path:
        return self.folder / turn.campaign / pages.turn_page(turn.number, turn.attempt)

    def _home(self, record: Record) -> Path:
        return self.folder / record.campaign.name

    def _write(self, file: Path, text: str) -> None:
        self.written += files.write(file, text)

    def _remembered(self) -> Mark | None:
        """How far the pages go; None where that is not known, and all are to be built."""
        try:
            kept = json.loads((self.folder / _MARK).read_text())
            return Mark(int(kept["turn"]), int(kept["action"]), int(kept["seat"]))
        except (FileNotFoundError, ValueError, KeyError, TypeError):
            return None

    def _remember(self, mark: Mark) -> None:
        files.write(self.folder / _MARK, json.dumps(mark._asdict()) + "\n")


def _block_of(campaign_id: int) -> int:
    return max(campaign_id - 1, 0) // CAMPAIGNS_A_PAGE

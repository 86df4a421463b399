"""The GM's rulings on a turn that has been resolved: while they are awaited nothing of it is written.

Every point is asked once, by mail. When all are ruled on, or the time is over and the defaults stand, the turn is resolved once
more from the same position, and written: what comes in meanwhile is put off until then (`orders.timing`).
Source: design.md, `advance`; Global Pursuit W39.
"""

import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from pbem.core.contract import Rulable
from pbem.core.errors import Failed, Unusable
from pbem.moderator import adjudicate, later_rulings, position, tokens
from pbem.moderator.adjudicate import Adjudicated, Rulings, merged, resolve
from pbem.moderator.desk import Desk
from pbem.moderator.identity import RULING_KIND
from pbem.moderator.later_rulings import WORDS, Ruled, named
from pbem.moderator.post import post
from pbem.report.layout import one_line
from pbem.store import campaigns, rulings
from pbem.store.campaigns import CampaignRow
from pbem.store.rulings import RulingRow
from pbem.store.tables import CampaignStatus


@dataclass(frozen=True, slots=True)
class Awaited:
    """A point that a turn waits for now. `until`: when the default stands, as people are shown it."""

    campaign: str
    turn: int
    question: str
    given: str
    default: str
    until: str


def carry_out(desk: Desk, stored: CampaignRow, done: Adjudicated) -> Adjudicated | None:
    """Writes a turn as it was resolved, or has it wait for the GM's rulings, which gives None. `stored`: the campaign's row."""
    if stored.ruling_time and unruled(done):
        _wait(desk, stored, done)
        return None
    return adjudicate.carry_out(desk, done)


def finish(desk: Desk, campaign: CampaignRow) -> Adjudicated | None:
    """Resolves the turn that waits once more, with all rulings; writes it, if no point is left or the time is over, else None.

    A point that comes up only by a ruling is asked, and waited for as long as the others.
    """
    assert campaign.rule_by is not None, f"no turn of {campaign.name} waits for rulings"
    done = resolve(desk, position.of(desk, campaign), due=frozenset(campaign.rule_due))
    if unruled(done) and desk.now < campaign.rule_by:
        _wait(desk, campaign, done)
        return None
    return adjudicate.carry_out(desk, done)


def unruled(done: Adjudicated) -> list[Rulable]:
    """The points on which the GM has not ruled, each once."""
    hold = done.given["rulings"]
    assert isinstance(hold, dict)
    points = {(point.question, point.given): point for point in done.advanced.rulable}
    return [point for (question, given), point in points.items() if given not in hold.get(question, {})]


def check_word(word: str) -> None:
    """Raises Unusable for a word that is no ruling."""
    if word not in WORDS:
        raise Unusable(f"a ruling is right or wrong, not {word!r}")


def rule(desk: Desk, name: str, question: str, given: str, word: str, who: str) -> Ruled:
    """The GM rules on what was given to a question: on a point for which a turn waits now, or on one of an earlier turn, which is
    then adjudicated anew.

    Raises Unusable for a word that is no ruling, Failed where nothing such was given, or the campaign is not being played.
    """
    check_word(word)
    campaign = position.named(desk, name, CampaignStatus.RUNNING, CampaignStatus.PAUSED)
    asked = rulings.of_turn(desk.connection, campaign.id, campaign.turn, campaign.attempt)
    point = named(asked, question, given)
    if point is None:
        if campaign.rule_by is not None and question.casefold() in {row.question.casefold() for row in asked}:
            there = ", ".join(f'"{row.given}"' for row in asked if row.question.casefold() == question.casefold())
            raise Failed(f"what was given to {question} in {campaign.name} is {there}, not {given!r}")
        return later_rulings.rule(desk, campaign, question, given, word, who)
    rulings.decide(desk.connection, point.id, word, who, desk.now)
    hold = merged(campaign.rulings, {point.question: {point.given: word}})
    campaign = campaigns.change(desk.connection, campaign, rulings=hold)
    done = finish(desk, campaign) if campaign.rule_by is not None else None
    left = len(awaited(desk, campaign)) if done is None else 0
    ruled = Ruled(campaign.name, campaign.turn, point.question, point.given, word, done, left=left)
    return later_rulings.note(desk, ruled, campaign.id, who)


def hold(desk: Desk, campaign: CampaignRow, more: Rulings, who: str) -> CampaignRow:
    """The campaign with these rulings, which the GM gives with an adjudication by hand."""
    if not more:
        return campaign
    for row in rulings.of_turn(desk.connection, campaign.id, campaign.turn, campaign.attempt):
        word = more.get(row.question, {}).get(row.given)
        if word:
            rulings.decide(desk.connection, row.id, word, who, desk.now)
    return campaigns.change(desk.connection, campaign, rulings=merged(campaign.rulings, more))


def awaited(desk: Desk, campaign: CampaignRow | None = None) -> Sequence[Awaited]:
    """The points for which turns wait now, of one campaign or of all; for the GM alone."""
    found = []
    for name, row in rulings.awaited(desk.connection):
        if campaign is None or row.campaign_id == campaign.id:
            until = position.shown_rule_by(campaigns.get(desk.connection, row.campaign_id))
            found.append(Awaited(name, row.turn, row.question, row.given, row.default, until))
    return found


def campaign_of(desk: Desk, question: str, given: str) -> str:
    """The campaign that is meant by a ruling which names none: the only one that waits for it, else the only one in which such a
    point was asked, else the only one that is being played. Raises Unusable where there is not one."""
    waiting = {name for name, row in rulings.awaited(desk.connection) if named([row], question, given)}
    playing = campaigns.listed(desk.connection, CampaignStatus.RUNNING)
    asked = {
        campaign.name
        for campaign in playing
        if named(rulings.of_campaign(desk.connection, campaign.id), question, given)
    }
    for names in (waiting, asked, {campaign.name for campaign in playing}):
        if len(names) == 1:
            return names.pop()
        if names:
            raise Unusable(
                f"say which campaign is meant: `pbem turn rule CAMPAIGN QUESTION GIVEN right`, of {_listed(names)}"
            )
    raise Unusable("no campaign is being played")


def _listed(names: set[str]) -> str:
    return ", ".join(sorted(names))


def _wait(desk: Desk, campaign: CampaignRow, done: Adjudicated) -> None:
    """Has the turn wait, and asks what has not been asked yet. From now on the deadline counts as over."""
    rule_by = campaign.rule_by or desk.now + timedelta(seconds=campaign.ruling_time)
    due_at = min(campaign.due_at, desk.now) if campaign.due_at else None
    begun = campaigns.change(
        desk.connection,
        campaign,
        rule_by=rule_by,
        rule_due=done.given["due"],
        due_at=due_at,
        look=False,
        waiting="",
    )
    asked = rulings.of_turn(desk.connection, campaign.id, campaign.turn, campaign.attempt)
    known = {(row.question, row.given) for row in asked}
    for point in unruled(done):
        if (point.question, point.given) not in known:
            row = rulings.ask(
                desk.connection,
                campaign.id,
                campaign.turn,
                campaign.attempt,
                question=point.question,
                given=point.given,
                default=point.default,
                now=desk.now,
            )
            _ask(desk, begun, row, point.about)


def _ask(desk: Desk, campaign: CampaignRow, row: RulingRow, about: Sequence[str]) -> None:
    addresses = {word: _address(desk, row, word) for word in (*WORDS, "")}
    context = {
        "campaign": campaign,
        "row": row,
        "about": about,
        "command": _command(campaign.name, row),
        "rule_by": position.shown_rule_by(campaign),
        "right": addresses["right"] if desk.house.reply_to else "",
        "wrong": addresses["wrong"] if desk.house.reply_to else "",
    }
    rendered = desk.renderer.mail("ruling", context)
    for address in desk.house.gm:
        post(
            desk,
            address,
            RULING_KIND,
            f"{RULING_KIND}:{row.id}:{address}"[:200],
            rendered,
            reply_to=addresses[""],
            auto="auto-generated",
            campaign=campaign.name,
            campaign_id=campaign.id,
            priority=2,
        )


def _command(name: str, row: RulingRow) -> str:
    """What rules so on the machine, as a shell takes it: what was given is a player's text."""
    end_of_options = "-- " if row.given.startswith("-") or row.question.startswith("-") else ""
    question, given = (shlex.quote(one_line(text)) for text in (row.question, row.given))
    return f"pbem turn rule {end_of_options}{name} {question} {given} right"


def _address(desk: Desk, row: RulingRow, word: str) -> str:
    return tokens.reply_address(desk, tokens.ruling_token(desk, row.id, row.campaign_id, word))

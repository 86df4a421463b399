"""`pbem turn rule`: the GM's rulings on what players gave."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from pbem.cli.office import as_json, gm_name, open_office, with_config
from pbem.cli.showing import show_json, show_table
from pbem.core.errors import Unusable

if TYPE_CHECKING:
    from pbem.service.wiring import Office


@click.command()
@click.argument("words", nargs=-1, metavar="[CAMPAIGN] [QUESTION GIVEN right|wrong]")
@as_json
@with_config
def rule(words: tuple[str, ...], as_json: bool, config: Path) -> None:
    """Rule that what was GIVEN to a QUESTION is right or wrong, such as T-PE-4/2 "baikal in siberia" right.

    CAMPAIGN may be left out where only one has asked for that ruling. A turn that waits is written with its last ruling. One that
    has been written is adjudicated anew, and the turns since then are withdrawn; what was ordered for them stays on file where it
    still can. Without a ruling, what is waited for is listed.
    """
    from pbem.moderator import ruling_mail, rulings

    office = open_office(config)
    if len(words) < 2:
        print_awaited(office, words[0] if words else None, as_json=as_json)
        return
    if len(words) not in (3, 4):
        raise Unusable(
            'write the question, what was given in quotes, and right or wrong: T-PE-4/2 "baikal in siberia" right'
        )
    question, given, word = words[-3:]
    with office.at_desk() as desk:
        campaign = words[0] if len(words) == 4 else rulings.campaign_of(desk, question, given)
        ruled = rulings.rule(desk, campaign, question, given, word.casefold(), gm_name())
    if as_json:
        show_json(
            {
                "campaign": ruled.campaign,
                "turn": ruled.turn,
                "question": ruled.question,
                "given": ruled.given,
                "ruling": ruled.ruling,
                "adjudicated": ruled.done is not None,
                "left": ruled.left,
                "withdrawn": list(ruled.withdrawn),
            }
        )
    else:
        click.echo(ruling_mail.told(ruled))


def print_awaited(office: "Office", campaign: str | None, *, as_json: bool = False) -> None:
    """Prints the points for which turns wait now, of one campaign or of all."""
    from pbem.moderator import position, rulings

    with office.looking() as desk:
        found = rulings.awaited(desk, position.seen(desk, campaign) if campaign else None)
    if as_json:
        names = ("campaign", "turn", "question", "given", "default")
        show_json([{name: getattr(point, name) for name in names} for point in found])
        return
    rows = [(p.campaign, p.turn, p.question, p.given, p.default, p.until) for p in found]
    columns = ("campaign", "turn", "question", "given", "without a ruling", "which is")
    show_table(columns, rows, "No turn waits for a ruling.")

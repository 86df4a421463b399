"""`pbem verify`: a campaign recomputed."""

import sys
from pathlib import Path

import click

from pbem.cli.office import as_json, open_office, with_config
from pbem.cli.showing import show_json, show_text


@click.command()
@click.argument("campaign")
@click.option("--secret", help="The published secret, in place of the one in the database.")
@as_json
@with_config
def command(campaign: str, secret: str | None, as_json: bool, config: Path) -> None:
    """Recompute every die and every turn of a campaign from the stored letters' orders.

    Exit status 1 where anything stored differs from what comes out.
    """
    from pbem.core.letters import Letter, Raw
    from pbem.mail.read import read_letter
    from pbem.moderator import position
    from pbem.moderator.verify import verify
    from pbem.service.reading import limits_of

    office = open_office(config)
    limits = limits_of(office.settings)

    def read(raw: Raw) -> Letter:
        return read_letter(raw.content, raw.received, limits, oversize=raw.oversize)

    with office.looking() as desk:
        found = verify(desk, position.seen(desk, campaign), read, secret)
    counts = {"turns": found.turns, "dice": found.dice, "sheets": found.sheets, "letters": found.letters}
    if as_json:
        show_json({"campaign": found.campaign, **counts, "differences": found.differences})
    else:
        for difference in found.differences:
            show_text(difference)
        said = f"{len(found.differences)} differ" if found.differences else "all agrees"
        click.echo(f"{campaign}: {', '.join(f'{what} {count}' for what, count in counts.items())}; {said}.")
    if found.differences:
        sys.exit(1)

"""`pbem archive`: the pages that everybody may see."""

from pathlib import Path

import click

from pbem.cli.office import as_json, open_office, with_config
from pbem.cli.showing import show_json


@click.group()
def command() -> None:
    """The static pages of all campaigns, as the public may see them."""


@command.command()
@click.argument("folder", metavar="[DIR]", required=False, type=click.Path(file_okay=False, path_type=Path))
@as_json
@with_config
def build(folder: Path | None, as_json: bool, config: Path) -> None:
    """Write every page into DIR, or into the folder of the configuration; those that would not change are left alone.

    `pbem run` adds the pages of each turn by itself. Run this after an upgrade, or after a change of the templates.
    """
    from pbem.archive.site import Site
    from pbem.core.errors import Unusable
    from pbem.store.session import reading

    office = open_office(config)
    folder = folder or office.settings.archive.folder
    if folder is None:
        raise Unusable("no folder for the pages: name one, or set folder in [archive] of the configuration")
    with reading(office.engine) as connection:
        written = Site(connection, folder, office.renderer).build()
    if as_json:
        show_json({"folder": str(folder), "written": written})
    else:
        pages = "1 page was" if written == 1 else f"{written} pages were"
        click.echo(f"{pages} written in {folder}; it begins with {folder / 'index.html'}.")

"""`pbem db`: the database."""

from pathlib import Path

import click

from pbem.cli.office import as_json, open_database, settings_of, with_config
from pbem.cli.showing import show_json


@click.group()
def command() -> None:
    """The database: its form, and copies of it."""


@command.command()
@with_config
def upgrade(config: Path) -> None:
    """Create the database, or bring it to the form that this program needs.

    Stop `pbem run` before, and make a copy with `pbem db backup`.
    """
    from pbem.store import migrations

    before, after = migrations.upgrade(open_database(config))
    if before == after:
        click.echo(f"The database is at revision {after} already.")
    elif before is None:
        click.echo(f"The database has been created, at revision {after}.")
    else:
        click.echo(f"The database has been brought from revision {before} to {after}.")


@command.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--force", is_flag=True, help="Replace the file if it exists.")
@with_config
def backup(file: Path, force: bool, config: Path) -> None:
    """Copy the database into FILE while the service goes on.

    The copy is of one moment, and whole or not there at all. Keep the file of [pbem] secret_file with it.
    """
    from pbem.store.backup import backup as copy

    size = copy(open_database(config), file, overwrite=force)
    click.echo(f"{file} holds the database ({size:,} bytes). Keep {settings_of(config).pbem.secret_file} with it.")


@command.command("new-secret")
@with_config
def new_secret(config: Path) -> None:
    """Make a new key of reply addresses, where the old one is lost.

    Replies to mails that were sent before are then held, and their writers asked, before they count.
    """
    from pbem.core.errors import Failed
    from pbem.service.wiring import read_secret

    file = settings_of(config).pbem.secret_file
    if file.exists():
        raise Failed(f"{file} is there; a new secret is made only where the old one is lost")
    read_secret(file)
    click.echo(f"{file} holds a new secret. Keep a copy of it with the database.")


@command.command()
@as_json
@with_config
def status(as_json: bool, config: Path) -> None:
    """Show where the database is, its revision, and the one that is needed."""
    from pbem.core.errors import Unusable
    from pbem.store import migrations
    from pbem.store.session import reading, sqlite_file

    engine = open_database(config)
    file = sqlite_file(engine)
    found = None
    if file is None or file.exists():
        with reading(engine) as connection:
            found = migrations.current_revision(connection)
    try:
        migrations.check_usable(engine)
        advice = ""
    except Unusable as error:
        advice = str(error)
    where, needed = engine.url.render_as_string(hide_password=True), migrations.revisions()[-1]
    if as_json:
        show_json({"database": where, "revision": found, "needed": needed, "usable": not advice, "advice": advice})
        return
    click.echo(f"{where}\nrevision {found or 'none'}, needed {needed}\n{advice or 'It can be used.'}")

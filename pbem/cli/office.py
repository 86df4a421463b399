"""What the commands of a GM share: the configuration, the office that it opens, and the GM's name for the log."""

import getpass
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from sqlalchemy.engine import Engine

    from pbem.service.config import Settings
    from pbem.service.wiring import Office

_Function = TypeVar("_Function", bound=Callable[..., Any])

as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON.")


def with_config(function: _Function) -> _Function:
    """The option --config, for every command that needs the configuration."""
    return click.option(
        "--config",
        type=click.Path(dir_okay=False, path_type=Path),
        envvar="PBEM_CONFIG",
        default=Path("config.toml"),
        show_default=True,
        show_envvar=True,
        help="The configuration file.",
    )(function)


def settings_of(config: Path) -> "Settings":
    """The settings of that file and the environment. Raises Unusable."""
    from pbem.service.config import load

    return load(config)


def open_office(config: Path) -> "Office":
    """The office of that configuration. Raises Unusable where it or its database cannot be used."""
    from pbem.service import wiring

    office = wiring.open_office(settings_of(config))
    click.get_current_context().call_on_close(office.engine.dispose)
    return office


def open_database(config: Path) -> "Engine":
    """The database of that configuration, whatever its form."""
    from pbem.store.session import connect

    engine = connect(settings_of(config).pbem.database)
    click.get_current_context().call_on_close(engine.dispose)
    return engine


def gm_name() -> str:
    """The name under which this user's actions are logged."""
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return "gm"


def at_terminal() -> bool:
    """Whether somebody sits there who can be asked."""
    return sys.stdin.isatty()


def make_sure(said: str, yes: bool) -> None:
    """Asks whether to go on after that sentence, unless it is agreed already. Raises Failed where nobody can be asked."""
    from pbem.core.errors import Failed

    if yes:
        return
    if not at_terminal():
        raise Failed(f"{said}; give --yes if that is what you want")
    click.confirm(f"{said}. Go on?", abort=True, err=True)

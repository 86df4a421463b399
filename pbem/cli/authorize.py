"""`pbem mail authorize`: the mail account is opened to pbem without its password."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from pbem.cli.office import open_office, settings_of, with_config
from pbem.cli.showing import printable
from pbem.core.errors import Failed, Unusable

if TYPE_CHECKING:
    from pbem.mail.oauth import Client, Grant


@click.command()
@click.option("--browser", is_flag=True, help="Use a browser on this machine, also where the provider gives codes.")
@click.option("--paste", is_flag=True, help="Use a browser on another machine, and paste the address at which it ends.")
@click.option("--port", default=0, type=click.IntRange(0, 65535), help="The port on which the browser comes back.")
@with_config
def authorize(browser: bool, paste: bool, port: int, config: Path) -> None:
    """Open the mail account to pbem by OAuth, as [oauth] in the configuration says.

    Shows a page on which you allow pbem to read and send the account's mail. What the provider gives in return is kept in
    [oauth] token_file, and renewed there for as long as it is used.
    """
    from pbem.service import mail_access

    settings = settings_of(config)
    client = mail_access.client_of(settings)
    user = settings.imap.user or settings.smtp.user or settings.house.address
    grant = _granted(client, user, browser, paste, port)
    if not grant.refresh_token:
        raise Failed(
            "the provider gave no refresh token, without which access would end within the hour; ask for offline access in"
            " [oauth] scope, or take pbem's access away in the account's settings and begin once more"
        )
    mail_access.access_of(settings).keep(grant)
    click.echo(f"pbem may read and send mail as {user}; the tokens are in {settings.oauth.token_file}.")
    if "oauth" not in (settings.imap.login, settings.smtp.login):
        click.echo('Set login = "oauth" in [imap] and [smtp], which still use a password.')
    click.echo("`pbem doctor` tries both logins.")
    _let_mails_go(config)


def _granted(client: "Client", user: str, browser: bool, paste: bool, port: int) -> "Grant":
    from pbem.service import authorizing

    if client.device_url and not browser and not paste:
        return authorizing.by_device(client, _show_code)
    if not client.authorize_url:
        raise Unusable("this provider has no page for a browser; leave --browser and --paste out, or set authorize_url")
    if paste:
        return authorizing.by_browser_elsewhere(client, user, port, _ask_for_address)
    return authorizing.by_browser_here(client, user, port, _show_page)


def _show_code(where: str, code: str) -> None:
    click.echo(f"Open {printable(where)} in any browser, and enter the code {printable(code)}. Waiting for it…")


def _show_page(page: str) -> None:
    click.echo(f"Open this page in a browser on this machine, and allow access. Waiting for it…\n\n{page}\n")


def _ask_for_address(page: str) -> str:
    click.echo(
        f"Open this page in a browser, and allow access:\n\n{page}\n\nThe browser then fails to show a page of its own machine."
        " Copy the address of that page, from http:// to the end."
    )
    address: str = click.prompt("The address")
    return address


def _let_mails_go(config: Path) -> None:
    """Mails that waited for the login go at once; without a database none wait."""
    from pbem.moderator import sending

    try:
        with open_office(config).at_desk() as desk:
            sending.server_is_back(desk)
    except (Unusable, Failed):
        return

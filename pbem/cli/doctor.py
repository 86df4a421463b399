"""`pbem doctor`: whether everything is in order."""

import sys
from pathlib import Path

import click

from pbem.cli.office import as_json, open_office, settings_of, with_config
from pbem.cli.showing import show_json, show_table


@click.command()
@click.option("--send-test", metavar="ADDRESS", help="Send a test mail there, and do nothing else.")
@click.option("--dkim-selector", default="", metavar="NAME", help="The name of the key that your provider signs with.")
@click.option("--no-dns", is_flag=True, help="Leave out what the DNS says of the sender.")
@as_json
@with_config
def command(send_test: str | None, dkim_selector: str, no_dns: bool, as_json: bool, config: Path) -> None:
    """See whether everything that a campaign needs is in order.

    Looks at the configuration, the database, the templates, the logins to the mail servers, what waits for the GM, and what the
    DNS says of the sender. Exit status 1 where anything is wrong.
    """
    from pbem.service import clock, health
    from pbem.service.findings import State, good
    from pbem.service.sender_dns import Dns

    if send_test is not None:
        _send_test(send_test, config)
        return
    settings = settings_of(config)
    names = None if no_dns else Dns()
    findings = [good("configuration", f"{config} can be used.")]
    findings += health.examine(settings, names, clock.now(), dkim_selector)
    if as_json:
        show_json([{"what": one.what, "state": one.state.value, "said": one.said} for one in findings])
    else:
        show_table(("what", "state", ""), [(one.what, one.state.value, one.said) for one in findings], "")
    if any(one.state is State.WRONG for one in findings):
        sys.exit(1)


def _send_test(address: str, config: Path) -> None:
    from pbem.core.errors import Failed, Unusable
    from pbem.core.letters import Fate
    from pbem.mail.header_block import Unwritable
    from pbem.service import health

    try:
        done = health.send_test(open_office(config), address)
    except Unwritable as error:
        raise Unusable(str(error)) from error
    if done.fate is not Fate.TAKEN:
        raise Failed(f"the test mail to {address} was not taken: {done.answer}")
    click.echo(f"The test mail to {address} was taken ({done.answer}). Look whether it arrives.")

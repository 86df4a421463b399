"""`pbem run`: the service."""

import gc
from pathlib import Path

import click

from pbem.cli.office import open_office, with_config


@click.command()
@click.option("--once", is_flag=True, help="Do one round and end, for cron: read the mail, do what is due, send.")
@with_config
def command(once: bool, config: Path) -> None:
    """Run the campaigns: read the mail, answer it, keep the deadlines, send the reports.

    It runs until it is stopped by SIGTERM or Ctrl-C, and then finishes what it has begun. While the mailbox cannot be read,
    deadlines wait; while no mail can be sent, mails wait. A restart needs nothing: what was due meanwhile is done then. With
    --once nothing is logged but trouble.
    """
    from pbem.mail.smtp import SmtpConnection
    from pbem.moderator import intake
    from pbem.service import logs, servers
    from pbem.service.run import Service

    office = open_office(config)
    settings = office.settings
    level = "warning" if once and settings.pbem.log_level == "info" else settings.pbem.log_level
    logs.begin(settings.pbem.log, level, servers.passwords(settings))
    groups, server = servers.sources(settings), servers.smtp_server(settings)
    service = Service(office, groups, lambda: SmtpConnection(server), intake)
    service.stop_on_signals()
    if once:
        service.once()
    else:
        gc.collect()
        gc.freeze()  # what is loaded by now stays: no collection need look through it again
        service.run()

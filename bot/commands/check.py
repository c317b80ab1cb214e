"""`boop check`: looks at all that must be right for the bot to run, and says what is not."""

import asyncio
import http.client
from typing import Final

import click

from bot.commands.check_database import check_database, check_owner
from bot.commands.findings import Finding, Mark, noted, well, wrong
from bot.commands.sentences import fault_sentence
from bot.config import ENV_FILE, Settings, read_what_stands

FOUND_WRONG: Final = 1
"""The exit status when something is wrong."""
PATIENCE: Final = 5.0
"""Seconds that a running bot gets to say how it is."""


@click.command("check")
@click.option(
    "--health",
    "ask_health",
    is_flag=True,
    help="Ask the running bot alone, on BOOP_HEALTH_PORT; for a container's health check.",
)
def command(ask_health: bool) -> None:  # noqa: FBT001 - click calls it
    """Look whether the bot can run as it is set up; it may be running meanwhile."""
    found = _Found()
    if ask_health:
        found.tell(_of_health(read_what_stands()[0]))
    else:
        _check(found)
    if found.is_wrong:
        raise click.exceptions.Exit(FOUND_WRONG)


class _Found:
    """Prints each finding at once, and remembers whether any was wrong."""

    def __init__(self) -> None:
        self.is_wrong = False

    def tell(self, finding: Finding) -> None:
        """Print a line."""
        self.is_wrong |= finding.mark is Mark.WRONG
        click.echo(str(finding))


def _check(found: _Found) -> None:
    settings, faults = read_what_stands()
    for fault in faults:
        found.tell(wrong(f"settings: {fault_sentence(fault)}"))
    if not faults:
        found.tell(well("settings: every one can be used"))
    findings, inspected = check_database(settings.database)
    for finding in findings:
        found.tell(finding)
    if settings.token is None:
        found.tell(wrong(f"token: none is set, in BOOP_TOKEN or {ENV_FILE}"))
        return
    from bot.commands.check_discord import check_discord
    from bot.commands.serving import point_at

    if settings.discord_api is not None:
        point_at(settings.discord_api)
    application = asyncio.run(check_discord(settings.token.get_secret_value(), found.tell))
    if application is not None and inspected is not None:
        found.tell(check_owner(inspected, application))


def _of_health(settings: Settings) -> Finding:
    """Ask the bot's /healthz. No proxy of the environment comes between."""
    port = settings.health_port
    if port is None:
        return noted("health: BOOP_HEALTH_PORT is not set, so there is nobody to ask")
    host = _LOOPBACK.get(settings.health_host, settings.health_host)
    connection = http.client.HTTPConnection(host, port, timeout=PATIENCE)
    try:
        connection.request("GET", "/healthz")
        answer = connection.getresponse()
        text = answer.read().decode("utf-8", "replace")
    except (OSError, http.client.HTTPException) as error:
        return wrong(f"health: the bot does not answer on {host}, port {port}: {error}")
    finally:
        connection.close()
    return well("health: the bot is well") if answer.status == 200 else wrong(f"health: {text}")


_LOOPBACK: Final = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - it is asked, not served

"""`boop check`: look for faults of the setup, and report them line by line."""

import asyncio
import http.client
import json
import urllib.error
import urllib.request
from typing import Final

import click

from bot.cli.console import tell
from bot.cli.findings import CheckResult, Severity, remark, well, wrong
from bot.config import ENV_FILE, BadValue, Settings, read_settings_and_faults
from bot.text import gettext

FOUND_WRONG: Final = 1
"""The exit status if something is wrong."""
PATIENCE: Final = 5.0
"""How many seconds a running bot has to answer."""
NOT_FOUND: Final = 404
MOST_READ: Final = 1000
"""How many bytes of an answer are read."""


@click.command("check")
@click.option(
    "--health",
    "ask_health",
    is_flag=True,
    help="Only ask the running bot, on BOOP_HEALTH_PORT; for a container's health check.",
)
def command(ask_health: bool) -> None:  # noqa: FBT001 - click calls it
    """Check that the bot is set up correctly; it may be running."""
    summary = _Report()
    if ask_health:
        summary.report(_of_health(read_settings_and_faults()[0]))
    else:
        _check(summary)
    if summary.is_wrong:
        raise click.exceptions.Exit(FOUND_WRONG)


class _Report:
    """Prints each finding at once, and remembers whether any was wrong."""

    def __init__(self) -> None:
        self.is_wrong = False

    def report(self, finding: CheckResult) -> None:
        """Print a line."""
        self.is_wrong |= finding.severity is Severity.WRONG
        tell(str(finding))


def _check(summary: _Report) -> None:
    # The health check of a container runs twice a minute, and needs none of this.
    from bot.cli.check_database import check_database, check_owner
    from bot.cli.sentences import fault_sentence

    settings, faults = read_settings_and_faults()
    for fault in faults:
        summary.report(wrong(gettext("settings: {fault}", fault=fault_sentence(fault))))
    if not faults:
        summary.report(well(gettext("settings: all are valid")))
    # Skip checks of an unusable setting: its value is the default, which the host did not choose.
    unusable = {fault.name for fault in faults if isinstance(fault, BadValue)}
    inspected = None
    if "BOOP_DATABASE" not in unusable:
        findings, inspected = check_database(settings.database)
        for finding in findings:
            summary.report(finding)
    if settings.public_url is not None:
        summary.report(_of_pages(settings.public_url, settings.web_port))
    if "BOOP_TOKEN" in unusable:
        return
    if settings.token is None:
        summary.report(wrong(gettext("token: none in BOOP_TOKEN or {file}", file=str(ENV_FILE))))
        return
    # Import these late: they bring most of the modules that a check needs.
    from bot.cli.check_discord import check_discord
    from bot.cli.discord_address import choose_address

    choose_address(settings)
    application = asyncio.run(check_discord(settings.token.get_secret_value(), summary.report))
    if application is not None and inspected is not None:
        summary.report(check_owner(inspected, application))


def _of_pages(address: str, port: int | None) -> CheckResult:
    """Request the page of a match that does not exist, at the address that links have."""
    if port is None:
        return wrong(gettext("pages: BOOP_PUBLIC_URL is set, but BOOP_WEB_PORT isn't"))
    try:
        with urllib.request.urlopen(f"{address}/m/none.json", timeout=PATIENCE) as answer:  # noqa: S310 - https or loopback
            reason = str(answer.status)
    except urllib.error.HTTPError as refused:
        with refused:
            text = refused.read(MOST_READ).decode("utf-8", "replace")
        if refused.code == NOT_FOUND and _is_refusal(text):
            return well(gettext("pages: {address} leads to the bot", address=address))
        reason = f"{refused.code} {refused.reason}"
    except (OSError, http.client.HTTPException) as error:
        reason = str(getattr(error, "reason", error))
    return wrong(
        gettext(
            "pages: {address} doesn't lead to the bot, which must be running: {reason}",
            address=address,
            reason=reason,
        )
    )


def _is_refusal(text: str) -> bool:
    """Return whether a text is the bot's refusal of a request for JSON."""
    try:
        data = json.loads(text)
    except ValueError:
        return False
    return isinstance(data, dict) and list(data) == ["error"]


def _of_health(settings: Settings) -> CheckResult:
    """Request the bot's /healthz; ignore a proxy that the environment names."""
    port = settings.health_port
    if port is None:
        return remark(gettext("health: BOOP_HEALTH_PORT isn't set, so health isn't served"))
    host = _LOOPBACK.get(settings.health_host, settings.health_host)
    connection = http.client.HTTPConnection(host, port, timeout=PATIENCE)
    try:
        connection.request("GET", "/healthz")
        answer = connection.getresponse()
        text = answer.read().decode("utf-8", "replace")
    except (OSError, http.client.HTTPException) as error:
        return wrong(
            gettext(
                "health: the bot doesn't answer on {host}, port {port}: {reason}",
                host=host,
                port=port,
                reason=str(error),
            )
        )
    finally:
        connection.close()
    return (
        well(gettext("health: the bot is healthy"))
        if answer.status == 200
        else wrong(gettext("health: {text}", text=text))
    )


_LOOPBACK: Final = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - it is asked, not served

"""`boop run`: the bot itself, until it is stopped."""

import asyncio
import os
import signal
import sys
import threading
from typing import Final

import click

from bot.commands.errors import NoToken
from bot.config import read_settings

GRACE: Final = 10.0
"""Seconds that a bot gets to end by itself once whoever started it is gone."""


@click.command("run")
@click.option(
    "--until-input-ends",
    is_flag=True,
    hidden=True,
    help="End when standard input does; so the playground's bot never outlives it.",
)
def command(until_input_ends: bool) -> None:  # noqa: FBT001 - click calls it
    """Run the bot; it needs a token."""
    settings = read_settings()
    if settings.token is None:
        raise NoToken
    from discord import VoiceClient

    from bot.commands.journal import keep_journal
    from bot.commands.serving import serve
    from bot.host.leadership import LeadLost

    # The bot never speaks, so an owner need not hear that it could not.
    VoiceClient.warn_nacl = VoiceClient.warn_dave = False
    keep_journal(settings.log_level, settings.log_format)
    if until_input_ends:
        threading.Thread(target=_end_with_input, name="input", daemon=True).start()
    try:
        asyncio.run(serve(settings))
    except LeadLost as error:
        taken = f"another bot has taken the database {settings.database}; this one has stopped."
        raise click.ClickException(taken) from error


def _end_with_input() -> None:
    """Wait for the end of standard input, which comes however the parent died.

    `sys.stdin` itself would abort the program if it ended while this thread still reads.
    """
    while os.read(sys.stdin.fileno(), 1024):
        pass
    signal.raise_signal(signal.SIGTERM)
    threading.Event().wait(GRACE)
    os._exit(1)

"""The threads that matches live in, as Discord has them: their names, and whether they sleep."""

from typing import Final

import discord
import structlog

from bot.app import BoopBot
from bot.match.identity import ChannelId
from bot.match.match import Match
from bot.match.record import Result, result_of
from cogs.ui.discord_codes import is_passing
from cogs.ui.names import NAMES

LONGEST_TITLE: Final = 100
DAY_IN_MINUTES: Final = 1440
"""The time without a message after which the thread of a match that is over is archived."""

_log: Final = structlog.get_logger(__name__)


async def title_of(bot: BoopBot, match: Match) -> str:
    """Name a match for its thread, by its players and, when it is over, by its result."""
    orange, gray = [await NAMES.of(bot, user) for user in match.seats]
    title = f"boop #{match.id}: {orange} – {gray}"
    if match.outcome is not None:
        result = _result(match, {match.seats.orange: orange, match.seats.gray: gray})
        title = f"{title[: LONGEST_TITLE - len(result) - 3]} · {result}"
    return title[:LONGEST_TITLE]


def is_awake(bot: BoopBot, channel: ChannelId) -> bool:
    """Tell whether a thread is known to be active; discord.py drops one that is archived."""
    found = bot.get_channel(channel)
    return isinstance(found, discord.Thread) and not found.archived


async def wake(bot: BoopBot, channel: ChannelId) -> None:
    """Open a thread that was archived, unless somebody locked it, which is theirs to decide."""
    thread = await _fetched(bot, channel)
    if thread is not None and thread.archived and not thread.locked:
        await _changed(thread, archived=False)


async def name_after_result(bot: BoopBot, match: Match, channel: ChannelId) -> None:
    """Give the thread of a match that is over its last name, and let it be archived soon."""
    thread = await _fetched(bot, channel)
    if thread is None or thread.locked:
        return
    title = await title_of(bot, match)
    if thread.name != title or thread.auto_archive_duration != DAY_IN_MINUTES:
        await _changed(thread, name=title, auto_archive_duration=DAY_IN_MINUTES, archived=False)


def _result(match: Match, names: dict[int, str]) -> str:
    outcome = match.outcome
    if outcome is None or result_of(outcome) is Result.NONE:
        return "no result"
    if outcome.winner is None:
        return "a draw"
    return f"{names[match.seats.user_of(outcome.winner)]} won"


async def _fetched(bot: BoopBot, channel: ChannelId) -> discord.Thread | None:
    """Ask Discord for a thread; none where it is gone or hidden from the bot."""
    try:
        found = await bot.fetch_channel(channel)
    except discord.InvalidData:
        return None
    except discord.HTTPException as error:
        if is_passing(error):
            raise
        return None
    return found if isinstance(found, discord.Thread) else None


async def _changed(thread: discord.Thread, **changes: object) -> None:
    try:
        await thread.edit(**changes)  # type: ignore[arg-type]  # each of its own type
    except discord.HTTPException as error:
        if is_passing(error):
            raise
        _log.info("thread not changed", thread=thread.id, code=error.code)

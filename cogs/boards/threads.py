"""The threads that matches live in, as Discord has them: their names, and whether they sleep."""

from enum import Enum, auto
from typing import Final

import discord
import structlog

from bot.app import BoopBot
from bot.game import Seat
from bot.match.identity import ChannelId
from bot.match.match import Match
from bot.match.record import Result, result_of
from bot.text import gettext
from cogs.core.discord_codes import Code, is_passing
from cogs.core.names import plain_name

LONGEST_TITLE: Final = 100
DAY_IN_MINUTES: Final = 1440
"""The time without a message after which the thread of a match that is over is archived."""

_log: Final = structlog.get_logger(__name__)


async def title_of(bot: BoopBot, match: Match) -> str:
    """Name a match for its thread, by its players and, when it is over, by its result."""
    orange, gray = [await plain_name(bot, match, seat) for seat in Seat]
    title = f"boop #{match.id}: {orange} – {gray}"
    if match.outcome is not None:
        result = _result(match, {Seat.ORANGE: orange, Seat.GRAY: gray})
        title = f"{title[: LONGEST_TITLE - len(result) - 3]} · {result}"
    return title[:LONGEST_TITLE]


def is_awake(bot: BoopBot, channel: ChannelId) -> bool:
    """Return whether a thread is known to be active; discord.py drops one that is archived."""
    found = bot.get_channel(channel)
    return isinstance(found, discord.Thread) and not found.archived


class Tended(Enum):
    """What came of looking after a thread."""

    DONE = auto()
    REFUSED = auto()
    """The bot may not, which somebody may change."""
    GONE = auto()
    """It was deleted."""


async def wake(bot: BoopBot, channel: ChannelId) -> Tended:
    """Open a thread that was archived, unless somebody locked it, which is theirs to decide."""
    thread = await _fetched(bot, channel)
    if isinstance(thread, Tended):
        return thread
    if thread.archived and not thread.locked:
        return await _changed(thread, archived=False)
    return Tended.DONE


async def name_after_result(bot: BoopBot, match: Match, channel: ChannelId) -> Tended:
    """Return the thread of a match that is over its last name, and let it be archived soon."""
    thread = await _fetched(bot, channel)
    if isinstance(thread, Tended):
        return thread
    if thread.locked:
        return Tended.DONE
    title = await title_of(bot, match)
    if thread.name != title or thread.auto_archive_duration != DAY_IN_MINUTES:
        changes = {"name": title, "auto_archive_duration": DAY_IN_MINUTES, "archived": False}
        return await _changed(thread, **changes)
    return Tended.DONE


def _result(match: Match, names: dict[Seat, str]) -> str:
    outcome = match.outcome
    if outcome is None or result_of(outcome) is Result.NONE:
        return gettext("no result")
    if outcome.winner is None:
        return gettext("a draw")
    return gettext("{player} won", player=names[outcome.winner])


async def _fetched(bot: BoopBot, channel: ChannelId) -> discord.Thread | Tended:
    """Ask Discord for a thread, or give why there is none to look after."""
    try:
        found = await bot.fetch_channel(channel)
    except discord.InvalidData:
        return Tended.REFUSED
    except discord.HTTPException as error:
        if is_passing(error):
            raise
        return Tended.GONE if error.code == Code.UNKNOWN_CHANNEL else Tended.REFUSED
    return found if isinstance(found, discord.Thread) else Tended.DONE


async def _changed(thread: discord.Thread, **changes: object) -> Tended:
    try:
        await thread.edit(**changes)  # type: ignore[arg-type]  # each of its own type
    except discord.HTTPException as error:
        if is_passing(error):
            raise
        _log.info("thread not changed", thread=thread.id, code=error.code)
        return Tended.REFUSED
    return Tended.DONE

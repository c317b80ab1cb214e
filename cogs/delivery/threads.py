"""The thread of a match: make its title, unarchive, rename and delete it."""

from enum import Enum, auto
from typing import Final

import discord
import structlog

from bot.app import BoopBot
from bot.game import Seat
from bot.match.identity import ChannelId, InServer
from bot.match.match import Match
from bot.match.record import Result, result_of
from bot.text import gettext
from bot.text.graphemes import beginning, shortened
from cogs.core.errors import Code, is_passing
from cogs.wording.names import plain_name

LONGEST_TITLE: Final = 100
LONGEST_NAME: Final = 11
"""Characters of a player's name in a title.

Lists of threads show some thirty characters. The number and both names must be readable.
"""
HOUR_IN_MINUTES: Final = 60
"""Minutes without a message before Discord archives the thread of a finished match.

This is the shortest time that Discord offers. The bot does not archive the thread at once, because
a click in an archived thread may never reach the bot.
"""
WEEK_IN_MINUTES: Final = 10080
"""The longest time without a message before Discord archives a thread."""

_log: Final = structlog.get_logger(__name__)


async def title_of(bot: BoopBot, match: Match) -> str:
    """Return the title of the thread of a match: its number, the players, and their score.

    A phone cuts titles off, so the number is first and names are cut instead.
    """
    names = {seat: shortened(await plain_name(bot, match, seat), LONGEST_NAME) for seat in Seat}
    parts = [f"#{match.id}", f"{names[Seat.ORANGE]} {_score(match)} {names[Seat.GRAY]}"]
    if match.outcome is not None and result_of(match.outcome) is Result.NONE:
        parts.append(gettext("no result"))
    return beginning(" · ".join([*parts, "boop"]), LONGEST_TITLE)


def is_awake(bot: BoopBot, channel: ChannelId) -> bool:
    """Return whether discord.py knows a thread as active. It forgets archived threads."""
    place = bot.get_channel(channel)
    return isinstance(place, discord.Thread) and not place.archived


async def is_thread_open(bot: BoopBot, channel: ChannelId) -> bool:
    """Unarchive a thread if necessary. Return whether the bot can write in it.

    Leave alone a thread that a moderator has locked.
    """
    cached = bot.get_channel(channel)
    if isinstance(cached, discord.Thread) and not cached.archived:
        return not cached.locked
    thread = await fetch_thread(bot, channel)
    if isinstance(thread, ThreadOutcome) or thread.locked:
        return False
    return not thread.archived or await _change(thread, archived=False) is ThreadOutcome.DONE


class ThreadOutcome(Enum):
    """The result of a change to a thread."""

    DONE = auto()
    REFUSED = auto()
    """The bot lacks a permission, which a moderator may grant later."""
    GONE = auto()
    """The thread was deleted."""


async def wake(bot: BoopBot, channel: ChannelId) -> ThreadOutcome:
    """Unarchive a thread, unless a moderator has locked it."""
    thread = await fetch_thread(bot, channel)
    if isinstance(thread, ThreadOutcome):
        return thread
    if thread.archived and not thread.locked:
        return await _change(thread, archived=False)
    return ThreadOutcome.DONE


async def name_after_result(bot: BoopBot, match: Match, channel: ChannelId) -> ThreadOutcome:
    """Rename the thread of a finished match for the last time, and have Discord archive it soon.

    Keep it open while a rematch is offered in it. If the thread has a later match, change nothing.
    """
    place = InServer(match.venue.guild, channel)
    latest = await bot.services.matches.of_thread(place)
    if latest is not None and latest.id != match.id:
        return ThreadOutcome.DONE
    is_offered = await bot.services.rematches.is_offered(match.id)
    minutes = WEEK_IN_MINUTES if is_offered else HOUR_IN_MINUTES
    return await rename_thread(bot, match, channel, minutes)


async def rename_thread(
    bot: BoopBot, match: Match, channel: ChannelId, minutes: int
) -> ThreadOutcome:
    """Name a thread after a match. Have Discord archive it after `minutes` without a message."""
    thread = await fetch_thread(bot, channel)
    if isinstance(thread, ThreadOutcome):
        return thread
    if thread.locked:
        return ThreadOutcome.DONE
    title = await title_of(bot, match)
    if thread.name != title or thread.auto_archive_duration != minutes:
        changes = {"name": title, "auto_archive_duration": minutes, "archived": False}
        return await _change(thread, **changes)
    return ThreadOutcome.DONE


def _score(match: Match) -> str:
    """Return the score; a dash if the match has none."""
    return "–" if match.outcome is None else _SCORES[result_of(match.outcome)]


_SCORES: Final = {
    Result.ORANGE_WON: "1–0",
    Result.GRAY_WON: "0–1",
    Result.DRAWN: "½–½",
    Result.NONE: "–",
}


async def fetch_thread(bot: BoopBot, channel: ChannelId) -> discord.Thread | ThreadOutcome:
    """Fetch a thread. Return an outcome instead if it cannot be changed, or is not a thread."""
    try:
        place = await bot.fetch_channel(channel)
    except discord.InvalidData:
        return ThreadOutcome.REFUSED
    except discord.HTTPException as error:
        if is_passing(error):
            raise
        return ThreadOutcome.GONE if error.code == Code.UNKNOWN_CHANNEL else ThreadOutcome.REFUSED
    return place if isinstance(place, discord.Thread) else ThreadOutcome.DONE


async def delete_thread(thread: discord.Thread) -> None:
    """Delete a thread, or archive it if the bot may not delete it."""
    try:
        await thread.delete()
    except discord.Forbidden:
        await _change(thread, archived=True)


async def _change(thread: discord.Thread, **changes: object) -> ThreadOutcome:
    try:
        await thread.edit(**changes)  # type: ignore[arg-type]  # each of its own type
    except discord.HTTPException as error:
        if is_passing(error):
            raise
        _log.info("thread not changed", thread=thread.id, code=error.code)
        return ThreadOutcome.REFUSED
    return ThreadOutcome.DONE

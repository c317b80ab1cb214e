"""Publishing many matches in one go, so that people are told of all of them in one message."""

import asyncio
from collections.abc import Callable, Coroutine, Hashable, Iterable
from functools import partial
from typing import Any, Final, TypeVar

import structlog

from bot.app import BoopBot
from bot.match.identity import ChallengeId, MatchId
from bot.ratelimits import HeldUp
from cogs.challenges.delivery import about_challenge, show_challenge
from cogs.core.publishing import about_match, publish_beds
from cogs.notifications.delivery import send_notifications

AT_ONCE: Final = 8
"""Matches or challenges shown at the same time."""

Number = TypeVar("Number", ChallengeId, MatchId)
Shown = TypeVar("Shown")

_log: Final = structlog.get_logger(__name__)


async def publish_all(
    bot: BoopBot, challenges: Iterable[ChallengeId], matches: Iterable[MatchId]
) -> None:
    """Show what became of some challenges, then some matches and those that they began."""
    async with bot.working():
        begun = await _each(bot, challenges, partial(show_challenge, bot), about_challenge)
        numbers = [number for number in begun.values() if number is not None]
        await publish_matches(bot, (*matches, *numbers))


async def publish_matches(bot: BoopBot, numbers: Iterable[MatchId]) -> None:
    """Show some matches as they stand, and then tell what is owed of them."""
    async with bot.working():
        shown = await _each(bot, numbers, partial(publish_beds, bot), about_match)
        try:
            await send_notifications(
                bot, {number: at for number, at in shown.items() if at is not None}
            )
        except Exception:
            _log.exception("notices not taken on", matches=len(shown))


async def _each(
    bot: BoopBot,
    numbers: Iterable[Number],
    show: Callable[[Number], Coroutine[Any, Any, Shown]],
    about: Callable[[Number], Hashable],
) -> dict[Number, Shown]:
    """Show each, a few at a time; one that fails or waits holds up no other.

    Of those that failed or wait nothing is returned.
    """
    room, shown = asyncio.Semaphore(AT_ONCE), dict[Number, Shown]()

    async def one(number: Number) -> None:
        async with room:
            try:
                done = await bot.underway.run(partial(show, number), about(number))
                if not isinstance(done, HeldUp):
                    shown[number] = done
            except Exception:
                _log.exception("not published", number=number)

    async with asyncio.TaskGroup() as group:
        for number in dict.fromkeys(numbers):
            group.create_task(one(number))
    return shown

"""Matches against the bot, begun and played through the services."""

from typing import Any

from bot.game import CLASSIC, Ruleset
from bot.match.challenge import NO_PARTICULARS, Particulars
from bot.match.clock import DEFAULT_TIME, NoLimit, TimeControl
from bot.match.identity import InServer, UserId
from bot.match.match import Match
from bot.match.terms import LevelNumber, Pace, Practice, Starts, Terms
from bot.services import Services
from tests.kit.matches import ORANGE, PLACE

BOT = UserId(900)
UNLIMITED = NoLimit()


def practice_terms(
    starts: Starts = Starts.ME,
    level: int = 1,
    pace: Pace = Pace.AT_ONCE,
    ruleset: Ruleset = CLASSIC,
    time: TimeControl = DEFAULT_TIME,
) -> Terms:
    return Terms(starts, ruleset, time, practice=Practice(LevelNumber(level), pace))


async def practise(
    services: Services,
    terms: Terms | None = None,
    user: UserId = ORANGE,
    place: InServer = PLACE,
    particulars: Particulars = NO_PARTICULARS,
) -> Match:
    """Begin a match against the bot in the channel where the user requests it."""
    begun = await services.practising.begin(
        user, BOT, place, terms or practice_terms(), particulars
    )
    await services.boards.settle_venue(begun.match.id, place.channel, begun.match.venue.kind)
    return await services.matches.find(begun.match.id)


async def run_here(job: Any) -> Any:
    """Run an engine job in this process."""
    return job(lambda _: None)

"""How many hints both had in a match: fair to know for the two, and for who looks back at it."""

from collections.abc import Mapping
from typing import Final

from bot.app import BoopBot
from bot.game import Seat
from bot.match.identity import UserId
from bot.match.match import Match
from bot.match.terms import Stakes
from bot.text import gettext
from cogs.core.words import SEAT_MARKS

HintsUsed = Mapping[UserId, int]
"""How many each had; nobody without one is named."""

NO_HINTS: Final[HintsUsed] = {}


def hints_line(match: Match, used: HintsUsed) -> list[str]:
    """Return how many hints each had in a match, in small print; nothing where nobody had one."""
    people = [seat for seat in Seat if match.bot is None or seat is not match.bot.seat]
    had = [f"{SEAT_MARKS[seat]} {used.get(match.seats.user_of(seat), 0)}" for seat in people]
    return [f"-# {gettext('💡 Hints: {players}', players=' · '.join(had))}"] if used else []


async def hints_of(bot: BoopBot, match: Match) -> HintsUsed:
    """Return how many hints each had in a match that is over; nothing while it goes on."""
    if match.outcome is None or match.stakes is Stakes.RATED:
        return NO_HINTS
    return await bot.services.hints.used(match.id)

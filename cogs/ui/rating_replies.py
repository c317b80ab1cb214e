"""What the host declines of ratings, seasons and leaderboards, as sentences."""

from bot.host.errors import (
    ExportsBusy,
    HostRefusal,
    NeverRated,
    NoSuchSeason,
    SeasonOver,
    VoidAlready,
)
from bot.match.match import Match
from bot.match.practice import Measured
from bot.match.rating import FEWEST_TURNS
from bot.match.terms import Stakes
from cogs.ui.match_replies import whose_turn
from cogs.ui.quoting import quoted


def rating_sentence(refusal: HostRefusal) -> str | None:
    """Say what was declined and why; nothing of a refusal that this page does not know."""
    match refusal:
        case NoSuchSeason(text, last):
            return f"{quoted(text)} is no season of this server: {_seasons(last)}."
        case SeasonOver(number):
            if not number:
                return "No season has begun here yet: the first rated match begins it."
            return f"Season {number} is over already. `/season` shows the one that runs now."
        case ExportsBusy():
            return "I am writing another file just now. Please ask again in a minute."
        case NeverRated(found):
            return f"**#{found.id}** did not count for ratings, {_why(found)}. Nothing was changed."
        case VoidAlready(found):
            return f"**#{found.id}** is void already: it counts for nobody's rating."
    return None


def _seasons(last: int) -> str:
    if not last:
        return "none has begun yet, for the first rated match begins it"
    named = "there is only season 1" if last == 1 else f"there are seasons 1 to {last}"
    return f"{named}, or choose *This season* or *All time*"


def _why(found: Match) -> str:
    if found.outcome is None:
        return f"for it goes on: {whose_turn(found)}"
    if found.bot is not None and found.bot.practice.measured is Measured.YES:
        return "for it ended without a result that says how well somebody plays"
    if found.bot is not None:
        return "for it was played just for fun"
    if found.stakes is Stakes.CASUAL:
        return "for it was casual"
    if found.ply < FEWEST_TURNS:
        return f"for it had fewer than {FEWEST_TURNS} turns"
    return "for it ended without a result"

"""Texts about the changes of ratings by a match: the stakes before it, the changes after it."""

from dataclasses import replace

from bot.app import BoopBot
from bot.features.practice.queries import KeptResult
from bot.features.standings.glicko import PointsAtStake
from bot.features.standings.queries import Change
from bot.features.standings.ratings import MatchRated, PointsOfBoth
from bot.game import Seat
from bot.match.challenge import Challenge
from bot.match.ending import fewest_turns, has_result
from bot.match.match import EndReason, Match
from bot.match.terms import Stakes
from bot.text import all_of, gettext, ngettext, one_by_one, translate
from cogs.wording.phrases import mention, player_name
from cogs.wording.practice_text import practice_lines
from cogs.wording.rating_text import VOID, change_name, points_name

RatingResult = MatchRated | KeptResult
"""The changes that a match made to ratings, or to a practice rating."""


async def rated_of(bot: BoopBot, match: Match) -> RatingResult | None:
    """Return how a match changed ratings; None if it is live or not rated.

    Boards are public, so omit the points if a player is not on leaderboards.
    """
    if match.outcome is None:
        return None
    if match.bot is not None:
        return await _practice_result(bot, match)
    if match.stakes is not Stakes.RATED:
        return None
    rated = await bot.services.ratings.of_match(match.id)
    if rated is None or not await bot.services.listings.any_left_off(*match.seats):
        return rated
    return replace(rated, orange=None, gray=None)


async def _practice_result(bot: BoopBot, match: Match) -> KeptResult | None:
    kept = await bot.services.practice_ratings.of_match(match.id)
    if kept is None or await bot.services.listings.any_left_off(*match.seats):
        return None
    return kept


def rated_lines(match: Match, rated: RatingResult | None) -> list[str]:
    """Return a line with the rating changes of a match, or with the reason for none.

    Return nothing if the reason is obvious.
    """
    if match.bot is not None or isinstance(rated, KeptResult):
        return practice_lines(match, rated if isinstance(rated, KeptResult) else None)
    if match.outcome is None or match.stakes is not Stakes.RATED:
        return []
    if rated is None:
        if match.outcome.why is EndReason.ADJUDICATED:
            words = gettext("Ratings don't change: the match wasn't played to its end.")
            return [f"-# {words}"]
        fewest = fewest_turns(match)
        is_short = has_result(match.outcome) and match.ply < fewest
        words = ngettext(
            "Ratings don't change: fewer than {count} turn was played.",
            "Ratings don't change: fewer than {count} turns were played.",
            fewest,
        )
        return [f"-# {words}"] if is_short else []
    if rated.voided_at is not None:
        return [translate(VOID)]
    orange, gray = rated.orange, rated.gray
    if orange is None or gray is None:
        return []
    changes = [_change(match, Seat.ORANGE, orange), _change(match, Seat.GRAY, gray)]
    return [gettext("📈 Ratings: {changes}", changes=all_of(changes))]


def stakes_line(challenge: Challenge, both: PointsOfBoth | None) -> str | None:
    """Return the changes that a rated match would make to both ratings; None if unknown."""
    if both is None or challenge.friend is None:
        return None
    one = f"{mention(challenge.challenger)} {_at_stake(both.challenger)}"
    other = f"{mention(challenge.friend)} {_at_stake(both.friend)}"
    return gettext("📈 For a win, a draw or a loss: {one}; {other}.", one=one, other=other)


def _change(match: Match, seat: Seat, change: Change) -> str:
    before, after = points_name(change.before), points_name(change.after)
    return f"{player_name(match, seat)} {before} → **{after}**"


def _at_stake(stake: PointsAtStake) -> str:
    return one_by_one([change_name(points) for points in (stake.win, stake.draw, stake.loss)])

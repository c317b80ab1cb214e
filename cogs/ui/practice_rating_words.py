"""Practice ratings in words: where among the levels somebody stands, and what a match brought."""

from collections.abc import Sequence

from bot.host.practice_ratings import PracticeStood, levels_of
from bot.match.match import Match
from bot.match.outcome import Why
from bot.match.practice import Measured
from bot.match.practice_rating import FEWEST_TURNS, Among, among
from bot.match.rating import has_result, is_provisional
from bot.store.practice_ratings import KeptResult
from cogs.ui.levels import level_called
from cogs.ui.rating_words import UNSETTLED, VOID, points_name, rating_name


def among_name(place: Among) -> str:
    """Say where among the levels somebody stands: `between 😺 Biscuit and 😸 Pepper`."""
    if place.below is None:
        return "below them all" if place.above is None else f"below {level_called(place.above)}"
    if place.above is None:
        return f"above {level_called(place.below)}"
    if place.above == place.below:
        return f"about as strong as {level_called(place.below)}"
    return f"between {level_called(place.below)} and {level_called(place.above)}"


def practice_lines(match: Match, kept: KeptResult | None) -> list[str]:
    """Say what a match against the bot that is over made of the practice rating, or why nothing."""
    if match.bot is None or match.outcome is None or not has_result(match.outcome):
        return []
    if kept is None:
        reason = _why_not(match, match.bot.practice.measured)
        return [f"-# {reason}, so the practice rating stays as it is."] if reason else []
    if kept.result.voided_at is not None:
        return [VOID]
    place = among(kept.after.points, levels_of(match.position.ruleset))
    before, after = points_name(kept.before), points_name(kept.after)
    return [f"📏 Practice: {before} → **{after}**, {among_name(place)}"]


def practice_stood(stood: Sequence[PracticeStood]) -> list[str]:
    """Give somebody's practice ratings, a line for each ruleset."""
    lines = [_stood(each) for each in stood]
    if any(is_provisional(each.rating) for each in stood):
        lines.append(UNSETTLED)
    return lines


def _stood(stood: PracticeStood) -> str:
    parts = [
        f"📏 **Practice, {stood.ruleset}**: **{rating_name(stood.rating)}**",
        among_name(stood.among),
    ]
    matches = "1 match" if stood.matches == 1 else f"{stood.matches} matches"
    said = [", ".join(parts), matches]
    if stood.best is not None:
        said.append(f"best level beaten: {level_called(stood.best)}")
    return " · ".join(said)


def _why_not(match: Match, measured: Measured) -> str | None:
    """Say why a match with a result did not count; nothing where that is not plain."""
    if measured is Measured.NO:
        return "Not measured"
    if match.outcome is not None and match.outcome.why is Why.AGREEMENT:
        return "Drawn by agreement"
    return "Not both have moved" if match.ply < FEWEST_TURNS else None

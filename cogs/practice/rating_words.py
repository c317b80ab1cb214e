"""Practice ratings in words: where among the levels somebody stands, and what a match brought."""

from collections.abc import Sequence

from bot.features.practice.rating import FEWEST_TURNS, Among, among
from bot.features.practice.rating_queries import Fared, KeptResult
from bot.features.practice.ratings import PracticeStood, levels_of
from bot.features.standings.rating import is_provisional
from bot.match.match import Match, Why
from bot.match.practice import Measured
from bot.match.score import has_result
from cogs.core.levels import level_called, level_mark
from cogs.standings.words import RECORD, VOID, points_name, rating_name


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
    if is_provisional(kept.after):
        return [f"📏 Practice rating: {_too_few(kept.number)}."]
    place = among(kept.after.points, levels_of(match.position.ruleset))
    after = f"**{points_name(kept.after)}**, {among_name(place)}"
    if is_provisional(kept.before):
        return [f"📏 Practice rating: {after}"]
    return [f"📏 Practice rating: {points_name(kept.before)} → {after}"]


def practice_stood(stood: Sequence[PracticeStood]) -> list[str]:
    """Return somebody's practice ratings, two lines a ruleset: the rating and the results."""
    return [line for each in stood for line in _stood(each)]


def _stood(stood: PracticeStood) -> list[str]:
    name = f"📏 **Practice, {stood.ruleset}**"
    if is_provisional(stood.rating):
        said = [f"{name}: {_too_few(stood.matches)}"]
    else:
        said = [f"{name}: **{rating_name(stood.rating)}**, {among_name(stood.among)}"]
        said.append(_matches(stood.matches))
    if stood.best is not None:
        said.append(f"best cat beaten: {level_called(stood.best)}")
    return [" · ".join(said), *_fared(stood.fared)]


def _too_few(matches: int) -> str:
    """Say that a rating tells nothing yet; one grows unsure again while somebody is away."""
    return f"{_matches(matches)} so far, a few more until it says something"


def _matches(number: int) -> str:
    return "1 match" if number == 1 else f"{number} matches"


def _fared(fared: Sequence[Fared]) -> list[str]:
    """Give in one line how somebody fared against each level that they have played."""
    if not fared:
        return []
    told = [f"{level_mark(each.level)} {each.wins}–{each.draws}–{each.losses}" for each in fared]
    return [f"-# {' · '.join(told)} ({RECORD})"]


def _why_not(match: Match, measured: Measured) -> str | None:
    """Say why a match with a result did not count; nothing where that is not plain."""
    if measured is Measured.NO:
        return "Just for fun"
    if match.outcome is not None and match.outcome.why is Why.AGREEMENT:
        return "Drawn by agreement"
    return "Not both have moved" if match.ply < FEWEST_TURNS else None

"""Practice ratings in words: where among the levels somebody stands, and what a match brought."""

from collections.abc import Sequence

from bot.features.practice.queries import Fared, KeptResult
from bot.features.practice.rating import FEWEST_TURNS, Among, among
from bot.features.practice.service import PracticeStood, levels_of
from bot.features.standings.glicko import is_provisional
from bot.match.match import Match, Why
from bot.match.practice import Measured
from bot.match.score import has_result
from bot.text import N_, Message, gettext, ngettext, translate
from cogs.core.levels import level_called, level_mark
from cogs.core.words import matches_counted
from cogs.standings.words import RECORD, VOID, points_name, rating_name


def among_name(place: Among) -> str:
    """Return where among the levels somebody is: `between 😺 Biscuit and 😸 Pepper`."""
    if place.below is None:
        return (
            gettext("below all of them")
            if place.above is None
            else gettext("below {above}", above=level_called(place.above))
        )
    if place.above is None:
        return gettext("above {below}", below=level_called(place.below))
    if place.above == place.below:
        return gettext("about as strong as {below}", below=level_called(place.below))
    return gettext(
        "between {below} and {above}",
        below=level_called(place.below),
        above=level_called(place.above),
    )


def practice_lines(match: Match, kept: KeptResult | None) -> list[str]:
    """Return what a match against the bot made of the practice rating, or why nothing."""
    if match.bot is None or match.outcome is None or not has_result(match.outcome):
        return []
    if kept is None:
        reason = _why_not(match, match.bot.practice.measured)
        return [f"-# {translate(reason)}"] if reason else []
    if kept.result.voided_at is not None:
        return [translate(VOID)]
    if is_provisional(kept.after):
        return [gettext("📏 Practice rating: {state}.", state=_too_few(kept.number))]
    place = among_name(among(kept.after.points, levels_of(match.position.ruleset)))
    after = points_name(kept.after)
    if is_provisional(kept.before):
        return [gettext("📏 Practice rating: **{after}**, {place}", after=after, place=place)]
    return [
        gettext(
            "📏 Practice rating: {before} → **{after}**, {place}",
            before=points_name(kept.before),
            after=after,
            place=place,
        )
    ]


def practice_stood(stood: Sequence[PracticeStood]) -> list[str]:
    """Return somebody's practice ratings, two lines a ruleset: the rating and the results."""
    return [line for each in stood for line in _stood(each)]


def _stood(stood: PracticeStood) -> list[str]:
    if is_provisional(stood.rating):
        said = [
            gettext(
                "📏 **Practice, {ruleset}**: {state}",
                ruleset=stood.ruleset,
                state=_too_few(stood.matches),
            )
        ]
    else:
        said = [
            gettext(
                "📏 **Practice, {ruleset}**: **{rating}**, {place}",
                ruleset=stood.ruleset,
                rating=rating_name(stood.rating),
                place=among_name(stood.among),
            ),
            matches_counted(stood.matches),
        ]
    if stood.best is not None:
        said.append(gettext("best cat beaten: {cat}", cat=level_called(stood.best)))
    return [" · ".join(said), *_fared(stood.fared)]


def _too_few(matches: int) -> str:
    """Return that a rating says nothing yet; one grows unsure again while somebody is away."""
    return ngettext(
        "{count} match so far; it takes a few more",
        "{count} matches so far; it takes a few more",
        matches,
    )


def _fared(fared: Sequence[Fared]) -> list[str]:
    """Return in one line how somebody fared against each level that they have played."""
    if not fared:
        return []
    told = [f"{level_mark(each.level)} {each.wins}–{each.draws}–{each.losses}" for each in fared]
    return [f"-# {' · '.join(told)} ({translate(RECORD)})"]


def _why_not(match: Match, measured: Measured) -> Message | None:
    """Return why a match with a result did not count; None where that is not plain."""
    if measured is Measured.NO:
        return N_("Just for fun, so your practice rating doesn't change.")
    if match.outcome is not None and match.outcome.why is Why.AGREEMENT:
        return N_("Drawn by agreement, so your practice rating doesn't change.")
    if match.ply < FEWEST_TURNS:
        return N_("You didn't both move, so your practice rating doesn't change.")
    return None

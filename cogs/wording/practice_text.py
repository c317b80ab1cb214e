"""Texts about matches against the bot, and about practice ratings."""

from collections.abc import Sequence
from typing import Final, assert_never

from bot.features.practice.queries import KeptResult, LevelResults
from bot.features.practice.ratings import FEWEST_TURNS, LevelRange, among
from bot.features.practice.service import CurrentPracticeRating, levels_offered, offered_levels_of
from bot.features.standings.glicko import is_provisional
from bot.game import Seat
from bot.match.ending import has_result
from bot.match.identity import UserId
from bot.match.match import EndReason, Match
from bot.match.record import Result, result_of
from bot.match.terms import LevelNumber, Measurement, Pace, Practice, ruleset_name
from bot.text import N_, Message, all_of, gettext, ngettext, translate
from cogs.wording.levels import level_called, level_mark, level_name
from cogs.wording.phrases import capital, matches_counted, outcome_name, player_name
from cogs.wording.rating_text import VOID, points_name, rating_name

MEASURED: Final = {
    Measurement.YES: N_("rated practice"),
    Measurement.NO: N_("practice, just for fun"),
}
"""The names of the two purposes of a match against the bot."""


def count_of_cats() -> int:
    """Return the number of levels, each of which is a cat, that this machine can offer."""
    return len(levels_offered())


def is_bots(match: Match, seat: Seat) -> bool:
    """Return whether the bot plays this seat."""
    return match.bot is not None and match.bot.seat is seat


def bot_to_move(match: Match) -> bool:
    """Return whether it is the turn of the bot."""
    return match.outcome is None and is_bots(match, match.position.to_move)


def thinking(player: str, pace: Pace) -> str:
    """Return the sentence for the bot's turn. `player` is the bot's name in the match."""
    match pace:
        case Pace.AT_ONCE:
            return gettext("{player} is thinking…", player=player)
        case Pace.UNHURRIED:
            return gettext("{player} will answer within a few hours", player=player)
        case _:
            assert_never(pace)


def thinking_in_short(pace: Pace) -> str:
    """Return the text for the bot's turn in a list that already names the players."""
    match pace:
        case Pace.AT_ONCE:
            return gettext("is thinking…")
        case Pace.UNHURRIED:
            return gettext("will answer within a few hours")
        case _:
            assert_never(pace)


def waited_for(match: Match) -> str:
    """Return whose turn it is in a live match, as a sentence without a full stop.

    Before a match by minutes begins, return who still has to press *Ready*.
    """
    if match.clock.awaits_ready:
        players = [player_name(match, seat) for seat in Seat if seat in match.awaited]
        return ngettext(
            "{players} still has to press **Ready**",
            "{players} still have to press **Ready**",
            len(players),
            players=all_of(players),
        )
    name = player_name(match, match.position.to_move)
    if match.bot is None or not bot_to_move(match):
        return gettext("{player} is to move", player=name)
    match match.bot.practice.pace:
        case Pace.AT_ONCE:
            return gettext("{player} is thinking and places in a moment", player=name)
        case Pace.UNHURRIED:
            return gettext("{player} takes its time and answers within a few hours", player=name)
        case pace:
            assert_never(pace)


def awaited_in_short(match: Match, user: UserId) -> str:
    """Return whom a live match waits for, in a list for one of its players."""
    if match.clock.awaits_ready:
        return gettext("press Ready") if match.awaits(user) else gettext("they aren't ready")
    return gettext("your turn") if match.awaits(user) else gettext("their turn")


def progress_of(match: Match) -> str:
    """Return a sentence: whether a live match goes on or has not begun, and what it waits for."""
    state = waited_for(match)
    if match.clock.awaits_ready:
        return gettext("The match hasn't begun: {state}.", state=state)
    return gettext("The match goes on: {state}.", state=state)


def status_of(match: Match) -> str:
    """Return a sentence: whose turn it is, or how the match ended."""
    if match.outcome is None:
        return gettext("{sentence}.", sentence=capital(waited_for(match)))
    return gettext("{sentence}.", sentence=outcome_name(match, match.outcome))


def agreed_lines(practice: Practice) -> list[str]:
    """Return a line for each unusual agreement with the bot, besides the terms.

    No line says that a match counts for the practice rating, because a hint or a takeback changes
    that.
    """
    lines = []
    if practice.pace is Pace.UNHURRIED:
        cat = level_name(practice.level)
        lines.append("🐾 " + gettext("{cat} takes minutes or hours for a turn.", cat=cat))
    if practice.measured is Measurement.NO:
        lines.append("☕ " + gettext("Just for fun."))
    return lines


def level_after(match: Match) -> LevelNumber | None:
    """Return the next level in the direction of the result; None without a winner or a level."""
    outcome = match.outcome
    if match.bot is None or outcome is None or outcome.winner is None:
        return None
    level, offered = match.bot.practice.level, levels_offered()
    if outcome.winner is match.bot.seat:
        return max((each for each in offered if each < level), default=None)
    return min((each for each in offered if each > level), default=None)


def closing_line(match: Match) -> str | None:
    """Return the line below a finished match with the bot; None if a button has the next level."""
    outcome = match.outcome
    if match.bot is None or outcome is None or result_of(outcome) is Result.NONE:
        return None
    if outcome.winner is None:
        return "-# " + gettext("You were evenly matched.")
    if level_after(match) is not None:
        return None
    if outcome.winner is not match.bot.seat:
        return "-# " + gettext("Well played. That's the strongest cat I have.")
    cat = level_called(match.bot.practice.level)
    return "-# " + gettext("Thank you for playing. {cat} would love another one.", cat=cat)


def among_name(place: LevelRange) -> str:
    """Return a user's strength among the levels: `between 😺 Biscuit and 😸 Pepper`."""
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
    """Return how a match against the bot changed the practice rating, or why it did not."""
    if match.bot is None or match.outcome is None or not has_result(match.outcome):
        return []
    if kept is None:
        reason = _why_not(match, match.bot.practice.measured)
        return [f"-# {translate(reason)}"] if reason else []
    if kept.result.voided_at is not None:
        return [translate(VOID)]
    if is_provisional(kept.after):
        return [gettext("📏 Practice rating: {state}.", state=_too_few(kept.number))]
    place = among_name(among(kept.after.points, offered_levels_of(match.position.ruleset)))
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


def practice_rating_lines(current: Sequence[CurrentPracticeRating]) -> list[str]:
    """Return the practice ratings of a user: for each ruleset, a line for rating and results."""
    return [line for each in current for line in _rating_lines(each)]


def _rating_lines(current: CurrentPracticeRating) -> list[str]:
    if is_provisional(current.rating):
        parts = [
            gettext(
                "📏 **Practice, {ruleset}**: {state}",
                ruleset=ruleset_name(current.ruleset),
                state=_too_few(current.matches),
            )
        ]
    else:
        parts = [
            gettext(
                "📏 **Practice, {ruleset}**: **{rating}**, {place}",
                ruleset=ruleset_name(current.ruleset),
                rating=rating_name(current.rating),
                place=among_name(current.among),
            ),
            matches_counted(current.matches),
        ]
    if current.best is not None:
        parts.append(gettext("best cat beaten: {cat}", cat=level_called(current.best)))
    return [" · ".join(parts), *_level_results(current.level_results)]


def _too_few(matches: int) -> str:
    """Return the note on an uncertain rating. A rating becomes uncertain again in an absence."""
    return ngettext(
        "{count} match so far; it takes a few more",
        "{count} matches so far; it takes a few more",
        matches,
    )


def _level_results(results: Sequence[LevelResults]) -> list[str]:
    """Return one line with the results of a user against each level."""
    if not results:
        return []
    parts = [f"{level_mark(each.level)} {each.wins}–{each.draws}–{each.losses}" for each in results]
    text = gettext("{results} (won–drawn–lost)", results=" · ".join(parts))
    return [f"-# {text}"]


def _why_not(match: Match, measured: Measurement) -> Message | None:
    """Return why a match with a result did not count; None if that is obvious."""
    if measured is Measurement.NO:
        return N_("Just for fun, so your practice rating doesn't change.")
    if match.outcome is not None and match.outcome.why is EndReason.AGREEMENT:
        return N_("Drawn by agreement, so your practice rating doesn't change.")
    if match.ply < FEWEST_TURNS:
        return N_("You didn't both move, so your practice rating doesn't change.")
    return None

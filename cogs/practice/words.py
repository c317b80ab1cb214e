"""What is said of the bot as an opponent: that it thinks, what was agreed on, a last line."""

from typing import Final, assert_never

from bot.features.practice.service import levels_offered
from bot.game import Seat
from bot.match.match import Match
from bot.match.practice import LevelNumber, Measured, Pace, Practice
from bot.match.record import Result, result_of
from bot.text import N_, gettext
from cogs.core.levels import LOWEST, level_called, level_name
from cogs.core.words import capital, outcome_name, player_name

MEASURED: Final = {
    Measured.YES: N_("for the practice rating"),
    Measured.NO: N_("just for fun"),
}
"""What a match against the bot is played for."""


def is_bots(match: Match, seat: Seat) -> bool:
    """Return whether the bot sits there."""
    return match.bot is not None and match.bot.seat is seat


def bot_to_move(match: Match) -> bool:
    """Return whether the match waits for the bot's turn."""
    return match.outcome is None and is_bots(match, match.position.to_move)


def thinking(player: str, pace: Pace) -> str:
    """Return that it is the turn of the bot, which is called so in the match."""
    match pace:
        case Pace.AT_ONCE:
            return gettext("{player} is thinking…", player=player)
        case Pace.UNHURRIED:
            return gettext("{player} will answer within a few hours", player=player)
        case _:
            assert_never(pace)


def thinking_in_short(pace: Pace) -> str:
    """Return the same for a list, where the players are named already."""
    match pace:
        case Pace.AT_ONCE:
            return gettext("is thinking…")
        case Pace.UNHURRIED:
            return gettext("will answer within a few hours")
        case _:
            assert_never(pace)


def waited_for(match: Match) -> str:
    """Return who is to move in a match that goes on, as a sentence without its full stop."""
    name = player_name(match, match.position.to_move)
    if match.bot is None or not bot_to_move(match):
        return gettext("{player} is to move", player=name)
    match match.bot.practice.pace:
        case Pace.AT_ONCE:
            return gettext("{player} is thinking and places in a moment", player=name)
        case Pace.UNHURRIED:
            return gettext("{player} takes some time and answers within a few hours", player=name)
        case pace:
            assert_never(pace)


def status_of(match: Match) -> str:
    """Return whose turn it is or how the match ended, as a whole sentence."""
    if match.outcome is None:
        return gettext("{sentence}.", sentence=capital(waited_for(match)))
    return gettext("{sentence}.", sentence=outcome_name(match, match.outcome))


def agreed_lines(practice: Practice) -> list[str]:
    """Return what was agreed on with the bot beside the terms, a line each; only what is not usual.

    That it is for the practice rating may change: a hint or a turn taken back ends that.
    """
    lines = []
    if practice.pace is Pace.UNHURRIED:
        cat = level_name(practice.level)
        lines.append("🐾 " + gettext("{cat} takes minutes or hours for a turn.", cat=cat))
    if practice.measured is Measured.NO:
        lines.append("☕ " + gettext("Just for fun."))
    return lines


def parting_word(match: Match) -> str | None:
    """Return the quiet line below a match with the bot that is over; none without a result."""
    outcome = match.outcome
    if match.bot is None or outcome is None or result_of(outcome) is Result.NONE:
        return None
    level, offered = match.bot.practice.level, levels_offered()
    if outcome.winner is None:
        return "-# " + gettext("You were each other's match.")
    if outcome.winner is not match.bot.seat:
        above = [each for each in offered if each > level]
        if not above:
            return "-# " + gettext("Well played. That's the strongest cat I have.")
        cat = level_called(above[0])
        return "-# " + gettext("Well played. One level up is {cat}.", cat=cat)
    if level <= LOWEST:
        again = gettext(
            "Thank you for playing. {cat} would love another one.", cat=level_called(level)
        )
        return f"-# {again}"
    below = level_called(LevelNumber(level - 1))
    return "-# " + gettext("Thank you for playing. One level down is {cat}.", cat=below)

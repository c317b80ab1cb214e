"""What a board says of time: until when, what stopped the clock, who is away, what was given."""

from bot.game import Seat
from bot.match.clock import Bank, Weekends, between
from bot.match.identity import Instant
from bot.match.match import Match
from bot.text import gettext, ngettext
from cogs.core.times import span
from cogs.core.words import SEAT_MARKS, moment, player_name


def until_when(match: Match) -> str:
    """Return until when the player to move has, or what is left while their clock is stopped."""
    clock = match.clock
    away = clock.away.of(match.position.to_move)
    if clock.held is not None:
        return _stopped(match, span(clock.held), away)
    if clock.deadline is not None:
        at, left = moment(clock.deadline, "f"), moment(clock.deadline)
        if _skips_weekends(match):
            return gettext(
                "⏳ until {moment} ({left}) · weekends don't count", moment=at, left=left
            )
        return gettext("⏳ until {moment} ({left})", moment=at, left=left)
    return "" if away is None else gettext("🏖️ on vacation until {moment}", moment=moment(away, "f"))


def _stopped(match: Match, left: str, away: Instant | None) -> str:
    if away is None:
        return gettext("⏸️ clock stopped, {left} left", left=left)
    until = moment(away, "f")
    if _skips_weekends(match):
        return gettext(
            "⏸️ clock stopped: on vacation until {moment}, then {left} left · weekends don't count",
            moment=until,
            left=left,
        )
    return gettext(
        "⏸️ clock stopped: on vacation until {moment}, then {left} left", moment=until, left=left
    )


def time_in_short(match: Match) -> str | None:
    """Return until when the player to move has or is away, for a list, if it is known."""
    away, deadline = match.clock.away.of(match.position.to_move), match.clock.deadline
    if away is not None:
        return gettext("on vacation until {moment}", moment=moment(away, "f"))
    return None if deadline is None else gettext("time runs out {moment}", moment=moment(deadline))


def also_of_time(match: Match) -> list[str]:
    """Return what else is so while a match goes on: the other is away, or time was added."""
    if match.outcome is not None:
        return []
    lines = banks(match)
    waiting = match.position.to_move.other
    away = match.clock.away.of(waiting)
    if away is not None:
        who = player_name(match, waiting)
        lines.append(
            gettext(
                "🏖️ {player} is on vacation until {moment}.", player=who, moment=moment(away, "f")
            )
        )
    for seat, days in match.clock.given:
        if days:
            giver, given = player_name(match, seat), player_name(match, seat.other)
            lines.append(
                ngettext(
                    "🎁 {giver} gave {player} {count} day.",
                    "🎁 {giver} gave {player} {count} days.",
                    days,
                    giver=giver,
                    player=given,
                )
            )
    return lines


def banks(match: Match) -> list[str]:
    """Return a line with both banks, where there are such, and what each move adds.

    Of the one whose time runs it is what there was when the turn began: it runs on above.
    """
    clock, control = match.clock, match.clock.control
    if not isinstance(control, Bank):
        return []
    parts = []
    for seat in Seat:
        bank = clock.bank_of(seat)
        if match.position.to_move is seat and clock.held is not None:
            parts.append(f"{SEAT_MARKS[seat]} {span(clock.held)}")
        elif match.position.to_move is seat and clock.deadline is not None:
            had = between(clock.weekends, clock.began_at, clock.deadline)
            this_turn = gettext("{left} for this turn", left=span(had))
            parts.append(f"{SEAT_MARKS[seat]} {this_turn}")
        elif bank is not None:
            parts.append(f"{SEAT_MARKS[seat]} {span(bank)}")
    added = gettext("+{increment} per move", increment=span(control.increment))
    return [" · ".join([f"🏦 {parts[0]}", *parts[1:], added])]


def _skips_weekends(match: Match) -> bool:
    return match.clock.weekends is Weekends.PAUSED

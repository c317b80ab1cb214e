"""What a bed says of time: until when, what stopped the clock, who is away, what was given."""

from bot.game import Seat
from bot.match.clock import Bank, Weekends, between
from bot.match.match import Match
from cogs.core.times import span
from cogs.core.words import SEAT_MARKS, counted, moment, player_name


def until_when(match: Match) -> str:
    """Say until when the player to move has, or what is left while their clock rests."""
    clock = match.clock
    away = clock.away.of(match.position.to_move)
    if clock.held is not None:
        why = "" if away is None else f": on vacation until {moment(away, 'f')}"
        return f"⏸️ clock stopped{why}, then {span(clock.held)} left{_weekends(match)}"
    if clock.deadline is not None:
        deadline = clock.deadline
        return f"⏳ until {moment(deadline, 'f')} ({moment(deadline)}){_weekends(match)}"
    return "" if away is None else f"🏖️ on vacation until {moment(away, 'f')}"


def time_in_short(match: Match) -> str | None:
    """Say in a list of matches until when the player to move has or is away, if it is known."""
    away, deadline = match.clock.away.of(match.position.to_move), match.clock.deadline
    if away is not None:
        return f"on vacation until {moment(away, 'f')}"
    return None if deadline is None else f"time runs out {moment(deadline)}"


def also_of_time(match: Match) -> list[str]:
    """Say what else is so while a match goes on: the other is away, or days were given."""
    if match.outcome is not None:
        return []
    lines = banks(match)
    waiting = match.position.to_move.other
    away = match.clock.away.of(waiting)
    if away is not None:
        who = player_name(match, waiting)
        lines.append(f"🏖️ {who} is on vacation until {moment(away, 'f')}.")
    for seat, days in match.clock.given:
        if days:
            giver, given = player_name(match, seat), player_name(match, seat.other)
            lines.append(f"🎁 {giver} gave {given} {days_given(days)}.")
    return lines


def banks(match: Match) -> list[str]:
    """Say in one line what is in both banks, where there are such, and what each move adds.

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
            parts.append(f"{SEAT_MARKS[seat]} {span(had)} for this turn")
        elif bank is not None:
            parts.append(f"{SEAT_MARKS[seat]} {span(bank)}")
    return [f"🏦 {' · '.join(parts)} · +{span(control.increment)} per move"]


def days_given(days: int) -> str:
    """Return `a day`, `2 days`."""
    return "a day" if days == 1 else counted(days, "day")


def _weekends(match: Match) -> str:
    return " · weekends do not count" if match.clock.weekends is Weekends.PAUSED else ""

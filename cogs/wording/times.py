"""Time controls, spans and clocks in words."""

from collections.abc import Iterable
from functools import partial
from typing import Final, assert_never

from discord import SelectOption, app_commands

from bot.features.notifications.kinds import NotificationKind
from bot.features.settings.preferences import DayMinute
from bot.game import Seat
from bot.match.clock import (
    DAY,
    HOUR,
    Bank,
    Minutes,
    NoLimit,
    PerMove,
    TimeControl,
    Weekends,
    between,
    write_time,
)
from bot.match.identity import Instant, Seconds, UserId
from bot.match.match import Match
from bot.text import NN_, all_of, gettext, ngettext, translate
from cogs.wording.phrases import SEAT_MARKS, player_name
from cogs.wording.translating import command_text

OFFERED_TIMES: Final[tuple[TimeControl, ...]] = (
    *(PerMove(Seconds(hours * HOUR)) for hours in (1, 6, 12)),
    *(PerMove(Seconds(days * DAY)) for days in (1, 2, 3, 5, 7, 14)),
    Bank(Seconds(DAY), Seconds(HOUR), Seconds(2 * DAY)),
    Bank(Seconds(3 * DAY), Seconds(6 * HOUR), Seconds(5 * DAY)),
    Bank(Seconds(7 * DAY), Seconds(12 * HOUR), Seconds(14 * DAY)),
    NoLimit(),
)
"""The time controls of a practice match."""

OFFERED_MINUTES: Final[tuple[TimeControl, ...]] = (
    Minutes(Seconds(5 * 60.0), Seconds(3.0)),
    Minutes(Seconds(10 * 60.0), Seconds(5.0)),
    Minutes(Seconds(15 * 60.0), Seconds(10.0)),
)
"""The time controls by minutes, which a match between two users can have besides the others."""

COMPETITION_TIMES: Final[tuple[TimeControl, ...]] = (
    Bank(Seconds(3 * DAY), DAY, Seconds(5 * DAY)),
    Bank(Seconds(DAY), Seconds(6 * HOUR), Seconds(2 * DAY)),
    Bank(Seconds(7 * DAY), Seconds(12 * HOUR), Seconds(14 * DAY)),
    PerMove(DAY),
    PerMove(Seconds(2 * DAY)),
    PerMove(Seconds(3 * DAY)),
)
"""The time controls of tournaments and ladders, all of them by days."""

MINUTE: Final = Seconds(60.0)


def time_choices(
    controls: Iterable[TimeControl] = (*OFFERED_TIMES, *OFFERED_MINUTES),
) -> list[app_commands.Choice[str]]:
    """Return time controls as choices of an option."""
    return [
        app_commands.Choice(
            name=command_text(partial(time_name, control)), value=write_time(control)
        )
        for control in controls
    ]


def competition_time_options(chosen: TimeControl) -> list[SelectOption]:
    """Return the time controls of tournaments and ladders, and the chosen one, as options."""
    is_offered = chosen in COMPETITION_TIMES
    offered = COMPETITION_TIMES if is_offered else (chosen, *COMPETITION_TIMES)
    return [
        SelectOption(label=time_name(each), value=write_time(each), default=each == chosen)
        for each in offered
    ]


def time_name(control: TimeControl) -> str:
    """Return a time control: `3 days per move`."""
    match control:
        case PerMove(seconds):
            return gettext("{span} per move", span=span(seconds))
        case Bank(start, increment, cap):
            # Translators: each gap is a span, as "2 days and 3 hours".
            return gettext(
                "{start}, plus {increment} per move, up to {cap}",
                start=span(start),
                increment=span(increment),
                cap=span(cap),
            )
        case Minutes(start, increment):
            # Translators: each gap is a span: "10 minutes each, plus 5 seconds per move".
            return gettext(
                "{start} each, plus {increment} per move",
                start=span(start),
                increment=span(increment),
            )
        case NoLimit():
            return gettext("no time limit")
        case _:
            assert_never(control)


def span(seconds: Seconds) -> str:
    """Return a span by its two largest units: `2 days and 3 hours`, `40 minutes`.

    Seconds are given only for a span below a minute.
    """
    if round(seconds) < MINUTE:
        return ngettext("{count} second", "{count} seconds", max(1, round(seconds)))
    minutes = round(seconds / MINUTE)
    days, minutes = divmod(minutes, 24 * 60)
    hours, minutes = divmod(minutes, 60)
    amounts = (days, hours, minutes)
    parts = [
        translate(unit, count=each) for unit, each in zip(_UNITS, amounts, strict=True) if each
    ]
    return all_of(parts[:2])


_UNITS: Final = (
    NN_("{count} day", "{count} days"),
    NN_("{count} hour", "{count} hours"),
    NN_("{count} minute", "{count} minutes"),
)


def write_minute(minute: DayMinute) -> str:
    """Return a time of day: `07:30`."""
    hour, rest = divmod(minute, 60)
    return f"{hour:02}:{rest:02}"


def until_when(match: Match) -> str:
    """Return the deadline of the player to move, or the remaining time if the clock is stopped.

    Return nothing for a match by minutes after both players are ready, because `clock_lines` has
    the deadline.
    """
    clock = match.clock
    away = clock.away.of(match.position.to_move)
    if clock.deadline is not None and clock.is_by_minutes:
        if not clock.awaits_ready:
            return ""
        at, left = moment(clock.deadline, "T"), moment(clock.deadline)
        return gettext("⏱️ Be ready by {moment} ({left})", moment=at, left=left)
    if clock.held is not None and away is None and match.position.to_move in clock.awaits_board:
        left = span(clock.held)
        return gettext("⏸️ {left} for this turn, once the board is there", left=left)
    if clock.held is not None:
        return _stopped_clock_text(match, span(clock.held), away)
    if clock.deadline is not None:
        at, left = moment(clock.deadline, "f"), moment(clock.deadline)
        if _skips_weekends(match):
            return gettext(
                "⏳ until {moment} ({left}) · weekends don't count", moment=at, left=left
            )
        return gettext("⏳ until {moment} ({left})", moment=at, left=left)
    return "" if away is None else gettext("🏖️ on vacation until {moment}", moment=moment(away, "f"))


def clock_lines(match: Match) -> list[str]:
    """Return the lines below the picture of a live match by minutes, where a phone shows them.

    They say who is ready. After both players are ready, they say to the second when the time of the
    player to move runs out, and what the opponent's clock shows.
    """
    clock = match.clock
    if match.outcome is not None or not clock.is_by_minutes:
        return []
    if clock.awaits_ready:
        return [_readiness(match, seat) for seat in Seat]
    if clock.deadline is None:
        return []
    until = _until_text(clock.deadline)
    waiting = match.position.to_move.other
    left = clock.bank_of(waiting)
    return [until] if left is None else [until, f"{SEAT_MARKS[waiting]} {clock_face(left)}"]


def _readiness(match: Match, seat: Seat) -> str:
    player = f"{SEAT_MARKS[seat]} {player_name(match, seat)}"
    if match.clock.ready_at.of(seat) is None:
        return gettext("{player}: not ready yet", player=player)
    return gettext("{player}: ready ✅", player=player)


def _until_text(deadline: Instant) -> str:
    return gettext("⏱️ until {moment} ({left})", moment=moment(deadline, "T"), left=moment(deadline))


def clock_face(seconds: Seconds) -> str:
    """Return what a clock shows: `4:07`."""
    minutes, rest = divmod(int(seconds), 60)
    return f"{minutes}:{rest:02}"


def _stopped_clock_text(match: Match, left: str, away: Instant | None) -> str:
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
    """Return the deadline or the vacation of the player to move, for a list; None without both."""
    away, deadline = match.clock.away.of(match.position.to_move), match.clock.deadline
    if away is not None:
        return gettext("on vacation until {moment}", moment=moment(away, "f"))
    return None if deadline is None else gettext("time runs out {moment}", moment=moment(deadline))


def more_time_lines(match: Match) -> list[str]:
    """Return the other facts about the clocks of a live match: banks, a vacation, given days."""
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
    """Return a line with both time banks and the increment; nothing without time banks.

    For the player to move, the line has the time at the start of the turn, because the line above
    counts it down.
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


def people_given(match: Match) -> list[UserId]:
    """Return the players whose opponent gave them time since the last turn."""
    return [match.seats.user_of(seat.other) for seat, days in match.clock.given if days]


def time_text(kind: NotificationKind, match: Match) -> str:
    """Return the sentence before the link in a notification about time.

    Raise `ValueError` for another kind.
    """
    mover = match.position.to_move
    match kind:
        case NotificationKind.DAY_GIVEN:
            return _added_time_text(match)
        case NotificationKind.AWAY:
            return _away_text(match)
        case NotificationKind.BACK:
            deadline, player = match.clock.deadline, player_name(match, mover)
            if deadline is None:
                return gettext(
                    "⏳ {player}, your vacation is over: your clock in **#{match}** runs again:",
                    player=player,
                    match=match.id,
                )
            return gettext(
                "⏳ {player}, your vacation is over: your clock in **#{match}** runs again, until "
                "{moment}:",
                player=player,
                match=match.id,
                moment=moment(deadline, "f"),
            )
        case _:
            raise ValueError(f"{kind} is not of time")


def _added_time_text(match: Match) -> str:
    deadline, to_move = match.clock.deadline, match.to_move
    hastens = deadline is not None and to_move in people_given(match)
    until = None if deadline is None or not hastens else moment(deadline, "f")
    given = [(seat, days) for seat, days in match.clock.given if days]
    if len(given) != 1:
        return _given_by_both(match, until)
    [(seat, days)] = given
    facts: dict[str, str | int] = {
        "player": player_name(match, seat.other),
        "giver": player_name(match, seat),
        "match": match.id,
    }
    if until is None:
        return ngettext(
            "🎁 {player}, {giver} gave you {count} day in **#{match}**:",
            "🎁 {player}, {giver} gave you {count} days in **#{match}**:",
            days,
            **facts,
        )
    return ngettext(
        "🎁 {player}, {giver} gave you {count} day in **#{match}**; you have until {moment}:",
        "🎁 {player}, {giver} gave you {count} days in **#{match}**; you have until {moment}:",
        days,
        **facts,
        moment=until,
    )


def _given_by_both(match: Match, until: str | None) -> str:
    """Return the text if both players gave each other time. The board shows how much."""
    facts: dict[str, str | int] = {
        "player": player_name(match, match.position.to_move),
        "opponent": player_name(match, match.position.to_move.other),
        "match": match.id,
    }
    if until is None:
        return gettext("🎁 {player} and {opponent} gave each other time in **#{match}**:", **facts)
    return gettext(
        "🎁 {player} and {opponent} gave each other time in **#{match}**; {player} has until "
        "{moment}:",
        **facts,
        moment=until,
    )


def _away_text(match: Match) -> str:
    mover = match.position.to_move
    away, held = match.clock.away.of(mover), match.clock.held
    facts: dict[str, str | int] = {
        "player": player_name(match, mover.other),
        "absent": player_name(match, mover),
        "match": match.id,
    }
    if away is None:
        return gettext(
            "🏖️ {player}, {absent} is on vacation; it's their turn in **#{match}**:", **facts
        )
    until = moment(away, "f")
    if held is None:
        return gettext(
            "🏖️ {player}, {absent} is on vacation until {moment}; it's their turn in **#{match}**:",
            **facts,
            moment=until,
        )
    return gettext(
        "🏖️ {player}, {absent} is on vacation until {moment}. Their clock in **#{match}** is "
        "stopped, with {left} left:",
        **facts,
        moment=until,
        left=span(held),
    )


def moment(instant: float, style: str = "R") -> str:
    """Return an instant as markup, which Discord shows in the reader's time zone."""
    return f"<t:{int(instant)}:{style}>"

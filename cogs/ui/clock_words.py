"""What people are told of time, besides reminders: days that were given, and vacations."""

from bot.match.identity import UserId
from bot.match.match import Match
from bot.store.notices import NoticeKind
from cogs.ui.clock_lines import days_given
from cogs.ui.times import span
from cogs.ui.words import listed, moment, player_name


def people_given(match: Match) -> list[UserId]:
    """List who was given a day since somebody last moved."""
    return [match.seats.user_of(seat.other) for seat, days in match.clock.given if days]


def word_of_time(kind: NoticeKind, match: Match) -> str:
    """Say it, up to where the match is. A `ValueError` for a notice of another kind."""
    mover = match.position.to_move
    match kind:
        case NoticeKind.DAY_GIVEN:
            return _given(match)
        case NoticeKind.AWAY:
            return f"🏖️ {player_name(match, mover.other)}, {_away(match)}"
        case NoticeKind.BACK:
            deadline = match.clock.deadline
            until = "" if deadline is None else f", until {moment(deadline, 'f')}"
            return (
                f"⏳ {player_name(match, mover)}, your vacation is over, so your clock in "
                f"**#{match.id}** runs again{until}"
            )
        case _:
            raise ValueError(f"{kind} is not of time")


def _given(match: Match) -> str:
    lines = []
    for seat, days in match.clock.given:
        if days:
            giver, given = player_name(match, seat), player_name(match, seat.other)
            lines.append(f"{given}, {giver} gave you {days_given(days)}")
    deadline, to_move = match.clock.deadline, match.to_move
    runs = deadline is not None and to_move in people_given(match)
    until = f"; you have until {moment(deadline, 'f')}" if deadline is not None and runs else ""
    return f"🎁 {listed(lines)} in **#{match.id}**{until}"


def _away(match: Match) -> str:
    away, held = match.clock.away.of(match.position.to_move), match.clock.held
    who = f"{player_name(match, match.position.to_move)} is on vacation"
    until = "" if away is None else f" until {moment(away, 'f')}"
    number = f"**#{match.id}**"
    if held is None:
        return f"{who}{until}; it is their turn in {number}"
    return f"{who}{until}. Their clock in {number} stands still, with {span(held)} left"

"""A person's vacation in a server, as a panel on which it begins and ends."""

from collections.abc import Sequence
from typing import Any, Final

import discord

from bot.features.notifications.queries import NoticeKind
from bot.features.time.service import VacationAccount
from bot.match.identity import UserId
from bot.match.match import Match
from cogs.core.actions import button, menu
from cogs.core.clock_lines import days_given
from cogs.core.panels import View, asking, note_panel
from cogs.core.times import span
from cogs.core.words import counted, listed, moment, outcome_name, player_name

OFFERED: Final = (1, 2, 3, 4, 5, 6, 7, 10, 14, 21, 30)
"""Lengths to choose from, in days; the option `days` takes any other."""

_MEANING: Final = (
    "While you are away your clocks in this server stand still, and whoever waits for you is told. "
    "You may play all the same. It begins at once; what is left of it comes back when you end it "
    "early, but a day that has begun counts."
)


def begun_words(ran_out: Sequence[Match]) -> str:
    """Wish well, and tell of the matches for which the vacation came too late."""
    lines = ["Have a good time!"]
    for match in ran_out:
        if match.outcome is not None:
            outcome = outcome_name(match, match.outcome)
            lines.append(f"⌛ **#{match.id}** ended by time just before. {outcome}.")
    return "\n".join(lines)


def vacation_panel(account: VacationAccount, said: str = "") -> View:
    """Show whether a person is away and what they have left, and let them change it."""
    lines = ["### Your vacation in this server", *([said] if said else [])]
    vacation = account.vacation
    if vacation is not None:
        lines.append(
            f"🏖️ You are on vacation until {moment(vacation.ends_at, 'f')} "
            f"({moment(vacation.ends_at)}). Your clocks go on then by themselves."
        )
        row: discord.ui.ActionRow[Any] = discord.ui.ActionRow(
            button(
                "End it now",
                discord.ButtonStyle.primary,
                "end-vacation",
                begun_at=int(vacation.begun_at),
            )
        )
        return asking("\n".join([*lines, _left(account)]), row)
    if not account.allowed:
        lines.append("This server gives no vacation: clocks here run all the year.")
        return note_panel("\n".join(lines))
    lines += [_left(account), _MEANING]
    options = _options(account)
    if not options:
        return note_panel("\n".join(lines))
    return asking(
        "\n".join(lines), discord.ui.ActionRow(menu("Begin now, for …", options, "begin-vacation"))
    )


def _left(account: VacationAccount) -> str:
    of = counted(account.allowed, "day")
    return f"-# {account.left} of {of} left in {account.year}."


def _options(account: VacationAccount) -> list[discord.SelectOption]:
    """Return the lengths that fit into what is left, and all of it."""
    lengths = sorted({days for days in (*OFFERED, account.left) if 0 < days <= account.left})
    return [discord.SelectOption(label=counted(days, "day"), value=str(days)) for days in lengths]


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

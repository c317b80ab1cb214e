"""A person's vacation in a server, as a panel on which it begins and ends."""

from collections.abc import Sequence
from typing import Any, Final

import discord

from bot.features.notifications.queries import NotificationKind
from bot.features.time.service import VacationAccount
from bot.match.identity import UserId
from bot.match.match import Match
from bot.text import N_, all_of, gettext, ngettext, translate
from cogs.core.actions import button, menu
from cogs.core.panels import View, asking, note_panel
from cogs.core.times import span
from cogs.core.words import days_counted, moment, outcome_name, player_name

OFFERED: Final = (1, 2, 3, 4, 5, 6, 7, 10, 14, 21, 30)
"""Lengths to choose from, in days; the option `days` takes any other."""

_MEANING: Final = N_(
    "While you're away, your clocks in this server stop and your opponents are told. You can "
    "still play. It starts at once. If you end it early, you keep the days you didn't use; a day "
    "that has begun counts as used."
)


def begun_words(ran_out: Sequence[Match]) -> str:
    """Return a good wish, and the matches for which the vacation came too late."""
    lines = [gettext("Have a good time!")]
    for match in ran_out:
        if match.outcome is not None:
            outcome = outcome_name(match, match.outcome)
            lines.append(
                gettext(
                    "⌛ Too late for **#{match}**: time ran out just before. {outcome}.",
                    match=match.id,
                    outcome=outcome,
                )
            )
    return "\n".join(lines)


def vacation_panel(account: VacationAccount, said: str = "") -> View:
    """Show whether a person is away and what they have left, and let them change it."""
    lines = [f"### {gettext('Your vacation in this server')}", *([said] if said else [])]
    vacation = account.vacation
    if vacation is not None:
        lines.append(
            gettext(
                "🏖️ You're on vacation until {moment} ({left}). Then your clocks run again.",
                moment=moment(vacation.ends_at, "f"),
                left=moment(vacation.ends_at),
            )
        )
        row: discord.ui.ActionRow[Any] = discord.ui.ActionRow(
            button(
                gettext("End vacation now"),
                discord.ButtonStyle.primary,
                "end-vacation",
                begun_at=int(vacation.begun_at),
            )
        )
        return asking("\n".join([*lines, _left(account)]), row)
    if not account.allowed:
        lines.append(gettext("There is no vacation in this server."))
        return note_panel("\n".join(lines))
    lines += [_left(account), translate(_MEANING)]
    options = _options(account)
    if not options:
        return note_panel("\n".join(lines))
    return asking(
        "\n".join(lines),
        discord.ui.ActionRow(menu(gettext("Start now, for …"), options, "begin-vacation")),
    )


def _left(account: VacationAccount) -> str:
    left = ngettext(
        "{left} of {count} day left in {year}.",
        "{left} of {count} days left in {year}.",
        account.allowed,
        left=account.left,
        year=account.year,
    )
    return f"-# {left}"


def _options(account: VacationAccount) -> list[discord.SelectOption]:
    """Return the lengths that fit into what is left, and all of it."""
    lengths = sorted({days for days in (*OFFERED, account.left) if 0 < days <= account.left})
    return [discord.SelectOption(label=days_counted(days), value=str(days)) for days in lengths]


def people_given(match: Match) -> list[UserId]:
    """Return who was given a day since somebody last moved."""
    return [match.seats.user_of(seat.other) for seat, days in match.clock.given if days]


def word_of_time(kind: NotificationKind, match: Match) -> str:
    """Return the sentence, up to where the match is. Raise `ValueError` for another kind."""
    mover = match.position.to_move
    match kind:
        case NotificationKind.DAY_GIVEN:
            return _given(match)
        case NotificationKind.AWAY:
            return _away(match)
        case NotificationKind.BACK:
            deadline, player = match.clock.deadline, player_name(match, mover)
            if deadline is None:
                return gettext(
                    "⏳ {player}, your vacation is over: your clock in **#{match}** runs again",
                    player=player,
                    match=match.id,
                )
            return gettext(
                "⏳ {player}, your vacation is over: your clock in **#{match}** runs again, until "
                "{moment}",
                player=player,
                match=match.id,
                moment=moment(deadline, "f"),
            )
        case _:
            raise ValueError(f"{kind} is not of time")


def _given(match: Match) -> str:
    lines = []
    for seat, days in match.clock.given:
        if days:
            giver, given = player_name(match, seat), player_name(match, seat.other)
            lines.append(
                gettext(
                    "{player}, {giver} gave you {days}",
                    player=given,
                    giver=giver,
                    days=days_counted(days),
                )
            )
    deadline, to_move = match.clock.deadline, match.to_move
    if deadline is not None and to_move in people_given(match):
        return gettext(
            "🎁 {gifts} in **#{match}**; you have until {moment}",
            gifts=all_of(lines),
            match=match.id,
            moment=moment(deadline, "f"),
        )
    return gettext("🎁 {gifts} in **#{match}**", gifts=all_of(lines), match=match.id)


def _away(match: Match) -> str:
    mover = match.position.to_move
    away, held = match.clock.away.of(mover), match.clock.held
    waiting, player = player_name(match, mover.other), player_name(match, mover)
    until = gettext("later") if away is None else moment(away, "f")
    if held is None:
        return gettext(
            "🏖️ {player}, {absent} is on vacation until {moment}; it's their turn in **#{match}**",
            player=waiting,
            absent=player,
            moment=until,
            match=match.id,
        )
    return gettext(
        "🏖️ {player}, {absent} is on vacation until {moment}. Their clock in **#{match}** is "
        "stopped, with {left} left",
        player=waiting,
        absent=player,
        moment=until,
        match=match.id,
        left=span(held),
    )

"""A person's vacation in a server, as a panel on which it begins and ends."""

from collections.abc import Sequence
from typing import Any, Final

import discord

from bot.features.time.service import VacationAccount
from bot.match.match import Match
from bot.text import N_, gettext, ngettext, translate
from cogs.core.items import button, menu
from cogs.core.panels import View, asking, note_panel
from cogs.core.words import days_counted, moment, outcome_name

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

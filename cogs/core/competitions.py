"""Parts of the panels with which managers run a ladder or a tournament."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

import discord

from bot.features.competitions.decisions import DecisionId, DecisionState, ManagerDecision
from bot.match.clock import Weekends
from bot.match.terms import Stakes
from bot.text import gettext, pgettext
from cogs.core.actions import MOST_IN_MENU
from cogs.core.components import ActionButton, button, menu
from cogs.wording.times import moment

_SECONDARY: Final = discord.ButtonStyle.secondary


def decision_sentence(decision: ManagerDecision, what: str) -> str:
    """Return the decision `what` and when it takes effect, or say that it was undone."""
    if decision.state is DecisionState.UNDONE:
        return gettext("Undone: {decision}", decision=what)
    at = moment(decision.until, "f")
    return gettext("{decision} This counts from {moment}.", decision=what, moment=at)


def undo_items(
    decisions: Iterable[tuple[DecisionId, str]], name: str
) -> Iterator[discord.ui.Item[Any]]:
    """Yield each decision with the button that undoes it. The button's action is `name`."""
    for number, text in decisions:
        yield discord.ui.TextDisplay(f"🕓 {text}")
        label = pgettext("managers take a decision back", "Undo")
        yield discord.ui.ActionRow(button(label, _SECONDARY, name, decision=number))


def menu_rows(
    label: str,
    options: Sequence[discord.SelectOption],
    name: str,
    /,
    *,
    before: int = 0,
    **arguments: Any,
) -> Iterator[discord.ui.ActionRow[Any]]:
    """Yield as many menus as the options need.

    `before` is the number of options on earlier pages.
    """
    for first in range(0, len(options), MOST_IN_MENU):
        shown, place = options[first : first + MOST_IN_MENU], before + first
        part = label
        if before or len(options) > MOST_IN_MENU:
            part = f"{label} ({place + 1}–{place + len(shown)})"
        yield discord.ui.ActionRow(menu(part, shown, name, key=str(place), **arguments))


def stakes_button(stakes: Stakes, name: str, /, **arguments: Any) -> ActionButton:
    """Return the button that makes rated matches casual, or casual matches rated."""
    is_rated = stakes is Stakes.RATED
    return button(
        gettext("Make it casual") if is_rated else gettext("Make it rated"),
        _SECONDARY,
        name,
        stakes=Stakes.CASUAL if is_rated else Stakes.RATED,
        **arguments,
    )


def weekends_button(weekends: Weekends, name: str, /, **arguments: Any) -> ActionButton:
    """Return the button that stops the clocks on weekends, or lets them run again."""
    are_played = weekends is Weekends.PLAYED
    return button(
        gettext("Stop clocks on weekends") if are_played else gettext("Run clocks on weekends"),
        _SECONDARY,
        name,
        weekends=Weekends.PAUSED if are_played else Weekends.PLAYED,
        **arguments,
    )

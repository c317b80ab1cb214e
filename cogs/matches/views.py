"""What **More** below a board opens, for one person alone: all that is not for every turn."""

from typing import Any

import discord

from bot.match.add_time import may_add_day
from bot.match.clock import Unlimited
from bot.match.ending import may_call_off
from bot.match.identity import UserId
from bot.match.match import Match
from bot.text import gettext
from cogs.challenges.terms import terms_in_short
from cogs.core.board_buttons import plan_button
from cogs.core.items import ActionButton, button
from cogs.core.names import both_players
from cogs.core.panels import note_panel
from cogs.core.words import opponent_name
from cogs.hints.views import hint_buttons
from cogs.matches.takeback_views import take_back_button
from cogs.notifications.views import mute_button
from cogs.watching.views import Watching, watch_buttons

IN_ROW = 4
"""Buttons that a phone shows side by side."""

View = discord.ui.LayoutView


def more_panel(
    match: Match, user: UserId, watching: Watching = Watching.NO, server: str | None = None
) -> View:
    """Lay out what this person can do about the match; `server` is named where one is not seen."""
    is_player = match.seat_of(user) is not None
    if is_player:
        title = gettext(
            "**#{match}** against {opponent}", match=match.id, opponent=opponent_name(match, user)
        )
    else:
        title = gettext("**#{match}** · {players}", match=match.id, players=both_players(match))
    view = note_panel(f"### {title}\n{terms_in_short(match)}")
    if server is not None and match.clock.control != Unlimited():
        vacations = gettext("It belongs to {server}, whose vacations count.", server=server)
        view.add_item(discord.ui.TextDisplay(f"-# {vacations}"))
    offered = [
        *(_of_a_player(match, user) if is_player else []),
        *watch_buttons(match, user, watching),
        _explain(match),
    ]
    for start in range(0, len(offered), IN_ROW):
        row: discord.ui.ActionRow[Any] = discord.ui.ActionRow(*offered[start : start + IN_ROW])
        view.add_item(row)
    return view


def _of_a_player(match: Match, user: UserId) -> list[ActionButton]:
    """Return what a player can do, what ends the match last."""
    seat = match.seat_of(user)
    if match.outcome is not None or seat is None:
        return []
    offered = []
    secondary = discord.ButtonStyle.secondary
    if match.draw_offered_by is None and match.draws.may_offer(seat, match.ply):
        offered.append(
            button(
                gettext("Offer draw"),
                secondary,
                "offer-draw",
                match=match.id,
                ply=match.ply,
            )
        )
    offered += take_back_button(match, user)
    if may_add_day(match, seat):
        offered.append(
            button(
                gettext("Give them a day"),
                secondary,
                "add-day",
                match=match.id,
                ply=match.ply,
            )
        )
    offered += hint_buttons(match, user)
    if match.to_move != user:
        offered.append(plan_button(match))
    offered += mute_button(match, user)
    end = gettext("Call off") if may_call_off(match) else gettext("Resign")
    offered.append(button(end, discord.ButtonStyle.danger, "resign", match=match.id))
    return offered


def _explain(match: Match) -> ActionButton:
    ruleset = match.position.ruleset.name
    return button(gettext("How to play"), discord.ButtonStyle.secondary, "explain", ruleset=ruleset)

"""The match that waits for somebody next, on a panel for them alone."""

from typing import Any

import discord

from bot.host.games import NextTurn, NothingWaits
from cogs.core.actions import button
from cogs.ui.bed import Picture, looked_at_bed
from cogs.ui.bed_buttons import place_button
from cogs.ui.panels import View
from cogs.ui.questions import question_rows


def next_panel(found: NextTurn, server: str, picture: Picture, link: str) -> View:
    """Show the bed of the match that waits, with the ways to it, to a piece on it, and on."""
    match = found.work.match
    view = looked_at_bed(match, picture, None)
    where = f"-# **#{match.id}** is played in {server}. {_others(found.others)}"
    view.add_item(discord.ui.TextDisplay(where))
    for question in question_rows(match):
        view.add_item(question)
    row: discord.ui.ActionRow[Any] = discord.ui.ActionRow(
        discord.ui.Button(label="Go to the match", url=link),
        place_button(match),
        button(
            "Next", discord.ButtonStyle.secondary, "next", left=match.id, until=int(found.until)
        ),
    )
    view.add_item(row)
    return view


def _others(count: int) -> str:
    match count:
        case 0:
            return "Nothing else waits for you."
        case 1:
            return "One more match waits for you."
        case _:
            return f"{count} more matches wait for you."


def nothing_waits(nothing: NothingWaits) -> str:
    """Say that no other match waits for the person."""
    if nothing.left_waits:
        return "Only this match waits for you. Take your time."
    if not nothing.live:
        return "You have no match going on. Start one with `/challenge`."
    going_on = "your match" if nothing.live == 1 else f"all of your {nothing.live} matches"
    return f"Nothing waits for you: in {going_on} it is your opponent's turn. I tell you of yours."

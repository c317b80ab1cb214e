"""The season that runs and the last one's titles, and the two questions before it is ended."""

from itertools import groupby
from typing import Any, Final

import discord

from bot.host.seasons import SeasonSummary
from bot.match.season import Season, SeasonNumber
from bot.store.seasons import WonTitle
from cogs.core.actions import ActionButton, button
from cogs.ui.leaderboard import Wanted
from cogs.ui.panels import View, asking, note_panel
from cogs.ui.rating_words import MEDALS, former_player, season_span
from cogs.ui.words import mention

MOST_TOLD: Final = 12
"""Titles of one ruleset that are told by name; more share a place only by arrangement."""


def season_panel(summary: SeasonSummary, shown: Wanted, *, may_end: bool) -> View:
    """Show the season that runs; those who manage the server find the way to its end.

    `shown` is the leaderboard that it leads to.
    """
    running = summary.running
    if running is None:
        return note_panel(
            "### 🏁 Season 1\nIt begins with the first rated match that is played here."
        )
    span = season_span(running)
    lines = [
        f"### 🏁 Season {running.number}",
        f"{span[0].upper()}{span[1:]} · {_rated(summary.matches)}",
    ]
    if running.ends_at is None:
        lines.append("-# Those who manage the server end it by hand, here.")
    if summary.last is not None and summary.titles:
        lines += _titles(summary.last, summary.titles)
    view = note_panel("\n".join(lines))
    row: discord.ui.ActionRow[Any] = discord.ui.ActionRow(
        button("Leaderboard", discord.ButtonStyle.primary, "leaderboard", wanted=shown)
    )
    if may_end:
        end = button(
            "End it …",
            discord.ButtonStyle.secondary,
            "end-season",
            season=SeasonNumber(running.number),
        )
        row.add_item(end)
    view.add_item(row)
    return view


def end_panel(season: Season, matches: int) -> View:
    """Ask for the first time whether to end a season."""
    row: discord.ui.ActionRow[Any] = discord.ui.ActionRow(
        button(
            "End it",
            discord.ButtonStyle.danger,
            "really-end-season",
            season=SeasonNumber(season.number),
        ),
        _keep(),
    )
    return asking(
        f"End **season {season.number}** now, after {_rated(matches)}? Its table is kept for good, "
        "the first three of each ruleset get titles, and the next season begins at once: everybody "
        "starts it halfway between their rating and 1500.",
        row,
    )


def really_end_panel(season: Season) -> View:
    """Ask for the second time."""
    row: discord.ui.ActionRow[Any] = discord.ui.ActionRow(
        button(
            f"End season {season.number} for good",
            discord.ButtonStyle.danger,
            "end-season-now",
            season=SeasonNumber(season.number),
        ),
        _keep(),
    )
    return asking("Really? It ends for everybody here, and this cannot be undone.", row)


def ended_panel(number: int) -> View:
    """Say that a season was ended."""
    return note_panel(
        f"Done: **season {number}** is over, and season {number + 1} has begun. `/season` shows "
        "the titles, `/leaderboard show` the final table."
    )


def _keep() -> ActionButton:
    return button("Let it go on", discord.ButtonStyle.secondary, "keep-season")


def _titles(season: Season, titles: tuple[WonTitle, ...]) -> list[str]:
    """Give a line for each ruleset with who came first, second and third."""
    lines = [f"**Titles of season {season.number}**"]
    for ruleset, won in groupby(titles, key=lambda title: title.ruleset):
        every = list(won)
        names = [f"{MEDALS[title.place]} {_winner(title)}" for title in every[:MOST_TOLD]]
        more = len(every) - len(names)
        lines.append(f"{ruleset}: {' '.join(names)}{f' and {more} more' if more else ''}")
    return lines


def _winner(title: WonTitle) -> str:
    return f"*{former_player()}*" if title.user is None else mention(title.user)


def _rated(matches: int) -> str:
    return "1 rated match" if matches == 1 else f"{matches} rated matches"

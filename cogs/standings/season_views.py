"""The season that runs and the last one's titles, and the two questions before it is ended."""

import re
from itertools import groupby
from typing import Any, Final

import discord
from discord import app_commands

from bot.app import BoopBot
from bot.features.standings.errors import NoSuchSeason
from bot.features.standings.season import Season, SeasonNumber, Span
from bot.features.standings.season_queries import WonTitle
from bot.features.standings.seasons import SeasonSummary
from bot.match.identity import GuildId
from cogs.core.actions import ActionButton, button
from cogs.core.panels import MOST_IN_MENU, View, asking, note_panel
from cogs.core.words import former_player, mention
from cogs.standings.views import Wanted
from cogs.standings.words import MEDALS, season_span

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
    """Return a line for each ruleset with who came first, second and third."""
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


NAMES_OF_SPANS: Final = {Span.RUNNING: "This season", Span.ALL_TIME: "All time"}

_NUMBER: Final = re.compile(r"(?:season\s*)?#?0*([1-9]\d{0,5})", re.IGNORECASE)


def read_season(text: str, last: int) -> str:
    """Read a season: `now`, `all` or its number. Raises `NoSuchSeason`.

    `last` is the number of the server's latest season.
    """
    typed = " ".join(text.split())
    for span, name in NAMES_OF_SPANS.items():
        if typed.lower() in (span.value, name.lower()):
            return span.value
    found = _NUMBER.fullmatch(typed)
    if found is None or int(found[1]) > last:
        raise NoSuchSeason(text, last)
    return found[1]


class SeasonArgument(app_commands.Transformer):
    """A season of the server, by its number or by what it is."""

    async def transform(self, interaction: discord.Interaction[Any], value: Any, /) -> str:
        """Read what was chosen or typed."""
        return read_season(str(value), await _last(interaction))

    async def autocomplete(
        self, interaction: discord.Interaction[Any], value: Any, /
    ) -> list[app_commands.Choice[Any]]:
        """Suggest this season, all time, and the seasons before, the latest first."""
        typed, last = str(value).strip().lower(), await _last(interaction)
        named = [(name, span.value) for span, name in NAMES_OF_SPANS.items()]
        named += [(f"Season {number}", str(number)) for number in range(last, 0, -1)]
        fitting = [each for each in named if typed in each[0].lower()]
        return [
            app_commands.Choice(name=name, value=value) for name, value in fitting[:MOST_IN_MENU]
        ]


async def _last(interaction: discord.Interaction[Any]) -> int:
    bot = interaction.client
    if not isinstance(bot, BoopBot):
        raise TypeError(f"this argument is BoopBot's, not {type(bot).__name__}'s")
    if interaction.guild_id is None:
        return 0
    seasons = await bot.host.leaderboards.seasons(GuildId(interaction.guild_id))
    return seasons[-1].number if seasons else 0

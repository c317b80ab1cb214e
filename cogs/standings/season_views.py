"""The current season and the last one's titles, and the two questions before it is ended."""

import re
from itertools import groupby
from typing import Any, Final

import discord
from discord import app_commands

from bot.app import BoopBot
from bot.features.standings.glicko import CENTRE
from bot.features.standings.seasons import Season, SeasonNumber, WonTitle
from bot.features.standings.service import NoSuchSeason, SeasonSummary
from bot.match.identity import GuildId
from bot.text import gettext, ngettext
from cogs.core.items import ActionButton, button
from cogs.core.panels import MOST_IN_MENU, View, asking, note_panel
from cogs.core.words import capital, former_player, mention
from cogs.standings.views import PERIODS, Wanted, period_name
from cogs.standings.words import MEDALS, season_span

MOST_TOLD: Final = 12
"""Titles of one ruleset that are listed by name; more share a place only by arrangement."""


def season_panel(summary: SeasonSummary, shown: Wanted, *, may_end: bool) -> View:
    """Show the current season; those who manage the server find the way to end it.

    `shown` is the leaderboard that it links to.
    """
    running = summary.running
    if running is None:
        title = gettext("🏁 Season {number}", number=1)
        text = gettext("It begins with the first rated match here.")
        return note_panel(f"### {title}\n{text}")
    title = gettext("🏁 Season {number}", number=running.number)
    lines = [f"### {title}", f"{capital(season_span(running))} · {_rated(summary.matches)}"]
    if running.ends_at is None:
        lines.append(f"-# {gettext('Managers of the server end it here.')}")
    if summary.last is not None and summary.titles:
        lines += _titles(summary.last, summary.titles)
    view = note_panel("\n".join(lines))
    row: discord.ui.ActionRow[Any] = discord.ui.ActionRow(
        button(gettext("Leaderboard"), discord.ButtonStyle.primary, "leaderboard", wanted=shown)
    )
    if may_end:
        end = button(
            gettext("End season …"),
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
            gettext("End season"),
            discord.ButtonStyle.danger,
            "really-end-season",
            season=SeasonNumber(season.number),
        ),
        _keep(),
    )
    return asking(
        gettext(
            "End **season {number}** now, after {matches}? Its standings are kept, the first "
            "three in each ruleset get titles, and the next season begins at once. Everybody "
            "starts it halfway between their rating and {centre}.",
            number=season.number,
            matches=_rated(matches),
            centre=round(CENTRE),
        ),
        row,
    )


def really_end_panel(season: Season) -> View:
    """Ask for the second time."""
    row: discord.ui.ActionRow[Any] = discord.ui.ActionRow(
        button(
            gettext("End season {number} for good", number=season.number),
            discord.ButtonStyle.danger,
            "end-season-now",
            season=SeasonNumber(season.number),
        ),
        _keep(),
    )
    question = gettext("Are you sure? The season ends for everybody here. You can't undo this.")
    return asking(question, row)


def ended_panel(number: int) -> View:
    """Tell that a season was ended."""
    return note_panel(
        gettext(
            "**Season {number}** is over, and season {next} has begun. `/season` shows the titles "
            "and `/leaderboard show` the final standings.",
            number=number,
            next=number + 1,
        )
    )


def _keep() -> ActionButton:
    return button(gettext("Keep the season"), discord.ButtonStyle.secondary, "keep-season")


def _titles(season: Season, titles: tuple[WonTitle, ...]) -> list[str]:
    """Return a line for each ruleset with who came first, second and third."""
    lines = [gettext("**Titles of season {number}**", number=season.number)]
    for ruleset, won in groupby(titles, key=lambda title: title.ruleset):
        every = list(won)
        names = [f"{MEDALS[title.place]} {_winner(title)}" for title in every[:MOST_TOLD]]
        more = len(every) - len(names)
        winners = " ".join(names)
        if more:
            winners = gettext("{winners} and {count} more", winners=winners, count=more)
        lines.append(gettext("{ruleset}: {winners}", ruleset=ruleset, winners=winners))
    return lines


def _winner(title: WonTitle) -> str:
    return f"*{former_player()}*" if title.user is None else mention(title.user)


def _rated(matches: int) -> str:
    return ngettext("{count} rated match", "{count} rated matches", matches)


_NUMBER: Final = re.compile(r"(?:season\s*)?#?0*([1-9]\d{0,5})", re.IGNORECASE)


def read_season(text: str, last: int) -> str:
    """Read a season: `now`, `all` or its number. Raises `NoSuchSeason`.

    `last` is the number of the server's latest season.
    """
    typed = " ".join(text.split())
    for span in PERIODS:
        if typed.lower() in (span.value, period_name(span).lower()):
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
        named = [(period_name(span), span.value) for span in PERIODS]
        named += [
            (gettext("Season {number}", number=number), str(number))
            for number in range(last, 0, -1)
        ]
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
    seasons = await bot.services.leaderboards.seasons(GuildId(interaction.guild_id))
    return seasons[-1].number if seasons else 0

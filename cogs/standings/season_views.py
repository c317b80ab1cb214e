"""The panels of /season: the current season, its end, and titles."""

from itertools import groupby
from typing import Any, Final

import discord

from bot.features.standings.glicko import CENTRE
from bot.features.standings.seasons import Season, SeasonNumber, SeasonSummary, WonTitle
from bot.match.terms import rating_kind_name
from bot.text import gettext, ngettext
from cogs.core.components import ActionButton, View, button
from cogs.core.panels import asking, note_panel
from cogs.standings.views import LeaderboardPage
from cogs.wording.phrases import capital, former_player, mention
from cogs.wording.rating_text import MEDALS, season_span

MOST_TOLD: Final = 12
"""How many winners of a ruleset are listed; more can tie only if they arrange it."""


def season_panel(summary: SeasonSummary, shown: LeaderboardPage, *, may_end: bool) -> View:
    """Show the current season; managers of the server get a button that ends it.

    `shown` is the leaderboard that the panel's button opens.
    """
    running = summary.running
    if running is None:
        title = gettext("🏁 Season {number}", number=1)
        text = gettext("It begins with the first rated match here.")
        return note_panel(f"### {title}\n{text}")
    title = gettext("🏁 Season {number}", number=running.number)
    lines = [f"### {title}", f"{capital(season_span(running))} · {_rated_text(summary.matches)}"]
    if running.ends_at is None:
        lines.append(f"-# {gettext('Those who manage the server can end it here.')}")
    if summary.last is not None and summary.titles:
        lines += _titles(summary.last, summary.titles)
    view = note_panel("\n".join(lines))
    row: discord.ui.ActionRow[Any] = discord.ui.ActionRow(
        button(gettext("Leaderboard"), discord.ButtonStyle.primary, "leaderboard", query=shown)
    )
    if may_end:
        end = button(
            gettext("End season…"),
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
        # Translators: {matches} is "{count} rated match".
        gettext(
            "End **season {number}** now, after {matches}? Its standings are kept, the "
            "first three in each ruleset get titles, and the next season begins at once. "
            "Everyone's rating moves halfway to {centre}.",
            number=season.number,
            matches=_rated_text(matches),
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
    """Say that a season was ended."""
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
    """Return a line for each ruleset with the players in the first three places."""
    lines = [gettext("**Titles of season {number}**", number=season.number)]
    for ruleset, won in groupby(titles, key=lambda title: title.ruleset):
        every = list(won)
        names = [f"{MEDALS[title.place]} {_winner(title)}" for title in every[:MOST_TOLD]]
        more = len(every) - len(names)
        winners = " ".join(names)
        if more:
            winners = ngettext(
                "{winners} and {count} other", "{winners} and {count} others", more, winners=winners
            )
        lines.append(
            gettext("{ruleset}: {winners}", ruleset=rating_kind_name(ruleset), winners=winners)
        )
    return lines


def _winner(title: WonTitle) -> str:
    return f"*{former_player()}*" if title.user is None else mention(title.user)


def _rated_text(matches: int) -> str:
    return ngettext("{count} rated match", "{count} rated matches", matches)

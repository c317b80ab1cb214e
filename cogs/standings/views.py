"""The panel of a leaderboard: a page of it, oneself below, and the ways to all others.

Which leaderboard and which page it is stands in the custom ids, so a panel works after a restart.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, assert_never

import discord

from bot.features.settings.preferences import Page
from bot.features.standings.queries import Own, Ranked, Table
from bot.features.standings.rating import FEWEST_OPPONENTS, is_provisional
from bot.features.standings.season import Listing, Period, Season, SeasonNumber, Span
from bot.features.standings.service import Board, BoardWanted, Mine
from bot.match.identity import GuildId, Instant, UserId
from cogs.core.actions import ActionButton, ActionMenu, button, menu
from cogs.core.codecs import PageNumber, RulesetName
from cogs.core.names import NAMES
from cogs.core.panels import MOST_IN_MENU, View, asking, note_panel
from cogs.core.rulesets import IN_A_LINE
from cogs.core.words import counted, former_player, mention
from cogs.matches.games_views import ARROWS
from cogs.standings.words import MEDALS, RECORD, off_words, rating_name, record_name, season_span

LEFT: Final = "🚪"
_PERIODS: Final = {Span.RUNNING: "This season", Span.ALL_TIME: "All time"}


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which leaderboard somebody wants to see, and which page of it."""

    ruleset: RulesetName
    period: Period = Span.RUNNING
    page: PageNumber | Mine = 0

    def board(self, guild: GuildId) -> BoardWanted:
        """Say which one it is in a server."""
        return BoardWanted(Table(guild, self.ruleset), self.period)


def write_period(period: Period) -> str:
    """Write of what time a leaderboard is: `now`, `all` or a season's number."""
    return period.value if isinstance(period, Span) else str(period)


def read_period(text: str) -> Period:
    """Read what `write_period` wrote. A `ValueError` for anything else."""
    for span in Span:
        if text == span.value:
            return span
    return SeasonNumber(int(text))


def board_panel(board: Board, viewer: UserId) -> View:
    """Lay out a page of a leaderboard for one person."""
    lines = [f"### 🏆 {board_title(board)}", f"-# {_about(board)}"]
    lines += [_line(row, viewer, board.at) for row in board.rows] or [_nothing(board)]
    if legend := _legend(board):
        lines.append(f"-# {legend}")
    view = note_panel("\n".join(lines))
    if board.ranked or board.own:
        view.add_item(discord.ui.TextDisplay(f"**You:** {_own(board)}"))
    for row in _rows(board):
        view.add_item(row)
    return view


def board_title(board: Board) -> str:
    """Say of what a leaderboard is: `Season 3 · classic`."""
    return f"{_period_title(board)} · {board.wanted.table.ruleset}"


def _period_title(board: Board) -> str:
    if board.season is not None:
        return f"Season {board.season.number}"
    return _PERIODS[Span.ALL_TIME if board.wanted.period is Span.ALL_TIME else Span.RUNNING]


def _about(board: Board) -> str:
    parts = [f"{board.ranked} ranked"]
    if board.season is not None:
        parts.append(season_span(board.season))
    if board.season is not None and board.season.ended_at is not None:
        parts.append("final table")
    if board.pages > 1:
        parts.append(f"page {board.number + 1} of {board.pages}")
    return " · ".join(parts)


def _line(row: Ranked, viewer: UserId, at: Instant) -> str:
    """Return a player's line; with the place in bold, so that no list is made of it."""
    place = MEDALS.get(row.place) or f"**{row.place}.**"
    rating = row.rating.at(at)
    marks = f" {LEFT}" if row.left_at is not None else ""
    points, _, deviation = rating_name(rating).partition(" ")
    shown = f"**{points}** {deviation}".rstrip()
    mine = "▸ " if row.user == viewer else ""
    return f"{mine}{place} {_player(row)}{marks} {shown} · {record_name(row.rating)}"


def _player(row: Ranked) -> str:
    if row.user is None:
        return f"*{former_player()}*"
    known = NAMES.known(row.user)
    # Discord shows the mention of somebody who is not there as a number to most people.
    if row.left_at is not None and known is not None:
        return discord.utils.escape_markdown(known)
    return mention(row.user)


def _legend(board: Board) -> str:
    """Explain the marks that are on the page."""
    parts = [RECORD] if board.rows else []
    if any(is_provisional(row.rating.at(board.at)) for row in board.rows):
        parts.append("`?` not settled yet")
    if any(row.left_at is not None for row in board.rows):
        parts.append(f"{LEFT} left the server")
    return " · ".join(parts)


def _nothing(board: Board) -> str:
    if board.wanted.period is Span.RUNNING and board.season is None:
        return "No rated match has been played here yet: the first one begins season 1."
    return (
        f"Nobody is ranked here yet. A place takes rated matches against {FEWEST_OPPONENTS} "
        "different opponents."
    )


def _own(board: Board) -> str:
    """Say where the person stands, or why they do not."""
    own = board.own
    if own is None:
        when = "at all" if board.wanted.period is Span.ALL_TIME else "in this season"
        return f"no rated match of {board.wanted.table.ruleset} {when}."
    rating = f"{rating_name(own.rating.at(board.at))} · {record_name(own.rating)}"
    if own.place is None:
        return f"{rating}. {off_words(own.listing) or _lacking(own)}"
    return f"place {own.place} of {board.ranked} · {rating}"


def _lacking(own: Own) -> str:
    more = FEWEST_OPPONENTS - own.rating.opponents
    needed = "one more opponent" if more == 1 else f"{more} more opponents"
    return f"Not ranked yet: you need {needed}."


def _rows(board: Board) -> list[discord.ui.ActionRow[Any]]:
    """Return the ways to other pages, to the picture, and to other leaderboards."""
    wanted = Wanted(board.wanted.table.ruleset, board.wanted.period, board.number)
    rows: list[discord.ui.ActionRow[Any]] = []
    if board.pages > 1:
        ways = [
            _way("Back", wanted, board.number - 1, "back", board),
            _way("Forward", wanted, board.number + 1, "on", board),
        ]
        if board.own is not None and board.own.place is not None:
            mine = replace(wanted, page=Mine.MINE)
            ways.append(button("My place", discord.ButtonStyle.primary, "leaderboard", wanted=mine))
        rows.append(discord.ui.ActionRow(*ways))
    explain = button(
        "How it works", discord.ButtonStyle.secondary, "leaderboard-rules", wanted=wanted
    )
    post = button(
        "Post as picture",
        discord.ButtonStyle.secondary,
        "leaderboard-post",
        emoji="🖼️",
        wanted=wanted,
    )
    rows.append(
        discord.ui.ActionRow(post, explain) if board.ranked else discord.ui.ActionRow(explain)
    )
    rows.append(discord.ui.ActionRow(_period_menu(board, wanted)))
    rows.append(discord.ui.ActionRow(_ruleset_menu(wanted)))
    return rows


def _way(label: str, wanted: Wanted, page: int, name: str, board: Board) -> ActionButton:
    """Return the button to another page, pale where there is none: buttons keep their places."""
    is_there = 0 <= page < board.pages
    there = replace(wanted, page=page if is_there else board.number)
    way = button(
        label,
        discord.ButtonStyle.secondary,
        "leaderboard",
        key=name,
        emoji=ARROWS[name],
        wanted=there,
    )
    way.item.disabled = not is_there
    return way


def _period_menu(board: Board, wanted: Wanted) -> ActionMenu:
    options = [
        discord.SelectOption(
            label=label, value=span.value, default=wanted.period is span, description=about
        )
        for span, label, about in (
            (Span.RUNNING, _PERIODS[Span.RUNNING], _running(board.seasons)),
            (Span.ALL_TIME, _PERIODS[Span.ALL_TIME], "Every rated match here"),
        )
    ]
    options += [
        discord.SelectOption(
            label=f"Season {season.number}",
            value=str(season.number),
            default=wanted.period == season.number,
            description="Its final table",
        )
        for season in _earlier(board)
    ]
    return menu("Which season?", options, "leaderboard-period", ruleset=wanted.ruleset)


def _running(seasons: Sequence[Season]) -> str:
    return f"Season {seasons[-1].number}" if seasons else "None has begun yet"


def _earlier(board: Board) -> list[Season]:
    """Return the seasons that are over, the latest first, as many as fit, with the one on show."""
    most = MOST_IN_MENU - len(Span)
    over = [season for season in reversed(board.seasons) if season.ended_at is not None]
    latest = over[:most]
    shown = board.season
    if shown is not None and shown.ended_at is not None and shown not in latest:
        latest[-1] = shown
    return latest


def _ruleset_menu(wanted: Wanted) -> ActionMenu:
    options = [
        discord.SelectOption(
            label=name, value=name, description=about, default=name == wanted.ruleset
        )
        for name, about in IN_A_LINE.items()
    ]
    return menu("Which ruleset?", options, "leaderboard-ruleset", period=wanted.period)


def ruleset_words(wanted: Wanted, number: int) -> str:
    """Say whom an export has: `12 players, season 3, classic`."""
    match wanted.period:
        case Span.ALL_TIME:
            when = "all time"
        case Span.RUNNING:
            when = "this season"
        case int():
            when = f"season {wanted.period}"
        case _:
            assert_never(wanted.period)
    return f"{counted(number, 'player')} · {when} · {wanted.ruleset}"


def listing_panel(listing: Listing) -> View:
    """Say whether somebody stands on leaderboards, and let them change it."""
    match listing:
        case Listing.LISTED:
            state = "You stand on leaderboards"
            meaning = (
                "as soon as you have a place. Left off, you keep your ratings and rated matches. "
                "Others read neither your name nor your points in leaderboards, titles of a season "
                "and weekly digests, and no points of your matches and challenges. Your matches "
                "themselves can still be looked at where they are played."
            )
            label, other = "Leave me off", Listing.LEFT_OFF
        case Listing.LEFT_OFF:
            state = "You are left off leaderboards"
            meaning = (
                "in all servers, of this season and all others. Your ratings go on beneath; put "
                "back, you have the place that they give."
            )
            label, other = "Put me back", Listing.LISTED
        case _:
            assert_never(listing)
    row: discord.ui.ActionRow[Any] = discord.ui.ActionRow(
        button(label, discord.ButtonStyle.primary, "listing", listing=other),
        button(
            "All preferences",
            discord.ButtonStyle.secondary,
            "preferences",
            page=Page.PLAYING,
        ),
    )
    return asking(f"### Leaderboards\n**{state}**, {meaning}", row)

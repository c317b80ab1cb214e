"""The panel of a leaderboard: a page, the user's own place, and menus for other leaderboards.

The leaderboard and its page are in the custom ids, so a panel works after a restart.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final, assert_never

import discord
from discord import app_commands

from bot.features.settings.preferences import Page
from bot.features.standings.glicko import (
    CARRIED_DEVIATION,
    CENTRE,
    FEWEST_OPPONENTS,
    IN_FULL,
    SETTLED_BELOW,
    UNRATED,
    is_provisional,
)
from bot.features.standings.leaderboards import Board, LeaderboardRequest, OwnPage
from bot.features.standings.queries import (
    LeaderboardKey,
    Listing,
    OwnRank,
    Provisional,
    RankedPlayer,
)
from bot.features.standings.seasons import Period, Season, SeasonNumber, Span
from bot.match.ending import FEWEST_TURNS
from bot.match.identity import GuildId, Instant, UserId
from bot.match.terms import RATING_KINDS, RULESET_NAMES, rating_kind_name
from bot.text import N_, gettext, ngettext, translate
from cogs.core.actions import MOST_IN_MENU
from cogs.core.codecs import PageNumber, RatingKindName
from cogs.core.components import ActionButton, ActionMenu, View, button, menu
from cogs.core.panels import ARROWS, asking, note_panel
from cogs.wording.names import NAMES
from cogs.wording.phrases import former_player, mention
from cogs.wording.quoting import escaped
from cogs.wording.rating_text import (
    MEDALS,
    RECORD,
    left_leaderboards_text,
    rating_name,
    record_name,
    season_span,
)
from cogs.wording.rulesets import ruleset_choices, ruleset_options
from cogs.wording.translating import command_text

LEFT: Final = "🚪"
PERIODS: Final = {Span.RUNNING: N_("This season"), Span.ALL_TIME: N_("All time")}
"""The named periods, in the order of the menu."""


def period_name(span: Span) -> str:
    """Return the name of a period."""
    return translate(PERIODS[span])


@dataclass(frozen=True, slots=True)
class LeaderboardPage:
    """A page of a leaderboard."""

    ruleset: RatingKindName
    period: Period = Span.RUNNING
    page: PageNumber | OwnPage = 0

    def board(self, guild: GuildId) -> LeaderboardRequest:
        """Return the request for the leaderboard of this page in a server."""
        return LeaderboardRequest(LeaderboardKey(guild, self.ruleset), self.period)


def write_period(period: Period) -> str:
    """Write the period of a leaderboard: `now`, `all` or a season's number."""
    return period.value if isinstance(period, Span) else str(period)


def read_period(text: str) -> Period:
    """Read the result of `write_period`. Raise `ValueError` for other text."""
    for span in Span:
        if text == span.value:
            return span
    return SeasonNumber(int(text))


def board_panel(board: Board, viewer: UserId) -> View:
    """Lay out a page of a leaderboard for one user."""
    lines = [f"### 🏆 {board_title(board)}"]
    if about := _description(board):
        lines.append(f"-# {about}")
    lines += [_line(row, viewer, board.at) for row in board.rows] or [_empty_text(board)]
    lines += _provisional_lines(board, viewer)
    if legend := _legend(board):
        lines.append(f"-# {legend}")
    view = note_panel("\n".join(lines))
    if board.ranked or board.own:
        you = gettext("**You:** {standing}", standing=_own_place(board))
        view.add_item(discord.ui.TextDisplay(you))
    for row in _rows(board):
        view.add_item(row)
    return view


def board_title(board: Board) -> str:
    """Return the title of a leaderboard: `Season 3 · classic`."""
    return f"{_period_title(board)} · {rating_kind_name(board.request.table.ruleset)}"


def _period_title(board: Board) -> str:
    if board.season is not None:
        return gettext("Season {number}", number=board.season.number)
    is_all = board.request.period is Span.ALL_TIME
    return period_name(Span.ALL_TIME if is_all else Span.RUNNING)


def _description(board: Board) -> str:
    parts = [gettext("{ranked} ranked", ranked=board.ranked)] if board.ranked else []
    if board.season is not None:
        parts.append(season_span(board.season))
    if board.season is not None and board.season.ended_at is not None:
        parts.append(gettext("final standings"))
    if board.pages > 1:
        parts.append(gettext("page {page} of {pages}", page=board.number + 1, pages=board.pages))
    return " · ".join(parts)


def _line(row: RankedPlayer, viewer: UserId, at: Instant) -> str:
    """Return a player's line. The place is bold, or else Markdown would make a list."""
    place = MEDALS.get(row.place) or f"**{row.place}.**"
    return f"{_mark(row, viewer)}{place} {_player(row)} {_rating(row, at)}"


def _rating(row: RankedPlayer | Provisional, at: Instant) -> str:
    """Return a player's rating and record."""
    points, _, deviation = rating_name(row.rating.at(at)).partition(" ")
    shown = f"**{points}** {deviation}".rstrip()
    return f"{shown} · {record_name(row.rating)}"


def _mark(row: RankedPlayer | Provisional, viewer: UserId) -> str:
    return "▸ " if row.user == viewer else ""


def _provisional_lines(board: Board, viewer: UserId) -> list[str]:
    """Return the lines of players who have no place yet, after a line that explains why."""
    if not board.provisional:
        return []
    why = ngettext(
        "**Not ranked yet** · a place takes rated matches against {count} opponent",
        "**Not ranked yet** · a place takes rated matches against {count} different opponents",
        FEWEST_OPPONENTS,
    )
    lines = [
        f"{_mark(row, viewer)}{_player(row)} {_rating(row, board.at)}" for row in board.provisional
    ]
    if board.more_provisional:
        lines.append(ngettext("… and {count} more", "… and {count} more", board.more_provisional))
    return [why, *lines]


def _player(row: RankedPlayer | Provisional) -> str:
    mark = f" {LEFT}" if row.left_at is not None else ""
    return f"{_player_name(row)}{mark}"


def _player_name(row: RankedPlayer | Provisional) -> str:
    if row.user is None:
        return f"*{former_player()}*"
    known = NAMES.known(row.user)
    # Most users see the mention of a former member as a number.
    if row.left_at is not None and known is not None:
        return escaped(known)
    return mention(row.user)


def _legend(board: Board) -> str:
    """Return the legend of the marks on the page."""
    everybody: list[RankedPlayer | Provisional] = [*board.rows, *board.provisional]
    parts = [translate(RECORD)] if everybody else []
    if any(is_provisional(row.rating.at(board.at)) for row in everybody):
        parts.append(gettext("`?` provisional"))
    if any(row.left_at is not None for row in everybody):
        parts.append(gettext("{mark} left the server", mark=LEFT))
    return " · ".join(parts)


def _empty_text(board: Board) -> str:
    if board.request.period is Span.RUNNING and board.season is None:
        return gettext("No rated match has been played here yet. The first one starts season 1.")
    if board.provisional:
        return gettext("No one is ranked here yet.")
    return ngettext(
        "No one is ranked here yet. To be ranked, play rated matches against {count} opponent.",
        "No one is ranked here yet. To be ranked, play rated matches against {count} different "
        "opponents.",
        FEWEST_OPPONENTS,
    )


def _own_place(board: Board) -> str:
    """Return the user's place, or why they have none."""
    own = board.own
    if own is None:
        is_all = board.request.period is Span.ALL_TIME
        message = _NO_MATCH if is_all else _NO_MATCH_THIS_SEASON
        return translate(message, ruleset=rating_kind_name(board.request.table.ruleset))
    rating = f"{rating_name(own.rating.at(board.at))} · {record_name(own.rating)}"
    if own.place is None:
        why = left_leaderboards_text(own.listing) or _lacking_text(own)
        return gettext("{rating}. {why}", rating=rating, why=why)
    return gettext(
        "place {place} of {ranked} · {rating}", place=own.place, ranked=board.ranked, rating=rating
    )


_NO_MATCH: Final = N_("no rated {ruleset} match yet.")
_NO_MATCH_THIS_SEASON: Final = N_("no rated {ruleset} match this season.")


def _lacking_text(own: OwnRank) -> str:
    return ngettext(
        "Not ranked yet: play against {count} more opponent.",
        "Not ranked yet: play against {count} more opponents.",
        FEWEST_OPPONENTS - own.rating.opponents,
    )


def _rows(board: Board) -> list[discord.ui.ActionRow[Any]]:
    """Return the rows of buttons and menus: pages, the picture, other leaderboards."""
    query = LeaderboardPage(board.request.table.ruleset, board.request.period, board.number)
    rows: list[discord.ui.ActionRow[Any]] = []
    if board.pages > 1:
        ways = [
            _way(gettext("Back"), query, board.number - 1, "back", board),
            _way(gettext("Forward"), query, board.number + 1, "on", board),
        ]
        if board.own is not None and board.own.place is not None:
            mine = replace(query, page=OwnPage.MINE)
            ways.append(
                button(gettext("My place"), discord.ButtonStyle.primary, "leaderboard", query=mine)
            )
        rows.append(discord.ui.ActionRow(*ways))
    explain = button(
        gettext("How it works"), discord.ButtonStyle.secondary, "leaderboard-rules", query=query
    )
    post = button(
        gettext("Post as picture"),
        discord.ButtonStyle.secondary,
        "leaderboard-post",
        emoji="🖼️",
        query=query,
    )
    rows.append(
        discord.ui.ActionRow(post, explain) if board.ranked else discord.ui.ActionRow(explain)
    )
    rows.append(discord.ui.ActionRow(_period_menu(board, query)))
    rows.append(discord.ui.ActionRow(_ruleset_menu(query)))
    return rows


def _way(label: str, query: LeaderboardPage, page: int, name: str, board: Board) -> ActionButton:
    """Return the button to another page; it is disabled, not left out, if there is none."""
    is_there = 0 <= page < board.pages
    there = replace(query, page=page if is_there else board.number)
    way = button(
        label,
        discord.ButtonStyle.secondary,
        "leaderboard",
        key=name,
        emoji=ARROWS[name],
        query=there,
    )
    way.item.disabled = not is_there
    return way


def _period_menu(board: Board, query: LeaderboardPage) -> ActionMenu:
    options = [
        discord.SelectOption(
            label=label, value=span.value, default=query.period is span, description=about
        )
        for span, label, about in (
            (Span.RUNNING, period_name(Span.RUNNING), _running(board.seasons)),
            (Span.ALL_TIME, period_name(Span.ALL_TIME), gettext("Every rated match here")),
        )
    ]
    options += [
        discord.SelectOption(
            label=gettext("Season {number}", number=season.number),
            value=str(season.number),
            default=query.period == season.number,
            description=gettext("Final standings"),
        )
        for season in _earlier_seasons(board)
    ]
    return menu(gettext("Which season?"), options, "leaderboard-period", ruleset=query.ruleset)


def _running(seasons: Sequence[Season]) -> str:
    return (
        gettext("Season {number}", number=seasons[-1].number)
        if seasons
        else gettext("None has begun yet")
    )


def _earlier_seasons(board: Board) -> list[Season]:
    """Return the latest finished seasons that fit in the menu, always including the shown one."""
    most = MOST_IN_MENU - len(Span)
    over = [season for season in reversed(board.seasons) if season.ended_at is not None]
    latest = over[:most]
    shown = board.season
    if shown is not None and shown.ended_at is not None and shown not in latest:
        latest[-1] = shown
    return latest


def rating_kind_choices() -> list[app_commands.Choice[str]]:
    """Return the kinds of ratings as choices of an option."""
    by_minutes = [
        app_commands.Choice(name=command_text(partial(rating_kind_name, kind)), value=kind)
        for kind in RATING_KINDS
        if kind not in RULESET_NAMES
    ]
    return [*ruleset_choices(), *by_minutes]


def rating_kind_options(chosen: str) -> list[discord.SelectOption]:
    """Return the kinds of ratings as options of a menu, with one of them selected."""
    by_minutes = [
        discord.SelectOption(label=rating_kind_name(kind), value=kind, default=kind == chosen)
        for kind in RATING_KINDS
        if kind not in RULESET_NAMES
    ]
    return [*ruleset_options(chosen), *by_minutes]


def _ruleset_menu(query: LeaderboardPage) -> ActionMenu:
    options = rating_kind_options(query.ruleset)
    return menu(gettext("Which ruleset?"), options, "leaderboard-ruleset", period=query.period)


def ruleset_text(query: LeaderboardPage, number: int) -> str:
    """Return the title of an export: `12 players · Season 3 · classic`."""
    match query.period:
        case Span():
            when = period_name(query.period)
        case int():
            when = gettext("Season {number}", number=query.period)
        case _:
            assert_never(query.period)
    players = ngettext("{count} player", "{count} players", number)
    return f"{players} · {when} · {rating_kind_name(query.ruleset)}"


def listing_panel(listing: Listing) -> View:
    """Show the user whether they are on leaderboards, and let them change it."""
    match listing:
        case Listing.LISTED:
            state = gettext(
                "**You're on leaderboards** once you're ranked. If you leave, you keep your "
                "ratings and rated matches, but leaderboards, season titles and weekly digests "
                "show neither your name nor your points, and your matches and challenges show no "
                "points. People can still see your matches where they are played."
            )
            label, other = gettext("Leave leaderboards"), Listing.LEFT_OFF
        case Listing.LEFT_OFF:
            state = gettext(
                "**You aren't on leaderboards**, in any server or season. Your ratings still "
                "change as you play; if you come back, you get the place you've earned."
            )
            label, other = gettext("Join leaderboards"), Listing.LISTED
        case _:
            assert_never(listing)
    row: discord.ui.ActionRow[Any] = discord.ui.ActionRow(
        button(label, discord.ButtonStyle.primary, "listing", listing=other),
        button(
            gettext("All preferences"),
            discord.ButtonStyle.secondary,
            "preferences",
            page=Page.PLAYING,
        ),
    )
    return asking(f"### {gettext('Leaderboards')}\n{state}", row)


def _text() -> str:
    first = UNRATED
    return "\n".join(
        (
            f"### {gettext('How ratings work')}",
            gettext(
                "**1512 ± 64** means: this player's strength is most likely within 64 points of "
                "1512. Everybody starts at {points} ± {deviation}. The winner takes points from "
                "the loser; the more surprising the win, the more points.",
                points=round(first.points),
                deviation=round(first.deviation),
            ),
            gettext(
                "**1500?** is provisional: at ± {deviation} or more, it still changes a lot with "
                "each match. That takes about ten matches. After about a year without one it is "
                "provisional again.",
                deviation=round(SETTLED_BELOW),
            ),
            ngettext(
                "**What counts:** rated matches of {turns} turns or more that end with a result, "
                "also by resignation or on time. Your first match against the same opponent in a "
                "season counts in full, later ones less and less. Moderators can void a match.",
                "**What counts:** rated matches of {turns} turns or more that end with a result, "
                "also by resignation or on time. Your first {count} matches against the same "
                "opponent in a season count in full, later ones less and less. Moderators can "
                "void a match.",
                IN_FULL,
                turns=FEWEST_TURNS,
            ),
            ngettext(
                "**To be ranked,** play rated matches against {count} opponent. Equal points "
                "share a place.",
                "**To be ranked,** play rated matches against {count} different opponents. Equal "
                "points share a place.",
                FEWEST_OPPONENTS,
            ),
            gettext("**Minutes:** matches by minutes have ratings and titles of their own."),
            gettext(
                "**Seasons:** when one ends, its standings are kept and the first three win "
                "titles. Each player starts the next season halfway between their rating and "
                "{centre}, at ± {deviation} or more. The leaderboard of all time goes on.",
                centre=round(CENTRE),
                deviation=round(CARRIED_DEVIATION),
            ),
            f"-# {gettext('Use `/preferences` to leave all leaderboards.')}",
        )
    )


def rating_rules(shown: LeaderboardPage) -> View:
    """Explain ratings, with a button back to the leaderboard."""
    row: discord.ui.ActionRow[Any] = discord.ui.ActionRow(
        button(gettext("Leaderboard"), discord.ButtonStyle.secondary, "leaderboard", query=shown)
    )
    return asking(_text(), row)

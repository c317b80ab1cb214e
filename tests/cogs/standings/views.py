"""Each view of leaderboards and seasons, as large as it can be."""

from collections.abc import Iterator
from dataclasses import replace

import discord

from bot.features.standings.glicko import PlayerRating, Rating, Scope
from bot.features.standings.leaderboards import ON_A_PAGE, Board, LeaderboardRequest, OwnPage
from bot.features.standings.queries import (
    LeaderboardKey,
    Listing,
    OwnRank,
    Provisional,
    RankedPlayer,
)
from bot.features.standings.seasons import Season, SeasonNumber, SeasonSummary, Span, WonTitle
from bot.game import RULESETS
from bot.match.clock import DAY
from bot.match.identity import GuildId, Instant, PlayerKey, UserId
from cogs.core.outgoing import Picture
from cogs.standings.export import poster_view
from cogs.standings.season_views import end_panel, ended_panel, really_end_panel, season_panel
from cogs.standings.views import LeaderboardPage, board_panel, listing_panel, rating_rules
from tests.kit.matches import NOON

VIEWER = UserId(9 * 10**18)
_GUILD = GuildId(9 * 10**18)
_RATING = PlayerRating(Rating(2222.2, 99.9, 0.06), NOON, 11111, 1111, 11111, 1)


def seasons(number: int) -> tuple[Season, ...]:
    """Return a number of seasons; the last one is running."""
    over = [
        Season(Scope(each), _GUILD, each, NOON, Instant(NOON + DAY), Instant(NOON + DAY))
        for each in range(1, number)
    ]
    return (*over, Season(Scope(number), _GUILD, number, NOON, Instant(NOON + DAY)))


def large_board(period: Span | SeasonNumber = Span.RUNNING) -> Board:
    """Return a page in the middle of a large leaderboard."""
    rows = [
        RankedPlayer(123456, 2222, PlayerKey(each), UserId(9 * 10**18 + each), _RATING, NOON)
        for each in range(ON_A_PAGE)
    ]
    every = seasons(80)
    shown = {Span.RUNNING: every[-1], Span.ALL_TIME: None}
    season = shown[period] if isinstance(period, Span) else every[period - 1]
    request = LeaderboardRequest(LeaderboardKey(_GUILD, "classic"), period)
    own = OwnRank(_RATING, 123456, Listing.LISTED, 123455)
    return Board(request, season, every, tuple(rows), 50, 12346, 123456, own, NOON)


def board_of_beginners() -> Board:
    """Return the full last page of a leaderboard, with as many unplaced players below it."""
    board = large_board()
    beginners = [Provisional(UserId(9 * 10**18 + each), _RATING, NOON) for each in range(ON_A_PAGE)]
    return replace(
        board, number=board.pages - 1, provisional=tuple(beginners), more_provisional=12345
    )


def empty_board() -> Board:
    """Return the leaderboard of a server without rated players."""
    request = LeaderboardRequest(LeaderboardKey(_GUILD, "classic"))
    return Board(request, None, (), (), 0, 1, 0, None, NOON)


def views_of_standings(picture: Picture) -> Iterator[discord.ui.LayoutView]:
    """Yield leaderboards, the picture, seasons with their questions, and leaving the lists."""
    for period in (Span.RUNNING, Span.ALL_TIME, SeasonNumber(2)):
        board = large_board(period)
        yield board_panel(board, VIEWER)
        yield board_panel(replace(board, number=0), VIEWER)
        for listing in Listing:
            yield board_panel(replace(board, own=OwnRank(_RATING, None, listing)), VIEWER)
        yield poster_view(board, picture, VIEWER)
    yield board_panel(empty_board(), VIEWER)
    yield board_panel(board_of_beginners(), VIEWER)
    for listing in Listing:
        yield listing_panel(listing)
    last, running = seasons(2)
    titles = tuple(
        WonTitle(ruleset.name, place, VIEWER) for ruleset in RULESETS for place in (1, 2, *[3] * 30)
    )
    shown = LeaderboardPage("classic", Span.RUNNING, OwnPage.MINE)
    yield season_panel(SeasonSummary(None, 0, None, ()), shown, may_end=True)
    yield season_panel(SeasonSummary(running, 99999, last, titles), shown, may_end=True)
    yield rating_rules(shown)
    yield end_panel(running, 99999)
    yield really_end_panel(running)
    yield ended_panel(99999)

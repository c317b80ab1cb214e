"""Each view of the lists of matches, and of watching other players' matches."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import product

import discord

from bot.features.boards.service import MatchWork
from bot.features.matches.listing import (
    Cut,
    GamesPage,
    LivePage,
    MatchCounts,
    MatchesAfter,
    MatchesBefore,
    MatchStage,
    NextTurn,
)
from bot.game import Seat
from bot.match.identity import GuildId, Instant, UserId
from bot.match.match import EndReason, Match, Outcome
from cogs.core.outgoing import Picture
from cogs.matches.games_views import GamesList, GamesScope, games_panel, next_panel
from cogs.matches.views import more_panel
from cogs.watching.cog import WatchState, over_message, unwatched_panel, watched_list, watched_panel
from tests.kit.matches import ORANGE, STRANGER


def views_of_lists(
    large: Match, choosing: Match, picture: Picture
) -> Iterator[discord.ui.LayoutView]:
    """Yield the lists of matches, the panels that lead to them, and others' matches."""
    link, guild = "https://discord.com/channels/1/2/3", large.venue.guild
    here = large.venue.offered_in
    elsewhere = replace(large, venue=replace(large.venue, guild=GuildId(9 * 10**18)))
    over = replace(large, outcome=Outcome(EndReason.RESIGNATION, Seat.GRAY))
    servers = {guild: "x" * 60, elsewhere.venue.guild: "y" * 60}
    cuts: tuple[Cut, ...] = (
        LivePage(1),
        MatchesBefore(),
        MatchesBefore(large.id),
        MatchesAfter(large.id),
    )
    for stage, scope, cut in product(MatchStage, GamesScope, cuts):
        found = [over if stage is MatchStage.OVER else each for each in [large, elsewhere] * 4]
        games = tuple(MatchWork(each, ()) for each in found)
        listed = GamesList(stage, scope, UserId(9 * 10**18), cut)
        for back, on in ((cut, cut), (None, None)):
            page = GamesPage(tuple(found), back, on, MatchCounts(40, 20))
            yield games_panel(listed, page, games, ORANGE, here, servers)
        yield games_panel(
            listed, GamesPage((), None, None, MatchCounts(0, 0)), (), ORANGE, here, {}
        )
    for waiting in (large, choosing):
        next_turn = NextTurn(waiting, Instant(1e11), 3)
        yield next_panel(next_turn, "x" * 60, picture, link)
    for watching in WatchState:
        yield more_panel(large, STRANGER, watching)
    yield watched_panel(large)
    yield unwatched_panel(large.id)
    for shown in ((), tuple(MatchWork(each, ()) for each in [large, elsewhere])):
        yield watched_list(shown, 50, 3, here, servers)
    yield over_message(over, picture, link)

"""Each view of profiles, histories and match pages, as full as it gets."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import product

import discord

from bot.features.boards.service import MatchWork
from bot.features.matches.listing import MatchesAfter, MatchesBefore
from bot.features.practice.queries import KeptResult, LevelResults
from bot.features.practice.ratings import LevelRange, PracticeResult
from bot.features.practice.service import CurrentPracticeRating
from bot.features.profiles.queries import (
    EarnedBadge,
    HeadToHead,
    HistoryFilter,
    OpeningCount,
    ResultCount,
    Sums,
)
from bot.features.profiles.service import CurrentRating, Profile, RulesetRating, WonTournament
from bot.features.profiles.statistics import Badge, MatchStatistics, SeatStatistics, Streak
from bot.features.standings.curves import RatedMatch, RatingChange
from bot.features.standings.glicko import ALL_TIME, UNRATED, Rating, Scope
from bot.features.standings.queries import Listing
from bot.features.standings.seasons import Season, Title
from bot.game import RULESETS, Seat, Square
from bot.match.ending import Score, has_result
from bot.match.identity import GuildId, Instant, MatchId, PerSeat, Ply, Seconds, UserId
from bot.match.match import EndReason, Match, Outcome
from bot.match.terms import BotPlayer, LevelNumber, Practice, Stakes
from cogs.board.layout import board_layout
from cogs.core.outgoing import Picture
from cogs.matches.page import match_page
from cogs.profiles.views import ProfilePage, never_played, profile_panel
from cogs.replay.history_views import HistoryPage, HistoryShown, history_panel
from tests.kit.matches import GRAY, NOON, ORANGE

LONG = UserId(9 * 10**18)
CURRENT_RATING = CurrentRating(Rating(1512.0, 140.0, 0.06), 12345, 10_000)
FULL = Profile(
    user=LONG,
    listing=Listing.LISTED,
    season=Season(Scope(3), GuildId(1), 3, NOON),
    ratings=tuple(RulesetRating(each.name, CURRENT_RATING, CURRENT_RATING) for each in RULESETS),
    sums=Sums(10_000, Streak(3, 200), 90_000, Seconds(1e10)),
    records=tuple(
        ResultCount(ruleset.name, seat, score, why, 1234)
        for ruleset, seat, why in product(RULESETS, Seat, EndReason)
        for score in Score
        if has_result(Outcome(why, None))
    ),
    openings=tuple(OpeningCount(Square(each), 1000) for each in range(3)),
    against=HeadToHead(1000, 1000, 1000),
    titles=tuple(
        Title(season, each.name, place)
        for season in range(50)
        for place, each in enumerate(RULESETS[:3], 1)
    ),
    badges=tuple(EarnedBadge(badge, MatchId(10**12), NOON) for badge in Badge),
    tournaments=tuple(WonTournament("text", season, 16) for season in range(6)),
)
PRACTICE = tuple(
    CurrentPracticeRating(
        each.name,
        Rating(1262.0, 90.0, 0.06),
        LevelRange(LevelNumber(7), LevelNumber(8)),
        10_000,
        LevelNumber(8),
        tuple(LevelResults(LevelNumber(level), 1000, 1000, 1000) for level in range(1, 9)),
    )
    for each in RULESETS
)


def views_of_profiles(large: Match, picture: Picture) -> Iterator[discord.ui.LayoutView]:
    """Yield profiles, of a user with everything and one with little, and the views behind them."""
    for viewer in (LONG, ORANGE):
        yield profile_panel(FULL, viewer, ProfilePage.OVERVIEW, picture, PRACTICE)
        yield profile_panel(FULL, viewer, ProfilePage.RECORD)
        yield never_played(LONG, viewer, PRACTICE)
        yield never_played(LONG, viewer)
    bare = replace(FULL, ratings=(), records=(), openings=(), titles=(), badges=(), sums=Sums())
    for page in ProfilePage:
        yield profile_panel(replace(bare, listing=Listing.LEFT_OFF), LONG, page)
    over = replace(
        large, outcome=Outcome(EndReason.RESIGNATION, Seat.GRAY), stakes=Stakes.RATED, ply=Ply(7)
    )
    drawn = replace(over, outcome=Outcome(EndReason.AGREEMENT, None))
    works = tuple(MatchWork(each, ()) for each in [over, drawn])
    sorts = HistoryFilter("classic", Stakes.CASUAL, Score.DRAW)
    before, after = MatchesBefore(MatchId(10**15 - 1)), MatchesAfter(MatchId(10**15 - 1))
    for user, opponent in ((None, None), (ORANGE, None), (LONG, LONG), (GRAY, ORANGE)):
        for history in (HistoryPage(user, opponent), HistoryPage(user, opponent, sorts, before)):
            yield history_panel(history, HistoryShown(works, after, before), ORANGE)
            yield history_panel(history, HistoryShown((), None, None), ORANGE)
    own = SeatStatistics(Square(1), 100, Seconds(1e7), 3, 5)
    changes = tuple(
        RatingChange(scope, seat, UNRATED, replace(UNRATED, points=1500.0 + scope))
        for scope in (ALL_TIME, Scope(7))
        for seat in Seat
    )
    for found in (large, over, drawn):
        for voided in (None, Instant(1e9)):
            rated = RatedMatch(voided, changes)
            facts = MatchStatistics(300, 12, PerSeat(own, own))
            yield match_page(found, facts, rated, picture, "https://discord.com/channels/1/2/3")
        yield match_page(found, None, None, picture, "https://discord.com/channels/1/2/3")
    level = BotPlayer(Seat.GRAY, Practice(LevelNumber(3)))
    practised = replace(over, bot=level, stakes=Stakes.CASUAL)
    for voided in (None, NOON):
        result = PracticeResult(LevelNumber(3), 1500.0, Score.WIN, NOON, voided)
        kept = KeptResult(over.id, result, UNRATED, replace(UNRATED, points=1675.0), 1)
        yield match_page(practised, None, kept, picture, "https://discord.com/channels/1/2/3")
        yield board_layout(practised, picture, kept)

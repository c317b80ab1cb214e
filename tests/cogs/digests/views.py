"""The weekly digest, at its emptiest and at its largest."""

from collections.abc import Iterator
from dataclasses import replace

import discord

from bot.features.digests.queries import DigestSpan, Meetings, Results
from bot.features.digests.service import (
    MOST_DEADLINES,
    MOST_FINALISTS,
    MOST_NUMBERS,
    MOST_PAIRS,
    MOST_RISERS,
    Closest,
    FinalTable,
    WeekOfServer,
)
from bot.features.standings.curves import Riser
from bot.features.standings.glicko import PlayerRating, Rating, Scope
from bot.features.standings.queries import RankedPlayer
from bot.features.standings.seasons import Season
from bot.game import RULESETS, Seat
from bot.match.calendar import WEEK
from bot.match.challenge import Seats
from bot.match.clock import DAY, DEFAULT_TIME, TurnClock
from bot.match.identity import GuildId, Instant, MatchId, PlayerKey, UserId
from bot.match.match import EndReason, Match, Outcome
from cogs.board.layout import picture_of, scene_of
from cogs.digests.cog import digest_view
from tests.kit.matches import NOON

PLAYER = UserId(9 * 10**18)
NUMBER = MatchId(10**15 - 1)
STRETCH = DigestSpan(GuildId(7), Instant(NOON - WEEK), NOON)
LINK = f"https://discord.com/channels/{9 * 10**18}/{9 * 10**18}/{9 * 10**18}"


def weekly_views(large: Match) -> Iterator[discord.ui.LayoutView]:
    """Yield the digest of a week with only a loss on time, and that of the fullest week."""
    timed = replace(large, seats=Seats(PLAYER, PLAYER), clock=TurnClock.started(DEFAULT_TIME, NOON))
    yield digest_view(WeekOfServer(STRETCH, deadlines=(timed,)), None, None)
    over = replace(timed, outcome=Outcome(EndReason.MOST_TURNS, None))
    for changes in (0, 1, 2, 150):
        week = replace(fullest(timed), closest=Closest(over, changes))
        yield digest_view(week, picture_of(over, scene_of(over), b"png"), LINK)


def fullest(timed: Match) -> WeekOfServer:
    """Return a week with as many results as a digest can have."""
    season = Season(Scope(10**6), GuildId(7), 10**6, NOON, Instant(NOON + DAY))
    rating = PlayerRating(Rating(-12345.0, 64.0, 0.06))
    return WeekOfServer(
        DigestSpan(GuildId(7), Instant(NOON - 5 * WEEK), NOON),
        results=Results(
            tuple(
                Meetings(
                    Seats(PLAYER, PLAYER),
                    sum((*wins, draws)),
                    wins,
                    draws,
                    (NUMBER,) * min(MOST_NUMBERS, sum((*wins, draws))),
                )
                for wins, draws in [((0, 0), 1), ((0, 0), 2), ((1, 0), 0), ((600, 600), 600)]
                * (MOST_PAIRS // 4)
            ),
            pairs=50_000,
            matches=1_000_000,
        ),
        risers=(Riser(PLAYER, "classic", 1234.5, rating),) * MOST_RISERS,
        deadlines=(replace(timed, position=replace(timed.position, to_move=Seat.GRAY)),)
        * MOST_DEADLINES,
        more_deadlines=True,
        closed=replace(season, ended_at=NOON),
        tables=tuple(
            FinalTable(
                name,
                tuple(
                    RankedPlayer(10**6, -12345, PlayerKey(1), user, rating)
                    for user in (PLAYER, None) * MOST_FINALISTS
                )[:MOST_FINALISTS],
            )
            for name in dict.fromkeys(ruleset.name for ruleset in RULESETS)
        ),
        running=season,
    )

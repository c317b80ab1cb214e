"""Profiles: users' ratings, records and badges, and histories of their matches."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.db.database import Database, Reading
from bot.db.rows import columns_of
from bot.features.matches.errors import ServiceRefusal
from bot.features.matches.listing import MatchesAfter, MatchesBefore, MatchPage, paged
from bot.features.profiles import queries as profile_queries
from bot.features.profiles.counting import StatisticsLook
from bot.features.profiles.queries import (
    QUERIES,
    EarnedBadge,
    HeadToHead,
    HistoryFilter,
    HistoryOwner,
    OpeningCount,
    PlayerInServer,
    ResultCount,
    Sums,
)
from bot.features.standings import curves, player_queries, seasons
from bot.features.standings import queries as rating_queries
from bot.features.standings.curves import CurvePoint, RatedMatch
from bot.features.standings.glicko import ALL_TIME, PlayerRating, Rating, Scope
from bot.features.standings.queries import LeaderboardKey, Listing, OwnRank, Player
from bot.features.standings.seasons import Season, Title
from bot.jobs.clock import Clock
from bot.match.identity import GuildId, Instant, MatchId, UserId
from bot.match.match import Match
from bot.text import N_


@dataclass(eq=False, slots=True)
class KeepsToThemself(ServiceRefusal):
    """The user is on no leaderboard, so only they can see their profile."""

    message = N_("{user} keeps their ratings and matches private.")

    user: UserId


@dataclass(frozen=True, slots=True)
class CurrentRating:
    """A current rating, and its place on the leaderboard if it has one."""

    rating: Rating
    place: int | None
    matches: int


@dataclass(frozen=True, slots=True)
class RulesetRating:
    """A user's ratings in a ruleset: of all time, and of the current season, if any."""

    ruleset: str
    all_time: CurrentRating
    season: CurrentRating | None


@dataclass(frozen=True, slots=True)
class WonTournament:
    """A tournament of the server that a user has won, alone or with others.

    `season` is None for a single event, `group` if there was only one group.
    """

    name: str
    season: int | None = None
    group: int | None = None


TournamentsWon = Callable[[Reading, GuildId, UserId], Awaitable[Sequence[WonTournament]]]
"""Lists the tournaments that a user has won in a server, the latest first."""


@dataclass(frozen=True, slots=True)
class Profile:
    """The contents of a profile.

    `ratings` begin with the ruleset of the most rated matches. `against` are the results against
    the viewer, `None` on their own profile. While earlier matches are `still_counted`, the sums are
    incomplete.
    """

    user: UserId
    listing: Listing
    season: Season | None
    ratings: tuple[RulesetRating, ...]
    sums: Sums
    records: tuple[ResultCount, ...]
    openings: tuple[OpeningCount, ...]
    against: HeadToHead | None
    titles: tuple[Title, ...]
    badges: tuple[EarnedBadge, ...]
    still_counted: bool = False
    tournaments: tuple[WonTournament, ...] = ()


class Profiles:
    """Looks up profiles."""

    def __init__(
        self,
        database: Database,
        clock: Clock,
        statistics: StatisticsLook,
        tournaments_won: TournamentsWon,
    ) -> None:
        self._database = database
        self._clock = clock
        self._statistics = statistics
        self._tournaments_won = tournaments_won

    async def of(self, guild: GuildId, user: UserId, viewer: UserId) -> Profile | None:
        """Return a user's profile; `None` if they never finished a match there.

        Raise `KeepsToThemself`.
        """
        await self._statistics.before_shown()
        async with self._database.snapshot() as reading:
            player = await open_player(reading, user, viewer)
            if player is None:
                return None
            member = PlayerInServer(guild, player.key)
            sums = await profile_queries.sums_of(reading, member)
            if sums is None:
                return None
            return await self._profile(reading, user, viewer, member, player.listing, sums)

    async def curve(
        self, guild: GuildId, user: UserId, ruleset: str, matches: int
    ) -> tuple[CurvePoint, ...]:
        """Return the curve of a user's rating of all time over that many rated matches.

        The caller checks who may see it.
        """
        async with self._database.reading() as reading:
            player = await player_queries.find(reading, user)
            if player is None:
                return ()
            return tuple(
                await curves.curve(reading, LeaderboardKey(guild, ruleset), player.key, matches)
            )

    async def rated(self, number: MatchId) -> RatedMatch | None:
        """Return how a match changed ratings, or `None` if unrated. The caller checks access."""
        async with self._database.reading() as reading:
            return await curves.rated(reading, number)

    async def _profile(
        self,
        reading: Reading,
        user: UserId,
        viewer: UserId,
        member: PlayerInServer,
        listing: Listing,
        sums: Sums,
    ) -> Profile:
        guild, now = member.guild, self._clock.now()
        season = await seasons.running(reading, guild)
        against = None
        if viewer != user:
            other = await player_queries.find(reading, viewer)
            against = HeadToHead()
            if other is not None:
                against = await profile_queries.head_to_head(reading, member, other.key)
        key = columns_of(member)
        records = await QUERIES.records_of_player(reading.connection, **key).all(ResultCount)
        openings = await QUERIES.openings_of_player(reading.connection, **key).all(OpeningCount)
        return Profile(
            user=user,
            listing=listing,
            season=season,
            ratings=await _ratings(reading, member, user, season, now),
            sums=sums,
            records=tuple(records),
            openings=tuple(openings),
            against=against,
            titles=tuple(await seasons.titles(reading, guild, member.player)),
            badges=tuple(await profile_queries.badges(reading, member)),
            still_counted=bool(await profile_queries.list_uncounted(reading, 1)),
            tournaments=tuple(await self._tournaments_won(reading, guild, user)),
        )


async def open_player(reading: Reading, user: UserId, viewer: UserId) -> Player | None:
    """Return a user's key if the viewer may see their data.

    Raise `KeepsToThemself`.
    """
    player = await player_queries.find(reading, user)
    if player is not None and player.listing is Listing.LEFT_OFF and viewer != user:
        raise KeepsToThemself(user)
    return player


async def _ratings(
    reading: Reading,
    member: PlayerInServer,
    user: UserId,
    season: Season | None,
    now: Instant,
) -> tuple[RulesetRating, ...]:
    of_all_time = await curves.all_time_ratings(reading, member.guild, member.player)
    by_matches = sorted(of_all_time, key=lambda name: (-of_all_time[name].matches, name))
    ratings = []
    for ruleset in by_matches:
        table = LeaderboardKey(member.guild, ruleset)
        all_time = await rating_queries.own(reading, table, ALL_TIME, user)
        if all_time is None or not all_time.rating.matches:
            continue
        scope: Scope | None = None if season is None else season.id
        lately = None if scope is None else await rating_queries.own(reading, table, scope, user)
        ratings.append(
            RulesetRating(
                ruleset, _rating_now(all_time, now), _rating_now(lately, now) if lately else None
            )
        )
    return tuple(ratings)


def _rating_now(own: OwnRank, now: Instant) -> CurrentRating:
    rating: PlayerRating = own.rating
    return CurrentRating(rating.at(now), own.place, rating.matches)


AT_A_TIME: Final = 48
"""How many matches are read at a time while some are not visible to the viewer."""
MOST_ROUNDS: Final = 12
"""How many batches are read for a page.

If they hold too few visible matches, the page ends there, and the next page continues.
"""

Sees = Callable[[Match], bool]
"""Returns whether the viewer may see a match."""


@dataclass(frozen=True, slots=True)
class HistoryScope:
    """The requested history: a user's, a user's with an opponent, or the server's."""

    guild: GuildId
    user: UserId | None = None
    opponent: UserId | None = None


_EMPTY: Final = MatchPage([], None, None)


class Histories:
    """Lists finished matches, a page at a time."""

    def __init__(self, database: Database, statistics: StatisticsLook) -> None:
        self._database = database
        self._statistics = statistics

    async def page(
        self,
        whose: HistoryScope,
        sorts: HistoryFilter,
        cut: MatchesBefore | MatchesAfter,
        viewer: UserId,
        sees: Sees,
    ) -> MatchPage:
        """Return a page of the matches that the viewer sees. Raise `KeepsToThemself`.

        A match between two users belongs to both histories, even if one user is left off
        leaderboards.
        """
        await self._statistics.before_shown()
        async with self._database.snapshot() as reading:
            owner = await _owner_of(reading, whose, viewer)
            if owner is None:
                return _EMPTY

            stopped: MatchId | None = None

            async def listed(where: MatchesBefore | MatchesAfter, most: int) -> list[Match]:
                nonlocal stopped
                matches, stopped = await _visible_matches(reading, owner, sorts, where, most, sees)
                return matches

            page = await paged(listed, cut)
            if stopped is None or page.on is not None:
                return page
            return replace(page, on=MatchesBefore(stopped))


async def _owner_of(reading: Reading, whose: HistoryScope, viewer: UserId) -> HistoryOwner | None:
    """Find the owner of the requested history; `None` if one of the users has none."""
    if whose.user is None:
        return HistoryOwner(whose.guild)
    if whose.opponent == viewer:
        player = await player_queries.find(reading, whose.user)
    else:
        player = await open_player(reading, whose.user, viewer)
    if player is None:
        return None
    if whose.opponent is None:
        return HistoryOwner(whose.guild, player.key)
    if whose.user == viewer:
        opponent = await player_queries.find(reading, whose.opponent)
    else:
        opponent = await open_player(reading, whose.opponent, viewer)
    if opponent is None:
        return None
    return HistoryOwner(whose.guild, player.key, opponent.key)


async def _visible_matches(
    reading: Reading,
    owner: HistoryOwner,
    sorts: HistoryFilter,
    where: MatchesBefore | MatchesAfter,
    most: int,
    sees: Sees,
) -> tuple[list[Match], MatchId | None]:
    """List up to `most` visible matches, skipping the others.

    Also return where the search stopped, if too many were not visible.
    """
    visible: list[Match] = []
    limit = most
    for _ in range(MOST_ROUNDS):
        read = await profile_queries.page(reading, owner, sorts, where, limit)
        visible += [match for match in read if sees(match)]
        if len(visible) >= most or len(read) < limit:
            return visible[:most], None
        where = type(where)(read[-1].id)
        limit = AT_A_TIME
    return visible, where.match

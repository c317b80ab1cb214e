"""What people may see of one another in a server: ratings, records, badges."""

from dataclasses import dataclass

from bot.db.database import Database, Reading
from bot.features.matches.errors import ServiceRefusal
from bot.features.profiles import queries as profile_queries
from bot.features.profiles.counting import StatisticsLook
from bot.features.profiles.queries import (
    Counted,
    CurvePoint,
    EarnedBadge,
    HeadToHead,
    Opening,
    RatedMatch,
    Sums,
    Whom,
)
from bot.features.standings import queries as rating_queries
from bot.features.standings import seasons
from bot.features.standings.glicko import ALL_TIME, PlayerRating, Rating, Scope
from bot.features.standings.queries import LeaderboardKey, Own, Player
from bot.features.standings.seasons import Listing, Season, Title
from bot.jobs.clock import Clock
from bot.match.identity import GuildId, Instant, MatchId, UserId
from bot.text import N_


@dataclass(eq=False, slots=True)
class KeepsToThemself(ServiceRefusal):
    """The person is on no leaderboard, and shows what is kept of them to nobody else."""

    message = N_("{user} keeps their ratings and matches private.")

    user: UserId


@dataclass(frozen=True, slots=True)
class Stood:
    """A rating as it is now, with the place that comes with it, if one does."""

    rating: Rating
    place: int | None
    matches: int


@dataclass(frozen=True, slots=True)
class RulesetRating:
    """Somebody's ratings in a ruleset: of all time, and of the season that runs, if any."""

    ruleset: str
    all_time: Stood
    season: Stood | None


@dataclass(frozen=True, slots=True)
class Profile:
    """What is shown of somebody in a server.

    `ratings` come with the ruleset first that they have most rated matches in. `against` is what
    their matches with the one who looks brought them, `None` on one's own profile. While matches
    that ended before are `still_counted`, the sums are not whole.
    """

    user: UserId
    listing: Listing
    season: Season | None
    ratings: tuple[RulesetRating, ...]
    sums: Sums
    records: tuple[Counted, ...]
    openings: tuple[Opening, ...]
    against: HeadToHead | None
    titles: tuple[Title, ...]
    badges: tuple[EarnedBadge, ...]
    still_counted: bool = False


class Profiles:
    """Looks up what is shown of people."""

    def __init__(self, database: Database, clock: Clock, facts: StatisticsLook) -> None:
        self._database = database
        self._clock = clock
        self._facts = facts

    async def of(self, guild: GuildId, user: UserId, viewer: UserId) -> Profile | None:
        """Return somebody's profile; nothing of who never played a match there to its end.

        Raises `KeepsToThemself`.
        """
        await self._facts.catch_up()
        async with self._database.snapshot() as reading:
            player = await open_player(reading, user, viewer)
            if player is None:
                return None
            whom = Whom(guild, player.key)
            sums = await profile_queries.sums_of(reading, whom)
            if sums is None:
                return None
            return await self._profile(reading, user, viewer, whom, player.listing, sums)

    async def curve(
        self, guild: GuildId, user: UserId, ruleset: str, matches: int
    ) -> tuple[CurvePoint, ...]:
        """Return how somebody's rating of all time went over so many rated matches.

        Who may see it is not asked here.
        """
        async with self._database.reading() as reading:
            player = await rating_queries.find(reading, user)
            if player is None:
                return ()
            return tuple(
                await profile_queries.curve(
                    reading, LeaderboardKey(guild, ruleset), player.key, matches
                )
            )

    async def rated(self, number: MatchId) -> RatedMatch | None:
        """Return what a match did to ratings, if it was rated. Who may see it is not asked here."""
        async with self._database.reading() as reading:
            return await profile_queries.rated(reading, number)

    async def _profile(
        self,
        reading: Reading,
        user: UserId,
        viewer: UserId,
        whom: Whom,
        listing: Listing,
        sums: Sums,
    ) -> Profile:
        guild, now = whom.guild, self._clock.now()
        season = await seasons.running(reading, guild)
        against = None
        if viewer != user:
            other = await rating_queries.find(reading, viewer)
            against = HeadToHead()
            if other is not None:
                against = await profile_queries.head_to_head(reading, whom, other.key)
        return Profile(
            user=user,
            listing=listing,
            season=season,
            ratings=await _ratings(reading, whom, user, season, now),
            sums=sums,
            records=tuple(await profile_queries.records(reading, whom)),
            openings=tuple(await profile_queries.openings(reading, whom)),
            against=against,
            titles=tuple(await seasons.titles(reading, guild, whom.player)),
            badges=tuple(await profile_queries.badges(reading, whom)),
            still_counted=bool(await profile_queries.uncounted(reading, 1)),
        )


async def open_player(reading: Reading, user: UserId, viewer: UserId) -> Player | None:
    """Return a person's key if somebody may look at what is kept of them.

    Raises `KeepsToThemself`.
    """
    player = await rating_queries.find(reading, user)
    if player is not None and player.listing is Listing.LEFT_OFF and viewer != user:
        raise KeepsToThemself(user)
    return player


async def _ratings(
    reading: Reading, whom: Whom, user: UserId, season: Season | None, now: Instant
) -> tuple[RulesetRating, ...]:
    of_all_time = await profile_queries.all_time_ratings(reading, whom)
    by_matches = sorted(of_all_time, key=lambda name: (-of_all_time[name].matches, name))
    found = []
    for ruleset in by_matches:
        table = LeaderboardKey(whom.guild, ruleset)
        all_time = await rating_queries.own(reading, table, ALL_TIME, user)
        if all_time is None or not all_time.rating.matches:
            continue
        scope: Scope | None = None if season is None else season.id
        lately = None if scope is None else await rating_queries.own(reading, table, scope, user)
        found.append(
            RulesetRating(ruleset, _stood(all_time, now), _stood(lately, now) if lately else None)
        )
    return tuple(found)


def _stood(own: Own, now: Instant) -> Stood:
    rating: PlayerRating = own.rating
    return Stood(rating.at(now), own.place, rating.matches)

"""The weekly digest of a server: its contents, and its schedule."""

from dataclasses import dataclass
from typing import Final

from bot.db.database import Database, Reading, Writing
from bot.features.digests import queries as digest_queries
from bot.features.digests.queries import DigestSpan, Results, Sees
from bot.features.outbox import queries as outbox_queries
from bot.features.outbox.entries import OutboxEntry, OutboxKind, Upkeep
from bot.features.settings import queries as settings_queries
from bot.features.settings.server import ServerSettings
from bot.features.standings import curves, player_queries, seasons
from bot.features.standings import queries as rating_queries
from bot.features.standings.curves import Riser
from bot.features.standings.queries import LeaderboardKey, Listing, RankedPlayer
from bot.features.standings.seasons import Season
from bot.jobs.clock import Clock
from bot.match.calendar import WEEK
from bot.match.clock import DAY
from bot.match.identity import GuildId, Instant, Revision, Seconds
from bot.match.match import Match

MOST_WEEKS: Final = 5
"""How many weeks a digest covers at most, if earlier digests could not be posted."""
MOST_PAIRS: Final = 8
MOST_NUMBERS: Final = 4
"""How many matches of a pair a digest lists by number."""
MOST_RISERS: Final = 3
MOST_DEADLINES: Final = 5
MOST_FINALISTS: Final = 5
SOON: Final = Seconds(2 * DAY)
"""A digest reports the deadlines of players within this time."""
NO_RESULTS: Final = Results()


@dataclass(frozen=True, slots=True)
class Closest:
    """The match of the week, and how often its lead in cats changed."""

    match: Match
    changes: int


@dataclass(frozen=True, slots=True)
class FinalTable:
    """The first players of a ruleset at the end of a season."""

    ruleset: str
    first: tuple[RankedPlayer, ...]


@dataclass(frozen=True, slots=True)
class WeekOfServer:
    """The events of a time span in a server, and its next deadlines.

    `deadlines` are the first matches to run out of time soon; `more_deadlines` says whether others
    follow. `closed` is the last season that ended with players on its `tables`, and `running` a
    season that ends within a week.
    """

    stretch: DigestSpan
    results: Results = NO_RESULTS
    closest: Closest | None = None
    risers: tuple[Riser, ...] = ()
    deadlines: tuple[Match, ...] = ()
    more_deadlines: bool = False
    closed: Season | None = None
    tables: tuple[FinalTable, ...] = ()
    running: Season | None = None

    @property
    def is_quiet(self) -> bool:
        """Whether nothing happened that is worth reading about."""
        return not (self.results.meetings or self.risers or self.deadlines or self.tables)


async def _next_at(
    writing: Writing, entry: OutboxEntry, revision: Revision | None, now: Instant
) -> Instant:
    """Return when the digest after `revision` is due; without a revision, the first one."""
    settings = await settings_queries.find(writing, GuildId(entry.subject))
    return settings.digest_at.after(now if revision is None else Instant(revision))


WEEKLY_DIGEST: Final = OutboxKind("weekly digest", Upkeep.POST, next_at=_next_at)
"""The digest of a server. Its revision is the end of the time that it covers, in epoch seconds."""


class WeeklyDigests:
    """Collects the events of servers for their digests."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def week_of(self, due: OutboxEntry, sees: Sees) -> WeekOfServer:
        """Return the digest that is due. One digest makes up for all that were missed.

        Name no match from a channel that its readers do not see.
        """
        guild = GuildId(due.subject)
        async with self._database.snapshot() as reading:
            settings = await settings_queries.find(reading, guild)
            # The span ends when the digest was last due, not when posting was last tried.
            until = settings.digest_at.until(self._clock.now())
            return await _week(reading, _stretch(guild, Instant(due.shown_revision), until), sees)

    async def up_to_now(self, guild: GuildId, sees: Sees) -> WeekOfServer:
        """Return a server's digest as of now, without posting it."""
        now = self._clock.now()
        async with self._database.snapshot() as reading:
            entry = await outbox_queries.find(reading, WEEKLY_DIGEST, guild)
            is_planned = entry is not None and entry.is_pending
            since = Instant(entry.shown_revision) if entry and is_planned else Instant(now - WEEK)
            return await _week(reading, _stretch(guild, since, now), sees)


async def plan_digest(
    writing: Writing,
    guild: GuildId,
    before: ServerSettings,
    settings: ServerSettings,
    now: Instant,
) -> None:
    """Schedule the next digest by the new settings.

    A digest never repeats an event, even one posted before digests were turned off. If a digest is
    scheduled already, the start of its time span stays.
    """
    is_new = settings.digest_channel != before.digest_channel
    if not is_new and settings.digest_at == before.digest_at:
        return
    if settings.digest_channel is None:
        await outbox_queries.cancel(writing, WEEKLY_DIGEST, guild)
        return
    since, due_at = settings.digest_at.until(now), settings.digest_at.after(now)
    entry = await outbox_queries.find(writing, WEEKLY_DIGEST, guild)
    if entry is not None:
        posted = Instant(entry.shown_revision)
        since = posted if entry.is_pending else max(posted, since)
    await outbox_queries.plan(writing, WEEKLY_DIGEST, guild, Revision(int(since)), due_at)


def _stretch(guild: GuildId, since: Instant, until: Instant) -> DigestSpan:
    since = max(since, Instant(until - MOST_WEEKS * WEEK))
    return DigestSpan(guild, min(since, until), until)


async def _week(reading: Reading, stretch: DigestSpan, sees: Sees) -> WeekOfServer:
    guild, until = stretch.guild, stretch.until
    soon = Instant(until + SOON)
    ending = await digest_queries.ending(reading, guild, soon, sees, MOST_DEADLINES + 1)
    closed, tables = await _ended_season(reading, stretch)
    return WeekOfServer(
        stretch,
        results=await digest_queries.results(reading, stretch, sees, MOST_PAIRS, MOST_NUMBERS),
        closest=await _closest(reading, stretch, sees),
        risers=tuple(await curves.risers(reading, guild, stretch.since, until, MOST_RISERS)),
        deadlines=tuple(ending[:MOST_DEADLINES]),
        more_deadlines=len(ending) > MOST_DEADLINES,
        closed=closed,
        tables=tables,
        running=await _ending_season(reading, stretch),
    )


async def _closest(reading: Reading, stretch: DigestSpan, sees: Sees) -> Closest | None:
    closest = await digest_queries.closest(reading, stretch, sees)
    return None if closest is None else Closest(*closest)


async def _ended_season(
    reading: Reading, stretch: DigestSpan
) -> tuple[Season | None, tuple[FinalTable, ...]]:
    """Return the last season that ended in a time span with players on a table."""
    for season in reversed(await seasons.of_server(reading, stretch.guild)):
        if season.ended_at is None or season.ended_at >= stretch.until:
            continue
        if season.ended_at < stretch.since:
            break
        tables = [
            FinalTable(ruleset, tuple(first))
            for ruleset in await seasons.rulesets(reading, season)
            if (first := await _first_of(reading, season, ruleset))
        ]
        if tables:
            return season, tuple(tables)
    return None, ()


async def _first_of(reading: Reading, season: Season, ruleset: str) -> list[RankedPlayer]:
    table = LeaderboardKey(season.guild, ruleset)
    first = await rating_queries.page(reading, table, season.id, 0, MOST_FINALISTS)
    return [each for each in first if await _may_be_named(reading, each)]


async def _may_be_named(reading: Reading, ranked: RankedPlayer) -> bool:
    """Return whether a digest may name a player, because leaderboards list them."""
    player = None if ranked.user is None else await player_queries.find(reading, ranked.user)
    return player is None or player.listing is Listing.LISTED


async def _ending_season(reading: Reading, stretch: DigestSpan) -> Season | None:
    running = await seasons.running(reading, stretch.guild)
    if running is None or running.ends_at is None or running.ends_at > stretch.until + WEEK:
        return None
    return running

"""Every service, over one database and one clock."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Final, Protocol, runtime_checkable

from bot.address import DatabaseAddress
from bot.consequences import (
    ADMISSION,
    BEGUN,
    CHALLENGES,
    COMPETITIONS,
    ERASERS,
    FOLLOWUPS,
    OF_DEPARTURES,
    OF_OUTAGES,
    OF_PREFERENCES,
    OF_SETTINGS,
    PAIRS_OF_MATCHES,
    RESULTS,
    UNDER_WAY,
    VENUES,
    breaks_of,
    log_ladder,
    log_managed,
    member_gone,
    places_of,
    tournaments_won,
    who_is_gone,
)
from bot.db.database import Database, Reading
from bot.db.errors import AnotherBotsDatabase, translating_read_errors
from bot.db.opening import settle
from bot.db.program import StoredValue, load_number, load_value, store_value, whole_number_in
from bot.db.statements import execute
from bot.errors import NotStored
from bot.features.analysis.service import Analyses
from bot.features.analysis.what_if import WhatIfs
from bot.features.boards.posts import Posts
from bot.features.boards.queries import BOARD
from bot.features.boards.service import Boards, BoardSearches
from bot.features.boards.venues import Threads
from bot.features.challenges import block_queries
from bot.features.challenges import queries as challenge_queries
from bot.features.challenges.admission import Blocks
from bot.features.challenges.pairs import SecondMatches
from bot.features.challenges.rematches import Rematches
from bot.features.challenges.service import Challenges
from bot.features.conditional.service import Plans
from bot.features.digests.service import WeeklyDigests
from bot.features.hints.service import Hints
from bot.features.ladders.managing import ManagedLadders
from bot.features.ladders.running import RunningLadders
from bot.features.ladders.service import Ladders
from bot.features.ladders.writer import LadderWriter
from bot.features.learning.service import Lessons
from bot.features.matches import queries as match_queries
from bot.features.matches.competitions import CompetitionNames
from bot.features.matches.exports import Exports
from bot.features.matches.listing import Games
from bot.features.matches.service import Matches
from bot.features.matches.takebacks import Takebacks
from bot.features.matches.writer import MatchWriter
from bot.features.moderation.bans import MemberBans
from bot.features.moderation.service import MatchModeration
from bot.features.notifications import queries as notification_queries
from bot.features.notifications.direct_messages import DirectMessageAccess
from bot.features.notifications.service import Notifications
from bot.features.outbox import queries as outbox_queries
from bot.features.outbox.service import Outbox
from bot.features.pages.service import SharedPages
from bot.features.people.newcomers import Newcomers
from bot.features.people.service import Departures
from bot.features.practice.opponent import Opponents
from bot.features.practice.service import Habits, PracticeRatings, PracticeStarter
from bot.features.privacy.queries import is_anything_kept
from bot.features.privacy.service import Privacy
from bot.features.profiles.counting import StatisticsLook
from bot.features.profiles.service import Histories, Profiles
from bot.features.puzzles.posts import PuzzlePosts
from bot.features.puzzles.runs import PuzzleRuns
from bot.features.puzzles.service import Puzzles
from bot.features.replay.service import Replays
from bot.features.settings.service import PeoplesPreferences, ServersSettings
from bot.features.standings import player_queries
from bot.features.standings import queries as rating_queries
from bot.features.standings.leaderboards import Leaderboards, PublicTables
from bot.features.standings.listings import Listings
from bot.features.standings.player_queries import key_of
from bot.features.standings.ratings import Ratings
from bot.features.standings.seasons import Seasons
from bot.features.time.outages import Absences, Clocks
from bot.features.time.service import Vacations
from bot.features.tournaments.managing import ManagedTournaments
from bot.features.tournaments.running import RunningTournaments
from bot.features.tournaments.service import Tournaments
from bot.features.tournaments.winners import Winners
from bot.features.tournaments.writer import TournamentWriter
from bot.features.watching.service import Spectators
from bot.game.chance import Chance
from bot.jobs.arrivals import Arrivals
from bot.jobs.clock import Clock, ProcessPresence
from bot.jobs.database_opening import open_database_as_leader
from bot.jobs.fleet import Fleet
from bot.jobs.jobs import OutboxLook, deliver_by, schedule
from bot.jobs.leadership import Leadership
from bot.jobs.runner import Runner
from bot.match.identity import Instant


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Counts of live matches and outdated boards, and when the next message is due."""

    matches_live: int
    boards_unshown: int
    due_at: Instant | None


@runtime_checkable
class CachingService(Protocol):
    """A service that keeps rows in memory; other processes may change them."""

    def forget_known(self) -> None:
        """Clear the cache."""


async def next_due(reading: Reading) -> Instant | None:
    """Return when the first message is due to be shown or sent."""
    moments = await execute(
        outbox_queries.next_due(reading),
        notification_queries.next_due(reading),
    )
    return min((each for each in moments if each is not None), default=None)


class Services:
    """Every service, on a database on which this process leads, alone or with others."""

    def __init__(
        self, database: Database, leadership: Leadership, clock: Clock, chance: Chance
    ) -> None:
        self.clock: Final = clock
        self.leadership: Final = leadership
        self.presence: Final = ProcessPresence()
        self.jobs: Final = Runner(database, clock)
        self.arrivals: Final = Arrivals(clock)
        self.exports: Final = Exports()

        self.settings: Final = ServersSettings(database, clock, OF_SETTINGS)
        self.preferences: Final = PeoplesPreferences(database, clock, OF_PREFERENCES)
        self.outbox: Final = Outbox(database, clock)
        self.notifications: Final = Notifications(database, clock)
        self.direct_messages: Final = DirectMessageAccess(database, clock, is_anything_kept)

        writer = MatchWriter(FOLLOWUPS, self.presence)
        self.matches: Final = Matches(database, clock, writer, self.arrivals)
        self.games: Final = Games(database, clock)
        self.competitions: Final = CompetitionNames(database, COMPETITIONS, PAIRS_OF_MATCHES)
        self.takebacks: Final = Takebacks(database, clock, writer)
        self.plans: Final = Plans(database, clock, writer)
        self.hints: Final = Hints(database, clock, writer)
        self.spectators: Final = Spectators(database, clock)
        self.replays: Final = Replays(database, self.matches)
        self.analyses: Final = Analyses(database, clock, self.replays)
        self.what_ifs: Final = WhatIfs(self.analyses, self.replays)

        self.boards: Final = Boards(database, clock, VENUES, writer)
        self.board_searches: Final = BoardSearches()
        self.posts: Final = Posts(database, clock, notification_queries.is_recorded)
        self.threads: Final = Threads(database, clock)

        self.practising: Final = PracticeStarter(database, clock, chance, ADMISSION, writer)
        self.opponents: Final = Opponents(database, clock, writer, self.matches)
        self.practice_ratings: Final = PracticeRatings(database, clock)
        self.habits: Final = Habits(database)
        self.challenges: Final = Challenges(database, clock, chance, ADMISSION, CHALLENGES, writer)
        self.rematches: Final = Rematches(
            database, clock, chance, ADMISSION, CHALLENGES, writer, self.practising.rematch
        )
        self.second_matches: Final = SecondMatches(
            database, clock, chance, ADMISSION, CHALLENGES, writer
        )
        self.blocks: Final = Blocks(database, clock)

        self.clocks: Final = Clocks(database, clock, OF_OUTAGES, self.presence)
        self.absences: Final = Absences(database, clock, writer, OF_OUTAGES)
        self.vacations: Final = Vacations(database, clock, writer)
        self.departures: Final = Departures(database, clock, writer, OF_DEPARTURES)
        self.newcomers: Final = Newcomers(database, clock, BEGUN)
        self.moderation: Final = MatchModeration(
            database, clock, writer, RESULTS, notification_queries.said_in
        )
        self.bans: Final = MemberBans(database, clock, places_of, member_gone)
        self.privacy: Final = Privacy(
            database, clock, self.exports, writer, CHALLENGES.close_all, key_of, ERASERS, UNDER_WAY
        )

        self.ratings: Final = Ratings(database, clock)
        self.seasons: Final = Seasons(database, clock)
        self.listings: Final = Listings(database)
        self.leaderboards: Final = Leaderboards(database, clock, self.exports)
        self.public_tables: Final = PublicTables(database, clock, self.settings)
        self.pages: Final = SharedPages(database, clock, self.settings, player_queries.are_listed)
        self.statistics: Final = StatisticsLook(database)
        self.histories: Final = Histories(database, self.statistics)
        self.profiles: Final = Profiles(database, clock, self.statistics, tournaments_won)

        tournaments = TournamentWriter(
            writer, rating_queries.strengths, block_queries.blocks_among, who_is_gone
        )
        self.tournaments: Final = Tournaments(
            database, clock, chance, ADMISSION.require_may_enter, tournaments
        )
        self.managed_tournaments: Final = ManagedTournaments(
            database, clock, tournaments, log_managed
        )
        self.running_tournaments: Final = RunningTournaments(
            database, clock, tournaments, self.departures.look_listed
        )
        self.winners: Final = Winners(database, clock)
        ladders = LadderWriter(writer, breaks_of, who_is_gone)
        self.ladders: Final = Ladders(database, clock, chance, ADMISSION.require_may_enter, ladders)
        self.managed_ladders: Final = ManagedLadders(database, clock, ladders, log_ladder)
        self.running_ladders: Final = RunningLadders(
            database, clock, ladders, self.departures.look_listed
        )

        self.lessons: Final = Lessons(database, clock)
        self.puzzles: Final = Puzzles(database, clock)
        self.puzzle_runs: Final = PuzzleRuns(database, clock)
        self.puzzle_posts: Final = PuzzlePosts(database, clock)
        self.weekly_digests: Final = WeeklyDigests(database, clock)

        services = list(vars(self).values())
        for service in services:
            self.jobs.add(service)
        self._caching: Final = [each for each in services if isinstance(each, CachingService)]
        self._database = database

    async def belong_to(self, application: int) -> None:
        """Tie the database to a bot. Raise `AnotherBotsDatabase` if it belongs to another."""
        async with self._database.writing() as writing:
            owner = await load_value(writing, StoredValue.APPLICATION)
            if owner is None:
                await store_value(writing, StoredValue.APPLICATION, str(application))
                return
            number = whole_number_in(owner, StoredValue.APPLICATION)
            if number != application:
                raise AnotherBotsDatabase(self._database.address, number, application)

    def forget_known(self) -> None:
        """Clear the caches of rows that other processes may change."""
        for each in self._caching:
            each.forget_known()

    async def resume(self, shard: int = 0) -> None:
        """Release the messages that the previous process had claimed but not shown or sent.

        If several processes share the shards, release only the messages that belong to `shard`.
        """
        now = self.clock.now()
        async with self._database.writing() as writing:
            await outbox_queries.resume(writing, shard, now)
            await notification_queries.resume(writing, shard, now)
            await schedule(writing, OutboxLook(writing.process), now)

    async def take_over(self, shard: int, shard_count: int) -> None:
        """Begin to serve a shard that another process may have served until now."""
        await self.resume(shard)
        self.presence.take_over(shard, shard_count, self.clock.now())

    async def next_due(self) -> Instant | None:
        """Return when the first message is due to be shown or sent."""
        async with self._database.reading() as reading:
            return await next_due(reading)

    async def deliver_again(self) -> None:
        """Make failed messages due at once, because Discord answers requests again."""
        now = self.clock.now()
        async with self._database.writing() as writing:
            await execute(
                notification_queries.retry(writing, now),
                outbox_queries.retry(writing, now),
                deliver_by(writing, now),
            )

    async def snapshot(self) -> Snapshot:
        """Count live matches and boards that are out of date."""
        async with self._database.reading() as reading:
            live, unshown = await execute(
                match_queries.count_live(reading), outbox_queries.count_pending(reading, BOARD)
            )
            return Snapshot(live, unshown, await next_due(reading))

    def observe_transactions(self, observe: Callable[[float], None]) -> None:
        """Call `observe` after each transaction with the seconds that it took."""
        self._database.observe = observe

    async def load_value(self, name: StoredValue) -> str | None:
        """Return a stored value."""
        async with self._database.reading() as reading:
            return await load_value(reading, name)

    async def load_number(self, name: StoredValue) -> float | None:
        """Return a stored number. Raise `UnreadableRow` if it is not a number."""
        async with self._database.reading() as reading:
            return await load_number(reading, name)

    @property
    def not_storing(self) -> NotStored | None:
        """The error of the last attempt to store something; None if it succeeded."""
        return self._database.failing

    async def store_value(self, name: StoredValue, value: str) -> None:
        """Store a value."""
        async with self._database.writing() as writing:
            await store_value(writing, name, value)


@asynccontextmanager
async def open_services(
    address: DatabaseAddress, clock: Clock, chance: Chance, processes: int = 1
) -> AsyncIterator[Services]:
    """Open the database, take the lead on it, and migrate it.

    If several processes share the work, this one joins the others.

    Raise the subclasses of `StoreRefusal`.
    """
    async with open_database_as_leader(address, processes) as (database, leadership):
        with translating_read_errors(address):
            await match_queries.check_rulesets(
                database, (match_queries.rulesets_kept, challenge_queries.rulesets_kept)
            )
        await settle(database)
        services = Services(database, leadership, clock, chance)
        if isinstance(leadership, Fleet):
            leadership.on_renewal = services.forget_known
        with translating_read_errors(address):
            await services.clocks.resume()
            if leadership.is_first:
                services.presence.resumed_at = clock.now()
                await services.jobs.resume()
        yield services

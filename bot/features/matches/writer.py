"""Writing new and changed matches, with all consequences, in one transaction."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from math import nextafter

from bot.db.database import Reading, Writing
from bot.db.statements import AnyStatement, defer, expect_row
from bot.features.matches import queries as match_queries
from bot.features.matches import turn_queries
from bot.features.matches.jobs import lost_time, schedule_beginning, schedule_change
from bot.features.matches.queries import MatchToPlay, QueryReminders, ToPlayQueries
from bot.jobs.arrivals import ANSWERED_WITHIN
from bot.jobs.backoff import GRACE
from bot.jobs.clock import ProcessPresence
from bot.match.clock import ReminderPreference
from bot.match.identity import ChannelId, Instant, MatchId, PerSeat, Ply, Seconds
from bot.match.match import Match
from bot.match.playing import CompleteTurn


@dataclass(frozen=True, slots=True)
class MatchChange:
    """A match before and after a change, and the moment of the change."""

    before: Match
    after: Match
    now: Instant
    grace: Seconds = GRACE
    """How long the code that made the change may take to show it, before a job does."""
    reminders: Sequence[ReminderPreference] | None = None
    """When the players want to be reminded; None if it was not read with the match."""

    @property
    def show_at(self) -> Instant:
        """When a job shows the change."""
        return Instant(self.now + self.grace)

    @property
    def ends(self) -> bool:
        """Whether the change ends the match."""
        return self.after.outcome is not None and self.before.outcome is None

    @property
    def starts_clock(self) -> bool:
        """Whether both players are ready now, so that the first turn can be played."""
        return self.before.clock.awaits_ready and not self.after.clock.awaits_ready

    @property
    def starts_after_board(self) -> bool:
        """Whether the only change is that a player's first board was posted."""
        before, after = self.before, self.after
        is_same = after.revision == before.revision
        return is_same and after.clock.awaits_board != before.clock.awaits_board

    @property
    def passes_turn(self) -> bool:
        """Whether the change begins another turn, or ends the match.

        After a turn and its reply are taken back, the same player is to move, but at another ply.
        """
        before, after = self.before, self.after
        return self.starts_clock or (after.to_move, after.ply) != (before.to_move, before.ply)


Consequence = Callable[[Writing, MatchChange], Awaitable[None]]
"""Writes one feature's consequences of a change."""


@dataclass(frozen=True, slots=True)
class MatchBeginning:
    """A new match, and when each player's board is due."""

    match: Match
    boards_at: PerSeat[Instant]

    @property
    def show_at(self) -> Instant:
        """When the first board is due."""
        return min(at for _, at in self.boards_at)


Opening = Callable[[Writing, MatchBeginning], Awaitable[None]]
"""Writes one feature's consequences of the beginning of a match."""


@dataclass(frozen=True, slots=True)
class Followups:
    """The actions of other features when a match begins or changes, in order.

    `bot.consequences` passes them in, so that features do not depend on each other. They write in
    the same transaction, and defer statements whose results they do not need to its next trip.
    """

    counts_from: Callable[[Reading, Match, Instant], Awaitable[Instant]]
    """Returns the moment at which an action in a match counts as done."""
    starts: Callable[[Writing, Match, Instant], Awaitable[Match]]
    """Returns a new match as it begins: its clock may be stopped from the start."""
    query_reminders: QueryReminders
    """Queries when users want to be reminded of their turns."""
    plays_on: Callable[[Writing, MatchToPlay, CompleteTurn, Instant], Awaitable[CompleteTurn]]
    """Returns a turn with the conditional moves that follow it, if any."""
    openings: tuple[Opening, ...]
    consequences: tuple[Consequence, ...]


class MatchWriter:
    """Writes matches, with all consequences."""

    def __init__(self, followups: Followups, presence: ProcessPresence) -> None:
        self._followups = followups
        self._presence = presence

    def query_to_play(self, writing: Writing, number: MatchId) -> ToPlayQueries:
        """Query a match to play in by its number, and lock it."""
        return match_queries.query_to_play(writing, self._followups.query_reminders, number)

    def query_to_play_in(self, writing: Writing, channel: ChannelId) -> ToPlayQueries:
        """Query the latest match of a thread or channel to play in, and lock it."""
        return match_queries.query_to_play_in(writing, self._followups.query_reminders, channel)

    async def lost_time(self, reading: Reading, match: Match, now: Instant) -> Seconds:
        """Return how long the bot was away from a match by minutes, up to now."""
        return await lost_time(reading, match, now, self._presence)

    async def counts_from(self, reading: Reading, match: Match, now: Instant) -> Instant:
        """Return the moment at which an action in a match counts as done.

        In a match by minutes, only a turn makes the flag fall. While the flag waits for a turn that
        Discord received in time, any other action counts as done before the deadline.
        """
        if match.clock.is_by_minutes:
            return _before_flag(match, Instant(now - await self.lost_time(reading, match, now)))
        return await self._followups.counts_from(reading, match, now)

    async def begin(
        self,
        writing: Writing,
        match: Match,
        now: Instant,
        boards_at: PerSeat[Instant] | None = None,
    ) -> Match:
        """Store a new match, and return it as it has begun.

        Its boards are due at `boards_at`; by default, the caller has a grace period to show them.
        """
        match = await self._followups.starts(writing, match, now)
        defer(match_queries.insert(writing, match), schedule_beginning(writing, match))
        soon = Instant(now + GRACE)
        beginning = MatchBeginning(match, boards_at or PerSeat(soon, soon))
        for opening in self._followups.openings:
            await opening(writing, beginning)
        return match

    async def change(
        self,
        writing: Writing,
        before: Match,
        after: Match,
        now: Instant,
        *more: AnyStatement,
        grace: Seconds = GRACE,
        also: Consequence | None = None,
        reminders: Sequence[ReminderPreference] | None = None,
    ) -> None:
        """Write the state of a match, then `more` statements, then all consequences.

        `also` is a consequence of the caller's, written last. `reminders` says when the players
        want to be reminded, if that was read with the match.
        """
        defer(
            expect_row(
                match_queries.update(writing, before, after),
                f"match {after.id} changed inside a transaction",
            ),
            *more,
            schedule_change(writing, before, after),
        )
        change = MatchChange(before, after, now, grace, reminders)
        for consequence in self._followups.consequences:
            await consequence(writing, change)
        if also is not None:
            await also(writing, change)

    async def play(
        self,
        writing: Writing,
        to_play: MatchToPlay,
        played: CompleteTurn,
        now: Instant,
        also: Consequence | None = None,
    ) -> CompleteTurn:
        """Write a turn, and return it with the planned turns that followed it."""
        before = to_play.match
        if to_play.has_plans:
            played = await self._followups.plays_on(writing, to_play, played, now)
        turns = []
        for ply, step in enumerate((played.step, *played.replies), before.ply + 1):
            user = before.seats.user_of(step.before.to_move)
            turns.append(turn_queries.append_turn(writing, played.match, Ply(ply), step, user))
        await self.change(
            writing, before, played.match, now, *turns, also=also, reminders=to_play.reminders
        )
        return played


def _before_flag(match: Match, now: Instant) -> Instant:
    deadline = match.clock.deadline
    if deadline is None or now >= deadline + ANSWERED_WITHIN:
        return now
    return min(now, Instant(nextafter(deadline, 0.0)))

"""Actions of players in matches: find a match, play, offer draws, resign."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Final, TypeVar

from bot.db.database import Database, Reading, Writing
from bot.features.matches import queries as match_queries
from bot.features.matches import turn_queries
from bot.features.matches.access import Viewer, require_visible
from bot.features.matches.errors import (
    NoMatchHere,
    NoSuchMatch,
    NotYourTurnAnywhere,
    SeveralMatches,
    StaleBoard,
    require_apart,
    require_revision,
    require_turn,
)
from bot.features.matches.jobs import LOOK_EVERY, ClockLook, ClockStart, TimeOut
from bot.features.matches.queries import QUERIES, QueryToPlay
from bot.features.matches.writer import Consequence, MatchWriter
from bot.game import Kind, Seat, Turn
from bot.jobs.arrivals import Arrivals
from bot.jobs.backoff import NO_GRACE
from bot.jobs.clock import Clock
from bot.jobs.runner import job
from bot.match.ending import answer_draw, call_off, claim_draw, offer_draw
from bot.match.errors import NotYourTurn
from bot.match.identity import Instant, MatchId, Place, Ply, Revision, Seconds, UserId
from bot.match.match import Match, OfferAnswer
from bot.match.playing import (
    CompleteTurn,
    DraftedTurn,
    Past,
    RanOut,
    add_day,
    place,
    play,
    ready,
    resign,
    run_out,
    show_boards,
)
from bot.match.terms import home_at, server_of

Done = TypeVar("Done", CompleteTurn, CompleteTurn | DraftedTurn | Match)


class Matches:
    """Finds matches, plays turns, offers and claims draws, resigns, and ends matches by time.

    If the player to move has run out of time, each action returns the match as it ended by time.
    """

    def __init__(
        self, database: Database, clock: Clock, writer: MatchWriter, arrivals: Arrivals
    ) -> None:
        self._database = database
        self._clock = clock
        self._writer = writer
        self._arrivals = arrivals
        self._moves = 0

    @property
    def moves(self) -> int:
        """How many turns were played since the process started, including the bot's."""
        return self._moves

    def count_moves(self, played: int) -> None:
        """Add to the number of turns that were played."""
        self._moves += played

    async def find(self, number: MatchId) -> Match:
        """Return a match. Raise `NoSuchMatch`."""
        async with self._database.reading() as reading:
            match = await match_queries.find(reading, number)
        if match is None:
            raise NoSuchMatch(number)
        return match

    async def live_of(self, user: UserId) -> list[Match]:
        """List a user's live matches: those waiting for the user first, the longest wait first."""
        async with self._database.reading() as reading:
            live = await match_queries.live_of_user(reading, user)
        return sorted(live, key=lambda match: not match.awaits(user))

    async def resolve_to_play(self, viewer: Viewer, named: MatchId | None) -> Match:
        """Return the match in which a user wants to place a piece.

        This is the named match, or else the match of this thread, or else the only match with their
        turn in this place, or else in this server, or else at all. In a server, matches of other
        servers are not considered. Raise `NoSuchMatch`, `SeveralMatches`, `NoMatchHere`,
        `NotYourTurn` or `NotYourTurnAnywhere`; a user who does not play in it is refused later.
        """
        found = await self._named_or_of_thread(viewer, named)
        if found is not None:
            return found
        live = await self._live_within_reach(viewer)
        turns = [match for match in live if match.to_move == viewer.user]
        if not turns and len(live) == 1:
            raise NotYourTurn(live[0])
        if not turns:
            raise NotYourTurnAnywhere(tuple(live))
        return _only_match(_nearest_matches(turns, viewer.place))

    async def resolve_to_see(self, viewer: Viewer, named: MatchId | None) -> Match:
        """Return the match that a user wants to look at or to resign.

        This is the named match, or else the match of this thread, or else their only live match in
        the nearest place, as in `resolve_to_play`. Raise `NoSuchMatch`, `SeveralMatches` or
        `NoMatchHere`; a user who does not play in it is refused later, unless they only look.
        """
        found = await self._named_or_of_thread(viewer, named)
        if found is not None:
            return found
        return _only_match(_nearest_matches(await self._live_within_reach(viewer), viewer.place))

    async def _named_or_of_thread(self, viewer: Viewer, named: MatchId | None) -> Match | None:
        if named is not None:
            return require_visible(viewer, await self.find(named))
        return await self.of_thread(viewer.place)

    async def of_thread(self, place: Place) -> Match | None:
        """Return the latest match of a thread, live or finished; None in other places."""
        latest = await self._latest_of_thread(place, most=1)
        return latest[0] if latest else None

    async def last_two_of_thread(self, place: Place) -> Sequence[Match]:
        """List the latest match of a thread and the one before it, the newest first."""
        return await self._latest_of_thread(place, most=2)

    async def _latest_of_thread(self, place: Place, most: int) -> Sequence[Match]:
        async with self._database.reading() as reading:
            here = await match_queries.of_channel(reading, place.channel, most)
        return [match for match in here if match.venue.is_thread]

    async def _live_within_reach(self, viewer: Viewer) -> list[Match]:
        """List a user's live matches; in a server, only those of that server.

        Raise `NoMatchHere` if there are none.
        """
        live, guild = await self.live_of(viewer.user), server_of(home_at(viewer.place))
        if guild is not None:
            live = [match for match in live if match.venue.guild == guild]
        if not live:
            raise NoMatchHere
        return live

    async def play(
        self,
        user: UserId,
        number: MatchId,
        turn: Turn,
        expected_revision: Revision | None = None,
    ) -> CompleteTurn | RanOut:
        """Play a whole turn; the player keeps a seam piece that it does not lay.

        `expected_revision` is the revision of the clicked board, if there is one. If a click is
        repeated, return the result of the first. Raise `NoSuchMatch`, `StaleBoard`, and what
        `bot.match.playing.play` raises.
        """

        def act(match: Match, past: Past, now: Instant) -> CompleteTurn:
            return play(match, user, turn, now, past)

        def as_expected(match: Match | None) -> Match:
            return require_revision(match, number, expected_revision)

        query = partial(self._writer.query_to_play, number=number)
        try:
            done = await self._turn_in(user, query, as_expected, act)
        except StaleBoard as stale:
            async with self._database.reading() as reading:
                done = await _done_before(reading, stale.match, user, turn, expected_revision)
            if done is None:
                raise
        if done is None:
            raise AssertionError(f"match {number} was left alone")
        return done

    async def place(
        self,
        viewer: Viewer,
        named: MatchId | None,
        choose_turn: Callable[[Match], Turn | None],
        also: Consequence | None = None,
    ) -> CompleteTurn | DraftedTurn | RanOut | Match:
        """Play the turn that `choose_turn` returns for a match, or draft it if it is incomplete.

        `resolve_to_play` finds the match. If `choose_turn` returns None, return the match
        unchanged. If anything changes, write `also` in the same transaction. Raise what
        `resolve_to_play` and `bot.match.playing.place` raise.
        """

        def act(match: Match, past: Past, now: Instant) -> CompleteTurn | DraftedTurn | Match:
            turn = choose_turn(match)
            return match if turn is None else place(match, viewer.user, turn, now, past)

        def in_thread(match: Match | None) -> Match | None:
            return match if match is not None and match.venue.is_thread else None

        def visible(match: Match | None) -> Match:
            if match is None:
                raise NoSuchMatch(named or MatchId(0))
            return require_visible(viewer, match)

        if named is None:
            query_here = partial(self._writer.query_to_play_in, channel=viewer.place.channel)
            done = await self._turn_in(viewer.user, query_here, in_thread, act, also)
            if done is not None:
                return done
            named = (await self.resolve_to_play(viewer, None)).id
        query = partial(self._writer.query_to_play, number=named)
        done = await self._turn_in(viewer.user, query, visible, act, also)
        if done is None:
            raise AssertionError(f"match {named} was left alone")
        return done

    async def claim_draw(self, user: UserId, number: MatchId, expected_revision: Revision) -> Match:
        """End a match as a draw by repetition.

        Raise `NoSuchMatch`, `StaleBoard`, and what `bot.match.ending.claim_draw` raises.
        """
        return await self._change_at(
            number, expected_revision, lambda match, now: claim_draw(match, user, now)
        )

    async def offer_draw(self, user: UserId, number: MatchId, expected_ply: Ply) -> Match:
        """Offer a draw, or accept the opponent's; the user has seen `expected_ply` turns.

        Raise what `require_turn` and `bot.match.ending.offer_draw` raise.
        """
        return await self._change_apart(
            number,
            lambda match: require_turn(match, number, expected_ply),
            lambda match, now: offer_draw(match, user, now),
        )

    async def answer_draw(
        self, user: UserId, number: MatchId, expected_revision: Revision, answer: OfferAnswer
    ) -> Match:
        """Accept or decline a draw offer, or withdraw the user's own.

        Raise `NoSuchMatch`, `StaleBoard`, and what `bot.match.ending.answer_draw` raises.
        """
        return await self._change_at(
            number, expected_revision, lambda match, now: answer_draw(match, user, answer, now)
        )

    async def add_day(self, user: UserId, number: MatchId, expected_ply: Ply) -> Match:
        """Add a day to the opponent's time; the user has seen `expected_ply` turns.

        Raise what `require_turn` and `bot.match.playing.add_day` raise.
        """
        return await self._change_apart(
            number,
            lambda match: require_turn(match, number, expected_ply),
            lambda match, now: add_day(match, user, now),
        )

    async def ready(self, user: UserId, number: MatchId) -> Match:
        """Record that a player is ready; the clock starts once both players are.

        Raise `NoSuchMatch`, `NotAPlayer` or `MatchOver`.
        """
        return await self._change_at(
            # Not the moment that the action counts from: the clock must not start in the past.
            number,
            None,
            lambda match, _: ready(match, user, self._clock.now()),
        )

    async def resign(self, user: UserId, number: MatchId) -> Match:
        """Resign. Raise `NoSuchMatch`, `NotAPlayer` or `MatchOver`."""
        return await self._change_at(number, None, lambda match, now: resign(match, user, now))

    async def call_off(self, user: UserId, number: MatchId) -> Match:
        """End a match without a result, before both players have moved.

        Raise `NoSuchMatch`, `NotAPlayer`, `MatchOver` or `TooLateToCallOff`.
        """
        return await self._change_at(number, None, lambda match, now: call_off(match, user, now))

    @job(TimeOut)
    async def end_by_time(self, due: TimeOut) -> Instant | None:
        """End a match whose player to move has run out of time."""
        now = self._clock.now()

        async def act(writing: Writing, matches: list[Match | None]) -> Instant | None:
            [match] = matches
            if match is None or match.outcome is not None:
                return None
            match = await self._give_back(writing, match, now)
            due_by, flag_at = match.clock.deadline, match.clock.flag_at
            if due_by is None or flag_at is None or now < flag_at:
                # An outage gave time back.
                return flag_at
            # Wait for both players: the opponent may have accepted a draw in time.
            players = tuple(match.seats)
            if match.clock.is_by_minutes and self._arrivals.is_any_before(due_by, players):
                return Instant(now + _AGAIN)
            ended = run_out(match, now)
            if ended is not None:
                await self._writer.change(writing, match, ended, now, grace=NO_GRACE)
            return None

        return await self._database.transact(
            act, lambda writing: [match_queries.find_to_change(writing, due.match)]
        )

    @job(ClockLook)
    async def look_at_clock(self, due: ClockLook) -> Instant | None:
        """Add its lost time to a match by minutes, and return when to look again."""
        now = self._clock.now()

        async def act(writing: Writing, matches: list[Match | None]) -> Instant | None:
            [match] = matches
            if match is None or match.outcome is not None:
                return None
            await self._give_back(writing, match, now)
            return Instant(now + LOOK_EVERY)

        return await self._database.transact(
            act, lambda writing: [match_queries.find_to_change(writing, due.match)]
        )

    @job(ClockStart)
    async def start_clocks(self, due: ClockStart) -> None:
        """Start the clocks that still wait for a board."""
        now = self._clock.now()

        async def act(writing: Writing, matches: list[Match | None]) -> None:
            [match] = matches
            started = None if match is None else show_boards(match, Seat, now)
            if match is not None and started is not None and started is not match:
                await self._writer.change(writing, match, started, now, grace=NO_GRACE)

        await self._database.transact(
            act, lambda writing: [match_queries.find_to_change(writing, due.match)]
        )

    async def _give_back(self, writing: Writing, match: Match, now: Instant) -> Match:
        """Add its lost time to a match by minutes, and return the match.

        Its revision stays, so that a player who is choosing a turn can go on.
        """
        lost = await self._writer.lost_time(writing, match, now)
        if not lost:
            return match
        after = replace(_put_off(match, lost), changed_at=now)
        await self._writer.change(writing, match, after, now, grace=NO_GRACE)
        return after

    async def find_at(self, number: MatchId, revision: Revision) -> Match:
        """Return the match of a board that was clicked. Raise `NoSuchMatch` or `StaleBoard`."""
        return require_revision(await self.find(number), number, revision)

    async def kind_placed_last(self, match: Match) -> Kind | None:
        """Return the kind that the player to move placed last in a match, if any."""
        async with self._database.reading() as reading:
            turn = await QUERIES.turn_of_match(
                reading.connection, match_id=match.id, ply=Ply(match.ply - 1)
            ).first(Turn)
        return None if turn is None else turn.placement.kind

    async def _turn_in(
        self,
        user: UserId,
        ask: QueryToPlay,
        resolve: Callable[[Match | None], Match | None],
        act: Callable[[Match, Past, Instant], Done],
        also: Consequence | None = None,
    ) -> Done | RanOut | None:
        """Act in the match that `ask` finds, or return None if `resolve` does."""
        asked_at = self._clock.now()

        async def turn(writing: Writing, answers: list[Any]) -> Done | RanOut | None:
            to_play = match_queries.read_to_play(*answers)
            match = resolve(None if to_play is None else to_play.match)
            if to_play is None or match is None:
                return None
            if match.clock.is_by_minutes and _may_be_late(match, user):
                match, now = await self._as_it_came(writing, match)
            else:
                now = await self._writer.counts_from(writing, match, asked_at)
            late = run_out(match, now)
            if late is not None:
                await self._writer.change(writing, to_play.match, late, now, also=also)
                return RanOut(late)
            done = act(match, to_play.past, now)
            if isinstance(done, CompleteTurn):
                done = await self._writer.play(writing, to_play, done, now, also)
            elif isinstance(done, DraftedTurn) and done.match is not match:
                # A draft gives no delay back: otherwise, drafts could hold the clock.
                drafted = replace(done.match, clock=to_play.match.clock)
                done = DraftedTurn(drafted)
                await self._writer.change(writing, to_play.match, drafted, now, also=also)
            return done

        done = await self._database.transact(turn, ask)
        self._arrivals.stored()
        if isinstance(done, CompleteTurn):
            self.count_moves(1 + len(done.replies))
        return done

    async def _as_it_came(self, writing: Writing, match: Match) -> tuple[Match, Instant]:
        """Return a match by minutes with its clock adjusted for a turn that is stored now.

        The mover does not pay for an outage or for the delay until now, and the opponent's clock
        starts now.
        """
        now = self._clock.now()
        lost = max(await self._writer.lost_time(writing, match, now), self._arrivals.transit_time())
        return _put_off(match, lost), now

    async def _change_at(
        self,
        number: MatchId,
        expected_revision: Revision | None,
        act: Callable[[Match, Instant], Match],
    ) -> Match:
        """Change a match by an action other than a turn, at the revision of the clicked board."""
        return await self._change_apart(
            number, lambda match: require_apart(match, number, expected_revision), act
        )

    async def _change_apart(
        self,
        number: MatchId,
        require: Callable[[Match | None], Match],
        act: Callable[[Match, Instant], Match],
    ) -> Match:
        """Change a match by an action other than a turn, or end it if its time has run out."""
        asked_at = self._clock.now()

        async def change(writing: Writing, matches: list[Match | None]) -> Match:
            match = require(matches[0])
            now = await self._writer.counts_from(writing, match, asked_at)
            after = run_out(match, now) or act(match, now)
            if after is not match:
                await self._writer.change(writing, match, after, now)
            return after

        return await self._database.transact(
            change, lambda writing: [match_queries.find_to_change(writing, number)]
        )


_AGAIN: Final = Seconds(0.25)
"""Seconds between two checks of a flag that waits for a turn sent in time."""


def _nearest_matches(matches: Sequence[Match], place: Place) -> Sequence[Match]:
    """Return the matches played in this place, or else those in its server, or else all."""
    here = [match for match in matches if match.venue.is_in(place)]
    return here or [match for match in matches if match.venue.is_open_to(place)] or matches


def _only_match(matches: Sequence[Match]) -> Match:
    if len(matches) > 1:
        raise SeveralMatches(tuple(matches))
    return matches[0]


def _may_be_late(match: Match, user: UserId) -> bool:
    """Return whether the flag falls if a user's turn comes after the deadline."""
    return user == match.to_move and not match.clock.awaits_ready


def _put_off(match: Match, by: Seconds) -> Match:
    return replace(match, clock=match.clock.put_off(by))


async def _done_before(
    reading: Reading, match: Match, user: UserId, turn: Turn, expected_revision: Revision | None
) -> CompleteTurn | None:
    """Return the result of the same turn if it was played at that revision already."""
    if expected_revision is None:
        return None
    steps = await turn_queries.steps_at(reading, match, Revision(expected_revision + 1))
    if not steps or match.seats.user_of(steps[0].before.to_move) != user:
        return None
    step, *replies = steps
    return CompleteTurn(match, step, tuple(replies)) if _is_same(turn, step.turn) else None


def _is_same(requested: Turn, done: Turn) -> bool:
    """Return whether two turns are the same; the request may omit the leaves."""
    return requested.leaves in ((), done.leaves) and requested == replace(
        done, leaves=requested.leaves, wins=requested.wins
    )

"""What people can do in matches."""

from collections.abc import Callable
from functools import partial
from typing import Final, TypeVar

import structlog

from bot.game import Entry, Square, Squares, Step, Turn
from bot.host.changing import store_change
from bot.host.clock import Clock
from bot.host.demanding import demand_apart, demand_seen
from bot.host.errors import NoSuchMatch, StaleBed
from bot.host.meant import MatchesMeant
from bot.host.resting import done_at
from bot.host.setting_aside import SetAside
from bot.host.turns import store_turn
from bot.match.calling_off import call_off
from bot.match.drawing import answer_draw, claim_draw, offer_draw
from bot.match.giving import give_day
from bot.match.identity import Instant, MatchId, Revision, UserId
from bot.match.match import Match
from bot.match.offers import OfferAnswer
from bot.match.playing import (
    Drafted,
    Past,
    Played,
    RanOut,
    choose,
    lay,
    lift,
    play,
    play_as_named,
    resign,
    run_out,
)
from bot.store import matches, takebacks
from bot.store.database import Database, Reading

_log: Final = structlog.get_logger(__name__)

Done = TypeVar("Done", Played, Drafted, Played | Drafted)


class Matches(MatchesMeant):
    """Placing and all that a turn asks for, claiming, resigning, and running out of time.

    Each deed gives the match as it ended by itself when the player to move had run out of time.
    """

    def __init__(self, database: Database, clock: Clock) -> None:
        super().__init__(database, clock)
        self._aside: SetAside[MatchId] = SetAside(clock)
        self._moves = 0

    @property
    def moves(self) -> int:
        """How many turns were played since the start of the process, the bot's too."""
        return self._moves

    def count_moves(self, played: int) -> None:
        """Count so many turns more that were played."""
        self._moves += played

    async def play(
        self, user: UserId, number: MatchId, turn: Turn, seen: Revision | None = None
    ) -> Played | Drafted | RanOut:
        """Play a turn, or draft it when something that it needs is not named.

        `seen` is the revision of the bed that was clicked, if one was; the same click once more
        gives what the first one did. Raises `NoSuchMatch`, `StaleBed`, and what
        `bot.match.playing.play` raises.
        """

        def deed(match: Match, past: Past, now: Instant) -> Played | Drafted:
            return play(match, user, turn, now, past)

        return await self._play_once(user, number, turn, seen, deed)

    async def play_as_named(
        self, user: UserId, number: MatchId, turn: Turn, seen: Revision
    ) -> Played | Drafted | RanOut:
        """Play a turn to which nothing is to be asked; a seam piece that it does not lay is kept.

        The same click once more gives what the first one did. Raises `NoSuchMatch`, `StaleBed`, and
        what `bot.match.playing.play_as_named` raises.
        """

        def deed(match: Match, past: Past, now: Instant) -> Played | Drafted:
            return play_as_named(match, user, turn, now, past)

        return await self._play_once(user, number, turn, seen, deed)

    async def _play_once(
        self,
        user: UserId,
        number: MatchId,
        turn: Turn,
        seen: Revision | None,
        deed: Callable[[Match, Past, Instant], Played | Drafted],
    ) -> Played | Drafted | RanOut:
        """Do something of a turn, or give what the same click has done before."""
        try:
            return await self._turn(user, number, seen, deed)
        except StaleBed as stale:
            async with self._database.reading() as reading:
                before = await _done_before(reading, stale.match, user, turn, seen)
            if before is None:
                raise
            return before

    async def choose(
        self, user: UserId, number: MatchId, seen: Revision, leaves: Squares
    ) -> Played | Drafted | RanOut:
        """Go on with the draft by the squares that leave the bed.

        Raises `NoSuchMatch`, `StaleBed`, and what `bot.match.playing.choose` raises.
        """

        def deed(match: Match, past: Past, now: Instant) -> Played | Drafted:
            return choose(match, user, leaves, now, past)

        return await self._turn(user, number, seen, deed)

    async def lay(
        self, user: UserId, number: MatchId, seen: Revision, entry: Entry | None
    ) -> Played | RanOut:
        """Complete the draft by laying the seam piece, or by keeping it where none is named.

        Raises `NoSuchMatch`, `StaleBed`, and what `bot.match.playing.lay` raises.
        """

        def deed(match: Match, past: Past, now: Instant) -> Played:
            return lay(match, user, entry, now, past)

        return await self._turn(user, number, seen, deed)

    async def lift(
        self, user: UserId, number: MatchId, seen: Revision, square: Square
    ) -> Drafted | RanOut:
        """Begin a turn by the recall that it demands.

        Raises `NoSuchMatch`, `StaleBed`, and what `bot.match.playing.lift` raises.
        """

        def deed(match: Match, _: Past, now: Instant) -> Drafted:
            return lift(match, user, square, now)

        return await self._turn(user, number, seen, deed)

    async def claim_draw(self, user: UserId, number: MatchId, seen: Revision) -> Match:
        """End a match as drawn by repetition.

        Raises `NoSuchMatch`, `StaleBed`, and what `bot.match.playing.claim_draw` raises.
        """
        return await self._apart(number, seen, lambda match, now: claim_draw(match, user, now))

    async def offer_draw(self, user: UserId, number: MatchId, seen: Revision) -> Match:
        """Offer a draw, or accept the opponent's.

        Raises `NoSuchMatch`, `StaleBed`, and what `bot.match.playing.offer_draw` raises.
        """
        return await self._apart(number, seen, lambda match, now: offer_draw(match, user, now))

    async def answer_draw(
        self, user: UserId, number: MatchId, seen: Revision, said: OfferAnswer
    ) -> Match:
        """Accept or decline a draw that is offered, or take one's own offer back.

        Raises `NoSuchMatch`, `StaleBed`, and what `bot.match.playing.answer_draw` raises.
        """
        return await self._apart(
            number, seen, lambda match, now: answer_draw(match, user, said, now)
        )

    async def give_day(self, user: UserId, number: MatchId, seen: Revision) -> Match:
        """Give the opponent a day.

        Raises `NoSuchMatch`, `StaleBed`, and what `bot.match.giving.give_day` raises.
        """
        return await self._apart(number, seen, lambda match, now: give_day(match, user, now))

    async def resign(self, user: UserId, number: MatchId) -> Match:
        """Give a match up. Raises `NoSuchMatch`, `NotAPlayer` or `MatchOver`."""
        return await self._apart(number, None, lambda match, now: resign(match, user, now))

    async def call_off(self, user: UserId, number: MatchId) -> Match:
        """End a match without a result, before both have moved.

        Raises `NoSuchMatch`, `NotAPlayer`, `MatchOver` or `TooLateToCallOff`.
        """
        return await self._apart(number, None, lambda match, now: call_off(match, user, now))

    async def run_out_due(self, most: int) -> list[MatchId]:
        """End up to so many matches whose player to move has run out of time."""
        now = self._clock.now()
        async with self._database.reading() as reading:
            due = await matches.out_of_time(reading, now, self._aside.reach(most))
        ended = []
        for number in [each for each in due if each not in self._aside][:most]:
            try:
                await self._run_out(number, now)
            except Exception:
                # One match that cannot be read holds up no other.
                _log.exception("match not ended", match=number)
                self._aside.add(number)
            else:
                ended.append(number)
        return ended

    async def _run_out(self, number: MatchId, now: Instant) -> None:
        async with self._database.writing() as writing:
            match = await matches.find(writing, number)
            ended = run_out(match, now) if match else None
            if match and ended:
                await store_change(writing, match, ended, now)

    async def seen(self, number: MatchId, revision: Revision) -> Match:
        """Give the match of a bed that was clicked. Raises `NoSuchMatch` or `StaleBed`."""
        return demand_seen(await self.find(number), number, revision)

    async def steps_shown(self, match: Match, revision: Revision) -> tuple[Step, ...]:
        """Give the turns that a bed of that revision told; none before the first.

        They may have been taken back since.
        """
        async with self._database.reading() as reading:
            return await takebacks.steps_shown(reading, match, revision)

    async def _turn(
        self,
        user: UserId,
        number: MatchId,
        seen: Revision | None,
        deed: Callable[[Match, Past, Instant], Done],
    ) -> Done | RanOut:
        """Do something of a turn in one transaction, and store what became of the match."""
        now = self._clock.now()
        questions = partial(matches.ask_to_play, number=number)
        async with self._database.writing_what(questions) as (writing, answers):
            found = matches.read_to_play(*answers)
            if found is None:
                raise NoSuchMatch(number)
            match = demand_seen(found.match, number, seen)
            now = await done_at(writing, match, now)
            late = run_out(match, now)
            if late is not None:
                await store_change(writing, match, late, now)
                return RanOut(late)
            done = deed(match, found.past, now)
            if isinstance(done, Played):
                done = await store_turn(writing, found, done, now)
            elif done.match is not match:
                await store_change(writing, match, done.match, now)
        if isinstance(done, Played):
            self.count_moves(1 + len(done.replies))
        return done

    async def _apart(
        self, number: MatchId, seen: Revision | None, deed: Callable[[Match, Instant], Match]
    ) -> Match:
        """Change a match outside of its turns; it ends by time, if that had run out before."""
        now = self._clock.now()
        async with self._database.writing() as writing:
            match = demand_apart(await matches.find(writing, number), number, seen)
            now = await done_at(writing, match, now)
            after = run_out(match, now) or deed(match, now)
            await store_change(writing, match, after, now)
        return after


async def _done_before(
    reading: Reading, match: Match, user: UserId, turn: Turn, seen: Revision | None
) -> Played | Drafted | None:
    """Give what a turn has done already that was asked for at the revision seen, if it has."""
    if seen is None:
        return None
    draft = match.draft
    if draft is not None and draft.placement is not None and match.to_move == user:
        # A draft holds no seam piece: that is what it waits for last.
        waiting = Turn(draft.placement, draft.leaves, recall=draft.recall, seam=turn.seam)
        if _has_all_of(waiting, turn):
            return Drafted(match)
    steps = await matches.steps_at(reading, match, Revision(seen + 1))
    if not steps or match.seats.user_of(steps[0].before.to_move) != user:
        return None
    step, *replies = steps
    return Played(match, step, tuple(replies)) if _has_all_of(step.turn, turn) else None


def _has_all_of(done: Turn, asked: Turn) -> bool:
    """Tell whether a turn that was done has every part that the one asked for names."""
    return (
        asked.placement == done.placement
        and asked.leaves in ((), done.leaves)
        and asked.recall in (None, done.recall)
        and asked.seam in (None, done.seam)
    )

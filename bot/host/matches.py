"""What people can do in matches, and which match they mean."""

from collections.abc import Awaitable, Sequence

from bot.game import Entry, Position, Square, Squares, Step, Turn
from bot.game import play as play_turn
from bot.host.challenges import GRACE
from bot.host.clock import Clock
from bot.host.errors import (
    NoMatchHere,
    NoSuchMatch,
    NotYourTurnAnywhere,
    SeveralMatches,
    StaleBed,
)
from bot.match.errors import NotAPlayer, NotYourTurn
from bot.match.identity import Instant, MatchId, Place, Revision, UserId
from bot.match.match import Match
from bot.match.playing import Drafted, Past, Played, choose, claim_draw, lay, lift, play, resign
from bot.store import beds, matches, notices
from bot.store.database import Database, Reading, Writing, in_one_go
from bot.store.notices import NoticeKind


class Matches:
    """Placing, choosing, resigning, and finding the match that is meant."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock
        self.moves = 0
        """How many turns were played since the start of the process."""

    async def play(
        self, user: UserId, number: MatchId, turn: Turn, seen: Revision | None = None
    ) -> Played | Drafted:
        """Play a turn, or draft it when it leaves a choice that the turn does not name.

        `seen` is the revision of the bed that was clicked, if one was; the same click once more
        gives what the first one did. Raises `NoSuchMatch`, `StaleBed`, and what
        `bot.match.playing.play` raises.
        """
        now = self._clock.now()
        async with self._database.writing() as writing:
            try:
                match, past = await self._with_past(writing, number, seen)
            except StaleBed as stale:
                before = await _done_before(writing, stale.match, user, turn, seen)
                if before is None:
                    raise
                return before
            done = play(match, user, turn, now, past)
            await self._store(writing, match, done, user, now)
        self.moves += isinstance(done, Played)
        return done

    async def choose(
        self, user: UserId, number: MatchId, seen: Revision, leaves: Squares
    ) -> Played | Drafted:
        """Go on with the draft by the squares that leave the bed.

        Raises `NoSuchMatch`, `StaleBed`, and what `bot.match.playing.choose` raises.
        """
        now = self._clock.now()
        async with self._database.writing() as writing:
            match, past = await self._with_past(writing, number, seen)
            done = choose(match, user, leaves, now, past)
            await self._store(writing, match, done, user, now)
        self.moves += isinstance(done, Played)
        return done

    async def lay(
        self, user: UserId, number: MatchId, seen: Revision, entry: Entry | None
    ) -> Played:
        """Complete the draft by laying the seam piece, or by keeping it where none is named.

        Raises `NoSuchMatch`, `StaleBed`, and what `bot.match.playing.lay` raises.
        """
        now = self._clock.now()
        async with self._database.writing() as writing:
            match, past = await self._with_past(writing, number, seen)
            done = lay(match, user, entry, now, past)
            await self._store(writing, match, done, user, now)
        self.moves += 1
        return done

    async def lift(self, user: UserId, number: MatchId, seen: Revision, square: Square) -> Drafted:
        """Begin a turn by the recall that it demands.

        Raises `NoSuchMatch`, `StaleBed`, and what `bot.match.playing.lift` raises.
        """
        now = self._clock.now()
        async with self._database.writing() as writing:
            match = await self._at(writing, number, seen)
            done = lift(match, user, square, now)
            await self._store(writing, match, done, user, now)
        return done

    async def claim_draw(self, user: UserId, number: MatchId, seen: Revision) -> Match:
        """End a match as drawn by repetition.

        Raises `NoSuchMatch`, `StaleBed`, and what `bot.match.playing.claim_draw` raises.
        """
        now = self._clock.now()
        async with self._database.writing() as writing:
            match = await self._at(writing, number, seen)
            drawn = claim_draw(match, user, now)
            await self._update(writing, match, drawn, now)
        return drawn

    async def resign(self, user: UserId, number: MatchId) -> Match:
        """Give a match up. Raises `NoSuchMatch`, `NotAPlayer` or `MatchOver`."""
        now = self._clock.now()
        async with self._database.writing() as writing:
            match = await self._at(writing, number, None)
            resigned = resign(match, user, now)
            await self._update(writing, match, resigned, now)
        return resigned

    async def find(self, number: MatchId) -> Match:
        """Give a match. Raises `NoSuchMatch`."""
        async with self._database.reading() as reading:
            match = await matches.find(reading, number)
        if match is None:
            raise NoSuchMatch(number)
        return match

    async def seen(self, number: MatchId, revision: Revision) -> Match:
        """Give the match of a bed that was clicked. Raises `NoSuchMatch` or `StaleBed`."""
        match = await self.find(number)
        if match.revision != revision:
            raise StaleBed(match)
        return match

    async def step_shown(self, match: Match, revision: Revision) -> Step | None:
        """Give the turn that a bed of that revision showed last; none before the first."""
        async with self._database.reading() as reading:
            return await _last_step(reading, match, revision)

    async def live_of(self, user: UserId) -> list[Match]:
        """List a person's live matches: own turn first, the one that waited longest first."""
        async with self._database.reading() as reading:
            live = await matches.live_of_user(reading, user)
        return sorted(live, key=lambda match: match.to_move != user)

    async def to_play(self, user: UserId, place: Place, named: MatchId | None) -> Match:
        """Give the match in which a person means to place a piece.

        The one that is named, else the one whose thread this is, else the only one in this
        server where it is their turn. Raises `NoSuchMatch`, `SeveralMatches`, `NoMatchHere`,
        `NotYourTurn` or `NotYourTurnAnywhere`; being no player of it is for the deed to refuse.
        """
        if named is not None:
            return await self._named(user, place, named)
        own = await self.of_thread(place)
        if own is not None:
            return own
        live = await self._live_in_server(user, place)
        if not live:
            raise NoMatchHere
        turns = [match for match in live if match.to_move == user]
        if not turns and len(live) == 1:
            raise NotYourTurn(live[0])
        if not turns:
            raise NotYourTurnAnywhere(tuple(live))
        return _only(turns)

    async def to_see(self, user: UserId, place: Place, named: MatchId | None) -> Match:
        """Give the match that a person wants to look at or to resign.

        The one that is named, else the one whose thread this is, else their only live one in
        this server. Raises `NoSuchMatch`, `NotAPlayer`, `SeveralMatches` or `NoMatchHere`.
        """
        if named is not None:
            match = await self._named(user, place, named)
            if match.seat_of(user) is None and match.home.channel != place.channel:
                raise NotAPlayer(match)
            return match
        own = await self.of_thread(place)
        if own is not None:
            return own
        live = await self._live_in_server(user, place)
        if not live:
            raise NoMatchHere
        return _only(live)

    async def _named(self, user: UserId, place: Place, number: MatchId) -> Match:
        """Give the match of that number; other servers' matches are for their players alone."""
        match = await self.find(number)
        if match.seat_of(user) is None and match.home.guild != place.guild:
            raise NoSuchMatch(number)
        return match

    async def of_thread(self, place: Place) -> Match | None:
        """Give the match whose own thread this is, be it over or not."""
        async with self._database.reading() as reading:
            here = await matches.of_channel(reading, place.channel, most=1)
        return here[0] if here and here[0].home.is_thread else None

    async def _live_in_server(self, user: UserId, place: Place) -> list[Match]:
        live = await self.live_of(user)
        return [match for match in live if match.home.guild == place.guild]

    async def _at(self, writing: Writing, number: MatchId, seen: Revision | None) -> Match:
        return _demand_seen(await matches.find(writing, number), number, seen)

    async def _with_past(
        self, writing: Writing, number: MatchId, seen: Revision | None
    ) -> tuple[Match, Past]:
        """Give a match and the positions that have stood in it, for a turn to be played."""
        match, past = await matches.find_with_past(writing, number) or (None, [])
        return _demand_seen(match, number, seen), past

    async def _store(
        self, writing: Writing, before: Match, done: Played | Drafted, user: UserId, now: Instant
    ) -> None:
        if done.match is before:
            return
        turn = done.step.turn if isinstance(done, Played) else None
        record = [matches.append_turn(writing, done.match, turn, user)] if turn else []
        await self._update(writing, before, done.match, now, *record)

    async def _update(
        self,
        writing: Writing,
        before: Match,
        after: Match,
        now: Instant,
        *more: Awaitable[object],
    ) -> None:
        show_at = Instant(now + GRACE)
        statements = [
            matches.update(writing, after, before.revision),
            *more,
            beds.changed(writing, after.id, after.revision, show_at),
        ]
        if after.to_move != before.to_move:
            kind = NoticeKind.OVER if after.outcome else NoticeKind.TURN
            statements += [
                notices.answered(writing, after.id, show_at),
                notices.insert(writing, kind, show_at, match=after.id, ply=after.ply),
            ]
        changed, *_ = await in_one_go(*statements)
        if not changed:
            raise AssertionError(f"match {after.id} changed inside a transaction")


def _demand_seen(match: Match | None, number: MatchId, seen: Revision | None) -> Match:
    if match is None:
        raise NoSuchMatch(number)
    if seen is not None and seen != match.revision:
        raise StaleBed(match)
    return match


async def _done_before(
    reading: Reading, match: Match, user: UserId, turn: Turn, seen: Revision | None
) -> Played | Drafted | None:
    """Give what a turn has done already that was asked for at the revision seen, if it has."""
    if seen is None:
        return None
    drafted = match.draft and match.draft.placement == turn.placement
    if drafted and match.to_move == user:
        return Drafted(match)
    step = await _last_step(reading, match, Revision(seen + 1))
    if step is None or match.seats.user_of(step.before.to_move) != user:
        return None
    asked = step.turn.placement == turn.placement and turn.leaves in ((), step.turn.leaves)
    return Played(match, step) if asked else None


async def _last_step(reading: Reading, match: Match, revision: Revision) -> Step | None:
    """Play the turns up to a revision, and give the last of them."""
    position = Position.start(match.position.ruleset)
    step = None
    for turn in await matches.turns(reading, match.id, revision):
        step = play_turn(position, turn)
        position = step.after
    return step


def _only(found: Sequence[Match]) -> Match:
    if len(found) > 1:
        raise SeveralMatches(tuple(found))
    return found[0]

"""Players who leave a server or come back.

Discord does not report this to a bot without privileged intents, so the bot checks on each player
about once a day, and sooner when they are written to or listed. It stores only `left_at`, in the
player's membership. It reports a departure once, and clears `left_at` when it sees the player
again.
"""

from collections.abc import Awaitable, Callable, Collection, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Final

from bot.db.database import Database, Reading, Writing
from bot.db.statements import execute
from bot.errors import NotStored
from bot.features.matches import queries as match_queries
from bot.features.matches.access import Presence
from bot.features.matches.errors import NoSuchMatch
from bot.features.matches.writer import MatchBeginning, MatchWriter
from bot.features.people import queries as member_queries
from bot.features.people.errors import OpponentStays, PlayedApart
from bot.features.people.queries import QUERIES, DepartureEnd, MemberLook, Membership
from bot.features.settings import queries as settings_queries
from bot.features.settings.server import LeavingPolicy
from bot.game import Seat
from bot.jobs.backoff import GRACE, NO_GRACE
from bot.jobs.clock import Clock
from bot.jobs.runner import job
from bot.match.clock import DAY, HOUR
from bot.match.ending import end_for_leaving, ends_without, may_call_off
from bot.match.identity import GuildId, Instant, MatchId, Seconds, UserId
from bot.match.match import Match
from bot.match.playing import authorise_player
from bot.match.terms import VenueKind

AGAIN_AFTER: Final = Seconds(HOUR / 6)
"""How soon to check again on a user about whom Discord has reported nothing."""
SOON_AFTER: Final = HOUR
"""How long the last report about a user is considered current."""


async def knows_opponent(writing: Writing, match: Match, member: Membership, now: Instant) -> bool:
    """Return whether the opponent's last check allows them to win; else schedule a check.

    The last check allows it if it is recent. An opponent who has left too needs no check: they do
    not win. A check made a moment ago is not repeated: its answer may still come, or Discord has
    none.
    """
    opponent = await member_queries.find(writing, member.guild, match.opponent_of(member.user))
    if opponent is None or opponent.left_at is not None or now - opponent.looked_at < SOON_AFTER:
        return True
    if opponent.look_at > now + AGAIN_AFTER:
        await member_queries.put_off(writing, opponent, now)
    return False


async def look_for_who_waited(
    writing: Writing, seen: Membership, live: Sequence[Match], now: Instant
) -> None:
    """Check at once on opponents who have left, whose matches waited for a check on this user."""
    if (await settings_queries.find(writing, seen.guild)).leaving is not LeavingPolicy.FORFEITS:
        return
    for match in live:
        opponent = await member_queries.find(writing, seen.guild, match.opponent_of(seen.user))
        if opponent is not None and opponent.left_at is not None:
            await member_queries.put_off(writing, opponent, now)


LOOK_EVERY: Final = DAY
REST: Final = Seconds(30 * DAY)
"""How soon to check again on a user who left and has no match in the server."""
NEVER: Final = Instant(0.0)
"""Stands for the last check of a user who was never checked."""

Playing = tuple[GuildId, UserId]
"""A user in a server that they play in."""


async def watch_players(writing: Writing, beginning: MatchBeginning) -> None:
    """Schedule checks on the players of a new match in its server."""
    match = beginning.match
    look_at = Instant(match.started_at + LOOK_EVERY)
    for user in match.people:
        await member_queries.watch(writing, match.venue.guild, user, match.started_at, look_at)


@dataclass(frozen=True, slots=True)
class DepartureFollowups:
    """The follow-ups in other features when a player leaves a server or comes back."""

    leave_direct: Callable[[Writing, Match, Instant], Awaitable[None]]
    """Takes a match out of the players' direct messages."""
    left: Callable[[Writing, Match, Seat, Instant], Awaitable[None]]
    """Notifies the opponent of the player on a seat, at a moment, that the player has left."""
    back: Callable[[Writing, Match, Seat, Instant], Awaitable[None]]
    """Notifies the opponent of the player on a seat that the player is back."""
    gone: Callable[[Writing, GuildId, UserId, Instant], Awaitable[None]]
    """Handles the departure of a user from a server, whether they have matches or not."""


async def seats_left(writing: Writing, match: Match, now: Instant) -> list[Seat]:
    """Return the seats whose departure to report when a match moves back to the server.

    The departures did not matter in direct messages. Check on these players at once. That check
    reports a departure that happened after the last check, or that ends the match.
    """
    seats = []
    for user in match.people:
        member = await member_queries.find(writing, match.venue.guild, user)
        if member is None or member.left_at is None:
            continue
        await member_queries.put_off(writing, member, now)
        settings = await settings_queries.find(writing, member.guild)
        if match.started_at <= member.looked_at and settings.leaving is not LeavingPolicy.FORFEITS:
            seats.append(_seat(match, member))
    return seats


class Departures:
    """Detects which players leave, and what happens to their matches."""

    def __init__(
        self,
        database: Database,
        clock: Clock,
        writer: MatchWriter,
        followups: DepartureFollowups,
    ) -> None:
        self._database = database
        self._clock = clock
        self._writer = writer
        self._followups = followups
        self._gone: set[Playing] | None = None

    async def begin_look(self, due: MemberLook) -> Membership | None:
        """Return the user to check now, and put off the next check.

        Delete the membership of a user without a match in the server, unless they have left or were
        never checked: leaderboards need those checks.
        """
        now, gone = self._clock.now(), await self._departed_users()
        async with self._database.writing() as writing:
            member = await member_queries.find(writing, due.guild, due.user)
            if member is None:
                return None
            if _is_looked_for(member) or await _live(writing, member):
                await member_queries.put_off(writing, member, Instant(now + AGAIN_AFTER))
                return member
            await member_queries.forget(writing, member)
        gone.discard((member.guild, member.user))
        return None

    async def look_soon(self, people: Iterable[Playing]) -> None:
        """Schedule checks on these users: at once, or an hour after they were checked last.

        This is called when something of theirs is shown; if it cannot be stored, they are checked
        within a day anyway.
        """
        with suppress(NotStored):
            await self._look_soon(people)

    async def _look_soon(self, people: Iterable[Playing]) -> None:
        now = self._clock.now()
        async with self._database.reading() as reading:
            known: list[Membership | None] = await execute(
                *(member_queries.find(reading, *each) for each in set(people))
            )
        due = [
            (member, look_at)
            for member in known
            if member
            and member.look_at > (look_at := Instant(max(now, member.looked_at + SOON_AFTER)))
        ]
        if not due:
            return
        async with self._database.writing() as writing:
            for member, look_at in due:
                await member_queries.put_off(writing, member, look_at)

    async def look_listed(self, guild: GuildId, users: Collection[UserId]) -> None:
        """Schedule checks, about once a day, on users who are listed on a leaderboard or a ladder.

        If these cannot be stored, the next call schedules them.
        """
        with suppress(NotStored):
            await self._look_listed(guild, users)

    async def _look_listed(self, guild: GuildId, users: Collection[UserId]) -> None:
        now = self._clock.now()
        async with self._database.reading() as reading:
            known = await execute(*(member_queries.find(reading, guild, user) for user in users))
        old = [
            (user, member)
            for user, member in zip(users, known, strict=True)
            if member is None or (member.look_at > now and now - member.looked_at >= LOOK_EVERY)
        ]
        if not old:
            return
        async with self._database.writing() as writing:
            for user, member in old:
                if member is None:
                    await member_queries.watch(writing, guild, user, NEVER, now)
                else:
                    await member_queries.put_off(writing, member, now)

    async def put_off(self, member: Membership) -> None:
        """Check on a user again tomorrow, because Discord gave no answer now."""
        async with self._database.writing() as writing:
            await member_queries.put_off(writing, member, Instant(self._clock.now() + LOOK_EVERY))

    async def record_activity(self, guild: GuildId, user: UserId) -> tuple[MatchId, ...]:
        """Record that a user acted in a server, which only its members can.

        Return the matches with something to report, if they were away until now.
        """
        if (guild, user) not in await self._departed_users():
            return ()
        return await self.record(guild, user, Presence.MEMBER)

    async def record(self, guild: GuildId, user: UserId, seen: Presence) -> tuple[MatchId, ...]:
        """Record whether a user is in a server; return the matches that this changes.

        When the user has left, notify their opponents there once, or end the matches at once if the
        server's settings say so. When the user is back, notify the opponents of that.
        """
        now, gone = self._clock.now(), await self._departed_users()
        async with self._database.writing() as writing:
            member = await member_queries.find(writing, guild, user)
            if member is None:
                return ()
            if seen is Presence.UNREACHABLE:
                for match in await _live(writing, member):
                    if match.venue.kind is VenueKind.DIRECT:
                        await self._followups.leave_direct(writing, match, now)
            live = _of_server(await _live(writing, member))
            if seen is not Presence.MEMBER:
                after, changed = await _gone_now(
                    self._writer, self._followups, writing, member, live, now
                )
                await self._followups.gone(writing, guild, user, now)
            else:
                after, changed = await _back_now(self._followups, writing, member, live, now)
                await look_for_who_waited(writing, member, live, now)
            await member_queries.keep(writing, after)
        if after.left_at is None:
            gone.discard((guild, user))
        else:
            gone.add((guild, user))
        return changed

    def forget_known(self) -> None:
        """Forget the cached departures: other processes may have recorded some."""
        self._gone = None

    async def departed_seats(self, match: Match) -> tuple[Seat, ...]:
        """Return the seats of a live match whose players are known to have left its server."""
        if match.outcome is not None or not match.venue.is_in_server:
            return ()
        gone, guild = await self._departed_users(), match.venue.guild
        return tuple(seat for seat in Seat if (guild, match.seats.user_of(seat)) in gone)

    async def end_match(self, user: UserId, number: MatchId) -> Match:
        """End a match for a player whose opponent has left the server, and return it.

        Raise `NoSuchMatch`, `NotAPlayer`, `MatchOver`, `PlayedApart` or `OpponentStays`.
        """
        asked_at = self._clock.now()

        async def act(writing: Writing, matches: list[Match | None]) -> Match:
            match = matches[0]
            if match is None:
                raise NoSuchMatch(number)
            seat = authorise_player(match, user)
            if not match.venue.is_in_server:
                raise PlayedApart(match)
            gone = await _seats_gone(writing, match)
            if seat.other not in gone:
                raise OpponentStays(match)
            now = await self._writer.counts_from(writing, match, asked_at)
            ended = end_for_leaving(match, gone, now)
            await self._writer.change(writing, match, ended, now)
            return ended

        return await self._database.transact(
            act, lambda writing: [match_queries.find_to_change(writing, number)]
        )

    async def plays_in_person(self, member: Membership) -> bool:
        """Return whether a user has a match of this server in their direct messages."""
        async with self._database.reading() as reading:
            live = await _live(reading, member)
        return len(live) > len(_of_server(live))

    @job(DepartureEnd)
    async def end_when_due(self, due: DepartureEnd) -> Instant | None:
        """End the matches without a limit of time whose player was absent for long enough."""
        now = self._clock.now()
        async with self._database.writing() as writing:
            member = await member_queries.find(writing, due.guild, due.user)
            if member is None or member.ends_at is None or member.ends_at > now:
                return None if member is None else member.ends_at
            live = _of_server(await _live(writing, member))
            over = [match for match in live if _is_over(match, member, now)]
            await _end(self._writer, writing, over, member, now, NO_GRACE)
            left = [match for match in live if match not in over]
            await member_queries.keep(writing, replace(member, ends_at=_ends_at(left, member)))
        return None

    async def _departed_users(self) -> set[Playing]:
        """Return the users who have left, from a cache: every action looks up its user here.

        Call this before a transaction that changes the cache, so that nothing can fail after its
        commit.
        """
        if self._gone is None:
            async with self._database.reading() as reading:
                query = QUERIES.members_gone(reading.connection)
                gone = set(await query.all(tuple[GuildId, UserId]))
            if self._gone is None:
                self._gone = gone
        return self._gone


async def _seats_gone(reading: Reading, match: Match) -> list[Seat]:
    """Return the seats of a match whose players have left its server."""
    guild, found = match.venue.guild, {}
    for seat in Seat:
        found[seat] = await member_queries.find(reading, guild, match.seats.user_of(seat))
    return [seat for seat, each in found.items() if each is not None and each.left_at is not None]


async def _live(reading: Reading, member: Membership) -> list[Match]:
    live = await match_queries.live_of_user(reading, member.user)
    return [match for match in live if match.venue.guild == member.guild]


def _is_looked_for(member: Membership) -> bool:
    """Return whether checks on the user go on without a live match."""
    return member.left_at is not None or member.looked_at == NEVER


def _of_server(live: Sequence[Match]) -> list[Match]:
    """Leave out matches in direct messages: they can go on after a player left the server."""
    return [match for match in live if match.venue.is_in_server]


async def _gone_now(
    writer: MatchWriter,
    followups: DepartureFollowups,
    writing: Writing,
    member: Membership,
    live: Sequence[Match],
    now: Instant,
) -> tuple[Membership, tuple[MatchId, ...]]:
    later = LOOK_EVERY if live else REST
    after = replace(
        member, looked_at=now, look_at=Instant(now + later), left_at=member.left_at or now
    )
    settings = await settings_queries.find(writing, member.guild)
    if settings.leaving is LeavingPolicy.FORFEITS:
        ready = [match for match in live if await knows_opponent(writing, match, member, now)]
        await _end(writer, writing, ready, member, now)
        for match in filter(may_call_off, ready):
            # The result of a match that was called off does not give the reason.
            await followups.left(writing, match, _seat(match, member), Instant(now + GRACE))
        # When the opponent turns out to be there, that schedules another check of this user.
        look_at = after.look_at if len(ready) == len(live) else Instant(now + AGAIN_AFTER)
        return replace(after, look_at=look_at, ends_at=None), tuple(match.id for match in ready)
    # The opponent in a match that began after the departure does not know of it yet.
    news = [
        match for match in live if member.left_at is None or match.started_at > member.looked_at
    ]
    for match in news:
        await followups.left(writing, match, _seat(match, member), Instant(now + GRACE))
    ends_at = _ends_at(live, after)
    return replace(after, ends_at=ends_at), tuple(match.id for match in news)


async def _back_now(
    followups: DepartureFollowups,
    writing: Writing,
    member: Membership,
    live: Sequence[Match],
    now: Instant,
) -> tuple[Membership, tuple[MatchId, ...]]:
    after = replace(
        member, looked_at=now, look_at=Instant(now + LOOK_EVERY), left_at=None, ends_at=None
    )
    if member.left_at is None:
        return after, ()
    for match in live:
        await followups.back(writing, match, _seat(match, member), now)
    return after, tuple(match.id for match in live)


async def _end(
    writer: MatchWriter,
    writing: Writing,
    live: Sequence[Match],
    member: Membership,
    now: Instant,
    grace: Seconds = GRACE,
) -> None:
    for match in live:
        gone = {*await _seats_gone(writing, match), _seat(match, member)}
        moment = await writer.counts_from(writing, match, now)
        ended = end_for_leaving(match, gone, moment)
        await writer.change(writing, match, ended, moment, grace=grace)


def _seat(match: Match, member: Membership) -> Seat:
    return match.seat_of(member.user) or Seat.ORANGE


def _ends_at(live: Sequence[Match], member: Membership) -> Instant | None:
    moments = [_ending(match, member) for match in live]
    return min((moment for moment in moments if moment is not None), default=None)


def _ending(match: Match, member: Membership) -> Instant | None:
    return None if member.left_at is None else ends_without(match, member.left_at)


def _is_over(match: Match, member: Membership, now: Instant) -> bool:
    moment = _ending(match, member)
    return moment is not None and moment <= now

"""What users can do with challenges."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Protocol

from bot.db.database import Database, Reading, Writing
from bot.features.challenges import queries as challenge_queries
from bot.features.challenges.admission import Admission
from bot.features.challenges.challenging import (
    CounterOffer,
    Friend,
    agree_on_second,
    answer,
    as_first_match,
    authorise_rematch,
    become,
    begin,
    counter,
    expire,
    is_same,
    is_second_due,
    offer,
    offer_rematch,
)
from bot.features.challenges.errors import (
    BlockedOpponent,
    ChallengeClosed,
    ChallengedAlready,
    LacksRole,
    RematchBegun,
    RematchCountered,
    RematchOffered,
    RolesUnknown,
    TakesNoAnswer,
)
from bot.features.challenges.lobby import (
    WAITS_FOR,
    OwnTerms,
    Sees,
    fits,
    is_by_default,
    is_shown,
    require_list,
)
from bot.features.challenges.policy import require_no_block
from bot.features.challenges.queries import LOBBY_PANEL, QUERIES, ChallengeExpiry, PostedChallenge
from bot.features.matches import queries as match_queries
from bot.features.matches.errors import NoSuchChallenge, NoSuchMatch
from bot.features.matches.writer import MatchWriter
from bot.features.outbox import queries as outbox_queries
from bot.features.outbox.entries import OutboxEntry
from bot.features.settings import queries as settings_queries
from bot.features.settings.server import ServerSettings
from bot.game.chance import Chance
from bot.jobs.backoff import GRACE, NO_GRACE
from bot.jobs.clock import Clock
from bot.jobs.runner import job
from bot.match.challenge import (
    NO_PARTICULARS,
    Challenge,
    ChallengeAnswer,
    ChallengeDisplay,
    ChallengeState,
    Particulars,
    StakesBy,
)
from bot.match.identity import (
    ChallengeId,
    GuildId,
    InServer,
    Instant,
    MatchId,
    MessageId,
    Revision,
    RoleId,
    Seconds,
    UserId,
)
from bot.match.match import Match
from bot.match.terms import Note, Stakes, Terms, VenueKind

Consequence = Callable[[Writing, Challenge, Instant], Awaitable[None]]
"""Writes one feature's consequences of a challenge's new state, due at a moment."""


class ChallengeWriter:
    """Writes challenges that have changed, with all consequences."""

    def __init__(self, consequences: tuple[Consequence, ...]) -> None:
        self._consequences = consequences

    async def change(
        self,
        writing: Writing,
        challenge: Challenge,
        before: Revision,
        now: Instant,
        grace: float = GRACE,
    ) -> None:
        """Write the new state of a challenge whose revision was `before`."""
        show_at = Instant(now + grace)
        if not await challenge_queries.update(writing, challenge, before, show_at):
            raise AssertionError(f"challenge {challenge.id} changed inside a transaction")
        for consequence in self._consequences:
            await consequence(writing, challenge, show_at)

    async def close_all(self, writing: Writing, user: UserId, now: Instant) -> list[ChallengeId]:
        """Cancel a user's own challenges and decline those to them; return their numbers."""
        closed = await QUERIES.open_challenges_of(writing.connection, user_id=user).all(ChallengeId)
        for number in closed:
            posted = await challenge_queries.find(writing, number)
            if posted is None:
                raise AssertionError(f"challenge {number} went inside a transaction")
            before = posted.challenge
            reply = ChallengeAnswer.CANCEL if before.challenger == user else ChallengeAnswer.DECLINE
            expired = expire(before, now)
            after = answer(before, user, reply, now) if expired is before else expired
            await self.change(writing, after, before.revision, now)
        return closed

    async def empty_list(
        self,
        writing: Writing,
        guild: GuildId,
        before: ServerSettings,
        settings: ServerSettings,
        now: Instant,
    ) -> None:
        """Cancel the challenges that only a server's list shows when the list is removed."""
        if before.lobby_channel is None or settings.lobby_channel is not None:
            return
        for listed in await challenge_queries.waiting_in(writing, guild, now):
            if listed.is_listed:
                left = answer(listed, listed.challenger, ChallengeAnswer.CANCEL, now)
                await self.change(writing, left, listed.revision, now)


@dataclass(frozen=True, slots=True)
class AnsweredChallenge:
    """A challenge after an answer, and the match if it was accepted."""

    challenge: Challenge
    match: Match | None


@dataclass(frozen=True, slots=True)
class OpenChallenges:
    """A user's open challenges in a server, the next to expire first.

    The challenges that they made are at most `most`; the others wait for their answer. `panel` has
    the message with the list of users who want to play.
    """

    made: tuple[PostedChallenge, ...]
    most: int
    waiting: tuple[PostedChallenge, ...]
    panel: OutboxEntry | None = None


class RematchBot(Protocol):
    """Begins a rematch against the bot, which accepts at once."""

    async def __call__(
        self,
        writing: Writing,
        match: Match,
        user: UserId,
        place: InServer,
        roles: frozenset[RoleId] | None,
        now: Instant,
    ) -> tuple[Challenge, Match]:
        """Return the rematch as a challenge that the bot has accepted, and the match."""


async def _require_new(
    reading: Reading, challenge: Challenge, friend: UserId, guild: GuildId, now: Instant
) -> None:
    """Raise `ChallengedAlready` if the friend has an open challenge like this."""
    made = await challenge_queries.made_to(reading, challenge.challenger, friend, guild, now)
    for posted in made:
        if is_same(posted.challenge, challenge):
            raise ChallengedAlready(posted.challenge)


class Challenges:
    """Offers, answers and expires challenges."""

    def __init__(
        self,
        database: Database,
        clock: Clock,
        chance: Chance,
        admission: Admission,
        challenges: ChallengeWriter,
        writer: MatchWriter,
        rematch_bot: RematchBot,
    ) -> None:
        self._database = database
        self._clock = clock
        self._chance = chance
        self._admission = admission
        self._challenges = challenges
        self._writer = writer
        self._rematch_bot = rematch_bot

    async def offer(
        self,
        challenger: UserId,
        friend: Friend | None,
        place: InServer,
        terms: Terms,
        particulars: Particulars = NO_PARTICULARS,
        roles: frozenset[RoleId] | None = frozenset(),
    ) -> Challenge:
        """Store a challenge, to anyone if no friend is named; `roles` are the challenger's.

        If the caller fails to show it, a job does.

        Raise what `challenging.offer` and `policy` raise, and `ChallengedAlready` if the friend has
        an open challenge with the same terms.
        """
        now = self._clock.now()
        async with self._database.writing() as writing:
            number = await challenge_queries.allot_number(writing)
            challenge = offer(number, challenger, friend, place, terms, now, particulars)
            guild = place.guild
            invited = None if friend is None else friend.user
            await self._admission.require_not_banned(writing, guild, now, challenger, invited)
            if invited is not None:
                await _require_new(writing, challenge, invited, guild, now)
            await self._admission.require_may_offer(writing, guild, challenger, roles, friend, now)
            await challenge_queries.insert(writing, challenge, Instant(now + GRACE))
        return challenge

    async def waiting_in(self, guild: GuildId) -> list[Challenge]:
        """List the open challenges to anyone in a server, the earliest first."""
        now = self._clock.now()
        async with self._database.reading() as reading:
            return await challenge_queries.waiting_in(reading, guild, now)

    async def last_listed_by(self, user: UserId, guild: GuildId) -> Challenge | None:
        """Return the last challenge that a user put on the list of a server, if any."""
        async with self._database.reading() as reading:
            return await challenge_queries.last_listed_by(reading, user, guild)

    async def want_to_play(
        self,
        user: UserId,
        place: InServer,
        venue: VenueKind,
        own: OwnTerms,
        roles: frozenset[RoleId] | None,
        sees: Sees,
    ) -> AnsweredChallenge:
        """Begin a match with the first user on the list who has these terms, or join the list.

        A user who is on the list already leaves it, unless they have chosen other terms. Raise what
        `policy` raises about the user, `MayNotPlay`, and `NoListHere`.
        """
        now = self._clock.now()
        async with self._database.writing() as writing:
            guild = place.guild
            require_list(await settings_queries.find(writing, guild))
            waiting = await challenge_queries.waiting_in(writing, guild, now)
            for before in waiting:
                if before.challenger == user and before.is_listed:
                    left = answer(before, user, ChallengeAnswer.CANCEL, now)
                    withdrawn = await self._keep(writing, before, left, None, now)
                    if not own.chosen:
                        return withdrawn
            await self._admission.require_may_play(writing, guild, user, roles, now)
            for before in waiting:
                if not is_shown(before, sees) or not fits(before, user, own):
                    continue
                try:
                    taken = answer(before, user, ChallengeAnswer.ACCEPT, now, roles)
                    await self._admission.require_may_accept(writing, before, user, roles, now)
                except (TakesNoAnswer, BlockedOpponent, LacksRole, RolesUnknown):
                    continue
                if is_by_default(before, own):
                    taken = await self._as_agreed(writing, taken, user)
                posted = await challenge_queries.find(writing, before.id)
                message = None if posted is None else posted.message
                return await self._keep(writing, before, taken, message, now)
            number = await challenge_queries.allot_number(writing)
            particulars = Particulars(
                venue=venue,
                lifetime=WAITS_FOR,
                stakes_by=own.stakes_by,
                display=ChallengeDisplay.LIST,
            )
            offered = offer(number, user, None, place, own.terms, now, particulars)
            await self._admission.require_may_offer(writing, guild, user, roles, None, now)
            await challenge_queries.insert(writing, offered, Instant(now + GRACE))
        return AnsweredChallenge(offered, None)

    async def agreeable_stakes(self, stakes: Stakes, *players: UserId) -> Stakes:
        """Return the stakes, or casual ones for a first match whose stakes were not chosen."""
        async with self._database.reading() as reading:
            for player in players:
                if not await match_queries.has_played(reading, player):
                    return Stakes.CASUAL
        return stakes

    async def _as_agreed(self, reading: Reading, challenge: Challenge, user: UserId) -> Challenge:
        """Return an accepted challenge; a first match is casual if no stakes were chosen."""
        if await match_queries.has_played(reading, user):
            return challenge
        return as_first_match(challenge)

    async def find(self, number: ChallengeId) -> PostedChallenge:
        """Return a challenge and the message that shows it. Raise `NoSuchChallenge`."""
        async with self._database.reading() as reading:
            posted = await challenge_queries.find(reading, number)
        if posted is None:
            raise NoSuchChallenge(number)
        return posted

    async def find_open(self, number: ChallengeId) -> PostedChallenge:
        """Return a challenge that can be answered now; one that is due expires.

        Raise `NoSuchChallenge` or `ChallengeClosed`.
        """
        posted = await self.find(number)
        now = self._clock.now()
        if expire(posted.challenge, now) is not posted.challenge:
            await self._expire(number, now, GRACE)
            posted = await self.find(number)
        if posted.challenge.state is not ChallengeState.OPEN:
            raise ChallengeClosed(posted.challenge)
        return posted

    async def open_of(self, user: UserId, guild: GuildId) -> OpenChallenges:
        """List a user's open challenges in a server."""
        now = self._clock.now()
        async with self._database.reading() as reading:
            return OpenChallenges(
                await challenge_queries.made_by(reading, user, guild, now),
                (await settings_queries.find(reading, guild)).most_challenges,
                await challenge_queries.waiting_for(reading, user, guild, now),
                await outbox_queries.find(reading, LOBBY_PANEL, guild),
            )

    async def answer(
        self,
        user: UserId,
        number: ChallengeId,
        reply: ChallengeAnswer,
        message: MessageId | None = None,
        roles: frozenset[RoleId] | None = frozenset(),
        reason: Note | None = None,
    ) -> AnsweredChallenge:
        """Accept, decline or cancel a challenge.

        `message` is the challenge's, if the answer was given there; `roles` are the answering
        user's. An answer that comes too late returns the challenge as expired. Raise
        `NoSuchChallenge`, what `challenging.answer` raises and, for an acceptance, what `policy`
        raises.
        """
        now = self._clock.now()
        async with self._database.writing() as writing:
            posted = await challenge_queries.find(writing, number)
            if posted is None:
                raise NoSuchChallenge(number)
            challenge = posted.challenge
            if posted.message is None and message is not None:
                await outbox_queries.shown(writing, posted.entry, None, message, challenge.revision)
            answered = answer(challenge, user, reply, now, roles, reason)
            if answered.state is ChallengeState.ACCEPTED:
                await self._admission.require_may_accept(writing, challenge, user, roles, now)
                if answered.stakes_by is StakesBy.DEFAULT:
                    answered = await self._as_agreed(writing, answered, user)
            shown_by = message or posted.message
            return await self._keep(writing, challenge, answered, shown_by, now)

    async def counter(
        self,
        user: UserId,
        number: ChallengeId,
        terms: Terms,
        roles: frozenset[RoleId] | None = frozenset(),
    ) -> CounterOffer:
        """Answer a challenge with other terms, as its friend sees them.

        If the caller fails to show the new one, a job does. If the answer comes too late,
        the first challenge is returned as expired. Raise `NoSuchChallenge`, what
        `challenging.counter` raises and what `policy` raises.
        """
        now = self._clock.now()
        async with self._database.writing() as writing:
            posted = await challenge_queries.find(writing, number)
            if posted is None:
                raise NoSuchChallenge(number)
            new = await challenge_queries.allot_number(writing)
            countered = counter(new, posted.challenge, user, terms, now)
            if countered.offered is not None:
                await self._admission.require_may_counter(
                    writing, posted.challenge, user, roles, now
                )
            await self._challenges.change(
                writing, countered.earlier, posted.challenge.revision, now
            )
            if countered.offered is not None:
                await challenge_queries.insert(writing, countered.offered, Instant(now + GRACE))
        return countered

    async def is_rematch_offered(self, number: MatchId) -> bool:
        """Return whether a rematch of a match is offered and not answered yet."""
        async with self._database.reading() as reading:
            posted = await challenge_queries.rematch_of(reading, number)
        return posted is not None and posted.challenge.state is ChallengeState.OPEN

    async def rematch(
        self,
        user: UserId,
        number: MatchId,
        place: InServer,
        roles: frozenset[RoleId] | None = frozenset(),
    ) -> AnsweredChallenge:
        """Offer a rematch of a finished match, or accept the opponent's offer.

        The bot accepts at once. `place` is where a new offer is shown. An expired offer gives way
        to a new one. Raise `NoSuchMatch`, `NotAPlayer`, `MatchGoesOn`, `OpponentDeleted`,
        `RematchOffered`, `RematchCountered`, `RematchBegun`, and what `policy` raises; against the
        bot what `practice.service` raises.
        """
        now = self._clock.now()
        async with self._database.writing() as writing:
            match = await match_queries.find(writing, number)
            if match is None:
                raise NoSuchMatch(number)
            authorise_rematch(match, user)
            posted = await challenge_queries.rematch_of(writing, number)
            if posted is not None:
                before = posted.challenge
                if before.state is ChallengeState.ACCEPTED:
                    raise RematchBegun(before)
                expired = expire(before, now)
                if expired is before:
                    if user == before.challenger:
                        raise RematchOffered(before)
                    if before.counters is not None:
                        raise RematchCountered(before)
                    answered = answer(before, user, ChallengeAnswer.ACCEPT, now, roles)
                    await self._admission.require_may_accept(writing, before, user, roles, now)
                    return await self._keep(writing, before, answered, posted.message, now)
                await self._challenges.change(writing, expired, before.revision, now)
            if match.bot is not None:
                return AnsweredChallenge(
                    *await self._rematch_bot(writing, match, user, place, roles, now)
                )
            opponent = match.opponent_of(user)
            await self._admission.require_may_rematch(
                writing, place.guild, user, roles, opponent, now
            )
            offered = await challenge_queries.allot_number(writing)
            challenge = offer_rematch(offered, match, user, place, now)
            await challenge_queries.insert(writing, challenge, Instant(now + GRACE))
            await challenge_queries.follow_rematch(writing, challenge, now)
        return AnsweredChallenge(challenge, None)

    async def begin_second(self, first: MatchId, place: InServer) -> AnsweredChallenge | None:
        """Begin the second of two matches in a place, or return None if it is not to begin.

        An offer to repeat the first match is accepted, as both have agreed on that; an offer of
        other terms is not. Raise `NoSuchMatch`, and what `policy` raises about a user who is banned
        or was blocked meanwhile.
        """
        now = self._clock.now()
        async with self._database.writing() as writing:
            match = await match_queries.find(writing, first)
            if match is None:
                raise NoSuchMatch(first)
            posted = await challenge_queries.rematch_of(writing, first)
            if not is_second_due(match, posted.challenge if posted else None):
                return None
            guild, (one, other) = match.venue.guild, match.seats
            await self._admission.require_not_banned(writing, guild, now, one, other)
            require_no_block(other, await challenge_queries.between(writing, one, other))
            if posted is not None:
                before = posted.challenge
                accepted = become(before, ChallengeState.ACCEPTED)
                return await self._keep(writing, before, accepted, posted.message, now)
            number = await challenge_queries.allot_number(writing)
            agreed = agree_on_second(number, match, place, now)
            match_number = await match_queries.allot_number(writing)
            agreed, second = begin(agreed, match_number, None, self._chance, now, match)
            await challenge_queries.insert(writing, agreed, Instant(now + GRACE))
            second = await self._writer.begin(writing, second, now)
            await challenge_queries.follow_rematch(writing, agreed, now)
        return AnsweredChallenge(agreed, second)

    @job(ChallengeExpiry)
    async def expire_when_due(self, due: ChallengeExpiry) -> Instant | None:
        """Expire a challenge that is due."""
        return await self._expire(due.challenge, self._clock.now(), NO_GRACE)

    async def _expire(self, number: ChallengeId, now: Instant, grace: Seconds) -> Instant | None:
        """Expire a challenge, or return when it is due."""
        async with self._database.writing() as writing:
            posted = await challenge_queries.find(writing, number)
            if posted is None or posted.challenge.state is not ChallengeState.OPEN:
                return None
            challenge = posted.challenge
            expired = expire(challenge, now)
            if expired is challenge:
                return challenge.expires_at
            await self._challenges.change(writing, expired, challenge.revision, now, grace)
        return None

    async def _keep(
        self,
        writing: Writing,
        before: Challenge,
        answered: Challenge,
        message: MessageId | None,
        now: Instant,
    ) -> AnsweredChallenge:
        """Store an answered challenge, and begin its match if it was accepted."""
        match = None
        if answered.state is ChallengeState.ACCEPTED:
            number = await match_queries.allot_number(writing)
            earlier = None
            if answered.rematch_of is not None:
                earlier = await match_queries.find(writing, answered.rematch_of)
            answered, match = begin(answered, number, message, self._chance, now, earlier)
            match = await self._writer.begin(writing, match, now)
        await self._challenges.change(writing, answered, before.revision, now)
        return AnsweredChallenge(answered, match)

"""What users can do with challenges."""

from dataclasses import dataclass

from bot.db.database import Database, Reading
from bot.features.challenges import queries as challenge_queries
from bot.features.challenges.admission import Admission
from bot.features.challenges.challenging import (
    CounterOffer,
    Friend,
    answer,
    as_first_match,
    counter,
    expire,
    is_same,
    offer,
)
from bot.features.challenges.errors import (
    BlockedOpponent,
    ChallengeClosed,
    ChallengedAlready,
    LacksRole,
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
from bot.features.challenges.queries import LOBBY_PANEL, ChallengeExpiry, PostedChallenge
from bot.features.challenges.writer import AnsweredChallenge, AnswerWriter, ChallengeWriter
from bot.features.matches import queries as match_queries
from bot.features.matches.errors import NoSuchChallenge
from bot.features.matches.writer import MatchWriter
from bot.features.outbox import queries as outbox_queries
from bot.features.outbox.entries import OutboxEntry
from bot.features.settings import queries as settings_queries
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
    MessageId,
    RoleId,
    Seconds,
    UserId,
)
from bot.match.terms import Note, Stakes, Terms, VenueKind


@dataclass(frozen=True, slots=True)
class OpenChallenges:
    """A user's open challenges in a server, the next to expire first.

    The user made the challenges in `made`, at most `most` of them, and can answer those in
    `waiting`. `panel` has the message with the list of users who want to play.
    """

    made: tuple[PostedChallenge, ...]
    most: int
    waiting: tuple[PostedChallenge, ...]
    panel: OutboxEntry | None = None


async def _require_new(
    reading: Reading, challenge: Challenge, friend: UserId, guild: GuildId, now: Instant
) -> None:
    """Raise `ChallengedAlready` if the same challenge to the friend is open."""
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
    ) -> None:
        self._database = database
        self._clock = clock
        self._admission = admission
        self._challenges = challenges
        self._answers = AnswerWriter(challenges, writer, chance)

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

        If the caller fails to show it, a job does. Raise what `challenging.offer` and `policy`
        raise, and `ChallengedAlready` if the friend has an open challenge with the same terms.
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
                    withdrawn = await self._answers.write(writing, before, left, None, now)
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
                return await self._answers.write(writing, before, taken, message, now)
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
        """Return casual stakes if one of the players has never played, else the given stakes."""
        async with self._database.reading() as reading:
            for player in players:
                if not await match_queries.has_played(reading, player):
                    return Stakes.CASUAL
        return stakes

    async def _as_agreed(self, reading: Reading, challenge: Challenge, user: UserId) -> Challenge:
        """Return an accepted challenge, made casual if it is the first match of `user`."""
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
        """Return an open challenge. A challenge whose time is up expires first.

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

        `message` shows the challenge, if the user answered there; `roles` are the user's. If the
        answer comes too late, return the expired challenge. Raise
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
            return await self._answers.write(writing, challenge, answered, shown_by, now)

    async def counter(
        self,
        user: UserId,
        number: ChallengeId,
        terms: Terms,
        roles: frozenset[RoleId] | None = frozenset(),
    ) -> CounterOffer:
        """Answer a challenge with other terms, given from the friend's point of view.

        If the caller fails to show the new challenge, a job does. If the answer comes too late,
        return the expired challenge alone. Raise `NoSuchChallenge`, what
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

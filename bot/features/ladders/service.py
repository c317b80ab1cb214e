"""Actions of users on ladders: join, challenge, accept, rest, leave."""

from dataclasses import dataclass, replace
from typing import Final

from bot.db.database import Database, Reading, Writing
from bot.db.statements import AnyStatement, Statement, execute
from bot.errors import Refusal
from bot.features.competitions.members import CompetitionAdmission, ExitReason
from bot.features.ladders import jobs as ladder_jobs
from bot.features.ladders import notices as ladder_notices
from bot.features.ladders import queries as ladder_queries
from bot.features.ladders.errors import (
    CannotChallenge,
    ChallengeOver,
    LadderClosed,
    LadderExists,
    NoSuchLadder,
    NotChallenged,
    NotOnLadder,
    OnLadderAlready,
)
from bot.features.ladders.jobs import LadderAnswer, LadderLook
from bot.features.ladders.ladder import (
    LadderChallenge,
    LadderChallengeId,
    LadderChallengeState,
    LadderField,
    LadderId,
    LadderRung,
    LadderTerms,
    RestReason,
    ServerLadder,
)
from bot.features.ladders.moves import seat_for, woken
from bot.features.ladders.notices import ACCEPTED_NOTICE, CHALLENGE_NOTICE, LADDER_CARD
from bot.features.ladders.rules import COUNTS_KEPT, FALLS_EVERY, RungId, joined, obstacle_between
from bot.features.ladders.writer import LadderWriter, answer_by
from bot.game.chance import Chance
from bot.jobs.backoff import GRACE
from bot.jobs.clock import Clock
from bot.match.clock import DAY
from bot.match.identity import GuildId, InServer, Instant, RoleId, UserId
from bot.match.match import Match

LOOKS_EVERY: Final = DAY


@dataclass(frozen=True, slots=True)
class FoundChallenge:
    """A challenge with its ladder."""

    field: LadderField
    challenge: LadderChallenge


@dataclass(frozen=True, slots=True)
class LadderAction:
    """The ladder after an action of a player, and whether the action ended their rest."""

    field: LadderField
    ended_rest: bool


@dataclass(frozen=True, slots=True)
class ChallengeSent(LadderAction):
    """A player has challenged another one."""

    challenge: LadderChallenge


@dataclass(frozen=True, slots=True)
class ChallengeAccepted(LadderAction):
    """A player has accepted a challenge, so its match begins."""

    match: Match


class Ladders:
    """Opens ladders, and carries out the actions of users on them."""

    def __init__(
        self,
        database: Database,
        clock: Clock,
        chance: Chance,
        admit: CompetitionAdmission,
        writer: LadderWriter,
    ) -> None:
        self._database = database
        self._clock = clock
        self._chance = chance
        self._admit = admit
        self._writer = writer

    async def create(self, host: UserId, place: InServer, terms: LadderTerms) -> ServerLadder:
        """Open a ladder, and schedule its card in `place`. Raise `LadderExists`."""
        now = self._clock.now()
        async with self._database.writing() as writing:
            await ladder_queries.lock_all(writing)
            others = await ladder_queries.open_in(writing, place.guild)
            if any(each.terms.ruleset.name == terms.ruleset.name for each in others):
                raise LadderExists
            number = await ladder_queries.new_ladder_number(writing)
            falls_at = Instant(now + FALLS_EVERY)
            ladder = ServerLadder(number, place, host, terms, now, falls_at)
            guild = place.guild
            await execute(
                ladder_queries.insert(writing, ladder),
                ladder_notices.post(writing, LADDER_CARD, number, Instant(now + GRACE), home=guild),
                ladder_jobs.due(writing, LadderLook(guild, number), Instant(now + LOOKS_EVERY)),
            )
        return ladder

    async def listed(self, guild: GuildId) -> list[ServerLadder]:
        """List the open ladders of a server."""
        async with self._database.reading() as reading:
            return await ladder_queries.open_in(reading, guild)

    async def find(self, number: LadderId, guild: GuildId | None = None) -> LadderField:
        """Return a ladder, of that server if one is named. Raise `NoSuchLadder`."""
        async with self._database.snapshot() as reading:
            field = await ladder_queries.find_field(reading, number, self._clock.now())
        if field is None or guild not in (None, field.ladder.place.guild):
            raise NoSuchLadder
        return field

    async def of_rung(self, number: RungId) -> tuple[LadderField, LadderRung] | None:
        """Return the ladder of a rung, and the rung, if it exists."""
        async with self._database.snapshot() as reading:
            ladder = await ladder_queries.ladder_of_rung(reading, number)
            if ladder is None:
                return None
            field = await ladder_queries.find_field(reading, ladder, self._clock.now(), number)
        return None if field is None else (field, field.rung(number))

    async def find_challenge(self, number: LadderChallengeId) -> FoundChallenge | None:
        """Return a challenge, however long ago it was, if it exists."""
        async with self._database.snapshot() as reading:
            challenge = await ladder_queries.find_challenge(reading, number)
            if challenge is None:
                return None
            field = await ladder_queries.find_field(
                reading, challenge.ladder, self._clock.now(), *challenge.pair
            )
        return None if field is None else FoundChallenge(field, challenge)

    async def join(
        self, user: UserId, number: LadderId, roles: frozenset[RoleId] | None
    ) -> LadderField:
        """Put a user at the bottom of a ladder.

        A user who comes back soon keeps their earlier counts. Raise `NoSuchLadder`, `LadderClosed`,
        `OnLadderAlready`, and what `CompetitionAdmission` raises.
        """
        now = self._clock.now()
        async with self._database.writing() as writing:
            field = await self._open(writing, number, now)
            known = await ladder_queries.find_rung(writing, number, user)
            if known is not None and known.place is not None:
                raise OnLadderAlready
            await self._admit(writing, field.ladder.place.guild, user, roles, now)
            if known is None:
                rung = LadderRung(
                    await ladder_queries.new_rung_number(writing), number, user, now, now
                )
            else:
                rung = _returning(known, now)
            others = tuple(each for each in field.rungs if each.id != rung.id)
            if known is not None:
                # The field omits players who left long ago.
                field = replace(field, rungs=(*others, known))
            after = replace(field, rungs=(*others, rung)).ordered(joined(field.order, rung.id))
            await self._keep(writing, field, after, now)
        return after

    async def challenge(
        self,
        user: UserId,
        number: LadderId,
        challenged: RungId,
        roles: frozenset[RoleId] | None,
    ) -> ChallengeSent:
        """Challenge a player, and notify them.

        Raise `NoSuchLadder`, `LadderClosed`, `NotOnLadder`, `CannotChallenge`, and what
        `CompetitionAdmission` raises.
        """
        now = self._clock.now()
        async with self._database.writing() as writing:
            field = await self._open(writing, number, now)
            own = _require_on(field, user)
            obstacle = obstacle_between(field.rules, own.id, challenged, now)
            if obstacle is not None:
                raise CannotChallenge(obstacle)
            guild = field.ladder.place.guild
            await self._admit(writing, guild, user, roles, now)
            challenge = LadderChallenge(
                await ladder_queries.new_challenge_number(writing),
                number,
                own.id,
                challenged,
                field.free_slot(own.id, own=True),
                field.free_slot(challenged, own=False),
                seat_for(field, own.id, challenged, lot=self._chance.random() < 0.5),
                now,
                await answer_by(self._writer.breaks, writing, field, challenged, now, now),
            )
            after = woken(field, own.id, now).with_challenge(challenge)
            await self._keep(
                writing,
                field,
                after,
                now,
                ladder_notices.post(writing, CHALLENGE_NOTICE, challenge.id, Instant(now + GRACE)),
                ladder_jobs.due(
                    writing, LadderAnswer(guild, number, challenge.id), challenge.answer_by
                ),
            )
        return ChallengeSent(after, own.is_resting, challenge)

    async def withdraw(self, user: UserId, number: LadderChallengeId) -> LadderAction:
        """Withdraw a challenge that was not accepted. Raise `NotChallenged` or `ChallengeOver`."""
        now = self._clock.now()
        async with self._database.writing() as writing:
            field, challenge = await self._open_challenge(writing, number, now)
            own = field.rung(challenge.challenger)
            if own.user != user:
                raise NotChallenged
            gone = replace(challenge, state=LadderChallengeState.WITHDRAWN, ended_at=now)
            after = woken(field, own.id, now).with_challenge(gone)
            await self._keep(
                writing,
                field,
                after,
                now,
                ladder_notices.show_challenge(writing, number, Instant(now + GRACE)),
                self._no_answer(writing, field, number),
            )
        return LadderAction(after, own.is_resting)

    async def accept(
        self, user: UserId, number: LadderChallengeId, roles: frozenset[RoleId] | None
    ) -> ChallengeAccepted:
        """Accept a challenge and begin its match.

        Raise `NotChallenged`, `ChallengeOver`, or what `CompetitionAdmission` raises. In the last
        case, the challenge is cancelled and the user rests.
        """
        now = self._clock.now()
        async with self._database.writing() as writing:
            field, challenge = await self._open_challenge(writing, number, now)
            own = field.rung(challenge.challenged)
            if own.user != user:
                raise NotChallenged
            refusal = await self._refusal(writing, field, user, roles, now)
            if refusal is not None:
                void = replace(challenge, state=LadderChallengeState.VOID, ended_at=now)
                resting = own.resting(RestReason.WISH, now)
                after = field.with_rungs([resting]).with_challenge(void)
                await self._keep(
                    writing,
                    field,
                    after,
                    now,
                    *ladder_notices.notices_of_void(writing, field, after, now),
                    self._no_answer(writing, field, number),
                )
            else:
                begun, match = await self._writer.begin(writing, field, challenge, now)
                after = woken(begun, own.id, now)
                await self._keep(
                    writing,
                    field,
                    after,
                    now,
                    ladder_notices.show_challenge(writing, number, Instant(now + GRACE)),
                    ladder_notices.post(writing, ACCEPTED_NOTICE, number, Instant(now + GRACE)),
                    self._no_answer(writing, field, number),
                )
        if refusal is not None:
            raise refusal
        return ChallengeAccepted(after, own.is_resting, match)

    async def _refusal(
        self,
        reading: Reading,
        field: LadderField,
        user: UserId,
        roles: frozenset[RoleId] | None,
        now: Instant,
    ) -> Refusal | None:
        """Return why a user may not play in the server, or None if they may.

        If the user's roles are unknown, raise the refusal: with the roles it might not apply.
        """
        try:
            await self._admit(reading, field.ladder.place.guild, user, roles, now)
        except Refusal as refusal:
            if roles is None:
                raise
            return refusal
        return None

    async def rest(self, user: UserId, number: LadderId) -> LadderField:
        """Let a user rest: they cannot be challenged until they do something on the ladder.

        Raise `NoSuchLadder`, `LadderClosed` or `NotOnLadder`.
        """
        now = self._clock.now()
        async with self._database.writing() as writing:
            field = await self._open(writing, number, now)
            own = _require_on(field, user)
            after = field.with_rungs([own.resting(RestReason.WISH, now)])
            await self._keep(writing, field, after, now)
        return after

    async def wake(self, user: UserId, number: LadderId) -> LadderField:
        """End a user's rest. Raise what `rest` raises."""
        now = self._clock.now()
        async with self._database.writing() as writing:
            field = await self._open(writing, number, now)
            after = woken(field, _require_on(field, user).id, now)
            await self._keep(writing, field, after, now)
        return after

    async def leave(self, user: UserId, number: LadderId) -> LadderField:
        """Take a user off a ladder; they lose their live matches.

        Raise `NoSuchLadder` or `NotOnLadder`.
        """
        now = self._clock.now()
        async with self._database.writing() as writing:
            field = await ladder_queries.find_field(writing, number, now)
            if field is None:
                raise NoSuchLadder
            own = _require_on(field, user)
            await self._writer.put_off(writing, number, [own.id], ExitReason.LEFT, now)
            after = await ladder_queries.find_field(writing, number, now)
        return after or field

    async def _open(self, writing: Writing, number: LadderId, now: Instant) -> LadderField:
        """Return an open ladder, locked. Raise `NoSuchLadder` or `LadderClosed`."""
        field = await ladder_queries.find_to_change(writing, number, now)
        if field is None:
            raise NoSuchLadder
        if not field.ladder.is_open:
            raise LadderClosed
        return field

    async def _open_challenge(
        self, writing: Writing, number: LadderChallengeId, now: Instant
    ) -> tuple[LadderField, LadderChallenge]:
        """Return an unanswered challenge with its ladder, both locked."""
        stored = await ladder_queries.find_challenge(writing, number)
        if stored is None:
            raise ChallengeOver
        field = await self._open(writing, stored.ladder, now)
        challenge = field.challenge(number)
        if challenge is None or challenge.state is not LadderChallengeState.ASKED:
            raise ChallengeOver
        return field, challenge

    def _no_answer(
        self, writing: Writing, field: LadderField, number: LadderChallengeId
    ) -> Statement[int]:
        """Return the statement that cancels the deadline for accepting a challenge."""
        ladder = field.ladder
        job = LadderAnswer(ladder.place.guild, ladder.id, number)
        return ladder_jobs.due(writing, job, None)

    async def _keep(
        self,
        writing: Writing,
        before: LadderField,
        after: LadderField,
        now: Instant,
        *more: AnyStatement,
    ) -> None:
        show_at = Instant(now + GRACE)
        await execute(
            ladder_queries.keep_field(writing, before, after),
            ladder_notices.show_card(writing, before.ladder.id, show_at),
            *more,
        )


def _require_on(field: LadderField, user: UserId) -> LadderRung:
    """Return a user's rung. Raise `NotOnLadder` if they are off the ladder."""
    own = field.on_it(user)
    if own is None:
        raise NotOnLadder
    return own


def _returning(known: LadderRung, now: Instant) -> LadderRung:
    """Return the rung of a returning player; erase their counts if they were off for too long."""
    back = replace(known.awake(), active_at=now, off_at=None, off_why=None)
    if known.off_at is not None and now - known.off_at <= COUNTS_KEPT:
        return back
    return replace(back, counts_from=now, wins=0, losses=0)

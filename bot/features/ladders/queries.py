"""Ladders in the database, their messages and their jobs."""

from dataclasses import dataclass, replace
from typing import ClassVar, Final

from bot.db.database import Reading, Writing
from bot.db.program import Counter, allot
from bot.db.rows import describe
from bot.db.statements import (
    AnyStatement,
    Statement,
    Statements,
    defer,
    execute,
    load_queries,
    lock_rows,
    lock_table,
)
from bot.db.tables import Table
from bot.features.competitions.members import ExitReason
from bot.features.ladders.ladder import (
    LadderChallenge,
    LadderChallengeId,
    LadderChallengeState,
    LadderField,
    LadderId,
    LadderRung,
    LadderTerms,
    ServerLadder,
)
from bot.features.ladders.moves import settled, taken_off, turns_of_each, with_places
from bot.features.ladders.rules import OFF_WITHIN, Climb, RungId, climb_on_time, result_for
from bot.features.matches import columns  # noqa: F401 - says how terms are kept in columns
from bot.features.matches.competitions import CompetitionName
from bot.features.matches.writer import MatchChange
from bot.features.outbox import queries as outbox_queries
from bot.features.outbox.entries import CARD_EVERY, OutboxKind, Upkeep
from bot.jobs.jobs import Job, schedule
from bot.match.clock import Outage
from bot.match.identity import Erasure, GuildId, Instant, MatchId, Revision, UserId
from bot.match.match import EndReason
from bot.match.terms import Home, VenueKind

QUERIES: Final = load_queries(__file__)
NUMBERS: Final = Counter("ladder")
RUNG_NUMBERS: Final = Counter("rung")
CHALLENGE_NUMBERS: Final = Counter("ladder challenge")

describe(LadderTerms, time="time_control")
describe(
    LadderChallenge,
    challenger="challenger_rung_id",
    challenged="challenged_rung_id",
    late="late_rung_id",
)
LADDERS: Final = Table("ladders", ServerLadder, key=("id",))
RUNGS: Final = Table("rungs", LadderRung, key=("id",))
CHALLENGES: Final = Table(
    "ladder_challenges",
    LadderChallenge,
    key=("id",),
    computed={
        "low_rung_id": lambda each: min(each.challenger, each.challenged),
        "high_rung_id": lambda each: max(each.challenger, each.challenged),
    },
)

LADDER_CARD: Final = OutboxKind("ladder", Upkeep.KEEP, CARD_EVERY)
"""The message with the order of a ladder. The ladder is its subject."""
CHALLENGE_NOTICE: Final = OutboxKind("ladder challenge", Upkeep.EDIT)
"""The message to a challenged user, with the button to accept. The challenge is its subject."""
ACCEPTED_NOTICE: Final = OutboxKind("ladder accepted", Upkeep.POST)
"""The message to the challenger that a match begins."""
CHALLENGER_NOTICE: Final = OutboxKind("ladder challenger", Upkeep.POST)
"""The message to the challenger that a match is played again, or how a challenge ended."""
CHALLENGED_NOTICE: Final = OutboxKind("ladder challenged", Upkeep.POST)
"""The same message to the challenged user."""
_ANEW: Final = 1
_RESULT: Final = 2
"""Both players are told that a match is played again, and later its result."""
RUNG_NOTICE: Final = OutboxKind("ladder rung", Upkeep.POST)
"""The message to a player that they rest, or are off the ladder. The player is its subject."""


@dataclass(frozen=True, slots=True)
class LadderJob(Job):
    """Something that is due on a ladder."""

    kind: ClassVar[str] = "ladder job"
    guild: GuildId
    ladder: LadderId


@dataclass(frozen=True, slots=True)
class LadderLook(LadderJob):
    """A look at who rests, who falls, and who can no longer play."""

    kind: ClassVar[str] = "ladder look"
    is_foreseen: ClassVar[bool] = False


@dataclass(frozen=True, slots=True)
class LadderAnswer(LadderJob):
    """The deadline for accepting a challenge."""

    kind: ClassVar[str] = "ladder answer"
    is_delayed: ClassVar[bool] = True
    challenge: LadderChallengeId


@dataclass(frozen=True, slots=True)
class LadderMatch(LadderJob):
    """The beginning of the match of a challenge."""

    kind: ClassVar[str] = "ladder match"
    challenge: LadderChallengeId


async def new_ladder_number(writing: Writing) -> LadderId:
    """Allot the number of a ladder."""
    return LadderId(await allot(writing, NUMBERS))


async def new_rung_number(writing: Writing) -> RungId:
    """Allot the number of a player on a ladder."""
    return RungId(await allot(writing, RUNG_NUMBERS))


async def new_challenge_number(writing: Writing) -> LadderChallengeId:
    """Allot the number of a challenge."""
    return LadderChallengeId(await allot(writing, CHALLENGE_NUMBERS))


def insert(writing: Writing, ladder: ServerLadder) -> Statement[int]:
    """Return the statement that stores a new ladder."""
    return LADDERS.insert(writing.connection, ladder)


def keep(writing: Writing, before: ServerLadder, after: ServerLadder) -> Statement[int]:
    """Return the statement that stores the new value of a ladder."""
    return LADDERS.update(writing.connection, before, after)


def lock_all(writing: Writing) -> Statement[object]:
    """Return the statement that keeps other transactions from opening a ladder."""
    return lock_table(writing.connection, LADDERS.name)


def open_in(reading: Reading, guild: GuildId) -> Statement[list[ServerLadder]]:
    """Query the open ladders of a server."""
    return QUERIES.open_ladders(reading.connection, guild_id=guild).all(ServerLadder)


def servers_with_any(reading: Reading) -> Statement[list[GuildId]]:
    """Return the statement that lists the servers with open ladders."""
    return QUERIES.servers_with_ladders(reading.connection).all(GuildId)


def of_user(
    reading: Reading, user: UserId, guild: GuildId | None = None
) -> Statement[list[ServerLadder]]:
    """Query the open ladders that a user is on, in a server or in all."""
    query = QUERIES.ladders_of_user(reading.connection, user_id=user, guild_id=guild)
    return query.all(ServerLadder)


async def find_field(
    reading: Reading, number: LadderId, now: Instant, *others: RungId
) -> LadderField | None:
    """Return a ladder with its players and recent challenges, if it exists.

    `others` are further players to include, who may have left it long ago.
    """
    ladder, rungs, challenges, *more = await execute(
        LADDERS.find(reading.connection, id=number),
        _parts(reading, number, now),
        *(RUNGS.find(reading.connection, id=each) for each in others),
    )
    known = {each.id for each in rungs}
    long_off = [each for each in more if each is not None and each.id not in known]
    return _field(ladder, [*rungs, *long_off], challenges)


async def find_to_change(writing: Writing, number: LadderId, now: Instant) -> LadderField | None:
    """Return a ladder as `find_field` does, locked until the end of the transaction.

    Every transaction that changes the order waits here, so each starts from the last order.
    """
    ladder = await lock_rows(LADDERS.find(writing.connection, id=number))
    return _field(ladder, *await execute(_parts(writing, number, now)))


def _parts(reading: Reading, number: LadderId, now: Instant) -> Statements:
    since = Instant(now - OFF_WITHIN)
    challenges = QUERIES.challenges_lately(reading.connection, ladder_id=number, since=since)
    return Statements(
        QUERIES.rungs_lately(reading.connection, ladder_id=number, since=since).all(LadderRung),
        challenges.all(LadderChallenge),
    )


def _field(
    ladder: ServerLadder | None, rungs: list[LadderRung], challenges: list[LadderChallenge]
) -> LadderField | None:
    if ladder is None:
        return None
    return LadderField(ladder, tuple(sorted(rungs, key=lambda each: each.id)), tuple(challenges))


def find_rung(reading: Reading, number: LadderId, user: UserId) -> Statement[LadderRung | None]:
    """Query a rung by its number, even that of a player who left long ago."""
    return RUNGS.find(reading.connection, ladder_id=number, user_id=user)


async def ladder_of_rung(reading: Reading, number: RungId) -> LadderId | None:
    """Return the ladder of a player, if they exist."""
    row = await RUNGS.find(reading.connection, id=number)
    return None if row is None else row.ladder


def find_challenge(
    reading: Reading, number: LadderChallengeId
) -> Statement[LadderChallenge | None]:
    """Query a challenge, however long ago it was."""
    return CHALLENGES.find(reading.connection, id=number)


async def competition_of(reading: Reading, match: MatchId) -> CompetitionName | None:
    """Return the name of the ladder if a match decides one of its challenges."""
    challenge = await CHALLENGES.find(reading.connection, match_id=match)
    if challenge is None:
        return None
    ladder = await LADDERS.find(reading.connection, id=challenge.ladder)
    return None if ladder is None else CompetitionName("", ladder_of=ladder.terms.ruleset.name)


def keep_field(writing: Writing, before: LadderField, after: LadderField) -> Statements:
    """Return the statements that store new and changed players and challenges.

    No two players may have the same place, so players who move have none in between.
    """
    connection = writing.connection
    rungs = {each.id: each for each in before.rungs}
    challenges = {each.id: each for each in before.challenges}
    changed = [each for each in after.rungs if rungs.get(each.id) not in (None, each)]
    moved = [each for each in changed if rungs[each.id].place not in (None, each.place)]
    return Statements(
        *(
            RUNGS.update(connection, rungs[each.id], replace(rungs[each.id], place=None))
            for each in moved
        ),
        *(
            RUNGS.update(
                connection,
                replace(rungs[each.id], place=None) if each in moved else rungs[each.id],
                each,
            )
            for each in changed
        ),
        *(RUNGS.insert(connection, each) for each in after.rungs if each.id not in rungs),
        *(
            CHALLENGES.update(connection, challenges[each.id], each)
            for each in after.challenges
            if each.id in challenges and challenges[each.id] != each
        ),
        *(
            CHALLENGES.insert(connection, each)
            for each in after.challenges
            if each.id not in challenges
        ),
    )


def show_card(writing: Writing, ladder: LadderId, due_at: Instant) -> Statements:
    """Return the statements that schedule an update of the card by `due_at`."""
    subject = QUERIES.ladder_as_subject(writing.connection, id=ladder)
    return outbox_queries.changed(writing, LADDER_CARD, subject, due_at)


def show_challenge(writing: Writing, challenge: LadderChallengeId, due_at: Instant) -> Statements:
    """Return the statements that schedule an update of a challenge's message by `due_at`."""
    subject = QUERIES.ladder_challenge_as_subject(writing.connection, id=challenge)
    return outbox_queries.changed(writing, CHALLENGE_NOTICE, subject, due_at)


def post(
    writing: Writing,
    kind: OutboxKind,
    subject: int,
    due_at: Instant,
    revision: int = 1,
    home: Home = VenueKind.DIRECT,
) -> Statements:
    """Return the statements that schedule a message by `due_at`, in a server or in person."""
    return outbox_queries.show(writing, kind, subject, home, Revision(revision), due_at)


def tell_both(writing: Writing, challenge: LadderChallengeId, now: Instant) -> Statements:
    """Return the statements that tell both players how a challenge ended."""
    return Statements(
        *post(writing, CHALLENGER_NOTICE, challenge, now, _RESULT).each,
        *post(writing, CHALLENGED_NOTICE, challenge, now, _RESULT).each,
        *show_challenge(writing, challenge, now).each,
    )


def tell_both_anew(writing: Writing, challenge: LadderChallengeId, now: Instant) -> Statements:
    """Return the statements that tell both players that their match is played again."""
    return Statements(
        *post(writing, CHALLENGER_NOTICE, challenge, now, _ANEW).each,
        *post(writing, CHALLENGED_NOTICE, challenge, now, _ANEW).each,
    )


def due(writing: Writing, job: LadderJob, due_at: Instant | None) -> Statement[int]:
    """Return the statement that schedules the next job of a ladder."""
    return schedule(writing, job, due_at, job.guild)


async def record_result(writing: Writing, change: MatchChange) -> None:
    """Record the result of a match that decides a challenge of a ladder, and move the players."""
    match, now = change.after, change.now
    if not match.is_competitive or not change.ends or match.outcome is None:
        return
    row = await QUERIES.challenge_to_decide(writing.connection, match_id=match.id).first(
        LadderChallenge
    )
    field = None if row is None else await find_to_change(writing, row.ladder, now)
    challenge = None if field is None or row is None else field.challenge(row.id)
    if field is None or challenge is None or challenge.state is not LadderChallengeState.PLAYING:
        return
    guild, winner = field.ladder.place.guild, match.outcome.winner
    won = winner is challenge.challenger_seat
    result = result_for(match.outcome, won=won, matches_before=challenge.matches_before)
    if result is None:
        again = replace(challenge, match=None, matches_before=challenge.matches_before + 1)
        defer(
            keep_field(writing, field, field.with_challenge(again)),
            due(writing, LadderMatch(guild, field.ladder.id, challenge.id), now),
        )
        return
    late = None
    climb = None if match.outcome.why in (EndReason.FORFEIT, EndReason.LEFT) else Climb.FULL
    if match.outcome.why is EndReason.TIME and winner is not None:
        late = challenge.challenged if won else challenge.challenger
        climb = climb_on_time(turns_of_each(match))
    after = settled(field, challenge, result, now, climb, late)
    defer(
        keep_field(writing, field, after),
        tell_both(writing, challenge.id, change.show_at),
        show_card(writing, field.ladder.id, change.show_at),
    )
    if late is not None and after.rung(late).off_why is ExitReason.TIME:
        # What else they have open comes to nothing.
        defer(due(writing, LadderLook(guild, field.ladder.id), now))


async def member_gone(writing: Writing, guild: GuildId, user: UserId, now: Instant) -> None:
    """Schedule a check of a user's ladders in a server that they left or were banned from."""
    for ladder in await of_user(writing, user, guild):
        defer(due(writing, LadderLook(guild, ladder.id), now))


async def matches_of(reading: Reading, guild: GuildId, user: UserId, now: Instant) -> list[int]:
    """Return how many matches a user plays on each ladder of a server that they are on."""
    found = await of_user(reading, user, guild)
    fields = [await find_field(reading, each.id, now) for each in found]
    rungs = [(field, field.on_it(user)) for field in fields if field is not None]
    return [
        sum(each.match is not None for each in field.open_of(rung.id))
        for field, rung in rungs
        if rung is not None
    ]


def close(writing: Writing, field: LadderField, now: Instant) -> list[AnyStatement]:
    """Return the statements that close a locked ladder.

    Its challenges are cancelled. Matches that go on no longer decide anything.
    """
    after = field
    for each in field.open:
        void = replace(each, state=LadderChallengeState.VOID, ended_at=now)
        after = after.with_challenge(with_places(void, field.order, field.order))
    ladder = field.ladder
    guild, number = ladder.place.guild, ladder.id
    return [
        keep(writing, ladder, replace(ladder, closed_at=now)),
        keep_field(writing, field, after),
        due(writing, LadderLook(guild, number), None),
        *(due(writing, LadderAnswer(guild, number, each.id), None) for each in field.open),
        show_card(writing, number, now),
        *(show_challenge(writing, each.id, now) for each in field.open),
    ]


async def abandon(writing: Writing, guild: GuildId, now: Instant) -> None:
    """Close the ladders of a server that the bot was out of for too long."""
    for ladder in await open_in(writing, guild):
        field = await find_to_change(writing, ladder.id, now)
        if field is not None and field.ladder.is_open:
            await execute(*close(writing, field, now))


async def give_back(writing: Writing, outage: Outage) -> None:
    """Postpone the deadlines of ladders by an outage, and update the messages that show them."""
    where = {"gap": outage.gap, "guild_id": outage.guild}
    connection = writing.connection
    *_, asked = await execute(
        QUERIES.falls_put_off(connection, **where),
        QUERIES.activity_put_off(connection, began_at=outage.began_at, **where),
        QUERIES.answers_put_off(connection, **where),
        QUERIES.challenges_asked_in(connection, guild_id=outage.guild).all(LadderChallenge),
    )
    await execute(
        *(show_challenge(writing, each.id, outage.ended_at) for each in asked),
        *(show_card(writing, each, outage.ended_at) for each in {each.ladder for each in asked}),
    )


async def erase(writing: Writing, erasure: Erasure) -> None:
    """Take a user off their ladders, and put a former player in their place elsewhere."""
    user, now = erasure.user, erasure.at
    for ladder in await of_user(writing, user):
        field = await find_to_change(writing, ladder.id, now)
        rung = None if field is None else field.on_it(user)
        if field is None or rung is None:
            continue
        after = taken_off(field, rung, ExitReason.LEFT, now)
        await execute(
            keep_field(writing, field, after),
            *notices_of_void(writing, field, after, now),
            show_card(writing, ladder.id, now),
        )
    await execute(
        QUERIES.rungs_anonymised(writing.connection, user_id=user, gone_id=erasure.former),
        QUERIES.ladder_host_anonymised(writing.connection, user_id=user, gone_id=erasure.former),
    )


def notices_of_void(
    writing: Writing, before: LadderField, after: LadderField, now: Instant
) -> list[Statements]:
    """Return the statements that tell the other players of cancelled challenges."""
    void = LadderChallengeState.VOID
    return [
        tell_both(writing, each.id, now)
        for each in after.challenges
        if each.state is void
        and (known := before.challenge(each.id)) is not None
        and known.state is not void
    ]

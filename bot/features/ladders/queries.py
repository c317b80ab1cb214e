"""Ladders in the database."""

from dataclasses import replace
from typing import Final

from bot.db.database import Reading, Writing
from bot.db.program import Counter, allot
from bot.db.rows import describe
from bot.db.statements import Statement, Statements, execute, load_queries, lock_rows, lock_table
from bot.db.tables import Table
from bot.features.ladders.ladder import (
    LadderChallenge,
    LadderChallengeId,
    LadderField,
    LadderId,
    LadderRung,
    LadderTerms,
    ServerLadder,
)
from bot.features.ladders.rules import OFF_WITHIN, RungId
from bot.features.matches import columns  # noqa: F401 - says how terms are kept in columns
from bot.features.matches.competitions import CompetitionName
from bot.match.identity import GuildId, Instant, MatchId, UserId

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

    `others` are additional players to include, even if they left long ago.
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

    Every transaction that changes the order waits here, so each starts from the latest order.
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
    """Query a user's rung on a ladder, even if they left long ago."""
    return RUNGS.find(reading.connection, ladder_id=number, user_id=user)


async def ladder_of_rung(reading: Reading, number: RungId) -> LadderId | None:
    """Return the ladder that a rung belongs to, if the rung exists."""
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

    No two rows may have the same place, so players who move give up their place first.
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


async def matches_of(reading: Reading, guild: GuildId, user: UserId, now: Instant) -> list[int]:
    """Return the number of a user's live matches on each of their ladders in a server."""
    found = await of_user(reading, user, guild)
    fields = [await find_field(reading, each.id, now) for each in found]
    rungs = [(field, field.on_it(user)) for field in fields if field is not None]
    return [
        sum(each.match is not None for each in field.open_of(rung.id))
        for field, rung in rungs
        if rung is not None
    ]

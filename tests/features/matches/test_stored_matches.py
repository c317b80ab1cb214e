"""Matches and turns read from the database equal those that were written."""

import re
import time
from dataclasses import replace
from random import Random

import pytest

from bot.address import ServerAddress
from bot.db.database import Database, Reading
from bot.db.migrations import migrations
from bot.features.matches import columns, turn_queries
from bot.features.matches import queries as match_queries
from bot.features.matches.columns import LATELY_PLAYED
from bot.game import Position, Ruleset, Seat, Step, read_turn
from bot.match.clock import DAY, HOUR, Bank, PerMove, TurnClock, Weekends
from bot.match.identity import Instant, MatchId, Revision, Seconds, UserId
from bot.match.match import Match
from bot.match.playing import CompleteTurn, play, resign
from bot.match.terms import BotPlayer, LevelNumber, Measurement, Pace, Practice
from bot.services import open_services
from tests.kit.clocks import StandingClock
from tests.kit.matches import CHANNEL, FULL_BED, GRAY, LATER, LINE, NOON, ORANGE, match
from tests.kit.service_matches import begin
from tests.kit.service_matches import play as play_stored
from tests.kit.stored_matches import ONE, THREAD, load_match, store


def match_after_turns(*turns: str) -> Match:
    """A match after some turns in notation."""
    current = match()
    for at, text in enumerate(turns):
        user = current.to_move
        assert user is not None
        current = play(current, user, read_turn(text), Instant(NOON + at)).match
    return current


RUN = ("Kc1", "Kf6", "Ka3", "Kf4", "Kb5", "Kf2", "Ke5", "Ka6")


async def test_a_match_in_play_is_read_with_its_last_step(database: Database) -> None:
    for turns in range(len(RUN) + 1):
        number = MatchId(1 + turns)
        assert await load_match(database, number) is None
        current = replace(match_after_turns(*RUN[:turns]), id=number)
        await store(database, current)
        assert await load_match(database, number) == current


async def test_a_match_with_an_outcome_and_a_venue_but_no_message_is_read(
    database: Database,
) -> None:
    over = resign(match_after_turns("Kc3", "Kd4"), GRAY, LATER)
    settled = replace(over, venue=replace(over.venue, message=None, channel=THREAD))
    await store(database, settled)
    assert await load_match(database) == settled


async def test_an_update_writes_only_at_the_expected_revision(database: Database) -> None:
    before = match()
    after = play(before, ORANGE, read_turn("Kc3"), LATER).match
    another = replace(before, revision=Revision(before.revision + 1))
    await store(database, before)
    async with database.writing() as writing:
        assert not await match_queries.update(writing, another, after)
        assert await match_queries.find(writing, ONE) == before
        assert await match_queries.update(writing, before, after)
        assert not await match_queries.update(writing, before, after)
    assert await load_match(database) == after


async def test_unmeasuring_a_match_twice_changes_only_that_match(database: Database) -> None:
    practice = BotPlayer(Seat.GRAY, Practice(LevelNumber(3), Pace.UNHURRIED, Measurement.YES))
    against_bot = replace(match(), bot=practice, clock=TurnClock(timeless=Seat.GRAY))
    between_people = replace(match(), id=MatchId(2))
    other = replace(against_bot, id=MatchId(3))
    await store(database, against_bot, between_people, other)
    unmeasured = replace(practice, practice=replace(practice.practice, measured=Measurement.NO))
    for _ in range(2):
        async with database.writing() as writing:
            await match_queries.unmeasure(writing, ONE)
            await match_queries.unmeasure(writing, between_people.id)
        assert await load_match(database) == replace(against_bot, bot=unmeasured)
        assert await load_match(database, between_people.id) == between_people
        assert await load_match(database, other.id) == other


async def test_matches_of_a_channel_are_listed_newest_first(database: Database) -> None:
    here = [
        replace(match(), id=MatchId(number), venue=replace(match().venue, channel=THREAD))
        for number in (1, 2, 3)
    ]
    over = resign(here[1], ORANGE, NOON)
    await store(database, here[0], over, here[2], replace(match(), id=MatchId(4)))
    async with database.reading() as reading:
        assert await match_queries.of_channel(reading, THREAD, most=5) == [here[2], over, here[0]]
        assert await match_queries.of_channel(reading, THREAD, most=1) == [here[2]]
        assert await match_queries.of_channel(reading, CHANNEL, most=5) == []


async def test_turns_are_listed_as_far_as_they_had_been_played(database: Database) -> None:
    await store(database, match())
    current = match()
    async with database.writing() as writing:
        for text in RUN:
            user = current.to_move
            assert user is not None
            done = play(current, user, read_turn(text), LATER)
            assert isinstance(done, CompleteTurn)
            current = done.match
            await turn_queries.append_turn(writing, current, current.ply, done.step, user)
    async with database.reading() as reading:
        for revision in range(1, len(RUN) + 2):
            turns = await turn_queries.turns(reading, ONE, Revision(revision))
            assert turns == [read_turn(text) for text in RUN[: revision - 1]]


@pytest.mark.parametrize(("current", "turn"), [(LINE, "Cc1"), (FULL_BED, "Cf6")])
async def test_a_won_match_is_read_although_its_position_has_ended(
    database: Database, current: Position, turn: str
) -> None:
    won = play(match(current), ORANGE, read_turn(turn), LATER).match
    assert won.outcome is not None
    await store(database, won)
    assert await load_match(database) == won


async def test_user_ids_may_be_as_large_as_discords(database: Database) -> None:
    largest = UserId(2**63 - 1)
    kept = replace(match(), seats=replace(match().seats, gray=largest))
    await store(database, kept)
    assert await load_match(database) == kept


async def test_a_turn_that_was_just_written_is_not_played_again_when_it_is_read(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    replays: list[str] = []
    replay = columns.replayed

    def count_replay(before: str, notations: list[str], ruleset: Ruleset) -> list[Step]:
        replays.append(before)
        return replay(before, notations, ruleset)

    monkeypatch.setattr(columns, "replayed", count_replay)
    current = match_after_turns("Kc3", "Kd4")
    await store(database, current)
    async with database.reading() as reading:
        assert await match_queries.find(reading, ONE) == current
    assert not replays
    assert await load_match(database) == current
    assert len(replays) == 1


def test_the_number_of_remembered_turns_is_bounded() -> None:
    position = Position()
    for number in range(2 * columns.MOST_PLAYED):
        LATELY_PLAYED[str(number), "Kc3", position.ruleset] = ()
        columns.POSITION.write(match_after_turns("Kc3"))
        assert len(LATELY_PLAYED) <= columns.MOST_PLAYED + 1
    LATELY_PLAYED.clear()


CLOCKS = {
    "per move": TurnClock.started(PerMove(Seconds(DAY)), NOON, Weekends.PLAYED),
    "bank": TurnClock.started(
        Bank(Seconds(DAY), Seconds(HOUR), Seconds(2 * DAY)), NOON, Weekends.PLAYED
    ),
}


@pytest.mark.parametrize("clock", CLOCKS.values(), ids=CLOCKS)
async def test_no_index_of_matches_has_a_column_that_a_turn_changes(
    database: Database, clock: TurnClock
) -> None:
    """PostgreSQL writes to every index of a row if one of its indexes has such a column."""
    before = replace(match_after_turns(*RUN[:6]), clock=clock)
    assert before.to_move is not None
    after = play(before, before.to_move, read_turn(RUN[6]), Instant(NOON + HOUR)).match
    rows = []
    for each in (before, after):
        async with database.writing() as writing:
            await writing.connection.ask("DELETE FROM matches")
            await match_queries.insert(writing, each)
            [row] = await writing.connection.ask("SELECT * FROM matches")
            rows.append(row)
    async with database.reading() as reading:
        columns = await column_names(reading)
    changed = {column for column, *held in zip(columns, *rows, strict=True) if held[0] != held[1]}
    assert {"position", "changed_at", "deadline"} <= changed
    script = "".join(each.script for each in migrations())
    indexes = re.findall(r"CREATE (?:UNIQUE )?INDEX (\w+) ON matches ([^;]+);", script)
    assert len(indexes) > 10
    for name, definition in indexes:
        assert not changed & set(re.findall(r"\w+", definition)), name


async def column_names(reading: Reading) -> tuple[str, ...]:
    statement = reading.connection.ask("SELECT * FROM matches")
    return await statement.reading(lambda result: result.columns)


async def test_when_a_match_ended_is_kept_from_its_end_on(database: Database) -> None:
    async def ended_at() -> float | None:
        async with database.reading() as reading:
            return await reading.connection.ask("SELECT ended_at FROM matches").first(float)

    played = match_after_turns(*RUN[:2])
    await store(database, played)
    assert await ended_at() is None
    over = resign(played, GRAY, LATER)
    async with database.writing() as writing:
        await match_queries.update(writing, played, over)
    assert await ended_at() == over.ended_at == LATER
    revised = replace(over, revision=Revision(over.revision + 1))
    async with database.writing() as writing:
        await match_queries.update(writing, over, revised)
    assert await ended_at() == LATER


def updates_of_matches(path: ServerAddress) -> tuple[int, int]:
    """Return the number of updates of matches, and of those that wrote to no index.

    A connection publishes its counts when it ends, which is some time after it was closed.
    """
    import psycopg

    with psycopg.connect(path.url, autocommit=True) as connection:
        for _ in range(1000):
            [bots] = connection.execute(
                "SELECT count(*) FROM pg_stat_activity"
                " WHERE datname = current_database() AND application_name = 'boop'"
            ).fetchone() or (0,)
            if not bots:
                break
            time.sleep(0.01)
        found = connection.execute(
            "SELECT n_tup_upd, n_tup_hot_upd FROM pg_stat_user_tables WHERE relname = 'matches'"
        ).fetchone()
    assert found is not None
    return found


@pytest.mark.postgresql
async def test_a_server_writes_to_no_index_of_matches_when_a_turn_is_played(
    path: ServerAddress,
) -> None:
    async with open_services(path, StandingClock(), Random(1)) as services:
        number = (await begin(services)).id
    before, without_indexes_before = updates_of_matches(path)
    async with open_services(path, StandingClock(), Random(1)) as services:
        await play_stored(services, number, *RUN[:6])
    after, without_indexes = updates_of_matches(path)
    assert after - before >= 6
    assert without_indexes - without_indexes_before == after - before

"""A user's data: given to the user whole, and deleted without a trace."""

import asyncio
import json
import sqlite3
import zipfile
from collections import defaultdict
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.db.database import WRITERS
from bot.db.sqlite import SqliteDatabase
from bot.errors import Refusal
from bot.features.matches.access import Presence
from bot.features.privacy.personal_data import PERSONAL_DATA, WRITTEN
from bot.features.privacy.queries import EXPORTED, IN_THEIR_PLACE
from bot.features.privacy.service import ABOUT, CLEAN_WITHIN, FilesToClean
from bot.game import legal_turns
from bot.match.challenge import ChallengeState, Particulars
from bot.match.errors import NotAPlayer, OpponentDeleted
from bot.match.identity import MessageId, Revision, Seconds, UserId, is_former
from bot.match.match import EndReason
from bot.match.terms import Note, Starts, Terms
from bot.services import Services, open_services
from bot.text import PSEUDO, pseudo, speaking
from tests.kit.clocks import StandingClock
from tests.kit.matches import GUILD, PLACE, friend
from tests.kit.personal_data import (
    ADA,
    BOB,
    CY,
    DIRECT,
    MOD,
    columns_with,
    create_all_rows,
    create_open_rows,
    traces,
)
from tests.kit.ratings import dump_ratings, rated_match, table_of
from tests.kit.raw_database import rows_in
from tests.kit.service_matches import begin, mover_of, play, scheduled_jobs
from tests.kit.thoroughness import quick_or_thorough


async def data_of(services: Services, user: UserId) -> dict[str, Any]:
    async with services.privacy.export(user) as path:
        data: dict[str, Any] = json.loads(zipfile.ZipFile(path).read("boop-data.json"))
    return data


async def test_using_everything_stores_the_id_exactly_in_the_declared_columns(
    services: Services, path: Path
) -> None:
    await create_all_rows(services)
    declared: dict[str, set[str]] = defaultdict(set)
    for part in PERSONAL_DATA:
        declared[part.table] |= {*part.people, *part.texts}
    for texts in WRITTEN:
        declared[texts.table] |= {*texts.columns}
    found = {table: set(columns) for table, columns in columns_with(path, ADA).items()}
    assert found == {table: columns for table, columns in declared.items() if columns}
    assert bool(traces(path, ADA)) == isinstance(path, Path)


async def test_deletion_removes_the_id_everywhere(services: Services, path: Path) -> None:
    await create_all_rows(services)
    await services.privacy.delete(ADA)
    assert columns_with(path, ADA) == {}
    assert traces(path, ADA) == []
    for other in (BOB, CY, MOD):
        assert columns_with(path, other)


async def test_deletion_leaves_no_old_board_in_direct_messages(services: Services) -> None:
    life = await create_open_rows(services)
    await services.boards.board_posted(life.direct, DIRECT, MessageId(77), Revision(1), ADA)
    assert {each.channel for each in await services.boards.boards_of(life.direct)} > {DIRECT}
    assert [row["message_id"] for row in (await data_of(services, ADA))["tables"]["old_boards"]]
    await services.privacy.delete(ADA)
    assert DIRECT not in {each.channel for each in await services.boards.boards_of(life.direct)}


async def test_deletion_ends_what_is_under_way(services: Services) -> None:
    life = await create_open_rows(services)
    deleted = await services.privacy.delete(ADA)
    assert deleted.matches == (life.direct, life.live, life.begun)
    whys = [(await services.matches.find(number)).outcome for number in deleted.matches]
    assert [each and each.why for each in whys] == [
        EndReason.CALLED_OFF,
        EndReason.RESIGNATION,
        EndReason.CALLED_OFF,
    ]
    states = [(await services.challenges.find(each)).challenge.state for each in deleted.challenges]
    assert states == [ChallengeState.CANCELLED, ChallengeState.DECLINED]


async def test_texts_are_deleted_with_their_author_and_others_lose_the_id(
    services: Services, path: Path
) -> None:
    await create_all_rows(services)
    await services.privacy.delete(ADA)
    words = rows_in(path, "SELECT note, reason FROM challenges WHERE note IS NOT NULL")
    assert words == [
        ("sooner than a former player, a former player as one says", "ask a former player")
    ]
    notes = rows_in(path, "SELECT outcome_note FROM matches WHERE outcome_note IS NOT NULL")
    assert notes == [("as a former player says",)]
    assert rows_in(path, "SELECT reason FROM bans WHERE user_id = ?", BOB) == [
        ("like a former player",)
    ]
    assert rows_in(path, "SELECT reason FROM bans WHERE user_id = ?", CY) == [(None,)]


async def test_a_user_who_is_only_named_in_the_words_of_others_is_kept_and_deleted(
    services: Services, path: Path
) -> None:
    zoe = UserId(700_700_700_700)
    note = Particulars(Note(f"sooner than <@{zoe}>"))
    await services.challenges.offer(ADA, friend(BOB), PLACE, Terms(Starts.ME), note)
    assert not (await services.privacy.kept_of(zoe)).nothing
    with speaking(PSEUDO):
        await services.privacy.delete(zoe)
    [(words,)] = rows_in(path, "SELECT note FROM challenges")
    assert words == f"sooner than {pseudo(IN_THEIR_PLACE.text)}"
    assert traces(path, zoe) == []
    assert (await services.privacy.kept_of(zoe)).nothing


async def test_matches_stay_for_the_opponents(services: Services, path: Path) -> None:
    life = await create_all_rows(services)
    turns = "SELECT match_id, ply, notation, position FROM turns ORDER BY 1, 2"
    before = rows_in(path, turns)
    await services.privacy.delete(ADA)
    assert (
        rows_in(path, "SELECT match_id, ply, notation, position FROM turns ORDER BY 1, 2") == before
    )
    over = await services.matches.find(life.over)
    assert is_former(over.seats.orange)
    assert over.seats.gray == BOB
    record = await services.replays.record(life.over)
    assert len(record.turns) == over.ply
    with pytest.raises(OpponentDeleted):
        await services.rematches.rematch(BOB, life.over, PLACE)
    with pytest.raises(NotAPlayer):
        await services.rematches.rematch(ADA, life.over, PLACE)


async def test_ratings_of_others_do_not_change(services: Services, path: Path) -> None:
    await rated_match(services, Random(1), ADA, BOB)
    await rated_match(services, Random(2), BOB, CY)
    await rated_match(services, Random(3), CY, ADA)
    before = dump_ratings(path)
    await services.privacy.delete(ADA)
    assert dump_ratings(path) == before
    computed = await table_of(services)
    assert len([scope for scope, _ in computed.ratings if not scope]) == 3
    assert rows_in(path, "SELECT count(*) FROM players WHERE user_id IS NULL") == [(1,)]


async def test_a_live_rated_match_counts_as_a_resignation(services: Services, path: Path) -> None:
    match = await begin(services, ADA, BOB)
    while match.ply < 6:
        quiet = next(each for each in legal_turns(match.position) if not each.wins)
        match = (await services.matches.play(mover_of(match), match.id, quiet)).match
    await services.privacy.delete(ADA)
    [(orange, score)] = rows_in(path, "SELECT orange_key, orange_score FROM rated_results")
    assert score == 0.0
    assert rows_in(path, "SELECT user_id FROM players WHERE player_key = ?", orange) == [(None,)]


async def test_a_user_who_was_deleted_begins_again(services: Services, path: Path) -> None:
    await rated_match(services, Random(1), ADA, BOB)
    await services.privacy.delete(ADA)
    assert (await services.privacy.kept_of(ADA)).nothing
    await rated_match(services, Random(2), ADA, CY)
    keys = rows_in(path, "SELECT player_key FROM players WHERE user_id = ?", ADA)
    steps = rows_in(
        path, "SELECT before_points FROM rating_steps WHERE player_key = ? AND scope = 0", *keys[0]
    )
    assert steps == [(1500.0,)]
    first = rows_in(path, "SELECT orange_id FROM matches ORDER BY id")[0][0]
    await services.privacy.delete(ADA)
    formers = [number for (number,) in rows_in(path, "SELECT orange_id FROM matches ORDER BY id")]
    assert formers[0] == first
    assert len(set(formers)) == 2
    assert all(map(is_former, formers))
    assert traces(path, ADA) == []


async def test_deleting_twice_has_the_same_effect_as_once(services: Services, path: Path) -> None:
    await create_all_rows(services)
    first, second = await asyncio.gather(services.privacy.delete(ADA), services.privacy.delete(ADA))
    assert sorted([len(first.matches), len(second.matches)]) == [0, 3]
    again = await services.privacy.delete(ADA)
    assert (again.matches, again.challenges) == ((), ())
    assert rows_in(path, "SELECT count(*) FROM players WHERE user_id IS NULL") == [(1,)]
    stranger = await services.privacy.delete(UserId(1 << 59))
    assert (stranger.matches, stranger.challenges) == ((), ())
    assert rows_in(path, "SELECT count(*) FROM players WHERE user_id IS NULL") == [(1,)]


@pytest.mark.parametrize("order", range(quick_or_thorough(3, 6)))
async def test_deletion_beside_the_opponents_actions(
    services: Services, path: Path, order: int
) -> None:
    chance = Random(order)
    life = await create_all_rows(services)
    match = await services.matches.find(life.live)
    turn = chance.choice([each for each in legal_turns(match.position) if not each.wins])
    actions = [
        services.privacy.delete(ADA),
        services.matches.play(BOB, life.live, turn),
        services.matches.resign(BOB, life.live),
        services.matches.resign(ADA, life.begun),
        services.rematches.rematch(BOB, life.over, PLACE),
        services.spectators.watch(CY, life.live),
        services.plans.clear(ADA, life.live),
        services.notifications.take_due(50),
    ]
    chance.shuffle(actions)
    done = await asyncio.gather(*actions, return_exceptions=True)
    unexpected = [
        each for each in done if isinstance(each, BaseException) and not isinstance(each, Refusal)
    ]
    assert not unexpected, unexpected
    await services.privacy.delete(ADA)
    assert columns_with(path, ADA) == {}
    assert traces(path, ADA) == []
    assert (await services.matches.find(life.live)).outcome is not None


@pytest.mark.long
@pytest.mark.sqlite
async def test_a_crash_after_the_deletion_leaves_files_that_are_cleaned_later(
    path: Path, clock: StandingClock
) -> None:
    async with open_services(path, clock, Random(1)) as services:
        await create_all_rows(services)
        with closing(sqlite3.connect(path, isolation_level=None)) as another:
            # A program that reads keeps the log from being emptied.
            another.execute("BEGIN")
            another.execute("SELECT count(*) FROM matches").fetchall()
            deleting = asyncio.create_task(services.privacy.delete(ADA))
            async with asyncio.timeout(60):
                while not (await services.privacy.kept_of(ADA)).nothing:  # noqa: ASYNC110 - a file
                    await asyncio.sleep(0.01)
            assert not deleting.done()
            deleting.cancel()
            await asyncio.gather(deleting, return_exceptions=True)
            assert columns_with(path, ADA) == {}
            assert traces(path, ADA)
    async with open_services(path, clock, Random(1)) as services:
        clock.advance(CLEAN_WITHIN)
        done = await services.jobs.run_due()
        for _ in range(5):
            if FilesToClean() in done:
                break
            # The connection that was given up may hold the file for a moment.
            clock.advance(Seconds(3600))
            done += await services.jobs.run_due()
        assert FilesToClean() in done
        assert traces(path, ADA) == []
        assert await scheduled_jobs(services, FilesToClean) == []


async def test_several_users_are_deleted_at_once(services: Services, path: Path) -> None:
    await create_all_rows(services)
    await asyncio.gather(*(services.privacy.delete(user) for user in (BOB, ADA, CY, MOD)))
    for user in (ADA, BOB, CY, MOD):
        assert columns_with(path, user) == {}
        assert traces(path, user) == []
    assert rows_in(path, "SELECT value FROM stored_values WHERE name = 'erasing'") == [("clean",)]


@pytest.mark.sqlite
async def test_files_locked_by_another_program_are_cleaned_later(
    services: Services, path: Path, clock: StandingClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.db.erasing.TRIES", 2)
    await create_all_rows(services)
    with closing(sqlite3.connect(path, isolation_level=None)) as another:
        another.execute("BEGIN")
        another.execute("SELECT count(*) FROM matches").fetchall()
        await services.privacy.delete(ADA)
        clock.advance(CLEAN_WITHIN)
        assert FilesToClean() not in await services.jobs.run_due()
        assert traces(path, ADA)
    await services.privacy.delete(CY)
    assert rows_in(path, "SELECT value FROM stored_values WHERE name = 'erasing'") != [("clean",)]
    clock.advance(CLEAN_WITHIN)
    assert FilesToClean() in await services.jobs.run_due()
    assert traces(path, ADA) == []
    assert rows_in(path, "SELECT value FROM stored_values WHERE name = 'erasing'") == [("clean",)]


async def test_the_export_contains_all_data_of_the_user(services: Services, path: Path) -> None:
    """Each row that has the user's ID is in some part of the exported file, with the ID."""
    await create_all_rows(services)
    given = (await data_of(services, ADA))["tables"]
    written = {(texts.table, column) for texts in WRITTEN for column in texts.columns}
    withheld = {
        (part.table, column) for part in PERSONAL_DATA if part.withheld for column in part.people
    }
    for table, columns in columns_with(path, ADA).items():
        parts = [part.name for part in EXPORTED if part.table == table]
        for column in columns:
            if (table, column) in written | withheld:
                continue
            shown = sum(row.get(column) == str(ADA) for name in parts for row in given[name])
            assert [(shown,)] == rows_in(
                path, f"SELECT count(*) FROM {table} WHERE CAST({column} AS TEXT) = ?", str(ADA)
            ), (table, column)
    [(key,)] = rows_in(path, "SELECT player_key FROM players WHERE user_id = ?", ADA)
    for part in PERSONAL_DATA:
        if part.keys:
            held = " OR ".join(f"{column} = {key}" for column in part.keys)
            [(count,)] = rows_in(path, f"SELECT count(*) FROM {part.table} WHERE {held}")
            assert len(given[part.name]) == count, part.name
    [preferred] = given["preferences"]
    assert preferred["user_id"] == str(ADA)
    assert given["vacations"][0]["begun_at"] == "2027-01-15T08:00:00+00:00"


async def test_the_export_contains_other_users_only_in_shared_matches(services: Services) -> None:
    life = await create_all_rows(services)
    await services.blocks.block(BOB, ADA)
    await play(services, life.live, "Ka3")
    data = await data_of(services, ADA)
    text = json.dumps(data["tables"])
    assert str(BOB) in text
    blocked = {each["blocked_id"] for each in data["tables"]["blocks"]}
    assert blocked == {str(MOD)}
    without_blocks = {key: value for key, value in data["tables"].items() if key != "blocks"}
    assert str(MOD) not in json.dumps(without_blocks)
    assert all(each["user_id"] == str(ADA) for each in data["tables"]["turns"])


async def test_an_unknown_user_exports_an_empty_file(services: Services) -> None:
    await create_all_rows(services)
    with speaking(PSEUDO):
        data = await data_of(services, UserId(1 << 59))
    assert data["about"] == pseudo(ABOUT.text)
    assert not any(data["tables"].values())
    assert data["your_id"] == str(1 << 59)


async def test_large_exports_are_read_page_by_page(
    services: Services, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.features.privacy.service.PAGE", 3)
    await create_all_rows(services)
    tables = (await data_of(services, ADA))["tables"]
    plies = [(each["match_id"], each["ply"]) for each in tables["turns"]]
    assert plies == rows_in(
        path, "SELECT match_id, ply FROM turns WHERE user_id = ? ORDER BY 1, 2", ADA
    )


@pytest.mark.long
async def test_pending_work_does_not_restore_a_deleted_user(services: Services, path: Path) -> None:
    """A transaction that began before a deletion writes nothing about the deleted user after it."""
    life = await create_all_rows(services)
    await services.matches.resign(BOB, life.live)
    async with services._database.writing():
        # Waiting writers are served in turn.
        deleting = asyncio.create_task(services.privacy.delete(ADA))
        await asyncio.sleep(0)
        late = [
            asyncio.create_task(each)
            for each in (
                services.statistics.catch_up(),
                services.direct_messages.record_closed(ADA),
                services.newcomers.rules_shown(ADA, "classic"),
                services.departures.record(GUILD, ADA, Presence.GONE),
            )
        ]
        async with asyncio.timeout(60):
            while _waiting_writers(services) < 1 + len(late):  # noqa: ASYNC110 - a lock has no event
                await asyncio.sleep(0.01)
    await asyncio.gather(deleting, *late)
    assert columns_with(path, ADA) == {}
    await services.privacy.delete(ADA)
    assert traces(path, ADA) == []


def _waiting_writers(services: Services) -> int:
    """Count the writers that wait."""
    database: Any = services._database
    if isinstance(database, SqliteDatabase):
        return len(database._write_lock._waiters or ())
    at_the_server = WRITERS - len(database._writers) - 1
    return at_the_server + len(database._in_turn._waiters or ())

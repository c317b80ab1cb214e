"""What monitoring gets: whether the bot is well, and how users are served."""

import asyncio
import json
import sqlite3
from contextlib import closing
from operator import attrgetter
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families

from bot.errors import AddressTaken
from bot.health import FRESH, health
from bot.match.identity import Seconds
from bot.metrics import ProcessMetrics
from playground import Playground
from tests.kit.health import child_of, fetch_health, serve_health, wait_until_healthy
from tests.kit.leaderboard_pages import free_port
from tests.kit.raw_database import change
from tests.kit.server_matches import start_match_between
from tests.kit.tables import DESCRIPTION, PATIENT, Table
from tests.kit.unwritable import blocked_writes


async def read_metrics(port: int) -> dict[tuple[str, str], float]:
    """Return each figure by the name and the labels of its metric."""
    status, kind, text = await fetch_health(port, "metrics")
    assert (status, kind) == (200, "text/plain")
    return {
        (sample.name, " ".join(sample.labels.values())): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
        if "le" not in sample.labels
    }


def delay_boards(database: Path) -> None:
    change(database, "UPDATE notifications SET state = 'done'")
    change(database, "UPDATE matches SET deadline = NULL")
    change(database, "UPDATE outbox SET revision = revision + 1, due_at = 4e9 WHERE kind = 'board'")


async def wait_until_idle(table: Table) -> None:
    """Wait until nothing is due, because work in progress would be recorded after the change."""
    for _ in range(1000):
        due_at = (await table.services.snapshot()).due_at
        if due_at is None or due_at > table.clock.now() + 3600:
            return
        await asyncio.sleep(0.01)
    raise AssertionError("something is due still after 10 s")


@pytest.mark.process
async def test_a_working_bot_is_healthy_and_reports_its_state(tmp_path: Path) -> None:
    port = free_port()
    async with Playground(description=DESCRIPTION, limits=PATIENT) as playground:
        child = child_of(tmp_path, playground, port)
        await child.start()
        try:
            ada, bob = playground.person("ada"), playground.person("bob")
            games = playground.channel("games")
            server_match = await start_match_between(playground, ada, bob, games)
            await server_match.play(["Kc3", "Ka1", "Kf6"])
            await bob.autocomplete("place", "square", "b", channel=server_match.place)
            assert await fetch_health(port, "healthz") == (200, "application/json", '{"wrong": []}')
            found = await read_metrics(port)
        finally:
            await child.stop()
        playground.expect_valid()
    assert found["boop_interaction_seconds_count", "command challenge"] == 1
    assert found["boop_interaction_seconds_count", "component answer-challenge"] == 1
    assert found["boop_interaction_seconds_count", "command place"] == 3
    assert found["boop_interaction_seconds_count", "autocomplete place"] == 1
    assert 0 < found["boop_interaction_seconds_sum", "component answer-challenge"] < 60
    assert found["boop_turns_played_total", ""] == 3
    assert found["boop_matches_live", ""] == 1
    assert found["boop_pictures_drawn_total", ""] >= 4
    assert found["boop_pictures_cached", ""] >= 4
    assert found["boop_pictures_queued", ""] == 0
    assert found["boop_transaction_seconds_count", ""] > 10
    assert found["boop_outbox_lag_seconds", ""] < 60
    assert found["process_resident_memory_bytes", ""] > 1e7
    assert "boop_interactions_unanswered_total" not in {name for name, _ in found}


@pytest.mark.night
@pytest.mark.process
async def test_unanswered_interactions_are_counted(tmp_path: Path) -> None:
    async with Playground(description=DESCRIPTION) as playground:
        port = free_port()
        child = child_of(tmp_path, playground, port)
        await child.start()
        try:
            playground.faults.drop_before(
                "POST", "/interactions/{interaction_id}/{interaction_token}/callback", times=9
            )
            ada, games = playground.person("ada"), playground.channel("games")
            answer = await ada.command("help", channel=games)
            found = await read_metrics(port)
        finally:
            await child.stop()
    assert answer.failed
    assert found["boop_interactions_unanswered_total", "command help"] == 1
    assert ("boop_interaction_seconds_count", "command help") not in found


async def test_outdated_boards_and_due_work_are_counted(table: Table, tmp_path: Path) -> None:
    playground = table.playground
    ada, bob = playground.person("ada"), playground.person("bob")
    await start_match_between(playground, ada, bob, playground.channel("games"))
    async with serve_health(table) as port:
        await wait_until_idle(table)
        await table.bot.remove_cog("Outbox")
        await asyncio.to_thread(delay_boards, tmp_path / "boop.sqlite3")
        table.clock.advance(Seconds(4e9 + 60 - table.clock.now()))
        found = await read_metrics(port)
    assert found["boop_boards_outdated", ""] == 1
    assert 60 <= found["boop_outbox_lag_seconds", ""] < 90


@pytest.mark.long
async def test_a_bot_without_the_lease_is_unhealthy(table: Table) -> None:
    async with serve_health(table) as port:
        assert (await fetch_health(port, "healthz"))[0] == 200
        await table.services.leadership.leave()
        await asyncio.sleep(FRESH)
        status, _, text = await fetch_health(port, "healthz")
        assert status == 503
        assert json.loads(text) == {"wrong": ["another process has taken the database"]}


async def test_a_bot_without_a_connection_to_discord_is_unhealthy(table: Table) -> None:
    async with serve_health(table) as port:
        for shard in table.bot.shards.values():
            await shard.disconnect()
        status, _, text = await fetch_health(port, "healthz")
        assert status == 503
        assert json.loads(text) == {"wrong": ["Discord does not reach the bot"]}


@pytest.mark.sqlite
async def test_a_locked_database_is_reported(
    table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.health.PATIENCE", 0.05)
    async with serve_health(table) as port:
        path = tmp_path / "boop.sqlite3"
        with closing(
            sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        ) as holder:
            # A transaction of the bot that is under way has to end first.
            await asyncio.to_thread(holder.execute, "BEGIN IMMEDIATE")
            status, _, text = await fetch_health(port, "healthz")
            assert (status, "not stored anything within 0.05 seconds" in text) == (503, True)
        await wait_until_healthy(port)


@pytest.mark.long
@pytest.mark.sqlite
async def test_a_full_disk_is_reported(table: Table, tmp_path: Path) -> None:
    """The lease's own row always fits, so the test makes the log beside the file unwritable."""
    async with serve_health(table) as port:
        await table.bot.remove_cog("Outbox")
        async with blocked_writes(table.database):
            status, _, text = await fetch_health(port, "healthz")
        assert (status, "nothing can be stored: " in text) == (503, True)
        await wait_until_healthy(port)


@pytest.mark.long
@pytest.mark.sqlite
async def test_a_missing_database_file_is_reported(table: Table, tmp_path: Path) -> None:
    async with serve_health(table) as port:
        (tmp_path / "boop.sqlite3").rename(tmp_path / "elsewhere.sqlite3")
        status, _, text = await fetch_health(port, "healthz")
        assert (status, "the database file is gone" in text) == (503, True)
        (tmp_path / "elsewhere.sqlite3").rename(tmp_path / "boop.sqlite3")
        await wait_until_healthy(port)


async def test_pictures_that_cannot_be_drawn_are_reported(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail_drawing(_: object) -> bytes:
        raise OSError("the art is gone")

    monkeypatch.setattr("bot.health.drawn", fail_drawing)
    async with serve_health(table) as port:
        status, _, text = await fetch_health(port, "healthz")
    assert status == 503
    assert json.loads(text) == {"wrong": ["no picture can be drawn: the art is gone"]}


@pytest.mark.parametrize("where", ["thinkers", "animators", "studio", "services.jobs"])
async def test_hanging_work_is_reported(
    table: Table, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    async with serve_health(table) as port:
        await wait_until_healthy(port)
        monkeypatch.setattr(attrgetter(where)(table.bot), "faults", lambda: ["something hangs"])
        status, _, text = await fetch_health(port, "healthz")
        assert (status, json.loads(text)) == (503, {"wrong": ["something hangs"]})
        monkeypatch.undo()
        await wait_until_healthy(port)


async def test_frequent_requests_write_once_a_second(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    count = 0
    renew = table.services.leadership.renew

    async def renew_and_count() -> None:
        nonlocal count
        count += 1
        await renew()

    async with serve_health(table) as port:
        await table.bot.remove_cog("Outbox")
        monkeypatch.setattr(table.services.leadership, "renew", renew_and_count)
        begun = asyncio.get_running_loop().time()
        for _ in range(50):
            assert (await fetch_health(port, "healthz"))[0] == 200
        seconds = asyncio.get_running_loop().time() - begun
    assert 1 <= count <= 2 + seconds


async def test_a_port_that_is_taken_is_refused(table: Table) -> None:
    async with serve_health(table) as port:
        metering = ProcessMetrics(table.services, table.bot.studio)
        with pytest.raises(AddressTaken) as refused:
            async with health("127.0.0.1", port, table.bot, table.services.leadership, metering):
                pass
    assert (refused.value.host, refused.value.port) == ("127.0.0.1", port)

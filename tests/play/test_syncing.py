"""Registering the commands at Discord: users can play even if that fails."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
import structlog.testing
from discord import Locale, app_commands

from bot.command_sync import translated_commands
from playground import Playground, Problem
from tests.kit.tables import DESCRIPTION, PATIENT, run_bot

SYNC = "/applications/{application_id}/commands"


@pytest.mark.long
async def test_a_bot_starts_though_discord_refuses_its_commands_and_syncs_them_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.jobs.backoff.FIRST_WAIT", 0.01)
    async with Playground(description=DESCRIPTION, limits=PATIENT) as playground:
        refused = playground.faults.refuse("PUT", SYNC, Problem.MISSING_ACCESS, times=1000)
        with structlog.testing.capture_logs() as logs:
            async with run_bot(playground, tmp_path / "boop.sqlite3") as table:
                assert await table.bot.tree.fetch_commands() == []
                async with asyncio.timeout(60.0):
                    while refused.hits < 3:  # noqa: ASYNC110 - the playground has no event
                        await asyncio.sleep(0.01)
                playground.faults.clear()
                assert table.bot.command_sync.task is not None
                await asyncio.wait_for(table.bot.command_sync.task, 60.0)
                assert await table.bot.tree.fetch_commands() != []
        playground.expect_valid()
    events = [each["event"] for each in logs if "commands" in each["event"]]
    assert events[:3] == ["commands not synced"] * 3
    assert events[-1] == "commands synced"


async def test_the_first_start_does_not_wait_until_commands_are_translated(
    playground: Playground, database: Path
) -> None:
    ready = asyncio.Event()

    async def describe_later(
        tree: app_commands.CommandTree[Any], translator: app_commands.Translator
    ) -> list[dict[str, Any]]:
        await ready.wait()
        return await translated_commands(tree, translator)

    async with run_bot(playground, database, describe=describe_later) as table:
        english = playground.book.all(None)
        assert "challenge" in [each["name"] for each in english]
        assert not any(each.get("description_localizations") for each in english)
        ready.set()
        assert table.bot.command_sync.task is not None
        await asyncio.wait_for(table.bot.command_sync.task, 60.0)
        translated = playground.book.all(None)
    assert [each["name"] for each in translated] == [each["name"] for each in english]
    described = [each["description_localizations"] for each in translated if each["description"]]
    assert all(Locale.german.value in each for each in described)


async def test_commands_that_discord_has_are_not_replaced_by_english_ones(
    playground: Playground, database: Path, tmp_path: Path
) -> None:
    """The bot gets a new database, and Discord refuses its commands until they are translated."""
    async with run_bot(playground, database, describe=translated_commands) as table:
        assert table.bot.command_sync.task is not None
        await asyncio.wait_for(table.bot.command_sync.task, 60.0)
    translated = playground.book.all(None)
    assert translated[0]["description_localizations"]
    refused = playground.faults.refuse("PUT", SYNC, Problem.MISSING_ACCESS)
    async with run_bot(playground, tmp_path / "new.sqlite3", describe=translated_commands):
        assert refused.hits == 1
        assert playground.book.all(None) == translated


async def test_a_bot_that_shuts_down_stops_syncing(
    playground: Playground, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.jobs.backoff.FIRST_WAIT", 0.01)
    playground.faults.refuse("PUT", SYNC, Problem.MISSING_ACCESS, times=1000)
    async with run_bot(playground, database) as table:
        syncing = table.bot.command_sync.task
        assert syncing is not None
        assert not syncing.done()
    assert syncing.cancelled()


async def test_the_entry_point_of_an_activity_is_kept_whole(
    playground: Playground, database: Path
) -> None:
    made = playground.book.switch_on_activities()
    async with run_bot(playground, database) as table:
        assert table.bot.command_sync.task is not None
        await asyncio.wait_for(table.bot.command_sync.task, 60.0)
        [kept] = [each for each in playground.book.all(None) if each["type"] == 4]
        assert len(playground.book.all(None)) > 1, "the bot's own commands are synced"
    assert {**kept, "version": made["version"]} == made

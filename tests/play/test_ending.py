"""Before the database is closed, the bot ends what it does after an answer."""

import asyncio
from pathlib import Path

import pytest
import structlog

from bot.match.identity import UserId
from playground import Playground
from tests.kit.tables import run_bot

PATIENCE = 60.0
"""Seconds for work that usually takes a moment, on a slow machine."""


async def test_work_after_an_answer_is_silently_given_up_before_the_database_closes(
    playground: Playground, database: Path
) -> None:
    needed, closed = asyncio.Event(), asyncio.Event()
    with structlog.testing.capture_logs() as logs:
        async with run_bot(playground, database) as table:
            newcomers, bot = table.services.newcomers, table.bot
            needs_rules, bot.closing_patience = newcomers.needs_rules, 0.1

            async def ask_late(user: UserId) -> bool:
                needed.set()
                await closed.wait()
                return await needs_rules(user)

            setattr(newcomers, "needs_rules", ask_late)  # noqa: B010 - it is a method
            await playground.person("ada").command("help", channel=playground.channel("games"))
            await needed.wait()
            listeners = [each for each in asyncio.all_tasks() if "completion" in each.get_name()]
        closed.set()
        await asyncio.gather(*listeners)
    assert listeners
    assert [log for log in logs if log["log_level"] != "info"] == []


async def test_work_after_an_answer_ends_before_the_database_closes(
    playground: Playground, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.app.LAST_WORDS", PATIENCE)
    begun, done = asyncio.Event(), False
    async with run_bot(playground, database) as table:
        bot, newcomers = table.bot, table.services.newcomers
        needs_rules, bot.closing_patience = newcomers.needs_rules, PATIENCE

        async def ask_at_the_end(user: UserId) -> bool:
            nonlocal done
            begun.set()
            while not bot.is_ending:  # noqa: ASYNC110 - nothing tells it
                await asyncio.sleep(0.01)
            is_needed = await needs_rules(user)
            done = True
            return is_needed

        setattr(newcomers, "needs_rules", ask_at_the_end)  # noqa: B010 - it is a method
        await playground.person("ada").command("help", channel=playground.channel("games"))
        await begun.wait()
    assert done

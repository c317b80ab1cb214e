"""A bot in its own process, and the pages about its health."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import aiohttp

from bot.cli.keeper import Child
from bot.health import health
from bot.metrics import ProcessMetrics
from playground import Playground
from tests.kit.leaderboard_pages import free_port
from tests.kit.tables import Table


async def fetch_health(port: int, page: str) -> tuple[int, str, str]:
    """Return the status, type and text of a page."""
    async with (
        aiohttp.ClientSession() as session,
        session.get(f"http://127.0.0.1:{port}/{page}") as answer,
    ):
        return answer.status, answer.content_type, await answer.text()


@asynccontextmanager
async def serve_health(table: Table) -> AsyncIterator[int]:
    """Serve the health of a bot without other measurements; yield the port."""
    port = free_port()
    metering = ProcessMetrics(table.services, table.bot.studio)
    async with health("127.0.0.1", port, table.bot, table.services.leadership, metering):
        yield port


def child_of(folder: Path, playground: Playground, port: int, **more: str) -> Child:
    return Child(
        token=playground.token,
        api=playground.api,
        database=folder / "boop.sqlite3",
        control=folder / "control.json",
        more={"BOOP_HEALTH_PORT": str(port), **more},
    )


async def wait_until_healthy(port: int) -> None:
    for _ in range(1000):
        if (await fetch_health(port, "healthz"))[0] == 200:
            return
        await asyncio.sleep(0.02)
    raise AssertionError("still not well after 20 s")

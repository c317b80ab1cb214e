"""When a match's page first shows something in a browser with a slow processor.

The bot runs in a separate process on the same machine. Nothing is cached between the visits.
"""

import asyncio
import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory

from playwright.async_api import Browser

from tests.bench.bench_viewers import watched_match
from tests.bench.bots import our_bot
from tests.bench.figures import Effort, Figure, at_most
from tests.kit.chromium import MISSING, find_chromium, open_chromium
from tests.kit.leaderboard_pages import free_port
from tests.kit.match_pages import ADDRESS

VISITS = 12
SLOWER = 4
"""The factor by which the browser's processor is slowed down."""
TURNS = 30

PAINTED = """() => new Promise((resolve) => {
    new PerformanceObserver((list) => {
        const [entry] = list.getEntriesByName("first-contentful-paint");
        if (entry) resolve(entry.startTime);
    }).observe({type: "paint", buffered: true});
})"""


def figures(effort: Effort) -> Iterator[Figure]:
    """Measure the first paint, if there is a browser."""
    path = find_chromium()
    if path is None:
        sys.stderr.write(f"the first paint is not measured: {MISSING}\n")
        return
    taken = asyncio.run(_measure(path, effort.of(VISITS)))
    yield Figure(
        f"the first paint of a match's page, with a processor {SLOWER} times slower",
        median(taken),
        "ms",
        at_most(500),
        f"{len(taken)} visits after {TURNS} turns; the slowest {max(taken):.0f} ms",
    )


async def _measure(path: str, visits: int) -> list[float]:
    port = free_port()
    more = {
        "BOOP_WEB_PORT": str(port),
        "BOOP_WEB_HOST": "127.0.0.1",
        "BOOP_PUBLIC_URL": ADDRESS,
    }
    with TemporaryDirectory(prefix="boop-bench-") as folder:
        async with our_bot(Path(folder), more=more) as (stage, _):
            page, match = await watched_match(stage, Random(2026))
            for _ in range(TURNS - 1):
                await match.go_on()
            address = f"http://127.0.0.1:{port}{page.rpartition('/')[0]}"
            async with open_chromium(path) as browser:
                return [each async for each in _visits(browser, address, visits)]


async def _visits(browser: Browser, address: str, visits: int) -> AsyncIterator[float]:
    """Yield the milliseconds until each visit showed something."""
    for _ in range(visits):
        context = await browser.new_context(viewport={"width": 360, "height": 740})
        page = await context.new_page()
        session = await context.new_cdp_session(page)
        await session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        await page.goto(address, wait_until="commit")
        yield await page.evaluate(PAINTED)
        await context.close()

"""`/place` while a thousand readers watch the page of another match.

The bot and the readers each run in a separate process. Turns are placed without readers, with
readers, and without them again. The watched match continues all the time.
"""

import asyncio
import http
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory

import aiohttp

import cogs.settings.cog  # noqa: F401  # declares the action `set`
from bot.game import Turn, write_turn
from cogs.core.actions import action_id
from tests.bench.bench_place import measure_place
from tests.bench.bench_turn import random_match
from tests.bench.bots import Stage, crowd, our_bot
from tests.bench.figures import Effort, Figure, at_most
from tests.kit.leaderboard_pages import free_port
from tests.kit.match_pages import ADDRESS, share_live
from tests.kit.server_matches import ServerMatch, start_match_between
from tests.kit.servers import choose, open_settings, owner_of

TURNS = 120
WATCHED_EVERY = 6
"""The number of measured turns per turn of the watched match."""
VIEWERS = 1000
COME_WITHIN = 6.0
"""Seconds until all readers watch."""


def figures(effort: Effort) -> Iterator[Figure]:
    """Measure turns without readers and with them."""
    turns = effort.of(TURNS)
    without, with_readers = asyncio.run(_measure(turns))
    yield Figure(
        "`/place` beside 1 000 readers of a live match, by that without",
        median(with_readers) / median(without),
        "×",
        at_most(1.1),
        f"{turns} turns each; {median(without):.1f} ms without",
    )


async def _measure(turns: int) -> tuple[list[float], list[float]]:
    port = free_port()
    more = {
        "BOOP_WEB_PORT": str(port),
        "BOOP_WEB_HOST": "127.0.0.1",
        "BOOP_PUBLIC_URL": ADDRESS,
    }
    with TemporaryDirectory(prefix="boop-bench-") as folder:
        async with our_bot(Path(folder), more=more) as (stage, _):
            chance = Random(2026)
            path, watched = await watched_match(stage, chance)
            address = f"http://127.0.0.1:{port}{path.rpartition('/')[0]}"
            without = await _turns(stage, chance, turns // 2 + 1, watched)
            async with crowd(address, VIEWERS):
                await asyncio.sleep(COME_WITHIN)
                await _require_crowd(f"{address}/events")
                with_readers = await _turns(stage, chance, turns, watched)
            without += await _turns(stage, chance, turns // 2 + 1, watched)
            if not watched.left:
                raise AssertionError("the match that is watched was over before the end")
    return without, with_readers


async def _require_crowd(events: str) -> None:
    """Raise an error if another reader is accepted, which means that not all are there."""
    async with aiohttp.ClientSession() as session, session.get(events) as answer:
        if answer.status != http.HTTPStatus.SERVICE_UNAVAILABLE:
            raise AssertionError(f"{events} was answered with {answer.status}")


@dataclass(slots=True)
class WatchedMatch:
    """The match that readers watch, and its remaining turns."""

    stage: Stage
    server_match: ServerMatch
    left: deque[Turn]
    ply: int = 1

    async def go_on(self) -> None:
        """Place the next turn."""
        turn = write_turn(self.left.popleft())
        await measure_place(
            self.stage, self.server_match.mover_after(self.ply), self.server_match.place, turn
        )
        self.ply += 1


async def watched_match(stage: Stage, chance: Random) -> tuple[str, WatchedMatch]:
    """Begin a match that readers may watch, and return the path of its page."""
    playground = stage.playground
    panel = await open_settings(playground, "web")
    await choose(panel, owner_of(playground), action_id("set", setting="match_pages"), "live")
    people = playground.person("cleo"), playground.person("dov")
    server_match = await start_match_between(playground, *people, playground.channel("games"))
    turns = max((random_match(chance, TURNS) for _ in range(20)), key=len)
    await server_match.play([write_turn(turns[0])])
    return await share_live(server_match), WatchedMatch(stage, server_match, deque(turns[1:]))


async def _turns(stage: Stage, chance: Random, most: int, watched: WatchedMatch) -> list[float]:
    """Place some turns, and return the milliseconds that each took."""
    playground, taken = stage.playground, list[float]()
    people = playground.person("ada"), playground.person("bob")
    while len(taken) < most:
        server_match = await start_match_between(playground, *people, playground.channel("games"))
        for ply, turn in enumerate(random_match(chance, most - len(taken))):
            if len(taken) % WATCHED_EVERY == 0:
                await watched.go_on()
            taken.append(
                await measure_place(stage, people[ply % 2], server_match.place, write_turn(turn))
            )
    return taken

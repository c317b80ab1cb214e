"""How long our bot blocks its event loop during matches, including garbage collections."""

import asyncio
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Any

from bot.game import write_turn
from tests.bench.bench_turn import random_match
from tests.bench.bots import Stage, our_bot
from tests.bench.figures import Effort, Figure, at_most, yardstick
from tests.kit.server_matches import start_match_between

MATCHES = 16
TURNS, FEW = 40, 15
"""The most turns of a match, in full and for a guard."""
AT_ONCE = 4
LONG = 10.0
"""Milliseconds for which the loop may be blocked."""
AS_YARDSTICK = at_most(1.6, slack=1.0)
"""How long that is by the yardstick: 2.0 to 3.6 at 2dc28fdb, 0.5 to 1.1 since then."""


@dataclass(frozen=True, slots=True)
class LoopReport:
    """The watch's report of a number of turns."""

    turns: int
    holds: list[dict[str, Any]]
    collections: list[dict[str, Any]]


def figures(effort: Effort) -> Iterator[Figure]:
    """Measure the longest hold, by processor time and by wall time."""
    before = yardstick()
    played = asyncio.run(_measure(effort))
    ratio = 2 / (before + yardstick())
    own = max(played.holds, key=lambda hold: hold["own"])
    wall = max(played.holds, key=lambda hold: hold["wall"])
    longer = sum(hold["wall"] * 1000 > LONG for hold in played.holds)
    collected = [hold["own"] * 1000 for hold in played.collections]
    yield Figure(
        "event loop, longest hold by our code, processor time",
        own["own"] * 1000,
        "ms",
        at_most(LONG),
        f"in `{own['what']}`; {played.turns} turns of matches, {AT_ONCE} at once",
    )
    yield Figure("the same, by the yardstick", own["own"] * 1000 * ratio, "×", AS_YARDSTICK)
    note = f"in `{wall['what']}`; {longer} of the holds above {LONG:.0f} ms; others' work included"
    yield Figure("event loop, longest hold, by the clock", wall["wall"] * 1000, "ms", None, note)
    note = f"{len(collected)} collections"
    yield Figure("longest collection of memory", max(collected, default=0.0), "ms", None, note)


async def _measure(effort: Effort) -> LoopReport:
    with TemporaryDirectory(prefix="boop-bench-") as name:
        report = Path(name, "report.json")
        program = ("-m", "tests.bench.watched_bot", str(report), "run", "--until-input-ends")
        async with our_bot(Path(name), *program) as (stage, _):
            most = TURNS if effort is Effort.FULL else FEW
            await _lane(stage, Random(1), 1, most)  # Sprites are loaded, and caches filled.
            await stage.still()
            began = monotonic()
            each = max(1, effort.of(MATCHES) // AT_ONCE)
            lanes = (_lane(stage, Random(2026 + lane), each, most) for lane in range(AT_ONCE))
            turns = sum(await asyncio.gather(*lanes))
            await stage.still()
            ended = monotonic()
        recorded = json.loads(await asyncio.to_thread(report.read_text, encoding="utf-8"))
    during = {
        kind: [hold for hold in recorded[kind] if began <= hold["began"] <= ended]
        for kind in ("holds", "collections")
    }
    return LoopReport(turns, during["holds"], during["collections"])


async def _lane(stage: Stage, chance: Random, matches: int, most: int) -> int:
    """Play matches of at most `most` turns one after the other; return the number of turns."""
    playground = stage.playground
    server = playground.server()
    names = (f"{name}{chance.randrange(10**9)}" for name in ("orange", "gray"))
    people = [playground.add_person(name, server) for name in names]
    played = 0
    for _ in range(matches):
        server_match = await start_match_between(
            playground, people[0], people[1], playground.channel("games")
        )
        for ply, turn in enumerate(random_match(chance, most)):
            answer = await people[ply % 2].command(
                "place", channel=server_match.place, square=write_turn(turn)
            )
            if answer.failed:
                raise AssertionError(f"no answer to {write_turn(turn)} in time")
            played += 1
    return played

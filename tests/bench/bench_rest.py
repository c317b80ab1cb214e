"""The bot before the first match: its memory at rest, and the time until it is ready."""

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory

from bot.game import write_turn
from tests.bench.bench_turn import random_match
from tests.bench.bots import Stage, our_bot
from tests.bench.figures import Effort, Figure, at_most
from tests.kit.server_matches import start_match_between

IMPORTS = "from time import process_time as now; b = now(); import {}; print(now() - b)"
OURS = (
    "bot.cli.run, bot.cli.run, cogs.core.router, cogs.challenges.cog, cogs.matches.games, "
    "cogs.help.cog, cogs.matches.cog, cogs.boards.outbox"
)
THEIRS = "discord.ext.commands, aiosqlite, PIL.Image"
MATCHES = 10
IMPORTED = 5


def figures(effort: Effort) -> Iterator[Figure]:
    """Measure the process that a host runs."""
    rested, played, ready, turns = asyncio.run(_measure(effort.of(MATCHES)))
    if rested is not None and played is not None:
        what = "memory of the bot at rest, no engine"
        yield Figure(what, rested, "MB", at_most(90, slack=1.33), "resident, before any match")
        yield Figure(f"its memory after {turns} turns", played, "MB", at_most(110, slack=1.36))
    yield Figure("from its start until it can be played with", ready, "s", at_most(1.0, slack=6.0))
    times = max(3, effort.of(IMPORTED))
    # These alternate, because the speed of a machine changes.
    both = [(_import(OURS), _import(THEIRS)) for _ in range(times)]
    ours, theirs = (median(each) for each in zip(*both, strict=True))
    note = f"median of {times}; {theirs:.0f} ms of it discord.py, aiosqlite and Pillow"
    yield Figure("import of all that it runs on, processor time", ours, "ms", at_most(600), note)
    ratio = min(one / other for one, other in both)
    yield Figure("the same, by that of those three", ratio, "×", at_most(2.5, slack=1.8))


async def _measure(matches: int) -> tuple[float | None, float | None, float, int]:
    with TemporaryDirectory(prefix="boop-bench-") as folder:
        async with our_bot(Path(folder)) as (stage, process):
            await asyncio.sleep(2.5)  # The bot sweeps once.
            rested = memory_of(process.pid)
            turns = 0
            for _ in range(matches):
                turns += await _play(stage, Random(turns))
            await stage.still()
            return rested, memory_of(process.pid), stage.ready_after, turns


async def _play(stage: Stage, chance: Random) -> int:
    playground = stage.playground
    people = playground.person("ada"), playground.person("bob")
    server_match = await start_match_between(playground, *people, playground.channel("games"))
    turns = random_match(chance)
    for ply, turn in enumerate(turns):
        await people[ply % 2].command("place", channel=server_match.place, square=write_turn(turn))
    return len(turns)


def memory_of(process: int) -> float | None:
    """Return the megabytes of a process in memory, if the system reports them."""
    status = Path(f"/proc/{process}/status")
    if not status.exists():
        return None
    for line in status.read_text(encoding="utf-8").splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) * 1024 / 1e6
    return None


def _import(modules: str) -> float:
    """Return the milliseconds of processor time that importing takes in a fresh process."""
    program = IMPORTS.format(modules)
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    return float(ran.stdout) * 1000

"""Bots in separate processes, each with a stand-in Discord in this process."""

import asyncio
import os
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic

from playground import Playground

PATIENCE = 30.0
STILL = 0.03
"""Seconds without a change after which a bot has finished a turn."""

OUR_BOT = ("-m", "bot", "run", "--until-input-ends")


@dataclass(slots=True)
class Stage:
    """A stand-in Discord with one bot; it records when something happened last."""

    playground: Playground
    ready_after: float = 0.0
    """How many seconds the bot took until it could be played with."""
    changed: float = field(default_factory=monotonic)
    answered: float = 0.0

    def __post_init__(self) -> None:
        self.playground.world.listen(lambda _: self._change())
        self.playground.interactions.listen(self._answer)

    async def still(self) -> None:
        """Wait until the bot has finished: it answers a turn before it notifies the opponent."""
        self._change()
        left = STILL
        while left > 0:
            await asyncio.sleep(left)
            left = self.changed + STILL - monotonic()

    def _change(self) -> None:
        self.changed = monotonic()

    def _answer(self) -> None:
        self.answered = monotonic()


@asynccontextmanager
async def our_bot(
    folder: Path, *program: str, more: Mapping[str, str] | None = None
) -> AsyncIterator[tuple[Stage, Process]]:
    """Start our bot by `program` (Python's arguments), and wait until it is ready.

    Also wait until its commands are translated, which would slow the first turns. `more` are
    further settings.
    """
    async with Playground() as playground:
        control = folder / "control.json"
        environment = {
            "BOOP_TOKEN": playground.token,
            "BOOP_DISCORD_API": playground.api,
            "BOOP_DATABASE": str(folder / "boop.sqlite3"),
            "BOOP_CONTROL": str(control),
            "BOOP_LOG_LEVEL": "warning",
            **(more or {}),
        }
        began = monotonic()
        async with _process(program or OUR_BOT, environment) as process:
            async with asyncio.timeout(PATIENCE):
                while not control.exists():
                    if process.returncode is not None:
                        raise RuntimeError(f"the bot ended with {process.returncode}")
                    await asyncio.sleep(0.005)
            stage = Stage(playground, monotonic() - began)
            await playground.until(lambda: _has_translated_commands(playground), within=PATIENCE)
            yield stage, process


def _has_translated_commands(playground: Playground) -> bool:
    return any(each.get("description_localizations") for each in playground.book.all(None))


@asynccontextmanager
async def bare_bot(png: Path) -> AsyncIterator[Stage]:
    """Start the bare bot with a ready picture."""
    async with Playground() as playground:
        program = ("-m", "tests.bench.bare_bot", playground.api, playground.token, str(png))
        async with _process(program, {}):
            await playground.until(lambda: playground.is_connected, within=PATIENCE)
            yield Stage(playground)


@asynccontextmanager
async def crowd(address: str, viewers: int) -> AsyncIterator[None]:
    """Let many readers watch the page of a match, in a separate process."""
    async with _process(("-m", "tests.bench.viewers", address, str(viewers)), {}):
        yield


@asynccontextmanager
async def _process(program: tuple[str, ...], more: Mapping[str, str]) -> AsyncIterator[Process]:
    """Run Python with these arguments; however we end, its input ends, and so does it."""
    environment = {**os.environ, **more}
    process = await asyncio.create_subprocess_exec(
        sys.executable, *program, stdin=PIPE, stdout=DEVNULL, env=environment
    )
    try:
        yield process
    finally:
        if process.returncode is None:
            process.terminate()
        try:
            await asyncio.wait_for(process.wait(), PATIENCE)
        except TimeoutError:
            process.kill()
            await process.wait()
        if process.stdin is not None:
            process.stdin.close()

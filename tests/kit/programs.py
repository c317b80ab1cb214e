"""Programs of the command line, run as processes of their own beside a bot."""

import asyncio
import os
import sys
from asyncio.subprocess import PIPE, Process
from dataclasses import dataclass
from pathlib import Path

from tests.kit.time_of_day import python_path

ROOT = Path(__file__).parents[2]
PATIENCE = 60.0


@dataclass(frozen=True, slots=True)
class Ended:
    """How a program ended, and what it said."""

    status: int
    output: str
    told: str


async def boop(folder: Path, *arguments: str, **settings: str) -> Ended:
    """Run `boop` in a folder, with these settings and no others."""
    return await end_of(await python(folder, "-m", "bot", *arguments, **settings))


async def python(folder: Path, *arguments: str, **settings: str) -> Process:
    """Start Python in a folder, with these settings and no others."""
    ours = {name: text for name, text in os.environ.items() if not name.startswith("BOOP_")}
    return await asyncio.create_subprocess_exec(
        sys.executable,
        *arguments,
        cwd=folder,
        env={**ours, **settings, "PYTHONPATH": python_path(ROOT), "PYTHONIOENCODING": "utf-8"},
        stdout=PIPE,
        stderr=PIPE,
    )


async def end_of(process: Process) -> Ended:
    """Wait for the end of a program, or put an end to it if it takes too long."""
    try:
        output, told = await asyncio.wait_for(process.communicate(), PATIENCE)
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    assert process.returncode is not None
    return Ended(process.returncode, output.decode(), told.decode())


def names_in(folder: Path) -> set[str]:
    return {file.name for file in folder.iterdir()}

"""Command-line programs, run as separate processes beside a bot."""

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
class ProgramResult:
    """The exit status and the output of a program."""

    status: int
    output: str
    errors: str


async def run_boop(folder: Path, *arguments: str, **settings: str) -> ProgramResult:
    """Run `boop` in a folder, with these settings and no others."""
    return await wait_for_end(await start_python(folder, "-m", "bot", *arguments, **settings))


async def start_python(folder: Path, *arguments: str, **settings: str) -> Process:
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


async def wait_for_end(process: Process) -> ProgramResult:
    """Wait for the end of a program, and kill it if it takes too long."""
    try:
        output, errors = await asyncio.wait_for(process.communicate(), PATIENCE)
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    assert process.returncode is not None
    return ProgramResult(process.returncode, output.decode(), errors.decode())


def file_names(folder: Path) -> set[str]:
    return {file.name for file in folder.iterdir()}

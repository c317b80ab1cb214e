"""Every command prints readable text on every console, and its exit status is right."""

import asyncio
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from itertools import cycle, product
from pathlib import Path
from random import Random
from typing import Final

import pytest

from bot.cli import COMMANDS
from bot.db.backup import ExistingFile, back_up
from bot.db.inspection import inspect
from bot.jobs.clock import SystemClock
from bot.services import open_services
from tests.kit.programs import ROOT
from tests.kit.thoroughness import sampled

pytestmark = [
    pytest.mark.process,
    pytest.mark.skipif(os.name != "posix", reason="it closes streams as shells do"),
]

DATABASE = "Жук naïve ✓.sqlite3"
"""A name that can be shown neither in ASCII nor in Windows' western code page."""
COPY = "copy Ж.sqlite3"
RECORD = """\
[Event "Match #1"]
[Date "2026-08-14"]
[Orange "Ada"]
[Gray "Bob"]
[Ruleset "classic 1"]
[Terms "3 days per move"]
[Result "*"]

1. Ka4 2. Kc5
*
"""

DOES: Final = {
    "backup": ("backup", "new Ж.sqlite3"),
    "move-database": ("move-database", DATABASE, "moved Ж.sqlite3"),
    "ratings": ("ratings", "--rebuild"),
    "restore": ("restore", COPY, "--overwrite"),
}
"""Calls with a lasting effect."""
PRINTS: Final = {
    "engine": ("engine",),
    "perft": ("perft", "--help"),
    "replay": ("replay", "-"),
    "turns": ("turns", "classic"),
}
"""Calls whose only purpose is their output."""
FINDS: Final = {
    "check": (1, ("check",)),
    "run": (2, ("run",)),
    "": (2, ("Ж✓",)),
}
"""Calls that find something wrong, with their status."""
LONG: Final = {"arena", "book", "ladder", "learn", "playground", "puzzles", "tournament"}
"""Commands that run for long; only their help is tested."""
INPUT: Final = {"engine": "ugi\nquit\n", "replay": RECORD}


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a database and a copy of it."""
    folder = tmp_path_factory.mktemp("console")

    async def make() -> None:
        async with open_services(folder / DATABASE, SystemClock(), Random(1)):
            pass

    asyncio.run(make())
    back_up(folder / DATABASE, folder / COPY, ExistingFile.REFUSE)
    return folder


@pytest.fixture
def folder(template: Path, tmp_path: Path) -> Path:
    return shutil.copytree(template, tmp_path / "folder")


def call(
    folder: Path,
    arguments: tuple[str, ...],
    encoding: str = "utf-8",
    stdout: int | None = None,
    entered: str = "",
    redirected: str = "",
) -> subprocess.CompletedProcess[str]:
    """Run `boop` on a console with an encoding, or with its output redirected as by a shell."""
    ours = {name: text for name, text in os.environ.items() if not name.startswith("BOOP_")}
    program = (sys.executable, "-m", "bot", *arguments)
    return subprocess.run(
        ("sh", "-c", f'exec "$@" {redirected}', "sh", *program),
        check=False,
        cwd=folder,
        env={
            **ours,
            "BOOP_DATABASE": DATABASE,
            "PYTHONPATH": str(ROOT),
            "PYTHONIOENCODING": encoding,
            "NUMBA_DISABLE_JIT": "1",
        },
        input=entered,
        stdout=subprocess.PIPE if stdout is None else stdout,
        stderr=subprocess.PIPE,
        encoding=encoding,
        timeout=120,
    )


def is_done(name: str, folder: Path) -> bool:
    """Return whether a call had its effect."""
    match name:
        case "backup":
            return inspect(folder / "new Ж.sqlite3").version > 0
        case "move-database":
            return inspect(folder / "moved Ж.sqlite3").version > 0
        case "restore":
            return any(file.name.startswith(f"{DATABASE}.before-") for file in folder.iterdir())
        case _:
            return True


CallWithOutput = Callable[[Path, tuple[str, ...], str], "subprocess.CompletedProcess[str]"]


def call_on_full_disk(
    folder: Path, arguments: tuple[str, ...], entered: str
) -> "subprocess.CompletedProcess[str]":
    """Run `boop` with its output on a full disk."""
    return call(folder, arguments, entered=entered, redirected=">/dev/full")


def call_without_reader(
    folder: Path, arguments: tuple[str, ...], entered: str
) -> "subprocess.CompletedProcess[str]":
    """Run `boop` with its output on a pipe without a reader."""
    reading, writing = os.pipe()
    os.close(reading)
    try:
        return call(folder, arguments, stdout=writing, entered=entered)
    finally:
        os.close(writing)


OUTPUTS: Final[dict[str, CallWithOutput]] = {
    "full": call_on_full_disk,
    "gone": call_without_reader,
    "closed": lambda folder, arguments, entered: call(
        folder, arguments, entered=entered, redirected=">&-"
    ),
    "all full": lambda folder, arguments, entered: call(
        folder, arguments, entered=entered, redirected=">/dev/full 2>&1"
    ),
    "all closed": lambda folder, arguments, entered: call(
        folder, arguments, entered=entered, redirected="<&- >&- 2>&-"
    ),
}


def test_every_command_is_called_in_this_module() -> None:
    assert {*DOES, *PRINTS, *FINDS, *LONG} - {""} == set(COMMANDS)


@pytest.mark.parametrize(
    ("name", "encoding"),
    sampled(
        [
            *zip([*DOES, *PRINTS, *FINDS], cycle(["ascii", "cp1252"]), strict=False),
            ("check", "cp1252"),
        ],
        6,
    ),
)
def test_missing_characters_are_replaced_on_the_console(
    folder: Path, name: str, encoding: str
) -> None:
    expected, arguments = FINDS.get(name, (0, (DOES | PRINTS).get(name, ())))
    ended = call(folder, arguments, encoding, entered=INPUT.get(name, ""))
    assert (ended.returncode, "Traceback" in ended.stderr) == (expected, False), ended
    assert ended.stdout or expected == 2
    if name in {"check", "backup"}:
        assert r"\u0416" in ended.stdout
    assert is_done(name, folder)


EVERY_HELP: Final = """
import sys
from bot.cli import COMMANDS, boop
for name in COMMANDS:
    try:
        boop([name, "--help"], prog_name="boop")
    except SystemExit as ended:
        assert ended.code == 0
"""


@pytest.mark.night
def test_help_is_shown_on_an_ascii_console(tmp_path: Path) -> None:
    ours = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "ascii"}
    ended = subprocess.run(
        (sys.executable, "-c", EVERY_HELP),
        check=False,
        cwd=tmp_path,
        env={**ours, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
    )
    assert (ended.returncode, ended.stderr) == (0, b"")
    assert ended.stdout.decode("ascii").count("Usage: boop ") == len(COMMANDS)


@pytest.mark.parametrize(
    ("name", "output"),
    sampled(
        [
            *zip(DOES, cycle(["full", "gone"]), strict=False),
            ("backup", "gone"),
            ("backup", "closed"),
        ],
        5,
    ),
)
def test_a_command_takes_effect_even_if_its_output_cannot_be_written(
    folder: Path, name: str, output: str
) -> None:
    ended = OUTPUTS[output](folder, DOES[name], "")
    assert (ended.returncode, "Traceback" in ended.stderr) == (0, False), ended
    assert is_done(name, folder)
    # With a full disk, the failure is reported on standard error.
    assert bool(ended.stderr) == (output == "full")


@pytest.mark.parametrize("name", sampled(tuple(PRINTS), 3))
def test_output_to_a_full_disk_is_a_failure(folder: Path, name: str) -> None:
    ended = call_on_full_disk(folder, PRINTS[name], INPUT.get(name, ""))
    assert ended.returncode == 2
    assert ended.stderr.endswith("boop: Can't write the output: No space left on device.\n")
    assert "Traceback" not in ended.stderr


@pytest.mark.parametrize("name", sampled(tuple(PRINTS), 2))
def test_output_to_a_closed_pipe_ends_silently(folder: Path, name: str) -> None:
    ended = call_without_reader(folder, PRINTS[name], INPUT.get(name, ""))
    assert ended.returncode in {0, 1}
    assert "Traceback" not in ended.stderr
    assert "Exception ignored" not in ended.stderr


@pytest.mark.parametrize(
    ("name", "output"),
    sampled([*product(["check"], OUTPUTS), ("run", "full"), ("", "all full")], 0),
)
def test_an_error_keeps_its_exit_status_if_its_output_cannot_be_written(
    folder: Path, name: str, output: str
) -> None:
    status, arguments = FINDS[name]
    ended = OUTPUTS[output](folder, arguments, "")
    assert (ended.returncode, "Traceback" in ended.stderr) == (status, False), ended
    if output == "full":
        assert ended.stderr

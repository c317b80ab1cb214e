"""Restore and back up repeatedly, killed one step later each time; print what is left.

Run as `python -m tests.db.killed_copying BACKUP DATABASE`. A step is a file operation
that Python audits, such as opening, renaming or deleting a file. Each printed line has the number
of the step, and the application that the database then belongs to or the error in it.
"""

import os
import shutil
import signal
import sys
from pathlib import Path

import click

from bot.db.backup import ExistingFile, back_up, put_in_place
from bot.db.errors import StoreRefusal
from bot.db.inspection import inspect

STEPS = {"open", "os.link", "os.rename", "os.remove", "os.chmod", "sqlite3.connect"}


def kill_at(step: int, backup: Path, database: Path) -> bool:
    """Restore and back up in a process of its own; return whether that was killed."""
    process = os.fork()
    if process == 0:
        left = step

        def count(event: str, _: object) -> None:
            nonlocal left
            if event in STEPS:
                left -= 1
                if left < 0:
                    os.kill(os.getpid(), signal.SIGKILL)

        sys.addaudithook(count)
        status = 1
        try:
            put_in_place(backup, database)
            back_up(database, database.with_name("again.sqlite3"), ExistingFile.REPLACE)
            status = 0
        finally:
            os._exit(status)
    ended = os.waitpid(process, 0)[1]
    if os.WIFEXITED(ended) and os.WEXITSTATUS(ended):
        raise SystemExit(f"step {step} failed")
    return os.WIFSIGNALED(ended)


def main(backup: Path, original: Path) -> None:
    """Print a line for each step."""
    folder = original.with_name("killed")
    folder.mkdir()
    database = folder / original.name
    step = 0
    while True:
        shutil.copyfile(original, database)
        if not kill_at(step, backup, database):
            break
        try:
            click.echo(f"{step} {inspect(database).application}")
        except StoreRefusal as refusal:
            click.echo(f"{step} {refusal!r}")
        step += 1
    click.echo(" ".join(["left", *sorted(file.name for file in folder.glob(".*"))]))


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))

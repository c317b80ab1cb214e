"""`boop backup` while a bot plays, and `boop restore` after it stopped."""

import os
import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from playground import Playground
from tests.kit.programs import run_boop
from tests.kit.server_matches import start_match
from tests.kit.tables import PATIENT, run_bot

pytestmark = pytest.mark.process


def turns_in(database: Path) -> int:
    with closing(sqlite3.connect(database)) as connection:
        count: int = connection.execute("SELECT count(*) FROM turns").fetchone()[0]
    return count


async def test_a_restore_returns_a_match_to_its_state_at_the_backup(tmp_path: Path) -> None:
    database = tmp_path / "boop.sqlite3"
    async with Playground(limits=PATIENT) as playground:
        async with run_bot(playground, database):
            server_match = await start_match(playground)
            await server_match.play(["Kc3"])
            backed_up = await run_boop(tmp_path, "backup", "copy.sqlite3")
            await server_match.play_one(server_match.gray, "Ka1")
            refused = await run_boop(tmp_path, "restore", "copy.sqlite3", "--overwrite")
        kept = await run_boop(tmp_path, "restore", "copy.sqlite3")
        assert turns_in(database) == 2
        restored = await run_boop(tmp_path, "restore", "copy.sqlite3", "--overwrite")
        assert turns_in(database) == 1
        async with run_bot(playground, database):
            await server_match.play_one(server_match.gray, "Kf6")
    assert (backed_up.status, backed_up.errors) == (0, "")
    parsed = re.fullmatch(
        r"Copied boop\.sqlite3 to copy\.sqlite3: (\d+) rows, all intact\.\n",
        backed_up.output,
    )
    assert parsed is not None, backed_up.output
    assert (refused.status, refused.output) == (2, "")
    # On a busy machine the bot's lease may have run out; then its file lock speaks.
    held = f": process {os.getpid()} on " in refused.errors
    assert held or "another program has it open" in refused.errors, refused.errors
    assert (kept.status, kept.output) == (2, "")
    assert kept.errors.startswith("boop: boop.sqlite3 already exists. ")
    assert restored.status == 0
    assert f"Restored copy.sqlite3 to boop.sqlite3: {parsed[1]} rows" in restored.output
    aside = re.search(r"Kept the old database as (\S+)\.\n", restored.output)
    assert aside is not None
    assert turns_in(tmp_path / aside[1]) == 2
    assert turns_in(database) == 2


@pytest.mark.night
async def test_backup_does_not_replace_an_existing_file(tmp_path: Path) -> None:
    (tmp_path / "copy.sqlite3").write_text("letters")
    ended = await run_boop(tmp_path, "backup", "copy.sqlite3")
    assert ended.status == 2
    assert (tmp_path / "copy.sqlite3").read_text() == "letters"

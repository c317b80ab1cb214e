"""A backup replaces the database only while no process uses it."""

import sqlite3
import time
from contextlib import closing
from pathlib import Path

import pytest

from bot.cli.database import restore
from bot.db.backup import ExistingFile, back_up
from bot.db.errors import DatabaseInUse, FileThere, NotOurDatabase
from bot.match.identity import MatchId
from bot.services import Services
from tests.kit.service_matches import begin, stored_turns
from tests.kit.service_matches import play as play_turns


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    return tmp_path / "backup.sqlite3"


@pytest.fixture
async def old_backup(services: Services, path: Path, copy: Path) -> Path:
    """Make a backup of a match after one turn; then the match continues."""
    match = await begin(services)
    await play_turns(services, match.id, "Kc3")
    back_up(path, copy, ExistingFile.REFUSE)
    await play_turns(services, match.id, "Kd4")
    return copy


async def test_a_database_that_a_bot_on_another_machine_uses_is_not_replaced(
    old_backup: Path, path: Path
) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE leader SET machine = 'attic', process = 41")
    with pytest.raises(DatabaseInUse) as refused:
        restore(old_backup, path, ExistingFile.REPLACE)
    assert (refused.value.machine, refused.value.process) == ("attic", 41)
    assert stored_turns(path, MatchId(1)) == ["Kc3", "Kd4"]


async def test_an_existing_database_is_not_replaced_without_a_request(
    old_backup: Path, path: Path
) -> None:
    with pytest.raises(FileThere) as refused:
        restore(old_backup, path, ExistingFile.REFUSE)
    assert refused.value.path == path


async def test_an_expired_lease_does_not_prevent_a_restore(
    old_backup: Path, tmp_path: Path
) -> None:
    place = tmp_path / "elsewhere.sqlite3"
    assert restore(old_backup, place, ExistingFile.REFUSE).kept is None
    with closing(sqlite3.connect(place)) as connection, connection:
        connection.execute("INSERT INTO leader VALUES (1, 't', 'attic', 41, ?)", [time.time() - 1])
    assert restore(old_backup, place, ExistingFile.REPLACE).kept is not None


async def test_a_match_continues_from_its_state_at_the_backup(
    old_backup: Path, tmp_path: Path
) -> None:
    place = tmp_path / "elsewhere.sqlite3"
    restored = restore(old_backup, place, ExistingFile.REFUSE)
    assert restored.found.rows["turns"] == 1
    assert stored_turns(place, MatchId(1)) == ["Kc3"]


async def test_a_damaged_database_does_not_prevent_a_restore(
    old_backup: Path, tmp_path: Path
) -> None:
    place = tmp_path / "elsewhere.sqlite3"
    place.write_text("ruin" * 1000)
    assert restore(old_backup, place, ExistingFile.REPLACE).kept is not None
    assert stored_turns(place, MatchId(1)) == ["Kc3"]


def test_a_foreign_file_does_not_replace_a_database(path: Path, copy: Path) -> None:
    copy.write_text("Dear diary,\n" * 100)
    path.write_text("what stands there")
    with pytest.raises(NotOurDatabase):
        restore(copy, path, ExistingFile.REPLACE)
    assert path.read_text() == "what stands there"

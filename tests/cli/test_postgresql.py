"""Finding a PostgreSQL server's programs, and the messages if no server can be started."""

from pathlib import Path

import pytest

from bot.cli import postgresql
from bot.cli.errors import NoPostgresql
from bot.cli.postgresql import program_of, temporary_server

pytestmark = pytest.mark.skipif(not Path("/bin/sh").exists(), reason="the programs are scripts")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of servers; only programs beside it can be found."""
    pytest.importorskip("psycopg")
    (tmp_path / "made").mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "made"))
    monkeypatch.setattr(postgresql, "_BESIDE", tmp_path)
    monkeypatch.setattr("shutil.which", lambda _: None)
    # The user that runs another server may not be able to read this folder.
    monkeypatch.setattr("os.getuid", lambda: 1)
    add(tmp_path, "15", "initdb", "exit 0")
    return tmp_path / "made"


def add(folder: Path, version: str, name: str, script: str) -> None:
    program = folder / version / "bin" / name
    program.parent.mkdir(parents=True, exist_ok=True)
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)


def test_the_newest_version_is_used(folder: Path) -> None:
    for version in ("9.6", "16", "8"):
        add(folder.parent, version, "initdb", "exit 0")
    assert program_of("initdb") == str(folder.parent / "16" / "bin" / "initdb")
    assert program_of("postgres") is None


@pytest.mark.parametrize(
    ("script", "reason"),
    [("echo 'LOG: so far' >&2; echo 'FATAL: no room.' >&2; exit 1", "FATAL: no room"), ("", None)],
)
def test_a_server_that_exits_at_once_is_not_waited_for(
    folder: Path, script: str, reason: str | None
) -> None:
    add(folder.parent, "15", "postgres", script)
    with pytest.raises(NoPostgresql) as caught, temporary_server():
        pass
    assert caught.value.reason == (reason or "it ended at once")
    assert not list(folder.iterdir())


def test_files_that_cannot_be_created_leave_nothing_behind(folder: Path) -> None:
    add(folder.parent, "15", "initdb", "echo 'initdb: error: no locale' >&2; exit 1")
    add(folder.parent, "15", "postgres", "")
    with pytest.raises(NoPostgresql) as caught, temporary_server():
        pass
    assert caught.value.reason == "initdb: error: no locale"
    assert not list(folder.iterdir())

"""A host who starts on a damaged database file or copies it reads one sentence."""

import asyncio
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.cli.database import restore
from bot.cli.sentences import sentence
from bot.db.backup import ExistingFile, back_up
from bot.db.errors import DatabaseDamaged, StoreRefusal, translating_read_errors
from bot.db.inspection import inspect
from bot.match.identity import UserId
from bot.services import open_services
from tests.kit.clocks import StandingClock
from tests.kit.programs import run_boop
from tests.kit.service_matches import begin, play
from tests.kit.thoroughness import quick_or_thorough

pytestmark = pytest.mark.sqlite

OWNER = 4711
NO_DISCORD = "http://127.0.0.1:9/api/v10"
"""An address at which no Discord listens."""

Damage = tuple[float, bytes]
"""The place in the file, from 0 to 1, and the bytes that are written there."""

damages = st.lists(
    st.tuples(st.floats(0, 1, exclude_max=True), st.binary(min_size=1, max_size=512)),
    min_size=1,
    max_size=8,
)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with matches in it, on which no process leads now."""
    path = tmp_path_factory.mktemp("whole") / "boop.sqlite3"

    async def live() -> None:
        async with open_services(path, StandingClock(), Random(7)) as services:
            await services.belong_to(OWNER)
            await services.clocks.beat()
            for _ in range(3):
                match = await begin(services)
                await play(services, match.id, "Kc3", "Kd4")

    asyncio.run(live())
    return path


def damage_copy(whole: Path, folder: Path, damage: list[Damage]) -> Path:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    path = folder / "boop.sqlite3"
    content = bytearray(whole.read_bytes())
    for where, written in damage:
        at = int(where * len(content))
        content[at : at + len(written)] = written
    path.write_bytes(content)
    return path


def header_of(path: Path) -> bytes:
    return path.read_bytes()[:100]


async def start_and_stop(path: Path) -> None:
    """Read what a start reads before it asks Discord for anything else."""
    async with open_services(path, StandingClock(), Random(7)) as services:
        with translating_read_errors(path):
            await services.belong_to(OWNER)
            await services.clocks.beat()
            await services.resume()
            await services.matches.live_of(UserId(1))


def one_sentence(refusal: StoreRefusal) -> None:
    words = sentence(refusal)
    assert words.isprintable()
    assert words.endswith(".")
    assert len(words) < 600


def refusals_of(whole: Path, path: Path) -> list[StoreRefusal]:
    """Inspect a damaged file, copy it, start on it and put a backup in its place.

    Return the refusals; no other exception may be raised.
    """
    folder, refused = path.parent, []
    for tried in (
        lambda: inspect(path),
        lambda: back_up(path, folder / "copy.sqlite3", ExistingFile.REPLACE),
        lambda: restore(path, folder / "other.sqlite3", ExistingFile.REPLACE),
        lambda: asyncio.run(start_and_stop(path)),
        lambda: restore(whole, path, ExistingFile.REPLACE),
    ):
        try:
            tried()
        except StoreRefusal as refusal:
            one_sentence(refusal)
            refused.append(refusal)
    assert inspect(path).application == OWNER, "a backup repairs any damage"
    return refused


@pytest.mark.long
@settings(max_examples=quick_or_thorough(6, 100))
@given(damage=damages)
def test_every_damage_is_reported_in_a_sentence(
    whole: Path, tmp_path_factory: pytest.TempPathFactory, damage: list[Damage]
) -> None:
    folder = tmp_path_factory.getbasetemp() / "damaged"
    refusals_of(whole, damage_copy(whole, folder, damage))


@pytest.mark.parametrize(
    ("text", "written"),
    [
        (b"CREATE TABLE jobs", b"CREATE \xffABLE jobs"),
        (b"classic", b"class\x00\x80"),
        (b"classic", b"class\x00\x00"),
    ],
)
def test_text_that_cannot_be_decoded_is_reported_in_a_sentence(
    whole: Path, tmp_path: Path, text: bytes, written: bytes
) -> None:
    """Python cannot decode SQLite's message about the text, or the text itself."""
    content = whole.read_bytes()
    assert text in content
    path = damage_copy(whole, tmp_path / "damaged", [(0.0, content.replace(text, written))])
    assert refusals_of(whole, path)


@pytest.mark.parametrize(
    ("statement", "table"),
    [
        ("UPDATE stored_values SET value = 'x' WHERE name = 'application'", "stored_values"),
        ("UPDATE stored_values SET value = 'x' WHERE name = 'heartbeat'", "stored_values"),
        ("UPDATE stored_values SET value = x'ff' WHERE name = 'heartbeat'", "stored_values"),
        ("INSERT INTO leader VALUES (1, 't', 'attic', 'x', 'y')", "leader"),
    ],
)
async def test_a_malformed_row_is_damage(
    whole: Path, tmp_path: Path, statement: str, table: str
) -> None:
    path = damage_copy(whole, tmp_path / "damaged", [])
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("PRAGMA ignore_check_constraints = ON")
        connection.execute(statement)
    with pytest.raises(DatabaseDamaged) as refused:
        await start_and_stop(path)
    assert table in refused.value.reason
    one_sentence(refused.value)


@pytest.mark.night
@pytest.mark.process
@pytest.mark.parametrize("seed", range(quick_or_thorough(1, 10)))
async def test_the_command_line_ends_with_a_sentence_on_random_bytes(
    whole: Path, tmp_path: Path, seed: int
) -> None:
    random = Random(seed)
    # The damage is the first page without its header, where the names of the tables stand.
    path = damage_copy(
        whole, tmp_path / "damaged", [(0.0, header_of(whole) + random.randbytes(3996))]
    )
    folder = path.parent
    shutil.copyfile(path, folder / "backup.sqlite3")
    for arguments in (
        ("check",),
        ("run",),
        ("backup", "copy.sqlite3"),
        ("restore", "backup.sqlite3", "--overwrite"),
    ):
        token = "token" if arguments == ("run",) else ""
        ended = await run_boop(folder, *arguments, BOOP_TOKEN=token, BOOP_DISCORD_API=NO_DISCORD)
        assert "Traceback" not in ended.errors, ended.errors
        assert ended.status in (1, 2), arguments
        assert "boop.sqlite3" in ended.output + ended.errors or "backup.sqlite3" in ended.errors

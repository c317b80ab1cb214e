"""Input of the command line as other editors and shells write it, also with a bad line."""

import re
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from bot.cli.contestants import OtherEngine
from bot.cli.ladder import Contest, keep
from bot.cli.puzzles import PuzzleFile
from bot.config import read_settings_and_faults
from bot.engine.lab.ladder import read_ladders
from bot.engine.lab.matching import MatchInProgress
from bot.engine.lab.tally import Tally
from bot.engine.puzzles import FILE, puzzles_of, write_puzzles
from bot.game import CLASSIC, RULESETS, Position
from bot.match.record import write_record
from tests.kit.commands import call
from tests.kit.matches import shuttle_turns
from tests.kit.records import record

pytestmark = pytest.mark.usefixtures("without_numba")

WRITERS: dict[str, Callable[[str], str]] = {
    "a byte order mark": lambda text: "\ufeff" + text,
    "line endings of Windows": lambda text: text.replace("\n", "\r\n"),
    "line endings of an old Macintosh": lambda text: text.replace("\n", "\r"),
    "spaces at the ends of lines": lambda text: text.replace("\n", " \t\n"),
    "spaces before lines": lambda text: re.sub("^(?=.)", "  ", text, flags=re.MULTILINE),
    "no line ending at the end": lambda text: text.removesuffix("\n"),
}
each_writer = pytest.mark.parametrize("written", WRITERS.values(), ids=WRITERS)


def outcome(result: Result) -> tuple[int, str, str]:
    """Return the exit status and the whole output."""
    return result.exit_code, result.stdout, result.stderr


def without_speed(text: str) -> list[str]:
    """Return the engine's lines without its speed, which it reports while it thinks."""
    return re.sub(" nps [0-9]+", "", text).splitlines()


RECORD = write_record(record(*shuttle_turns(9)))
POSITIONS = "6/6/6/6/6/6 o 8,0 8,0\n6/6/2K3/6/6/6 g 7,0 8,0\nCC4/6/6/6/6/6 o 0,6 8,0\n"
ORDERS = (
    "newgame junior\nposition startpos turns Ka1 Kf6\ngo nodes 50\nposition nonsense\ngo level 1\n"
)


@each_writer
def test_a_record_is_replayed_as_any_editor_writes_it(
    tmp_path: Path, written: Callable[[str], str]
) -> None:
    file = tmp_path / "match.txt"
    file.write_bytes(written(RECORD).encode())
    expected = outcome(call("replay", "-", given=RECORD))
    assert expected[0] == 0
    assert outcome(call("replay", str(file))) == expected
    assert outcome(call("replay", "-", given=written(RECORD))) == expected


@each_writer
def test_turns_answers_lines_as_any_program_writes_them(written: Callable[[str], str]) -> None:
    expected = outcome(call("turns", "classic", "--stdin", given=POSITIONS))
    assert expected[0] == 0
    assert outcome(call("turns", "classic", "--stdin", given=written(POSITIONS))) == expected


@each_writer
def test_the_engine_obeys_lines_as_any_program_writes_them(written: Callable[[str], str]) -> None:
    expected, answered = (call("engine", given=text).stdout for text in (ORDERS, written(ORDERS)))
    assert expected.count("bestmove") == 2
    assert sorted(without_speed(answered)) == sorted(without_speed(expected))


@each_writer
def test_puzzles_are_read_as_any_editor_writes_them(
    tmp_path: Path, written: Callable[[str], str]
) -> None:
    few = {ruleset: list(puzzles_of(ruleset)[:2]) for ruleset in (RULESETS[0], RULESETS[2])}
    file = tmp_path / "puzzles.txt"
    file.write_bytes(written(write_puzzles(few)).encode())
    assert PuzzleFile.read(file).puzzles == few


@each_writer
def test_results_are_added_to_a_file_as_any_editor_writes_it(
    tmp_path: Path, written: Callable[[str], str]
) -> None:
    file = tmp_path / "ladder.json"
    file.write_bytes(written('{\n"rows 1": {\n  "2": [3, 2, 1]\n}\n}\n').encode())
    keep(file, CLASSIC, Contest("level:3", "level:2", 3), Tally().with_pair(1.0, 0.5))
    known = read_ladders(file.read_text(encoding="utf-8"))
    assert (known["rows 1"][2].won, known["classic 1"][3].won) == (3, 1)


@each_writer
def test_settings_are_read_as_any_editor_writes_them(
    tmp_path: Path, written: Callable[[str], str]
) -> None:
    file = tmp_path / ".env"
    file.write_bytes(written("BOOP_SHARDS=2\nBOOP_WEB_PORT=8123\nBOOP_TOKEN=a.b.c\n").encode())
    settings, faults = read_settings_and_faults(file)
    assert not faults
    token = settings.token
    assert token is not None
    assert (settings.shards, settings.web_port, token.get_secret_value()) == (2, 8123, "a.b.c")


@pytest.mark.long
@each_writer
def test_another_engine_is_read_despite_invalid_bytes(
    tmp_path: Path, written: Callable[[str], str]
) -> None:
    """A line that can't be read is skipped."""
    output = written("id name caf\u00e9\nugiok\nreadyok\nbestmove  Kc3\n").encode()
    code = f"""
import os, sys
os.write(1, {output.replace(b"caf", bytes([0xFF]))!r})
os.close(1)
sys.stdin.read()
"""
    start = MatchInProgress(Position.start(CLASSIC), (), ())
    with OtherEngine([sys.executable, "-c", code], "nodes 1", 60.0) as engine:
        assert str(engine(start).placement.square) == "14"


def test_turns_continues_after_an_unreadable_line() -> None:
    first, second, third = POSITIONS.splitlines()
    lines = (first, "nonsense", second[:-1], third)
    result = call("turns", "classic", "--stdin", given="\n".join(lines))
    before, after = (call("turns", "classic", "--position", each).stdout for each in (first, third))
    # Each line has an answer, which an empty line ends.
    assert (result.exit_code, result.stdout) == (2, f"{before}\n\n\n{after}\n")
    errors = result.stderr.splitlines()
    assert [line[:14] for line in errors] == ["boop: Line 2: ", "boop: Line 3: "]


def test_the_engine_continues_after_an_unreadable_line() -> None:
    result = call("engine", given=b"\xff\nnewgame chess\ngo nodes 20\n")
    assert result.stdout.count("error ") == 2
    assert "bestmove" in result.stdout


def test_the_refusal_of_a_record_names_its_unreadable_line() -> None:
    result = call("replay", "-", given=RECORD.replace("5. Ka2", "5. Kz2"))
    assert (result.exit_code, result.stdout) == (2, "")
    assert "line 12, character 5" in result.stderr


def test_a_file_of_puzzles_with_an_unreadable_line_is_not_changed(tmp_path: Path) -> None:
    lines = FILE.read_text(encoding="utf-8").splitlines()[:4]
    file = tmp_path / "puzzles.txt"
    content = "\n".join([*lines[:2], "nonsense", *lines[2:]])
    file.write_text(content, encoding="utf-8")
    result = call("puzzles", "make", "--count", "1", "--file", str(file))
    assert (result.exit_code, result.stdout) == (2, "")
    assert "Line 3 of the puzzles isn't a puzzle: 'nonsense'" in result.stderr
    assert file.read_text(encoding="utf-8") == content


@pytest.mark.parametrize("content", ["nonsense", "[1, 2]", '{"classic 1": 3}', "\xff"])
@pytest.mark.parametrize(
    ("arguments", "name"),
    [(("ladder", "junior", "--level", "1"), "ladder"), (("learn", "junior"), "learn")],
)
def test_learned_or_measured_results_do_not_overwrite_a_foreign_file(
    tmp_path: Path, arguments: tuple[str, ...], name: str, content: str
) -> None:
    file = tmp_path / "kept.json"
    file.write_text(content, encoding="latin-1")
    result = call(*arguments, "--file", str(file))
    assert (result.exit_code, result.stdout) == (2, "")
    if content != "\xff":
        expected = f"boop: {file} isn't a file that `boop {name}` wrote. Name another one.\n"
        assert result.stderr == expected
    assert file.read_text(encoding="latin-1") == content

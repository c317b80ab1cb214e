"""`boop engine` as a real process: its protocol, its errors, and listening while it thinks."""

import asyncio
import os
import re
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot.engine import LEVELS
from bot.game import Position, legal_turns, play, read_turn

ROOT = Path(__file__).parents[2]
PATIENCE = 60.0

pytestmark = pytest.mark.process


class Talk:
    """A conversation with the engine."""

    def __init__(self, process: Process) -> None:
        self.process = process

    def say(self, *lines: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write("".join(f"{line}\n" for line in lines).encode())

    async def line(self) -> str:
        assert self.process.stdout is not None
        line = await asyncio.wait_for(self.process.stdout.readline(), PATIENCE)
        assert line, "the engine has ended"
        return line.decode().rstrip("\n")

    async def until(self, word: str) -> list[str]:
        """Return the lines up to the first that begins with a word."""
        lines = [await self.line()]
        while lines[-1].split()[0] != word:
            lines.append(await self.line())
        return lines

    async def answer(self, *lines: str) -> str:
        self.say(*lines)
        return await self.line()


@asynccontextmanager
async def engine(*arguments: str) -> AsyncIterator[Talk]:
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "bot",
        "engine",
        *arguments,
        cwd=ROOT,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONIOENCODING": "utf-8"},
        stdin=PIPE,
        stdout=PIPE,
    )
    try:
        yield Talk(process)
        assert process.stdin is not None
        process.stdin.close()
        assert await asyncio.wait_for(process.wait(), PATIENCE) == 0
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


async def test_the_engine_introduces_itself_and_reports_a_search_a_win_and_its_turn() -> None:
    async with engine() as talk:
        talk.say("ugi")
        lines = await talk.until("ugiok")
        assert lines[0] == "id name boop-bot"
        levels = [line for line in lines if line.startswith("id level")]
        assert levels[0] == f"id level 1 {LEVELS[0].name}"
        assert levels[7] == f"id level 8 {LEVELS[7].name} needs fast"
        assert await talk.answer("isready") == "readyok"
        talk.say("newgame classic", "position startpos turns Kc3 Kd4", "go nodes 1500")
        *lines, last = await talk.until("bestmove")
        for depth, line in enumerate(lines[:-1], 1):
            pattern = rf"info depth {depth} nodes \d+ nps \d+ score -?\d+ pv K\w\d( K\w\d)*"
            assert re.fullmatch(pattern, line), line
        assert lines[-1].split()[10] == last.split()[1]
        after = Position()
        for text in ("Kc3", "Kd4", last.split()[1]):
            after = play(after, read_turn(text)).after
        talk.say("position CC4/6/6/6/6/6 o 0,6 8,0", "go level 5")
        assert (await talk.until("bestmove"))[-1] == "bestmove Cc1#"
        talk.say("position K1C3/c1C3/2k1C1/C2c2/6/3c1c o 0,3 0,3", "go nodes 3000")
        lines = await talk.until("bestmove")
        assert " score win 3 pv " in lines[-2]
        # A wrong position leaves the one before.
        talk.say("position CC4/6/6/6/6/6 o 0,6 8,0", "", "position nonsense", "go nodes 10")
        assert (await talk.line()).startswith("error ")
        assert (await talk.until("bestmove"))[-1] == "bestmove Cc1#"


@pytest.mark.night
async def test_every_ruleset_is_played() -> None:
    async with engine() as talk:
        for ruleset in ("rows", "junior", "seam", "scarce", "classic"):
            talk.say(f"newgame {ruleset}", "go level 4")
            assert (await talk.until("bestmove"))[-1].split()[1].startswith("K")
            talk.say("position startpos turns Kc3", "go nodes 200")
            assert (await talk.until("bestmove"))[-1].split()[1].startswith("K")


ERRORS = [
    (
        "uci",
        "there is no command 'uci'; there is ugi, isready, newgame, position, go, stop and quit.",
    ),
    ("newgame", "newgame takes a ruleset, as in 'newgame classic'."),
    (
        "newgame chess",
        "There is no ruleset 'chess'. Choose classic, junior, rows, scarce or seam.",
    ),
    ("position", "I can't read '': at character 1 there should be "),
    ("position nonsense", "I can't read 'nonsense': at character 1 there should be "),
    (
        "position 6/6/6/6/6/6 o 9,0 8,0",
        "There is no such position as '6/6/6/6/6/6 o 9,0 8,0': orange has 9 pieces",
    ),
    ("position startpos turns Kz9", "I can't read 'Kz9': at character 2 there should be "),
    ("position startpos turns Kc3 Kc3", "c3 is taken by the orange kitten."),
    ("position startpos turns Cc3", "There is no cat in orange's hand."),
    (
        "position CC4/6/6/6/6/6 o 0,6 8,0 turns Cc1 Ka6",
        "'Ka6' cannot be played: orange has won.",
    ),
    ("go", "go takes 'level N', 'nodes N' or 'movetime MS'."),
    ("go level 9", "there is no level 9; there are levels 1 to 8."),
    ("go level top", "level takes a whole number from 1 to 8, not 'top'."),
    ("go nodes 0", "nodes takes a whole number from 1, not '0'."),
    ("go nodes ²", "nodes takes a whole number from 1, not '²'."),
    ("go movetime 1.5", "movetime takes whole milliseconds from 1, not '1.5'."),
]


@pytest.mark.night
async def test_an_error_is_one_line_and_does_not_end_the_engine() -> None:
    async with engine() as talk:
        for line, error in ERRORS:
            assert (await talk.answer(line)).startswith(f"error {error}"), line
            assert await talk.answer("isready") == "readyok"


@pytest.mark.night
@pytest.mark.parametrize(
    ("position", "error"),
    [
        ("CC4/6/6/6/6/6 o 0,6 8,0 turns Cc1", "orange has won"),
        (
            "startpos turns " + "Kb1 Ka2 " * 4 + "Kb1",
            "it is drawn, because the position has occurred 5 times",
        ),
    ],
)
async def test_the_engine_does_not_search_a_finished_match(position: str, error: str) -> None:
    async with engine() as talk:
        answer = await talk.answer(f"position {position}", "go nodes 100")
        assert answer == f"error the match is over: {error}."


async def test_the_engine_listens_while_it_thinks_and_stops_when_told() -> None:
    async with engine() as talk:
        talk.say("go nodes 1000000000")
        assert (await talk.line()).startswith("info depth 1 ")
        talk.say("isready")
        assert (await talk.until("readyok"))[-1] == "readyok"
        assert (await talk.answer("nonsense")).startswith(("error ", "info "))
        talk.say("stop")
        turn = read_turn((await talk.until("bestmove"))[-1].split()[1])
        assert turn in list(legal_turns(Position()))


@pytest.mark.night
async def test_time_ends_a_search() -> None:
    async with engine() as talk:
        talk.say("go movetime 50")
        assert read_turn((await talk.until("bestmove"))[-1].split()[1])


@pytest.mark.night
async def test_quit_ends_the_engine_while_it_thinks() -> None:
    async with engine() as talk:
        talk.say("go nodes 1000000000")
        assert (await talk.line()).startswith("info ")
        talk.say("quit")
        assert await asyncio.wait_for(talk.process.wait(), PATIENCE) == 0


@pytest.mark.night
async def test_requests_before_the_end_of_input_are_answered() -> None:
    async with engine() as talk:
        talk.say("go nodes 200", "position startpos turns Kc3", "go nodes 200")
        assert talk.process.stdin is not None
        talk.process.stdin.close()
        await talk.until("bestmove")
        await talk.until("bestmove")


@pytest.mark.night
async def test_equal_seeds_give_equal_turns() -> None:
    chosen = []
    for _ in range(2):
        async with engine("--seed", "7") as talk:
            talk.say(*("go level 2",) * 4)
            chosen.append([(await talk.until("bestmove"))[-1] for _ in range(4)])
    assert chosen[0] == chosen[1]
    assert len(set(chosen[0])) > 1

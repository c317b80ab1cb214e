"""`kill -9` at any moment: every turn that was answered is in the file."""

import asyncio
import sqlite3
from collections import defaultdict
from pathlib import Path
from random import Random

import pytest

from bot.game import Position, play, read_turn
from bot.match.identity import MatchId
from bot.services import open_services
from tests.kit import postgresql
from tests.kit.clocks import StandingClock
from tests.kit.processes import read_line, start_process
from tests.kit.service_matches import stored_turns
from tests.kit.thoroughness import quick_or_thorough

KILLS = quick_or_thorough(2, 100)


def play_until_killed(path: Path, count: int, seed: int) -> list[list[str]]:
    """Let a process play, kill it after that many lines, and return all its lines."""
    with start_process("play", path, seed) as process:
        lines = [read_line(process) for _ in range(count)]
        process.kill()
        assert process.stdout is not None
        # `communicate` would pass over what `readline` has already taken from the pipe.
        rest = process.stdout.read()
    # The last line may have been cut off: it counts only if it is whole.
    whole = rest[: rest.rfind("\n") + 1]
    return [line.split() for line in [*lines, *whole.splitlines()]]


@pytest.mark.process
def test_no_answered_turn_is_lost_to_kill_9(path: Path) -> None:
    chance = Random()
    seed = chance.randrange(10**6)
    chance.seed(seed)
    known: dict[MatchId, list[str]] = defaultdict(list)
    for kill in range(KILLS):
        lines = play_until_killed(path, 1 + chance.randrange(25), seed + kill)
        assert lines[0] == ["leads"], f"seed {seed}"
        for line in lines:
            if line[0] == "begun":
                known[MatchId(int(line[1]))] += []
            elif line[0] == "turn":
                turns = known[MatchId(int(line[1]))]
                turns.append(line[3])
                assert int(line[2]) == len(turns), f"seed {seed}: {line}"
        more = 0
        for number, turns in known.items():
            stored = stored_turns(path, number)
            assert stored[: len(turns)] == turns, f"seed {seed}: an answered turn is lost"
            more += len(stored) - len(turns)
            known[number] = stored
        assert more <= 1, f"seed {seed}: {more} turns that were not announced"
    asyncio.run(check_snapshots(path, known))


async def check_snapshots(path: Path, known: dict[MatchId, list[str]]) -> None:
    async with open_services(path, StandingClock(), Random(0)) as services:
        for number, turns in known.items():
            position = Position()
            for turn in turns:
                position = play(position, read_turn(turn)).after
            match = await services.matches.find(number)
            assert (match.position, match.ply) == (position, len(turns))
    if postgresql.IS_CHOSEN:
        return
    connection = sqlite3.connect(path)
    assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
    connection.close()

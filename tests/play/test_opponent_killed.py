"""After each start, a bot that was killed while it thought plays the turn it would have played."""

import asyncio
import random
import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.cli.keeper import Child
from bot.engine import Work, think
from bot.features.practice.engine_requests import find_turn
from bot.features.practice.opponent import seed_of
from bot.game import Position, Turn, play, read_turn, write_position
from bot.match.identity import MatchId, Ply
from bot.match.terms import LevelNumber
from playground import Person, Playground, SeenMessage, Thread
from tests.kit.server_matches import public_messages, square_text
from tests.kit.thoroughness import quick_or_thorough

pytestmark = pytest.mark.process

KILLS = quick_or_thorough(2, 20)
PATIENCE = 60.0
LEVEL = LevelNumber(6)
"""This level thinks for some tenths of a second in plain Python, so a kill can hit any moment."""


@pytest.mark.night
async def test_bot_that_is_killed_plays_the_same_turns(
    playground: Playground, database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    chance, database = random.Random(9), database
    child = Child(
        token=playground.token,
        api=playground.api,
        database=database,
        control=tmp_path / "control.json",
    )
    ada = playground.person("ada")
    try:
        await child.start()
        thread, number = await begin_match(playground, ada)
        for _ in range(KILLS):
            ply = await play_turn(ada, thread, database)
            await asyncio.sleep(chance.uniform(0.0, 0.6))
            await child.kill()
            await child.start()
            await playground.until(
                lambda ply=ply: f"Turn {ply + 1}: " in bed(ada, thread).text,  # type: ignore[misc]
                within=PATIENCE,
            )
            expect_own_turn(read_turns(database), number, ply)
    finally:
        await child.kill()


async def begin_match(playground: Playground, ada: Person) -> tuple[Thread, MatchId]:
    """Begin a match with the bot; return its thread and number."""
    games = playground.channel("games")
    answer = await ada.command("practice", channel=games, level=LEVEL, first="me", where="thread")
    parsed = re.search(r"\*\*#(\d+)\*\*", answer.text)
    assert parsed is not None
    await playground.until(lambda: answer.shown.id in playground.world.places)
    thread = playground.thread(answer.shown.id)
    await playground.until(lambda: any(seen.pictures for seen in ada.look(thread)))
    return thread, MatchId(int(parsed[1]))


async def play_turn(ada: Person, thread: Thread, database: Path) -> int:
    """Play a good turn without a choice or a win; return the number of turns so far."""
    played = read_turns(database)
    position = positions_after(played)[-1]
    scored = think(position, (), Work(depth=1), margin=100_000).scored
    turn = next(one.turn for one in scored if not one.turn.leaves and not one.turn.wins)
    piece = turn.placement.kind.value
    answer = await ada.command("place", channel=thread, square=square_text(turn), piece=piece)
    assert not answer.failed
    return len(played) + 1


def expect_own_turn(played: list[Turn], number: MatchId, ply: int) -> None:
    """Assert that turn `ply` is the one that the level finds if it isn't killed."""
    positions = positions_after(played[:ply])
    past = tuple(map(write_position, positions))
    seed = seed_of(number, Ply(ply))
    assert len(played) == ply + 1
    assert played[ply] == find_turn(LEVEL, positions[-1], past, seed, lambda _: None).turn


def positions_after(played: list[Turn]) -> list[Position]:
    positions = [Position()]
    for turn in played:
        positions.append(play(positions[-1], turn).after)
    return positions


def read_turns(database: Path) -> list[Turn]:
    """Read the turns from the file by SQLite alone, without the bot's code."""
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as connection:
        rows = connection.execute("SELECT notation FROM turns ORDER BY ply").fetchall()
    return [read_turn(text) for (text,) in rows]


def bed(ada: Person, thread: Thread) -> SeenMessage:
    return [seen for seen in public_messages(ada.look(thread)) if seen.pictures][-1]

"""Whether the bot's memory grows during hours of play with every feature.

The features take memory once, during the first turns: code, caches, pictures. Further turns may add
hardly any, however many private answers and files fifteen minutes have.
"""

import asyncio
from collections.abc import Iterator
from contextlib import suppress
from itertools import cycle
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from bot.game import write_turn
from playground import Answer, CannotDo, Person
from tests.bench.bench_rest import memory_of
from tests.bench.bench_turn import random_match
from tests.bench.bots import Stage, our_bot
from tests.bench.figures import Effort, Figure, at_most
from tests.kit.server_matches import ServerMatch, start_match_between

FIRST = 400
LEAST = 60
"""The least number of first turns: before that, caches are empty."""
TURNS, FEW = 3_600, 40
"""Turns after the first, in full and for a guard."""
MOST, MOST_OF_FEW = 15, 12
"""The megabytes that these turns may take."""
FEATURES = (
    *("games", "help", "history", "leaderboard show", "leaderboard export", "learn", "next"),
    *("plan", "preferences", "privacy", "profile", "puzzle practice", "puzzle streak"),
    *("puzzle today", "rules", "season", "challenges", "watch"),
)
IN_A_MATCH = ("board", "hint", "match", "replay", "analyse")


def figures(effort: Effort) -> Iterator[Figure]:
    """Measure the process that a host runs."""
    is_full = effort is Effort.FULL
    begun, more, most = (FIRST, TURNS, MOST) if is_full else (LEAST, FEW, MOST_OF_FEW)
    first, last = asyncio.run(_measure(begun, more))
    if first is None or last is None:
        return
    note = f"{first:.0f} MB after {begun}; panels, pictures, files and animations at each turn"
    budget = at_most(most, slack=1.0)
    yield Figure(f"memory that {more} turns more take", last - first, "MB", budget, note)


async def _measure(begun: int, more: int) -> tuple[float | None, float | None]:
    with TemporaryDirectory(prefix="boop-bench-") as folder:
        async with our_bot(Path(folder)) as (stage, process):
            chance, features = Random(1), cycle(FEATURES)
            left = begun
            while left > 0:
                left -= await _play(stage, chance, features)
            await stage.still()
            first = memory_of(process.pid)
            left = more
            while left > 0:
                left -= await _play(stage, chance, features)
            await stage.still()
            return first, memory_of(process.pid)


async def _play(stage: Stage, chance: Random, features: Iterator[str]) -> int:
    """Play a match; after each turn use some features and press buttons of the answers."""
    playground = stage.playground
    people = playground.person("ada"), playground.person("bob")
    games = playground.channel("games")
    server_match = await start_match_between(playground, *people, games, stakes="casual")
    turns = random_match(chance)
    inside = cycle(IN_A_MATCH)
    for ply, turn in enumerate(turns):
        person, other = people[ply % 2], people[1 - ply % 2]
        await person.command("place", channel=server_match.place, square=write_turn(turn))
        await other.command(next(inside), channel=server_match.place)
        await _look(other, await other.command(next(features), channel=games))
        await _tap(other, server_match, "abcdef"[ply % 6])
        if ply % 4 == 0:
            await person.command("privacy", channel=games, wanted="export")
    if "Rematch" not in server_match.board().labels:
        question = await people[0].command("resign", channel=server_match.place)
        await people[0].press(question.shown, "Resign")
    return len(turns)


async def _tap(person: Person, server_match: ServerMatch, column: str) -> None:
    """Open a panel below the board if the button is still there."""
    board = server_match.board()
    if column in [each.label for each in board.buttons if not each.disabled]:
        with suppress(CannotDo):
            await person.press(board, column)


async def _look(person: Person, answer: Answer) -> None:
    """Press the first button of an answer if it is still there."""
    if answer.message is None:
        return
    ways = [each for each in answer.message.buttons if each.custom_id and not each.disabled]
    if ways and ways[0].custom_id is not None:
        with suppress(CannotDo):
            await person.press(answer.message, custom_id=ways[0].custom_id)

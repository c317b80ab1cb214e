"""The bot's answer: from the dispatch of a user's turn to the board with the reply.

Level 4 in plain Python, which every installation has. The bot and its thinking process are separate
processes; the turns before the first counted one start the latter.
"""

import asyncio
import os
import re
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from time import monotonic

from bot.engine import Work, think
from bot.features.practice.engine_requests import find_turn
from bot.features.practice.opponent import seed_of
from bot.game import Position, Turn, play, write_position
from bot.match.identity import MatchId, Ply
from bot.match.terms import LevelNumber
from playground import Person, SeenMessage, Thread
from tests.bench.bots import Stage, our_bot
from tests.bench.figures import Effort, Figure, at_most
from tests.kit.server_matches import public_messages, square_text

LEVEL = LevelNumber(4)
TURNS = 60
WARM_UP = 3
"""Answers that are not counted, because the first one starts a process."""
PATIENCE = 60.0


def figures(effort: Effort) -> Iterator[Figure]:
    """Measure whole answers."""
    with _plain():
        taken = asyncio.run(_measure(WARM_UP + effort.of(TURNS)))[WARM_UP:]
    yield Figure(
        "against the bot: `/place` to the board with its answer, median",
        median(taken),
        "ms",
        at_most(250),
        f"level {LEVEL}, plain; {len(taken)} turns; p95 {quantiles(taken, n=20)[18]:.0f} ms",
    )


@contextmanager
def _plain() -> Iterator[None]:
    """Prevent processes that are started meanwhile from compiling."""
    before = os.environ.get("NUMBA_DISABLE_JIT")
    os.environ["NUMBA_DISABLE_JIT"] = "1"
    try:
        yield
    finally:
        del os.environ["NUMBA_DISABLE_JIT"]
        if before is not None:
            os.environ["NUMBA_DISABLE_JIT"] = before


async def _measure(turns: int) -> list[float]:
    taken: list[float] = []
    with TemporaryDirectory(prefix="boop-bench-") as folder:
        async with our_bot(Path(folder)) as (stage, _):
            ada = stage.playground.person("ada")
            while len(taken) < turns:
                taken += [each async for each in _play(stage, ada)]
    return taken[:turns]


async def _play(stage: Stage, ada: Person) -> AsyncIterator[float]:
    """Play a match without turns that leave a choice, and yield the time of each answer."""
    thread, number = await _begin(stage, ada)
    position, past = Position(), [write_position(Position())]
    while (turn := _choose(position)) is not None:
        position = play(position, turn).after
        past.append(write_position(position))
        seed = seed_of(number, Ply(len(past) - 1))
        reply = play(position, find_turn(LEVEL, position, tuple(past), seed, lambda _: None).turn)
        yield await _measure_answer(stage, ada, thread, turn, len(past))
        if _is_over(ada, thread):
            return
        position = reply.after
        past.append(write_position(position))
    question = await ada.command("resign", channel=thread)
    await ada.press(question.shown, "Resign")


async def _begin(stage: Stage, ada: Person) -> tuple[Thread, MatchId]:
    playground = stage.playground
    begun = await ada.command(
        "practice", channel=playground.channel("games"), level=LEVEL, first="me", where="thread"
    )
    parsed = re.search(r"\*\*#(\d+)\*\*", begun.text)
    if parsed is None:
        raise AssertionError(f"/practice was answered with {begun.text}")
    await playground.until(lambda: begun.shown.id in playground.world.places)
    thread = playground.thread(begun.shown.id)
    await playground.until(lambda: any(seen.pictures for seen in ada.look(thread)))
    return thread, MatchId(int(parsed[1]))


def _choose(position: Position) -> Turn | None:
    """Return the best turn that neither wins nor leaves a choice, or None."""
    scored = think(position, (), Work(depth=1), margin=100_000).scored
    turns = (one.turn for one in scored if not one.turn.wins and not one.turn.leaves)
    return next(turns, None)


async def _measure_answer(stage: Stage, ada: Person, thread: Thread, turn: Turn, ply: int) -> float:
    """Place, and return the milliseconds until a board shows the bot's turn or its win."""
    await stage.still()

    def is_answered() -> bool:
        return f"Turn {ply}: " in _board(ada, thread).text or _is_over(ada, thread)

    began = monotonic()
    piece = turn.placement.kind.value
    answer = await ada.command("place", channel=thread, square=square_text(turn), piece=piece)
    if answer.failed or answer.shown.ephemeral:
        raise AssertionError(f"/place {square_text(turn)} was answered with {answer}")
    await stage.playground.until(is_answered, within=PATIENCE)
    return (monotonic() - began) * 1000


def _board(ada: Person, thread: Thread) -> SeenMessage:
    return [seen for seen in public_messages(ada.look(thread)) if seen.pictures][-1]


def _is_over(ada: Person, thread: Thread) -> bool:
    return any(button.label == "Rematch" for button in _board(ada, thread).buttons)

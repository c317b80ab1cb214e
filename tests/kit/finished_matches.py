"""Finished matches: end a match, find its result, and analyse it."""

import asyncio
from collections.abc import Sequence
from typing import Any

from bot.match.identity import MatchId, UserId
from bot.workers.pool import WorkerPool
from playground import Answer, Person, Playground, SeenMessage
from tests.kit.answers import private_message
from tests.kit.server_matches import ServerMatch, start_match
from tests.kit.tables import Table
from tests.kit.waiting import until

TURNS = ["Kc3", "Kd4", "Ke5"]
CARELESS = ["Kc3", "Kd4", "Kc4", "Ka1", "Kf6", "Kf1"]
"""Orange does not complete a line of two kittens, with which it could win in `junior`."""


async def play_and_resign(
    table: Table, turns: Sequence[str] = TURNS, ruleset: str = "classic"
) -> ServerMatch:
    """Play some turns; then orange resigns."""
    server_match = await start_match(table.playground, ruleset=ruleset, turns=turns)
    await table.services.matches.resign(
        UserId(server_match.orange.id), MatchId(server_match.number)
    )
    await table.services.jobs.run_due()
    await table.pass_time(60)
    await table.playground.until(lambda: "resigned" in server_match.board().text, within=60)
    return server_match


class GatedPool(WorkerPool):
    """A pool that begins no job before `gate` is set."""

    def __init__(self) -> None:
        super().__init__(name="animations")
        self.gate = asyncio.Event()

    async def run(self, job: Any, report: Any = None, **more: Any) -> Any:
        """Run a job once the gate is set."""
        await self.gate.wait()
        return await super().run(job, report, **more)


async def play_and_resign_by_command(playground: Playground) -> ServerMatch:
    """Play a turn each; then orange resigns by `/resign`."""
    server_match = await start_match(playground, turns=["Kc3", "Kd4"])
    question = await server_match.orange.command("resign", channel=server_match.place)
    await server_match.orange.press(question.shown, "Resign")
    await playground.until(lambda: "resigned" in server_match.board().text)
    return server_match


def result_board(server_match: ServerMatch) -> SeenMessage:
    """Return the board with the resignation."""
    return next(board for board in reversed(server_match.boards()) if "resigned" in board.text)


BY_AGREEMENT = "A draw: both agreed"
"""The result of a match that was drawn by an offer."""


def win_on_time(winner: Person, loser: Person) -> str:
    """Return the result of a match whose loser ran out of time."""
    return f"{winner.mention} wins: {loser.mention} ran out of time"


def win_by_absence(winner: Person, loser: Person) -> str:
    """Return the result of a match whose loser left the server."""
    return f"{winner.mention} wins: {loser.mention} left the server"


def win_by_cats(winner: Person) -> str:
    """Return the result of a match that a line of cats won."""
    return f"{winner.mention} wins: three cats in a line"


def rematch_text(number: int) -> str:
    """Return the line below a result whose rematch has begun."""
    return f"▶️ The rematch **#{number}** goes on."


PATIENCE = 120.0


async def wait_for_analysis(person: Person, answer: Answer) -> SeenMessage:
    """Wait for the analysis; a slow machine shows its progress first."""
    message = private_message(answer)

    def shown() -> SeenMessage | None:
        seen = person.see(message)
        return seen if seen is not None and "### Analysis of" in seen.text else None

    await until(lambda: shown() is not None, within=PATIENCE)
    seen = shown()
    assert seen is not None
    return seen


async def request_analysis(server_match: ServerMatch, person: Person | None = None) -> SeenMessage:
    """Ask for the analysis where the match was played."""
    asking = person or server_match.orange
    return await wait_for_analysis(
        asking, await asking.command("analyse", channel=server_match.place)
    )

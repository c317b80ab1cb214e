"""Answer with the panels of puzzles: draw the picture, and search for the texts if needed."""

import asyncio
from functools import partial
from typing import Final

import structlog

from bot.app import Interaction
from bot.features.puzzles.engine_requests import Refutation, find_refutation, find_winning_reply
from bot.features.puzzles.lines import (
    ExplainedTurn,
    MissedTurn,
    explained,
)
from bot.features.puzzles.ratings import RatingWithChange
from bot.features.puzzles.runs import StreakState
from bot.features.puzzles.service import Daily
from bot.game import Step
from bot.match.turn_builder import NOTHING_CHOSEN, TurnChoices
from bot.workers.errors import PoolRefusal
from cogs.board.message import draw_exercise
from cogs.core.outgoing import Picture
from cogs.core.replies import acknowledge, answer_privately
from cogs.puzzles.solving import PuzzleAttempt, scene_of_line, scene_of_solving
from cogs.puzzles.views import (
    daily_over_panel,
    practice_over_panel,
    run_over_panel,
    solving_panel,
)
from cogs.wording.names import user_of
from render.scene import Scene

PATIENCE: Final = 1.2
"""Seconds to wait for the reply to a wrong turn; the text then omits it."""

_log: Final = structlog.get_logger(__name__)
_thinking: Final = set[asyncio.Task[Refutation | None]]()
"""The running searches. A task without a reference may be garbage-collected."""


async def show_daily(
    interaction: Interaction, daily: Daily, note: str = "", choices: TurnChoices = NOTHING_CHOSEN
) -> None:
    """Show the user the puzzle of a day, or its solution once they are done.

    `choices` are the choices of the next turn.
    """
    if not daily.attempt.is_over:
        await show_solving(interaction, PuzzleAttempt.of_daily(daily, choices), note)
        return
    solving = PuzzleAttempt.of_daily(daily)
    line, picture = await _solution(interaction, solving)
    await answer_privately(
        interaction, daily_over_panel(daily, user_of(interaction), line, picture, note), picture
    )


async def show_solving(interaction: Interaction, solving: PuzzleAttempt, note: str = "") -> None:
    """Ask for the next part of a turn."""
    picture = await _picture(interaction, solving, scene_of_solving(solving))
    await acknowledge(interaction, solving_panel(solving, picture, note), picture)


async def show_practice_over(
    interaction: Interaction, solving: PuzzleAttempt, feedback: str, rated: RatingWithChange | None
) -> None:
    """Show the solution of a puzzle for practice."""
    line, picture = await _solution(interaction, solving)
    panel = practice_over_panel(solving, line, picture, feedback, rated)
    await answer_privately(interaction, panel, picture)


async def show_run(interaction: Interaction, running: StreakState, note: str = "") -> None:
    """Show the user their streak: its next puzzle, or how it ended."""
    if not running.run.is_over:
        await show_solving(interaction, PuzzleAttempt.of_run(running), note)
        return
    await show_run_over(interaction, running, None)


async def show_run_over(interaction: Interaction, running: StreakState, step: Step | None) -> None:
    """Show how a streak ended."""
    line, picture = await _solution(interaction, PuzzleAttempt.of_run(running))
    await answer_privately(interaction, run_over_panel(running, line, picture, step), picture)


async def refuted_by(interaction: Interaction, missed: MissedTurn) -> Refutation | None:
    """Return the reply to a wrong turn, if it is found in time.

    A search that takes longer is not cancelled, because that would kill its process.
    """
    user = user_of(interaction)
    after = missed.step.after
    job = (
        partial(find_winning_reply, after)
        if missed.puzzle.holds
        else partial(find_refutation, after, missed.left)
    )
    task = asyncio.create_task(interaction.client.thinkers.run(user, job))
    _thinking.add(task)
    task.add_done_callback(_forget)
    done, _ = await asyncio.wait({task}, timeout=PATIENCE)
    if not done or task.cancelled() or task.exception() is not None:
        return None
    return task.result()


def _forget(task: asyncio.Task[Refutation | None]) -> None:
    _thinking.discard(task)
    error = None if task.cancelled() else task.exception()
    if error is not None and not isinstance(error, PoolRefusal):
        _log.error("no refutation of a wrong turn", exc_info=error)


async def _solution(
    interaction: Interaction, solving: PuzzleAttempt
) -> tuple[tuple[ExplainedTurn, ...], Picture]:
    """Return the line of a puzzle with its reasons, and its picture.

    A thread finds the reasons, because that takes some milliseconds.
    """
    line = await asyncio.to_thread(explained, solving.puzzle)
    return line, await _picture(interaction, solving, scene_of_line(solving.puzzle))


async def _picture(interaction: Interaction, solving: PuzzleAttempt, scene: Scene) -> Picture:
    which = solving.puzzle.id if solving.day is None else solving.day
    name = f"puzzle-{which}-{solving.seen.found}-{solving.seen.misses}.png"
    return await draw_exercise(interaction, scene, name)

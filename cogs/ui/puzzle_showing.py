"""Showing puzzles to whoever solves them, each to that person alone."""

import asyncio
from dataclasses import replace
from functools import partial
from typing import Final

import discord
import structlog

from bot.app import BoopBot
from bot.game import Step
from bot.host.puzzles import Daily
from bot.host.puzzling import Explained, explained
from bot.host.refuting import Refuted, refute
from bot.pool.errors import PoolRefusal
from cogs.ui.alt_text import alt_text
from cogs.ui.bed import Picture
from cogs.ui.names import noted
from cogs.ui.puzzle_stages import Solving, scene_of_line, scene_of_solving
from cogs.ui.puzzles import daily_over_panel, practice_over_panel, solving_panel
from cogs.ui.showing import show_panel
from cogs.ui.themes import private_theme
from cogs.ui.turn_parts import NOTHING_SAID, TurnPart
from render.scene import Scene

PATIENCE: Final = 1.2
"""Seconds that a reply to a wrong turn is waited for; without one it is wrong all the same."""

_log: Final = structlog.get_logger(__name__)
_thinking: Final = set[asyncio.Task[Refuted | None]]()
"""What is thought about still: a task that nobody holds may be collected."""

Asked = discord.Interaction[BoopBot]


async def show_daily(
    interaction: Asked, daily: Daily, note: str = "", part: TurnPart = NOTHING_SAID
) -> None:
    """Show a day's puzzle as it stands for somebody: to be solved, or its solution.

    `part` is what is said of the next turn.
    """
    if not daily.attempt.is_over:
        await show_solving(interaction, Solving.of_daily(daily, part), note)
        return
    solving = Solving.of_daily(daily)
    line, picture = await _solution(interaction, solving)
    await show_panel(
        interaction, daily_over_panel(daily, noted(interaction), line, picture, note), picture
    )


async def show_solving(interaction: Asked, solving: Solving, note: str = "") -> None:
    """Ask for the next part of a turn."""
    picture = await _picture(interaction, solving, scene_of_solving(solving))
    await show_panel(interaction, solving_panel(solving, picture, note), picture)


async def show_practice_over(interaction: Asked, solving: Solving, said: str) -> None:
    """Show the solution of a puzzle for practice."""
    line, picture = await _solution(interaction, solving)
    await show_panel(interaction, practice_over_panel(solving, line, picture, said), picture)


async def refuted_by(interaction: Asked, step: Step, left: int) -> Refuted | None:
    """Give what answers a wrong turn, where the line had so many own turns left; if found in time.

    What takes longer is let come to its end: to break it off would cost its process.
    """
    user = noted(interaction)
    job = partial(refute, step.after, left)
    task = asyncio.create_task(interaction.client.thinkers.run(user, job))
    _thinking.add(task)
    task.add_done_callback(_forget)
    done, _ = await asyncio.wait({task}, timeout=PATIENCE)
    if not done or task.cancelled() or task.exception() is not None:
        return None
    return task.result()


def _forget(task: asyncio.Task[Refuted | None]) -> None:
    _thinking.discard(task)
    error = None if task.cancelled() else task.exception()
    if error is not None and not isinstance(error, PoolRefusal):
        _log.error("no reply to a wrong turn", exc_info=error)


async def _solution(interaction: Asked, solving: Solving) -> tuple[tuple[Explained, ...], Picture]:
    """Give the line with its reasons, which take some milliseconds, and the picture of it."""
    line = await asyncio.to_thread(explained, solving.puzzle)
    return line, await _picture(interaction, solving, scene_of_line(solving.puzzle))


async def _picture(interaction: Asked, solving: Solving, scene: Scene) -> Picture:
    # No threats, whoever likes them elsewhere: they would give away what is to be found.
    seen = replace(scene, theme=await private_theme(interaction))
    which = solving.puzzle.id if solving.day is None else solving.day
    name = f"puzzle-{which}-{solving.seen.found}-{solving.seen.misses}.png"
    return Picture(await interaction.client.studio.picture(seen), name, alt_text(seen))

"""Waiting for another process, and showing the person who asked how far it is."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any, Final, TypeVar

import discord
import structlog

from bot.app import BoopBot
from bot.errors import Refusal
from bot.text import percentage
from bot.workers.pool import Assignment, Report
from cogs.core.answering import show_panel
from cogs.core.board import Picture
from cogs.core.errors import FAILURES
from cogs.core.panels import note_panel
from cogs.core.replies import AWAITED, sentence, without_picture
from render.studio import NoPicture

Result = TypeVar("Result")

SILENT_FOR: Final = 1.2
"""Seconds in which a thought is waited for before anything is said; most take less."""
EVERY: Final = 1.5
"""Seconds between two looks at how far it is; each may be an edit, of which Discord takes few."""

_log: Final = structlog.get_logger(__name__)

Interaction = discord.Interaction[BoopBot]


async def pondered(interaction: Interaction, job: Assignment[Result], words: str) -> Result:
    """Have a job done for the person who asked, and return its result, as `awaited` does."""
    person, thinkers = interaction.user.id, interaction.client.thinkers
    return await awaited(interaction, lambda hear: thinkers.run(person, job, hear), words)


async def awaited(
    interaction: Interaction, begin: Callable[[Report], Coroutine[Any, Any, Result]], words: str
) -> Result:
    """Begin something that reports how far it is, and return its result.

    After a while it says `words` and how far it is; answer with `show_pondered` then. Raise what
    it raises, such as what `SharedPool.run` does.
    """
    part = 0.0

    def hear(done: float) -> None:
        nonlocal part
        part = done

    task = asyncio.create_task(begin(hear))
    said = ""
    interaction.extras[AWAITED] = True
    try:
        await asyncio.wait([task], timeout=SILENT_FOR)
        while not task.done():
            saying = f"{words} … {percentage(round(100 * part))}"
            if saying != said:
                said = saying
                await show_pondered(interaction, note_panel(said))
            await asyncio.wait([task], timeout=EVERY)
        return task.result()
    finally:
        # Nobody waits for it any more if it is not done by now.
        task.cancel()
        del interaction.extras[AWAITED]


async def show_pondered(
    interaction: Interaction, panel: discord.ui.LayoutView, picture: Picture | None = None
) -> None:
    """Show a private panel, in place of how far it was where that has been said.

    One that Discord does not take any more is given up: asking again brings it.
    """
    try:
        if not interaction.response.is_done():
            await show_panel(interaction, panel, picture)
            return
        await interaction.edit_original_response(
            view=panel,
            attachments=[] if picture is None else [picture.file()],
            allowed_mentions=discord.AllowedMentions.none(),
        )
    except FAILURES as error:
        _log.warning("response not accepted", reason=repr(error))


@asynccontextmanager
async def failing_in_place(interaction: Interaction, failed: str) -> AsyncIterator[None]:
    """Say what goes wrong in place of how far it was, and `failed` where it is our own fault.

    Where nothing has been said yet the fault is left to who hears of all faults.
    """
    try:
        yield
    except Exception as error:
        if not interaction.response.is_done():
            raise
        await show_pondered(interaction, note_panel(_sentence_of(error, failed)))


def _sentence_of(error: Exception, failed: str) -> str:
    if isinstance(error, Refusal):
        return sentence(error)
    if isinstance(error, NoPicture):
        return without_picture(error)
    _log.error("result not shown", exc_info=error)
    return failed

"""Runs long computations in another process, and shows their progress to the user."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any, Final, TypeVar

import structlog

from bot.app import Interaction
from bot.errors import UserFacingError
from bot.text import percentage
from bot.workers.protocol import Assignment, Report
from cogs.core.components import View
from cogs.core.failures import picture_refusal
from cogs.core.panels import note_panel
from cogs.core.replies import SHOWS_PROGRESS, acknowledge
from cogs.wording.refusals import sentence
from render.studio import NoPicture

Result = TypeVar("Result")

SILENT_FOR: Final = 1.2
"""Seconds before progress is shown. Most computations take less."""
EVERY: Final = 1.5
"""Seconds between two updates of the progress, because Discord limits the number of edits."""

_log: Final = structlog.get_logger(__name__)

Show = Callable[[str], Coroutine[Any, Any, None]]
"""Shows a user the progress of a computation, in words."""


async def run_job_with_progress(
    interaction: Interaction, job: Assignment[Result], words: str
) -> Result:
    """Run a job in another process for the user, as `run_with_progress` does."""
    person, thinkers = interaction.user.id, interaction.client.thinkers
    return await run_with_progress(
        interaction, lambda record: thinkers.run(person, job, record), words
    )


async def run_with_progress(
    interaction: Interaction,
    begin: Callable[[Report], Coroutine[Any, Any, Result]],
    words: str,
    show: Show | None = None,
) -> Result:
    """Start a computation that reports its progress, and return its result.

    If the computation takes longer than `SILENT_FOR` seconds, answer the interaction with `words`
    and a percentage, or pass them to `show`. The caller then shows the result with `acknowledge`.
    Raise the errors of the computation, for example those of `SharedPool.run`.
    """
    part = 0.0

    def record(done: float) -> None:
        nonlocal part
        part = done

    task = asyncio.create_task(begin(record))
    shown = ""
    interaction.extras[SHOWS_PROGRESS] = True
    try:
        await asyncio.wait([task], timeout=SILENT_FOR)
        while not task.done():
            text = f"{words} … {percentage(round(100 * part))}"
            if text != shown:
                shown = text
                await (acknowledge(interaction, note_panel(shown)) if show is None else show(shown))
            await asyncio.wait([task], timeout=EVERY)
        return task.result()
    finally:
        # If the computation still runs, the wait for it was cancelled, so no user needs the result.
        task.cancel()
        del interaction.extras[SHOWS_PROGRESS]


@asynccontextmanager
async def show_failure_in_place(
    interaction: Interaction, failed: str, panel: Callable[[str], View] = note_panel
) -> AsyncIterator[None]:
    """Replace the progress by the sentence of an error, or by `failed` if the error is a bug.

    `panel` makes a panel of the sentence. If the interaction was not answered yet, raise the error:
    the router answers it.
    """
    try:
        yield
    except Exception as error:
        if not interaction.response.is_done():
            raise
        await acknowledge(interaction, panel(_sentence_of(error, failed)))


def _sentence_of(error: Exception, failed: str) -> str:
    if isinstance(error, UserFacingError):
        return sentence(error)
    if isinstance(error, NoPicture):
        return picture_refusal(error)
    _log.error("result not shown", exc_info=error)
    return failed

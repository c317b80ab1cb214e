"""Pages of what is over, cut at a match's number, so that they stand still whatever comes."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from bot.match.match import Match
from bot.store.games import LATEST, PAGE, After, Before

Listed = Callable[[Before | After, int], Awaitable[list[Match]]]
"""Lists up to so many matches before a number, newest first, or after one, oldest first."""


@dataclass(frozen=True, slots=True)
class Paged:
    """The matches of a page, the newest first, and where its neighbours begin."""

    found: list[Match]
    back: After | None
    on: Before | None


async def paged(listed: Listed, cut: Before | After) -> Paged:
    """Give the page that begins there; the first one where less than a page is left."""
    if isinstance(cut, After):
        newer = await listed(cut, PAGE + 1)
        if len(newer) > PAGE:
            found = newer[:PAGE][::-1]
            return Paged(found, After(found[0].id), Before(found[-1].id))
        # Fewer than a page: then it is the first one, and that is full.
        cut = Before()
    older = await listed(cut, PAGE + 1)
    found = older[:PAGE]
    return Paged(
        found,
        back=None if cut.match == LATEST or not found else After(found[0].id),
        on=Before(found[-1].id) if len(older) > PAGE else None,
    )

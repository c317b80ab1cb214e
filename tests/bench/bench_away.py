"""How long users wait for an answer while the server is silent or slow.

Discord waits three seconds for an answer, and by then users are told what was not done. The users,
the bot and the way to the server share a process, so users really wait less than measured.
"""

import asyncio
import sys
from collections.abc import Callable, Iterator
from time import perf_counter

import pytest

from tests.bench.figures import Effort, Figure, at_most
from tests.kit.behind_proxy import SLOW, match_behind_proxy
from tests.kit.proxy import Proxy

WITHIN = at_most(3.0, slack=1.5)
"""Discord's own limit, which a slower machine doesn't change."""


def figures(effort: Effort) -> Iterator[Figure]:
    """Measure `/place` on a silent server and on a slow one."""
    times = effort.of(5)
    try:
        silent = [asyncio.run(_measure_wait(Proxy.stall)) for _ in range(times)]
        slow = [asyncio.run(_measure_wait(_slow_down)) for _ in range(times)]
    except pytest.skip.Exception as skipped:
        sys.stdout.write(f"bench away: not on PostgreSQL: {skipped}\n")
        return
    note = f"the longest of {times}"
    yield Figure("`/place` on a silent server is answered after", max(silent), "s", WITHIN, note)
    late = f"{note}; each answer comes {SLOW:g} s late"
    yield Figure("`/place` on a slow server is answered after", max(slow), "s", WITHIN, late)


def _slow_down(proxy: Proxy) -> None:
    proxy.delay = SLOW


async def _measure_wait(how: Callable[[Proxy], None]) -> float:
    """Return the seconds that a player waits for the answer to a placement at that time."""
    async with match_behind_proxy() as (_, proxy, server_match):
        how(proxy)
        began = perf_counter()
        answer = await server_match.orange.command("place", channel=server_match.place, square="c3")
        waited = perf_counter() - began
        assert answer.shown.ephemeral, answer.text
        proxy.delay = 0.0
        proxy.resume()
    return waited

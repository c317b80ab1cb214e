"""Discord's rate limits, shared by processes that don't see one another."""

import asyncio
import gc
import logging
from types import SimpleNamespace

import pytest
import structlog

from bot import ratelimits
from bot.db.errors import DatabaseBusy
from bot.ratelimits import BackgroundRequests, RateLimitWait, RequestShare
from bot.shards import REQUESTS


async def test_only_a_request_beyond_the_share_waits() -> None:
    share = RequestShare(2, within=3600.0)
    async with asyncio.timeout(60.0):
        await share.take()
        await share.take()
    waiting = asyncio.create_task(share.take())
    await asyncio.sleep(0)
    assert not waiting.done()
    waiting.cancel()
    await asyncio.gather(waiting, return_exceptions=True)


async def test_requests_continue_after_the_wait() -> None:
    share = RequestShare(1, within=0.0)
    for _ in range(3):
        await share.take()


@pytest.mark.parametrize("processes", [1, 2, 3, 4, 50, 64])
async def test_the_shares_of_all_processes_add_up_to_discords_limit(
    monkeypatch: pytest.MonkeyPatch, processes: int
) -> None:
    now = [0.0]

    async def pass_by(seconds: float) -> None:
        now[0] += seconds

    monkeypatch.setattr(ratelimits, "time", SimpleNamespace(monotonic=lambda: now[0]))
    monkeypatch.setattr(asyncio, "sleep", pass_by)
    share = RequestShare(REQUESTS)
    share.divide(processes)
    for _ in range(1001):
        await share.take()
    a_second = 1000 / now[0] * processes
    assert 0.95 * REQUESTS < a_second < 1.05 * REQUESTS


async def test_abandoned_work_that_fails_leaves_no_unawaited_task(
    caplog: pytest.LogCaptureFixture,
) -> None:
    underway, may_end = BackgroundRequests(), asyncio.Event()

    async def work() -> None:
        await may_end.wait()
        raise RuntimeError("Session is closed")

    waiting = asyncio.create_task(underway.run(work))
    await asyncio.sleep(0)
    waiting.cancel()
    await asyncio.wait([waiting])
    # The task's exception refers to the work, too.
    del waiting
    may_end.set()
    await underway.wait()
    gc.collect()
    assert [each for each in caplog.records if each.levelno >= logging.ERROR] == []


@pytest.mark.parametrize(
    ("failure", "level", "fields"),
    [
        (DatabaseBusy("lock timeout"), "warning", {"reason"}),
        (RuntimeError("Session is closed"), "error", {"exc_info"}),
    ],
)
async def test_an_unreachable_database_is_not_a_fault_of_the_work(
    failure: Exception, level: str, fields: set[str]
) -> None:
    underway, may_end = BackgroundRequests(held_up_after=0.0), asyncio.Event()

    async def work() -> None:
        await may_end.wait()
        raise failure

    with structlog.testing.capture_logs() as logs:
        assert await underway.run(work) is RateLimitWait.BY_DISCORD
        may_end.set()
        await underway.wait()
        await asyncio.sleep(0)
    (line,) = [each for each in logs if each["log_level"] != "info"]
    assert line["log_level"] == level
    assert set(line) == {"event", "log_level", *fields}

"""Discord's rate limits, as processes share them that do not see one another."""

import asyncio

from bot.ratelimits import Share
from bot.shards import share_of


async def test_who_comes_too_early_waits_and_all_before_do_not() -> None:
    share = Share(2, within=3600.0)
    async with asyncio.timeout(60.0):
        await share.take()
        await share.take()
    waiting = asyncio.create_task(share.take())
    await asyncio.sleep(0)
    assert not waiting.done()
    waiting.cancel()
    await asyncio.gather(waiting, return_exceptions=True)


async def test_requests_go_on_once_time_has_passed() -> None:
    share = Share(1, within=0.0)
    for _ in range(3):
        await share.take()


async def test_the_shares_of_all_processes_are_no_more_than_discord_allows() -> None:
    assert [share_of(processes).requests for processes in (1, 2, 3, 64)] == [50, 25, 16, 1]

"""Exports run one at a time, so that the bot's other queries find a reader."""

import asyncio
from contextlib import AsyncExitStack, aclosing
from pathlib import Path
from random import Random

import pytest

from bot.consequences import CHALLENGES, FOLLOWUPS
from bot.features.matches import queries as match_queries
from bot.features.matches.exports import MOST_FILES, Exports, ExportsBusy
from bot.features.matches.writer import MatchWriter
from bot.features.privacy.service import Privacy
from bot.features.standings.leaderboards import Leaderboards
from bot.features.standings.player_queries import key_of
from bot.match.identity import Seconds, UserId
from bot.services import Services
from tests.features.standings.test_leaderboards import OVERALL, fill_ratings
from tests.kit.ratings import PEOPLE, rated_match


async def test_two_simultaneous_exports_leave_a_reader_for_play(
    services: Services, path: Path
) -> None:
    fill_ratings(path, list(range(1500, 1510)))
    leaderboards = Leaderboards(services._database, services.clock, Exports(Seconds(60)))
    async with (
        aclosing(leaderboards.every(OVERALL)) as first,
        aclosing(leaderboards.every(OVERALL)) as second,
    ):
        assert len(await anext(first)) == 10
        waiting = asyncio.ensure_future(anext(second))
        await asyncio.sleep(0)
        board = await asyncio.wait_for(leaderboards.page(OVERALL, UserId(1)), 30)
        assert board.ranked == 10
        await first.aclose()
        assert len(await waiting) == 10


async def test_waiting_too_long_for_an_export_is_reported(services: Services) -> None:
    await rated_match(services, Random(1), PEOPLE[0], PEOPLE[1])
    exports = Exports(Seconds(0))
    leaderboards = Leaderboards(services._database, services.clock, exports)
    writer = MatchWriter(FOLLOWUPS, services.presence)
    own = (services._database, services.clock, exports, writer, CHALLENGES.close_all, key_of)
    privacy = Privacy(*own, erasers=(), under_way=(match_queries.count_live_of,) * 3)
    async with exports.turn():
        with pytest.raises(ExportsBusy):
            await anext(leaderboards.every(OVERALL))
        with pytest.raises(ExportsBusy):
            async with privacy.export(PEOPLE[0]):
                pass
    async with privacy.export(PEOPLE[0]) as packed:
        assert packed.exists()


async def test_the_number_of_files_in_memory_is_limited_until_they_are_sent() -> None:
    exports = Exports(Seconds(0))
    async with AsyncExitStack() as sending:
        for _ in range(MOST_FILES):
            await sending.enter_async_context(exports.file())
        with pytest.raises(ExportsBusy):
            async with exports.file():
                pass
        async with exports.turn():
            pass
    async with exports.file():
        pass

"""The analysis of a finished match: the user names the match; it is made once, kept and shared."""

import asyncio
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from bot.bounded import BoundedDict
from bot.engine.analysis import Analysis, examine, judge
from bot.features.analysis import service as analysis_service
from bot.features.analysis.service import AnalysedTooSoon, NothingToAnalyse
from bot.features.matches.errors import NoSuchMatch
from bot.features.matches.fair_play import LikeLiveMatch
from bot.features.replay.service import GoesOnElsewhere, MatchRecord
from bot.game import Seat, write_turn
from bot.match.identity import ChannelId, GuildId, InServer, MatchId, UserId
from bot.match.match import Match
from bot.services import Services
from bot.workers.errors import PoolClosed, WorkerLost
from bot.workers.pool import WorkerPool
from bot.workers.shared_pool import SharedPool
from tests.kit.matches import GRAY, ORANGE, PLACE, STRANGER, venue_of
from tests.kit.progress import ignore_progress
from tests.kit.raw_database import change
from tests.kit.service_matches import begin, play, viewer_at
from tests.kit.waiting import until
from tests.workers import jobs

pytestmark = pytest.mark.process

NODES = 1_000
"""Positions in each search; these tests do not depend on how good an analysis is."""
TURNS = ("Kc3", "Kd4", "Ka1")
PATIENCE = 120.0


class CountedPool(SharedPool):
    """A pool that records the user of each job."""

    def __init__(self) -> None:
        super().__init__(WorkerPool(workers=1))
        self.asked: list[int] = []

    async def run(self, person: int, job: Any, report: Any = None, **more: Any) -> Any:
        """Do a user's job."""
        self.asked.append(person)
        return await super().run(person, job, report, **more)


@pytest.fixture
async def thinkers() -> AsyncIterator[CountedPool]:
    pool = CountedPool()
    yield pool
    await pool.close()


async def play_and_resign(services: Services, *turns: str) -> Match:
    """Play some turns, and let the player to move resign."""
    services.analyses.nodes = NODES
    match = await begin(services)
    await play(services, match.id, *turns)
    return await services.matches.resign(GRAY, match.id)


async def record_of(services: Services, match: Match) -> MatchRecord:
    return await services.replays.record(match.id)


async def analyse(services: Services, match: Match, thinkers: SharedPool) -> Analysis:
    async with asyncio.timeout(PATIENCE):
        return await services.analyses.of(
            await record_of(services, match), ORANGE, thinkers, ignore_progress
        )


async def test_a_match_is_analysed_once_and_its_analysis_is_stored(
    services: Services, thinkers: CountedPool
) -> None:
    match = await play_and_resign(services, *TURNS)
    record = await record_of(services, match)
    assert await services.analyses.find(record) is None
    parts: list[float] = []
    made = await services.analyses.of(record, ORANGE, thinkers, parts.append)
    assert [write_turn(turn.played) for turn in made.turns] == list(TURNS)
    assert [turn.seat for turn in made.turns] == [Seat.ORANGE, Seat.GRAY, Seat.ORANGE]
    assert parts == [0, 0.25, 0.5, 0.75, 1]
    assert thinkers.asked == [ORANGE] * 4
    kept = await services.analyses.find(record)
    assert kept is not None
    assert kept.scores == made.scores
    assert await services.analyses.of(record, GRAY, thinkers, ignore_progress) == kept
    assert len(thinkers.asked) == 4


async def test_simultaneous_requests_share_one_analysis(
    services: Services, thinkers: CountedPool, tmp_path: Path
) -> None:
    match = await play_and_resign(services, *TURNS)
    record = await record_of(services, match)
    holding = await occupy_worker(thinkers, tmp_path)
    progress: dict[UserId, list[float]] = {ORANGE: [], GRAY: []}
    tasks = [
        asyncio.create_task(services.analyses.of(record, user, thinkers, progress[user].append))
        for user in (ORANGE, GRAY)
    ]
    await until(lambda: all(progress.values()), within=PATIENCE)
    (tmp_path / "go").touch()
    async with asyncio.timeout(PATIENCE):
        first, second = await asyncio.gather(*tasks)
    await holding
    assert first is second
    assert progress[ORANGE] == progress[GRAY] == [0, 0.25, 0.5, 0.75, 1]
    assert thinkers.asked[1:] in ([ORANGE] * 4, [GRAY] * 4), (
        "one user asked for all of them, and none was asked for twice"
    )


@pytest.mark.night
async def test_a_cancelled_request_does_not_stop_the_analysis_for_others(
    services: Services, thinkers: CountedPool, tmp_path: Path
) -> None:
    match = await play_and_resign(services, *TURNS)
    record = await record_of(services, match)
    holding = await occupy_worker(thinkers, tmp_path)
    progress: list[float] = []
    leaving = asyncio.create_task(services.analyses.of(record, ORANGE, thinkers, progress.append))
    await until(lambda: bool(progress), within=PATIENCE)
    staying = asyncio.create_task(services.analyses.of(record, GRAY, thinkers, progress.append))
    await until(lambda: len(progress) == 2, within=PATIENCE)
    leaving.cancel()
    await asyncio.wait([leaving])
    assert leaving.cancelled()
    (tmp_path / "go").touch()
    async with asyncio.timeout(PATIENCE):
        assert len((await staying).turns) == len(TURNS)
    await holding


async def test_an_analysis_without_readers_is_not_computed(
    services: Services, thinkers: CountedPool, tmp_path: Path
) -> None:
    match = await play_and_resign(services, *TURNS)
    record = await record_of(services, match)
    holding = await occupy_worker(thinkers, tmp_path)
    progress: list[float] = []
    task = asyncio.create_task(services.analyses.of(record, ORANGE, thinkers, progress.append))
    await until(lambda: len(thinkers.asked) == 2, within=PATIENCE)
    task.cancel()
    await asyncio.wait([task])
    (tmp_path / "go").touch()
    await holding
    assert await services.analyses.find(record) is None
    assert len((await analyse(services, match, thinkers)).turns) == len(TURNS)
    assert thinkers.asked[1:] == [ORANGE] * 5


class FailingPool(CountedPool):
    """A pool that loses the third job, once."""

    async def run(self, person: int, job: Any, report: Any = None, **more: Any) -> Any:
        """Do a user's job."""
        if len(self.asked) == 2:
            self.asked.append(person)
            raise WorkerLost
        return await super().run(person, job, report, **more)


@pytest.mark.night
async def test_a_request_after_a_failed_turn_continues_from_that_turn(
    services: Services,
) -> None:
    match = await play_and_resign(services, *TURNS)
    record, parts = await record_of(services, match), list[float]()
    thinkers = FailingPool()
    try:
        with pytest.raises(WorkerLost):
            await analyse(services, match, thinkers)
        assert await services.analyses.find(record) is None
        async with asyncio.timeout(PATIENCE):
            made = await services.analyses.of(record, GRAY, thinkers, parts.append)
    finally:
        await thinkers.close()
    assert thinkers.asked == [ORANGE] * 3 + [GRAY] * 2
    assert parts == [0.5, 0.75, 1]
    turns = list(record.turns)
    examined = [examine(record.start, turns, ply, services.analyses.nodes) for ply in range(4)]
    assert made == judge(record.steps, examined)


@pytest.mark.night
async def test_the_number_of_remembered_unfinished_analyses_is_bounded(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services.analyses, "_begun", BoundedDict(1))
    first, second = await play_and_resign(services, *TURNS), await play_and_resign(services, *TURNS)
    tasks = []
    for match in (first, second, first):
        thinkers = FailingPool()
        try:
            with pytest.raises(WorkerLost):
                await analyse(services, match, thinkers)
        finally:
            await thinkers.close()
        tasks.append(len(thinkers.asked))
    assert tasks == [3, 3, 3]


async def test_all_waiting_requests_get_the_error_of_a_closed_pool(
    services: Services, thinkers: CountedPool, tmp_path: Path
) -> None:
    match = await play_and_resign(services, *TURNS)
    record = await record_of(services, match)
    holding = await occupy_worker(thinkers, tmp_path)
    progress: list[float] = []
    tasks = [
        asyncio.create_task(services.analyses.of(record, user, thinkers, progress.append))
        for user in (ORANGE, GRAY)
    ]
    await until(lambda: len(progress) == 2, within=PATIENCE)
    await thinkers.close()
    ended = await asyncio.gather(holding, *tasks, return_exceptions=True)
    assert [type(each) for each in ended] == [PoolClosed] * 3


async def test_an_analysis_of_another_edition_is_repeated(
    services: Services, thinkers: CountedPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await play_and_resign(services, "Kc3")
    record = await record_of(services, match)
    with monkeypatch.context() as older:
        older.setattr(analysis_service, "edition_of", lambda _: "0-00000000")
        await analyse(services, match, thinkers)
        assert await services.analyses.find(record) is not None
    assert await services.analyses.find(record) is None
    await analyse(services, match, thinkers)
    assert await services.analyses.find(record) is not None
    assert len(thinkers.asked) == 4


@pytest.mark.night
@pytest.mark.parametrize(
    "body",
    [
        '{"start":0,"turns":[]}',
        '{"turns":[[0]]}',
        '{"start":0,"turns":[[0,9,"Kz9",[]]]}',
        '{"start":0,"turns":[[0,9,"Kd4",[["Unheard"]]]]}',
    ],
)
async def test_an_analysis_that_does_not_fit_the_match_is_repeated(
    services: Services, thinkers: CountedPool, path: Path, body: str
) -> None:
    match = await play_and_resign(services, "Kc3")
    record = await record_of(services, match)
    await analyse(services, match, thinkers)
    change(path, "UPDATE analyses SET body = ?", body)
    assert await services.analyses.find(record) is None
    assert len((await analyse(services, match, thinkers)).turns) == 1


async def test_a_live_match_is_not_analysed(services: Services, thinkers: CountedPool) -> None:
    match = await play(services, (await begin(services)).id, *TURNS)
    record = await record_of(services, match)
    with pytest.raises(AnalysedTooSoon):
        await services.analyses.of(record, ORANGE, thinkers, ignore_progress)
    with pytest.raises(AnalysedTooSoon):
        await services.analyses.resolve(viewer_at(ORANGE, PLACE), match.id)
    with pytest.raises(AnalysedTooSoon):
        await services.analyses.resolve(viewer_at(ORANGE, venue_of(match)), None)
    with pytest.raises(GoesOnElsewhere):
        await services.analyses.resolve(viewer_at(STRANGER, PLACE), match.id)
    assert await services.analyses.find(record) is None
    assert thinkers.asked == []


async def test_without_a_turn_there_is_nothing_to_analyse(
    services: Services, thinkers: CountedPool
) -> None:
    match = await play_and_resign(services)
    with pytest.raises(NothingToAnalyse) as refused:
        await services.analyses.resolve(viewer_at(ORANGE, PLACE), match.id)
    assert refused.value.match == match
    with pytest.raises(NothingToAnalyse):
        await services.analyses.of(
            await record_of(services, match), ORANGE, thinkers, ignore_progress
        )


async def test_the_default_is_the_last_finished_match_or_the_threads_own(
    services: Services,
) -> None:
    with pytest.raises(NothingToAnalyse) as refused:
        await services.analyses.resolve(viewer_at(ORANGE, PLACE), None)
    assert refused.value.match is None
    first, second = await play_and_resign(services, "Kc3"), await play_and_resign(services, "Kd4")
    await play(services, (await begin(services)).id, "Ka1")
    assert await services.analyses.resolve(viewer_at(ORANGE, PLACE), None) == second
    assert await services.analyses.resolve(viewer_at(ORANGE, venue_of(first)), None) == first
    assert await services.analyses.resolve(viewer_at(STRANGER, PLACE), first.id) == first
    elsewhere = InServer(GuildId(8), ChannelId(80))
    with pytest.raises(NoSuchMatch):
        await services.analyses.resolve(viewer_at(STRANGER, elsewhere), first.id)
    assert await services.analyses.resolve(viewer_at(ORANGE, elsewhere), first.id) == first
    with pytest.raises(NoSuchMatch):
        await services.analyses.resolve(viewer_at(ORANGE, PLACE), MatchId(99))


async def occupy_worker(thinkers: SharedPool, folder: Path) -> asyncio.Task[int]:
    """Keep the one worker busy until `folder / "go"` is there."""
    job = partial(jobs.wait, folder / "on", folder / "go")
    task = asyncio.create_task(thinkers.run(STRANGER, job))
    await until(lambda: (folder / "on").exists(), within=PATIENCE)
    return task


LONGER = ("Kc3", "Kd4", "Kc4", "Ka1", "Kf6")


@pytest.mark.night
async def test_better_turns_are_hidden_during_a_rated_match_much_like_that_one(
    services: Services, thinkers: CountedPool
) -> None:
    match = await play_and_resign(services, *LONGER)
    record = await record_of(services, match)
    await analyse(services, match, thinkers)
    whole = await services.analyses.find(record)
    live = await begin(services)
    await play(services, live.id, *LONGER[:4])
    for user in (ORANGE, GRAY):
        seen = await services.analyses.of(record, user, thinkers, ignore_progress)
        assert seen == await services.analyses.find_for(user, record)
        assert seen.kept_back == {*range(len(LONGER) + 1)}
        assert seen.scores == (0,) * (len(LONGER) + 1)
        assert seen.mattering == ()
        assert seen.accuracy(Seat.ORANGE) is None
        with pytest.raises(LikeLiveMatch) as refused:
            await services.analyses.require_no_help(user, record.steps[3].after)
        assert refused.value.live.id == live.id
    assert await services.analyses.find_for(STRANGER, record) == whole
    await services.matches.resign(ORANGE, live.id)
    assert await services.analyses.find_for(ORANGE, record) == whole


async def test_only_the_part_of_an_analysis_near_the_rated_match_is_hidden(
    services: Services, thinkers: CountedPool
) -> None:
    far = ("Ka1", "Ke3", "Kc3", "Ka5", "Ke1", "Kc5", "Ka3", "Kc1", "Ke5")
    match = await play_and_resign(services, *far)
    await analyse(services, match, thinkers)
    await play(services, (await begin(services)).id, "Kf6", "Ka6")
    seen = await services.analyses.find_for(ORANGE, await record_of(services, match))
    assert seen is not None
    assert 0 in seen.kept_back
    assert len(far) not in seen.kept_back
    assert seen.kept_back == {*range(max(seen.kept_back) + 1)}

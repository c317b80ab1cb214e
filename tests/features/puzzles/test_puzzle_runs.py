"""Streaks of puzzles: they go on until the first mistake, get harder, and outlast a restart."""

from dataclasses import replace
from itertools import pairwise
from random import Random

from bot.address import DatabaseAddress
from bot.engine.puzzles import Puzzle, listed
from bot.features.puzzles import queries as puzzle_queries
from bot.features.puzzles.lines import AnswerResult, draw, rulesets_with_puzzles
from bot.features.puzzles.queries import LongestRun
from bot.features.puzzles.ratings import PuzzleResult
from bot.features.puzzles.runs import (
    OF_EACH,
    RUNS,
    RunPlace,
    StreakState,
    _RunRow,
    candidates,
    steps_of_runs,
)
from bot.features.standings.queries import Listing
from bot.match.identity import GuildId, UserId
from bot.services import Services, open_services
from tests.kit.clocks import StandingClock
from tests.kit.matches import GRAY, GUILD, ORANGE
from tests.kit.puzzles import wrong_turn

ADA, BOB, CY = ORANGE, GRAY, UserId(999)


async def solve(services: Services, user: UserId, count: int) -> StreakState:
    """Solve that many puzzles of a user's streak."""
    running = await services.puzzle_runs.resume(GUILD, user)
    for _ in range(count):
        place, tried = running.place, None
        for found, turn in enumerate(running.puzzle.solution[::2]):
            tried = await services.puzzle_runs.answer(GUILD, user, turn, place, found)
            assert tried is not None
            is_last = found + 1 == running.puzzle.turns
            assert tried.result is (AnswerResult.SOLVED if is_last else AnswerResult.RIGHT)
        assert tried is not None
        running = tried.now
    return running


async def miss(services: Services, user: UserId) -> StreakState:
    running = await services.puzzle_runs.resume(GUILD, user)
    wrong = wrong_turn(running.puzzle, running.run.found)
    tried = await services.puzzle_runs.answer(GUILD, user, wrong, running.place, running.run.found)
    assert tried is not None
    assert tried.result is AnswerResult.WRONG
    return tried.now


async def test_a_streak_goes_on_until_the_first_mistake_and_the_longest_is_kept(
    services: Services,
) -> None:
    assert await services.puzzle_runs.current(GUILD, ADA) is None
    running = await solve(services, ADA, OF_EACH + 1)
    assert running.run.length == OF_EACH + 1
    assert running.puzzle.difficulty > 1
    over = await miss(services, ADA)
    assert over.run.is_over
    assert over.run.best == over.server_best == OF_EACH + 1
    assert await services.puzzle_runs.current(GUILD, ADA) == over
    new = await services.puzzle_runs.resume(GUILD, ADA)
    assert (new.run.number, new.run.length, new.run.best) == (2, 0, OF_EACH + 1)
    assert new.puzzle.difficulty == 1
    assert (await services.puzzles.rating_of(ADA)).rated_at is None


async def test_a_streak_survives_a_restart(
    services: Services, path: DatabaseAddress, clock: StandingClock
) -> None:
    before = await solve(services, ADA, 2)
    async with open_services(path, clock, Random(1)) as again:
        assert await again.puzzle_runs.resume(GUILD, ADA) == before


async def test_choices_on_an_outdated_panel_have_no_effect(services: Services) -> None:
    first = await services.puzzle_runs.resume(GUILD, ADA)
    now = await solve(services, ADA, 1)
    wrong = wrong_turn(first.puzzle)
    for place in (first.place, RunPlace(2, now.puzzle.id)):
        tried = await services.puzzle_runs.answer(GUILD, ADA, wrong, place, 0)
        assert tried is not None
        assert (tried.result, tried.now) == (AnswerResult.BEHIND, now)
        assert await services.puzzle_runs.give_up(GUILD, ADA, place) == now
    ended = await services.puzzle_runs.give_up(GUILD, ADA, now.place)
    assert ended is not None
    assert ended.run.is_over


async def test_the_longest_streaks_of_a_server_omit_unlisted_users(
    services: Services,
) -> None:
    await solve(services, ADA, 2)
    await solve(services, BOB, 1)
    await solve(services, CY, 1)
    assert await services.puzzle_runs.longest(GUILD) == (
        LongestRun(ADA, 2),
        LongestRun(BOB, 1),
        LongestRun(CY, 1),
    )
    assert await services.puzzle_runs.longest(GuildId(GUILD + 1)) == ()
    await services.listings.put(ADA, Listing.LEFT_OFF)
    assert [each.user for each in await services.puzzle_runs.longest(GUILD)] == [BOB, CY]
    assert (await services.puzzle_runs.resume(GUILD, BOB)).server_best == 1
    assert (await services.puzzle_runs.resume(GUILD, ADA)).run.best == 2


def test_puzzles_get_harder_in_every_ruleset_without_repetition() -> None:
    for ruleset in rulesets_with_puzzles():
        drawn = list[Puzzle]()
        for length in range(60):
            met = {each.id: 1.0 for each in drawn}
            drawn.append(draw(candidates(ruleset, length, met.keys()), met, f"{ADA} streak"))
        assert len({each.id for each in drawn}) == len(drawn)
        steps = [{each.difficulty for each in step} for step in steps_of_runs(ruleset)]
        assert all(max(easier) < min(harder) for easier, harder in pairwise(steps))
        assert max(steps[-1]) == max(each.difficulty for each in listed(ruleset))
        for length in range(30):
            assert drawn[length].difficulty in steps[min(length // OF_EACH, len(steps) - 1)]
        every = {each.id for step in steps_of_runs(ruleset) for each in step}
        assert candidates(ruleset, 10_000, every) == steps_of_runs(ruleset)[-1]


async def test_a_streak_repeats_no_puzzle_and_never_has_todays(services: Services) -> None:
    todays = await services.puzzles.todays(GUILD, ADA)
    first = await services.puzzle_runs.resume(GUILD, ADA)
    step = steps_of_runs(first.puzzle.position.ruleset)[-1]
    now = services.puzzle_runs._clock.now()
    async with services._database.writing() as writing:
        # The streak has had all of the hardest puzzles but two, one of which is today's.
        others = [each.id for each in step if each.id != todays.puzzle.id]
        await puzzle_queries.keep_day(writing, GUILD, todays.day, step[0].id)
        for each in others:
            if each not in (step[0].id, step[1].id):
                await puzzle_queries.record_seen(writing, ADA, each, now)
        run = replace(first.run, length=100)
        await RUNS.upsert(writing.connection, _RunRow(GUILD, ADA, run))
    after = await solve(services, ADA, 1)
    assert after.puzzle.id == step[1].id
    after = await solve(services, ADA, 1)
    assert after.puzzle.id not in {each.id for each in step}


async def test_puzzles_of_a_streak_are_not_rated_later(services: Services) -> None:
    first = await services.puzzle_runs.resume(GUILD, ADA)
    await solve(services, ADA, 1)
    missed = await miss(services, ADA)
    given_up = await services.puzzle_runs.resume(GUILD, ADA)
    await services.puzzle_runs.give_up(GUILD, ADA, given_up.place)
    for puzzle in (first.puzzle, missed.puzzle, given_up.puzzle):
        rated = await services.puzzles.practised(ADA, puzzle, PuzzleResult.SOLVED)
        assert rated.rating.rated_at is None
    left = await services.puzzle_runs.resume(GUILD, ADA)
    assert (await services.puzzles.practised(ADA, left.puzzle, PuzzleResult.SOLVED)).change > 0


async def test_an_outdated_panel_does_not_judge_a_turn_by_another_puzzle(
    services: Services,
) -> None:
    first = await services.puzzle_runs.resume(GUILD, ADA)
    async with services._database.writing() as writing:
        gone = replace(first.run, puzzle="gone")
        await RUNS.upsert(writing.connection, _RunRow(GUILD, ADA, gone))
    now = await services.puzzle_runs.resume(GUILD, ADA)
    assert now.puzzle.id != first.puzzle.id
    turn = first.puzzle.solution[0]
    tried = await services.puzzle_runs.answer(GUILD, ADA, turn, first.place, 0)
    assert tried is not None
    assert (tried.result, tried.now) == (AnswerResult.BEHIND, now)


async def test_a_streak_equal_to_the_longest_is_not_called_the_longest(
    services: Services, clock: StandingClock
) -> None:
    await solve(services, ADA, 1)
    assert (await miss(services, ADA)).run.is_longest
    clock.advance(1)
    await solve(services, ADA, 1)
    assert not (await miss(services, ADA)).run.is_longest

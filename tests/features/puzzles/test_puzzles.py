"""The puzzle of the day: drawn once for each server, solved, given up, and remembered."""

import asyncio
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from bot.engine.puzzles import ListedPuzzle, listed, steps_of
from bot.features.puzzles import lines
from bot.features.puzzles.days import IN_PERSON, PuzzleDay
from bot.features.puzzles.lines import (
    AnswerResult,
    draw,
    explained,
    find_puzzle,
    list_all,
    ruleset_for,
    rulesets_with_puzzles,
)
from bot.features.puzzles.service import MOST_NAMED, SHARED_WITHIN, Daily, LineProgress, PuzzleGone
from bot.features.settings.server import ServerSettings
from bot.features.standings.queries import Listing
from bot.game import CLASSIC, RULESETS, newest_ruleset, read_turn
from bot.game.errors import IllegalTurn
from bot.match.clock import DAY, HOUR
from bot.match.identity import GuildId, UserId
from bot.services import Services, open_services
from tests.kit.clocks import StandingClock
from tests.kit.matches import GUILD
from tests.kit.puzzles import ADA, BOB, solve, wrong_turn
from tests.kit.raw_database import change, connect

FIRST = listed(newest_ruleset(CLASSIC.name))[0]
ANOTHER = GuildId(GUILD + 1)


async def find_long_puzzle(services: Services, clock: StandingClock) -> Daily:
    """Let days go by until one has a puzzle of more than one turn."""
    while True:
        daily = await services.puzzles.todays(GUILD, ADA)
        if daily.puzzle.turns > 1:
            return daily
        clock.advance(DAY)


def streak_now(daily: Daily) -> tuple[int, int, int]:
    streak = daily.streak
    return streak.solved, streak.on(daily.today), streak.longest


async def change_settings(services: Services, **changed: object) -> None:
    def change(before: ServerSettings) -> ServerSettings:
        return replace(before, **changed)  # type: ignore[arg-type]

    await services.settings.change(GUILD, change)


@pytest.mark.parametrize("ruleset", [ruleset.name for ruleset in rulesets_with_puzzles()])
def test_only_the_solvers_turns_of_a_line_have_reasons(ruleset: str) -> None:
    puzzle = max(
        map(ListedPuzzle.read, listed(newest_ruleset(ruleset))[:20]), key=lambda each: each.turns
    )
    steps = explained(puzzle)
    assert [each.step for each in steps] == list(steps_of(puzzle))
    assert steps[-1].reasons
    assert not any(each.reasons for each in steps[1::2])


async def test_puzzles_are_read_before_the_first_request() -> None:
    await asyncio.to_thread(list_all)
    assert find_puzzle(FIRST.id) == FIRST.read()
    assert find_puzzle("classic-9999") is None


def test_unused_puzzles_come_first_each_server_has_an_order_and_none_comes_again_soon() -> None:
    puzzles = listed(newest_ruleset(CLASSIC.name))[:60]
    orders = []
    for server in ("server 1", "server 2"):
        used: dict[str, float] = {}
        drawn: list[str] = []
        for day in range(2 * len(puzzles)):
            drawn.append(draw(puzzles, used, server).id)
            used[drawn[-1]] = day
        first, second = drawn[: len(puzzles)], drawn[len(puzzles) :]
        assert sorted(first) == sorted(puzzle.id for puzzle in puzzles)
        assert first == second
        orders.append(first)
    assert orders[0] != orders[1]


async def test_the_puzzle_of_the_day_is_drawn_once_for_all_requests(services: Services) -> None:
    dailies = await asyncio.gather(
        *(services.puzzles.todays(GUILD, user) for user in (ADA, BOB, UserId(3)))
    )
    assert len({daily.puzzle.id for daily in dailies}) == 1
    assert dailies[0].puzzle.position.ruleset.name == CLASSIC.name
    again = await services.puzzles.todays(GUILD, ADA)
    assert again.puzzle is dailies[0].puzzle
    assert again.solved is None


def test_a_new_version_of_a_ruleset_keeps_the_puzzles_of_the_one_before(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    newer = (*RULESETS, replace(CLASSIC, version=CLASSIC.version + 1, pieces=7))
    monkeypatch.setattr(lines, "RULESETS", newer)
    assert rulesets_with_puzzles() == RULESETS
    assert ruleset_for(CLASSIC.name) is CLASSIC


async def test_a_server_whose_ruleset_has_puzzles_gets_those(services: Services) -> None:
    assert {each.name for each in rulesets_with_puzzles()} == {each.name for each in RULESETS}
    await change_settings(services, ruleset="junior")
    daily = await services.puzzles.todays(GUILD, ADA)
    assert daily.puzzle.position.ruleset.name == "junior"


async def test_each_day_has_another_puzzle(services: Services, clock: StandingClock) -> None:
    seen = []
    for _ in range(60):
        seen.append((await services.puzzles.todays(GUILD, ADA)).puzzle.id)
        clock.advance(DAY)
    assert len(set(seen)) == len(seen)


async def test_the_line_is_found_turn_by_turn(services: Services, clock: StandingClock) -> None:
    daily = await find_long_puzzle(services, clock)
    puzzle = daily.puzzle
    for found, turn in enumerate(puzzle.solution[::2]):
        tried = await services.puzzles.answer(GUILD, ADA, turn, daily.day, LineProgress(found, 0))
        is_last = found + 1 == puzzle.turns
        assert tried.result is (AnswerResult.SOLVED if is_last else AnswerResult.RIGHT)
        assert tried.now.attempt.found == found + 1
    solved = await services.puzzles.todays(GUILD, ADA)
    assert solved.attempt.is_solved
    assert solved.attempt.tries == 1
    assert solved.attempt.solved_at == clock.now()
    assert streak_now(solved) == (1, 1, 1)
    assert solved.solved is not None
    assert [each.user for each in solved.solved.first] == [ADA]


async def test_a_wrong_turn_is_counted_and_keeps_the_progress(services: Services) -> None:
    daily = await services.puzzles.todays(GUILD, ADA)
    wrong = wrong_turn(daily.puzzle)
    tried = await services.puzzles.answer(GUILD, ADA, wrong, daily.day, LineProgress(0, 0))
    assert tried.result is AnswerResult.WRONG
    assert tried.step is not None
    assert (tried.now.attempt.found, tried.now.attempt.misses) == (0, 1)
    solved = await solve(services)
    assert solved.attempt.tries == 2
    assert streak_now(solved) == (1, 1, 1)


async def test_repeated_clicks_and_other_devices_do_not_count(services: Services) -> None:
    daily = await services.puzzles.todays(GUILD, ADA)
    wrong = wrong_turn(daily.puzzle)
    clicks = await asyncio.gather(
        *(
            services.puzzles.answer(GUILD, ADA, wrong, daily.day, LineProgress(0, 0))
            for _ in range(5)
        )
    )
    results = [tried.result for tried in clicks]
    assert results.count(AnswerResult.WRONG) == 1
    assert results.count(AnswerResult.BEHIND) == 4
    solved = await solve(services)
    assert solved.attempt.misses == 1
    for turn in (wrong, daily.puzzle.solution[0]):
        late = await services.puzzles.answer(GUILD, ADA, turn, daily.day)
        assert late.result is AnswerResult.BEHIND
        assert late.now.attempt == solved.attempt
    assert streak_now(await services.puzzles.todays(GUILD, ADA)) == (1, 1, 1)


async def test_a_right_turn_pressed_twice_is_found_once(
    services: Services, clock: StandingClock
) -> None:
    daily = await find_long_puzzle(services, clock)
    first = daily.puzzle.solution[0]
    clicks = await asyncio.gather(
        *(
            services.puzzles.answer(GUILD, ADA, first, daily.day, LineProgress(0, 0))
            for _ in range(3)
        )
    )
    assert sorted(tried.result.name for tried in clicks) == ["BEHIND", "BEHIND", "RIGHT"]
    assert (await services.puzzles.todays(GUILD, ADA)).attempt.found == 1


async def test_illegal_turns_do_not_count(services: Services) -> None:
    daily = await services.puzzles.todays(GUILD, ADA)
    taken = next(iter(daily.puzzle.position.bed))[0]
    for placement in ("K", "C"):
        turn = read_turn(f"{placement}{'abcdef'[taken % 6]}{taken // 6 + 1}")
        with pytest.raises(IllegalTurn):
            await services.puzzles.answer(GUILD, ADA, turn, daily.day)
    assert (await services.puzzles.todays(GUILD, ADA)).attempt.misses == 0


async def test_days_in_a_row_are_counted_and_a_day_missed_ends_them(
    services: Services, clock: StandingClock
) -> None:
    for day in range(1, 4):
        assert streak_now(await solve(services)) == (day, day, day)
        clock.advance(DAY)
    assert streak_now(await services.puzzles.todays(GUILD, ADA)) == (3, 3, 3)
    clock.advance(DAY)
    assert streak_now(await services.puzzles.todays(GUILD, ADA)) == (3, 0, 3)
    assert streak_now(await solve(services)) == (4, 1, 3)


async def test_a_streak_survives_a_restart(path: Path, clock: StandingClock) -> None:
    for day in range(1, 4):
        async with open_services(path, clock, Random(day)) as services:
            assert streak_now(await solve(services)) == (day, day, day)
        clock.advance(DAY)


async def test_an_old_puzzle_can_be_solved_without_lengthening_the_streak(
    services: Services, clock: StandingClock
) -> None:
    old = await services.puzzles.todays(GUILD, ADA)
    clock.advance(DAY)
    today = await solve(services)
    late = await solve(services, day=old.day)
    assert not late.is_todays
    assert late.attempt.solved_day == today.day
    assert streak_now(late) == (2, 1, 1)
    assert late.solved is not None
    assert late.solved.first == ()
    assert late.solved.counts.solved == 0


async def test_revealing_the_solution_ends_the_streak(
    services: Services, clock: StandingClock
) -> None:
    await solve(services)
    clock.advance(DAY)
    daily = await services.puzzles.todays(GUILD, ADA)
    shown = await services.puzzles.give_up(GUILD, ADA, daily.day)
    assert shown.attempt.is_over
    assert not shown.attempt.is_solved
    assert streak_now(shown) == (1, 0, 1)
    assert shown.solved is not None
    again = await services.puzzles.give_up(GUILD, ADA, daily.day)
    assert again.attempt == shown.attempt
    tried = await services.puzzles.answer(GUILD, ADA, daily.puzzle.solution[0], daily.day)
    assert tried.result is AnswerResult.BEHIND
    clock.advance(DAY)
    assert streak_now(await solve(services)) == (2, 1, 1)


async def test_the_solvers_are_not_shown_to_users_who_have_not_solved_the_puzzle(
    services: Services, clock: StandingClock
) -> None:
    daily = await services.puzzles.todays(GUILD, ADA)
    await services.puzzles.answer(GUILD, ADA, wrong_turn(daily.puzzle), daily.day)
    await solve(services, ADA)
    clock.advance(60)
    await solve(services, BOB)
    assert (await services.puzzles.todays(GUILD, UserId(3))).solved is None
    solved = (await services.puzzles.todays(GUILD, BOB)).solved
    assert solved is not None
    assert [each.user for each in solved.first] == [ADA, BOB]
    assert solved.best is not None
    assert (solved.best.user, solved.best.attempt.tries) == (BOB, 1)
    assert (solved.counts.tried, solved.counts.solved) == (2, 2)


async def test_a_user_who_gave_up_without_an_answer_has_not_tried(services: Services) -> None:
    daily = await solve(services)
    shown = await services.puzzles.give_up(GUILD, BOB, daily.day)
    assert shown.solved is not None
    assert (shown.solved.counts.tried, shown.solved.counts.solved) == (1, 1)
    other = UserId(777)
    await services.puzzles.answer(GUILD, other, wrong_turn(daily.puzzle), daily.day)
    late = await services.puzzles.give_up(GUILD, other, daily.day)
    assert late.solved is not None
    assert (late.solved.counts.tried, late.solved.counts.solved) == (2, 1)


async def test_many_solvers_are_counted_and_the_first_are_named(services: Services) -> None:
    people = [UserId(100 + number) for number in range(MOST_NAMED + 3)]
    for user in people:
        await solve(services, user)
    solved = (await services.puzzles.todays(GUILD, people[0])).solved
    assert solved is not None
    assert [each.user for each in solved.first] == people[:MOST_NAMED]
    assert solved.counts.solved == len(people)


async def test_a_user_who_is_left_off_leaderboards_is_counted_and_not_named(
    services: Services,
) -> None:
    await services.listings.put(BOB, Listing.LEFT_OFF)
    for user in (ADA, BOB):
        await solve(services, user)
    solved = (await services.puzzles.todays(GUILD, ADA)).solved
    assert solved is not None
    assert [each.user for each in solved.first] == [ADA]
    assert solved.counts.solved == 2
    streaks = await services.puzzles.streaks(GUILD, BOB)
    assert [each.user for each in streaks.first] == [ADA]
    assert streaks.own.on(streaks.today) == 1


async def test_servers_and_direct_messages_have_separate_puzzles_and_streaks(
    services: Services,
) -> None:
    await solve(services)
    assert streak_now(await services.puzzles.todays(ANOTHER, ADA)) == (0, 0, 0)
    direct = await solve(services, ADA, IN_PERSON)
    await solve(services, BOB, IN_PERSON)
    assert streak_now(direct) == (1, 1, 1)
    solved = (await services.puzzles.todays(IN_PERSON, ADA)).solved
    assert solved is not None
    assert solved.counts.solved == 2
    assert (solved.first, solved.best) == ((), None)


async def test_streaks_are_listed_the_longest_first_while_they_go_on(
    services: Services, clock: StandingClock
) -> None:
    for users in ((ADA, BOB, UserId(3)), (ADA, BOB), (ADA,)):
        for user in users:
            await solve(services, user)
        clock.advance(DAY)
    streaks = await services.puzzles.streaks(GUILD, BOB)
    assert [(each.user, each.streak.running) for each in streaks.first] == [(ADA, 3)]
    assert streaks.own.longest == 2
    assert streaks.own.on(streaks.today) == 0


async def test_an_unconfirmed_message_may_be_sent_a_minute_later(
    services: Services, clock: StandingClock
) -> None:
    daily = await solve(services)
    assert await services.puzzles.share(GUILD, ADA, daily.day)
    clock.advance(SHARED_WITHIN - 1)
    assert not await services.puzzles.share(GUILD, ADA, daily.day)
    clock.advance(1)
    assert await services.puzzles.share(GUILD, ADA, daily.day)


async def test_a_solution_is_shared_once_and_only_if_it_was_found(
    services: Services, clock: StandingClock
) -> None:
    daily = await services.puzzles.todays(GUILD, ADA)
    assert not await services.puzzles.share(GUILD, ADA, daily.day)
    await solve(services)
    shared = await asyncio.gather(
        *(services.puzzles.share(GUILD, ADA, daily.day) for _ in range(3))
    )
    assert sorted(shared) == [False, False, True]
    await services.puzzles.unshare(GUILD, ADA, daily.day)
    assert await services.puzzles.share(GUILD, ADA, daily.day)
    await services.puzzles.shared(GUILD, ADA, daily.day)
    clock.advance(DAY)
    assert not await services.puzzles.share(GUILD, ADA, daily.day)
    await services.puzzles.give_up(GUILD, BOB, daily.day)
    assert not await services.puzzles.share(GUILD, BOB, daily.day)


async def test_only_a_users_first_result_in_a_puzzle_counts(services: Services) -> None:
    daily = await services.puzzles.todays(GUILD, ADA)
    assert await services.puzzles.counts(ADA, daily.puzzle)
    given_up = await services.puzzles.give_up(GUILD, ADA, daily.day)
    assert given_up.rated is not None
    assert not await services.puzzles.counts(ADA, daily.puzzle)
    assert await services.puzzles.counts(BOB, daily.puzzle)


@pytest.mark.parametrize("later", [-1, 1, 300])
async def test_a_day_without_a_puzzle_is_refused(services: Services, later: int) -> None:
    daily = await services.puzzles.todays(GUILD, ADA)
    day = PuzzleDay(daily.day + later)
    with pytest.raises(PuzzleGone):
        await services.puzzles.of_day(GUILD, ADA, day)
    with pytest.raises(PuzzleGone):
        await services.puzzles.answer(GUILD, ADA, daily.puzzle.solution[0], day)
    with pytest.raises(PuzzleGone):
        await services.puzzles.give_up(GUILD, ADA, day)


async def test_a_removed_puzzle_is_drawn_again_today_and_gone_on_older_days(
    services: Services, path: Path, clock: StandingClock
) -> None:
    old = await find_long_puzzle(services, clock)
    await services.puzzles.answer(GUILD, ADA, old.puzzle.solution[0], old.day)
    _forget_puzzles(path)
    anew = await services.puzzles.todays(GUILD, ADA)
    assert anew.day == old.day
    assert anew.attempt.found == 0
    _forget_puzzles(path)
    clock.advance(DAY)
    with pytest.raises(PuzzleGone):
        await services.puzzles.of_day(GUILD, ADA, old.day)
    await solve(services)


def _forget_puzzles(path: Path) -> None:
    """Replace the puzzles of days by one that only an earlier version of the bot had."""
    change(path, "UPDATE puzzle_days SET puzzle = 'classic-9999'")


async def test_days_begin_at_the_hour_that_is_set_and_never_go_back(
    services: Services, clock: StandingClock
) -> None:
    await change_settings(services, puzzle_hour=6)
    clock.advance((6 - 8 + 24) * HOUR - 1)
    late = await services.puzzles.todays(GUILD, ADA)
    assert late.next_at == clock.now() + 1
    clock.advance(1)
    begun = await solve(services)
    assert begun.day == late.day + 1
    await change_settings(services, puzzle_hour=12)
    still = await services.puzzles.todays(GUILD, ADA)
    assert (still.day, still.attempt.is_solved) == (begun.day, True)
    clock.advance(still.next_at - clock.now())
    assert (await services.puzzles.todays(GUILD, ADA)).day == begun.day + 1
    assert streak_now(await solve(services)) == (2, 2, 2)


async def test_a_day_that_an_earlier_hour_makes_short_breaks_no_streak(
    services: Services, clock: StandingClock
) -> None:
    await change_settings(services, puzzle_hour=9)
    for _ in range(3):
        clock.advance(DAY)
        solved = await solve(services)
    clock.advance(2 * HOUR)
    short = await services.puzzles.todays(GUILD, ADA)
    assert short.day == solved.day + 1
    await change_settings(services, puzzle_hour=0)
    clock.advance(short.next_at - clock.now() - 9 * HOUR)
    today = await services.puzzles.todays(GUILD, ADA)
    assert today.day == short.day + 1
    assert streak_now(today) == (3, 3, 3)
    streaks = await services.puzzles.streaks(GUILD, ADA)
    assert [(each.user, each.streak.running) for each in streaks.first] == [(ADA, 3)]
    assert streaks.own.on(streaks.today) == 3
    own, day = await services.puzzles.streak_of(GUILD, ADA)
    assert own.on(day) == 3
    assert streak_now(await solve(services)) == (4, 4, 4)
    clock.advance(2 * DAY)
    assert streak_now(await services.puzzles.todays(GUILD, ADA)) == (4, 0, 4)
    assert (await services.puzzles.streaks(GUILD, ADA)).first == ()


async def test_practice_brings_every_puzzle_of_a_ruleset_before_one_comes_again(
    services: Services, path: Path
) -> None:
    junior = newest_ruleset("junior")
    every = {puzzle.id for puzzle in listed(junior)}
    given = [(await services.puzzles.practice(GUILD, ADA, junior)).id for _ in range(5)]
    assert len(set(given)) == 5
    _record_seen(path, every - set(given) - {"junior-0001"})
    sixth = (await services.puzzles.practice(GUILD, ADA, junior)).id
    assert sixth == "junior-0001" or "junior-0001" in given
    again = (await services.puzzles.practice(GUILD, ADA, junior)).id
    assert again not in (*given, sixth)


def _record_seen(path: Path, puzzles: set[str]) -> None:
    """Record that a user saw these puzzles long ago."""
    with closing(connect(path)) as connection, connection:
        rows = [(ADA, puzzle) for puzzle in sorted(puzzles)]
        connection.executemany("INSERT INTO puzzles_seen VALUES (?, ?, 1.0, NULL)", rows)


async def test_practice_never_reveals_todays_puzzle(services: Services, path: Path) -> None:
    todays = (await services.puzzles.todays(GUILD, ADA)).puzzle.id
    classic = {puzzle.id for puzzle in listed(newest_ruleset(CLASSIC.name))}
    _record_seen(path, classic - {todays})
    assert todays not in await _practise(services, 3)


async def _practise(services: Services, number: int) -> Sequence[str]:
    classic = newest_ruleset(CLASSIC.name)
    return [(await services.puzzles.practice(GUILD, ADA, classic)).id for _ in range(number)]


async def test_practice_never_reveals_a_puzzle_of_today_that_is_not_drawn_yet(
    services: Services, path: Path
) -> None:
    classic = listed(newest_ruleset(CLASSIC.name))
    todays = draw(classic, {}, f"server {GUILD}").id
    _record_seen(path, {puzzle.id for puzzle in classic} - {todays})
    assert todays not in await _practise(services, 1)
    assert (await services.puzzles.todays(GUILD, ADA)).puzzle.id == todays


async def test_practice_counts_for_no_streak(services: Services) -> None:
    await _practise(services, 3)
    assert streak_now(await services.puzzles.todays(GUILD, ADA)) == (0, 0, 0)

"""Ratings as they are stored match by match, and computed anew."""

import asyncio
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from bot.db.database import Database, Reading
from bot.features.standings import queries as rating_queries
from bot.features.standings import rerating_queries, seasons
from bot.features.standings.glicko import ALL_TIME
from bot.features.standings.queries import LeaderboardKey
from bot.features.standings.rerating_queries import StoredRatings
from bot.features.standings.seasons import SeasonEnd
from bot.game import ROWS
from bot.match.clock import DAY, Minutes
from bot.match.identity import InServer, MatchId, Seconds
from bot.match.terms import Starts, Terms
from bot.services import Services
from tests.kit.clocks import StandingClock
from tests.kit.matches import PLACE, friend
from tests.kit.ratings import CLASSIC_TABLE, GUILD, PEOPLE, dump_ratings, rated_match, table_of
from tests.kit.raw_database import change
from tests.kit.service_matches import run_due_jobs
from tests.kit.thoroughness import sampled


async def test_a_rated_match_rates_both_in_the_season_and_for_all_time(services: Services) -> None:
    await rated_match(services, Random(1), PEOPLE[0], PEOPLE[1])
    table = await table_of(services)
    assert sorted(scope for scope, _ in table.ratings) == [0, 0, 1, 1]
    points = sorted(
        round(rating.rating.points) for (scope, _), rating in table.ratings.items() if not scope
    )
    assert points == [1338, 1662]


async def test_matches_by_minutes_are_rated_apart_from_days(services: Services, path: Path) -> None:
    minutes = Terms(Starts.ME, time=Minutes(Seconds(300.0), Seconds(3.0)))
    await rated_match(services, Random(1), PEOPLE[0], PEOPLE[1])
    before = await table_of(services)
    for chance in (Random(2), Random(3)):
        await rated_match(services, chance, PEOPLE[1], PEOPLE[0], terms=minutes)
    assert await table_of(services) == before
    apart = await table_of(services, LeaderboardKey(GUILD, "classic-minutes"))
    assert sorted(scope for scope, _ in apart.ratings) == [0, 0, 1, 1]
    assert {rating.matches for rating in apart.ratings.values()} == {2}
    assert (await services.ratings.check()).different == 0
    offered = await services.challenges.offer(
        PEOPLE[0], friend(PEOPLE[1]), InServer(GUILD, PLACE.channel), minutes
    )
    at_stake = await services.ratings.at_stake(offered)
    assert at_stake is not None
    assert at_stake.challenger.win < at_stake.friend.win
    await services.seasons.end(GUILD)
    titles = (await services.seasons.summary(GUILD)).titles
    assert {title.ruleset for title in titles} <= {"classic", "classic-minutes"}


async def many_matches(
    services: Services, clock: StandingClock, chance: Random, number: int
) -> list[int]:
    """Play matches among a few people over some weeks, in two rulesets and three seasons."""
    numbers = []
    for index in range(number):
        loser, winner = chance.sample(PEOPLE, 2)
        ruleset = Terms(Starts.ME) if index % 5 else Terms(Starts.ME, ROWS)
        match = await rated_match(services, chance, loser, winner, terms=ruleset)
        numbers.append(int(match.id))
        clock.advance(chance.uniform(0.1, 3) * DAY)
        if index in (number // 3, 2 * number // 3):
            await services.seasons.end(GUILD)
    return numbers


@pytest.mark.long
async def test_stored_ratings_equal_recomputed_ones_exactly(
    services: Services, clock: StandingClock, path: Path
) -> None:
    chance = Random(11)
    numbers = await many_matches(services, clock, chance, 40)
    before = dump_ratings(path)
    rebuilt = await services.ratings.rebuild()
    assert (rebuilt.tables, rebuilt.results, rebuilt.different) == (2, 40, 0)
    assert dump_ratings(path) == before
    for number in chance.sample(numbers, 8):
        assert await services.ratings.void(MatchId(number))
        assert not await services.ratings.void(MatchId(number))
        clock.advance(DAY)
    await many_matches(services, clock, chance, 6)
    voided = dump_ratings(path)
    assert voided["ratings"] != before["ratings"]
    again = await services.ratings.rebuild()
    assert again.different == 0
    assert dump_ratings(path) == voided


async def test_ratings_are_compared_while_others_write(
    services: Services, clock: StandingClock
) -> None:
    await many_matches(services, clock, Random(3), 2)
    async with asyncio.timeout(60), services._database.writing():
        assert (await services.ratings.check()).results == 2


async def test_rebuilding_corrects_wrong_ratings(
    services: Services, clock: StandingClock, path: Path
) -> None:
    await many_matches(services, clock, Random(3), 12)
    before = dump_ratings(path)
    change(path, "UPDATE ratings SET points = points + 1 WHERE scope = 0")
    change(path, "UPDATE rating_steps SET deviation = 60 WHERE result_id = 3")
    change(path, "UPDATE rating_counts SET players = players + 5")
    wrong = dump_ratings(path)
    checked = await services.ratings.check()
    assert checked.different > 4
    assert dump_ratings(path) == wrong
    assert await services.ratings.rebuild() == checked
    assert dump_ratings(path) == before


async def test_a_void_leaves_the_table_of_a_season_that_ended(
    services: Services, clock: StandingClock
) -> None:
    match = await rated_match(services, Random(1), PEOPLE[0], PEOPLE[1])
    clock.advance(DAY)
    await services.seasons.end(GUILD)
    clock.advance(DAY)
    assert await services.ratings.void(match.id)
    table = await table_of(services)
    assert sorted(scope for scope, _ in table.ratings) == [1, 1]


async def test_a_void_after_the_planned_end_of_a_season_leaves_its_table(
    services: Services, clock: StandingClock
) -> None:
    await services.settings.change(GUILD, lambda before: replace(before, season_days=30))
    match = await rated_match(services, Random(1), PEOPLE[0], PEOPLE[1])
    clock.advance(31 * DAY)
    assert await services.ratings.void(match.id)
    await run_due_jobs(services)
    assert (await services.ratings.check()).different == 0
    table = await table_of(services)
    assert sorted(scope for scope, _ in table.ratings) == [1, 1]


async def test_a_result_that_arrives_while_a_void_is_computed_counts(
    services: Services, clock: StandingClock, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    numbers = await many_matches(services, clock, Random(2), 6)
    read, left = rerating_queries.as_stored, [1] * 5

    async def read_and_play(reading: Reading, table: LeaderboardKey) -> StoredRatings:
        as_stored = await read(reading, table)
        if left:
            left.pop()
            await rated_match(services, Random(1), PEOPLE[0], PEOPLE[1])
        return as_stored

    monkeypatch.setattr(rerating_queries, "as_stored", read_and_play)
    assert await services.ratings.void(MatchId(numbers[1]))
    assert not left
    assert len(dump_ratings(path)["rated_results"]) == 6 + 5
    assert (await services.ratings.check()).different == 0


async def test_a_history_is_read_for_a_void_while_others_write(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await rated_match(services, Random(1), PEOPLE[0], PEOPLE[1])
    read = rerating_queries.as_stored

    async def read_and_write(reading: Reading, table: LeaderboardKey) -> StoredRatings:
        async with asyncio.timeout(60), services._database.writing():
            return await read(reading, table)

    monkeypatch.setattr(rerating_queries, "as_stored", read_and_write)
    assert await services.ratings.void(match.id)


@pytest.mark.long
@pytest.mark.parametrize(
    "harm",
    sampled(
        ["UPDATE rating_counts SET players = players + 5", "UPDATE rating_pairs SET meetings = 9"],
        1,
    ),
)
async def test_wrong_counts_are_detected_and_corrected(
    services: Services, clock: StandingClock, path: Path, harm: str
) -> None:
    await many_matches(services, clock, Random(3), 20)
    before = dump_ratings(path)
    wrong = change(path, harm)
    assert wrong > 0
    assert 0 < (await services.ratings.check()).different <= wrong
    await services.ratings.rebuild()
    assert dump_ratings(path) == before
    assert (await services.ratings.check()).different == 0


async def test_matches_that_were_never_rated_cannot_be_voided(services: Services) -> None:
    match = await rated_match(services, Random(1), PEOPLE[0], PEOPLE[1], turns=2)
    assert not await services.ratings.void(match.id)
    assert not await services.ratings.void(MatchId(999))


@pytest.mark.long
async def test_stored_places_equal_counted_places(
    services: Services, clock: StandingClock, path: Path
) -> None:
    await many_matches(services, clock, Random(4), 20)
    database: Database = services._database
    async with database.reading() as reading:
        whole = await rating_queries.page(reading, CLASSIC_TABLE, ALL_TIME, 0, 100)
        assert len(whole) == await rating_queries.ranked(reading, CLASSIC_TABLE, ALL_TIME) > 4
        points = [each.points for each in whole]
        assert points == sorted(points, reverse=True)
        for each in whole:
            assert each.place == 1 + sum(other > each.points for other in points)
            assert each.user is not None
            own = await rating_queries.own(reading, CLASSIC_TABLE, ALL_TIME, each.user)
            assert own is not None
            assert own.place == each.place
        for after in range(len(whole) + 1):
            part = await rating_queries.page(reading, CLASSIC_TABLE, ALL_TIME, after, 3)
            assert part == whole[after : after + 3]


async def test_those_with_the_same_points_share_a_place_and_a_title(
    services: Services, path: Path
) -> None:
    chance = Random(6)
    one, other, third, fourth = PEOPLE[:4]
    for loser, winner in ((third, one), (fourth, other), (fourth, one), (third, other)):
        await rated_match(services, chance, loser, winner)
    change(path, "UPDATE ratings SET shown = 1700 WHERE points > 1500")
    change(path, "DELETE FROM rating_counts")
    change(
        path,
        "INSERT INTO rating_counts SELECT guild_id, ruleset, scope, shown, count(*)"
        " FROM ratings WHERE shown IS NOT NULL GROUP BY guild_id, ruleset, scope, shown",
    )
    following = await services.seasons.end(GUILD)
    assert following is not None
    assert following.number == 2
    async with services._database.reading() as reading:
        page = await rating_queries.page(reading, CLASSIC_TABLE, ALL_TIME, 0, 10)
        assert [each.place for each in page][:3] == [1, 1, 3]
        won = [
            title.place
            for each in page
            for title in await seasons.titles(reading, GUILD, each.player)
        ]
    assert won[:3] == [1, 1, 3]


async def test_a_season_with_a_length_ends_by_itself_and_the_next_begins(
    services: Services, clock: StandingClock
) -> None:
    await services.settings.change(GUILD, lambda before: replace(before, season_days=30))
    await rated_match(services, Random(1), PEOPLE[0], PEOPLE[1])
    assert await run_due_jobs(services) == []
    clock.advance(31 * DAY)
    assert await run_due_jobs(services) == [SeasonEnd(GUILD)]
    first, second = await services.seasons.of(GUILD)
    assert first.ended_at == first.ends_at == second.began_at
    clock.advance(60 * DAY)
    await rated_match(services, Random(1), PEOPLE[0], PEOPLE[1])
    first, second = await services.seasons.of(GUILD)
    assert second.began_at <= clock.now() < (second.ends_at or 0.0)


async def test_a_season_without_rated_matches_begins_again(
    services: Services, clock: StandingClock
) -> None:
    await services.settings.change(GUILD, lambda before: replace(before, season_days=30))
    await rated_match(services, Random(1), PEOPLE[0], PEOPLE[1])
    clock.advance(31 * DAY)
    assert await run_due_jobs(services) == [SeasonEnd(GUILD)]
    clock.advance(400 * DAY)
    assert await run_due_jobs(services) == [SeasonEnd(GUILD)]
    assert await run_due_jobs(services) == []
    _, second = await services.seasons.of(GUILD)
    assert (second.number, second.began_at) == (2, clock.now())
    assert second.ends_at == clock.now() + 30 * DAY


async def test_a_match_that_is_rated_long_after_its_season_is_in_one_that_runs(
    services: Services, clock: StandingClock
) -> None:
    await services.settings.change(GUILD, lambda before: replace(before, season_days=30))
    await rated_match(services, Random(1), PEOPLE[0], PEOPLE[1])
    clock.advance(400 * DAY)
    match = await rated_match(services, Random(1), PEOPLE[0], PEOPLE[1])
    async with services._database.reading() as reading:
        result = await rerating_queries.of_match(reading, match.id)
    assert result is not None
    first, second = await services.seasons.of(GUILD)
    assert result.result.season == second.id
    assert first.ended_at == first.ends_at
    assert second.began_at <= clock.now()
    assert (await services.ratings.check()).different == 0


async def test_the_nth_match_of_two_people_in_a_season_counts_less(
    services: Services, path: Path
) -> None:
    for _ in range(8):
        await rated_match(services, Random(1), PEOPLE[0], PEOPLE[1], terms=Terms(Starts.ME))
    steps = dump_ratings(path)["rating_steps"]
    weights = {float(str(row[3])) for row in steps if row[1] == 1}
    assert sorted(weights, reverse=True) == [1.0, 5 / 6, 5 / 7, 5 / 8]

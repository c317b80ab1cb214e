"""Leaderboards: pages, places, seasons, those who are left off, and those who left."""

from collections import Counter
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from bot.features.matches.access import Presence
from bot.features.people.service import LOOK_EVERY, REST
from bot.features.standings.leaderboards import ON_A_PAGE, LeaderboardRequest, NoSuchSeason, OwnPage
from bot.features.standings.queries import LeaderboardKey, Listing, RankedPlayer
from bot.features.standings.seasons import SeasonNumber, Span
from bot.game import CLASSIC, SCARCE
from bot.match.clock import DAY
from bot.match.identity import GuildId, UserId
from bot.match.terms import Starts, Terms
from bot.services import Services
from tests.features.standings.test_rating import many_matches
from tests.kit.clocks import StandingClock
from tests.kit.member_looks import begin_member_looks
from tests.kit.ratings import CLASSIC_TABLE, GUILD, PEOPLE, dump_ratings, rated_match
from tests.kit.raw_database import change, connect, rows_in
from tests.kit.thoroughness import quick_or_thorough

OVERALL = LeaderboardRequest(CLASSIC_TABLE, Span.ALL_TIME)
RUNNING = LeaderboardRequest(CLASSIC_TABLE)


def fill_ratings(path: Path, points: list[int]) -> None:
    """Give users ratings without matches; user `n` has the nth points."""
    connection = connect(path)
    with connection:
        connection.executemany(
            "INSERT INTO players VALUES (?, ?, 'listed')",
            ((key, 1000 + key) for key in range(1, len(points) + 1)),
        )
        connection.executemany(
            "INSERT INTO ratings VALUES (7, 'classic', 0, ?, ?, 80, 0.06, 0, 9, 1, 9, 5, ?)",
            ((key, shown + 0.25, shown) for key, shown in enumerate(points, 1)),
        )
        connection.execute(
            "INSERT INTO rating_counts SELECT guild_id, ruleset, scope, shown, count(*)"
            " FROM ratings GROUP BY guild_id, ruleset, scope, shown"
        )
    connection.close()


def check_counts(path: Path) -> None:
    """Compare the stored counts of places with new ones."""
    rows = rows_in(
        path,
        "SELECT guild_id, ruleset, scope, shown, count(*) FROM ratings"
        " WHERE shown IS NOT NULL GROUP BY guild_id, ruleset, scope, shown",
    )
    kept = rows_in(
        path,
        "SELECT guild_id, ruleset, scope, shown, players FROM rating_counts WHERE players <> 0",
    )
    assert sorted(kept) == sorted(rows)


@pytest.mark.parametrize("size", [1, 9, 10, 11, 37, 60])
@pytest.mark.parametrize("seed", range(quick_or_thorough(1, 3)))
async def test_pages_are_those_of_a_plain_sort(
    services: Services, path: Path, seed: int, size: int
) -> None:
    chance = Random(seed)
    points = [chance.randint(1495, 1495 + chance.choice([0, 3, 40])) for _ in range(size)]
    fill_ratings(path, points)
    numbers = sorted(range(1, size + 1), key=lambda key: (points[key - 1], key), reverse=True)
    expected = [
        (1 + sum(other > points[key - 1] for other in points), points[key - 1], 1000 + key)
        for key in numbers
    ]
    seen: list[tuple[int, int, UserId | None]] = []
    pages = -(-size // ON_A_PAGE)
    for number in range(pages):
        board = await services.leaderboards.page(OVERALL, UserId(1), number)
        assert (board.number, board.pages, board.ranked) == (number, pages, size)
        seen += [(row.place, row.points, row.user) for row in board.rows]
    assert seen == expected
    whole = [row async for rows in services.leaderboards.every(OVERALL) for row in rows]
    assert [(row.place, row.points, row.user) for row in whole] == expected
    for user in chance.sample(range(1001, 1001 + size), min(size, 5)):
        mine = await services.leaderboards.page(OVERALL, UserId(user), OwnPage.MINE)
        assert user in [row.user for row in mine.rows]
        assert mine.own is not None
        assert (mine.own.place, user) in [(row.place, row.user) for row in mine.rows]


async def test_a_page_too_far_is_the_last_one(services: Services, path: Path) -> None:
    fill_ratings(path, list(range(1500, 1523)))
    assert (await services.leaderboards.page(OVERALL, UserId(1), 99)).number == 2
    assert (await services.leaderboards.page(OVERALL, UserId(1), -5)).number == 0


async def test_batches_contain_each_user_once(services: Services, path: Path) -> None:
    fill_ratings(path, [1500 + number % 7 for number in range(1234)])
    batches = [rows async for rows in services.leaderboards.every(OVERALL)]
    assert [len(rows) for rows in batches] == [500, 500, 234]
    assert len({row.user for rows in batches for row in rows}) == 1234


async def test_the_leaderboard_is_empty_without_rated_players(services: Services) -> None:
    board = await services.leaderboards.page(RUNNING, PEOPLE[0], OwnPage.MINE)
    assert (board.season, board.rows, board.pages, board.own) == (None, (), 1, None)
    assert [rows async for rows in services.leaderboards.every(RUNNING)] == []


async def test_a_user_with_a_single_opponent_has_a_rating_but_no_place(
    services: Services,
) -> None:
    await rated_match(services, Random(1), PEOPLE[0], PEOPLE[1])
    board = await services.leaderboards.page(RUNNING, PEOPLE[0])
    assert board.rows == ()
    assert board.own is not None
    assert (board.own.place, board.own.rating.opponents) == (None, 1)
    assert {each.user for each in board.provisional} == set(PEOPLE[:2])
    points = [each.rating.rating.points for each in board.provisional]
    assert points == sorted(points, reverse=True)
    await services.listings.put(PEOPLE[0], Listing.LEFT_OFF)
    board = await services.leaderboards.page(RUNNING, PEOPLE[0])
    assert [each.user for each in board.provisional] == [PEOPLE[1]]


async def test_users_without_a_place_are_only_on_the_last_page(
    services: Services, path: Path
) -> None:
    fill_ratings(path, list(range(1400, 1425)))
    change(path, "INSERT INTO players VALUES (99, 1099, 'listed')")
    change(
        path,
        "INSERT INTO ratings VALUES (7, 'classic', 0, 99, 1900, 80, 0.06, 0, 9, 1, 9, 1, NULL)",
    )
    pages = [await services.leaderboards.page(OVERALL, PEOPLE[0], number) for number in range(3)]
    assert [[each.user for each in page.provisional] for page in pages] == [[], [], [UserId(1099)]]
    assert [page.ranked for page in pages] == [25] * 3


async def test_unranked_users_are_counted_where_not_all_are_listed_and_former_players_are_not(
    services: Services, path: Path
) -> None:
    fill_ratings(path, [])
    for key in range(1, ON_A_PAGE + 4):
        user = 1000 + key if key > 1 else None
        change(path, "INSERT INTO players VALUES (?, ?, 'listed')", key, user)
        change(
            path,
            "INSERT INTO ratings VALUES (7, 'classic', 0, ?, 1900, 80, 0.06, 0, 9, 1, 9, 1, NULL)",
            key,
        )
    board = await services.leaderboards.page(OVERALL, PEOPLE[0])
    assert len(board.provisional) == ON_A_PAGE
    assert board.more_provisional == 2


async def test_each_season_and_ruleset_has_its_own_leaderboard(
    services: Services, clock: StandingClock
) -> None:
    chance = Random(3)
    one, other, third = PEOPLE[:3]
    for loser, winner in ((other, one), (third, one), (third, other)):
        await rated_match(services, chance, loser, winner)
    first = await services.leaderboards.page(RUNNING, one)
    clock.advance(DAY)
    await services.seasons.end(GUILD)
    clock.advance(DAY)
    assert (await services.leaderboards.page(RUNNING, one)).rows == ()
    terms = Terms(Starts.ME, SCARCE)
    for loser, winner in ((one, other), (one, third)):
        await rated_match(services, chance, loser, winner, terms=terms)
    ended = await services.leaderboards.page(
        LeaderboardRequest(CLASSIC_TABLE, SeasonNumber(1)), one
    )
    assert ended.rows == first.rows
    assert ended.season is not None
    assert ended.at == ended.season.ended_at
    assert [row.user for row in ended.rows] == [one, other, third]
    scarce = await services.leaderboards.page(
        LeaderboardRequest(LeaderboardKey(GUILD, SCARCE.name)), one
    )
    assert [row.user for row in scarce.rows] == [one]
    overall = await services.leaderboards.page(OVERALL, one)
    assert [row.user for row in overall.rows] == [one, other, third]
    with pytest.raises(NoSuchSeason):
        await services.leaderboards.page(LeaderboardRequest(CLASSIC_TABLE, SeasonNumber(3)), one)
    elsewhere = LeaderboardRequest(LeaderboardKey(GuildId(8), CLASSIC.name), Span.ALL_TIME)
    assert (await services.leaderboards.page(elsewhere, one)).rows == ()


@pytest.mark.long
async def test_an_unlisted_user_is_on_no_page_and_not_counted(
    services: Services, clock: StandingClock, path: Path
) -> None:
    chance = Random(5)
    await many_matches(services, clock, chance, 20)
    before = dump_ratings(path)
    for person in (PEOPLE[0], PEOPLE[3]):
        await services.listings.put(person, Listing.LEFT_OFF)
        assert await services.listings.of(person) is Listing.LEFT_OFF
        check_counts(path)
    board = await services.leaderboards.page(OVERALL, PEOPLE[0])
    assert not {PEOPLE[0], PEOPLE[3]} & {row.user for row in board.rows}
    assert board.own is not None
    assert (board.own.place, board.own.listing) == (None, Listing.LEFT_OFF)
    await many_matches(services, clock, chance, 6)
    check_counts(path)
    assert (await services.ratings.check()).different == 0
    for person in (PEOPLE[0], PEOPLE[3]):
        await services.listings.put(person, Listing.LISTED)
        check_counts(path)
    assert (await services.ratings.check()).different == 0
    assert set(before["rated_results"]) <= set(dump_ratings(path)["rated_results"])


async def test_unlisting_twice_has_the_same_effect_as_once(
    services: Services, clock: StandingClock, path: Path
) -> None:
    await many_matches(services, clock, Random(8), 12)
    await services.listings.put(PEOPLE[1], Listing.LEFT_OFF)
    once = dump_ratings(path)
    await services.listings.put(PEOPLE[1], Listing.LEFT_OFF)
    assert dump_ratings(path) == once


@pytest.mark.long
async def test_unlisting_hides_a_row_of_a_closed_table_without_moving_others(
    services: Services, clock: StandingClock, path: Path
) -> None:
    await many_matches(services, clock, Random(4), 20)
    await services.listings.put(PEOPLE[0], Listing.LEFT_OFF)
    last = (await services.seasons.end(GUILD)).number
    closed = LeaderboardRequest(CLASSIC_TABLE, SeasonNumber(last - 1))
    before = await services.leaderboards.page(closed, UserId(1))
    leader = before.rows[0].user
    assert leader is not None
    await services.listings.put(leader, Listing.LEFT_OFF)
    await services.listings.put(PEOPLE[0], Listing.LISTED)
    after = await services.leaderboards.page(closed, UserId(1))
    assert after.rows == before.rows[1:]
    whole = [row async for rows in services.leaderboards.every(closed) for row in rows]
    assert tuple(whole) == after.rows
    assert (await services.ratings.check()).different == 0
    check_counts(path)
    await services.listings.put(leader, Listing.LISTED)
    assert (await services.leaderboards.page(closed, UserId(1))).rows == before.rows


async def test_a_user_who_never_played_can_be_unlisted(services: Services, path: Path) -> None:
    assert await services.listings.of(PEOPLE[0]) is Listing.LISTED
    await services.listings.put(PEOPLE[0], Listing.LEFT_OFF)
    for opponent in PEOPLE[1:4]:
        await rated_match(services, Random(1), opponent, PEOPLE[0])
    board = await services.leaderboards.page(RUNNING, PEOPLE[0])
    assert PEOPLE[0] not in {row.user for row in board.rows}
    check_counts(path)


async def ranked_of(services: Services, user: UserId) -> RankedPlayer:
    board = await services.leaderboards.page(RUNNING, user)
    return next(row for row in board.rows if row.user == user)


async def test_a_user_who_left_the_server_is_marked_until_they_are_back(
    services: Services, clock: StandingClock
) -> None:
    chance = Random(9)
    one, other, third = PEOPLE[:3]
    for loser, winner in ((other, one), (third, one), (third, other)):
        await rated_match(services, chance, loser, winner)
    clock.advance(LOOK_EVERY)
    await begin_member_looks(services)
    await services.departures.look_listed(GUILD, PEOPLE[:3])
    due = await begin_member_looks(services)
    assert {member.user for member in due} == {one, other, third}
    for member in due:
        seen = Presence.GONE if member.user == one else Presence.MEMBER
        assert await services.departures.record(GUILD, member.user, seen) == ()
    assert (await ranked_of(services, one)).left_at == clock.now()
    assert (await ranked_of(services, other)).left_at is None
    clock.advance(2 * LOOK_EVERY)
    assert await begin_member_looks(services) == []
    assert (await ranked_of(services, one)).left_at is not None
    clock.advance(REST)
    assert [member.user for member in await begin_member_looks(services)] == [one]
    assert await services.departures.record_activity(GUILD, one) == ()
    assert (await ranked_of(services, one)).left_at is None


async def test_the_membership_of_users_on_a_page_is_checked_at_most_daily(
    services: Services, clock: StandingClock
) -> None:
    await services.departures.look_listed(GUILD, PEOPLE[:3])
    assert Counter(member.user for member in await begin_member_looks(services)) == Counter(
        PEOPLE[:3]
    )
    for user in PEOPLE[:3]:
        await services.departures.record(GUILD, user, Presence.MEMBER)
    await services.departures.look_listed(GUILD, PEOPLE[:3])
    assert await begin_member_looks(services) == []
    clock.advance(LOOK_EVERY)
    assert await begin_member_looks(services) == []
    await services.departures.look_listed(GUILD, PEOPLE[:3])
    assert len(await begin_member_looks(services)) == 3


async def test_a_deleted_user_keeps_the_place_without_a_name(
    services: Services, path: Path
) -> None:
    fill_ratings(path, [1510, 1520])
    change(path, "UPDATE players SET user_id = NULL WHERE player_key = 2")
    board = await services.leaderboards.page(OVERALL, UserId(1001))
    assert [(row.place, row.user) for row in board.rows] == [(1, None), (2, UserId(1001))]
    assert replace(board.rows[0], place=2).points == 1520

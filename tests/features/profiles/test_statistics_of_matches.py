"""Statistics of finished matches, and how they are found and added up."""

from collections import Counter
from pathlib import Path
from random import Random

import pytest

from bot.features.profiles.counting import CountStatistics, StatisticsLook
from bot.features.profiles.queries import HeadToHead
from bot.features.profiles.statistics import Badge, LastTurn, Streak
from bot.game import CLASSIC, JUNIOR, read_turn
from bot.match.ending import Score, has_result
from bot.match.identity import MatchId, Seconds, UserId
from bot.match.match import EndReason, Match, OfferAnswer
from bot.services import Services, open_services
from tests.kit.clocks import StandingClock
from tests.kit.matches import GRAY, GUILD, ORANGE, STRANGER
from tests.kit.raw_database import change, rows_in
from tests.kit.service_matches import begin, play, play_randomly

TURNS = ("Ka1", "Kf6", "Kc1", "Kf4", "Kb3", "Kd6")
LINE = ("Kc1", "Kf6", "Kd1", "Ka6", "Ke1", "Kf4", "Kd1")
"""Orange lines up three kittens, which wins in `junior`; in `classic` they graduate."""


def uncounted(path: Path) -> list[int]:
    return [number for (number,) in rows_in(path, "SELECT match_id FROM matches_uncounted")]


async def play_match(services: Services, loser: UserId = GRAY, winner: UserId = ORANGE) -> Match:
    """Play a few turns; then the second player resigns."""
    match = await begin(services, winner, loser)
    await play(services, match.id, *TURNS)
    return await services.matches.resign(loser, match.id)


async def test_the_facts_of_a_finished_match_are_computed_once(
    services: Services, path: Path
) -> None:
    match = await begin(services)
    await play(services, match.id, "Ka1")
    assert uncounted(path) == []
    await play(services, match.id, "Kf6")
    await services.matches.resign(GRAY, match.id)
    assert uncounted(path) == [match.id]
    assert await services.statistics.find(match.id) is None
    assert not await services.statistics.catch_up()
    assert uncounted(path) == []
    statistics = await services.statistics.find(match.id)
    assert statistics is not None
    assert statistics.turns == 2
    assert statistics.last_turn is LastTurn.BY_HAND
    assert statistics.seats.orange.opening == read_turn("Ka1").placement.square
    profile = await services.profiles.of(GUILD, ORANGE, ORANGE)
    assert profile is not None
    assert profile.sums.matches == 1


async def test_times_are_measured_by_the_bots_clock(
    services: Services, clock: StandingClock
) -> None:
    match = await begin(services)
    for text, waited in (("Ka1", 30), ("Kf6", 600), ("Kc1", 90)):
        clock.advance(Seconds(waited))
        await play(services, match.id, text)
    await services.matches.resign(GRAY, match.id)
    await services.statistics.catch_up()
    statistics = await services.statistics.find(match.id)
    assert statistics is not None
    assert statistics.seats.orange.seconds == Seconds(120.0)
    assert statistics.seats.gray.seconds == Seconds(600.0)
    profile = await services.profiles.of(GUILD, ORANGE, ORANGE)
    assert profile is not None
    assert profile.sums.mean == Seconds(60.0)


async def test_a_called_off_match_has_no_facts(services: Services, path: Path) -> None:
    match = await begin(services)
    await services.matches.call_off(ORANGE, match.id)
    assert uncounted(path) == [match.id]
    await services.statistics.catch_up()
    assert uncounted(path) == []
    assert await services.statistics.find(match.id) is None
    assert await services.profiles.of(GUILD, ORANGE, ORANGE) is None


async def test_a_turn_that_was_taken_back_does_not_count(services: Services) -> None:
    match = await begin(services)
    await play(services, match.id, "Ka1", "Kf6", "Kc1")
    match = await services.matches.find(match.id)
    requested = await services.takebacks.ask(ORANGE, match.id, match.ply)
    await services.takebacks.answer(GRAY, match.id, requested.revision, OfferAnswer.ACCEPT)
    await play(services, match.id, "Kc3", "Kd4")
    await services.matches.resign(GRAY, match.id)
    await services.statistics.catch_up()
    statistics = await services.statistics.find(match.id)
    assert statistics is not None
    assert (statistics.turns, statistics.seats.orange.moves) == (4, 2)


async def test_streaks_meetings_and_records_add_up(services: Services) -> None:
    for loser, winner in ((GRAY, ORANGE), (STRANGER, ORANGE), (ORANGE, GRAY), (GRAY, ORANGE)):
        await play_match(services, loser, winner)
    profile = await services.profiles.of(GUILD, ORANGE, GRAY)
    assert profile is not None
    assert profile.sums.streak == Streak(1, 2)
    assert profile.against == HeadToHead(wins=2, losses=1)
    counted = Counter[Score]()
    for each in profile.records:
        counted[each.score] += each.matches
        assert each.why is EndReason.RESIGNATION
    assert counted == {Score.WIN: 3, Score.LOSS: 1}
    assert sum(each.matches for each in profile.openings) == 4


async def test_badges_stay_with_the_match_in_which_they_were_earned_first(
    services: Services,
) -> None:
    numbers = []
    for _ in range(2):
        match = await begin(services)
        await play(services, match.id, *LINE)
        numbers.append((await services.matches.resign(GRAY, match.id)).id)
    profile = await services.profiles.of(GUILD, ORANGE, ORANGE)
    assert profile is not None
    assert [(each.badge, each.match) for each in profile.badges] == [(Badge.GRADUATION, numbers[0])]
    other = await services.profiles.of(GUILD, GRAY, GRAY)
    assert other is not None
    assert other.badges == ()


async def test_a_line_in_junior_wins_without_graduation(services: Services) -> None:
    match = await begin(services, ruleset=JUNIOR)
    done = await play(services, match.id, *LINE)
    assert done.outcome is not None
    assert done.outcome.why is EndReason.LINE
    profile = await services.profiles.of(GUILD, ORANGE, ORANGE)
    assert profile is not None
    assert profile.badges == ()
    assert [(each.ruleset, each.why) for each in profile.records] == [("junior", EndReason.LINE)]


async def test_matches_that_ended_before_are_caught_up_with_in_batches_in_the_order_of_their_ends(
    path: Path, clock: StandingClock
) -> None:
    """All are pending, as after the migration; matches that end meanwhile wait behind them."""
    chance = Random(3)
    async with open_services(path, clock, chance) as services:
        numbers = [(await begin(services)).id for _ in range(7)]
        for number in reversed(numbers):
            clock.advance(Seconds(60))
            await services.matches.resign(GRAY, number)
        assert await services.statistics.catch_up(3)
    assert sorted(uncounted(path)) == numbers[:4]
    async with open_services(path, clock, chance) as services:
        assert await services.statistics.catch_up(3)
        assert uncounted(path) == numbers[:1]
        assert not await services.statistics.catch_up(3)
        profile = await services.profiles.of(GUILD, ORANGE, ORANGE)
        assert profile is not None
        assert profile.sums.streak == Streak(7, 7)


async def test_an_unreadable_match_does_not_block_others(services: Services, path: Path) -> None:
    bad, good = await play_match(services), await play_match(services)
    change(path, "UPDATE turns SET notation = 'K??' WHERE match_id = ?", bad.id)
    await services.statistics.catch_up()
    assert uncounted(path) == []
    assert await services.statistics.find(bad.id) is None
    assert await services.statistics.find(good.id) is not None


@pytest.mark.long
async def test_stored_sums_equal_the_sums_over_matches(services: Services) -> None:
    """Play random matches of three users, and count again from the matches themselves."""
    chance, people = Random(17), [ORANGE, GRAY, STRANGER]
    found: list[Match] = []
    for _ in range(8):
        orange, gray = chance.sample(people, 2)
        match = await begin(services, orange, gray, ruleset=chance.choice([CLASSIC, JUNIOR]))
        match = await play_randomly(services, match.id, chance, most=chance.randint(2, 60))
        if match.outcome is None:
            match = await services.matches.resign(gray, match.id)
        found.append(match)
    for user in people:
        own = [each for each in found if each.seat_of(user) is not None]
        profile = await services.profiles.of(GUILD, user, user)
        assert profile is not None
        assert profile.sums.matches == len(own)
        assert sum(each.matches for each in profile.records) == len(own)
        by_way = Counter[tuple[str, EndReason]]()
        for match in own:
            assert match.outcome is not None
            assert has_result(match.outcome)
            by_way[match.position.ruleset.name, match.outcome.why] += 1
        counted = Counter[tuple[str, EndReason]]()
        for each in profile.records:
            counted[each.ruleset, each.why] += each.matches
        assert counted == by_way
        moves = 0
        for match in own:
            parts = await services.statistics.find(match.id)
            seat = match.seat_of(user)
            assert parts is not None
            assert seat is not None
            assert parts.turns == match.ply
            moves += parts.seats.of(seat).moves
        assert profile.sums.moves == moves


async def test_a_match_with_a_deleted_player_counts_for_the_other(
    services: Services, path: Path
) -> None:
    """The match was pending when the player was deleted; their key now stands in their place."""
    await play_match(services)
    await services.statistics.catch_up()
    await play_match(services)
    rows = rows_in(path, "SELECT player_key FROM players WHERE user_id = ?", GRAY)
    [(key,)] = rows
    change(path, "UPDATE players SET user_id = NULL WHERE player_key = ?", key)
    change(path, "UPDATE matches SET gray_id = ? WHERE gray_id = ?", -key, GRAY)
    await services.statistics.catch_up()
    profile = await services.profiles.of(GUILD, ORANGE, ORANGE)
    assert profile is not None
    assert profile.sums.matches == 2
    met = rows_in(path, "SELECT opponent_key, wins FROM head_to_heads WHERE wins > 0")
    assert met == [(key, 2)]
    assert await services.profiles.of(GUILD, GRAY, ORANGE) is None


async def test_a_profile_says_while_earlier_matches_are_still_counted(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(3):
        await play_match(services)
    assert await services.statistics.catch_up(1)
    monkeypatch.setattr(StatisticsLook.catch_up, "__defaults__", (1,))
    profile = await services.profiles.of(GUILD, ORANGE, ORANGE)
    assert profile is not None
    assert (profile.sums.matches, profile.still_counted) == (2, True)
    profile = await services.profiles.of(GUILD, ORANGE, ORANGE)
    assert profile is not None
    assert (profile.sums.matches, profile.still_counted) == (3, False)


async def test_a_match_that_ends_while_others_are_counted_is_counted_with_them(
    services: Services, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await play_match(services)
    tried, left = StatisticsLook._try_count, [1]

    async def end_another(look: StatisticsLook, number: MatchId) -> bool:
        if left:
            left.pop()
            await play_match(services)
        return await tried(look, number)

    monkeypatch.setattr(StatisticsLook, "_try_count", end_another)
    await services.statistics.count(CountStatistics())
    assert uncounted(path) == []


@pytest.mark.night
async def test_facts_that_cannot_be_stored_stay_pending_without_blocking_others(
    services: Services, path: Path
) -> None:
    bad, good = await play_match(services), await play_match(services)
    change(
        path,
        "INSERT INTO match_statistics VALUES (?, 7, 0, 1, 0, 1, 1, 1, 0, 0, 1, 1, 1, 0, 0, 'hand')",
        bad.id,
    )
    profile = await services.profiles.of(GUILD, ORANGE, ORANGE)
    assert profile is not None
    assert (profile.sums.matches, profile.still_counted) == (1, True)
    assert uncounted(path) == [bad.id]
    assert await services.statistics.find(good.id) is not None
    assert not await services.statistics.catch_up(1)
    change(path, "DELETE FROM match_statistics WHERE match_id = ?", bad.id)
    await services.statistics.catch_up()
    profile = await services.profiles.of(GUILD, ORANGE, ORANGE)
    assert profile is not None
    assert (profile.sums.matches, profile.still_counted) == (2, False)

"""Ratings, places, titles and curves as a profile shows them."""

from random import Random

import pytest

from bot.features.standings import curves
from bot.features.standings.glicko import is_provisional
from bot.features.standings.seasons import Title
from bot.game import ROWS
from bot.match.clock import DAY
from bot.match.identity import GuildId
from bot.match.terms import Starts, Terms
from bot.services import Services
from tests.kit.clocks import StandingClock
from tests.kit.ratings import GUILD, PEOPLE, rated_match


async def play_rated_matches(services: Services, clock: StandingClock, number: int) -> None:
    """Let two users lose to another one in turn, a match a day."""
    for index in range(number):
        await rated_match(services, Random(index), PEOPLE[1 + index % 2], PEOPLE[0])
        clock.advance(DAY)


async def test_ratings_come_with_the_place_and_the_ruleset_played_most_first(
    services: Services, clock: StandingClock
) -> None:
    await rated_match(services, Random(1), PEOPLE[1], PEOPLE[0], terms=Terms(Starts.ME, ROWS))
    await play_rated_matches(services, clock, 3)
    profile = await services.profiles.of(GUILD, PEOPLE[0], PEOPLE[1])
    assert profile is not None
    assert [each.ruleset for each in profile.ratings] == ["classic", "rows"]
    classic, rows = profile.ratings
    assert (classic.all_time.matches, classic.all_time.place) == (3, 1)
    # One opponent is too few for a place.
    assert (rows.all_time.matches, rows.all_time.place) == (1, None)
    assert classic.season is not None
    assert classic.season.place == 1
    assert is_provisional(classic.all_time.rating)


async def test_a_rating_grows_unsure_with_time_away(
    services: Services, clock: StandingClock
) -> None:
    await play_rated_matches(services, clock, 4)
    before = await services.profiles.of(GUILD, PEOPLE[0], PEOPLE[0])
    clock.advance(300 * DAY)
    after = await services.profiles.of(GUILD, PEOPLE[0], PEOPLE[0])
    assert before is not None
    assert after is not None
    earlier, later = (each.ratings[0].all_time.rating for each in (before, after))
    assert later.points == earlier.points
    assert later.deviation > earlier.deviation


async def test_a_profile_shows_titles_of_ended_seasons(
    services: Services, clock: StandingClock
) -> None:
    await play_rated_matches(services, clock, 4)
    await services.seasons.end(GUILD)
    profile = await services.profiles.of(GUILD, PEOPLE[0], PEOPLE[3])
    assert profile is not None
    assert profile.titles == (Title(1, "classic", 1),)
    assert profile.ratings[0].season is None


async def test_a_curve_has_the_rating_after_each_match(
    services: Services, clock: StandingClock
) -> None:
    await play_rated_matches(services, clock, 6)
    began = clock.now() - 6 * DAY
    curve = await services.profiles.curve(GUILD, PEOPLE[0], "classic", 6)
    assert [round((point.at - began) / DAY) for point in curve] == list(range(6))
    assert sorted(curve, key=lambda point: point.points) == list(curve)
    profile = await services.profiles.of(GUILD, PEOPLE[0], PEOPLE[0])
    assert profile is not None
    assert curve[-1].points == profile.ratings[0].all_time.rating.points
    assert await services.profiles.curve(GuildId(8), PEOPLE[0], "classic", 6) == ()
    assert await services.profiles.curve(GUILD, PEOPLE[5], "classic", 6) == ()


@pytest.mark.long
async def test_a_long_curve_is_read_at_points_along_its_way(
    services: Services, clock: StandingClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    for index in range(24):
        loser, winner = (PEOPLE[1], PEOPLE[0]) if index % 3 else (PEOPLE[0], PEOPLE[2])
        await rated_match(services, Random(index), loser, winner)
        await rated_match(services, Random(index), PEOPLE[3], PEOPLE[4])
        clock.advance(DAY)
    whole = await services.profiles.curve(GUILD, PEOPLE[0], "classic", 24)
    assert len(whole) == 24
    monkeypatch.setattr(curves, "IN_FULL", 10)
    monkeypatch.setattr(curves, "SAMPLES", 8)
    sampled = await services.profiles.curve(GUILD, PEOPLE[0], "classic", 24)
    assert 8 <= len(sampled) <= 10
    assert set(sampled) < set(whole)
    assert list(sampled) == sorted(sampled, key=lambda point: point.at)
    assert (sampled[0], sampled[-1]) == (whole[0], whole[-1])

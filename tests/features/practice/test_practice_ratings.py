"""Practice ratings as they are stored match by match, looked up, voided and computed anew."""

from pathlib import Path
from random import Random

import pytest

from bot.engine.lab.ladder import rating_of_level
from bot.features.matches.errors import NoSuchMatch
from bot.features.moderation.errors import NeverRated, VoidAlready
from bot.features.moderation.log import Moderator
from bot.features.practice.queries import LevelResults
from bot.features.practice.ratings import UNPRACTISED, PracticeResult, practised
from bot.features.standings.glicko import UNRATED
from bot.game import CLASSIC, JUNIOR, Ruleset, Seat, legal_turns
from bot.match.clock import DAY
from bot.match.ending import Score
from bot.match.identity import GuildId, InServer, MatchId, UserId
from bot.match.match import Match
from bot.match.terms import LevelNumber, Starts
from bot.services import Services
from tests.kit.clocks import StandingClock
from tests.kit.matches import CHANNEL, GUILD, NOON, ORANGE, PLACE, STRANGER
from tests.kit.practice import BOT, practice_terms, practise
from tests.kit.raw_database import change, rows_in
from tests.kit.service_matches import mover_of

OFFERED = tuple(LevelNumber(each) for each in range(1, 8))
MODERATOR = Moderator(GUILD, STRANGER)


async def practice(
    services: Services,
    winner: Seat = Seat.ORANGE,
    level: int = 3,
    turns: int = 2,
    user: UserId = ORANGE,
    ruleset: Ruleset = CLASSIC,
    place: InServer = PLACE,
) -> Match:
    """Play that many turns against the bot, which has the second move; then the loser resigns."""
    terms = practice_terms(Starts.ME, level, ruleset=ruleset)
    match = await play(services, await practise(services, terms, user, place), turns)
    return await services.matches.resign(match.seats.user_of(winner.other), match.id)


async def play(services: Services, match: Match, turns: int) -> Match:
    chance = Random(match.id)
    for _ in range(turns):
        turn = chance.choice([each for each in legal_turns(match.position) if not each.wins])
        match = (await services.matches.play(mover_of(match), match.id, turn)).match
    return match


def practice_rows(path: Path) -> list[tuple[object, ...]]:
    """Return all rows of the practice tables."""
    return [
        row
        for table in ("practice_ratings", "practice_results")
        for row in sorted(rows_in(path, f"SELECT * FROM {table}"), key=repr)
    ]


async def test_a_match_against_a_level_is_rated_with_its_end(services: Services) -> None:
    match = await practice(services)
    expected = practised(
        UNPRACTISED,
        PracticeResult(LevelNumber(3), rating_of_level(CLASSIC, 3), Score.WIN, NOON),
    )
    [stood] = await services.practice_ratings.of(ORANGE)
    assert stood.ruleset == "classic"
    assert stood.rating == expected.rating
    assert (stood.matches, stood.best) == (1, 3)
    kept = await services.practice_ratings.of_match(match.id)
    assert kept is not None
    assert (kept.result.level, kept.result.score) == (3, Score.WIN)
    assert (kept.before.points, kept.after.points) == (UNRATED.points, expected.rating.points)
    assert await services.practice_ratings.of(BOT) == ()


async def test_a_practice_rating_is_shared_by_servers_but_not_by_rulesets(
    services: Services,
) -> None:
    await practice(services)
    await practice(services, place=InServer(GuildId(8), CHANNEL))
    await practice(services, Seat.GRAY, ruleset=JUNIOR)
    classic, junior = await services.practice_ratings.of(ORANGE)
    assert (classic.ruleset, classic.matches) == ("classic", 2)
    assert (junior.ruleset, junior.matches, junior.best) == ("junior", 1, None)
    assert classic.rating.points > 1600 > 1500 > junior.rating.points


async def test_a_rating_is_not_touched_by_the_rated_one(services: Services, path: Path) -> None:
    await practice(services, turns=8)
    assert rows_in(path, "SELECT count(*) FROM rated_results")[0] == (0,)
    assert rows_in(path, "SELECT count(*) FROM ratings")[0] == (0,)


async def test_a_rating_is_aged_when_it_is_looked_up(
    services: Services, clock: StandingClock
) -> None:
    for _ in range(12):
        await practice(services)
        await practice(services, Seat.GRAY)
    [now] = await services.practice_ratings.of(ORANGE)
    clock.advance(300 * DAY)
    [later] = await services.practice_ratings.of(ORANGE)
    assert later.rating.points == now.rating.points
    assert later.rating.deviation > now.rating.deviation


async def test_the_level_suggested_is_the_even_one_of_those_offered(services: Services) -> None:
    suggested = services.practice_ratings.suggested_level
    assert await suggested(ORANGE, CLASSIC, OFFERED) is None
    for _ in range(4):
        await practice(services, level=6)
    assert await suggested(ORANGE, CLASSIC, OFFERED) is None, "it is not settled yet"
    for winner in [*Seat] * 6:
        await practice(services, winner, level=6)
    assert await suggested(ORANGE, CLASSIC, OFFERED) == 6
    assert await suggested(ORANGE, CLASSIC, OFFERED[:5]) == 5
    assert await suggested(ORANGE, JUNIOR, OFFERED) is None
    for winner in [Seat.GRAY] * 4 + [*Seat] * 5:
        await practice(services, winner, level=1, user=STRANGER)
    assert await suggested(STRANGER, CLASSIC, OFFERED) == 1


async def test_results_are_counted_by_ruleset_and_level(services: Services) -> None:
    await practice(services, level=4)
    for winner in Seat:
        await practice(services, winner, level=2)
    voided = await practice(services, Seat.GRAY, level=2)
    await services.moderation.void_match(MODERATOR, voided.id)
    await practice(services, level=1, ruleset=JUNIOR)
    await practice(services, level=1, user=STRANGER)
    classic, junior = await services.practice_ratings.of(ORANGE)
    assert classic.level_results == (
        LevelResults(LevelNumber(2), 1, 0, 1),
        LevelResults(LevelNumber(4), 1, 0, 0),
    )
    assert junior.level_results == (LevelResults(LevelNumber(1), 1, 0, 0),)


async def practise_often(services: Services, clock: StandingClock) -> list[MatchId]:
    numbers = []
    for index, winner in enumerate([*Seat, *Seat, *Seat]):
        clock.advance(DAY)
        numbers.append((await practice(services, winner, level=2 + index % 3)).id)
    return numbers


async def test_voiding_is_as_if_the_match_had_not_been_played(
    services: Services, clock: StandingClock
) -> None:
    numbers = await practise_often(services, clock)
    await services.moderation.void_match(MODERATOR, numbers[2])
    [stood] = await services.practice_ratings.of(ORANGE)
    expected = UNPRACTISED
    for number in numbers:
        kept = await services.practice_ratings.of_match(number)
        assert kept is not None
        assert kept.before.points == expected.rating.points
        if number != numbers[2]:
            expected = practised(expected, kept.result)
        assert kept.after.points == expected.rating.points
    assert (stood.rating, stood.matches) == (expected.rating, 5)
    voided = await services.practice_ratings.of_match(numbers[2])
    assert voided is not None
    assert voided.result.voided_at == clock.now()
    match = await services.matches.find(numbers[2])
    assert match.revision > 4


async def test_later_matches_keep_counting_after_a_void_one(
    services: Services, clock: StandingClock
) -> None:
    numbers = await practise_often(services, clock)
    await services.moderation.void_match(MODERATOR, numbers[-1])
    await practice(services)
    [stood] = await services.practice_ratings.of(ORANGE)
    assert stood.matches == 6
    assert (await services.practice_ratings.check()).different == 0


async def test_a_user_who_has_no_match_left_that_counts_has_no_rating(services: Services) -> None:
    match = await practice(services)
    await services.moderation.void_match(MODERATOR, match.id)
    assert await services.practice_ratings.of(ORANGE) == ()
    suggested = await services.practice_ratings.suggested_level(ORANGE, CLASSIC, OFFERED)
    assert suggested is None


async def test_void_and_uncounted_matches_cannot_be_voided(services: Services) -> None:
    match = await practice(services)
    await services.moderation.void_match(MODERATOR, match.id)
    with pytest.raises(VoidAlready):
        await services.moderation.void_match(MODERATOR, match.id)
    short = await practice(services, turns=1)
    with pytest.raises(NeverRated):
        await services.moderation.void_match(MODERATOR, short.id)
    elsewhere = await practice(services)
    with pytest.raises(NoSuchMatch):
        await services.moderation.void_match(Moderator(GuildId(8), STRANGER), elsewhere.id)


async def test_rebuilding_corrects_wrong_ratings(
    services: Services, clock: StandingClock, path: Path
) -> None:
    await practise_often(services, clock)
    await practice(services, user=STRANGER)
    before = practice_rows(path)
    right = await services.practice_ratings.check()
    assert (right.results, right.different) == (7, 0)
    change(path, "UPDATE practice_ratings SET points = 1900, wins = 9")
    change(path, "UPDATE practice_results SET points = 1700 WHERE number = 2")
    wrong = practice_rows(path)
    checked = await services.practice_ratings.check()
    assert (checked.results, checked.different) == (7, 3)
    assert practice_rows(path) == wrong
    assert await services.practice_ratings.rebuild() == checked
    assert practice_rows(path) == before


async def test_deleting_a_user_deletes_their_practice(services: Services, path: Path) -> None:
    await practice(services)
    kept = await practice(services, user=STRANGER)
    live = await play(services, await practise(services, practice_terms(Starts.ME)), 2)
    await services.privacy.delete(ORANGE)
    assert await services.practice_ratings.of(ORANGE) == ()
    assert (await services.matches.find(live.id)).outcome is not None
    assert len(practice_rows(path)) == 2
    assert await services.practice_ratings.of_match(kept.id) is not None

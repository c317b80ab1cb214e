"""What the bot remembers of matches against it, and where these do not count."""

from dataclasses import replace

import pytest

from bot.features.matches import queries as match_queries
from bot.features.practice.queries import LastPractice
from bot.features.settings.server import ServerSettings
from bot.game import JUNIOR, read_turn
from bot.match.clock import DAY, PerMove
from bot.match.identity import GuildId, Seconds, UserId
from bot.match.match import Match
from bot.match.terms import LevelNumber, Measurement, Pace, Practice, Starts
from bot.services import Services
from tests.features.digests.test_weekly_digests import CHANNEL
from tests.kit.clocks import StandingClock
from tests.kit.matches import GUILD, ORANGE, STRANGER
from tests.kit.practice import BOT, practice_terms, practise
from tests.kit.service_matches import begin, sees_every_channel


async def lose_to_bot(services: Services, level: int, starts: Starts = Starts.ME) -> Match:
    """Begin a match against the bot and play it until the bot has won."""
    match = await practise(services, practice_terms(starts, level))
    found = await services.matches.find(match.id)
    for square in ("Kc3", "Kd4"):
        found = await _play(services, found, square)
    return await services.matches.resign(ORANGE, match.id)


async def _play(services: Services, match: Match, text: str) -> Match:
    mover = match.seats.user_of(match.position.to_move)
    return (await services.matches.play(mover, match.id, read_turn(text))).match


async def last_level(services: Services, user: UserId = ORANGE) -> int | None:
    last = await services.habits.last(user, BOT)
    return None if last is None else last.practice.level


async def test_the_level_that_was_played_last_is_remembered_for_both_seats(
    services: Services,
) -> None:
    await practise(services, practice_terms(Starts.ME, 5))
    assert await last_level(services) == 5
    await practise(services, practice_terms(Starts.THEM, 3))
    assert await last_level(services) == 3
    await practise(services, practice_terms(Starts.ME, 4))
    assert await last_level(services) == 4
    assert await last_level(services, STRANGER) is None


async def test_all_that_was_agreed_on_last_is_remembered_as_it_was_then(services: Services) -> None:
    fun = Practice(LevelNumber(2), Pace.UNHURRIED, Measurement.NO)
    await practise(services, replace(practice_terms(ruleset=JUNIOR), practice=fun))
    assert await services.habits.last(ORANGE, BOT) == LastPractice("junior", fun)
    hinted = await practise(services, practice_terms(level=2))
    async with services._database.writing() as writing:
        await match_queries.unmeasure(writing, hinted.id)
    last = await services.habits.last(ORANGE, BOT)
    assert last is not None
    assert last.practice.measured is Measurement.YES


async def test_the_agreed_terms_outlive_a_match_that_is_no_longer_measured(
    services: Services,
) -> None:
    match = await practise(services, practice_terms(level=2))
    async with services._database.writing() as writing:
        await match_queries.unmeasure(writing, match.id)
    changed = await services.matches.find(match.id)
    assert changed.bot is not None
    assert changed.bot.practice.measured is Measurement.NO
    assert (await services.habits.agreed_on(ORANGE, changed)).measured is Measurement.YES
    with pytest.raises(ValueError, match="the bot does not play"):
        await services.habits.agreed_on(ORANGE, await begin(services))


async def test_a_match_against_the_bot_is_listed_and_counts_in_no_record(
    services: Services,
) -> None:
    match = await lose_to_bot(services, 2)
    await services.statistics.catch_up()
    assert await services.statistics.find(match.id) is not None
    for user in (ORANGE, BOT):
        assert await services.profiles.of(GUILD, user, ORANGE) is None


async def test_the_weekly_digest_omits_matches_against_the_bot(
    services: Services, clock: StandingClock
) -> None:
    def set_digest(before: ServerSettings) -> ServerSettings:
        return replace(before, digest_channel=CHANNEL)

    await services.settings.change(GuildId(GUILD), set_digest)
    await lose_to_bot(services, 2)
    await services.statistics.catch_up()
    await practise(services, practice_terms(time=PerMove(Seconds(DAY))), UserId(STRANGER))
    clock.advance(60)
    week = await services.weekly_digests.up_to_now(GUILD, sees_every_channel)
    assert week.results.matches == 0
    assert week.closest is None
    assert week.deadlines == ()

"""Rematches through the services: one for each match, however it is asked for."""

import asyncio
import sqlite3
from pathlib import Path

import pytest

from bot.features.challenges.errors import ChallengeClosed, RematchBegun, RematchOffered
from bot.features.challenges.writer import AnsweredChallenge
from bot.features.matches.errors import NoSuchMatch
from bot.features.notifications.kinds import NotificationKind
from bot.match.challenge import LIFETIME, ChallengeAnswer, ChallengeState, Seats
from bot.match.errors import MatchGoesOn, NotAPlayer
from bot.match.identity import MatchId, UserId
from bot.match.match import Match
from bot.services import Services
from tests.kit.clocks import StandingClock
from tests.kit.matches import GRAY, MESSAGE, NOON, ORANGE, PLACE, SCARCE, STRANGER
from tests.kit.raw_database import change
from tests.kit.service_matches import begin, record_challenge_shown


async def play_and_resign(services: Services) -> Match:
    match = await begin(services)
    return await services.matches.resign(ORANGE, match.id)


@pytest.mark.parametrize(("first", "second"), [(ORANGE, GRAY), (GRAY, ORANGE)])
async def test_the_first_press_offers_a_rematch_and_the_opponents_accepts_it(
    services: Services, first: UserId, second: UserId
) -> None:
    begun = await begin(services, ruleset=SCARCE)
    match = await services.matches.resign(ORANGE, begun.id)
    offered = await services.rematches.rematch(first, match.id, PLACE)
    assert offered.match is None
    assert (offered.challenge.challenger, offered.challenge.friend) == (first, second)
    assert offered.challenge.rematch_of == match.id
    assert offered.challenge.expires_at == NOON + LIFETIME
    await record_challenge_shown(
        services, offered.challenge.id, MESSAGE, offered.challenge.revision
    )
    accepted = await services.rematches.rematch(second, match.id, PLACE)
    assert accepted.match is not None
    assert accepted.match.seats == Seats(orange=GRAY, gray=ORANGE)
    assert accepted.match.position.ruleset == SCARCE
    assert accepted.match.venue.message == MESSAGE
    assert accepted.challenge.match == accepted.match.id
    for user in (ORANGE, GRAY):
        with pytest.raises(RematchBegun) as caught:
            await services.rematches.rematch(user, match.id, PLACE)
        assert caught.value.challenge == accepted.challenge


async def test_a_rematch_is_offered_once_at_a_time(services: Services) -> None:
    match = await play_and_resign(services)
    offered = await services.rematches.rematch(GRAY, match.id, PLACE)
    with pytest.raises(RematchOffered) as caught:
        await services.rematches.rematch(GRAY, match.id, PLACE)
    assert caught.value.challenge == offered.challenge


async def test_a_rematch_that_was_declined_may_be_offered_again(services: Services) -> None:
    match = await play_and_resign(services)
    first = await services.rematches.rematch(GRAY, match.id, PLACE)
    await services.challenges.answer(ORANGE, first.challenge.id, ChallengeAnswer.DECLINE, MESSAGE)
    second = await services.rematches.rematch(ORANGE, match.id, PLACE)
    assert second.challenge.id != first.challenge.id
    assert second.challenge.challenger == ORANGE


async def test_an_expired_offer_is_replaced_by_a_new_one(
    services: Services, clock: StandingClock
) -> None:
    match = await play_and_resign(services)
    first = await services.rematches.rematch(GRAY, match.id, PLACE)
    clock.advance(LIFETIME)
    second = await services.rematches.rematch(ORANGE, match.id, PLACE)
    assert second.match is None
    old = (await services.challenges.find(first.challenge.id)).challenge
    assert old.state is ChallengeState.EXPIRED
    (notification,) = await services.notifications.of_challenge(old.id)
    assert notification.kind is NotificationKind.EXPIRED


async def test_a_rematch_is_refused_to_users_who_may_not_ask(services: Services) -> None:
    match = await begin(services)
    with pytest.raises(MatchGoesOn):
        await services.rematches.rematch(GRAY, match.id, PLACE)
    await services.matches.resign(GRAY, match.id)
    with pytest.raises(NotAPlayer):
        await services.rematches.rematch(STRANGER, match.id, PLACE)
    with pytest.raises(NoSuchMatch):
        await services.rematches.rematch(GRAY, MatchId(99), PLACE)


async def test_simultaneous_offers_of_both_players_make_one_rematch(services: Services) -> None:
    for _ in range(10):
        match = await play_and_resign(services)
        before = len(await services.matches.live_of(ORANGE))
        answers = await asyncio.gather(
            *(
                services.rematches.rematch(user, match.id, PLACE)
                for _ in range(4)
                for user in (ORANGE, GRAY)
            ),
            return_exceptions=True,
        )
        begun = [each for each in answers if isinstance(each, AnsweredChallenge) and each.match]
        assert len(begun) == 1
        assert len(await services.matches.live_of(ORANGE)) == before + 1
        refused = [each for each in answers if isinstance(each, Exception)]
        assert all(isinstance(each, (RematchOffered, RematchBegun)) for each in refused)


async def test_simultaneous_acceptance_and_rematch_make_one_match(services: Services) -> None:
    for _ in range(10):
        match = await play_and_resign(services)
        before = len(await services.matches.live_of(ORANGE))
        offered = await services.rematches.rematch(GRAY, match.id, PLACE)
        answers = await asyncio.gather(
            services.challenges.answer(
                ORANGE, offered.challenge.id, ChallengeAnswer.ACCEPT, MESSAGE
            ),
            services.rematches.rematch(ORANGE, match.id, PLACE),
            return_exceptions=True,
        )
        assert sum(isinstance(each, AnsweredChallenge) for each in answers) == 1
        assert any(isinstance(each, (ChallengeClosed, RematchBegun)) for each in answers)
        assert len(await services.matches.live_of(ORANGE)) == before + 1


async def test_the_database_allows_one_rematch_per_match(services: Services, path: Path) -> None:
    match = await play_and_resign(services)
    await services.rematches.rematch(GRAY, match.id, PLACE)
    columns = "(id, guild_id, channel_id, challenger_id, starts, ruleset, rules_version,"
    columns += " time_control, offered_at, expires_at, state, rematch_of, revision,"
    columns += " stakes, weekends, venue, stakes_by)"
    with pytest.raises(sqlite3.IntegrityError, match="rematch_of"):
        change(
            path,
            f"INSERT INTO challenges {columns} "
            "VALUES (99, 1, 1, 1, 'me', 'classic', 1, 'none', 0, 1, 'open', ?, 1, "
            "'casual', 'played', 'thread', 'challenger')",
            match.id,
        )

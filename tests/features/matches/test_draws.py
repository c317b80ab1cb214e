"""Draws through the services: repetitions are counted in stored positions, and claimed once."""

import asyncio
from pathlib import Path
from random import Random

import pytest

from bot.features.matches.errors import StaleBoard
from bot.game import read_turn, write_position
from bot.match.errors import MatchOver, NothingToClaim
from bot.match.identity import UserId
from bot.match.match import EndReason, Match, Outcome
from bot.match.playing import CompleteTurn
from bot.services import Services, open_services
from tests.kit.clocks import StandingClock
from tests.kit.matches import GRAY, LATER, ORANGE, SEAM, shuttle_turns
from tests.kit.service_matches import begin, place, play, stored_turns
from tests.kit.thoroughness import quick_or_thorough

REPEATED = Outcome(EndReason.REPETITION, None)
FIVEFOLD = Outcome(EndReason.FIVEFOLD, None)


async def test_repetitions_are_counted_across_a_restart_before_every_turn(
    path: Path, clock: StandingClock
) -> None:
    async with open_services(path, clock, Random(1)) as services:
        number = (await begin(services)).id
    for played, text in enumerate(shuttle_turns(9), start=1):
        async with open_services(path, clock, Random(1)) as services:
            match = await play(services, number, text)
            assert match == await services.matches.find(number)
            assert match.repetitions == (played + 1) // 2
            assert match.may_claim_draw == (5 <= played <= 8)
            assert match.outcome == (FIVEFOLD if played == 9 else None)
    assert stored_turns(path, number) == shuttle_turns(9)


@pytest.mark.parametrize("user", [ORANGE, GRAY])
async def test_either_player_claims_a_draw(
    services: Services, path: Path, clock: StandingClock, user: UserId
) -> None:
    current = await play(services, (await begin(services)).id, *shuttle_turns(5))
    clock.moment = LATER
    drawn = await services.matches.claim_draw(user, current.id, current.revision)
    assert (drawn.outcome, drawn.changed_at) == (REPEATED, LATER)
    assert (drawn.ply, drawn.revision) == (5, current.revision + 1)
    assert drawn == await services.matches.find(current.id)
    assert stored_turns(path, current.id) == shuttle_turns(5)
    for again in (ORANGE, GRAY):
        with pytest.raises(MatchOver):
            await services.matches.claim_draw(again, current.id, drawn.revision)


async def test_a_claim_from_an_outdated_board_has_no_effect(services: Services) -> None:
    current = await play(services, (await begin(services)).id, *shuttle_turns(5))
    gone_on = await play(services, current.id, "Kf6")
    with pytest.raises(StaleBoard) as stale:
        await services.matches.claim_draw(ORANGE, current.id, current.revision)
    assert stale.value.match == gone_on
    with pytest.raises(NothingToClaim):
        await services.matches.claim_draw(ORANGE, current.id, gone_on.revision)
    assert (await services.matches.find(current.id)).outcome is None


async def test_two_simultaneous_claims_end_the_match_once(services: Services) -> None:
    for _ in range(quick_or_thorough(6, 20)):
        current = await play(services, (await begin(services)).id, *shuttle_turns(5))
        claims = [
            services.matches.claim_draw(user, current.id, current.revision)
            for user in (ORANGE, GRAY)
        ]
        answers = await asyncio.gather(*claims, return_exceptions=True)
        [drawn] = [answer for answer in answers if isinstance(answer, Match)]
        [stale] = [answer for answer in answers if isinstance(answer, StaleBoard)]
        assert stale.match == drawn == await services.matches.find(current.id)
        assert drawn.revision == current.revision + 1


async def test_a_simultaneous_claim_and_turn_have_one_result(
    services: Services, path: Path
) -> None:
    for seed in range(quick_or_thorough(6, 20)):
        current = await play(services, (await begin(services)).id, *shuttle_turns(6))
        turn = read_turn("Kf6")
        actions = [
            services.matches.claim_draw(GRAY, current.id, current.revision),
            services.matches.play(ORANGE, current.id, turn, current.revision),
        ]
        Random(seed).shuffle(actions)
        answers = await asyncio.gather(*actions, return_exceptions=True)
        assert sum(isinstance(answer, StaleBoard) for answer in answers) == 1
        stored = await services.matches.find(current.id)
        claimed = any(isinstance(answer, Match) for answer in answers)
        assert claimed != any(isinstance(answer, CompleteTurn) for answer in answers)
        assert stored.outcome == (REPEATED if claimed else None)
        assert len(stored_turns(path, current.id)) == (6 if claimed else 7)


async def test_a_draw_is_claimed_while_a_draft_waits(services: Services, path: Path) -> None:
    number = (await begin(services, ruleset=SEAM)).id
    await play(services, number, *shuttle_turns(6))
    waiting = await place(services, number, "Ka2")
    assert waiting.draft is not None
    drawn = await services.matches.claim_draw(GRAY, number, waiting.revision)
    assert (drawn.outcome, drawn.draft) == (REPEATED, None)
    assert drawn == await services.matches.find(number)
    assert stored_turns(path, number) == shuttle_turns(6)


async def test_positions_of_another_match_do_not_count(services: Services) -> None:
    first, second = await begin(services), await begin(services)
    await play(services, first.id, *shuttle_turns(8))
    match = await play(services, second.id, *shuttle_turns(2))
    assert (match.repetitions, write_position(match.position)) == (1, "1k4/6/6/6/6/6 o 8,0 7,0")

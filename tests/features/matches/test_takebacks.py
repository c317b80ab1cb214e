"""Turns taken back through the services: the stored match is as if they had never been played."""

import asyncio
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from bot.features.matches.errors import NoSuchMatch, StaleBoard
from bot.game import (
    RULESETS,
    Position,
    Ruleset,
    Seat,
    legal_turns,
    read_turn,
    write_turn,
)
from bot.match.clock import DAY, NO_CLOCK
from bot.match.errors import (
    AnsweredOwnOffer,
    NoTakebackOffered,
    NotAPlayer,
    NothingToClaim,
    NothingToTakeBack,
)
from bot.match.identity import Instant, MatchId, Revision, UserId
from bot.match.match import EndReason, Match, OfferAnswer, Outcome
from bot.match.playing import CompleteTurn
from bot.services import Services, open_services
from tests.kit.clocks import StandingClock
from tests.kit.matches import GRAY, GUILD, NOON, ORANGE, SEAM, STRANGER, shuttle_turns
from tests.kit.service_matches import begin, place, play, play_randomly, stored_turns
from tests.kit.thoroughness import quick_or_thorough, sampled

TO_A_GRADUATION = ("Ke6", "Kc3", "Kc5", "Kf6", "Kb4=b4c5d6")


async def take_back(services: Services, number: MatchId, user: UserId) -> Match:
    """Take the player's last turn back; the opponent agrees."""
    current = await services.matches.find(number)
    requested = await services.takebacks.ask(user, number, current.ply)
    other = requested.opponent_of(user)
    return await services.takebacks.answer(other, number, requested.revision, OfferAnswer.ACCEPT)


def comparable(match: Match) -> Match:
    """Leave out what a detour may change: the number, the venue, the revision and the clock."""
    return replace(
        match,
        id=MatchId(0),
        venue=replace(match.venue, channel=None, message=None),
        revision=Revision(0),
        clock=NO_CLOCK,
    )


@pytest.mark.parametrize("ruleset", sampled(RULESETS, 0, 3), ids=lambda ruleset: ruleset.name)
@pytest.mark.parametrize("seed", range(quick_or_thorough(2, 6)))
async def test_a_match_with_a_takeback_is_stored_like_one_without(
    services: Services, path: Path, ruleset: Ruleset, seed: int
) -> None:
    chance = Random(seed)
    number = (await begin(services, ruleset=ruleset)).id
    played = 0
    for _ in range(4):
        match = await services.matches.find(number)
        for _ in range(chance.randint(1, 7)):
            turn = chance.choice([each for each in legal_turns(match.position) if not each.wins])
            match = await play(services, number, write_turn(turn))
            played += 1
            if match.outcome is not None:
                break
        if match.outcome is not None:
            break
        user = chance.choice([ORANGE, GRAY] if match.ply > 1 else [ORANGE])
        back = await take_back(services, number, user)
        assert back.to_move == user
        assert back == await services.matches.find(number)
    if (await services.matches.find(number)).outcome is None:
        await play_randomly(services, number, chance, 3)
    kept = stored_turns(path, number)
    assert len(kept) < played + 3
    straight = await play(services, (await begin(services, ruleset=ruleset)).id, *kept)
    assert comparable(await services.matches.find(number)) == comparable(straight)
    record = await services.replays.record(number)
    assert [write_turn(turn) for turn in record.turns] == kept


async def test_the_first_turn_is_taken_back_to_the_start(services: Services, path: Path) -> None:
    begun = await begin(services)
    await play(services, begun.id, "Kc3")
    back = await take_back(services, begun.id, ORANGE)
    assert (back.position, back.ply, back.last, back.repetitions) == (Position(), 0, None, 1)
    assert stored_turns(path, begun.id) == []
    with pytest.raises(NothingToTakeBack):
        await services.takebacks.ask(ORANGE, begun.id, back.ply)


async def test_a_takeback_drops_the_draft(services: Services) -> None:
    number = (await begin(services, ruleset=SEAM)).id
    await play(services, number, "Kc3", "Kd5")
    waiting = await place(services, number, "Ka1")
    assert waiting.draft is not None
    back = await take_back(services, number, GRAY)
    assert (back.ply, back.draft, back.to_move) == (1, None, GRAY)


async def test_repetitions_are_counted_without_the_turns_taken_back(services: Services) -> None:
    number = (await begin(services)).id
    third = await play(services, number, *shuttle_turns(5))
    assert (third.repetitions, third.may_claim_draw) == (3, True)
    back = await take_back(services, number, ORANGE)
    assert (back.repetitions, back.may_claim_draw) == (2, False)
    with pytest.raises(NothingToClaim):
        await services.matches.claim_draw(GRAY, number, back.revision)
    again = await play(services, number, shuttle_turns(5)[-1])
    assert again.repetitions == 3


async def test_the_previewed_position_equals_the_position_after_the_takeback(
    services: Services,
) -> None:
    number = (await begin(services)).id
    before = await play(services, number, *TO_A_GRADUATION[:-1])
    current = await play(services, number, TO_A_GRADUATION[-1])
    found, as_it_would_be = await services.takebacks.foresee_asking(ORANGE, number)
    assert found == current == await services.matches.find(number)
    requested = await services.takebacks.ask(ORANGE, number, current.ply)
    with pytest.raises(AnsweredOwnOffer):
        await services.takebacks.answer(ORANGE, number, requested.revision, OfferAnswer.ACCEPT)
    with pytest.raises(StaleBoard):
        await services.takebacks.answer(GRAY, number, current.revision, OfferAnswer.ACCEPT)
    back = await services.takebacks.answer(GRAY, number, requested.revision, OfferAnswer.ACCEPT)
    assert back.position == as_it_would_be.position == before.position
    assert (back.last, back.ply) == (as_it_would_be.last, as_it_would_be.ply)


async def test_strangers_and_stale_presses_change_nothing(services: Services) -> None:
    number = (await begin(services)).id
    current = await play(services, number, "Kc3", "Kd5")
    with pytest.raises(NotAPlayer):
        await services.takebacks.ask(STRANGER, number, current.ply)
    with pytest.raises(NoSuchMatch):
        await services.takebacks.ask(ORANGE, MatchId(99), current.ply)
    requested = await services.takebacks.ask(ORANGE, number, current.ply)
    moved_on = await play(services, number, "Ka1")
    for reply in OfferAnswer:
        with pytest.raises(StaleBoard):
            await services.takebacks.answer(GRAY, number, requested.revision, reply)
    with pytest.raises(NoTakebackOffered):
        await services.takebacks.answer(GRAY, number, moved_on.revision, OfferAnswer.ACCEPT)
    assert await services.matches.find(number) == moved_on


async def test_two_simultaneous_answers_take_back_once(services: Services, path: Path) -> None:
    for seed in range(10):
        number = (await begin(services)).id
        current = await play(services, number, "Kc3", "Kd5", "Ka1")
        requested = await services.takebacks.ask(ORANGE, number, current.ply)
        actions = [
            services.takebacks.answer(GRAY, number, requested.revision, OfferAnswer.ACCEPT),
            services.takebacks.answer(GRAY, number, requested.revision, OfferAnswer.ACCEPT),
            services.matches.play(GRAY, number, read_turn("Kf6"), requested.revision),
        ]
        Random(seed).shuffle(actions)
        answers = await asyncio.gather(*actions, return_exceptions=True)
        assert sum(isinstance(answer, StaleBoard) for answer in answers) == 2
        played = any(isinstance(answer, CompleteTurn) for answer in answers)
        assert len(stored_turns(path, number)) == (4 if played else 2)


async def test_a_request_survives_a_restart(path: Path, clock: StandingClock) -> None:
    async with open_services(path, clock, Random(1)) as services:
        number = (await begin(services)).id
        current = await play(services, number, "Kc3", "Kd5", "Ka1")
        requested = await services.takebacks.ask(ORANGE, number, current.ply)
    async with open_services(path, clock, Random(1)) as services:
        assert await services.matches.find(number) == requested
        back = await services.takebacks.answer(GRAY, number, requested.revision, OfferAnswer.ACCEPT)
    async with open_services(path, clock, Random(1)) as services:
        assert await services.matches.find(number) == back
        assert (await play(services, number, "Ke2")).ply == 3


async def test_a_request_or_answer_after_the_deadline_ends_the_match_on_time(
    services: Services, path: Path, clock: StandingClock
) -> None:
    number = (await begin(services)).id
    current = await play(services, number, "Kc3", "Kd5", "Ka1")
    requested = await services.takebacks.ask(ORANGE, number, current.ply)
    clock.moment = Instant(NOON + 3 * DAY)
    late = await services.takebacks.answer(GRAY, number, requested.revision, OfferAnswer.ACCEPT)
    assert late.outcome == Outcome(EndReason.TIME, Seat.ORANGE)
    assert len(stored_turns(path, number)) == 3
    other = await play(services, (await begin(services)).id, "Kc3", "Kd5", "Ka1")
    clock.moment = Instant(clock.moment + 3 * DAY)
    asking = await services.takebacks.ask(ORANGE, other.id, other.ply)
    assert asking.outcome == Outcome(EndReason.TIME, Seat.ORANGE)


async def test_a_turn_pressed_twice_and_taken_back_between_is_not_said_to_be_played(
    services: Services,
) -> None:
    number = (await begin(services)).id
    current = await play(services, number, "Kc3", "Kd5")
    turn = read_turn("Ka1")
    await services.matches.play(ORANGE, number, turn, current.revision)
    await take_back(services, number, ORANGE)
    with pytest.raises(StaleBoard):
        await services.matches.play(ORANGE, number, turn, current.revision)


async def test_the_clock_of_a_player_on_vacation_stays_stopped_after_a_takeback(
    services: Services,
) -> None:
    number = (await begin(services)).id
    await play(services, number, "Kc3", "Kd5")
    await services.vacations.begin(GRAY, GUILD, 5)
    back = await take_back(services, number, GRAY)
    assert (back.to_move, back.clock.deadline, back.clock.held) == (GRAY, None, 3 * DAY)
    assert back == await services.matches.find(number)

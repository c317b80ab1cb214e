"""Hints in the database: each counts once, and only users who may have one get one."""

import asyncio
from pathlib import Path
from random import Random

import pytest

from bot.engine import think
from bot.features.hints.engine_requests import HINT_WORK, explain, search_hint
from bot.features.hints.service import (
    MOST_HINTS,
    HintAfterTheEnd,
    HintAnswer,
    HintInRated,
    HintRequest,
    NoHintsLeft,
    moment_of,
)
from bot.features.matches.errors import NoSuchMatch, StaleBoard
from bot.features.matches.fair_play import LikeLiveMatch
from bot.game import (
    CLASSIC,
    RULESETS,
    SEAM,
    Position,
    Ruleset,
    legal_turns,
    play,
    read_position,
    read_turn,
)
from bot.match.challenge import ChallengeAnswer
from bot.match.errors import NotAPlayer, NotYourTurn
from bot.match.identity import MatchId, MessageId, UserId
from bot.match.match import Match, OfferAnswer
from bot.match.playing import CompleteTurn, RanOut
from bot.match.terms import Measurement, Stakes, Starts, Terms
from bot.services import Services, open_services
from tests.engine.positions import random_positions
from tests.kit.clocks import StandingClock
from tests.kit.matches import GRAY, ORANGE, PLACE, STRANGER, friend
from tests.kit.practice import practise
from tests.kit.progress import ignore_progress
from tests.kit.raw_database import rows_in
from tests.kit.service_matches import mover_of, place
from tests.kit.service_matches import play as play_turns
from tests.kit.thoroughness import quick_or_thorough, sampled

TURN = read_turn("Kc3")
LONG = 400 * 86_400.0


async def ask_for_hint(
    services: Services, user: UserId, number: MatchId, turn: str = "Kc3"
) -> HintAnswer:
    """Ask for a hint, and give this turn as if the bot had found it."""
    request = await services.hints.ask(user, number)
    given = await services.hints.give(user, number, request.moment, read_turn(turn), None)
    assert isinstance(given, HintAnswer)
    return given


async def begin(
    services: Services, ruleset: Ruleset = CLASSIC, stakes: Stakes = Stakes.CASUAL
) -> Match:
    """Begin a match, casual by default, in which orange is the challenger."""
    terms = Terms(Starts.ME, ruleset, stakes=stakes)
    made = await services.challenges.offer(ORANGE, friend(GRAY), PLACE, terms)
    answered = await services.challenges.answer(GRAY, made.id, ChallengeAnswer.ACCEPT, MessageId(7))
    assert answered.match is not None
    return answered.match


async def test_a_hint_survives_a_restart_and_is_counted_once(
    path: Path, clock: StandingClock
) -> None:
    async with open_services(path, clock, Random(1)) as services:
        match = await begin(services)
        request = await services.hints.ask(ORANGE, match.id)
        assert (request.given, request.left) == (None, MOST_HINTS)
        given = await ask_for_hint(services, ORANGE, match.id)
        assert (given.hint.turn, given.left) == (TURN, MOST_HINTS - 1)
    async with open_services(path, clock, Random(1)) as services:
        again = await services.hints.ask(ORANGE, match.id)
        assert again.given == given.hint
        assert again.left == MOST_HINTS - 1
        once_more = await ask_for_hint(services, ORANGE, match.id, "Kd4")
        assert once_more == given
        assert await services.hints.used(match.id) == {ORANGE: 1}


async def test_two_simultaneous_clicks_count_once(services: Services, path: Path) -> None:
    match = await begin(services)
    request = await services.hints.ask(ORANGE, match.id)
    both = await asyncio.gather(
        *(services.hints.give(ORANGE, match.id, request.moment, read_turn(turn), 2) for turn in TWO)
    )
    assert both[0] == both[1]
    assert rows_in(path, "SELECT count(*) FROM hints") == [(1,)]


TWO = ("Kc3", "Kd4")


async def test_each_player_gets_three_hints_at_most(services: Services) -> None:
    match = await begin(services)
    for turn in ("Ka1", "Kc3", "Kf6"):
        await ask_for_hint(services, ORANGE, match.id)
        await play_turns(services, match.id, turn)
        await ask_for_hint(services, GRAY, match.id)
        await play_turns(services, match.id, {"Ka1": "Kf1", "Kc3": "Kd5", "Kf6": "Ka6"}[turn])
    assert await services.hints.used(match.id) == {ORANGE: 3, GRAY: 3}
    with pytest.raises(NoHintsLeft) as refused:
        await services.hints.ask(ORANGE, match.id)
    assert refused.value.most == MOST_HINTS


async def test_a_hint_that_comes_too_late_is_not_counted(services: Services) -> None:
    match = await begin(services)
    request = await services.hints.ask(ORANGE, match.id)
    await play_turns(services, match.id, "Ka1")
    with pytest.raises(StaleBoard):
        await services.hints.give(ORANGE, match.id, request.moment, TURN, None)
    assert await services.hints.used(match.id) == {}


async def test_the_limit_applies_to_hints_requested_before_it_was_reached(
    services: Services,
) -> None:
    match = await begin(services)
    for turns in (("Ka1", "Kf1"), ("Kc3", "Kd5"), ()):
        last = await ask_for_hint(services, ORANGE, match.id)
        await play_turns(services, match.id, *turns)
    assert last.left == 0
    assert (await services.hints.ask(ORANGE, match.id)).given == last.hint
    await play_turns(services, match.id, "Kf6", "Ka6")
    request = HintRequest(await services.matches.find(match.id), (), None, 1)
    with pytest.raises(NoHintsLeft):
        await services.hints.give(ORANGE, match.id, request.moment, TURN, None)


async def test_a_different_turn_after_a_takeback_needs_a_new_hint(
    services: Services,
) -> None:
    match = await begin(services)
    await play_turns(services, match.id, "Ka1")
    first = await ask_for_hint(services, GRAY, match.id)
    seen = (await services.matches.find(match.id)).ply
    requested = await services.takebacks.ask(ORANGE, match.id, seen)
    await services.takebacks.answer(GRAY, match.id, requested.revision, OfferAnswer.ACCEPT)
    await play_turns(services, match.id, "Kb2")
    other = await services.hints.ask(GRAY, match.id)
    assert (other.match.ply, other.given, other.left) == (1, None, MOST_HINTS - 1)
    await ask_for_hint(services, GRAY, match.id, "Kd4")
    seen = (await services.matches.find(match.id)).ply
    requested = await services.takebacks.ask(ORANGE, match.id, seen)
    await services.takebacks.answer(GRAY, match.id, requested.revision, OfferAnswer.ACCEPT)
    await play_turns(services, match.id, "Ka1")
    back = await services.hints.ask(GRAY, match.id)
    assert (back.given, back.left) == (first.hint, MOST_HINTS - 2)


async def test_hints_are_for_the_player_to_move_in_a_live_casual_match(
    services: Services,
) -> None:
    match = await begin(services)
    with pytest.raises(NoSuchMatch):
        await services.hints.ask(ORANGE, MatchId(99))
    moment = moment_of(match)
    with pytest.raises(NoSuchMatch):
        await services.hints.give(ORANGE, MatchId(99), moment, TURN, None)
    with pytest.raises(NotAPlayer):
        await services.hints.ask(STRANGER, match.id)
    with pytest.raises(NotYourTurn):
        await services.hints.ask(GRAY, match.id)
    request = await services.hints.ask(ORANGE, match.id)
    await services.matches.resign(GRAY, match.id)
    with pytest.raises(HintAfterTheEnd):
        await services.hints.ask(ORANGE, match.id)
    with pytest.raises(HintAfterTheEnd):
        await services.hints.give(ORANGE, match.id, request.moment, TURN, None)


async def test_hints_are_refused_in_a_rated_match(services: Services) -> None:
    match = await begin(services, stakes=Stakes.RATED)
    with pytest.raises(HintInRated):
        await services.hints.ask(ORANGE, match.id)


async def test_no_hint_is_given_once_a_rated_match_is_similar(services: Services) -> None:
    match = await begin(services)
    request = await services.hints.ask(ORANGE, match.id)
    await begin(services, stakes=Stakes.RATED)
    with pytest.raises(LikeLiveMatch):
        await services.hints.give(ORANGE, match.id, request.moment, TURN, None)
    assert await services.hints.used(match.id) == {}


async def test_a_request_for_a_hint_after_the_deadline_ends_the_match(
    services: Services, clock: StandingClock
) -> None:
    match = await begin(services)
    request = await services.hints.ask(ORANGE, match.id)
    clock.advance(LONG)
    late = await services.hints.give(ORANGE, match.id, request.moment, TURN, None)
    assert isinstance(late, RanOut)
    assert late.match.outcome is not None
    assert await services.hints.used(match.id) == {}


async def test_a_match_against_the_bot_is_not_counted_after_a_hint(services: Services) -> None:
    match = await practise(services)
    request = await services.hints.ask(ORANGE, match.id)
    assert request.ends_measuring
    await ask_for_hint(services, ORANGE, match.id)
    now = await services.matches.find(match.id)
    assert now.bot is not None
    assert now.bot.practice.measured is Measurement.NO
    assert not (await services.hints.ask(ORANGE, match.id)).ends_measuring


async def test_a_hint_in_a_match_between_people_ends_no_measuring(services: Services) -> None:
    match = await begin(services)
    assert not (await services.hints.ask(ORANGE, match.id)).ends_measuring


async def test_playing_a_hint_replaces_the_draft(services: Services) -> None:
    match = await begin(services, ruleset=SEAM)
    drafted = await place(services, match.id, "Ka1")
    assert drafted.draft is not None
    request = await services.hints.ask(mover_of(drafted), match.id)
    assert request.moment.ply == 0
    done = await services.matches.play(ORANGE, match.id, TURN, drafted.revision)
    assert isinstance(done, CompleteTurn)
    assert done.step.turn == TURN


@pytest.mark.long
@pytest.mark.parametrize("ruleset", sampled(RULESETS, 0, 3), ids=lambda ruleset: ruleset.name)
def test_advice_can_be_played_and_is_always_the_same(ruleset: Ruleset) -> None:
    for position in random_positions(ruleset, 6, quick_or_thorough(1, 2)):
        first, second = (search_hint(position, (), ignore_progress) for _ in range(2))
        assert first == second
        assert first.turn in list(legal_turns(position))
        assert explain(position, first.turn, ignore_progress) == first.reasons


def test_advice_finds_a_win_and_its_length() -> None:
    parts: list[float] = []
    position = read_position("CC4/6/6/6/6/6 o 0,6 8,0")
    advice = search_hint(position, (), parts.append)
    assert (play(position, advice.turn).win is not None, advice.wins_in) == (True, 1)
    quiet = read_position("6/1k4/2K3/3k2/6/6 o 7,0 6,0")
    assert search_hint(quiet, (), parts.append).wins_in is None
    assert parts
    assert max(parts) <= 1
    assert parts == sorted(parts)


@pytest.mark.parametrize("ruleset", sampled(RULESETS, 0, 3), ids=lambda ruleset: ruleset.name)
def test_advice_is_worth_its_work_in_every_ruleset(ruleset: Ruleset) -> None:
    most = HINT_WORK.nodes
    assert most is not None
    parts: list[float] = []
    position = Position.start(ruleset)
    advice = search_hint(position, (), parts.append)
    looks: list[float] = []
    thought = think(position, (), HINT_WORK, listener=lambda so_far: looks.append(so_far.nodes))
    assert advice.turn == thought.turn
    assert parts == [min(nodes / most, 1.0) for nodes in looks]
    assert looks

"""The bot's decisions in a match, by what it thinks and what it thought before."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from bot.features.practice.engine_requests import EngineTurn, find_turn, weigh
from bot.features.practice.opponent import (
    PLAYED_FIRST,
    AnswersDraw,
    BotPolicy,
    ClaimsDraw,
    Decision,
    GivesUp,
    Plays,
    Situation,
    TakesBack,
    seed_of,
)
from bot.game import Position, Seat, Turn, legal_turns, play, read_position, write_position
from bot.match.ending import offer_draw
from bot.match.identity import MatchId, Ply
from bot.match.match import Match, OfferAnswer
from bot.match.takebacks import ask_takeback
from bot.match.terms import BotPlayer, LevelNumber, Practice
from tests.kit.matches import LATER, ORANGE, match, play_on, shuttle_turns
from tests.kit.practice import run_here
from tests.kit.thoroughness import sampled

LOST_IN_SIX = -30_000 + 6
WON_IN_FIVE = 30_000 - 5
ACCEPTS, DECLINES = AnswersDraw(OfferAnswer.ACCEPT), AnswersDraw(OfferAnswer.DECLINE)


class FixedEngine:
    """An engine that returns a fixed score for each ply, and any legal turn."""

    def __init__(self, scores: Mapping[int, int]) -> None:
        self.scores = scores
        self.situation: list[int] = []

    async def __call__(self, job: Any) -> Any:
        _level, position, past = job.args[:3]
        ply = len(past) - 1
        self.situation.append(ply)
        if job.func is weigh:
            return self.scores[ply]
        assert job.args[3] == seed_of(MatchId(1), Ply(ply))
        return EngineTurn(next(iter(legal_turns(position))), self.scores[ply])


def match_against_bot(seat: Seat, level: int, turns: int) -> tuple[Match, list[str]]:
    """Return a match after that many turns without a win, and its positions."""
    current = replace(match(), bot=BotPlayer(seat, Practice(LevelNumber(level))))
    past = [write_position(current.position)]
    position = current.position
    for turn in range(turns):
        # The turns go from the far corners inwards, and line nothing up.
        step = play(position, _turn_without_win(position, turn))
        position = step.after
        past.append(write_position(position))
    return replace(current, position=position, ply=Ply(turns)), past


def _turn_without_win(position: Position, turn: int) -> Turn:
    turns = [each for each in legal_turns(position) if not each.leaves and not each.wins]
    return turns[(turn * 7) % len(turns)]


def situation(current: Match, past: list[str]) -> Situation:
    assert current.bot is not None
    return Situation(current, current.bot, past)


async def decide(current: Match, past: list[str], scores: Mapping[int, int]) -> Decision:
    return await BotPolicy().decide(situation(current, past), FixedEngine(scores))


async def test_the_bot_plays_the_turn_that_its_level_finds() -> None:
    current, past = match_against_bot(Seat.ORANGE, 3, 4)
    chosen = find_turn(
        LevelNumber(3), current.position, tuple(past), seed_of(current.id, Ply(4)), lambda _: None
    )
    assert await BotPolicy().decide(situation(current, past), run_here) == Plays(chosen.turn)
    assert await BotPolicy().decide(situation(current, past), run_here) == Plays(chosen.turn)


@pytest.mark.long
@pytest.mark.parametrize("level", sampled([3, 5, 6], 1))
def test_draw_offers_and_turns_are_evaluated_alike(level: int) -> None:
    # After that many turns, no turn comes from the opening book.
    for plies in (8, 9, 14):
        current, past = match_against_bot(Seat.ORANGE, level, plies)
        number, texts = LevelNumber(level), tuple(past)
        weighed = weigh(number, current.position, texts, lambda _: None)
        for seed in range(2):
            chosen = find_turn(number, current.position, texts, seed, lambda _: None)
            assert chosen.score == weighed


async def test_a_search_is_not_repeated() -> None:
    current, past = match_against_bot(Seat.ORANGE, 7, 20)
    policy, think = BotPolicy(), FixedEngine({20: 5})
    for _ in range(3):
        await policy.decide(situation(current, past), think)
    assert think.situation == [20]


async def test_a_takeback_is_accepted_without_a_search() -> None:
    current, past = match_against_bot(Seat.GRAY, 8, 2)
    waiting = ask_takeback(current, ORANGE, LATER)
    assert await decide(waiting, past, {}) == TakesBack()


@pytest.mark.parametrize(
    ("seat", "score", "answer"),
    [
        # At ply 20 it is orange's turn, and the score is that of the player to move.
        (Seat.ORANGE, 1, DECLINES),
        (Seat.ORANGE, 0, ACCEPTS),
        (Seat.ORANGE, -1, ACCEPTS),
        (Seat.GRAY, 1, ACCEPTS),
        (Seat.GRAY, -1, DECLINES),
    ],
)
async def test_the_bot_answers_a_draw_offer_by_its_score(
    seat: Seat, score: int, answer: AnswersDraw
) -> None:
    current, past = match_against_bot(seat, 6, 20)
    person = current.seats.user_of(seat.other)
    offered = offer_draw(current, person, LATER)
    assert await decide(offered, past, {20: score}) == answer


async def test_a_draw_offer_at_the_beginning_is_declined_without_a_search() -> None:
    current, past = match_against_bot(Seat.GRAY, 6, PLAYED_FIRST - 1)
    offered = offer_draw(current, ORANGE, LATER)
    assert await decide(offered, past, {}) == DECLINES


@pytest.mark.parametrize(("score", "claims"), [(-1, True), (0, False)])
async def test_the_bot_claims_a_draw_by_repetition_only_if_it_is_behind(
    score: int, *, claims: bool
) -> None:
    begun = replace(match(), bot=BotPlayer(Seat.ORANGE, Practice(LevelNumber(2))))
    past = [write_position(begun.position)]
    current, past = play_on(begun, shuttle_turns(6), past)
    while current.repetitions < 3 or current.position.to_move is not Seat.ORANGE:
        current, past = play_on(current, shuttle_turns(2), past)
    decision = await decide(current, past, {current.ply: score})
    assert isinstance(decision, ClaimsDraw if claims else Plays)


LATE = 24
"""A ply at which the bot, at orange, has played twelve turns."""


def last_scores(turns: int, score: int) -> dict[int, int]:
    """Return scores of orange's turns up to `LATE`: `score` for the last `turns` of them."""
    return {LATE - 2 * back: score if back < turns else 0 for back in range(8)}


@pytest.mark.parametrize(
    ("level", "scores", "gives_up"),
    [
        (5, last_scores(2, LOST_IN_SIX), True),
        (5, last_scores(1, LOST_IN_SIX), False),
        (5, last_scores(1, LOST_IN_SIX) | {LATE - 2: WON_IN_FIVE}, False),
        (4, last_scores(8, LOST_IN_SIX), False),
        # Up to this score, the bot expects less than a fiftieth of a point.
        (7, last_scores(5, -677), True),
        (7, last_scores(4, -677), False),
        (7, last_scores(8, -676), False),
        (7, last_scores(1, LOST_IN_SIX) | {LATE - 2: -700}, False),
    ],
)
async def test_the_bot_resigns_after_several_hopeless_turns(
    level: int, scores: dict[int, int], *, gives_up: bool
) -> None:
    current, past = match_against_bot(Seat.ORANGE, level, LATE)
    decision = await decide(current, past, scores)
    assert isinstance(decision, GivesUp if gives_up else Plays)


async def test_the_bot_does_not_resign_in_the_first_turns() -> None:
    current, past = match_against_bot(Seat.ORANGE, 8, PLAYED_FIRST - 2)
    scores = dict.fromkeys(range(PLAYED_FIRST), LOST_IN_SIX)
    assert isinstance(await decide(current, past, scores), Plays)


async def test_the_bot_does_not_resign_if_the_player_can_win_at_once() -> None:
    current, past = match_against_bot(Seat.GRAY, 8, LATE + 1)
    scores = dict.fromkeys(range(LATE + 2), LOST_IN_SIX)
    assert isinstance(await decide(current, past, scores), GivesUp)
    threatened = read_position("6/6/6/1C4/C5/k5 g 0,6 7,0")
    current = replace(current, position=threatened)
    past = [*past[:-1], write_position(threatened)]
    assert isinstance(await decide(current, past, scores), Plays)

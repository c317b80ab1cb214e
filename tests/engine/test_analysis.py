"""Analysis: what a turn gave away, which turns mattered, and how well both players played."""

from dataclasses import fields, replace
from functools import cache
from random import Random
from typing import Any, get_args, get_type_hints

import pytest

from bot.engine import Work, analysis, turns_to_win
from bot.engine.analysis import (
    AS_GOOD,
    LINE_KEPT,
    MATTERS,
    MOST_MATTERING,
    Analysis,
    ExaminedTurn,
    JudgedTurn,
    Look,
    edition_of,
    examine,
    judge,
    look_ahead,
    read_analysis,
    write_analysis,
)
from bot.engine.lab.matching import greedy, play_match, random_opening, with_work
from bot.engine.reasons import Reason, Wins
from bot.engine.tree import WIN
from bot.game import (
    CLASSIC,
    JUNIOR,
    RULESETS,
    SCARCE,
    Bed,
    Entry,
    Kind,
    Position,
    Ruleset,
    Seat,
    Turn,
    WinBy,
    legal_turns,
    play,
    read_position,
    read_turn,
    write_position,
)
from tests.engine.kept_analyses import make_analyses, stored_analyses
from tests.engine.nets import random_net
from tests.kit.thoroughness import quick_or_thorough, sampled

WON_IN_ONE = read_position("CC4/6/6/6/6/cc4 o 0,6 0,6")
"""The player to move wins at once."""
TWO_CATS = read_position("6/1c4/2K3/3k2/6/2C2C o 4,1 5,1")
WORK = 1_500
"""Positions per look in tests in which the quality does not matter."""


def analyse(start: Position, *texts: str) -> Analysis:
    turns, position = [], start
    for text in texts:
        step = play(position, read_turn(text))
        turns.append(step.turn)
        position = step.after
    return of_turns(start, tuple(turns))


@cache
def of_turns(start: Position, turns: tuple[Turn, ...]) -> Analysis:
    steps, position = [], start
    for turn in turns:
        steps.append(play(position, turn))
        position = steps[-1].after
    return judge(steps, [examine(start, turns, ply, WORK) for ply in range(len(turns) + 1)])


@cache
def match_of(ruleset: Ruleset, seed: int) -> tuple[Turn, ...]:
    """Return the turns of a match of a greedy player, who sees one turn ahead, and a search."""
    chance = Random(seed)
    players = {Seat.ORANGE: greedy(chance), Seat.GRAY: with_work(Work(nodes=300))}
    return play_match(ruleset, random_opening(ruleset, 4, chance), players).turns


def beginning_of(ruleset: Ruleset) -> tuple[Turn, ...]:
    """Return the first turns of a match, as many as there is time for."""
    return match_of(ruleset, 1)[: quick_or_thorough(4, 200)]


def swap_seats(position: Position) -> Position:
    """Return a position with the seats exchanged."""
    bed = position.bed
    return replace(
        position,
        bed=Bed(bed.gray_kittens, bed.gray_cats, bed.orange_kittens, bed.orange_cats),
        to_move=position.to_move.other,
        orange_pool=position.gray_pool,
        gray_pool=position.orange_pool,
    )


def test_missing_a_win_in_one_is_the_turn_that_mattered() -> None:
    analysis = analyse(WON_IN_ONE, "Cf3", "Cc6")
    assert analysis.mattering == (1,)
    missed = analysis.turns[0]
    assert missed.best == (read_turn("Cc1#"),)
    assert missed.best_score == WIN - 1
    assert turns_to_win(missed.best_score) == 1
    assert missed.reasons == (Wins(WinBy.LINE, Kind.CAT),)
    assert turns_to_win(missed.played_score) == -2
    assert missed.loss == 1
    assert [analysis.accuracy(seat) for seat in Seat] == [0, 1]


def test_taking_a_win_is_perfect_play() -> None:
    analysis = analyse(WON_IN_ONE, "Cc1")
    assert analysis.mattering == ()
    assert analysis.turns[0].loss == 0
    assert analysis.accuracy(Seat.ORANGE) == 1
    assert analysis.accuracy(Seat.GRAY) is None
    assert analysis.scores == (WIN - 1, WIN)


def test_letting_the_other_seat_win_at_once_is_a_mistake() -> None:
    """Gray has two adjacent cats and a third in hand."""
    start = read_position("cc4/6/6/2K3/6/4K1 o 3,3 5,1")
    analysis = analyse(start, "Ke5", "Cc1")
    assert analysis.mattering == (1,)
    careless, winning = analysis.turns
    assert turns_to_win(careless.played_score) == -2
    assert turns_to_win(careless.best_score) is None
    assert analysis.scores[1:] == (1 - WIN, -WIN)
    assert winning.loss == 0
    assert winning.played_score == WIN - 1
    assert analysis.accuracy(Seat.GRAY) == 1
    assert analysis.accuracy(Seat.ORANGE) == pytest.approx(1 - careless.loss)


@pytest.mark.parametrize("ruleset", sampled(RULESETS, 2, 4), ids=lambda ruleset: ruleset.name)
def test_turns_chosen_by_the_search_are_no_mistakes(ruleset: Ruleset) -> None:
    start = position = Position.start(ruleset)
    past: list[str] = []
    turns: list[Turn] = []
    for _ in range(quick_or_thorough(4, 12)):
        past.append(write_position(position))
        step = play(position, look_ahead(position, past[:-1], WORK).line[0])
        turns.append(step.turn)
        position = step.after
        if step.win is not None:
            break
    analysis = of_turns(start, tuple(turns))
    assert analysis.mattering == ()
    assert [analysis.accuracy(seat) for seat in Seat] == [1, 1]
    assert all(turn.best[0] == turn.played for turn in analysis.turns)


@pytest.mark.long
@pytest.mark.parametrize("ruleset", sampled(RULESETS, 0), ids=lambda ruleset: ruleset.name)
def test_an_analysis_says_what_can_be_played(ruleset: Ruleset) -> None:
    start, turns = Position.start(ruleset), beginning_of(ruleset)
    analysis = of_turns(start, turns)
    assert [turn.played for turn in analysis.turns] == list(turns)
    position = start
    for turn, (before, after) in zip(
        analysis.turns, zip(analysis.scores, analysis.scores[1:], strict=False), strict=True
    ):
        assert turn.seat is position.to_move
        assert 0 <= turn.loss <= 1
        assert turn.best_score >= turn.played_score
        assert abs(before) <= WIN
        own = after if turn.seat is Seat.ORANGE else -after
        assert own - turn.played_score in (-1, 0, 1)
        assert (own == turn.played_score) is (turns_to_win(turn.played_score) is None)
        if turn.best[0] != turn.played:
            assert turn.best[0] in list(legal_turns(position))
        follow = position
        for best in turn.best:
            follow = play(follow, best).after
        position = play(position, turn.played).after
    assert len(analysis.mattering) <= MOST_MATTERING
    assert list(analysis.mattering) == sorted(analysis.mattering)
    for seat in Seat:
        accuracy = analysis.accuracy(seat)
        assert accuracy is None or 0 <= accuracy <= 1


@pytest.mark.long
def test_the_better_player_is_more_accurate() -> None:
    analysis = of_turns(Position(), match_of(CLASSIC, 1))
    careless, careful = analysis.accuracy(Seat.ORANGE), analysis.accuracy(Seat.GRAY)
    assert careless is not None
    assert careful is not None
    assert careless < careful


def test_seats_are_judged_alike() -> None:
    turns = ("Kd3", "Ka1", "Kb5")
    analysis, mirrored = analyse(TWO_CATS, *turns), analyse(swap_seats(TWO_CATS), *turns)
    assert mirrored.scores == tuple(-score for score in analysis.scores)
    assert mirrored.mattering == analysis.mattering
    assert [turn.loss for turn in mirrored.turns] == [turn.loss for turn in analysis.turns]
    assert [turn.best for turn in mirrored.turns] == [turn.best for turn in analysis.turns]
    assert analysis.accuracy(Seat.ORANGE) == mirrored.accuracy(Seat.GRAY)


@pytest.mark.night
@pytest.mark.long
def test_equal_matches_are_judged_equally() -> None:
    turns = match_of(CLASSIC, 2)[:6]
    first = [examine(Position(), turns, ply, WORK) for ply in range(7)]
    assert [examine(Position(), turns, ply, WORK) for ply in range(7)] == first


def test_the_analysis_of_a_match_without_turns_has_only_the_score_of_its_start() -> None:
    analysis = of_turns(Position(), ())
    assert analysis.turns == ()
    assert analysis.scores == (analysis.start,)
    assert analysis.mattering == ()
    assert [analysis.accuracy(seat) for seat in Seat] == [None, None]


KNOCKED_OFF = ("Ka2", "Kb1", "Ka2", "Kb1", "Ka2")
"""Each kitten pushes the one before it off the bed, so the first turn's position returns."""


def test_a_third_repetition_is_level() -> None:
    analysis = analyse(Position(), *KNOCKED_OFF)
    assert analysis.scores[-1] == 0
    assert all(analysis.scores[:3])


def test_giving_up_the_lead_for_a_repetition_matters() -> None:
    """Orange alone has cats, and lets a position stand for the third time."""
    start = read_position("6/6/6/6/6/6 o 4,4 8,0")
    analysis = analyse(start, *KNOCKED_OFF)
    repeating = analysis.turns[-1]
    assert repeating.played_score == 0
    assert repeating.best[0] != repeating.played
    assert 5 in analysis.mattering


def test_the_longest_match_ends_level() -> None:
    turns = [read_turn(text) for text in KNOCKED_OFF[:2] * 150]
    assert examine(Position(), turns, 300, WORK) == ExaminedTurn(Look(0))


def test_a_dead_position_is_level() -> None:
    start = read_position("K5/6/6/6/6/5k o 1,0 1,0", SCARCE)
    assert analyse(start, "Kc3").scores[-1] == 0


def test_a_win_that_the_next_turns_search_proves_counts_from_the_turn_before() -> None:
    texts = ["Kc3", "Kd4", "Ke5"]
    best, position, steps = read_turn("Ka1"), Position(), []
    for text in texts:
        steps.append(play(position, read_turn(text)))
        position = steps[-1].after
    level = Look(30, (10, 30), (best,))
    proved = Look(4 - WIN, (0, 4 - WIN), (read_turn("Kf6"),))
    examined = [ExaminedTurn(level, level), ExaminedTurn(level, level), ExaminedTurn(level, proved)]
    analysis = judge(steps, [*examined, ExaminedTurn(level)])
    assert turns_to_win(analysis.turns[2].best_score) == 5
    assert turns_to_win(analysis.scores[2]) == 5, "orange wins after gray's turn"
    assert turns_to_win(analysis.turns[1].played_score) == -6
    assert analysis.turns[1].loses
    assert analysis.turns[1].better == (best, *level.line)
    assert analysis.mistakes == (2, 3)
    assert turns_to_win(analysis.scores[1]) is None, "gray had a better turn"


def test_a_turn_nearly_as_good_counts_as_the_best() -> None:
    best, other = read_turn("Kc3"), read_turn("Kd4")
    nearly = JudgedTurn(Seat.ORANGE, other, 0, (best,), 10)
    worse = JudgedTurn(Seat.ORANGE, other, 0, (best,), 40)
    assert nearly.loss == 0
    assert nearly.better == ()
    assert worse.loss > AS_GOOD
    assert worse.better == (best,)
    assert Analysis(0, (nearly,)).accuracy(Seat.ORANGE) == 1


def test_accuracy_is_the_average_share_of_chances_that_a_turn_kept() -> None:
    best, other = read_turn("Kc3"), read_turn("Kd4")
    slip = JudgedTurn(Seat.ORANGE, other, -200, (best,), 0)
    fine = JudgedTurn(Seat.ORANGE, best, 0, (best,), 0)
    assert Analysis(0, (slip, fine)).accuracy(Seat.ORANGE) == pytest.approx(1 - slip.loss / 2)


@pytest.mark.parametrize("given", range(0, 200, 5))
def test_a_low_accuracy_always_comes_with_a_mistake(given: int) -> None:
    best, other = read_turn("Kc3"), read_turn("Kd4")
    analysis = Analysis(0, (JudgedTurn(Seat.GRAY, other, -given, (best,), 0),) * 5)
    accuracy = analysis.accuracy(Seat.GRAY)
    assert accuracy is not None
    assert (accuracy > 1 - MATTERS) is (analysis.mistakes == ())


def test_turns_in_a_lost_position_do_not_count() -> None:
    played = read_turn("Kc3")
    hopeless = JudgedTurn(Seat.GRAY, played, 3 - WIN, (played,), 3 - WIN)
    assert Analysis(0, (hopeless,)).accuracy(Seat.GRAY) is None


def test_at_most_three_turns_matter_and_they_lost_the_most_points() -> None:
    best, other = read_turn("Kc3"), read_turn("Kd4")
    turns = tuple(
        JudgedTurn(seat, other, -given, (best,), given)
        for seat, given in zip(
            (Seat.ORANGE, Seat.GRAY) * 3, (300, 20, 90, 200, 90, 150), strict=True
        )
    )
    assert Analysis(0, turns).mattering == (1, 4, 6)
    assert Analysis(0, turns).mistakes == (1, 3, 4, 5, 6)
    assert Analysis(0, turns[1:3]).mattering == (2,)


def test_the_losing_mistake_matters_even_if_others_lost_more_points() -> None:
    best, other = read_turn("Kc3"), read_turn("Kd4")
    great = JudgedTurn(Seat.ORANGE, other, -300, (best,), 300)
    losing = JudgedTurn(Seat.ORANGE, other, 4 - WIN, (best,), -150)
    assert losing.loss < great.loss
    turns = (great, losing, great, great, losing, great)
    assert Analysis(0, turns).mattering == (1, 3, 5)
    lost_anyway = replace(losing, best_score=6 - WIN)
    assert Analysis(0, (*turns, lost_anyway)).mattering == (1, 3, 5)


@pytest.mark.parametrize("ruleset", sampled(RULESETS, 1, 3), ids=lambda ruleset: ruleset.name)
def test_an_analysis_is_read_as_it_was_written(ruleset: Ruleset) -> None:
    turns = beginning_of(ruleset)
    analysis = of_turns(Position.start(ruleset), turns)
    text = write_analysis(analysis)
    stored = read_analysis(text, Seat.ORANGE, turns)
    assert stored == replace(analysis, turns=tuple(map(stored_part, analysis.turns)))
    assert write_analysis(stored) == text
    assert len(text) < 90 * len(turns) + 40


def stored_part(turn: JudgedTurn) -> JudgedTurn:
    """Return the part of a turn that is stored."""
    if turn.best[0] == turn.played:
        return replace(turn, best=turn.best[:1])
    return replace(turn, best=turn.best[:LINE_KEPT])


@pytest.mark.parametrize("kind", get_args(Reason), ids=lambda kind: kind.__name__)
def test_every_reason_is_read_as_it_was_written(kind: type[Any]) -> None:
    samples: dict[Any, Any] = {
        int: 3,
        bool: True,
        WinBy: WinBy.FULL_BED,
        Kind: Kind.CAT,
        Entry: Entry(8),
    }
    hints = get_type_hints(kind)
    reason = kind(*(samples.get(hints[field.name], 14) for field in fields(kind)))
    best, played = read_turn("e6>Kc3=b2c3d4~cd+"), read_turn("Kd4")
    judged = JudgedTurn(Seat.GRAY, played, -5, (best,), 200, (reason,))
    text = write_analysis(Analysis(7, (judged,)))
    assert read_analysis(text, Seat.GRAY, (played,)) == Analysis(7, (judged,))


def test_an_analysis_with_another_number_of_turns_is_not_read() -> None:
    analysis = analyse(WON_IN_ONE, "Cc1")
    with pytest.raises(ValueError, match="no analysis of 0 turns"):
        read_analysis(write_analysis(analysis), Seat.ORANGE, ())


@pytest.mark.parametrize(
    "body",
    [
        "",
        "[]",
        "{}",
        "7",
        '{"start":0}',
        '{"start":"0","turns":[[1]]}',
        '{"start":0,"turns":7}',
        '{"start":0,"turns":[7]}',
        '{"start":0,"turns":[[]]}',
        '{"start":0,"turns":[["1"]]}',
        '{"start":0,"turns":[[1,2]]}',
        '{"start":0,"turns":[[1,2,"Kc3",[]],[1]]}',
        '{"start":0,"turns":[[1,2,"Kz9",[]]]}',
        '{"start":0,"turns":[[1,2,"",[]]]}',
        '{"start":0,"turns":[[1,2,7,[]]]}',
        '{"start":0,"turns":[[1,2,"Kc3",[["Unheard"]]]]}',
        '{"start":0,"turns":[[1,2,"Kc3",[["TakesMiddle","K",14]]]]}',
        '{"start":0,"turns":[[1,2,"Kc3",[["PushesOff","many",1]]]]}',
        '{"start":0,"turns":[[1,2,"Kc3",[["PushesOff",1]]]]}',
        '{"start":0,"turns":[[1,2,"Kc3",[["StopsWin","luck"]]]]}',
        '{"start":0,"turns":[[1,2,"Kc3",[["LaysSeam","zz"]]]]}',
    ],
)
def test_unreadable_analyses_raise_one_kind_of_error(body: str) -> None:
    with pytest.raises(ValueError, match="no analysis of 1 turns"):
        read_analysis(body, Seat.ORANGE, (read_turn("Kd4"),))


@pytest.mark.long
def test_the_result_of_an_analysis_changes_only_with_its_edition() -> None:
    assert make_analyses() == stored_analyses(), (
        "raise EDITION in bot.engine.analysis, then run python -m tests.engine.kept_analyses"
    )


def test_each_ruleset_has_an_edition_that_depends_on_weights_and_net(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert len({edition_of(ruleset) for ruleset in RULESETS}) == len(RULESETS)
    before = edition_of(JUNIOR)
    assert edition_of(JUNIOR) == before
    with monkeypatch.context() as other:
        other.setattr("bot.engine.analysis.weights_of", lambda _: (1, 2, 3))
        assert edition_of(JUNIOR) != before
    with_net = edition_of(SCARCE)
    monkeypatch.setattr("bot.engine.analysis.net_of", lambda _: random_net(1))
    assert edition_of(SCARCE) != with_net
    assert edition_of(JUNIOR) == before, "it is analysed without a net"


def test_part_of_a_score_counts_unless_it_is_proved(monkeypatch: pytest.MonkeyPatch) -> None:
    position = read_position("K1k3/2K3/1k1c2/3C2/2K2k/6 o 3,1 3,1", CLASSIC)
    looks = [look_ahead(each, (), 2_000) for each in (position, WON_IN_ONE)]
    monkeypatch.setitem(analysis._COUNTED, CLASSIC.name, 100)
    whole = [look_ahead(each, (), 2_000) for each in (position, WON_IN_ONE)]
    assert looks[0].line == whole[0].line
    assert [abs(score) for score in looks[0].scores] == [
        abs(score) * 45 // 100 for score in whole[0].scores
    ]
    assert abs(whole[0].score) > 10
    assert looks[1] == whole[1]

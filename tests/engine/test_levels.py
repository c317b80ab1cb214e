"""The eight levels: their names, chance, winning, and not repeating positions."""

from collections import Counter
from random import Random

import pytest

from bot.engine import LEVELS, Level, choose, level_of
from bot.engine.book import VARIED_BY, best_turns, known_score, known_turns
from bot.engine.lab.matching import (
    PlayedMatch,
    at_level,
    greedy,
    guessing,
    play_match,
    random_opening,
    with_work,
)
from bot.engine.levels import consider, level_in
from bot.engine.thinking import Work
from bot.game import (
    CLASSIC,
    JUNIOR,
    RULESETS,
    SEAM,
    Position,
    Ruleset,
    Seat,
    legal_turns,
    play,
    read_position,
    read_turn,
    write_position,
)
from tests.engine.positions import random_positions
from tests.kit.thoroughness import quick_or_thorough, sampled

QUICK = LEVELS[:4]


def test_levels_have_different_numbers_and_names() -> None:
    assert [level.number for level in LEVELS] == list(range(1, 9))
    assert len({level.name for level in LEVELS}) == 8
    assert level_of(3) is LEVELS[2]
    with pytest.raises(LookupError, match="9"):
        level_of(9)


def test_only_the_highest_level_needs_compiling() -> None:
    assert [level.number for level in LEVELS if level.needs_fast] == [8]


def test_some_levels_think_less_in_junior() -> None:
    seven = level_of(7)
    assert level_in(seven, CLASSIC) == seven
    assert level_in(seven, JUNIOR).work == Work(nodes=1_350)
    start = Position.start(JUNIOR)
    past = (write_position(start),) * 5
    assert choose(seven, start, past, Random(1)).nodes < 2_500


def test_a_higher_level_never_thinks_less_or_errs_more_than_a_lower_one() -> None:
    for ruleset in RULESETS:
        own = [level_in(level, ruleset) for level in LEVELS]
        assert [(each.number, each.name) for each in own] == [
            (each.number, each.name) for each in LEVELS
        ]
        nodes = [each.work.nodes or 0 for each in own]
        assert nodes == sorted(nodes)
        slack = [each.slack for each in own]
        assert slack == sorted(slack, reverse=True)


AT_THE_EDGE = ("6/2k3/6/2K3/2k3/K5 o 6,0 6,0", "3K2/6/1K4/3k2/6/3k2 o 6,0 6,0")
"""Positions after four turns. In each, 3 of the 32 turns push pieces off and lead back into the
book, and all three are bad."""


def play_itself(ruleset: Ruleset, level: Level, seed: int) -> PlayedMatch:
    """Return a match of a level against itself, whose turns are all checked by the rules."""
    chance = Random(seed)
    return play_match(
        ruleset, random_opening(ruleset, 2, chance), dict.fromkeys(Seat, at_level(level, chance))
    )


@pytest.mark.parametrize("ruleset", sampled(RULESETS, 2, 3), ids=lambda ruleset: ruleset.name)
def test_whole_matches_are_played_by_the_rules(ruleset: Ruleset) -> None:
    # In a quick run, each ruleset is tried with one level.
    own = QUICK[2 * (RULESETS.index(ruleset) % 2)]
    for level in quick_or_thorough((own,), QUICK):
        assert play_itself(ruleset, level, level.number).turns


@pytest.mark.night
@pytest.mark.long
@pytest.mark.parametrize(
    "ruleset", quick_or_thorough((JUNIOR, SEAM), RULESETS), ids=lambda ruleset: ruleset.name
)
def test_equal_seeds_give_equal_games(ruleset: Ruleset) -> None:
    assert play_itself(ruleset, LEVELS[1], 1) == play_itself(ruleset, LEVELS[1], 1)


def test_different_seeds_give_different_games() -> None:
    assert play_itself(JUNIOR, LEVELS[3], 1) != play_itself(JUNIOR, LEVELS[3], 2)


@pytest.mark.long
def test_yardsticks_play_whole_matches_by_the_rules() -> None:
    chance = Random(4)
    for first, second in (
        (greedy(chance), guessing(1)),
        (with_work(Work(nodes=60)), greedy(chance)),
    ):
        match = play_match(CLASSIC, (), {Seat.ORANGE: first, Seat.GRAY: second})
        assert match.turns


def test_first_turns_are_varied_at_every_level() -> None:
    start = Position()
    level = Level(7, "Saber", Work(depth=1))
    chosen = {
        choose(level, start, (write_position(start),), Random(seed)).turn for seed in range(30)
    }
    assert len(chosen) > 1


@pytest.mark.parametrize("level", sampled(LEVELS[4:], 0, 3), ids=lambda level: level.name)
def test_higher_levels_vary_their_first_turns_by_the_book_without_thinking(level: Level) -> None:
    start = Position()
    past = (write_position(start),)
    thoughts = [choose(level, start, past, Random(seed)) for seed in range(40)]
    assert thoughts == [choose(level, start, past, Random(seed)) for seed in range(40)]
    known = {each.turn: each.score for each in known_turns(start)}
    best = max(known.values())
    good = {turn for turn, score in known.items() if score >= best - VARIED_BY}
    assert good == {each.turn for each in best_turns(start)}
    assert {thought.turn for thought in thoughts} == good
    assert {(thought.score, thought.nodes) for thought in thoughts} == {(best, 0)}
    assert choose(LEVELS[3], start, past, Random(1)).nodes


def test_the_book_is_not_followed_into_a_repetition() -> None:
    start, level = Position(), LEVELS[4]
    good = best_turns(start)
    stood = [write_position(play(start, each.turn).after) for each in good]
    chosen = choose(level, start, (*stood[:-1], write_position(start)), Random(1))
    assert chosen.turn == good[-1].turn
    assert len(known_turns(start)) > len(good)
    assert choose(level, start, (*stood, write_position(start)), Random(1)).nodes


@pytest.mark.parametrize("text", AT_THE_EDGE)
def test_a_level_thinks_at_the_edge_of_the_book(text: str) -> None:
    position = read_position(text, JUNIOR)
    assert known_score(position) is not None
    for level in LEVELS[4:7]:
        assert choose(level, position, [text] * 5, Random(1)).nodes


def test_later_turns_of_a_level_without_slack_are_the_best() -> None:
    position = read_position("6/1k4/2K3/3k2/1K2k1/5K o 5,0 5,0")
    past = [write_position(position)] * 7
    level = Level(7, "Saber", Work(depth=1))
    chosen = {choose(level, position, past, Random(seed)).turn for seed in range(30)}
    assert len(chosen) == 1


def test_the_lowest_level_sometimes_overlooks_a_win() -> None:
    won = read_position("CC4/6/6/6/6/6 o 0,6 8,0")
    taken = Counter(choose(LEVELS[0], won, (), Random(seed)).turn.wins for seed in range(40))
    assert taken[False] > 0
    assert taken[True] > 0


SLIGHTLY_AHEAD = (
    *((number, "6/6/4K1/6/6/4k1 o 7,0 7,0", "Kc3") for number in (2, 3, 4, 5)),
    (6, "1K4/k5/6/2C1c1/6/K4k g 3,2 3,2", "Kd3"),
)
"""Levels, with a position and its only turn to a position that has not occurred."""


@pytest.mark.night
@pytest.mark.long
@pytest.mark.parametrize(("number", "text", "fresh"), SLIGHTLY_AHEAD)
def test_no_level_repeats_a_position_while_it_is_ahead(number: int, text: str, fresh: str) -> None:
    level, position, only = level_of(number), read_position(text), read_turn(fresh)
    occurred = [write_position(play(position, turn).after) for turn in legal_turns(position)]
    occurred.remove(write_position(play(position, only).after))
    past = [*occurred, write_position(position)]
    thought = consider(level, position, past)
    # The lead is so small that the level might misjudge a draw or stray to one.
    assert 0 < thought.score < level.slack
    assert thought.turn == only
    assert {choose(level, position, past, Random(seed)).turn for seed in range(8)} == {only}


@pytest.mark.long
@pytest.mark.parametrize("level", sampled(LEVELS[2:6], 0, 2), ids=lambda level: level.name)
def test_every_turn_has_the_score_of_the_position(level: Level) -> None:
    for position in random_positions(CLASSIC, 3, quick_or_thorough(1, 3)):
        if best_turns(position):
            continue
        past = [write_position(position)]
        thought = consider(level, position, past)
        for seed in range(4):
            chosen = choose(level, position, past, Random(seed))
            assert (chosen.score, chosen.nodes) == (thought.score, thought.nodes)


@pytest.mark.parametrize("ruleset", sampled(RULESETS[:3], 1), ids=lambda ruleset: ruleset.name)
def test_a_level_that_is_far_ahead_wins_without_repeating(ruleset: Ruleset) -> None:
    text = "6/2K3/6/3k2/6/6 o 7,0 7,0" if not ruleset.has_cats else "6/6/2C3/3k2/6/6 o 0,7 7,0"
    for seed in range(3):
        position = read_position(text, ruleset)
        chance = Random(seed)
        past = [write_position(position)]
        for _ in range(80):
            if position.to_move is Seat.ORANGE:
                turn = choose(LEVELS[4], position, past, chance).turn
            else:
                turn = chance.choice(list(legal_turns(position)))
            step = play(position, turn)
            if step.win is not None:
                break
            position = step.after
            if position.to_move is Seat.GRAY:
                assert write_position(position) not in past
            past.append(write_position(position))
        assert step.win is not None
        assert step.win.winner is Seat.ORANGE

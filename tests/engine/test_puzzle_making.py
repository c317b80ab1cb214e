"""Making puzzles: duplicates, themes, and which puzzles are still needed."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from bot.engine.finding import Finder, finds, themes_of
from bot.engine.lab import puzzle_making
from bot.engine.lab.puzzle_checking import flaw_of
from bot.engine.lab.puzzle_making import (
    MOST_OF_GOAL,
    Collection,
    SearchedMatch,
    make_puzzles,
    patterns_of,
)
from bot.engine.levels import LEVELS
from bot.engine.proving import Prover
from bot.engine.puzzles import GOALS, TO_HOLD, Puzzle, PuzzleTheme, puzzles_of
from bot.engine.symmetry import EVERY_WAY, turned_position, turned_turn
from bot.game import (
    CLASSIC,
    JUNIOR,
    RULESETS,
    SEAM,
    Ruleset,
    legal_turns,
    play,
    read_position,
    read_turn,
    write_position,
)
from tests.engine.positions import random_positions
from tests.kit.thoroughness import sampled


def by_name(ruleset: Ruleset) -> str:
    return ruleset.name


def puzzle(text: str, line: str, ruleset: Ruleset = CLASSIC) -> Puzzle:
    solution = tuple(map(read_turn, line.split()))
    return Puzzle("", read_position(text, ruleset), solution)


def turned_puzzle(original: Puzzle, way: int) -> Puzzle:
    position = turned_position(original.position, way)
    return replace(
        original,
        position=position,
        solution=tuple(turned_turn(turn, way) for turn in original.solution),
    )


@pytest.mark.parametrize("ruleset", sampled(RULESETS, 0, 3), ids=by_name)
def test_rotated_and_mirrored_positions_play_alike(ruleset: Ruleset) -> None:
    position = next(
        each for each in random_positions(ruleset, 4, 9)[::-1] if len(list(each.bed)) > 3
    )
    for way in EVERY_WAY:
        copy = turned_position(position, way)
        expected = {
            turned_turn(turn, way): turned_position(play(position, turn).after, way)
            for turn in legal_turns(position)
        }
        actual = {turn: turned_position(play(copy, turn).after, 0) for turn in legal_turns(copy)}
        assert actual == expected


def test_the_eight_symmetries_are_different() -> None:
    position = read_position("KC4/2k3/6/6/6/6 g 6,0 7,0 ab+2 -", SEAM)
    assert len({write_position(turned_position(position, way)) for way in EVERY_WAY}) == 8


def test_copies_of_a_puzzle_share_a_pattern_and_different_puzzles_do_not() -> None:
    first, second = puzzles_of(CLASSIC)[:2]
    for way in EVERY_WAY:
        assert patterns_of(turned_puzzle(first, way)) == patterns_of(first)
    assert patterns_of(first).isdisjoint(patterns_of(second))


def test_the_same_line_on_beds_that_differ_elsewhere_is_the_same_idea() -> None:
    one = puzzle("CC4/6/6/6/6/5k o 5,1 7,0", "Cc1#")
    same = puzzle("5c/5c/6/6/k5/6 g 8,0 4,1", "Cf3#")
    assert len(patterns_of(one) & patterns_of(same)) == 1


ABOUT = {
    "c1c3/1c1c2/1C1k1C/3C2/K1C3/1c4 o 2,1 2,0 Ce3#": "1",
    "3C1K/6/3K2/cCCc1c/6/2K2K g 1,0 2,3 Cd5 Kd6 Cc6#": "2oi",
    "kC2Cc/5c/C1c2C/6/C1c2c/6 g 3,0 0,2 Cc6 Kc2 Cc5#": "2",
    "5K/1k2K1/6/k1K1c1/1c1c2/4K1 g 4,0 3,0 Kc6=a4b5c6 Kd1 Cc6#": "2cg",
    "C1C3/6/c1C1C1/3c2/c1c3/1C1C1c g 1,1 1,2 Ce4 Ca4 Cc6#": "2p",
    "1C3C/3cK1/kK4/1C1cKc/3C2/2k1k1 o 0,1 2,0 Cb5=b3 Kb6 Cb3#": "2ro",
    "C1C1C1/6/C1C3/6/C1C3/6 o 0,1 8,0 Cf6#": "18",
}


@pytest.mark.parametrize("text", ABOUT)
def test_the_themes_of_a_puzzle_follow_from_its_line(text: str) -> None:
    words = text.split()
    themes = themes_of(puzzle(" ".join(words[:4]), " ".join(words[4:])))
    assert "".join(each.value for each in PuzzleTheme if each in themes) == ABOUT[text]


def test_a_laid_seam_piece_is_a_theme() -> None:
    laid = puzzle("K5/2c1c1/6/2C1C1/6/K5 g 3,1 2,4 - -", "Cb2~45+ Cd3 Ca3 Kb1 Ce1#", ruleset=SEAM)
    assert PuzzleTheme.SEAM in themes_of(laid)


@pytest.mark.long
def test_a_position_with_a_forced_line_becomes_a_puzzle() -> None:
    finder = Finder(CLASSIC)
    prover = Prover(CLASSIC)
    for kept in [each for each in puzzles_of(CLASSIC) if 0 < each.goal < 3][:6]:
        found = finder.find(kept.position, (1, 2))
        assert found is not None
        assert replace(found, id=kept.id, difficulty=kept.difficulty) == kept
        assert flaw_of(found, prover) is None
        assert finder.find(kept.position, (0,)) is None


@pytest.mark.parametrize(
    "text",
    [
        "CC4/6/6/6/6/6 o 0,6 8,0",
        "k1k1k1/1k1k1k/6/K1K1K1/6/6 o 5,0 2,0",
        "CC2CC/kk4/2kk2/4kk/6/6 o 0,4 2,0",
    ],
    ids=["too few pieces", "neither has a cat", "two turns win"],
)
def test_other_positions_are_not_puzzles(text: str) -> None:
    assert Finder(CLASSIC).find(read_position(text), (1, 2)) is None


def test_a_position_that_would_take_too_much_work_is_skipped() -> None:
    kept = next(each for each in puzzles_of(CLASSIC) if each.turns == 2)
    assert Finder(CLASSIC, most_nodes=10).find(kept.position, (1, 2)) is None


@pytest.mark.long
@pytest.mark.parametrize("ruleset", [CLASSIC, JUNIOR], ids=by_name)
def test_a_puzzle_is_as_hard_as_the_level_that_finds_it(ruleset: Ruleset) -> None:
    easy = {each.difficulty: each for each in puzzles_of(ruleset)[::-1] if each.difficulty < 7}
    assert set(easy) >= {1, 5, 6}
    for kept in easy.values():
        found_by = [finds(level, kept.position, kept.solution[0]) for level in LEVELS[:6]]
        assert all(found_by[kept.difficulty - 1 :])
        assert kept.difficulty == 1 or not found_by[kept.difficulty - 2]


def test_a_collection_takes_each_puzzle_once_and_numbers_it() -> None:
    first, second, third = puzzles_of(JUNIOR)[:3]
    collection = Collection(JUNIOR, (first,), 20)
    assert collection.add_best([first, turned_puzzle(first, 5)]) == []
    assert collection.add_best([replace(second, id="")]) == [replace(second, id="junior-0002")]
    assert collection.add_best([turned_puzzle(second, 3)]) == []
    assert collection.add_best([replace(third, id="")]) == [replace(third, id="junior-0003")]


def test_a_collection_takes_each_goal_by_its_share_until_it_is_full(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(puzzle_making, "difficulty_of", lambda puzzle: puzzle.difficulty)
    every = {goal: [each for each in puzzles_of(JUNIOR) if each.goal == goal] for goal in GOALS}
    collection = Collection(JUNIOR, (), 60)
    taken = Counter[int]()
    assert collection.goals == set(GOALS)
    for goal in (TO_HOLD, 1):
        taken[goal] = sum(len(collection.add_best([each])) for each in every[goal])
        assert taken[goal] < len(every[goal])
    for start in range(0, 60, 5):
        for goal in GOALS:
            for each in every[goal][start : start + 5]:
                taken[goal] += len(collection.add_best([each]))
    assert collection.is_full
    assert taken.total() == 60
    assert all(taken[goal] <= share * 60 + 1 for goal, share in MOST_OF_GOAL.items())
    assert collection.add_best(every[2]) == []


WINS_IN_ONE = {TO_HOLD: 0.0, 1: 1.0, 2: 0.0, 3: 0.0}


def test_equal_chance_makes_equal_puzzles(monkeypatch: pytest.MonkeyPatch) -> None:
    """Matches of junior are short, and puzzles of one turn are quick to prove."""
    monkeypatch.setattr(puzzle_making, "MOST_OF_GOAL", WINS_IN_ONE)
    kept = puzzles_of(JUNIOR)[:60]

    def chance_of(match: int) -> Random:
        return Random(f"3 {match}")

    def make_all() -> list[SearchedMatch]:
        collection = Collection(JUNIOR, kept, len(kept) + 1)
        return list(make_puzzles(JUNIOR, collection, chance_of))

    first = make_all()
    assert first == make_all()
    assert [each.match for each in first] == list(range(1, len(first) + 1))
    found = [puzzle for each in first for puzzle in each.puzzles]
    assert [each.id for each in found] == ["junior-0061"]
    prover = Prover(JUNIOR)
    assert all(flaw_of(each, prover) is None for each in found)

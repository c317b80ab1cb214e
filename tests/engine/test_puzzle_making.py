"""How puzzles are made: what is alike, what is about what, and what is still wanted."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from bot.engine.lab import puzzle_making
from bot.engine.lab.puzzle_making import (
    EVERY_WAY,
    SHARES,
    Collection,
    Finder,
    Searched,
    difficulty_of,
    flaw_of,
    make_puzzles,
    patterns_of,
    turned_position,
    turned_turn,
)
from bot.engine.proving import Prover
from bot.engine.puzzles import Puzzle, Theme, puzzles_of, theme_of
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
from tests.engine.positions import met


def by_name(ruleset: Ruleset) -> str:
    return ruleset.name


def puzzle(text: str, line: str, ruleset: Ruleset = CLASSIC) -> Puzzle:
    solution = tuple(map(read_turn, line.split()))
    return Puzzle("", read_position(text, ruleset), (len(solution) + 1) // 2, solution)


def copied(original: Puzzle, way: int) -> Puzzle:
    position = turned_position(original.position, way)
    return replace(
        original,
        position=position,
        solution=tuple(turned_turn(turn, way) for turn in original.solution),
    )


@pytest.mark.parametrize("ruleset", RULESETS, ids=by_name)
def test_a_bed_that_is_turned_or_mirrored_plays_alike(ruleset: Ruleset) -> None:
    position = next(each for each in met(ruleset, 4, 9)[::-1] if len(list(each.bed)) > 3)
    for way in EVERY_WAY:
        copy = turned_position(position, way)
        expected = {
            turned_turn(turn, way): turned_position(play(position, turn).after, way)
            for turn in legal_turns(position)
        }
        actual = {turn: turned_position(play(copy, turn).after, 0) for turn in legal_turns(copy)}
        assert actual == expected


def test_the_eight_ways_are_different() -> None:
    position = read_position("KC4/2k3/6/6/6/6 g 6,0 7,0 ab+2 -", SEAM)
    assert len({write_position(turned_position(position, way)) for way in EVERY_WAY}) == 8


def test_copies_of_a_puzzle_are_alike_and_puzzles_are_not() -> None:
    first, second = puzzles_of(CLASSIC)[:2]
    for way in EVERY_WAY:
        assert patterns_of(copied(first, way)) == patterns_of(first)
    assert patterns_of(first).isdisjoint(patterns_of(second))


def test_one_line_on_beds_that_differ_elsewhere_is_one_idea() -> None:
    one = puzzle("CC4/6/6/6/6/5k o 5,1 7,0", "Cc1#")
    same = puzzle("5c/5c/6/6/k5/6 g 8,0 4,1", "Cf3#")
    assert len(patterns_of(one) & patterns_of(same)) == 1


ABOUT = {
    Theme.PLAIN: ("c1c3/1c1c2/1C1k1C/3C2/K1C3/1c4 o 2,1 2,0", "Ce3#"),
    Theme.PUSHING: ("3C1K/6/3K2/cCCc1c/6/2K2K g 1,0 2,3", "Cd5 Kd6 Cc6#"),
    Theme.THREATENING: ("kC2Cc/5c/C1c2C/6/C1c2c/6 g 3,0 0,2", "Cc6 Kc2 Cc5#"),
    Theme.GROWING: ("5K/1k2K1/6/k1K1c1/1c1c2/4K1 g 4,0 3,0", "Kc6=a4b5c6 Kd1 Cc6#"),
    Theme.HOLDING: ("C1C3/6/c1C1C1/3c2/c1c3/1C1C1c g 1,1 1,2", "Ce4 Ca4 Cc6#"),
    Theme.RECALL: ("1C3C/3cK1/kK4/1C1cKc/3C2/2k1k1 o 0,1 2,0", "Cb5=b3 Kb6 Cb3#"),
    Theme.FULL_BED: ("C1C1C1/6/C1C3/6/C1C3/6 o 0,1 8,0", "Cf6#"),
}


@pytest.mark.parametrize("theme", ABOUT, ids=lambda theme: theme.name)
def test_a_puzzle_is_about_what_its_line_shows(theme: Theme) -> None:
    assert theme_of(puzzle(*ABOUT[theme])) is theme


def test_a_seam_piece_that_is_laid_is_what_a_puzzle_is_about() -> None:
    laid = puzzle("K5/2c1c1/6/2C1C1/6/K5 g 3,1 2,4 - -", "Cb2~45+ Cd3 Ca3 Kb1 Ce1#", ruleset=SEAM)
    assert theme_of(laid) is Theme.SEAM


def test_a_line_without_a_win_is_about_nothing() -> None:
    with pytest.raises(ValueError, match="ends without a win"):
        theme_of(puzzle("6/6/6/6/6/6 o 8,0 8,0", "Ka1"))


def test_a_position_is_found_to_be_the_puzzle_that_it_is() -> None:
    finder = Finder(CLASSIC)
    prover = Prover(CLASSIC)
    for kept in [each for each in puzzles_of(CLASSIC) if each.turns < 3][:6]:
        (found,) = finder.puzzles_in(kept.position, 2)
        assert (found.turns, found.difficulty) == (kept.turns, kept.difficulty)
        assert found.solution[0] == kept.solution[0]
        assert flaw_of(found, prover) is None


@pytest.mark.parametrize(
    "text",
    [
        "CC4/6/6/6/6/6 o 0,6 8,0",
        "k1k1k1/1k1k1k/6/K1K1K1/6/6 o 5,0 2,0",
        "CC2CC/kk4/2kk2/4kk/6/6 o 0,4 2,0",
    ],
    ids=["too few pieces", "nobody has a cat", "two turns win"],
)
def test_other_positions_are_no_puzzle(text: str) -> None:
    assert list(Finder(CLASSIC).puzzles_in(read_position(text), 2)) == []


def test_a_position_that_would_take_too_much_work_is_left_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(puzzle_making, "_MOST_NODES", 10)
    kept = next(each for each in puzzles_of(CLASSIC) if each.turns == 2)
    assert list(Finder(CLASSIC).puzzles_in(kept.position, 2)) == []


def test_what_is_seen_at_once_is_easy_and_what_is_not_is_hard() -> None:
    by_difficulty = {each.difficulty: each for each in puzzles_of(CLASSIC)[::-1]}
    for difficulty in (1, 2, 3):
        kept = by_difficulty[difficulty]
        assert difficulty_of(kept.position, kept.solution[0]) == difficulty


def test_levels_that_think_less_in_junior_tell_what_is_hard_there() -> None:
    hard = [each for each in puzzles_of(JUNIOR) if each.difficulty > 2]
    assert {each.difficulty for each in hard} == {3, 4, 5}
    for kept in hard:
        assert difficulty_of(kept.position, kept.solution[0]) == kept.difficulty, kept.id


def test_a_collection_takes_nothing_twice_and_numbers_what_it_takes() -> None:
    first, second, third = puzzles_of(CLASSIC)[:3]
    collection = Collection(CLASSIC, (first,), 20)
    assert collection.add_best([first, copied(first, 5)]) is None
    added = collection.add_best([replace(second, id="")])
    assert added == replace(second, id="classic-0002")
    assert collection.add_best([copied(second, 3)]) is None
    assert collection.add_best([replace(third, id="")]) == replace(third, id="classic-0003")


def test_a_collection_wants_each_length_by_its_share_until_it_is_full() -> None:
    every = {
        turns: [each for each in puzzles_of(CLASSIC) if each.turns == turns][:40]
        for turns in SHARES
    }
    collection = Collection(CLASSIC, (), 40)
    assert collection.longest == 3
    taken = Counter(each.turns for each in every[3] if collection.add_best([each]))
    assert taken[3] < 10
    assert collection.longest == 2
    for _ in range(12):
        for turns in (1, 2, 3):
            taken[turns] += sum(collection.add_best([each]) is not None for each in every[turns])
    assert collection.is_full
    assert taken == {1: 10, 2: 20, 3: 10}
    assert collection.add_best(every[2]) is None


def test_equal_chance_makes_equal_puzzles() -> None:
    """Of matches of junior, which are short, and of puzzles of one turn, which are soon proved."""
    kept = tuple(each for each in puzzles_of(JUNIOR) if each.turns > 1)[:60]

    def chance_of(match: int) -> Random:
        return Random(f"3 {match}")

    def made() -> list[Searched]:
        collection = Collection(JUNIOR, kept, len(kept) + 1)
        return list(make_puzzles(JUNIOR, collection, chance_of))

    first = made()
    assert first == made()
    assert [each.match for each in first] == list(range(1, len(first) + 1))
    found = [each.puzzle for each in first if each.puzzle]
    assert [each.id for each in found] == ["junior-0061"]
    prover = Prover(JUNIOR)
    assert all(flaw_of(each, prover) is None for each in found)

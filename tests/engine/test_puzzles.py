"""The stored puzzles: each can be played, has one solution, and differs from all others.

These tests check the cheap properties of all puzzles and prove a few, more where numba is
installed; `boop puzzles verify` proves all of them.
"""

import os
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path

import pytest

from bot.engine.finding import themes_of
from bot.engine.lab.puzzle_checking import Flaw, PuzzleFault, flaw_in_line, flaw_of, flaws_in
from bot.engine.lab.puzzle_making import AHEAD, MOST_OF_GOAL, patterns_of
from bot.engine.proving import Prover
from bot.engine.puzzles import (
    FILE,
    GOALS,
    HARDEST,
    TO_HOLD,
    Puzzle,
    PuzzleTheme,
    PuzzleUnreadable,
    id_of,
    listed,
    puzzles_of,
    read_puzzles,
    write_puzzles,
)
from bot.game import (
    CLASSIC,
    JUNIOR,
    RULESETS,
    SEAM,
    GameRefusal,
    Position,
    Ruleset,
    Turn,
    legal_turns,
    play,
    read_position,
    read_turn,
)
from tests.engine.refereed_puzzles import prove
from tests.kit.thoroughness import quick_or_thorough, sampled

ROOT = Path(__file__).parents[2]


def by_name(ruleset: Ruleset) -> str:
    return ruleset.name


def puzzle(text: str, line: str, ruleset: Ruleset = CLASSIC) -> Puzzle:
    solution = tuple(map(read_turn, line.split()))
    bare = Puzzle(id_of(ruleset, 1), read_position(text, ruleset), solution)
    try:
        return replace(bare, themes=themes_of(bare))
    except (ValueError, GameRefusal):
        return bare


LONG = puzzle("K2K1k/2k3/1C1C2/4c1/c1c3/1k2k1 o 0,4 0,1", "Ce2 Cd3 Ca6 Ka2 Cd5#")
GOOD = puzzle("6/k1kCCk/6/k1kk2/6/2k3 o 3,3 1,0", "Cc1 Ke4=a2 Ce1#")


def test_there_are_three_thousand_puzzles_and_many_of_each_ruleset() -> None:
    counts = {ruleset: len(listed(ruleset)) for ruleset in RULESETS}
    assert sum(counts.values()) >= 3_000
    assert min(counts.values()) >= 150


def test_the_file_is_small_and_in_the_format_of_the_program() -> None:
    text = FILE.read_text(encoding="utf-8")
    assert write_puzzles(read_puzzles(text)) == text
    assert FILE.stat().st_size < 300_000


@pytest.mark.parametrize("ruleset", RULESETS, ids=by_name)
def test_every_line_can_be_played_and_ends_with_the_win(ruleset: Ruleset) -> None:
    for number, each in enumerate(puzzles_of(ruleset), 1):
        assert each.id == id_of(ruleset, number)
        assert each.position.ruleset == ruleset
        assert flaw_in_line(each) is None, each.id


@pytest.mark.night
@pytest.mark.long
def test_no_two_puzzles_are_symmetric() -> None:
    for ruleset in RULESETS:
        seen = Counter(pattern for each in puzzles_of(ruleset) for pattern in patterns_of(each))
        assert max(seen.values()) == 1


@pytest.mark.parametrize("ruleset", RULESETS, ids=by_name)
def test_goals_themes_and_difficulties_are_mixed(ruleset: Ruleset) -> None:
    puzzles = listed(ruleset)
    for goal, theme in zip(GOALS, OF_GOALS, strict=True):
        have = sum(theme in each.themes for each in puzzles)
        assert 0 < have <= MOST_OF_GOAL[goal] * len(puzzles) + AHEAD
    assert {each.difficulty for each in puzzles} >= {1, 5, 6, 7}
    assert {each.difficulty for each in puzzles} <= set(range(1, HARDEST + 1))


OF_GOALS = (
    PuzzleTheme.DEFEND,
    PuzzleTheme.WIN_IN_ONE,
    PuzzleTheme.WIN_IN_TWO,
    PuzzleTheme.WIN_IN_THREE,
)


@pytest.mark.parametrize("ruleset", sampled(RULESETS, 0, 3), ids=by_name)
@pytest.mark.parametrize("goal", sampled([TO_HOLD, 1, 2], 2))
def test_a_sample_of_puzzles_is_proved_by_trying_every_turn_and_reply(
    ruleset: Ruleset, goal: int
) -> None:
    prover = Prover(ruleset)
    of_goal = [each for each in puzzles_of(ruleset) if each.goal == goal]
    count = 1 if goal == TO_HOLD else quick_or_thorough(1, 4)
    for each in of_goal[:: len(of_goal) // count][:count]:
        assert flaw_of(each, prover) is None, each.id


@pytest.mark.night
@pytest.mark.long
def test_a_puzzle_of_three_turns_is_proved() -> None:
    each = next(each for each in puzzles_of(CLASSIC) if each.turns == 3)
    assert flaw_of(each, Prover(CLASSIC)) is None, each.id


@pytest.mark.night
@pytest.mark.skipif(find_spec("numba") is None, reason="numba, the extra `fast`, is not installed")
def test_compiled_proofs_agree(tmp_path: Path) -> None:
    """`.ci/long` proves the whole book in this way."""
    first = {ruleset: puzzles_of(ruleset)[:12] for ruleset in RULESETS}
    book = tmp_path / "puzzles.txt"
    book.write_text(write_puzzles(first), encoding="utf-8")
    ran = subprocess.run(
        [sys.executable, "-m", "bot", "puzzles", "verify", "--file", str(book)],
        cwd=ROOT,
        env={**os.environ, "NUMBA_DISABLE_JIT": "0"},
        capture_output=True,
        text=True,
        check=False,
        timeout=1800,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    for ruleset in RULESETS:
        assert f"{ruleset.name}: 12 of 12" in ran.stdout


FLAWED = {
    "too short": (replace(GOOD, solution=GOOD.solution[:2]), Flaw(PuzzleFault.ODD)),
    "too hard": (replace(GOOD, difficulty=HARDEST + 1), Flaw(PuzzleFault.ODD)),
    "other themes": (
        replace(GOOD, themes=frozenset((PuzzleTheme.WIN_IN_TWO,))),
        Flaw(PuzzleFault.MISLABELLED),
    ),
    "taken": (
        replace(GOOD, solution=(read_turn("Cd2"), *GOOD.solution[1:])),
        Flaw(PuzzleFault.ILLEGAL, 1),
    ),
    "choice left out": (
        replace(GOOD, solution=(GOOD.solution[0], read_turn("Ke4"), GOOD.solution[2])),
        Flaw(PuzzleFault.ILLEGAL, 2),
    ),
    "win not marked": (
        replace(GOOD, solution=(*GOOD.solution[:2], read_turn("Ce1"))),
        Flaw(PuzzleFault.NOT_IN_FULL, 3),
    ),
    "no win": (
        replace(GOOD, solution=(*GOOD.solution[:2], read_turn("Ka6"))),
        Flaw(PuzzleFault.NO_END, 3),
    ),
    "won before its end": (
        puzzle("CC4/6/6/6/6/6 o 0,6 8,0", "Cc1# Ka6 Cf6"),
        Flaw(PuzzleFault.NO_END, 1),
    ),
    "won sooner": (
        puzzle("CC4/6/6/6/6/6 o 0,6 8,0", "Cc5 Ka6 Cc1#"),
        Flaw(PuzzleFault.SOONER, 1),
    ),
    "not forced": (
        puzzle("C1C3/6/6/6/6/6 o 0,6 8,0", "Ce5 Kb1 Cb2"),
        Flaw(PuzzleFault.NO_END, 3),
    ),
}


@pytest.mark.parametrize("what", FLAWED)
def test_each_flaw_is_found(what: str) -> None:
    flawed, flaw = FLAWED[what]
    assert flaw_of(flawed, Prover(CLASSIC)) == flaw


def test_a_good_puzzle_has_no_flaw() -> None:
    assert flaw_of(GOOD, Prover(CLASSIC)) is None


def test_a_turn_beside_the_one_that_wins_forces_nothing() -> None:
    first = read_turn("Cc3")
    prover = Prover(CLASSIC)
    assert first not in prover.winning_turns(GOOD.position, 2)
    rest = some_line(play(GOOD.position, first).after, 2)
    assert rest is not None
    assert flaw_of(replace(GOOD, solution=(first, *rest)), prover) == Flaw(
        PuzzleFault.NOT_FORCED, 1
    )


@pytest.mark.night
@pytest.mark.long
def test_the_only_turn_that_defends_is_distinguished_from_others_and_from_one_of_two() -> None:
    prover = Prover(JUNIOR)
    holds = next(each for each in puzzles_of(JUNIOR) if each.holds)
    assert flaw_of(holds, prover) is None
    other = next(turn for turn in legal_turns(holds.position) if turn != holds.solution[0])
    assert flaw_of(replace(holds, solution=(other,)), prover) == Flaw(PuzzleFault.NOT_HELD, 1)
    start = Puzzle("", Position.start(JUNIOR), (read_turn("Kc3"),), 1, holds.themes)
    assert flaw_of(start, prover) == Flaw(PuzzleFault.NOT_ALONE, 1)
    won = next(each for each in puzzles_of(JUNIOR) if each.turns > 1)
    held = replace(won, solution=won.solution[:1])
    assert flaw_of(held, prover) == Flaw(PuzzleFault.WINS)


@pytest.mark.parametrize("ruleset", sampled(RULESETS, 2, 4), ids=by_name)
def test_the_referee_proves_a_few_by_its_own_rules(ruleset: Ruleset) -> None:
    """`.ci/long` lets the referee prove a hundred of each ruleset."""
    for goal in quick_or_thorough((1,), (TO_HOLD, 1, 2)):
        prove(next(each for each in puzzles_of(ruleset) if each.goal == goal))


def test_a_second_winning_turn_is_a_flaw() -> None:
    both = puzzle("CC2CC/6/6/6/6/6 o 0,4 8,0", "Cc1#")
    assert flaw_of(both, Prover(CLASSIC)) == Flaw(PuzzleFault.NOT_ALONE, 1)


@pytest.mark.night
@pytest.mark.long
def test_a_reply_that_allows_an_earlier_win_is_a_flaw() -> None:
    prover = Prover(CLASSIC)
    assert flaw_of(LONG, prover) is None
    after = play(LONG.position, LONG.solution[0]).after
    best = prover.best_replies(after, 2)
    assert LONG.solution[1] in best
    weak = next(reply for reply in legal_turns(after) if reply not in best)
    rest = some_line(play(after, weak).after, 3)
    assert rest is not None
    flawed = replace(LONG, solution=(LONG.solution[0], weak, *rest))
    assert flaw_of(flawed, prover) == Flaw(PuzzleFault.WEAK_REPLY, 2)


def some_line(position: Position, turns: int) -> tuple[Turn, ...] | None:
    """Return any line of `turns` turns of both seats in which only the last turn wins."""
    for turn in legal_turns(position):
        if turn.wins is (turns == 1):
            rest = () if turns == 1 else some_line(play(position, turn).after, turns - 1)
            if rest is not None:
                return (turn, *rest)
    return None


@pytest.mark.night
@pytest.mark.long
def test_numbers_and_duplicates_are_checked_too() -> None:
    mirrored = puzzle("6/kCCk1k/6/2kk1k/6/3k2 o 3,3 1,0", "Cd1 Kb4=f2 Cb1#")
    other = replace(LONG, id="classic-0002")
    puzzles = (GOOD, replace(other, id="classic-0004"), replace(mirrored, id="classic-0003"))
    found = [flaw for _, flaw in flaws_in(CLASSIC, puzzles, Prover(CLASSIC))]
    assert found == [None, Flaw(PuzzleFault.MISNUMBERED), Flaw(PuzzleFault.ALIKE)]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("classic", 1),
        ("classic 1\nclassic-0001 | 1 | nothing", 2),
        ("classic 1\n\nclassic 99", 3),
        ("classic 1\nclassic-0001 | 1 | d | 6/6/6/6/6/6 o 8,0 8,0 | Kz9", 2),
        ("classic 1\nclassic-0001 | one | d | 6/6/6/6/6/6 o 8,0 8,0 | Ka1", 2),
        ("classic 1\nclassic-0001 | 1 | ? | 6/6/6/6/6/6 o 8,0 8,0 | Ka1", 2),
    ],
)
def test_a_line_that_is_not_a_puzzle_is_named(text: str, line: int) -> None:
    with pytest.raises(PuzzleUnreadable) as refused:
        read_puzzles(text)
    assert refused.value.line == line
    assert refused.value.text == text.splitlines()[line - 1]


def test_puzzles_are_read_as_they_were_written() -> None:
    seam = puzzle("6/6/6/6/6/CC4 o 0,6 8,0 cd+4 -", "Cc6#", SEAM)
    kept = {CLASSIC: [GOOD, LONG], SEAM: [seam]}
    assert read_puzzles(write_puzzles(kept)) == kept
    assert read_puzzles("") == {}

"""The reply that refutes a wrong turn in a puzzle."""

import pickle
from functools import partial

import pytest

from bot.engine.proving import Prover
from bot.engine.puzzles import HELD_FOR, Puzzle, PuzzleTheme, listed
from bot.engine.reasons import Wins
from bot.features.puzzles import engine_requests as puzzle_engine_requests
from bot.features.puzzles.engine_requests import find_refutation, find_winning_reply
from bot.features.puzzles.lines import is_right
from bot.game import (
    RULESETS,
    SCARCE,
    Position,
    Ruleset,
    Turn,
    legal_turns,
    play,
    read_position,
    read_turn,
)
from tests.kit.progress import ignore_progress
from tests.kit.thoroughness import quick_or_thorough, sampled


def winning_puzzles(ruleset: Ruleset) -> list[Puzzle]:
    return [each.read() for each in listed(ruleset)[:60] if PuzzleTheme.DEFEND not in each.themes]


EVERY = [puzzle for ruleset in RULESETS for puzzle in winning_puzzles(ruleset)]
SOME = [
    each for ruleset in RULESETS for each in winning_puzzles(ruleset)[: quick_or_thorough(1, 3)]
]


def wins_within(position: Position, own_turns: int) -> bool:
    """Return whether the seat to move can win in that many own turns, by trying all turns."""
    if own_turns == 0:
        return False
    return any(
        step.win is not None
        or (
            own_turns > 1
            and all(
                reply.win is None and wins_within(reply.after, own_turns - 1)
                for reply in (play(step.after, each) for each in legal_turns(step.after))
            )
        )
        for step in (play(position, turn) for turn in legal_turns(position))
    )


def wrong_turns(puzzle: Puzzle) -> list[Turn]:
    turns = list(legal_turns(puzzle.position))
    return [turn for turn in turns if not is_right(puzzle, 0, play(puzzle.position, turn))]


def test_a_win_that_a_wrong_turn_allows_is_found() -> None:
    position = read_position("cc4/6/6/6/6/CC4 o 0,6 0,6")
    after = play(position, read_turn("Cf6")).after
    refuted = find_refutation(after, 1, ignore_progress)
    assert refuted is not None
    assert refuted.reply.wins
    assert isinstance(refuted.reasons[0], Wins)


@pytest.mark.parametrize("puzzle", sampled(SOME, 0, 3), ids=lambda puzzle: puzzle.id)
def test_a_reply_can_be_played_and_leaves_no_win_in_the_turns_that_the_line_had(
    puzzle: Puzzle,
) -> None:
    wrong = wrong_turns(puzzle)
    left = puzzle.turns - 1
    for turn in wrong[:: max(1, len(wrong) // 3)]:
        after = play(puzzle.position, turn).after
        refuted = find_refutation(after, left, ignore_progress)
        if refuted is not None:
            reply = play(after, refuted.reply)
            assert reply.win is not None or not wins_within(reply.after, min(left, 1))


def test_a_reply_after_which_the_solver_still_wins_in_time_is_not_shown() -> None:
    """The search overlooks the three replies to `Ke3` that hold out, and prefers one that does not.

    If it finds one of them some day, this needs another position.
    """
    position = read_position("6/2C1k1/k1kK2/2C2k/k2k2/5k o 1,0 1,0", SCARCE)
    step = play(position, read_turn("Ke3"))
    assert find_refutation(step.after, 2, ignore_progress) is None


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: ruleset.name)
def test_the_refutation_of_a_failed_defence_is_proved(ruleset: Ruleset) -> None:
    defences = [each for each in listed(ruleset)[:60] if PuzzleTheme.DEFEND in each.themes]
    punished = []
    for puzzle in (each.read() for each in defences[:4]):
        after = play(puzzle.position, wrong_turns(puzzle)[0]).after
        found = find_winning_reply(after, ignore_progress)
        punished.append(found is not None)
        if found is not None:
            reply = play(after, found.reply)
            held = reply.win is None and Prover(ruleset).can_hold(reply.after, HELD_FOR - 1)
            assert not held
    assert punished.count(True) >= 3


@pytest.mark.long
def test_most_wrong_turns_have_a_refutation() -> None:
    longest = [puzzle for puzzle in EVERY if puzzle.turns > 1]
    longest = longest[:: quick_or_thorough(24, 8)]
    answered = [
        find_refutation(
            play(puzzle.position, wrong_turns(puzzle)[0]).after, puzzle.turns - 1, ignore_progress
        )
        for puzzle in longest
    ]
    assert answered.count(None) < len(answered) / 4


def test_a_refutation_that_needs_too_much_work_is_not_shown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(puzzle_engine_requests, "MOST_PROVED", 1)
    puzzle = next(each for each in EVERY if each.turns == 3)
    turns = wrong_turns(puzzle)
    after = [play(puzzle.position, turn).after for turn in turns]
    found = [find_refutation(position, 2, ignore_progress) for position in after[:4]]
    assert all(each is None or each.reply.wins for each in found)


def test_the_job_can_be_sent_to_another_process_and_says_the_same_there() -> None:
    puzzle = EVERY[0]
    after = play(puzzle.position, wrong_turns(puzzle)[0]).after
    job = pickle.loads(pickle.dumps(partial(find_refutation, after, puzzle.turns - 1)))
    assert job(ignore_progress) == find_refutation(after, puzzle.turns - 1, ignore_progress)

"""Puzzles in words: what answered a turn, days in a row, and who solved them."""

from dataclasses import replace

import pytest

from bot.engine.puzzles import puzzles_of
from bot.engine.reasons import PushesOff, Reason, StopsGraduation, StopsWin, Wins
from bot.game import CLASSIC, Kind, WinBy, newest_ruleset, play, read_turn
from bot.host.puzzles import Daily, Solved, Streaks
from bot.host.puzzling import explained
from bot.host.refuting import Refuted
from bot.match.identity import GuildId, Instant, UserId
from bot.match.puzzle_attempt import Attempt
from bot.match.puzzle_day import MIDNIGHT, PuzzleDay, date_of
from bot.match.puzzle_streak import PuzzleStreak
from bot.store.puzzles import Counts, Solver, Standing
from cogs.ui.names import NAMES
from cogs.ui.puzzle_words import (
    date_words,
    line_words,
    person,
    record_words,
    shared_words,
    solved_words,
    streak_words,
    streaks_words,
    task_words,
    wrong_words,
)
from tests.match.table import NOON

ADA, BOB, CY = UserId(1), UserId(2), UserId(3)
TODAY = PuzzleDay(20_778)
DATE = date_of(TODAY, MIDNIGHT)
PUZZLES = puzzles_of(newest_ruleset(CLASSIC.name))
PUZZLE = PUZZLES[0]
STEP = play(PUZZLE.position, PUZZLE.solution[0])
REPLY = read_turn("Kb2")


def solver(user: UserId, misses: int = 0, left_at: Instant | None = None) -> Solver:
    return Solver(user, Attempt(2, misses, NOON, TODAY), left_at)


def daily(streak: PuzzleStreak, misses: int = 0) -> Daily:
    attempt = Attempt(2, misses, NOON, TODAY)
    return Daily(GuildId(7), TODAY, DATE, TODAY, PUZZLE, attempt, streak, NOON)


def test_a_day_is_named_by_its_date() -> None:
    assert date_words(DATE) == "21 November"


def test_a_puzzle_says_who_is_to_move_and_in_how_many_turns_it_wins() -> None:
    one = next(puzzle for puzzle in PUZZLES if puzzle.turns == 1)
    seat = "Gray" if one.position.to_move.name == "GRAY" else "Orange"
    assert f"**{seat}** to move wins in **one turn**. Find the only way." in task_words(one)


@pytest.mark.parametrize(
    ("left", "reasons", "said"),
    [
        (1, (Wins(WinBy.LINE, Kind.CAT),), "is not the one: they would win with `Kb2`."),
        (0, (Wins(WinBy.LINE, Kind.CAT),), "does not win at once: they would win with `Kb2`."),
        (1, (StopsWin(WinBy.LINE),), ": they would answer `Kb2` and stop your line."),
        (1, (StopsWin(WinBy.FULL_BED),), ": they would answer `Kb2` and stop your eighth cat."),
        (2, (StopsGraduation(pushes_out=True),), "they would answer `Kb2` and spoil your line."),
        (1, (PushesOff(1, 0),), ": they would answer `Kb2` and hold out."),
        (1, (), ": they would answer `Kb2` and hold out."),
        (0, (StopsWin(WinBy.LINE),), "does not win at once. Try again."),
    ],
)
def test_a_wrong_turn_is_answered_in_words(
    left: int, reasons: tuple[Reason, ...], said: str
) -> None:
    words = wrong_words(STEP, left, Refuted(REPLY, reasons))
    assert said in words
    assert words.startswith("❌ `")
    assert words.endswith("Try again.")


def test_a_wrong_turn_is_said_without_an_answer_too() -> None:
    assert wrong_words(STEP, 1, None).endswith("is not the one. Try again.")


def test_each_turn_of_a_line_is_said_with_its_number_and_own_turns_with_a_reason() -> None:
    for puzzle in PUZZLES[:12]:
        lines = line_words(explained(puzzle)).splitlines()
        assert len(lines) == len(puzzle.solution)
        assert "wins at once" in lines[-1]
        assert all("holds out longest" in line for line in lines[1::2])
        numbered = [line.startswith(f"**{number}** ") for number, line in enumerate(lines, 1)]
        assert all(numbered) is (puzzle.turns > 1)


@pytest.mark.parametrize(
    ("streak", "said"),
    [
        (PuzzleStreak(), ""),
        (PuzzleStreak(1, 1, 1, TODAY), "🔥 1 day in a row"),
        (PuzzleStreak(9, 5, 5, TODAY), "🔥 5 days in a row"),
        (PuzzleStreak(9, 5, 7, PuzzleDay(TODAY - 1)), "🔥 5 days in a row · best streak 7 days"),
        (PuzzleStreak(9, 5, 7, PuzzleDay(TODAY - 2)), "best streak 7 days"),
        (PuzzleStreak(1, 1, 1, PuzzleDay(TODAY - 2)), ""),
    ],
)
def test_days_in_a_row_are_said_where_there_are_any(streak: PuzzleStreak, said: str) -> None:
    assert streak_words(streak, TODAY) == said
    if streak.solved:
        solved = "1 puzzle" if streak.solved == 1 else f"{streak.solved} puzzles"
        expected = [f"🧩 **{solved}** solved", said] if said else [f"🧩 **{solved}** solved"]
        assert record_words(streak, TODAY) == " · ".join(expected)


def test_who_was_first_and_who_tried_least_are_named() -> None:
    first, best = solver(ADA, 3), solver(BOB)
    solved = Solved(Counts(9, 4), (first, best, solver(CY)), best)
    said = "\n".join(solved_words(daily(PuzzleStreak()), solved, CY))
    assert "**Solved today by 4 people** of 9 who tried" in said
    assert "First: <@1> at <t:" in said
    assert "Fewest tries: <@2>, 1 try" in said
    assert "Also <@2>, <@3> and 1 more" in said


@pytest.mark.parametrize(
    ("counts", "first", "said"),
    [
        (Counts(1, 1), (solver(ADA),), "You are the first to solve it today"),
        (Counts(2, 2), (solver(ADA),), "Solved today by 2 people"),
        (Counts(3, 1), (), "Solved today by 1 person"),
        (Counts(3, 0), (), "Nobody has solved it yet."),
    ],
)
def test_whoever_may_not_be_named_is_counted(
    counts: Counts, first: tuple[Solver, ...], said: str
) -> None:
    best = first[0] if first else None
    words = "\n".join(solved_words(daily(PuzzleStreak()), Solved(counts, first, best), ADA))
    assert said in words
    assert words.count("<@") == (2 if "2 people" in said else 0)


def test_who_left_is_shown_by_the_name_they_had() -> None:
    zoe = UserId(987_654)
    assert person(zoe, None) == "<@987654>"
    assert person(zoe, NOON) == "<@987654> 🚪"
    NAMES._names[zoe] = "Zoe_*"
    try:
        assert person(zoe, NOON) == r"Zoe\_\* 🚪"
    finally:
        NAMES.forget(zoe)


def test_streaks_of_the_same_length_share_a_place() -> None:
    lengths = {ADA: 5, BOB: 5, CY: 2, UserId(4): 1}
    standing = tuple(
        Standing(user, PuzzleStreak(9, length, max(4, length), TODAY))
        for user, length in lengths.items()
    )
    lines = streaks_words(Streaks(TODAY, standing, PuzzleStreak()), CY).splitlines()
    assert [line.split(" <")[0] for line in lines] == ["🥇", "🥇", "▸ 🥉", "**4.**"]
    assert lines[2].endswith("**2 days** · best 4")
    assert "Nobody has a streak" in streaks_words(Streaks(TODAY, (), PuzzleStreak()), CY)


def test_what_is_shared_tells_tries_and_streak_alone() -> None:
    long = daily(PuzzleStreak(5, 5, 5, TODAY))
    assert shared_words(long, ADA) == "🧩 <@1> solved today's puzzle in **1 try** · 🔥 streak 5"
    short = daily(PuzzleStreak(1, 1, 1, TODAY), misses=2)
    assert shared_words(short, ADA) == "🧩 <@1> solved today's puzzle in **3 tries**"
    late = replace(short, today=PuzzleDay(TODAY + 3))
    assert shared_words(late, ADA) == "🧩 <@1> solved the puzzle of 21 November in **3 tries**"

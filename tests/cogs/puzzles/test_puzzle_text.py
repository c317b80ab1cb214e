"""Puzzles in words: replies to a turn, days in a row, and the users who solved them."""

from dataclasses import replace

import pytest

from bot.engine.puzzles import listed
from bot.engine.reasons import PushesOff, Reason, StopsGraduation, StopsWin, Wins
from bot.features.puzzles.days import Attempt, PuzzleDay, PuzzleStreak, date_of
from bot.features.puzzles.engine_requests import Refutation
from bot.features.puzzles.lines import MissedTurn, explained, rulesets_with_puzzles, themes_in
from bot.features.puzzles.queries import Counts, Solver, UnbrokenStreak
from bot.features.puzzles.ratings import NOT_RATED
from bot.features.puzzles.service import Daily, DailySolvers, Streaks
from bot.features.settings.zones.local_time import DailyHour
from bot.game import CLASSIC, Kind, WinBy, newest_ruleset, play, read_turn
from bot.match.calendar import date_name
from bot.match.identity import GuildId, Instant, UserId
from bot.text import Language, all_of, speaking
from cogs.puzzles.phrases import (
    answering,
    goal_text,
    line_text,
    own_streak_text,
    person,
    record_text,
    shared_text,
    solved_text,
    stars,
    streak_text,
    streaks_text,
    task_text,
    theme_choices,
    wrong_text,
)
from cogs.wording.names import NAMES
from cogs.wording.phrases import seat_name
from tests.kit.matches import NOON

ADA, BOB, CY = UserId(1), UserId(2), UserId(3)
TODAY = PuzzleDay(20_778)
DATE = date_of(TODAY, DailyHour(0))
PUZZLES = [each.read() for each in listed(newest_ruleset(CLASSIC.name))[:40]]
PUZZLE = next(each for each in PUZZLES if each.goal == 2)
STEP = play(PUZZLE.position, PUZZLE.solution[0])
REPLY = read_turn("Kb2")


def solver(user: UserId, misses: int = 0, left_at: Instant | None = None) -> Solver:
    return Solver(user, Attempt(2, misses, NOON, TODAY), left_at)


def daily(streak: PuzzleStreak, misses: int = 0) -> Daily:
    attempt = Attempt(2, misses, NOON, TODAY)
    return Daily(GuildId(7), TODAY, DATE, TODAY, PUZZLE, attempt, streak, NOON)


def test_a_day_is_named_by_its_date() -> None:
    assert date_name(DATE) == "21 November"


@pytest.mark.parametrize(("day", "written"), [(1, "1er novembre"), (2, "2 novembre")])
def test_only_the_first_day_of_a_month_is_an_ordinal_in_french(day: int, written: str) -> None:
    with speaking(Language("fr")):
        assert date_name(replace(DATE, day=day)) == written


def test_a_puzzle_says_who_is_to_move_and_in_how_many_turns_it_wins() -> None:
    one = next(puzzle for puzzle in PUZZLES if puzzle.goal == 1)
    seat = "Gray" if one.position.to_move.name == "GRAY" else "Orange"
    assert f"**{seat}** wins in **1 turn**." in task_text(one)


@pytest.mark.parametrize(
    ("turns", "found", "expected"),
    [
        (1, 0, "1 turn"),
        (3, 0, "3 turns"),
        (3, 1, "2 more turns"),
        (3, 2, "1 more turn"),
        (2, 1, "1 more turn"),
    ],
)
def test_the_task_states_the_remaining_turns(turns: int, found: int, expected: str) -> None:
    puzzle = next(each for each in PUZZLES if each.goal == turns)
    assert f"wins in **{expected}**." in task_text(puzzle, found)


def test_a_defender_is_told_what_stops_the_opponent() -> None:
    puzzle = next(each for each in PUZZLES if each.holds)
    other = seat_name(puzzle.position.to_move.other)
    sentence = f"can't win yet: only **one turn** stops {other} from winning within **two**."
    assert sentence in task_text(puzzle)
    missed = MissedTurn(puzzle, 0, STEP)
    assert wrong_text(missed, None).endswith("doesn't stop them. Try again.")
    wins = wrong_text(missed, Refutation(REPLY, (Wins(WinBy.LINE, Kind.CAT),)))
    assert "answers with a kitten on b2 and wins. Try again." in wins
    forces = wrong_text(missed, Refutation(REPLY, ()))
    assert "answers with a kitten on b2 and can no longer be stopped." in forces


def test_the_goal_names_the_number_of_turns_and_the_ruleset() -> None:
    puzzle = next(each for each in PUZZLES if each.turns == 2)
    assert goal_text(puzzle).endswith("wins in **2 turns**.")
    junior = listed(newest_ruleset("junior"))[0].read()
    assert "**.\n-# Ruleset **junior**" in goal_text(junior)


@pytest.mark.parametrize(
    ("left", "reasons", "expected"),
    [
        (
            1,
            (Wins(WinBy.LINE, Kind.CAT),),
            "isn't it: gray answers with a kitten on b2 and wins.",
        ),
        (
            0,
            (Wins(WinBy.LINE, Kind.CAT),),
            "doesn't win at once: gray answers with a kitten on b2 and wins.",
        ),
        (1, (StopsWin(WinBy.LINE),), "answers with a kitten on b2 and stops your line."),
        (1, (StopsWin(WinBy.FULL_BED),), "with a kitten on b2 and stops your eighth cat."),
        (2, (StopsGraduation(pushes_out=True),), "with a kitten on b2 and spoils your line."),
        (1, (PushesOff(1, 0),), "answers with a kitten on b2 and holds out."),
        (1, (), ": gray answers with a kitten on b2 and holds out."),
        (0, (StopsWin(WinBy.LINE),), "doesn't win at once. Try again."),
    ],
)
def test_a_wrong_turn_is_answered_in_words(
    left: int, reasons: tuple[Reason, ...], expected: str
) -> None:
    puzzle = next(each for each in PUZZLES if each.goal == left + 1)
    words = wrong_text(MissedTurn(puzzle, 0, STEP), Refutation(REPLY, reasons))
    assert expected.replace("gray", seat_name(STEP.before.to_move.other)) in words
    assert words.startswith("❌ A ")
    assert words.endswith("Try again.")
    assert "`" not in words


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Kb4", "answers with a kitten on b4"),
        ("Cb4=c6", "answers with a cat on b4 and takes c6 off the bed"),
        (
            "a1>Kb4=b4c4d4",
            "recalls the piece on a1, answers with a kitten on b4 and takes b4 c4 d4 off the bed",
        ),
        (
            "Kb4~ab+",
            "answers with a kitten on b4 and lays the seam piece between a and b, from the top",
        ),
    ],
)
def test_an_answer_is_described_in_words(text: str, expected: str) -> None:
    assert all_of(answering(read_turn(text))) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Kb4", "❌ A kitten on b4 isn't"),
        ("Cb4=c6", "❌ A cat on b4 (c6 off the bed) isn't"),
        (
            "a1>Kb4~ab+",
            "❌ A kitten on b4 (the piece on a1 recalled, "
            "the seam piece between a and b, from the top)",
        ),
    ],
)
def test_every_part_of_a_wrong_turn_is_named(text: str, expected: str) -> None:
    assert wrong_text(MissedTurn(PUZZLE, 0, replace(STEP, turn=read_turn(text))), None).startswith(
        expected
    )


def test_a_wrong_turn_is_described_without_a_refutation_too() -> None:
    assert wrong_text(MissedTurn(PUZZLE, 0, STEP), None).endswith("isn't it. Try again.")


def test_the_turns_of_a_line_are_numbered_and_explained() -> None:
    for puzzle in [each for each in PUZZLES if not each.holds][:12]:
        lines = line_text(explained(puzzle)).splitlines()
        assert len(lines) == len(puzzle.solution)
        assert "wins at once" in lines[-1]
        assert all("holds out longest" in line for line in lines[1::2])
        numbered = [line.startswith(f"**{number}** ") for number, line in enumerate(lines, 1)]
        assert all(numbered) is (puzzle.turns > 1)


@pytest.mark.parametrize(
    ("streak", "line"),
    [
        (PuzzleStreak(), ""),
        (PuzzleStreak(1, 1, 1, TODAY), ""),
        (PuzzleStreak(4, 1, 3, TODAY), "best 3 days in a row"),
        (PuzzleStreak(9, 5, 5, TODAY), "🔥 5 days in a row"),
        (PuzzleStreak(9, 5, 7, PuzzleDay(TODAY - 1)), "🔥 5 days in a row · best 7 days in a row"),
        (PuzzleStreak(9, 5, 7, PuzzleDay(TODAY - 2)), "best 7 days in a row"),
        (PuzzleStreak(1, 1, 1, PuzzleDay(TODAY - 2)), ""),
    ],
)
def test_a_streak_is_mentioned_if_there_is_one(streak: PuzzleStreak, line: str) -> None:
    assert streak_text(streak, TODAY) == line
    if streak.solved:
        solved = "1 puzzle" if streak.solved == 1 else f"{streak.solved} puzzles"
        expected = [f"🧩 **{solved}** solved", line] if line else [f"🧩 **{solved}** solved"]
        assert record_text(streak, TODAY, NOT_RATED) == " · ".join(expected)


def test_a_users_own_streak_includes_a_single_day() -> None:
    assert own_streak_text(PuzzleStreak(1, 1, 1, TODAY), TODAY) == "1 day"
    assert own_streak_text(PuzzleStreak(4, 1, 3, TODAY), TODAY) == "1 day · best 3 days in a row"
    assert own_streak_text(PuzzleStreak(4, 2, 2, TODAY), TODAY) == "🔥 2 days in a row"
    assert own_streak_text(PuzzleStreak(), TODAY) == ""


def test_the_first_solver_and_the_one_with_the_fewest_tries_are_named() -> None:
    first, best = solver(ADA, 3), solver(BOB)
    solved = DailySolvers(Counts(9, 4), (first, best, solver(CY)), best)
    shown = "\n".join(solved_text(daily(PuzzleStreak()), solved, CY))
    assert "**Solved today by 4 people** · 9 people tried" in shown
    assert "First: <@1> at <t:" in shown
    assert "Fewest tries: <@2>, 1 try" in shown
    assert "Also <@2>, <@3> and 1 other" in shown


def test_a_solver_who_was_first_with_the_fewest_tries_is_named_once() -> None:
    first = solver(ADA)
    solved = DailySolvers(Counts(9, 2), (first, solver(BOB)), first)
    shown = "\n".join(solved_text(daily(PuzzleStreak()), solved, CY))
    assert "First, and in the fewest tries: <@1> at <t:" in shown
    assert "in 1 try\n-# Also <@2>" in shown
    assert shown.count("<@1>") == 1


def test_the_only_solver_is_named_once() -> None:
    only = solver(ADA, 1)
    solved = DailySolvers(Counts(3, 1), (only,), only)
    [shown] = solved_text(daily(PuzzleStreak()), solved, BOB)
    assert shown.startswith("**Solved today by <@1> at <t:")
    assert shown.endswith(" in 2 tries** · 3 people tried")
    of_old = replace(daily(PuzzleStreak()), today=PuzzleDay(TODAY + 1))
    assert list(solved_text(of_old, solved, ADA)) == [
        "**You were the only one to solve it that day**"
    ]


@pytest.mark.parametrize(
    ("counts", "first", "expected"),
    [
        (Counts(1, 1), (solver(ADA),), "You're the first to solve it today"),
        (Counts(2, 2), (solver(ADA),), "Solved today by 2 people"),
        (Counts(3, 1), (), "Solved today by 1 person"),
        (Counts(3, 0), (), "No one has solved it yet."),
    ],
)
def test_a_solver_who_may_not_be_named_is_counted(
    counts: Counts, first: tuple[Solver, ...], expected: str
) -> None:
    best = first[0] if first else None
    words = "\n".join(solved_text(daily(PuzzleStreak()), DailySolvers(counts, first, best), ADA))
    assert expected in words
    assert words.count("<@") == (1 if "2 people" in expected else 0)


def test_a_user_who_left_is_shown_by_the_name_they_had() -> None:
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
    streaks = tuple(
        UnbrokenStreak(user, PuzzleStreak(9, length, max(4, length), TODAY))
        for user, length in lengths.items()
    )
    lines = streaks_text(Streaks(TODAY, streaks, PuzzleStreak()), CY).splitlines()
    assert [line.split(" <")[0] for line in lines] == ["🥇", "🥇", "▸ 🥉", "**4.**"]
    assert lines[2].endswith("**2 days** · best 4")
    assert "No one is on a streak" in streaks_text(Streaks(TODAY, (), PuzzleStreak()), CY)


def test_a_shared_result_contains_only_tries_and_streak() -> None:
    begins = f"🧩 <@1> solved the puzzle of **21 November** {stars(PUZZLE)} in "
    long = daily(PuzzleStreak(5, 5, 5, TODAY))
    assert shared_text(long, ADA) == f"{begins}**1 try** · 🔥 5 days in a row"
    short = daily(PuzzleStreak(1, 1, 1, TODAY), misses=2)
    assert shared_text(short, ADA) == f"{begins}**3 tries**"
    late = replace(short, today=PuzzleDay(TODAY + 3))
    assert shared_text(late, ADA) == f"{begins}**3 tries**"


def test_the_themes_offered_are_those_of_the_book() -> None:
    kept = {theme.value for ruleset in rulesets_with_puzzles() for theme in themes_in(ruleset)}
    assert {each.value for each in theme_choices()} == kept

"""Every panel of puzzles, as full as possible."""

from collections.abc import Iterator
from dataclasses import replace

import discord

from bot.engine.puzzles import Puzzle, PuzzleTheme, listed
from bot.features.puzzles.days import IN_PERSON, Attempt, PuzzleDay, PuzzleStreak, date_of
from bot.features.puzzles.lines import MissedTurn, explained
from bot.features.puzzles.posts import DailyPost
from bot.features.puzzles.queries import Counts, LongestRun, Solver, UnbrokenStreak
from bot.features.puzzles.ratings import PuzzleRating, RatingWithChange
from bot.features.puzzles.runs import MOST_RUNS, StreakRun, StreakState
from bot.features.puzzles.service import (
    MOST_NAMED,
    MOST_STREAKS,
    Daily,
    DailySolvers,
    LineProgress,
    Streaks,
)
from bot.features.settings.zones.local_time import DailyHour
from bot.game import RULESETS, SCARCE, SEAM, Position, Step, Turn, legal_turns, play, write_turn
from bot.match.clock import DAY
from bot.match.identity import GuildId, Instant, UserId
from bot.text import translate
from cogs.core.outgoing import Picture
from cogs.puzzles.phrases import right_text, shared_text, wrong_text
from cogs.puzzles.solving import PuzzleAttempt
from cogs.puzzles.views import (
    SOLUTION,
    daily_over_panel,
    end_run_panel,
    give_up_panel,
    give_up_practice_panel,
    post_view,
    practice_over_panel,
    run_over_panel,
    runs_panel,
    shared_view,
    solving_panel,
    streaks_panel,
)
from tests.cogs.conditional.views import parts_of
from tests.kit.matches import CHOICE, EMPTY_HAND, NOON, SEAM_CHOICE
from tests.kit.positions import crowded_positions

PLAYER = UserId(9 * 10**18)
TODAY = PuzzleDay(99_999)
DATE = date_of(TODAY, DailyHour(0))
LONGEST = max(
    (each for ruleset in RULESETS for each in listed(ruleset)), key=lambda each: len(each.line)
).read()
SOME = [LONGEST, *(each.read() for ruleset in RULESETS for each in listed(ruleset)[:4])]
STREAK = PuzzleStreak(99_999, 9_998, 9_999, TODAY)
RUN = StreakRun(9_999, 9_999, best=9_999)
RATED = RatingWithChange(PuzzleRating(rated_at=NOON, solved=9_999), 9_999)
SOLVED = Attempt(3, 9_999, NOON, TODAY)


def views_of_puzzles(picture: Picture) -> Iterator[discord.ui.LayoutView]:
    """Yield each panel and each of its questions."""
    for daily in dailies():
        if daily.attempt.is_over:
            line = explained(daily.puzzle)
            rated = replace(daily, rated=RATED)
            yield daily_over_panel(rated, PLAYER, line, picture, "n" * 200)
            yield shared_view(shared_text(daily, PLAYER), daily, picture)
        else:
            yield solving_panel(PuzzleAttempt.of_daily(daily), picture, "n" * 200)
            yield give_up_panel(daily, counts=True)
    for puzzle in SOME:
        found = puzzle.turns - 1
        solving = PuzzleAttempt(puzzle, LineProgress(found, 9_999), theme=PuzzleTheme.CHOOSE)
        yield solving_panel(solving, picture, right_text(puzzle, found) if found else "")
        yield give_up_practice_panel(solving)
        over = explained(puzzle)
        yield practice_over_panel(solving, over, picture, translate(SOLUTION), RATED)
        for run in (RUN, replace(RUN, length=0), replace(RUN, best=0)):
            reached = replace(run, found=found, puzzle=puzzle.id)
            running = StreakState(reached, puzzle, run.best)
            yield solving_panel(PuzzleAttempt.of_run(running), picture, "n" * 200)
            step = play(puzzle.position, next(iter(legal_turns(puzzle.position))))
            yield end_run_panel(running)
            yield run_over_panel(running, over, picture, step)
            yield run_over_panel(running, over, picture, None)
    yield from questions(picture)
    streak = UnbrokenStreak(PLAYER, STREAK, NOON)
    yield runs_panel((), PLAYER)
    yield runs_panel((LongestRun(PLAYER, 9_999, NOON),) * MOST_RUNS, PLAYER)
    yield streaks_panel(Streaks(TODAY, (), PuzzleStreak()), PLAYER, TODAY)
    yield streaks_panel(Streaks(TODAY, (streak,) * MOST_STREAKS, STREAK), PLAYER, TODAY)
    for before in (None, DailySolvers(Counts(0, 0)), DailySolvers(Counts(9, 0)), most_solved()):
        yield post_view(DailyPost(TODAY, DATE, LONGEST, before), picture)


def most_solved() -> DailySolvers:
    """Return the solvers of a day: more than the longest list names."""
    solver = Solver(PLAYER, SOLVED, NOON)
    return DailySolvers(Counts(10**6, 10**5), (solver,) * MOST_NAMED, solver)


def dailies() -> Iterator[Daily]:
    """Yield daily puzzles in each state: untried, missed, solved, given up, today's and old."""
    attempts = (
        Attempt(),
        Attempt(1, 9_999),
        SOLVED,
        replace(SOLVED, solved_day=PuzzleDay(TODAY + 1)),
        Attempt(1, 9, gave_up_at=NOON),
    )
    first = Daily(
        GuildId(7),
        TODAY,
        DATE,
        TODAY,
        LONGEST,
        Attempt(),
        STREAK,
        Instant(NOON + DAY),
    )
    for attempt in attempts:
        for solved in (most_solved(), DailySolvers(Counts(1, 0))):
            daily = replace(first, attempt=attempt, solved=solved)
            yield daily
            yield replace(daily, today=PuzzleDay(TODAY + 1), streak=PuzzleStreak())
            yield replace(daily, guild=IN_PERSON, solved=DailySolvers(Counts(9, 8)))


def questions(picture: Picture) -> Iterator[discord.ui.LayoutView]:
    """Ask for each part of a turn, in positions with the most to ask."""
    positions = [CHOICE, SEAM_CHOICE, EMPTY_HAND]
    for ruleset in (SEAM, SCARCE):
        positions += crowded_positions(seed=7, count=20, ruleset=ruleset)
    for position in positions:
        turn = max(legal_turns(position), key=lambda each: (not each.wins, len(write_turn(each))))
        solving = PuzzleAttempt(_puzzle(position, turn), LineProgress(0, 0))
        for choices in parts_of(turn):
            chosen = solving.with_choices(choices)
            yield solving_panel(chosen, picture)
        assert isinstance(chosen.question, Step) or turn.seam is None
        wrong = wrong_text(MissedTurn(solving.puzzle, 0, play(position, turn)), None)
        yield solving_panel(solving, picture, wrong)


def _puzzle(position: Position, turn: Turn) -> Puzzle:
    """Return a puzzle that starts with a turn. It need not have a solution."""
    return Puzzle("classic2-9999", position, (turn,), 5)

"""Puzzles in words: what is to be found, what was found and why, who found it."""

from collections.abc import Iterator, Sequence
from typing import Final

import discord

from bot.engine.puzzles import HARDEST, Puzzle
from bot.engine.reasons import StopsGraduation, StopsWin, Wins
from bot.features.puzzles.days import PuzzleDay, PuzzleStreak
from bot.features.puzzles.engine_requests import Refuted
from bot.features.puzzles.lines import Explained, reached
from bot.features.puzzles.queries import Solver
from bot.features.puzzles.service import Daily, Solved, Streaks
from bot.game import Step, Turn, WinBy, name_of, write_turn
from bot.match.calendar import Day
from bot.match.identity import Instant, UserId
from cogs.core.names import NAMES
from cogs.core.reasons import because
from cogs.core.rulesets import DEFAULT, ruleset_line
from cogs.core.words import (
    SEAT_MARKS,
    capital,
    counted,
    kind_name,
    listed,
    mention,
    moment,
    seat_name,
    squares_name,
)
from cogs.standings.words import MEDALS

MOST_REASONS: Final = 2
"""What speaks for a turn of a line, in so many parts."""
_MONTHS: Final = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)
_NUMBERS: Final = {1: "one", 2: "two", 3: "three"}


def date_words(date: Day) -> str:
    """Return a date as `21 November`."""
    return f"{date.day} {_MONTHS[date.month - 1]}"


def title_of(date: Day | None) -> str:
    """Name a puzzle: by the date of its day, or as one for practice."""
    name = "A puzzle for practice" if date is None else f"Puzzle of {date_words(date)}"
    return f"🧩 {name}"


def task_words(puzzle: Puzzle, found: int = 0) -> str:
    """Say who is to move and what is to be found, after so many of the turns were."""
    left = puzzle.turns - found
    turns = "turn" if left == 1 else "turns"
    number = f"{_NUMBERS.get(left, str(left))}{' more' if found else ''} {turns}"
    return _with_ruleset(puzzle, f"{_to_move(puzzle)} wins in **{number}**. Find the only way.")


def goal_words(puzzle: Puzzle) -> str:
    """Say who is to move and in how many turns they win, where nothing is left to find."""
    number = f"{_NUMBERS.get(puzzle.turns, str(puzzle.turns))} turn{'s' * (puzzle.turns > 1)}"
    return _with_ruleset(puzzle, f"{_to_move(puzzle)} wins in **{number}**.")


def _to_move(puzzle: Puzzle) -> str:
    seat = puzzle.position.to_move
    return f"{SEAT_MARKS[seat]} **{capital(seat_name(seat))}** to move"


def _with_ruleset(puzzle: Puzzle, words: str) -> str:
    ruleset = puzzle.position.ruleset
    return words if ruleset is DEFAULT else f"{words}\n-# Ruleset {ruleset_line(ruleset)}"


def stars(puzzle: Puzzle) -> str:
    """Say how hard a puzzle is: `★★☆☆☆`."""
    return "★" * puzzle.difficulty + "☆" * (HARDEST - puzzle.difficulty)


def right_words(puzzle: Puzzle, found: int) -> str:
    """Say that a turn was right, and how it is answered."""
    reply = reached(puzzle, found).told[-1]
    seat = capital(seat_name(reply.before.to_move))
    return f"✅ **Right.** {seat} {listed(answering(reply.turn))}."


def wrong_words(step: Step, left: int, refuted: Refuted | None) -> str:
    """Say that a turn was not the one, and what would answer it if that is known.

    `left` is how many own turns the line would have had after it.
    """
    wrong = f"❌ {capital(_placing(step.turn))} "
    wrong += "is not the one" if left else "does not win at once"
    ends = "" if refuted is None else _ends(refuted, left)
    if refuted is None or not ends:
        return f"{wrong}. Try again."
    seat = seat_name(step.before.to_move.other)
    return f"{wrong}: {seat} {listed([*answering(refuted.reply), ends])}. Try again."


def _ends(refuted: Refuted, left: int) -> str:
    """Say what the reply to a wrong turn does; to the last one only where it wins."""
    for reason in refuted.reasons:
        match reason:
            case Wins():
                return "wins"
            case StopsWin(by) if left:
                return "stops your line" if by is WinBy.LINE else "stops your eighth cat"
            case StopsGraduation() if left:
                return "spoils your line"
            case _:
                continue
    return "holds out" if left else ""


def _placing(turn: Turn) -> str:
    """Say a turn as its piece and square, with all else that is chosen in brackets."""
    also = []
    if turn.recall is not None:
        also.append(f"{name_of(turn.recall)} taken back")
    if turn.leaves:
        also.append(f"{squares_name(turn.leaves)} lifted")
    if turn.seam is not None:
        also.append(f"the seam piece at {turn.seam.name}")
    return f"{_piece(turn)} ({', '.join(also)})" if also else _piece(turn)


def _piece(turn: Turn) -> str:
    placement = turn.placement
    return f"a {kind_name(placement.kind)} on {name_of(placement.square)}"


def answering(turn: Turn) -> list[str]:
    """Say a turn that answers another, in parts that go on from who plays it."""
    parts = [f"answers with {_piece(turn)}"]
    if turn.recall is not None:
        parts.insert(0, f"takes {name_of(turn.recall)} back")
    if turn.leaves:
        parts.append(f"lifts {squares_name(turn.leaves)}")
    if turn.seam is not None:
        parts.append(f"lays the seam piece at {turn.seam.name}")
    return parts


def turn_name(turn: Turn) -> str:
    """Return a turn in notation."""
    return f"`{write_turn(turn)}`"


def line_words(explained: Sequence[Explained]) -> str:
    """Write a line, numbered as in its picture, each own turn with what speaks for it."""
    return "\n".join(
        f"{f'**{number}** ' if len(explained) > 1 else ''}{_of_line(number, each)}"
        for number, each in enumerate(explained, 1)
    )


def _of_line(number: int, each: Explained) -> str:
    mark = SEAT_MARKS[each.step.before.to_move]
    is_reply = number % 2 == 0
    why = "holds out longest" if is_reply else because(each.reasons[:MOST_REASONS])
    return f"{mark} {turn_name(each.step.turn)} {why}"


def streak_words(streak: PuzzleStreak, today: PuzzleDay) -> str:
    """Say for how many days in a row somebody has solved the puzzle, and for how many at best.

    Nothing is said where there is nothing to say.
    """
    days, longest = streak.on(today), streak.longest
    parts = [f"🔥 {days} days in a row"] if days > 1 else []
    if longest > max(1, days):
        parts.append(f"best streak {counted(longest, 'day')}")
    return " · ".join(parts)


def own_streak_words(streak: PuzzleStreak, today: PuzzleDay) -> str:
    """Say the same to somebody who asks for it: of a single day too."""
    said = streak_words(streak, today)
    if streak.on(today) != 1:
        return said
    return f"1 day · {said}" if said else "1 day"


def record_words(streak: PuzzleStreak, today: PuzzleDay) -> str:
    """Say in a line what somebody has solved, for their profile."""
    solved = f"🧩 **{counted(streak.solved, 'puzzle')}** solved"
    days = streak_words(streak, today)
    return f"{solved} · {days}" if days else solved


def tries_words(tries: int) -> str:
    """Return `1 try`, `2 tries`."""
    return "1 try" if tries == 1 else f"{tries} tries"


def shared_words(daily: Daily, user: UserId) -> str:
    """Tell of a solution without a word of what it is."""
    tries = tries_words(daily.attempt.tries)
    days = daily.streak.on(daily.today)
    streak = f" · 🔥 streak {days}" if days > 1 else ""
    return (
        f"🧩 {mention(user)} solved the puzzle of **{date_words(daily.date)}** "
        f"{stars(daily.puzzle)} in **{tries}**{streak}"
    )


LEFT: Final = "🚪"


def solved_words(daily: Daily, solved: Solved, viewer: UserId) -> Iterator[str]:
    """Say how many solved a day's puzzle on that day, and who."""
    when = "today" if daily.is_todays else "that day"
    number = solved.counts.solved
    if not number:
        yield "Nobody has solved it yet." if daily.is_todays else "Nobody solved it that day."
        return
    if number == 1 and [each.user for each in solved.first] == [viewer]:
        mine = "are the first" if daily.is_todays else "were the only one"
        yield f"**You {mine} to solve it {when}**"
        return
    tried = f" of {solved.counts.tried} who tried" if solved.counts.tried > number else ""
    if number == 1 and solved.first:
        yield f"**Solved {when} by {_by(solved.first[0])}**{tried}"
        return
    yield f"**Solved {when} by {_people(number)}**{tried}"
    if solved.first and solved.best is not None:
        yield from _first_and_best(solved.first[0], solved.best)
        if names := solvers_words(solved, skip=1):
            yield f"-# Also {names}"


def _first_and_best(first: Solver, best: Solver) -> Iterator[str]:
    """Say who was first and who tried least; of one who was both, once."""
    if first.user == best.user:
        yield f"First, and in the fewest tries: {_by(first)}"
        return
    yield f"First: {person(first.user, first.left_at)} at {_when(first)}"
    tries = tries_words(best.attempt.tries)
    yield f"Fewest tries: {person(best.user, best.left_at)}, {tries}"


def _by(solver: Solver) -> str:
    tries = tries_words(solver.attempt.tries)
    return f"{person(solver.user, solver.left_at)} at {_when(solver)} in {tries}"


def _when(solver: Solver) -> str:
    return moment(solver.attempt.solved_at or 0, "t")


def solvers_words(solved: Solved, skip: int = 0) -> str:
    """List who solved a day's puzzle, the first of them first."""
    names = [person(each.user, each.left_at) for each in solved.first[skip:]]
    more = solved.counts.solved - len(solved.first)
    if more > 0 and solved.first:
        names.append(f"{more} more")
    return listed(names)


def _people(number: int) -> str:
    return "1 person" if number == 1 else f"{number} people"


def person(user: UserId, left_at: Instant | None) -> str:
    """Name somebody; one who left by the name they had, for Discord shows a number there."""
    known = None if left_at is None else NAMES.known(user)
    if left_at is None:
        return mention(user)
    name = mention(user) if known is None else discord.utils.escape_markdown(known)
    return f"{name} {LEFT}"


def streaks_words(streaks: Streaks, viewer: UserId) -> str:
    """List the longest streaks, those of the same length with the same place."""
    lines, place, days = [], 0, -1
    for number, each in enumerate(streaks.first, 1):
        if each.streak.running != days:
            place, days = number, each.streak.running
        medal = MEDALS.get(place) or f"**{place}.**"
        mine = "▸ " if each.user == viewer else ""
        who = person(each.user, each.left_at)
        best = f" · best {each.streak.longest}" if each.streak.longest > days else ""
        lines.append(f"{mine}{medal} {who} **{counted(days, 'day')}**{best}")
    return "\n".join(lines) or "Nobody has a streak now. Solve today's puzzle, and it is yours."

"""Puzzles in words: what is to be found, what was found and why, who found it."""

from collections.abc import Iterator, Sequence
from typing import Final

import discord

from bot.engine.puzzles import HARDEST, Puzzle
from bot.engine.reasons import StopsGraduation, StopsWin, Wins
from bot.game import Step, Turn, WinBy, write_turn
from bot.host.puzzles import Daily, Solved, Streaks
from bot.host.puzzling import Explained, reached
from bot.host.refuting import Refuted
from bot.match.day import Day
from bot.match.identity import Instant, UserId
from bot.match.puzzle_day import PuzzleDay
from bot.match.puzzle_streak import PuzzleStreak
from cogs.ui.names import NAMES
from cogs.ui.rating_words import MEDALS
from cogs.ui.reason_words import because
from cogs.ui.rulesets import DEFAULT, ruleset_line
from cogs.ui.words import SEAT_MARKS, capital, counted, listed, mention, moment, seat_name

LEFT: Final = "🚪"
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
_NUMBERS: Final = {1: "one turn", 2: "two turns", 3: "three turns"}


def date_words(date: Day) -> str:
    """Give a date as `21 November`."""
    return f"{date.day} {_MONTHS[date.month - 1]}"


def title_of(date: Day | None) -> str:
    """Name a puzzle: by the date of its day, or as one for practice."""
    name = "A puzzle for practice" if date is None else f"Puzzle of {date_words(date)}"
    return f"🧩 {name}"


def task_words(puzzle: Puzzle) -> str:
    """Say who is to move and what is to be found."""
    seat = puzzle.position.to_move
    task = (
        f"{SEAT_MARKS[seat]} **{capital(seat_name(seat))}** to move wins in "
        f"**{_NUMBERS.get(puzzle.turns, f'{puzzle.turns} turns')}**. Find the only way."
    )
    ruleset = puzzle.position.ruleset
    return task if ruleset is DEFAULT else f"{task}\n-# Ruleset {ruleset_line(ruleset)}"


def stars(puzzle: Puzzle) -> str:
    """Say how hard a puzzle is: `★★☆☆☆`."""
    return "★" * puzzle.difficulty + "☆" * (HARDEST - puzzle.difficulty)


def right_words(puzzle: Puzzle, found: int) -> str:
    """Say that a turn was right, how it is answered, and that more is to be found."""
    left, reply = puzzle.turns - found, reached(puzzle, found).told[-1]
    return (
        f"✅ **Right.** {capital(seat_name(reply.before.to_move))} answers "
        f"{turn_name(reply.turn)}. {capital(counted(left, 'turn'))} to go."
    )


def wrong_words(step: Step, left: int, refuted: Refuted | None) -> str:
    """Say that a turn was not the one, and what would answer it if that is known.

    `left` is how many own turns the line would have had after it.
    """
    wrong = f"❌ {turn_name(step.turn)} {'is not the one' if left else 'does not win at once'}"
    answered = "" if refuted is None else _answered(refuted, left)
    return f"{wrong}{answered and ': '}{answered}. Try again."


def _answered(refuted: Refuted, left: int) -> str:
    """Say how a wrong turn would be answered; of a last one only where it is answered by a win."""
    reply = turn_name(refuted.reply)
    for reason in refuted.reasons:
        match reason:
            case Wins():
                return f"they would win with {reply}"
            case StopsWin(by) if left:
                what = "your line" if by is WinBy.LINE else "your eighth cat"
                return f"they would answer {reply} and stop {what}"
            case StopsGraduation() if left:
                return f"they would answer {reply} and spoil your line"
            case _:
                continue
    return f"they would answer {reply} and hold out" if left else ""


def turn_name(turn: Turn) -> str:
    """Give a turn in notation."""
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
    parts = [f"🔥 {counted(days, 'day')} in a row"] if days else []
    if longest > max(1, days):
        parts.append(f"best streak {counted(longest, 'day')}")
    return " · ".join(parts)


def record_words(streak: PuzzleStreak, today: PuzzleDay) -> str:
    """Say in a line what somebody has solved, for their profile."""
    solved = f"🧩 **{counted(streak.solved, 'puzzle')}** solved"
    days = streak_words(streak, today)
    return f"{solved} · {days}" if days else solved


def tries_words(tries: int) -> str:
    """Give `1 try`, `2 tries`."""
    return "1 try" if tries == 1 else f"{tries} tries"


def solved_words(daily: Daily, solved: Solved, viewer: UserId) -> Iterator[str]:
    """Say how many solved a day's puzzle on that day, and who."""
    when = "today" if daily.is_todays else "that day"
    number = solved.counts.solved
    if not number:
        yield "Nobody has solved it yet." if daily.is_todays else "Nobody solved it that day."
        return
    if number == 1 and [each.user for each in solved.first] == [viewer]:
        yield f"**You are the first to solve it {when}**"
        return
    yield f"**Solved {when} by {_people(number)}** of {solved.counts.tried} who tried"
    if solved.first and solved.best is not None:
        first, best = solved.first[0], solved.best
        at = moment(first.attempt.solved_at or 0, "t")
        tries = tries_words(best.attempt.tries)
        yield f"First: {person(first.user, first.left_at)} at {at}"
        yield f"Fewest tries: {person(best.user, best.left_at)}, {tries}"
        if names := solvers_words(solved, skip=1):
            yield f"-# Also {names}"


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


def shared_words(daily: Daily, user: UserId) -> str:
    """Tell of a solution without a word of what it is."""
    solved = "today's puzzle" if daily.is_todays else f"the puzzle of {date_words(daily.date)}"
    days = daily.streak.on(daily.today)
    streak = f" · 🔥 streak {days}" if days > 1 else ""
    return f"🧩 {mention(user)} solved {solved} in **{tries_words(daily.attempt.tries)}**{streak}"

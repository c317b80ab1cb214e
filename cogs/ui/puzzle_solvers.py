"""Who solved puzzles, in words: of a day, and for how many days in a row."""

from collections.abc import Iterator
from typing import Final

import discord

from bot.host.puzzles import Daily, Solved, Streaks
from bot.match.identity import Instant, UserId
from bot.store.puzzles import Solver
from cogs.ui.names import NAMES
from cogs.ui.puzzle_words import tries_words
from cogs.ui.rating_words import MEDALS
from cogs.ui.words import counted, listed, mention, moment

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

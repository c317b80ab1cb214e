"""Texts about puzzles: the task, answers to turns, the solution, streaks."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

from discord import app_commands

from bot.engine.puzzles import HARDEST, Puzzle, PuzzleTheme
from bot.engine.reasons import StopsGraduation, StopsWin, Wins
from bot.features.puzzles.days import PuzzleDay, PuzzleStreak
from bot.features.puzzles.engine_requests import Refutation
from bot.features.puzzles.lines import ExplainedTurn, MissedTurn, reached
from bot.features.puzzles.missed import MissedAt
from bot.features.puzzles.queries import LongestRun, Solver
from bot.features.puzzles.ratings import PuzzleRating, RatingWithChange
from bot.features.puzzles.runs import StreakRun, StreakState
from bot.features.puzzles.service import Daily, DailySolvers, Streaks
from bot.game import Kind, Step, Turn, WinBy, name_of
from bot.match.calendar import Day, date_name
from bot.match.identity import Instant, UserId
from bot.text import N_, NC_, NN_, Message, all_of, gettext, ngettext, translate
from cogs.wording.names import NAMES
from cogs.wording.phrases import (
    SEAT_MARKS,
    capital,
    days_counted,
    entry_name,
    mention,
    seat_name,
    squares_name,
    turn_title,
)
from cogs.wording.quoting import escaped
from cogs.wording.rating_text import MEDALS, change_name, points_name
from cogs.wording.reasons import because
from cogs.wording.rulesets import ruleset_note
from cogs.wording.times import moment
from cogs.wording.translating import command_text

MOST_REASONS: Final = 2
"""The most reasons to give for a turn of a line."""


def title_of(date: Day | None, theme: PuzzleTheme | None = None) -> str:
    """Return the title of a puzzle: its date, or "practice" with the theme if there is one."""
    if date is None and theme is not None:
        return gettext("🧩 Practice: {theme}", theme=theme_name(theme))
    if date is None:
        return gettext("🧩 Practice puzzle")
    return gettext("🧩 Puzzle of {date}", date=date_name(date))


THEMES: Final = {
    PuzzleTheme.WIN_IN_ONE: N_("Win in one"),
    PuzzleTheme.WIN_IN_TWO: N_("Win in two"),
    PuzzleTheme.WIN_IN_THREE: N_("Win in three"),
    PuzzleTheme.DEFEND: N_("Defend"),
    PuzzleTheme.GRADUATE: N_("Graduate to win"),
    PuzzleTheme.CHOOSE: N_("Choose the right three"),
    PuzzleTheme.PUSH_OFF: N_("Push off and win"),
    PuzzleTheme.PARRY: N_("Hold off and win"),
    PuzzleTheme.PUSH_IN: N_("Push into line"),
    PuzzleTheme.RECALL: N_("Recall a piece"),
    PuzzleTheme.SEAM: N_("Lay the seam piece"),
    PuzzleTheme.EIGHT_CATS: N_("Eight cats on the bed"),
}


def theme_name(theme: PuzzleTheme) -> str:
    """Return the name of a theme."""
    return translate(THEMES[theme])


def theme_choices() -> list[app_commands.Choice[str]]:
    """Return the themes of the book as choices of a command's option."""
    return [
        app_commands.Choice(name=command_text(partial(theme_name, theme)), value=theme.value)
        for theme in THEMES
        if theme is not PuzzleTheme.EIGHT_CATS  # Only missed puzzles can have this theme.
    ]


def themes_text(puzzle: Puzzle) -> str:
    """Return all themes of a puzzle, for a user who has seen its solution."""
    return " · ".join(theme_name(theme) for theme in THEMES if theme in puzzle.themes)


def rated_text(rated: RatingWithChange) -> str:
    """Return the puzzle rating of a user, and how the last result changed it."""
    points = points_name(rated.rating.rating)
    if not rated.change:
        return gettext("Your puzzle rating: **{points}**", points=points)
    change = change_name(rated.change)
    return gettext("Your puzzle rating: **{points}** ({change})", points=points, change=change)


def cost_text(rated: RatingWithChange | None) -> str:
    """Return a line with the puzzle rating after a wrong turn; empty if it has not changed."""
    return f"\n-# {rated_text(rated)}" if rated is not None and rated.change else ""


def missed_title(missed: MissedAt) -> str:
    """Return the title of a puzzle that a user missed in a match."""
    return gettext(
        "🧩 You missed this on turn {ply} of #{match}", ply=missed.ply, match=missed.match
    )


def run_title(run: StreakRun) -> str:
    """Return the title of a streak, with the number of solved puzzles."""
    if not run.length:
        return f"⚡ {gettext('Streak')}" if run.is_over else gettext("⚡ A new streak")
    return ngettext("⚡ Streak of {count} puzzle", "⚡ Streak of {count} puzzles", run.length)


def bests_text(running: StreakState) -> list[str]:
    """Return the longest streak of a user, and the longest in the server."""
    parts = []
    if running.run.best:
        parts.append(gettext("your best {length}", length=running.run.best))
    if running.server_best:
        parts.append(gettext("best here {length}", length=running.server_best))
    return parts


def ends_text(run: StreakRun) -> str:
    """Return the sentence that says that a streak ends, with the number of solved puzzles."""
    return ngettext(
        "Your streak ends at **{count} puzzle**.",
        "Your streak ends at **{count} puzzles**.",
        run.length,
    )


def run_over_text(running: StreakState, step: Step | None) -> str:
    """Return the text for a streak that is over, with the wrong turn if there was one."""
    run = running.run
    parts = [ends_text(run)]
    if step is not None:
        turn = capital(turn_title(step.turn))
        parts.insert(0, gettext("❌ {turn} isn't it.", turn=turn))
    if run.is_longest:
        parts.append(gettext("🎉 It's your longest."))
    return " ".join(parts)


def runs_text(runs: Sequence[LongestRun], viewer: UserId) -> str:
    """List the longest streaks of puzzles in a server; equal lengths share a place."""
    lines, place, last = [], 0, -1
    for number, each in enumerate(runs, 1):
        if each.best != last:
            place, last = number, each.best
        medal = MEDALS.get(place) or f"**{place}.**"
        mine = "▸ " if each.user == viewer else ""
        lines.append(f"{mine}{medal} {person(each.user, each.left_at)} **{each.best}**")
    return "\n".join(lines) or gettext("No one has solved a puzzle in a row here yet.")


def task_text(puzzle: Puzzle, found: int = 0) -> str:
    """Return the task for the next turn, after `found` turns of the line."""
    if not found:
        return goal_text(puzzle)
    text = ngettext(
        "{seat} wins in **{count} more turn**.",
        "{seat} wins in **{count} more turns**.",
        puzzle.turns - found,
        seat=_seat_to_move(puzzle),
    )
    return _with_ruleset(puzzle, text)


def goal_text(puzzle: Puzzle) -> str:
    """Return who wins in how many turns, or who has to prevent a win."""
    if puzzle.holds:
        text = gettext(
            "{seat} can't win yet: only **one turn** stops {other} from winning within **two**.",
            seat=_seat_to_move(puzzle),
            other=seat_name(puzzle.position.to_move.other),
        )
        return _with_ruleset(puzzle, text)
    text = ngettext(
        "{seat} wins in **{count} turn**.",
        "{seat} wins in **{count} turns**.",
        puzzle.turns,
        seat=_seat_to_move(puzzle),
    )
    return _with_ruleset(puzzle, text)


def _seat_to_move(puzzle: Puzzle) -> str:
    seat = puzzle.position.to_move
    return f"{SEAT_MARKS[seat]} **{capital(seat_name(seat))}**"


def _with_ruleset(puzzle: Puzzle, words: str) -> str:
    return "\n".join([words, *ruleset_note(puzzle.position.ruleset)])


def difficulty_text(puzzle: Puzzle) -> list[str]:
    """Return how hard a puzzle is, in stars and in words."""
    filled = _stars_of(puzzle)
    words = _HOW_HARD[min(filled, len(_HOW_HARD)) - 1]
    return [stars(puzzle), translate(_TOO_HARD if puzzle.difficulty == HARDEST else words)]


def stars(puzzle: Puzzle) -> str:
    """Return how hard a puzzle is in stars: `★★☆☆☆`."""
    filled = _stars_of(puzzle)
    return "★" * filled + "☆" * (len(_STARS) - filled)


def _stars_of(puzzle: Puzzle) -> int:
    return next(number for number, most in enumerate(_STARS, 1) if puzzle.difficulty <= most)


_STARS: Final = (3, 5, 6, 7, HARDEST)
"""The greatest difficulty for each number of stars, from one on."""
_HOW_HARD: Final = (
    NC_("how hard a puzzle is", "easy"),
    NC_("how hard a puzzle is", "fairly easy"),
    NC_("how hard a puzzle is", "hard"),
    NC_("how hard a puzzle is", "very hard"),
)
"""The words for each number of stars; the last ones also cover greater difficulties."""
_TOO_HARD: Final = N_("too hard for any of my cats")
"""For `HARDEST`: the strongest cat solves every puzzle that is easier."""


def right_text(puzzle: Puzzle, found: int) -> str:
    """Return the text for a right turn, with the reply to it."""
    reply = reached(puzzle, found).recent[-1]
    return gettext(
        "✅ **Right.** {seat} {answer}.",
        seat=capital(seat_name(reply.before.to_move)),
        answer=all_of(answering(reply.turn)),
    )


def wrong_text(missed: MissedTurn, refuted: Refutation | None) -> str:
    """Return the text for a wrong turn, with the reply to it if that is known."""
    turn = capital(turn_title(missed.step.turn))
    wrong, wrong_for = _WRONG, _WRONG_FOR
    if missed.puzzle.holds:
        wrong, wrong_for = _NOT_HELD, _NOT_HELD_FOR
    elif not missed.left:
        wrong, wrong_for = _NO_WIN, _NO_WIN_FOR
    ends = None if refuted is None else _ends(refuted, missed)
    if refuted is None or ends is None:
        return translate(wrong, turn=turn)
    return translate(
        wrong_for,
        turn=turn,
        seat=seat_name(missed.step.before.to_move.other),
        answer=all_of([*answering(refuted.reply), translate(ends)]),
    )


_WRONG: Final = N_("❌ {turn} isn't it. Try again.")
_WRONG_FOR: Final = N_("❌ {turn} isn't it: {seat} {answer}. Try again.")
_NO_WIN: Final = N_("❌ {turn} doesn't win at once. Try again.")
_NO_WIN_FOR: Final = N_("❌ {turn} doesn't win at once: {seat} {answer}. Try again.")
_NOT_HELD: Final = N_("❌ {turn} doesn't stop them. Try again.")
_NOT_HELD_FOR: Final = N_("❌ {turn} doesn't stop them: {seat} {answer}. Try again.")
_STOPS: Final = {
    WinBy.LINE: N_("stops your line"),
    WinBy.FULL_BED: N_("stops your eighth cat"),
}


def _ends(refuted: Refutation, missed: MissedTurn) -> Message | None:
    """Return the effect of the reply to a wrong turn.

    If the wrong turn was the last one of the line, return None unless the reply wins.
    """
    left = missed.left
    for reason in refuted.reasons:
        match reason:
            case Wins():
                return N_("wins")
            case StopsWin(by) if left:
                return _STOPS[by]
            case StopsGraduation() if left:
                return N_("spoils your line")
            case _:
                continue
    if missed.puzzle.holds:
        # Translators: goes on from "gray answers with a kitten on b2 and …".
        return N_("can no longer be stopped")
    # Translators: goes on from "gray answers with a kitten on b2 and …".
    return N_("holds out") if left else None


_ANSWERS: Final = {
    Kind.KITTEN: N_("answers with a kitten on {square}"),
    Kind.CAT: N_("answers with a cat on {square}"),
}


def answering(turn: Turn) -> list[str]:
    """Return a reply as parts of a sentence that follow the player's name."""
    placement = turn.placement
    parts = [translate(_ANSWERS[placement.kind], square=name_of(placement.square))]
    if turn.recall is not None:
        parts.insert(0, gettext("recalls the piece on {square}", square=name_of(turn.recall)))
    if turn.leaves:
        parts.append(gettext("takes {squares} off the bed", squares=squares_name(turn.leaves)))
    if turn.seam is not None:
        parts.append(gettext("lays the seam piece {where}", where=entry_name(turn.seam)))
    return parts


def line_text(explained: Sequence[ExplainedTurn]) -> str:
    """Return a line numbered as in its picture, with reasons for the solver's turns."""
    return "\n".join(
        f"{f'**{number}** ' if len(explained) > 1 else ''}{_of_line(number, each)}"
        for number, each in enumerate(explained, 1)
    )


def _of_line(number: int, each: ExplainedTurn) -> str:
    mark = SEAT_MARKS[each.step.before.to_move]
    is_reply = number % 2 == 0
    # Translators: goes on from a turn: "a kitten on b2 …".
    why = gettext("holds out longest") if is_reply else because(each.reasons[:MOST_REASONS])
    # Translators: {why} is "pushes two kittens of theirs off the bed" or its like.
    turn = gettext("{turn} {why}", turn=turn_title(each.step.turn), why=why)
    return f"{mark} {turn}"


def streak_text(streak: PuzzleStreak, today: PuzzleDay) -> str:
    """Return a user's current and longest streak of days; leave out a streak of one day."""
    days, longest = streak.on(today), streak.longest
    parts = [in_a_row(days)] if days > 1 else []
    if longest > max(1, days):
        parts.append(ngettext("best {count} day in a row", "best {count} days in a row", longest))
    return " · ".join(parts)


def in_a_row(days: int) -> str:
    """Return `🔥 2 days in a row`."""
    return ngettext("🔥 {count} day in a row", "🔥 {count} days in a row", days)


def own_streak_text(streak: PuzzleStreak, today: PuzzleDay) -> str:
    """Return the user's own streaks of days; include a current streak of one day."""
    single = [days_counted(1)] if streak.on(today) == 1 else []
    return " · ".join(filter(None, [*single, streak_text(streak, today)]))


def record_text(streak: PuzzleStreak, today: PuzzleDay, rating: PuzzleRating) -> str:
    """Return a profile's line about puzzles: solved ones, streaks and rating; may be empty."""
    solved = ngettext(
        "🧩 **{count} puzzle** solved", "🧩 **{count} puzzles** solved", streak.solved
    )
    parts = [solved, streak_text(streak, today)] if streak.solved else []
    if rating.rated_at is not None:
        parts.append(gettext("puzzle rating **{points}**", points=points_name(rating.rating)))
    return " · ".join(filter(None, parts))


def tries_text(tries: int) -> str:
    """Return `1 try`, `2 tries`."""
    return ngettext("{count} try", "{count} tries", tries)


def shared_text(daily: Daily, user: UserId) -> str:
    """Return the message about a user's solution, which does not reveal it."""
    text = gettext(
        "🧩 {player} solved the puzzle of **{date}** {stars} in **{tries}**",
        player=mention(user),
        date=date_name(daily.date),
        stars=stars(daily.puzzle),
        tries=tries_text(daily.attempt.tries),
    )
    days = daily.streak.on(daily.today)
    return " · ".join([text, in_a_row(days)] if days > 1 else [text])


LEFT: Final = "🚪"


def solved_text(daily: Daily, solved: DailySolvers, viewer: UserId) -> Iterator[str]:
    """Return how many users solved a day's puzzle on that day, and who."""
    number, is_todays = solved.counts.solved, daily.is_todays
    if not number:
        unsolved = (
            N_("No one has solved it yet.") if is_todays else N_("No one solved it that day.")
        )
        yield translate(unsolved)
        return
    if number == 1 and [each.user for each in solved.first] == [viewer]:
        yield translate(
            N_("**You're the first to solve it today**")
            if is_todays
            else N_("**You were the only one to solve it that day**")
        )
        return
    if number == 1 and solved.first:
        by_one = (
            N_("**Solved today by {solver}**")
            if is_todays
            else N_("**Solved that day by {solver}**")
        )
        yield _and_tried(translate(by_one, solver=_solver_text(solved.first[0])), solved)
        return
    by_many = _SOLVED_TODAY if is_todays else _SOLVED_THAT_DAY
    yield _and_tried(translate(by_many, count=number), solved)
    if solved.first and solved.best is not None:
        yield from _first_and_best(solved.first[0], solved.best)
        if names := solvers_text(solved, skip=1):
            also = gettext("Also {people}", people=names)
            yield f"-# {also}"


_SOLVED_TODAY: Final = NN_(
    "**Solved today by {count} person**", "**Solved today by {count} people**"
)
_SOLVED_THAT_DAY: Final = NN_(
    "**Solved that day by {count} person**", "**Solved that day by {count} people**"
)


def _and_tried(text: str, solved: DailySolvers) -> str:
    """Add how many users tried the puzzle, if more tried than solved it."""
    tried = solved.counts.tried
    if tried <= solved.counts.solved:
        return text
    return " · ".join([text, ngettext("{count} person tried", "{count} people tried", tried)])


def _first_and_best(first: Solver, best: Solver) -> Iterator[str]:
    """Yield a line about the first solver and one about the fewest tries; one line if equal."""
    if first.user == best.user:
        yield gettext("First, and in the fewest tries: {solver}", solver=_solver_text(first))
        return
    yield gettext(
        "First: {person} at {time}", person=person(first.user, first.left_at), time=_time_of(first)
    )
    yield gettext(
        "Fewest tries: {person}, {tries}",
        person=person(best.user, best.left_at),
        tries=tries_text(best.attempt.tries),
    )


def _solver_text(solver: Solver) -> str:
    return gettext(
        "{person} at {time} in {tries}",
        person=person(solver.user, solver.left_at),
        time=_time_of(solver),
        tries=tries_text(solver.attempt.tries),
    )


def _time_of(solver: Solver) -> str:
    return moment(solver.attempt.solved_at or 0, "t")


def solvers_text(solved: DailySolvers, skip: int = 0) -> str:
    """List the users who solved a day's puzzle, in order of time."""
    names = [person(each.user, each.left_at) for each in solved.first[skip:]]
    more = solved.counts.solved - len(solved.first)
    if more > 0 and solved.first:
        names.append(ngettext("{count} other", "{count} others", more))
    return all_of(names)


def person(user: UserId, left_at: Instant | None) -> str:
    """Return a mention of a user.

    If they have left, return their name if it is known: Discord would show a number.
    """
    known = None if left_at is None else NAMES.known(user)
    if left_at is None:
        return mention(user)
    name = mention(user) if known is None else escaped(known)
    return f"{name} {LEFT}"


def streaks_text(streaks: Streaks, viewer: UserId) -> str:
    """List the longest streaks of days; equal lengths share a place."""
    lines, place, days = [], 0, -1
    for number, each in enumerate(streaks.first, 1):
        if each.streak.running != days:
            place, days = number, each.streak.running
        medal = MEDALS.get(place) or f"**{place}.**"
        mine = "▸ " if each.user == viewer else ""
        who = person(each.user, each.left_at)
        parts = [f"{mine}{medal} {who} **{days_counted(days)}**"]
        if each.streak.longest > days:
            parts.append(gettext("best {days}", days=each.streak.longest))
        lines.append(" · ".join(parts))
    if not lines:
        return gettext("No one is on a streak right now. Solve today's puzzle to begin.")
    return "\n".join(lines)

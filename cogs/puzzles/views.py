"""The private panels of puzzles: unsolved, solved, and streaks.

The custom ids hold the puzzle and the progress, so a panel works after a restart.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

import discord

from bot.engine.puzzles import PuzzleTheme
from bot.features.puzzles.days import IN_PERSON, PuzzleDay
from bot.features.puzzles.lines import ExplainedTurn, rulesets_with_puzzles, themes_in
from bot.features.puzzles.posts import DailyPost
from bot.features.puzzles.queries import LongestRun
from bot.features.puzzles.ratings import RatingWithChange
from bot.features.puzzles.runs import StreakState
from bot.features.puzzles.service import Daily, Streaks
from bot.game import Ruleset, Seat, Step
from bot.match.calendar import date_name
from bot.match.identity import MatchId, UserId
from bot.match.turn_builder import NOTHING_CHOSEN, AskSeam
from bot.text import N_, gettext, ngettext, translate
from cogs.board.turn_panels import has_no_room_for_text, turn_rows
from cogs.board.turn_questions import question_text
from cogs.core.components import ActionButton, View, button, menu
from cogs.core.outgoing import Picture, gallery
from cogs.core.panels import ACCENTS, note_panel
from cogs.puzzles.phrases import (
    THEMES,
    bests_text,
    difficulty_text,
    ends_text,
    goal_text,
    line_text,
    missed_title,
    own_streak_text,
    rated_text,
    run_over_text,
    run_title,
    runs_text,
    solved_text,
    solvers_text,
    streak_text,
    streaks_text,
    task_text,
    theme_name,
    themes_text,
    title_of,
    tries_text,
)
from cogs.puzzles.solving import AnyTheme, PuzzleAttempt
from cogs.wording.phrases import capital, turn_text
from cogs.wording.rulesets import ruleset_options
from cogs.wording.times import moment

SECONDARY: Final = discord.ButtonStyle.secondary
_COSTS_RATING: Final = N_("Your puzzle rating goes down.")
SOLUTION: Final = N_("💡 **Here's the solution.**")
_NOT_TODAYS: Final = N_(
    "This is the puzzle of an earlier day. You can still solve it, but it won't count for your "
    "days in a row."
)
_SOLVED_LATE: Final = N_("Solved after its day, so it didn't count for your days in a row.")


def solving_panel(solving: PuzzleAttempt, picture: Picture, note: str = "") -> View:
    """Ask for the next turn of a line, one part at a time.

    `note` is the result of the previous turn. The note and the task are below the picture, where
    the user looks: a phone that shows the bed with its buttons cuts off the texts above. They move
    up while the user chooses a seam, because its buttons need all the room below. Only the panel
    with the solution has menus.
    """
    puzzle = solving.puzzle
    above = [f"### {_title(solving)}", *_status_lines(solving)]
    task = task_text(puzzle, solving.seen.found)
    below = [*([note] if note else []), task, _question_line(solving)]
    if isinstance(solving.question, AskSeam):
        above, below = [*above, *below], []
    elif has_no_room_for_text(solving.builder):
        # A long task with a question of two lines below the bed would push its top out of view.
        above, below = [*above, _question_line(solving)], below[:-1]
    view = _bed_between(solving.position.to_move, above, picture, below)
    controls = solving.controls
    if picture.written:
        controls = replace(controls, typing=solving.type_button)
    for row in turn_rows(solving.builder, controls, _navigation_buttons(solving)):
        view.add_item(row)
    return view


def _title(solving: PuzzleAttempt) -> str:
    if solving.running is not None:
        return run_title(solving.running.run)
    if solving.missed is not None:
        return missed_title(solving.missed)
    return title_of(solving.date, solving.theme)


def _status_lines(solving: PuzzleAttempt) -> list[str]:
    """Return the lines above the bed: the difficulty, wrong turns, and streaks."""
    daily, misses = solving.daily, solving.seen.misses
    # The difficulty of puzzles from a user's own matches is not measured.
    parts = [] if solving.missed else difficulty_text(solving.puzzle)
    if misses:
        parts.append(ngettext("{count} wrong turn so far", "{count} wrong turns so far", misses))
    if daily is not None and daily.is_todays:
        parts.append(streak_text(daily.streak, daily.today))
    if solving.running is not None:
        parts += bests_text(solving.running)
    text = " · ".join(part for part in parts if part)
    if not text:
        return []
    line = f"-# {text}"
    if daily is None or daily.is_todays:
        return [line]
    return [line, f"-# {translate(_NOT_TODAYS)}"]


def daily_over_panel(
    daily: Daily, viewer: UserId, line: Sequence[ExplainedTurn], picture: Picture, note: str = ""
) -> View:
    """Show the solution of a day's puzzle, and who found it, to a user who is done with it."""
    attempt, puzzle = daily.attempt, daily.puzzle
    if attempt.solved_at is not None:
        is_of_today = attempt.solved_day == daily.today
        result = [
            translate(
                N_("✅ **Solved** in **{tries}** at {moment}")
                if is_of_today
                else N_("✅ **Solved** in **{tries}** on {moment}"),
                tries=tries_text(attempt.tries),
                moment=moment(attempt.solved_at, "t" if is_of_today else "f"),
            )
        ]
        streak = streak_text(daily.streak, daily.today)
        result += [streak] if daily.is_todays and streak else []
    else:
        result = [translate(SOLUTION)]
    if attempt.solved_day not in (None, daily.day):
        result.append(f"-# {translate(_SOLVED_LATE)}")
    below = [line_text(line)]
    if daily.is_todays:
        # A relative time would mislead a user who reads this days later: "2 days ago" looks as if
        # the next puzzle came before this one.
        comes = gettext("Next puzzle: {moment}", moment=moment(daily.next_at, "f"))
        below.append(f"-# {comes}")
    if daily.rated is not None:
        below.append(f"-# {rated_text(daily.rated)}")
    view = _bed_between(
        puzzle.position.to_move,
        [*([note] if note else []), f"### {title_of(daily.date)}", goal_text(puzzle), *result],
        picture,
        below,
    )
    if daily.solved is not None:
        view.add_item(discord.ui.TextDisplay("\n".join(solved_text(daily, daily.solved, viewer))))
    view.add_item(discord.ui.ActionRow(*_ways_on(daily)))
    return view


def practice_over_panel(
    solving: PuzzleAttempt,
    line: Sequence[ExplainedTurn],
    picture: Picture,
    feedback: str,
    rated: RatingWithChange | None,
) -> View:
    """Show the solution of a puzzle for practice or from a match, and its themes."""
    puzzle = solving.puzzle
    small = [f"-# {themes_text(puzzle)}", *([f"-# {rated_text(rated)}"] if rated else [])]
    view = _bed_between(
        puzzle.position.to_move,
        [f"### {_title(solving)}", goal_text(puzzle), feedback],
        picture,
        [line_text(line), *small],
    )
    if solving.missed is not None:
        back = analysis_button(gettext("Analyse"), solving.missed.match)
        view.add_item(discord.ui.ActionRow(another_button(solving), back))
        return view
    view.add_item(discord.ui.ActionRow(another_button(solving), todays_button(), run_button()))
    add_themes(view, puzzle.position.ruleset, solving.theme)
    add_rulesets(view, puzzle.position.ruleset.name, solving.theme)
    return view


def nothing_missed_panel(sentence: str, match: MatchId) -> View:
    """Say why no puzzle from a match is shown, with a button back to its analysis."""
    view = note_panel(sentence)
    view.add_item(discord.ui.ActionRow(analysis_button(gettext("Back"), match)))
    return view


def analysis_button(label: str, match: MatchId) -> ActionButton:
    """Return the button that shows the analysis of a match."""
    return button(label, SECONDARY, "analyse", match=match)


def run_over_panel(
    running: StreakState, line: Sequence[ExplainedTurn], picture: Picture, step: Step | None
) -> View:
    """Show the solution of the puzzle that ended a streak, and the longest streaks."""
    puzzle = running.puzzle
    bests = " · ".join(bests_text(running))
    small = [f"-# {themes_text(puzzle)}", *([f"-# {capital(bests)}"] if bests else [])]
    view = _bed_between(
        puzzle.position.to_move,
        [f"### {run_title(running.run)}", goal_text(puzzle), run_over_text(running, step)],
        picture,
        [line_text(line), *small],
    )
    ways = [button(gettext("New streak"), discord.ButtonStyle.primary, "puzzle-streak")]
    if running.server_best:  # Direct messages have no list.
        ways.append(button(gettext("Longest streaks"), SECONDARY, "puzzle-longest"))
    view.add_item(discord.ui.ActionRow(*ways, todays_button()))
    return view


def runs_panel(runs: Sequence[LongestRun], viewer: UserId) -> View:
    """List the longest streaks of puzzles of a server."""
    heading = gettext("⚡ Longest streaks")
    view = note_panel(f"### {heading}\n{runs_text(runs, viewer)}")
    view.add_item(discord.ui.ActionRow(run_button()))
    return view


def run_button() -> ActionButton:
    """Return the button that continues a streak, or begins one."""
    return button(gettext("Streak"), SECONDARY, "puzzle-streak")


def give_up_panel(daily: Daily, *, counts: bool) -> View:
    """Ask whether the user really wants to see the solution of the puzzle of a day.

    `counts` says whether that changes their puzzle rating.
    """
    days = daily.streak.on(daily.today)
    sentences = [gettext("Show the solution of the puzzle of {date}?", date=date_name(daily.date))]
    if not daily.is_todays and not counts:
        sentences.append(gettext("It's an old puzzle, so you lose nothing."))
    if daily.is_todays:
        sentences.append(gettext("Today's puzzle then counts as not solved."))
        if days > 1:
            sentences.append(
                ngettext("Your {count} day in a row ends.", "Your {count} days in a row end.", days)
            )
    if counts:
        sentences.append(translate(_COSTS_RATING))
    danger = discord.ButtonStyle.danger
    show = button(gettext("Show it"), danger, "puzzle-really-give-up", day=daily.day)
    keep = button(gettext("Keep trying"), SECONDARY, "puzzle", day=daily.day)
    return _asking(" ".join(sentences), show, keep)


def give_up_practice_panel(solving: PuzzleAttempt) -> View:
    """Ask whether the user really wants to see a solution at the cost of their puzzle rating."""
    question = f"{gettext('Show the solution?')} {translate(_COSTS_RATING)}"
    danger, place = discord.ButtonStyle.danger, replace(solving.place, choices=NOTHING_CHOSEN)
    show = button(gettext("Show it"), danger, "puzzle-solution", place=place)
    keep = button(gettext("Keep trying"), SECONDARY, "puzzle-turn", place=place)
    return _asking(question, show, keep)


def end_run_panel(running: StreakState) -> View:
    """Ask whether the user really wants to see a solution, which ends their streak."""
    sentences = [gettext("Show the solution?"), ends_text(running.run)]
    danger = discord.ButtonStyle.danger
    show = button(gettext("End the streak"), danger, "puzzle-end-streak", place=running.place)
    keep = button(gettext("Keep trying"), SECONDARY, "puzzle-streak")
    return _asking(" ".join(sentences), show, keep)


def _asking(question: str, show: ActionButton, keep: ActionButton) -> View:
    view = note_panel(question)
    # Where **Answer** was, repeated clicks hit the way back below, not the way to give up.
    view.add_item(discord.ui.ActionRow(show))
    view.add_item(discord.ui.ActionRow(keep))
    return view


def streaks_panel(streaks: Streaks, viewer: UserId, day: PuzzleDay) -> View:
    """List the longest current streaks of days in a server, with the user's own below."""
    heading = gettext("🔥 Days in a row")
    view = note_panel(f"### {heading}\n{streaks_text(streaks, viewer)}")
    own = own_streak_text(streaks.own, streaks.today)
    if own:
        view.add_item(discord.ui.TextDisplay(gettext("**You:** {streak}", streak=own)))
    view.add_item(discord.ui.ActionRow(button(gettext("Back"), SECONDARY, "puzzle", day=day)))
    return view


def shared_view(words: str, daily: Daily, picture: Picture) -> View:
    """Lay out the public message about a solution, with the puzzle and a button to solve it."""
    puzzle = daily.puzzle
    view = _bed_between(puzzle.position.to_move, [words, goal_text(puzzle)], picture, [])
    view.add_item(discord.ui.ActionRow(solve_button(daily.day)))
    return view


def post_view(post: DailyPost, picture: Picture) -> View:
    """Lay out the daily post: the puzzle, a button to solve it, and who solved the one before."""
    puzzle = post.puzzle
    above = [
        f"### {title_of(post.date)}",
        task_text(puzzle),
        f"-# {' · '.join(difficulty_text(puzzle))}",
    ]
    view = _bed_between(puzzle.position.to_move, above, picture, _of_yesterday(post))
    view.add_item(discord.ui.ActionRow(solve_button(post.day)))
    return view


def _of_yesterday(post: DailyPost) -> list[str]:
    if post.before is None or not post.before.counts.tried:
        return []
    if not post.before.counts.solved:
        text = gettext("No one solved yesterday's puzzle.")
    elif names := solvers_text(post.before):
        text = ngettext(
            "Yesterday's puzzle was solved by {people}.",
            "Yesterday's puzzle was solved by {people}.",
            post.before.counts.solved,
            people=names,
        )
    else:
        text = ngettext(
            "{count} of you solved yesterday's puzzle.",
            "{count} of you solved yesterday's puzzle.",
            post.before.counts.solved,
        )
    return [f"-# {text}"]


def solve_button(day: PuzzleDay) -> ActionButton:
    """Return the button that shows the puzzle of a day to the user."""
    return button(gettext("Solve it"), discord.ButtonStyle.primary, "puzzle", day=day)


def todays_button() -> ActionButton:
    """Return the button that shows today's puzzle."""
    return button(gettext("Today's puzzle"), SECONDARY, "puzzle")


def another_button(solving: PuzzleAttempt) -> ActionButton:
    """Return the button that shows another puzzle: for practice, or from the user's matches."""
    if solving.missed is not None:
        missed = solving.missed
        return button(
            gettext("Another one"),
            SECONDARY,
            "puzzle-missed",
            match=missed.match,
            after=missed.ply,
        )
    name = solving.puzzle.position.ruleset.name
    return button(
        gettext("Another one"), SECONDARY, "puzzle-another", ruleset=name, theme=solving.theme
    )


def add_themes(view: View, ruleset: Ruleset, chosen: PuzzleTheme | None) -> None:
    """Add the menu of the ruleset's themes for practice."""
    options = [
        discord.SelectOption(label=theme_name(each), value=each.value, default=each is chosen)
        for each in THEMES
        if each in themes_in(ruleset)
    ]
    if chosen is not None:
        every = discord.SelectOption(label=gettext("Any theme"), value=AnyTheme.ANY.value)
        options.insert(0, every)
    row: discord.ui.ActionRow[Any] = discord.ui.ActionRow(
        menu(gettext("A theme"), options, "puzzle-another-theme", ruleset=ruleset.name)
    )
    view.add_item(row)


def add_rulesets(view: View, chosen: str, theme: PuzzleTheme | None) -> None:
    """Add the menu of rulesets for practice, if several have puzzles."""
    names = [ruleset.name for ruleset in rulesets_with_puzzles()]
    if len(names) < 2:
        return
    options = ruleset_options(chosen, names)
    row: discord.ui.ActionRow[Any] = discord.ui.ActionRow(
        menu(gettext("Another ruleset"), options, "puzzle-another-ruleset", theme=theme)
    )
    view.add_item(row)


def _bed_between(seat: Seat, above: list[str], picture: Picture, below: list[str]) -> View:
    container: discord.ui.Container[Any] = discord.ui.Container(accent_colour=ACCENTS[seat])
    container.add_item(discord.ui.TextDisplay("\n".join(above)))
    container.add_item(gallery(picture))
    if below:
        container.add_item(discord.ui.TextDisplay("\n".join(below)))
    view = View()
    view.add_item(container)
    return view


def _question_line(solving: PuzzleAttempt) -> str:
    """Return the choices made for the turn so far, and the next question about it."""
    chosen_turn, turn = solving.question, solving.builder.turn
    if isinstance(chosen_turn, Step):
        # Do not reveal the effect of the turn, nor whether it wins.
        chosen = turn_text(replace(chosen_turn.turn, wins=False))
        # Translators: {turn} is "place a kitten on {square}" or its like.
        return gettext("You {turn}.\n**Is that your answer?**", turn=chosen)
    question = question_text(solving.builder)
    if turn is None:
        return question
    # Translators: {turn} is "place a kitten on {square}" or its like.
    return gettext("You {turn}.", turn=turn_text(turn)) + f"\n{question}"


def _navigation_buttons(solving: PuzzleAttempt) -> list[ActionButton]:
    """Return the buttons that leave a puzzle; none once a part of the turn is chosen."""
    if solving.choices.column is not None or solving.builder.turn is not None:
        return []
    place = replace(solving.place, choices=NOTHING_CHOSEN)
    if solving.running is not None:
        return [button(gettext("End the streak"), SECONDARY, "puzzle-give-up", place=place)]
    label = gettext("Show the solution")
    ways = [button(label, SECONDARY, "puzzle-give-up", place=place), another_button(solving)]
    if solving.daily is not None and not solving.daily.is_todays:
        ways.append(todays_button())
    return ways


def _ways_on(daily: Daily) -> list[ActionButton]:
    ways = []
    is_direct = daily.guild == IN_PERSON
    if daily.attempt.is_solved and daily.attempt.shared_at is None and not is_direct:
        primary = discord.ButtonStyle.primary
        ways.append(button(gettext("Share"), primary, "puzzle-share", day=daily.day))
    if not is_direct:
        ways.append(button(gettext("Days in a row"), SECONDARY, "puzzle-streaks", day=daily.day))
    ways.append(another_button(PuzzleAttempt.of_daily(daily)))
    return [*ways] if daily.is_todays else [*ways, todays_button()]

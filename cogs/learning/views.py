"""The private panels of lessons: the path, an exercise, and the answer to a turn.

Custom ids contain the progress of the user, so a panel still works after a restart.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final, assert_never

import discord

from bot.features.learning.lesson import Answer, Lesson, MissedGoal, Right
from bot.features.learning.lessons import lessons_of, rulesets_with_lessons
from bot.features.learning.service import Progress
from bot.game import Placed, Ruleset, Stayed, Step, land
from bot.match.terms import ruleset_name
from bot.match.turn_builder import NOTHING_CHOSEN, AskPlacement, AskSeam
from bot.text import N_, any_of, gettext, in_order, translate
from cogs.board.turn_controls import rows_of
from cogs.board.turn_panels import turn_rows
from cogs.board.turn_questions import question_text
from cogs.core.components import ActionButton, View, button, menu
from cogs.core.outgoing import Picture, gallery
from cogs.core.panels import ACCENT
from cogs.learning.exercising import ExerciseAttempt
from cogs.wording.levels import LOWEST, level_name
from cogs.wording.narration import explained, narrated
from cogs.wording.phrases import capital, squares_name, turn_text, turn_title
from cogs.wording.rulesets import is_usual, ruleset_options
from render.path import LessonPath
from render.theme import Theme

PRIMARY: Final = discord.ButtonStyle.primary
SECONDARY: Final = discord.ButtonStyle.secondary
SUCCESS: Final = discord.ButtonStyle.success

DONE: Final = "✅"
BEGUN: Final = "▶️"
TO_DO: Final = "▫️"


def path_panel(ruleset: Ruleset, progress: Progress, picture: Picture | None = None) -> View:
    """Show the lessons of a ruleset as a path, with a button to the next one that is not done.

    Without a picture, list the lessons.
    """
    lessons = lessons_of(ruleset)
    following = progress.next_of(lessons)
    path: str | Picture = path_in_words(ruleset, progress) if picture is None else picture
    above, below = [f"### {title_of(ruleset)}"], [_so_far(ruleset, progress)]
    if picture is not None and following is not None and progress.done_in(lessons):
        below.insert(0, _line(_number(following), following, progress))
    if is_usual(ruleset.name) and not progress.done_in(lessons):
        above.append(translate(_AIM))
    view = _framed_view(["\n".join(above), path, "\n".join(below)])
    rules = button(gettext("Rules"), SECONDARY, "rules", page=0, ruleset=ruleset.name)
    play = play_button(PRIMARY if following is None else SECONDARY, ruleset)
    ways = [play, rules]
    if following is not None:
        label = gettext("Continue") if progress.done_in(lessons) else gettext("Begin")
        place = ExerciseAttempt(following, progress.next_in(following)).place
        # The short labels are beside each other on a phone.
        ways = [button(label, SUCCESS, "lesson", place=place), rules, play]
    view.add_item(discord.ui.ActionRow(*ways))
    options = [
        discord.SelectOption(
            label=translate(each.title),
            value=each.name,
            emoji=_mark(each, progress),
            description=_part_done(each, progress) or None,
        )
        for each in lessons
    ]
    which = menu(gettext("Choose a lesson"), options, "lesson-chosen")
    view.add_item(discord.ui.ActionRow[Any](which))
    names = [each.name for each in rulesets_with_lessons()]
    rulesets = ruleset_options(ruleset.name, names)
    other = menu(gettext("Lessons on another ruleset"), rulesets, "learn-ruleset")
    view.add_item(discord.ui.ActionRow[Any](other))
    return view


def path_of(ruleset: Ruleset, progress: Progress, theme: Theme) -> LessonPath:
    """Return the picture of the lessons of a ruleset, to be drawn."""
    lessons = lessons_of(ruleset)
    following = progress.next_of(lessons)
    kitten = None if following is None else lessons.index(following)
    return LessonPath(tuple(map(progress.has_finished, lessons)), kitten, theme)


def path_alt_text(ruleset: Ruleset, progress: Progress) -> str:
    """Describe the picture of the lessons of a ruleset."""
    lessons = lessons_of(ruleset)
    finished = sum(map(progress.has_finished, lessons))
    shown = gettext(
        "A path across a quilt with {lessons} stones, one for each lesson. Golden ones are done: "
        "{done}.",
        lessons=len(lessons),
        done=finished,
    )
    following = progress.next_of(lessons)
    if following is None:
        return f"{shown} {gettext('A cat sits on the last stone.')}"
    number, title = _number(following), translate(following.title)
    where = gettext("A kitten sits on stone {number}: {lesson}.", number=number, lesson=title)
    return f"{shown} {where}"


def path_in_words(ruleset: Ruleset, progress: Progress) -> str:
    """List the lessons of a ruleset, a line each, with those that are done."""
    lessons = lessons_of(ruleset)
    return "\n".join(_line(number, each, progress) for number, each in enumerate(lessons, 1))


def title_of(ruleset: Ruleset) -> str:
    """Return the title of the lessons of a ruleset."""
    if is_usual(ruleset.name):
        return gettext("🐾 Learn boop")
    return gettext("🐾 Learn boop: {ruleset}", ruleset=ruleset_name(ruleset.name))


def _so_far(ruleset: Ruleset, progress: Progress) -> str:
    lessons = lessons_of(ruleset)
    finished = sum(map(progress.has_finished, lessons))
    if finished == len(lessons):
        return translate(_ALL_DONE)
    if not progress.done_in(lessons):
        return f"-# {translate(_TO_BEGIN)}"
    text = gettext("{done} of {lessons} lessons done", done=finished, lessons=len(lessons))
    return f"-# {text}"


_AIM: Final = N_(
    "Three of your kittens in a line become cats, and three of your cats in a line win."
)
_TO_BEGIN: Final = N_("Short exercises, half a minute each. Only you see them.")
_ALL_DONE: Final = N_("🎒 **All lessons done.** Now play!")


def _mark(lesson: Lesson, progress: Progress) -> str:
    if progress.has_finished(lesson):
        return DONE
    return BEGUN if progress.done_of(lesson) else TO_DO


def _line(number: int, lesson: Lesson, progress: Progress) -> str:
    parts = [f"{_mark(lesson, progress)} **{number}** {translate(lesson.title)}"]
    return " · ".join(filter(None, [*parts, _part_done(lesson, progress)]))


def _part_done(lesson: Lesson, progress: Progress) -> str:
    """Return how many exercises of a begun lesson are done."""
    done = progress.done_of(lesson)
    if not done or progress.has_finished(lesson):
        return ""
    return gettext("{done} of {exercises}", done=done, exercises=len(lesson.exercises))


def exercise_panel(exercising: ExerciseAttempt, picture: Picture) -> View:
    """Ask for the turn of an exercise, a part of it at a time.

    The text that must be read is below the picture, where the user looks: a phone that shows the
    bed with its buttons would cut off text above. While the user chooses a seam, all text is above:
    the letters of the seams need the room below.
    """
    exercise, above = exercising.exercise, [_heading(exercising)]
    is_begun = exercising.choices != NOTHING_CHOSEN
    below = [f"**{translate(exercise.task)}**"]
    below = [*below, _question(exercising)] if is_begun else [translate(exercise.about), *below]
    if isinstance(exercising.builder.question, AskSeam):
        above, below = [*above, *below], []
    view = _framed_view(["\n".join(above), picture, "\n".join(filter(None, below))])
    ways = [] if is_begun else [_show_button(exercising), _path_button(exercising)]
    controls = exercising.controls
    if picture.written:
        controls = replace(controls, typing=exercising.type_button)
    for row in turn_rows(exercising.builder, controls, ways):
        view.add_item(row)
    return view


def _question(exercising: ExerciseAttempt) -> str:
    """Return the next question about the turn, after the choices so far.

    The squares of a column need no question, unless either kind can be placed.
    """
    builder = exercising.builder
    chosen = builder.question
    if isinstance(chosen, AskPlacement) and builder.other_kind is None:
        return ""
    turn = chosen.turn if isinstance(chosen, Step) else builder.turn
    parts = [question_text(builder)]
    if turn is not None:
        # Translators: {turn} is "place a kitten on {square}" or its like.
        parts.insert(0, gettext("You {turn}.", turn=turn_text(turn)))
    return "\n".join(filter(None, parts))


def _heading(exercising: ExerciseAttempt) -> str:
    lesson = exercising.lesson
    lessons = lessons_of(lesson.ruleset)
    where = gettext("Lesson {number} of {lessons}", number=_number(lesson), lessons=len(lessons))
    parts = [where]
    if len(lesson.exercises) > 1:
        exercises = len(lesson.exercises)
        parts.append(
            gettext("exercise {number} of {count}", number=exercising.number, count=exercises)
        )
    if not is_usual(lesson.ruleset.name):
        parts.insert(0, ruleset_name(lesson.ruleset.name))
    return f"### {translate(lesson.title)}\n-# {' · '.join(parts)}"


def _number(lesson: Lesson) -> int:
    return lessons_of(lesson.ruleset).index(lesson) + 1


def answer_panel(
    exercising: ExerciseAttempt, answer: Answer, progress: Progress, picture: Picture
) -> View:
    """Show what a turn did and whether it was right, with buttons to continue."""
    match answer:
        case Right(_, praise):
            feedback = [gettext("✅ **Right!** {praise}", praise=translate(praise))]
            ways = _ways_on(exercising, progress)
            if exercising.is_last:
                feedback += _finished(exercising.lesson, progress)
        case MissedGoal(step, why):
            feedback = [gettext("↩️ **Not yet.** {why}", why=translate(why)), what_happened(step)]
            ways = [
                button(gettext("Try again"), SUCCESS, "lesson", place=exercising.place),
                _show_button(exercising),
                _path_button(exercising),
            ]
        case _:
            assert_never(answer)
    task = f"-# {translate(exercising.exercise.task)}"
    view = _framed_view([_heading(exercising), picture, "\n".join([task, *feedback])])
    for row in rows_of(ways):
        view.add_item(row)
    return view


def shown_panel(exercising: ExerciseAttempt, picture: Picture) -> View:
    """Show a right turn, and what it does, to the user who asked for it."""
    exercise = exercising.exercise
    step = exercise.solution
    # Translators: {turn} is "a kitten on {square}" or its like.
    text = gettext("💡 {turn}.", turn=capital(turn_title(step.turn)))
    below = [f"-# {translate(exercise.task)}", text, what_happened(step), _other_choices(step)]
    view = _framed_view([_heading(exercising), picture, "\n".join(filter(None, below))])
    ways = [
        button(gettext("Let me try"), SUCCESS, "lesson", place=exercising.place),
        _path_button(exercising),
    ]
    view.add_item(discord.ui.ActionRow(*ways))
    return view


def what_happened(step: Step) -> str:
    """Return what a turn did: which pieces moved, or, if none did, which stay and why."""
    story = narrated(step.events)
    if all(isinstance(event, Placed | Stayed) for event in step.events):
        stays = explained(step.events) or gettext("nothing is next to it, so nothing moves")
        story = in_order([story, stays])
    return gettext("{heading}: {story}.", heading=gettext("What happened"), story=story)


def _other_choices(step: Step) -> str:
    """Return which pieces could have left the bed instead; empty if there was no choice."""
    turn = step.turn
    options = land(step.before, turn.placement, turn.recall).options
    others = [squares_name(each) for each in options if each != turn.leaves]
    if not others:
        return ""
    # Translators: {options} is "a1, b2 or c3", or "b3 c3 d3" for the squares of a line.
    return gettext("Your choice: it could also be {options}.", options=any_of(others))


def _finished(lesson: Lesson, progress: Progress) -> list[str]:
    """Return the sentence that a lesson is finished, or all lessons of its ruleset."""
    if not progress.has_finished(lesson):
        return []
    if not progress.has_finished_all(lessons_of(lesson.ruleset)):
        return [gettext("**Lesson done.**")]
    if is_usual(lesson.ruleset.name):
        return [translate(_ALL_OF_USUAL)]
    name = ruleset_name(lesson.ruleset.name)
    return [gettext("🎒 **You've done all lessons on {ruleset}.** Now play!", ruleset=name)]


_ALL_OF_USUAL: Final = N_(
    "🎒 **You've done all lessons**, and have a badge on your `/profile`. Now play!"
)


def _ways_on(exercising: ExerciseAttempt, progress: Progress) -> list[ActionButton]:
    """Return the buttons after a finished exercise: to the next one, or to a match at the end."""
    lesson, lessons = exercising.lesson, lessons_of(exercising.lesson.ruleset)
    again = button(gettext("Try again"), SECONDARY, "lesson", place=exercising.place)
    if not exercising.is_last:
        following = exercising.numbered(exercising.number + 1)
    elif not progress.has_finished_all(lessons):
        following = ExerciseAttempt(*_next_one(lesson, lessons, progress))
    else:
        return [play_button(SUCCESS, lesson.ruleset), again, _path_button(exercising)]
    onward = button(gettext("Next"), SUCCESS, "lesson", place=following.place)
    return [onward, again, _path_button(exercising)]


def _next_one(lesson: Lesson, lessons: Sequence[Lesson], progress: Progress) -> tuple[Lesson, int]:
    """Return the next lesson that is not finished, from this one on and then from the first."""
    at = lessons.index(lesson)
    following = progress.next_of([*lessons[at + 1 :], *lessons[: at + 1]]) or lesson
    return following, progress.next_in(following)


def _show_button(exercising: ExerciseAttempt) -> ActionButton:
    place = exercising.with_choices(NOTHING_CHOSEN).place
    return button(gettext("Show me"), SECONDARY, "lesson-show", place=place)


def _path_button(exercising: ExerciseAttempt) -> ActionButton:
    name = exercising.lesson.ruleset.name
    return button(gettext("Lessons"), SECONDARY, "learn", ruleset=name)


def play_button(style: discord.ButtonStyle, ruleset: Ruleset) -> ActionButton:
    """Return the button that begins a match against the bot's weakest level."""
    label = gettext("Play {cat} now", cat=level_name(LOWEST))
    return button(label, style, "play-first-level", ruleset=ruleset.name)


def _framed_view(parts: list[str | Picture]) -> View:
    """Lay out texts and pictures in a frame, without empty texts."""
    container: discord.ui.Container[Any] = discord.ui.Container(accent_colour=ACCENT)
    for part in parts:
        if isinstance(part, Picture):
            container.add_item(gallery(part))
        elif part:
            container.add_item(discord.ui.TextDisplay(part))
    view = View()
    view.add_item(container)
    return view

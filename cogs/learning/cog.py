"""`/learn`: lessons on a bed that only the user sees, played by buttons as in a match."""

import asyncio
from contextlib import suppress
from dataclasses import replace

from discord import app_commands

from bot.app import BoopBot, Interaction
from bot.errors import NotStored
from bot.features.learning.lesson import LessonName, Right
from bot.features.learning.lessons import every_lesson, ruleset_with_lessons
from bot.features.learning.service import Progress, exercise_of
from bot.game import Ruleset, Step, Turn
from bot.text import N_
from cogs.board.message import draw_exercise, private_theme, reads_words
from cogs.board.turn_panels import TypedTurn, plays_at_once, turn_form
from cogs.core.actions import ActionContext, Cog, action
from cogs.core.arguments import read_turn_input
from cogs.core.codecs import RulesetName
from cogs.core.outgoing import Picture
from cogs.core.replies import answer_privately
from cogs.learning.exercising import ExerciseAttempt, ExercisePlace, scene_of_step
from cogs.learning.views import (
    answer_panel,
    exercise_panel,
    path_alt_text,
    path_of,
    path_panel,
    shown_panel,
)
from cogs.wording.help_lines import Topic, in_help
from cogs.wording.names import user_of
from cogs.wording.rulesets import USUAL_RULESET, ruleset_choices
from render.scene import Scene
from render.studio import NoPicture


class LearningCog(Cog, name="Learning"):
    """Teaches users to play."""

    async def cog_load(self) -> None:
        """Read the lessons in a thread, so that they do not block the event loop."""
        await asyncio.to_thread(every_lesson)

    @app_commands.command(
        name="learn",
        extras=in_help(Topic.LEARN, 10, N_("short lessons, played by buttons; only you see them")),
    )
    @app_commands.describe(ruleset="Which rules to learn; by default, the published ones")
    @app_commands.choices(ruleset=ruleset_choices())
    async def learn(self, interaction: Interaction, ruleset: str = USUAL_RULESET) -> None:
        """Learn boop by playing: short lessons, for you alone."""
        await self._show_path(interaction, ruleset)

    @action("learn")
    async def show_path(self, context: ActionContext, ruleset: RulesetName) -> None:
        """List the lessons of a ruleset."""
        await self._show_path(context.interaction, ruleset)

    @action("learn-ruleset")
    async def choose_ruleset(self, context: ActionContext, *, chosen: RulesetName) -> None:
        """List the lessons of the ruleset that was chosen."""
        await self._show_path(context.interaction, chosen)

    @action("lesson-chosen")
    async def choose_lesson(self, context: ActionContext, *, chosen: LessonName) -> None:
        """Open the chosen lesson at its first exercise that is not done."""
        lesson, _ = exercise_of(chosen, 1)
        progress = await self.bot.services.lessons.progress(context.user)
        await self._show(context.interaction, ExerciseAttempt(lesson, progress.next_in(lesson)))

    @action("lesson")
    async def open(self, context: ActionContext, place: ExercisePlace) -> None:
        """Show an exercise, with nothing chosen yet."""
        await self._show(context.interaction, ExerciseAttempt.at(place))

    @action("lesson-turn")
    async def choose(self, context: ActionContext, place: ExercisePlace) -> None:
        """Ask for the next part of a turn.

        For users who place without a preview, choosing the square is the whole turn.
        """
        exercising = ExerciseAttempt.at(place)
        chosen = exercising.builder.question
        if isinstance(chosen, Step):
            preferred = await self.bot.services.preferences.of(context.user)
            if plays_at_once(exercising.builder, preferred.placing):
                await self._answer(context.interaction, exercising, chosen.turn)
                return
        await self._show(context.interaction, exercising)

    @action("lesson-type")
    async def ask_to_type(self, context: ActionContext, place: ExercisePlace) -> None:
        """Open the form for a turn."""
        interaction = context.interaction
        await answer_privately(
            interaction, turn_form("lesson-typed", context.user, interaction.id, place=place)
        )

    @action("lesson-typed")
    async def take_typed(
        self, context: ActionContext, place: ExercisePlace, *, turn: TypedTurn
    ) -> None:
        """Ask for the choices that a typed turn leaves open."""
        await self.choose(context, replace(place, choices=read_turn_input(turn).choices))

    @action("lesson-answer")
    async def answer(self, context: ActionContext, place: ExercisePlace, turn: Turn) -> None:
        """Answer a whole turn."""
        await self._answer(context.interaction, ExerciseAttempt.at(place), turn)

    @action("lesson-show")
    async def show_solution(self, context: ActionContext, place: ExercisePlace) -> None:
        """Show a turn that solves the exercise."""
        exercising = ExerciseAttempt.at(place)
        scene = scene_of_step(exercising.exercise.solution)
        picture = await _picture(context.interaction, exercising, scene)
        await answer_privately(context.interaction, shown_panel(exercising, picture), picture)

    async def _show_path(self, interaction: Interaction, ruleset: str) -> None:
        progress = await self.bot.services.lessons.progress(user_of(interaction))
        learned = ruleset_with_lessons(ruleset)
        picture = await _path_picture(interaction, learned, progress)
        await answer_privately(interaction, path_panel(learned, progress, picture), picture)

    async def _show(self, interaction: Interaction, exercising: ExerciseAttempt) -> None:
        picture = await _picture(interaction, exercising, exercising.scene)
        await answer_privately(interaction, exercise_panel(exercising, picture), picture)

    async def _answer(
        self, interaction: Interaction, exercising: ExerciseAttempt, turn: Turn
    ) -> None:
        lessons, lesson = self.bot.services.lessons, exercising.lesson
        answered = await lessons.answer(user_of(interaction), lesson.name, exercising.number, turn)
        if isinstance(answered.answer, Right):
            with suppress(NotStored):
                # Users who take lessons need no rules; without this, the bot would show them once.
                newcomers = self.bot.services.newcomers
                await newcomers.rules_read(user_of(interaction), lesson.ruleset.name)
        picture = await _picture(interaction, exercising, scene_of_step(answered.answer.step))
        afresh = exercising.numbered(exercising.number)
        panel = answer_panel(afresh, answered.answer, answered.progress, picture)
        await answer_privately(interaction, panel, picture)


async def _picture(interaction: Interaction, exercising: ExerciseAttempt, scene: Scene) -> Picture:
    name = f"lesson-{exercising.lesson.name}-{exercising.number}.png"
    return await draw_exercise(interaction, scene, name)


async def _path_picture(
    interaction: Interaction, ruleset: Ruleset, progress: Progress
) -> Picture | None:
    """Draw the path of lessons; None if no picture can be drawn, or the user prefers words."""
    if await reads_words(interaction):
        return None
    path = path_of(ruleset, progress, await private_theme(interaction))
    try:
        png = await interaction.client.studio.picture(path)
    except NoPicture:
        return None
    return Picture(png, f"lessons-{ruleset.name}.png", path_alt_text(ruleset, progress))


async def setup(bot: BoopBot) -> None:
    """Add the cog."""
    await bot.add_cog(LearningCog(bot))

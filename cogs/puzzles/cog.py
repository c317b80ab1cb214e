"""`/puzzle`: the puzzle of the day, streaks and practice, by buttons or in notation."""

import asyncio
from dataclasses import replace
from functools import partial
from typing import Final, assert_never

import discord
import structlog
from discord import app_commands
from discord.ext import commands

from bot.app import BoopBot, Interaction
from bot.engine.puzzles import PuzzleTheme
from bot.features.puzzles.days import IN_PERSON, PuzzleDay
from bot.features.puzzles.lines import (
    AnswerResult,
    LineAnswer,
    MissedTurn,
    list_all,
    played,
    result_of,
    ruleset_for,
    ruleset_with,
    themes_in,
)
from bot.features.puzzles.missed import MissedAt
from bot.features.puzzles.ratings import PuzzleResult, RatingWithChange
from bot.features.puzzles.runs import RunPlace
from bot.features.puzzles.service import Daily, LineProgress, PuzzleGone
from bot.game import CLASSIC, Step, Turn
from bot.match.identity import InServer, MatchId, Ply, UserId
from bot.match.turn_builder import TurnChoices
from bot.text import N_, gettext, speaking, translate
from cogs.board.turn_panels import TypedTurn, plays_at_once, turn_form
from cogs.core.access import place_of
from cogs.core.actions import ActionContext, Cog, action
from cogs.core.arguments import TurnInput, read_turn_input, server_guild_of
from cogs.core.codecs import RulesetName
from cogs.core.errors import FAILURES
from cogs.core.progress import run_with_progress, show_failure_in_place
from cogs.core.replies import acknowledge, answer_privately
from cogs.delivery.publishing import repost_board
from cogs.puzzles.daily_post import picture_for_all
from cogs.puzzles.missed import MissedPuzzles
from cogs.puzzles.phrases import (
    cost_text,
    right_text,
    shared_text,
    theme_choices,
    tries_text,
    wrong_text,
)
from cogs.puzzles.showing import (
    refuted_by,
    show_daily,
    show_practice_over,
    show_run,
    show_run_over,
    show_solving,
)
from cogs.puzzles.solving import (
    AnyTheme,
    PuzzleArgument,
    PuzzleAttempt,
    PuzzleNumber,
    PuzzlePlace,
    is_whole,
    scope_of,
    seen_in,
)
from cogs.puzzles.views import (
    SOLUTION,
    end_run_panel,
    give_up_panel,
    give_up_practice_panel,
    nothing_missed_panel,
    runs_panel,
    shared_view,
    streaks_panel,
)
from cogs.wording.help_lines import Topic, in_help
from cogs.wording.names import user_of
from cogs.wording.rulesets import ruleset_choices
from cogs.wording.translating import public_language

_log: Final = structlog.get_logger(__name__)

_BEHIND: Final = N_("You've already moved on from there. This is how far you are.")
_NOT_LOOKED: Final = N_("I couldn't look for it. Try again.")
_NOTHING_MISSED: Final = N_("No turn of yours there is a puzzle with a single right way.")
_RUN_GOES_ON: Final = N_("✅ **Right.** Here's the next one.")
_ALREADY_SHARED: Final = N_("You've already shared this one.")
_NOT_TAKEN: Final = N_("Discord didn't accept that. Press **Share** again.")


class PuzzleCog(Cog, commands.GroupCog, name="Puzzles", group_name="puzzle"):
    """Positions with one right turn."""

    def __init__(self, bot: BoopBot) -> None:
        super().__init__(bot)
        self._missed = MissedPuzzles(bot)

    async def cog_load(self) -> None:
        """Load the list of puzzles in a separate thread."""
        await asyncio.to_thread(list_all)

    @app_commands.command(
        name="practice", extras=in_help(Topic.LEARN, 60, N_("as many as you like, by theme"))
    )
    @app_commands.describe(
        theme="What the puzzle is about; leave it out for any",
        ruleset="Which ruleset; by default, this server's usual one",
    )
    @app_commands.choices(theme=theme_choices(), ruleset=ruleset_choices())
    async def practise(
        self, interaction: Interaction, theme: str | None = None, ruleset: str | None = None
    ) -> None:
        """Solve puzzles of a kind, about as hard as you are strong."""
        puzzle_theme = None if theme is None else PuzzleTheme(theme)
        if ruleset is None:
            usual = CLASSIC.name
            place = place_of(interaction)
            if isinstance(place, InServer):
                usual = (await self.bot.services.settings.of(place.guild)).ruleset
            ruleset = ruleset_with(puzzle_theme, ruleset_for(usual)).name
        await self._practise(interaction, ruleset, puzzle_theme)

    @app_commands.command(
        name="streak", extras=in_help(Topic.LEARN, 50, N_("one after another until a mistake"))
    )
    async def run(self, interaction: Interaction) -> None:
        """Solve puzzles until your first mistake; they get harder."""
        await self._run(interaction)

    @app_commands.command(
        name="today", extras=in_help(Topic.LEARN, 40, N_("one a day, with one right way"))
    )
    @app_commands.describe(
        answer="Your next turn, such as Kc3; leave it out to choose on a picture"
    )
    async def today(
        self,
        interaction: Interaction,
        answer: app_commands.Transform[TurnInput, PuzzleArgument] | None = None,
    ) -> None:
        """Solve the puzzle of the day: find the one way to win, in private."""
        daily = await self._todays(interaction)
        if answer is None or daily.attempt.is_over:
            await show_daily(interaction, daily)
            return
        solving = PuzzleAttempt.of_daily(daily)
        chosen = solving.with_choices(answer.choices)
        turn = chosen.builder.turn
        if turn is not None and is_whole(solving, answer):
            await self._answer(interaction, solving, turn)
        else:
            await show_solving(interaction, chosen)

    @action("puzzle")
    async def open(self, context: ActionContext, day: PuzzleDay | None = None) -> None:
        """Show the puzzle of a day, or today's."""
        interaction = context.interaction
        if day is not None:
            await show_daily(interaction, await self._of_day(interaction, day))
        else:
            await show_daily(interaction, await self._todays(interaction))

    @action("puzzle-turn")
    async def choose(self, context: ActionContext, place: PuzzlePlace) -> None:
        """Ask for the next part of a turn.

        If the user places without a preview, take the turn as the answer once it is complete.
        """
        interaction = context.interaction
        solving = await self._solving(interaction, place)
        if solving is None:
            return
        chosen = solving.question
        if isinstance(chosen, Step):
            preferred = await self.bot.services.preferences.of(context.user)
            if plays_at_once(solving.builder, preferred.placing):
                await self._answer(interaction, solving, chosen.turn)
                return
        await show_solving(interaction, solving)

    @action("puzzle-type")
    async def ask_to_type(self, context: ActionContext, place: PuzzlePlace) -> None:
        """Open the form in which the user types a turn."""
        interaction = context.interaction
        await answer_privately(
            interaction, turn_form("puzzle-typed", context.user, interaction.id, place=place)
        )

    @action("puzzle-typed")
    async def take_typed(
        self, context: ActionContext, place: PuzzlePlace, *, turn: TypedTurn
    ) -> None:
        """Ask for the parts that a typed turn leaves open."""
        await self.choose(context, replace(place, choices=read_turn_input(turn).choices))

    @action("puzzle-answer")
    async def answer(self, context: ActionContext, place: PuzzlePlace, turn: Turn) -> None:
        """Take a whole turn as the answer."""
        solving = await self._solving(context.interaction, place)
        if solving is not None:
            await self._answer(context.interaction, solving, turn)

    @action("puzzle-give-up")
    async def give_up(self, context: ActionContext, place: PuzzlePlace) -> None:
        """Show the solution; ask first for a puzzle of the day, a streak or a rated puzzle.

        A streak of no puzzles ends without a question.
        """
        interaction, user = context.interaction, context.user
        solving = await self._solving(interaction, place)
        if solving is None:
            return
        if solving.daily is not None:
            counts = await self.bot.services.puzzles.counts(user, solving.puzzle)
            await answer_privately(interaction, give_up_panel(solving.daily, counts=counts))
        elif solving.running is not None and solving.running.run.length:
            await answer_privately(interaction, end_run_panel(solving.running))
        elif solving.running is not None:
            await self._end_run(interaction, solving.running.place)
        elif solving.is_practice and await self.bot.services.puzzles.counts(user, solving.puzzle):
            await answer_privately(interaction, give_up_practice_panel(solving))
        else:
            await self._show_solution(interaction, solving)

    @action("puzzle-solution")
    async def show_solution(self, context: ActionContext, place: PuzzlePlace) -> None:
        """Show the solution of a puzzle for practice.

        A button that was forged for a puzzle of the day or of a streak asks first, as ever.
        """
        solving = await self._solving(context.interaction, place)
        if solving is None:
            return
        if solving.is_practice:
            await self._show_solution(context.interaction, solving)
        else:
            await self.give_up(context, place)

    async def _show_solution(self, interaction: Interaction, solving: PuzzleAttempt) -> None:
        rated = await self._rate(user_of(interaction), solving, PuzzleResult.MISSED)
        await show_practice_over(interaction, solving, translate(SOLUTION), rated)

    @action("puzzle-really-give-up")
    async def really_give_up(self, context: ActionContext, day: PuzzleDay) -> None:
        """Show the solution of a day's puzzle."""
        interaction, puzzles = context.interaction, self.bot.services.puzzles
        given_up = await puzzles.give_up(scope_of(interaction), context.user, day)
        await show_daily(interaction, given_up)

    @action("puzzle-end-streak")
    async def end_run(self, context: ActionContext, place: RunPlace) -> None:
        """End a streak, and show the solution of its current puzzle."""
        await self._end_run(context.interaction, place)

    @action("puzzle-another")
    async def another(
        self, context: ActionContext, ruleset: RulesetName, theme: PuzzleTheme | None
    ) -> None:
        """Show another puzzle for practice with the same ruleset and theme."""
        await self._practise(context.interaction, ruleset, theme)

    @action("puzzle-another-ruleset")
    async def another_ruleset(
        self, context: ActionContext, theme: PuzzleTheme | None, *, chosen: RulesetName
    ) -> None:
        """Show a puzzle of the chosen ruleset; drop the theme if the ruleset has no such puzzle."""
        has_theme = theme in themes_in(ruleset_for(chosen))
        await self._practise(context.interaction, chosen, theme if has_theme else None)

    @action("puzzle-another-theme")
    async def another_theme(
        self, context: ActionContext, ruleset: RulesetName, *, chosen: PuzzleTheme | AnyTheme
    ) -> None:
        """Show a puzzle for practice of the chosen theme, or of any."""
        theme = None if chosen is AnyTheme.ANY else chosen
        await self._practise(context.interaction, ruleset, theme)

    @action("puzzle-missed")
    async def missed(self, context: ActionContext, match: MatchId, after: Ply) -> None:
        """Show the next puzzle, after a turn, from the user's mistakes in a match."""
        interaction = context.interaction
        not_found = partial(nothing_missed_panel, match=match)
        failure = show_failure_in_place(interaction, translate(_NOT_LOOKED), not_found)
        async with self.bot.working(), failure:
            found = await run_with_progress(
                interaction,
                lambda report: self._missed.next_after(context.user, match, after, report),
                gettext("Looking for what you missed"),
            )
            if found is None:
                await acknowledge(interaction, not_found(translate(_NOTHING_MISSED)))
            else:
                await show_solving(interaction, found)

    @action("puzzle-streak")
    async def resume(self, context: ActionContext) -> None:
        """Show the user's current streak, or begin a new one."""
        await self._run(context.interaction)

    @action("puzzle-longest")
    async def longest(self, context: ActionContext) -> None:
        """List the longest streaks of puzzles here."""
        interaction, guild = context.interaction, scope_of(context.interaction)
        runs = () if guild == IN_PERSON else await self.bot.services.puzzle_runs.longest(guild)
        await answer_privately(interaction, runs_panel(runs, context.user))
        if runs:
            await self.bot.services.departures.look_listed(guild, [each.user for each in runs])

    @action("puzzle-share")
    async def share(self, context: ActionContext, day: PuzzleDay) -> None:
        """Post in this channel that the user solved the puzzle, without the solution."""
        interaction, user = context.interaction, context.user
        guild = server_guild_of(interaction)
        daily = await self._of_day(interaction, day)
        puzzles = self.bot.services.puzzles
        with speaking(await public_language(self.bot, guild)):
            picture = await picture_for_all(self.bot, guild, daily.puzzle, daily.day)
            shared = shared_view(shared_text(daily, user), daily, picture)
        if not await puzzles.share(guild, user, daily.day):
            await self._answer_shared_already(interaction, daily)
            return
        try:
            await interaction.response.send_message(
                view=shared,
                file=picture.file(),
                allowed_mentions=discord.AllowedMentions.none(),
            )
        except FAILURES as error:
            _log.warning("solution not shared", reason=repr(error))
            await puzzles.unshare(guild, user, daily.day)
            await acknowledge(interaction, translate(_NOT_TAKEN))
        else:
            await puzzles.shared(guild, user, daily.day)
            await repost_board(self.bot, user, place_of(interaction))

    async def _answer_shared_already(self, interaction: Interaction, daily: Daily) -> None:
        """Show a day's puzzle without **Share**, even if the first sharing is not recorded yet."""
        if not daily.attempt.is_solved:
            await show_daily(interaction, daily)
            return
        attempt = daily.attempt.sharing(self.bot.services.clock.now())
        await show_daily(
            interaction, replace(daily, attempt=attempt), f"-# {translate(_ALREADY_SHARED)}"
        )

    @action("puzzle-streaks")
    async def streaks(self, context: ActionContext, day: PuzzleDay) -> None:
        """List the server's longest streaks of days."""
        guild, user = server_guild_of(context.interaction), context.user
        streaks = await self.bot.services.puzzles.streaks(guild, user)
        await answer_privately(context.interaction, streaks_panel(streaks, user, day))
        await self.bot.services.departures.look_listed(guild, [each.user for each in streaks.first])

    async def _practise(
        self, interaction: Interaction, ruleset: str, theme: PuzzleTheme | None
    ) -> None:
        puzzle = await self.bot.services.puzzles.practice(
            scope_of(interaction), user_of(interaction), ruleset_for(ruleset), theme
        )
        await show_solving(interaction, PuzzleAttempt(puzzle, LineProgress(0, 0), theme=theme))

    async def _run(self, interaction: Interaction) -> None:
        runs = self.bot.services.puzzle_runs
        await show_run(interaction, await runs.resume(scope_of(interaction), user_of(interaction)))

    async def _end_run(self, interaction: Interaction, place: RunPlace) -> None:
        scope, user = scope_of(interaction), user_of(interaction)
        ended = await self.bot.services.puzzle_runs.give_up(scope, user, place)
        if ended is None:
            raise PuzzleGone
        await show_run(interaction, ended)

    async def _answer(self, interaction: Interaction, solving: PuzzleAttempt, turn: Turn) -> None:
        next_one = TurnChoices(kind=turn.placement.kind)
        if solving.running is not None:
            await self._answered_in_run(interaction, solving, turn)
            return
        if solving.daily is None:
            await self._answer_practice(interaction, solving.with_choices(next_one), turn)
            return
        guild, user, day = scope_of(interaction), user_of(interaction), solving.daily.day
        answered = await self.bot.services.puzzles.answer(guild, user, turn, day, solving.seen)
        note = await self._note(interaction, answered)
        await show_daily(interaction, answered.now, note, next_one)

    async def _note(self, interaction: Interaction, answered: LineAnswer[Daily]) -> str:
        """Return the text about the result of an answer."""
        daily, step = answered.now, answered.step
        match answered.result:
            case AnswerResult.RIGHT:
                return right_text(daily.puzzle, daily.attempt.found)
            case AnswerResult.WRONG if step is not None:
                missed = MissedTurn(daily.puzzle, daily.attempt.found, step)
                wrong = wrong_text(missed, await refuted_by(interaction, missed))
                return wrong + cost_text(daily.rated)
            case AnswerResult.BEHIND if not daily.attempt.is_over:
                return f"-# {translate(_BEHIND)}"
            case _:
                return ""

    async def _answer_practice(
        self, interaction: Interaction, solving: PuzzleAttempt, turn: Turn
    ) -> None:
        """Take an answer to a puzzle for practice; only the first try is rated."""
        user = user_of(interaction)
        puzzle, found = solving.puzzle, solving.seen.found
        step = played(puzzle, found, turn)
        answer = result_of(puzzle, found, step)
        if answer is AnswerResult.WRONG:
            missed = MissedTurn(puzzle, found, step)
            rated = await self._rate(user, solving, PuzzleResult.MISSED)
            feedback = wrong_text(missed, await refuted_by(interaction, missed))
            feedback += cost_text(rated)
            await show_solving(interaction, solving.missing(), feedback)
        elif answer is AnswerResult.RIGHT:
            note = right_text(puzzle, found + 1)
            await show_solving(interaction, solving.after_right_turn(), note)
        else:
            tries = tries_text(solving.seen.misses + 1)
            feedback = gettext("✅ **Solved** in **{tries}**.", tries=tries)
            result = PuzzleResult.MISSED if solving.seen.misses else PuzzleResult.SOLVED
            rated = await self._rate(user, solving, result)
            await show_practice_over(interaction, solving, feedback, rated)

    async def _rate(
        self, user: UserId, solving: PuzzleAttempt, result: PuzzleResult
    ) -> RatingWithChange | None:
        """Rate a result in a puzzle of the book; puzzles from the user's matches are not rated."""
        if not solving.is_practice:
            return None
        return await self.bot.services.puzzles.practised(user, solving.puzzle, result)

    async def _answered_in_run(
        self, interaction: Interaction, solving: PuzzleAttempt, turn: Turn
    ) -> None:
        """Take an answer to the puzzle of a streak."""
        if solving.running is None:
            raise AssertionError("no streak")
        answered = await self.bot.services.puzzle_runs.answer(
            scope_of(interaction),
            user_of(interaction),
            turn,
            solving.running.place,
            solving.seen.found,
        )
        if answered is None:
            raise PuzzleGone
        running = answered.now
        match answered.result:
            case AnswerResult.RIGHT:
                note = right_text(running.puzzle, running.run.found)
                await show_run(interaction, running, note)
            case AnswerResult.SOLVED:
                await show_run(interaction, running, translate(_RUN_GOES_ON))
            case AnswerResult.WRONG:
                await show_run_over(interaction, running, answered.step)
            case AnswerResult.BEHIND:
                note = "" if running.run.is_over else f"-# {translate(_BEHIND)}"
                await show_run(interaction, running, note)
            case _:
                assert_never(answered.result)

    async def _solving(self, interaction: Interaction, place: PuzzlePlace) -> PuzzleAttempt | None:
        """Return the attempt that a button refers to; if it has changed since, show it instead."""
        if isinstance(place.which, PuzzleNumber):
            return PuzzleAttempt.of_practice(place.which, place)
        if isinstance(place.which, MissedAt):
            puzzle = await self._missed.at(user_of(interaction), place.which)
            return PuzzleAttempt(puzzle, place.seen, None, place.choices, missed=place.which)
        if isinstance(place.which, RunPlace):
            return await self._solving_in_run(interaction, place.which, place)
        daily = await self._of_day(interaction, place.which)
        if daily.attempt.is_over or seen_in(daily) != place.seen:
            note = "" if daily.attempt.is_over else f"-# {translate(_BEHIND)}"
            await show_daily(interaction, daily, note)
            return None
        return PuzzleAttempt.of_daily(daily, place.choices)

    async def _solving_in_run(
        self, interaction: Interaction, which: RunPlace, place: PuzzlePlace
    ) -> PuzzleAttempt | None:
        """Return the attempt in a streak if the button is up to date; otherwise show the streak."""
        running = await self.bot.services.puzzle_runs.current(
            scope_of(interaction), user_of(interaction)
        )
        if running is None:
            raise PuzzleGone
        if running.run.is_over or (running.place, running.run.found) != (which, place.seen.found):
            note = "" if running.run.is_over else f"-# {translate(_BEHIND)}"
            await show_run(interaction, running, note)
            return None
        return PuzzleAttempt.of_run(running, place.choices)

    async def _todays(self, interaction: Interaction) -> Daily:
        return await self.bot.services.puzzles.todays(scope_of(interaction), user_of(interaction))

    async def _of_day(self, interaction: Interaction, day: PuzzleDay) -> Daily:
        return await self.bot.services.puzzles.of_day(
            scope_of(interaction), user_of(interaction), day
        )


async def setup(bot: BoopBot) -> None:
    """Add the cog."""
    await bot.add_cog(PuzzleCog(bot))

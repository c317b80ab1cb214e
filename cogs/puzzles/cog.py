"""`/puzzle`: the puzzle of the day and puzzles for practice, by buttons or in notation."""

import asyncio
from dataclasses import replace
from functools import partial
from typing import Final

import discord
import structlog
from discord import app_commands
from discord.ext import commands

from bot.app import BoopBot
from bot.engine.puzzles import Puzzle
from bot.features.puzzles.days import PuzzleDay
from bot.features.puzzles.lines import is_right, played, read_all, ruleset_for
from bot.features.puzzles.queries import DailyPuzzle, PlannedPost
from bot.features.puzzles.service import Daily, Seen, Tried, Verdict
from bot.game import Step, Turn
from bot.jobs.runner import job
from bot.match.identity import GuildId
from bot.match.turn_builder import TurnChoices
from bot.text import N_, gettext, speaking, translate
from cogs.core.actions import ActionContext, Cog, action
from cogs.core.alt_text import alt_text
from cogs.core.answering import show_panel
from cogs.core.arguments import Wanted, server_guild_of
from cogs.core.board import Picture
from cogs.core.board_message import public_theme
from cogs.core.codecs import RulesetName
from cogs.core.delivery import Outgoing, post_or_report, posting_in
from cogs.core.errors import FAILURES
from cogs.core.names import user_of
from cogs.core.options import place_of
from cogs.core.publishing import bump_board
from cogs.core.replies import say_privately
from cogs.core.translating import public_language
from cogs.core.turn_panels import plays_at_once
from cogs.puzzles.phrases import right_text, shared_text, tries_text, wrong_text
from cogs.puzzles.solving import (
    PuzzleArgument,
    PuzzlePlace,
    Solving,
    choices_of,
    is_whole,
    scene_to_solve,
    scope_of,
    seen_in,
)
from cogs.puzzles.views import (
    SOLUTION,
    give_up_panel,
    post_view,
    refuted_by,
    shared_view,
    show_daily,
    show_practice_over,
    show_solving,
    streaks_panel,
)

_LOST: Final = N_(
    "🧩 The puzzle of the day couldn't be posted in {channel}: {why}. I'll try again tomorrow."
)


async def post_puzzle(bot: BoopBot, guild: GuildId) -> None:
    """Post the puzzle of a server, if it is due. Raise `PutOff` if Discord has it wait."""
    planned = await bot.services.puzzle_posts.due(guild)
    if planned is None:
        return
    async with posting_in(bot, guild):
        await _post(bot, planned)


async def _post(bot: BoopBot, planned: PlannedPost) -> None:
    posts, guild = bot.services.puzzle_posts, planned.guild
    channel = (await bot.services.settings.of(guild)).puzzle_channel
    if channel is None:
        return  # It was unset since, and the plan is gone with it.
    post = await posts.post_of(planned)
    if post is not None:
        picture = await picture_for_all(bot, guild, post.puzzle, post.day)
        view = partial(post_view, post, picture)
        # Posted again soon, as after a crash, it is the same message.
        outgoing = Outgoing(view=view, picture=picture, nonce=f"p{guild:x}-{post.day:x}")
        is_news = partial(posts.lost, planned)
        if not await post_or_report(bot, channel, guild, outgoing, _LOST, is_news):
            return
    await posts.done(planned, post)


async def picture_for_all(bot: BoopBot, guild: GuildId, puzzle: Puzzle, day: PuzzleDay) -> Picture:
    """Draw the puzzle of a day as it begins, in the server's theme."""
    scene = replace(scene_to_solve(puzzle), theme=await public_theme(bot, guild))
    png = await bot.studio.picture(scene)
    return Picture(png, f"puzzle-{day}.png", alt_text(scene))


Interaction = discord.Interaction[BoopBot]

_log: Final = structlog.get_logger(__name__)

_BEHIND: Final = N_("You've already moved on from there. This is how far you are.")
_ALREADY_SHARED: Final = N_("You've already shared this one.")
_NOT_TAKEN: Final = N_("Discord didn't take that. Press **Share** again.")


class PuzzleCog(Cog, name="Puzzles"):
    """Lets people solve puzzles."""

    async def cog_load(self) -> None:
        """Say what the buttons and menus do, and read the puzzles beside the loop."""
        await asyncio.to_thread(read_all)

    @app_commands.command(name="puzzle")
    @app_commands.describe(
        answer="Your next turn, such as Kc3; leave it out to choose on a picture"
    )
    async def puzzle(
        self,
        interaction: Interaction,
        answer: app_commands.Transform[Wanted, PuzzleArgument] | None = None,
    ) -> None:
        """Solve the puzzle of the day: find the one way to win, in private."""
        daily = await self._todays(interaction)
        if answer is None or daily.attempt.is_over:
            await show_daily(interaction, daily)
            return
        solving = Solving.of_daily(daily)
        chosen = solving.with_choices(choices_of(answer))
        turn = chosen.builder.turn
        if turn is not None and is_whole(solving, answer):
            await self._answered(interaction, solving, turn)
        else:
            await show_solving(interaction, chosen)

    @action("puzzle")
    async def open(self, context: ActionContext, day: PuzzleDay | None = None) -> None:
        """Bring the puzzle of a day, or today's."""
        interaction = context.interaction
        if day is not None:
            await show_daily(interaction, await self._of_day(interaction, day))
        else:
            await show_daily(interaction, await self._todays(interaction))

    @action("puzzle-turn")
    async def choose(self, context: ActionContext, place: PuzzlePlace) -> None:
        """Ask for what is still to be chosen of a turn.

        Who is not to be asked before placing has answered by choosing the square.
        """
        interaction = context.interaction
        solving = await self._solving(interaction, place)
        if solving is None:
            return
        chosen = solving.question
        if isinstance(chosen, Step):
            preferred = await self.bot.services.preferences.of(context.user)
            if plays_at_once(solving.builder, preferred.placing):
                await self._answered(interaction, solving, chosen.turn)
                return
        await show_solving(interaction, solving)

    @action("puzzle-answer")
    async def answer(self, context: ActionContext, place: PuzzlePlace, turn: Turn) -> None:
        """Take a whole turn for the answer."""
        solving = await self._solving(context.interaction, place)
        if solving is not None:
            await self._answered(context.interaction, solving, turn)

    @action("puzzle-give-up")
    async def give_up(self, context: ActionContext, place: PuzzlePlace) -> None:
        """Ask whether the solution is to be shown; for practice it costs nothing."""
        solving = await self._solving(context.interaction, place)
        if solving is None:
            return
        if solving.daily is None:
            await show_practice_over(context.interaction, solving, translate(SOLUTION))
        else:
            await show_panel(context.interaction, give_up_panel(solving.daily))

    @action("puzzle-really-give-up")
    async def really_give_up(self, context: ActionContext, day: PuzzleDay) -> None:
        """Show the solution of a day's puzzle."""
        interaction, puzzles = context.interaction, self.bot.services.puzzles
        given_up = await puzzles.give_up(scope_of(interaction), context.user, day)
        await show_daily(interaction, given_up)

    @action("puzzle-another")
    async def another(self, context: ActionContext, ruleset: RulesetName) -> None:
        """Bring a puzzle for practice, of the ruleset of the one before."""
        await self._practise(context.interaction, ruleset)

    @action("puzzle-another-ruleset")
    async def another_ruleset(self, context: ActionContext, *, chosen: RulesetName) -> None:
        """Bring a puzzle for practice of the ruleset that was chosen."""
        await self._practise(context.interaction, chosen)

    @action("puzzle-share")
    async def share(self, context: ActionContext, day: PuzzleDay) -> None:
        """Tell everybody here that it is solved, and nothing of how."""
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
            await say_privately(interaction, translate(_NOT_TAKEN))
        else:
            await puzzles.shared(guild, user, daily.day)
            await bump_board(self.bot, user, place_of(interaction))

    async def _answer_shared_already(self, interaction: Interaction, daily: Daily) -> None:
        """Show a day's puzzle without **Share**, which it has until sharing it is recorded."""
        if not daily.attempt.is_solved:
            await show_daily(interaction, daily)
            return
        attempt = daily.attempt.sharing(self.bot.services.clock.now())
        await show_daily(
            interaction, replace(daily, attempt=attempt), f"-# {translate(_ALREADY_SHARED)}"
        )

    @action("puzzle-streaks")
    async def streaks(self, context: ActionContext, day: PuzzleDay) -> None:
        """List the longest streaks of the server."""
        guild, user = server_guild_of(context.interaction), context.user
        streaks = await self.bot.services.puzzles.streaks(guild, user)
        await show_panel(context.interaction, streaks_panel(streaks, user, day))
        await self.bot.services.departures.look_listed(guild, [each.user for each in streaks.first])

    async def _practise(self, interaction: Interaction, ruleset: str) -> None:
        user = user_of(interaction)
        puzzle = await self.bot.services.puzzles.practice(
            scope_of(interaction), user, ruleset_for(ruleset)
        )
        await show_solving(interaction, Solving(puzzle, Seen(0, 0)))

    async def _answered(self, interaction: Interaction, solving: Solving, turn: Turn) -> None:
        next_one = TurnChoices(kind=turn.placement.kind)
        if solving.daily is None:
            await self._practised(interaction, solving.with_choices(next_one), turn)
            return
        guild, user, day = scope_of(interaction), user_of(interaction), solving.daily.day
        tried = await self.bot.services.puzzles.answer(guild, user, turn, day, solving.seen)
        await show_daily(interaction, tried.daily, await self._said(interaction, tried), next_one)

    async def _said(self, interaction: Interaction, tried: Tried) -> str:
        """Say what came of an answer."""
        daily, step = tried.daily, tried.step
        match tried.verdict:
            case Verdict.RIGHT:
                return right_text(daily.puzzle, daily.attempt.found)
            case Verdict.WRONG if step is not None:
                left = daily.puzzle.turns - daily.attempt.found - 1
                return wrong_text(step, left, await refuted_by(interaction, step, left))
            case Verdict.BEHIND if not daily.attempt.is_over:
                return f"-# {translate(_BEHIND)}"
            case _:
                return ""

    async def _practised(self, interaction: Interaction, solving: Solving, turn: Turn) -> None:
        """Take an answer to a puzzle for practice, which is remembered nowhere."""
        puzzle, found = solving.puzzle, solving.seen.found
        step = played(puzzle, found, turn)
        if not is_right(puzzle, found, step):
            left = puzzle.turns - found - 1
            said = wrong_text(step, left, await refuted_by(interaction, step, left))
            await show_solving(interaction, solving.missing(), said)
        elif step.win is None:
            note = right_text(puzzle, found + 1)
            await show_solving(interaction, solving.finding(), note)
        else:
            tries = tries_text(solving.seen.misses + 1)
            said = gettext("✅ **Solved** in **{tries}**.", tries=tries)
            await show_practice_over(interaction, solving, said)

    async def _solving(self, interaction: Interaction, place: PuzzlePlace) -> Solving | None:
        """Return the place where something was pressed, or show how far somebody is by now."""
        if isinstance(place.which, str):
            return Solving.of_practice(place)
        daily = await self._of_day(interaction, place.which)
        if daily.attempt.is_over or seen_in(daily) != place.seen:
            note = "" if daily.attempt.is_over else f"-# {translate(_BEHIND)}"
            await show_daily(interaction, daily, note)
            return None
        return Solving.of_daily(daily, place.choices)

    async def _todays(self, interaction: Interaction) -> Daily:
        return await self.bot.services.puzzles.todays(scope_of(interaction), user_of(interaction))

    async def _of_day(self, interaction: Interaction, day: PuzzleDay) -> Daily:
        return await self.bot.services.puzzles.of_day(
            scope_of(interaction), user_of(interaction), day
        )


class DailyPuzzleCog(commands.Cog, name="DailyPuzzle"):
    """Posts the puzzle of the day in servers."""

    def __init__(self, bot: BoopBot) -> None:
        self.bot = bot

    @job(DailyPuzzle, at_once=2)
    async def post(self, due: DailyPuzzle) -> None:
        """Post the puzzle of a server's day."""
        await post_puzzle(self.bot, due.guild)


async def setup(bot: BoopBot) -> None:
    """Add the cogs of this folder to the bot."""
    await bot.add_cog(PuzzleCog(bot))
    await bot.add_cog(DailyPuzzleCog(bot))

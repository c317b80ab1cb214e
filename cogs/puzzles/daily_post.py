"""The puzzle of the day in a server's channel."""

from dataclasses import replace
from functools import partial
from typing import Final

from discord.ext import commands

from bot.app import BoopBot
from bot.engine.puzzles import Puzzle
from bot.features.puzzles.days import PuzzleDay
from bot.features.puzzles.queries import DailyPuzzle, PlannedPost
from bot.jobs.runner import job
from bot.match.identity import GuildId
from bot.text import N_
from cogs.core.alt_text import alt_text
from cogs.core.board import Picture
from cogs.core.board_message import public_theme
from cogs.core.delivery import Outgoing, post_or_report, posting_in
from cogs.puzzles.solving import scene_to_solve
from cogs.puzzles.views import post_view

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


class DailyPuzzleCog(commands.Cog, name="DailyPuzzle"):
    """Posts the puzzle of the day in servers."""

    def __init__(self, bot: BoopBot) -> None:
        self.bot = bot

    @job(DailyPuzzle, at_once=2)
    async def post(self, due: DailyPuzzle) -> None:
        """Post the puzzle of a server's day."""
        await post_puzzle(self.bot, due.guild)

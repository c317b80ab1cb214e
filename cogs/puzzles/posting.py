"""Posting the puzzle of the day where a server wants it, once each day."""

from dataclasses import replace
from functools import partial
from typing import Final

from bot.app import BoopBot
from bot.engine.puzzles import Puzzle
from bot.features.puzzles.days import PuzzleDay
from bot.features.puzzles.queries import PlannedPost
from bot.jobs.runner import PutOff
from bot.match.identity import GuildId
from bot.text import N_, speaking
from cogs.core.alt_text import alt_text
from cogs.core.board import Picture
from cogs.core.delivery import Outgoing, post_unless_refused, tell_of_lost_post
from cogs.core.discord_codes import FAILURES
from cogs.core.themes import public_theme
from cogs.core.translating import public_language
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
    try:
        with speaking(await public_language(bot, guild)):
            async with bot.working():
                await _tell(bot, planned)
    except FAILURES as error:
        raise PutOff(repr(error)) from error


async def _tell(bot: BoopBot, planned: PlannedPost) -> None:
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
        refusal = await post_unless_refused(bot, channel, guild, outgoing)
        if refusal is not None:
            if await posts.lost(planned):
                await tell_of_lost_post(bot, guild, channel, _LOST, refusal)
            return
    await posts.done(planned, post)


async def picture_for_all(bot: BoopBot, guild: GuildId, puzzle: Puzzle, day: PuzzleDay) -> Picture:
    """Draw the puzzle of a day as it begins, in the server's theme."""
    scene = replace(scene_to_solve(puzzle), theme=await public_theme(bot, guild))
    png = await bot.studio.picture(scene)
    return Picture(png, f"puzzle-{day}.png", alt_text(scene))

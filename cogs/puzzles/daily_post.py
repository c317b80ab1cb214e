"""The puzzle of the day in a server's channel."""

from dataclasses import replace
from functools import partial
from typing import Final

from bot.app import BoopBot
from bot.engine.puzzles import Puzzle
from bot.features.outbox.entries import OutboxEntry
from bot.features.puzzles.days import PuzzleDay
from bot.features.puzzles.posts import DAILY_PUZZLE
from bot.match.identity import GuildId, InServer, Revision
from bot.text import N_
from cogs.board.message import public_theme
from cogs.core.outgoing import Outgoing, Picture
from cogs.delivery.outbox import Rendering, renders
from cogs.puzzles.solving import scene_to_solve
from cogs.puzzles.views import post_view
from cogs.wording.alt_text import alt_text

_LOST: Final = N_(
    "🧩 The puzzle of the day couldn't be posted in {channel}: {why}. I'll try again tomorrow."
)


@renders(DAILY_PUZZLE, _LOST)
async def render_post(bot: BoopBot, due: OutboxEntry) -> Rendering | None:
    """Return the post with a server's puzzle of the day, and with the solvers of the one before."""
    guild = GuildId(due.subject)
    channel = (await bot.services.settings.of(guild)).puzzle_channel
    if channel is None:
        return None
    place = InServer(guild, channel)
    post = await bot.services.puzzle_posts.post_of(due)
    if post is None:
        return Rendering(due.shown_revision, place, None)
    picture = await picture_for_all(bot, guild, post.puzzle, post.day)
    outgoing = Outgoing(view=partial(post_view, post, picture), picture=picture)
    return Rendering(Revision(post.day), place, outgoing)


async def picture_for_all(bot: BoopBot, guild: GuildId, puzzle: Puzzle, day: PuzzleDay) -> Picture:
    """Draw the starting position of a day's puzzle in the server's theme."""
    scene = replace(scene_to_solve(puzzle), theme=await public_theme(bot, guild))
    png = await bot.studio.picture(scene)
    return Picture(png, f"puzzle-{day}.png", alt_text(scene))

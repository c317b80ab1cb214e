"""The head of a leaderboard as a picture to post, with the same in words."""

from typing import Any, Final

import discord

from bot.app import BoopBot
from bot.features.standings.rating import is_provisional
from bot.features.standings.service import Board
from bot.match.identity import GuildId, UserId
from bot.text.sanitizing import sanitized
from cogs.core.alt_text import LONGEST
from cogs.core.board import Picture, gallery
from cogs.core.names import NAMES
from cogs.core.panels import View
from cogs.core.themes import public_theme
from cogs.core.words import former_player, mention
from cogs.standings.views import board_title
from cogs.standings.words import RECORD, rating_name, record_name
from render.leaderboard import Poster, PosterRow
from render.lettering import writable

NAMELESS: Final = "someone"
LEFT: Final = "left"
"""What stands behind the name of somebody who left the server."""
_ACCENT: Final = 0xFFC83D


async def poster_of(bot: BoopBot, board: Board) -> Picture:
    """Draw the first of a leaderboard, with their names as far as they are known soon."""
    guild = board.wanted.table.guild
    await NAMES.learn(bot, [row.user for row in board.rows if row.user is not None])
    poster = Poster(
        title=_server(bot, guild),
        subtitle=board_title(board),
        rows=tuple(
            PosterRow(
                row.place,
                _name(row.user),
                rating_name(row.rating.at(board.at)),
                record_name(row.rating),
                "" if row.left_at is None else LEFT,
            )
            for row in board.rows
        ),
        note=_note(board),
        theme=await public_theme(bot, guild),
    )
    png = await bot.studio.picture(poster)
    return Picture(png, "leaderboard.png", poster_text(poster))


def poster_view(board: Board, picture: Picture, poster: UserId) -> View:
    """Lay out the message with the picture."""
    container: discord.ui.Container[Any] = discord.ui.Container(accent_colour=_ACCENT)
    container.add_item(discord.ui.TextDisplay(f"### 🏆 {board_title(board)}"))
    container.add_item(gallery(picture))
    container.add_item(
        discord.ui.TextDisplay(f"-# Posted by {mention(poster)} · `/leaderboard show` has them all")
    )
    view = View(timeout=None)
    view.add_item(container)
    return view


def poster_text(poster: Poster) -> str:
    """Say in words what a poster shows, as much of it as an alt text can be long."""
    text = f"Leaderboard of {poster.title}, {poster.subtitle}."
    for row in poster.rows:
        won, drawn, lost = row.record.split("–")
        name = f"{row.name} ({row.mark})" if row.mark else row.name
        more = f" {row.place}: {name}, {row.points}, won {won}, drawn {drawn}, lost {lost}."
        if len(text) + len(more) > LONGEST:
            break
        text += more
    return text


def _note(board: Board) -> str:
    parts = [f"{board.ranked} ranked", RECORD]
    if any(is_provisional(row.rating.at(board.at)) for row in board.rows):
        parts.append("? is not settled yet")
    return " · ".join(parts)


def _name(user: UserId | None) -> str:
    """Return a name that a picture can have: the one that is shown, or else the account's."""
    if user is None:
        return former_player().capitalize()
    names = (NAMES.known(user), NAMES.account(user))
    return next((name for name in names if name and writable(name)), NAMELESS)


def _server(bot: BoopBot, guild: GuildId) -> str:
    found = bot.get_guild(guild)
    name = "" if found is None else sanitized(found.name)
    return name if writable(name) else "Leaderboard"

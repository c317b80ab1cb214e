"""The head of a leaderboard as a picture to post, with the same in words."""

from typing import Any, Final

import discord

from bot.app import BoopBot
from bot.features.standings.glicko import is_provisional
from bot.features.standings.service import Board
from bot.match.identity import GuildId, UserId
from bot.text import gettext, pgettext, translate
from bot.text.sanitizing import sanitized
from cogs.core.alt_text import LONGEST
from cogs.core.board import Picture, gallery
from cogs.core.names import NAMES
from cogs.core.panels import View
from cogs.core.themes import public_theme
from cogs.core.words import capital, former_player, mention
from cogs.standings.views import board_title
from cogs.standings.words import PROVISIONAL, RECORD, rating_name, record_name
from render.leaderboard import Poster, PosterRow
from render.lettering import writable

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
                "" if row.left_at is None else pgettext("has left the server", "left"),
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
    posted = gettext(
        "Posted by {player} · `/leaderboard show` has all of it", player=mention(poster)
    )
    container.add_item(discord.ui.TextDisplay(f"-# {posted}"))
    view = View(timeout=None)
    view.add_item(container)
    return view


def poster_text(poster: Poster) -> str:
    """Return in words what a poster shows, as much of it as an alt text can hold."""
    text = gettext(
        "Leaderboard of {title}, {subtitle}.", title=poster.title, subtitle=poster.subtitle
    )
    for row in poster.rows:
        won, drawn, lost = row.record.split("–")
        name = row.name
        if row.mark:
            name = gettext("{player} ({note})", player=row.name, note=row.mark)
        line = gettext(
            "{place}: {player}, {points}, won {won}, drawn {drawn}, lost {lost}.",
            place=row.place,
            player=name,
            points=row.points,
            won=won,
            drawn=drawn,
            lost=lost,
        )
        if len(text) + 1 + len(line) > LONGEST:
            break
        text = f"{text} {line}"
    return text


def _note(board: Board) -> str:
    parts = [gettext("{ranked} ranked", ranked=board.ranked), translate(RECORD)]
    if any(is_provisional(row.rating.at(board.at)) for row in board.rows):
        parts.append(translate(PROVISIONAL))
    return " · ".join(parts)


def _name(user: UserId | None) -> str:
    """Return a name that a picture can have: the one that is shown, or else the account's."""
    if user is None:
        return capital(former_player())
    names = (NAMES.known(user), NAMES.account(user))
    return next((name for name in names if name and writable(name)), gettext("someone"))


def _server(bot: BoopBot, guild: GuildId) -> str:
    found = bot.get_guild(guild)
    name = "" if found is None else sanitized(found.name)
    return name if writable(name) else gettext("Leaderboard")

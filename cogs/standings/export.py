"""A leaderboard as a picture to post, and as CSV files."""

import asyncio
import io
from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from contextlib import aclosing
from dataclasses import dataclass
from typing import Any, Final

import discord

from bot.app import BoopBot
from bot.features.standings.glicko import is_provisional
from bot.features.standings.leaderboards import Board
from bot.features.standings.queries import RankedPlayer
from bot.match.identity import GuildId, Instant, UserId
from bot.text import NC_, gettext, pgettext, translate
from bot.text.sanitizing import sanitized
from cogs.board.message import public_theme
from cogs.core.components import View
from cogs.core.outgoing import Picture, gallery
from cogs.standings.views import board_title
from cogs.wording.alt_text import LONGEST
from cogs.wording.names import NAMES, drawable_name
from cogs.wording.phrases import former_player, mention
from cogs.wording.rating_text import PROVISIONAL, RECORD, rating_name, record_name
from cogs.wording.spreadsheets import heading, moment_cell, rows_of, text_cell, user_cell
from render.leaderboard import Poster, PosterRow
from render.lettering import writable

_ACCENT: Final = 0xFFC83D


async def poster_of(bot: BoopBot, board: Board) -> Picture:
    """Draw the top of a leaderboard; fetch unknown names from Discord if that is quick."""
    guild = board.request.table.guild
    await NAMES.learn(bot, [row.user for row in board.rows if row.user is not None])
    poster = Poster(
        title=_server(bot, guild),
        subtitle=board_title(board),
        rows=tuple(
            PosterRow(
                row.place,
                drawable_name(row.user),
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
    view = View()
    view.add_item(container)
    return view


def poster_text(poster: Poster) -> str:
    """Return the alt text of a poster, cut at Discord's limit."""
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


def _server(bot: BoopBot, guild: GuildId) -> str:
    server = bot.get_guild(guild)
    name = "" if server is None else sanitized(server.name)
    return name if writable(name) else gettext("Leaderboard")


COLUMNS: Final = (
    NC_("column of a table", "place"),
    NC_("column of a table", "name"),
    NC_("column of a table", "mention"),
    NC_("column of a table", "points"),
    NC_("column of a table", "deviation"),
    NC_("column of a table", "provisional"),
    NC_("column of a table", "won"),
    NC_("column of a table", "drawn"),
    NC_("column of a table", "lost"),
    NC_("column of a table", "opponents"),
    NC_("column of a table", "last rated match (UTC)"),
    NC_("column of a table", "left the server (UTC)"),
)
_YES: Final = NC_("column of a table", "yes")
_NO: Final = NC_("column of a table", "no")
LARGEST: Final = 9_500_000
"""The most bytes of a file; Discord accepts 10 MiB for a message with its files."""

MOST_NAMES_FETCHED: Final = 100
"""For how many players, from the top, to fetch names; the others only have known ones."""


@dataclass(frozen=True, slots=True)
class CsvFiles:
    """CSV files, each with a header, and the number of players in all of them."""

    files: tuple[io.BytesIO, ...]
    players: int


async def csv_files(
    batches: AsyncIterator[list[RankedPlayer]], at: Instant, largest: int = LARGEST
) -> CsvFiles:
    """Write the players into one file, or into more if a file would exceed `largest` bytes."""
    files, players = [_new_file()], 0
    async for rows in batches:
        players += len(rows)
        text = await asyncio.to_thread(_players, rows, at)
        if files[-1].tell() + len(text) > largest:
            files.append(_new_file())
        files[-1].write(text)
    for file in files:
        file.seek(0)
    return CsvFiles(tuple(files), players)


async def with_names(
    client: discord.Client, batches: AsyncGenerator[list[RankedPlayer], None]
) -> AsyncGenerator[list[RankedPlayer], None]:
    """Yield the batches, after fetching the names of the first `MOST_NAMES_FETCHED` players."""
    left = MOST_NAMES_FETCHED
    async with aclosing(batches):
        async for rows in batches:
            first = [row.user for row in rows[:left] if row.user is not None]
            left -= min(left, len(rows))
            await NAMES.learn(client, first)
            yield rows


def _new_file() -> io.BytesIO:
    file = io.BytesIO()
    file.write(heading(COLUMNS))
    return file


def _players(rows: Sequence[RankedPlayer], at: Instant) -> bytes:
    return rows_of(_cells(row, at) for row in rows)


def _cells(row: RankedPlayer, at: Instant) -> tuple[str | int, ...]:
    rating, name = row.rating.at(at), former_player()
    if row.user is not None:
        known = NAMES.known(row.user)
        name = text_cell(known) if known else user_cell(row.user)
    return (
        row.place,
        name,
        "" if row.user is None else user_cell(row.user),
        row.points,
        round(rating.deviation),
        translate(_YES) if is_provisional(rating) else translate(_NO),
        row.rating.wins,
        row.rating.draws,
        row.rating.losses,
        row.rating.opponents,
        moment_cell(row.rating.rated_at),
        moment_cell(row.left_at),
    )

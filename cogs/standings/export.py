"""A leaderboard as CSV files, written piece by piece and no larger than Discord takes.

What a spreadsheet would run as a formula has an apostrophe before it; only names can be one.
"""

import asyncio
import codecs
import csv
import io
import re
from collections.abc import AsyncGenerator, AsyncIterator, Iterable, Sequence
from contextlib import aclosing
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

import discord

from bot.features.standings.glicko import is_provisional
from bot.features.standings.queries import Ranked
from bot.match.identity import Instant
from bot.text import NC_, translate
from cogs.core.names import NAMES
from cogs.core.words import former_player

COLUMNS: Final = (
    NC_("column of a table", "place"),
    NC_("column of a table", "name"),
    NC_("column of a table", "user id"),
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
"""Bytes of a file; Discord takes 10 MiB with all that is sent beside it."""

MOST_NAMES_FETCHED: Final = 100
"""Of how many, from the first on, the names are asked of Discord; the rest have them if known."""

_RUN: Final = re.compile('(^|[;,|\\t])(?=[\\s"]*[=+\\-@＝＋－＠﹦﹢﹣﹫]|[\\t\\r])')
"""Before what spreadsheets run: at the beginning, and behind what splits cells in some countries.

Where a semicolon splits them, quotes around a cell that follows a comma are no quotes. The wide
signs are read as the narrow ones in East Asia.
"""


@dataclass(frozen=True, slots=True)
class CsvFiles:
    """Files, each with the names of its columns, and how many players are in them."""

    files: tuple[io.BytesIO, ...]
    players: int


async def csv_files(
    batches: AsyncIterator[list[Ranked]], at: Instant, largest: int = LARGEST
) -> CsvFiles:
    """Write players into as many files as it takes; one without players where there are none."""
    files, players = [_begun()], 0
    async for rows in batches:
        players += len(rows)
        text = await asyncio.to_thread(_players, rows, at)
        if files[-1].tell() + len(text) > largest:
            files.append(_begun())
        files[-1].write(text)
    for file in files:
        file.seek(0)
    return CsvFiles(tuple(files), players)


def harmless(cell: str) -> str:
    """Return a text as a cell that no spreadsheet runs."""
    return _RUN.sub(r"\1'", cell)


async def with_names(
    client: discord.Client, batches: AsyncGenerator[list[Ranked], None]
) -> AsyncGenerator[list[Ranked], None]:
    """Pass players on, once the names of the first of them are asked for."""
    left = MOST_NAMES_FETCHED
    async with aclosing(batches):
        async for rows in batches:
            first = [row.user for row in rows[:left] if row.user is not None]
            left -= min(left, len(rows))
            await NAMES.learn(client, first)
            yield rows


def _begun() -> io.BytesIO:
    """Begin a file; the mark at its start lets spreadsheets read names in all scripts."""
    file = io.BytesIO()
    file.write(codecs.BOM_UTF8 + _written([map(translate, COLUMNS)]).encode())
    return file


def _players(rows: Sequence[Ranked], at: Instant) -> bytes:
    return _written(_cells(row, at) for row in rows).encode()


def _written(rows: Iterable[Iterable[object]]) -> str:
    out = io.StringIO()
    csv.writer(out, lineterminator="\r\n", quoting=csv.QUOTE_NONNUMERIC).writerows(rows)
    return out.getvalue()


def _cells(row: Ranked, at: Instant) -> tuple[object, ...]:
    rating = row.rating.at(at)
    return (
        row.place,
        harmless(former_player() if row.user is None else NAMES.known(row.user) or str(row.user)),
        "" if row.user is None else int(row.user),
        row.points,
        round(rating.deviation),
        translate(_YES) if is_provisional(rating) else translate(_NO),
        row.rating.wins,
        row.rating.draws,
        row.rating.losses,
        row.rating.opponents,
        _moment(row.rating.rated_at),
        _moment(row.left_at),
    )


def _moment(instant: Instant | None) -> str:
    if instant is None:
        return ""
    return datetime.fromtimestamp(instant, UTC).strftime("%Y-%m-%d %H:%M:%S")

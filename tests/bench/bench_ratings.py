"""A leaderboard of 300 000 players, and how much longer a rated match's last turn takes."""

import asyncio
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from bot.db.opening import open_database
from bot.features.matches.exports import Exports
from bot.features.standings import queries as rating_queries
from bot.features.standings.glicko import ALL_TIME
from bot.features.standings.leaderboards import LeaderboardRequest, Leaderboards
from bot.features.standings.queries import LeaderboardKey
from bot.features.standings.seasons import Span
from bot.jobs.clock import SystemClock
from bot.match.ending import FEWEST_TURNS
from bot.match.identity import GuildId, Instant, UserId
from bot.match.terms import Stakes
from bot.services import Services, open_services
from cogs.standings.export import csv_files
from render.leaderboard import draw_poster
from tests.bench.bench_turn import PLAYERS, begin, random_match
from tests.bench.figures import Effort, Figure, at_most
from tests.render.posters import LIVELY

PEOPLE = 300_000
ASKED = 300
ENDED = 200
PAGE = 10
POSTERS = 30
TICK = 0.002
"""Seconds between the runs of another task while all players are written to files."""
TABLE = LeaderboardKey(GuildId(1), "classic")


def figures(effort: Effort) -> Iterator[Figure]:
    """Measure pages and places from the top to the bottom, then the ends of matches."""
    with TemporaryDirectory(prefix="boop-bench-") as folder:
        yield from asyncio.run(_leaderboard(Path(folder, "boop.sqlite3"), effort))
    with TemporaryDirectory(prefix="boop-bench-") as folder:
        yield asyncio.run(_ending(Path(folder, "boop.sqlite3"), effort.of(ENDED)))
    yield _poster(effort.of(POSTERS))


async def _leaderboard(path: Path, effort: Effort) -> list[Figure]:
    people, asked = effort.of(PEOPLE), effort.of(ASKED)
    async with open_services(path, SystemClock(), Random(2026)):
        pass
    await asyncio.to_thread(_fill, path, people)
    chance, pages, places = Random(2026), [], []
    database = await open_database(path)
    for index in range(asked):
        after = index * (people - PAGE) // asked
        began = perf_counter()
        async with database.reading() as reading:
            page = await rating_queries.page(reading, TABLE, ALL_TIME, after, PAGE)
        pages.append((perf_counter() - began) * 1000)
        if len(page) != PAGE:
            raise AssertionError(f"{len(page)} players stand after {after}")
        user = UserId(chance.randrange(people) + 1)
        began = perf_counter()
        async with database.reading() as reading:
            own = await rating_queries.own(reading, TABLE, ALL_TIME, user)
        places.append((perf_counter() - began) * 1000)
        if own is None or own.place is None:
            raise AssertionError(f"{user} has no place")
    exporting = []
    if effort is Effort.FULL:
        exporting = await _exporting(Leaderboards(database, SystemClock(), Exports()))
    await database.close()
    among = f"among {people:,} rated players, anywhere from first to last".replace(",", " ")
    return [
        _figure("a page of the leaderboard, median", pages, among),
        _figure("one's own place, median", places, among),
        *exporting,
    ]


async def _exporting(leaderboards: Leaderboards) -> list[Figure]:
    """Write all players to CSV files, and measure how long other tasks have to wait."""
    request = LeaderboardRequest(TABLE, Span.ALL_TIME)
    pauses: list[float] = []
    done = asyncio.Event()

    async def watch() -> None:
        while not done.is_set():
            began = perf_counter()
            await asyncio.sleep(TICK)
            pauses.append((perf_counter() - began - TICK) * 1000)

    watching = asyncio.create_task(watch())
    began = perf_counter()
    files = (await csv_files(leaderboards.every(request), Instant(0.0))).files
    taken = perf_counter() - began
    done.set()
    await watching
    size = sum(file.getbuffer().nbytes for file in files) / 1_000_000
    rarely = sorted(pauses)[-(len(pauses) // 100) - 1]
    note = (
        f"{size:.0f} MB in {len(files)} files; who else was to run waited {median(pauses):.1f} ms, "
        f"one in a hundred times more than {rarely:.1f} ms"
    )
    return [Figure("everybody of that table as CSV", taken, "s", None, note)]


def _poster(times: int) -> Figure:
    """Draw the first ten as a picture, with names in three scripts."""
    draw_poster(LIVELY)
    taken = []
    for _ in range(times):
        began = perf_counter()
        png = draw_poster(LIVELY)
        taken.append((perf_counter() - began) * 1000)
    note = f"longest {max(taken):.0f} ms, {len(png) / 1000:.0f} kB"
    return Figure("the first ten as a picture, median", median(taken), "ms", at_most(200), note)


def _figure(what: str, taken: list[float], among: str) -> Figure:
    return Figure(what, median(taken), "ms", at_most(5), f"{among}; longest {max(taken):.1f} ms")


def _fill(path: Path, people: int) -> None:
    """Rate players as if they had played matches."""
    chance = Random(2026)
    points = [round(chance.gauss(1500, 200)) for _ in range(people)]
    with sqlite3.connect(path) as connection:
        connection.executemany(
            "INSERT INTO players VALUES (?, ?, 'listed')",
            ((key, key) for key in range(1, people + 1)),
        )
        connection.executemany(
            "INSERT INTO ratings VALUES (1, 'classic', 0, ?, ?, 80, 0.06, 0, 9, 1, 9, 5, ?)",
            ((key, shown, shown) for key, shown in enumerate(points, 1)),
        )
        connection.execute(
            "INSERT INTO rating_counts SELECT guild_id, ruleset, scope, shown, count(*)"
            " FROM ratings GROUP BY guild_id, ruleset, scope, shown"
        )
    connection.close()


async def _ending(path: Path, matches: int) -> Figure:
    """Resign rated and casual matches in turn; the difference is the rating."""
    chance = Random(2026)
    taken: dict[Stakes, list[float]] = {stakes: [] for stakes in Stakes}
    async with open_services(path, SystemClock(), chance) as services:
        for _ in range(matches):
            for stakes in Stakes:
                taken[stakes].append(await _measure_resignation(services, chance, stakes))
    rated, casual = (median(taken[stakes]) for stakes in (Stakes.RATED, Stakes.CASUAL))
    pairs = zip(taken[Stakes.RATED], taken[Stakes.CASUAL], strict=True)
    more = median(one - other for one, other in pairs)
    note = f"{rated:.2f} ms with it, {casual:.2f} ms without, {matches} matches each"
    return Figure("rating a match, beyond its end, median", more, "ms", at_most(2), note)


async def _measure_resignation(services: Services, chance: Random, stakes: Stakes) -> float:
    number = await begin(services, stakes)
    for ply, turn in enumerate(random_match(chance, FEWEST_TURNS)):
        await services.matches.play(PLAYERS[ply % 2], number, turn)
    began = perf_counter()
    await services.matches.resign(PLAYERS[0], number)
    return (perf_counter() - began) * 1000

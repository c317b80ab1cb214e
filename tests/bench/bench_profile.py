"""Profiles, histories and match pages of a player with ten thousand matches, and their curve."""

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from bot.features.matches.listing import MatchesBefore
from bot.features.profiles.queries import HistoryFilter
from bot.features.profiles.service import HistoryScope
from bot.game import RULESETS
from bot.jobs.clock import SystemClock
from bot.match.ending import FEWEST_TURNS, Score
from bot.match.identity import MatchId
from bot.match.terms import Stakes
from bot.services import Services, open_services
from cogs.profiles.views import curve_of
from render.rating_curve import draw_rating_curve
from render.theme import DAY_QUILT
from tests.bench.bench_turn import PLAYERS, SERVER, begin, random_match
from tests.bench.figures import Effort, Figure, at_most, milliseconds

MATCHES = 10_000
ASKED = 100
DRAWN = 10
RARE = HistoryFilter("classic", Stakes.RATED, Score.DRAW)

Page = Callable[[Services, MatchId], Awaitable[object]]


def figures(effort: Effort) -> Iterator[Figure]:
    """Measure each page many times, then the picture."""
    with TemporaryDirectory(prefix="boop-bench-") as folder:
        yield from asyncio.run(_measure(Path(folder, "boop.sqlite3"), effort))


async def _measure(path: Path, effort: Effort) -> list[Figure]:
    matches = effort.of(MATCHES)
    async with open_services(path, SystemClock(), Random(2026)) as services:
        for _ in range(2):
            await _end_match(services)
        while await services.statistics.catch_up():
            pass
    await asyncio.to_thread(_multiply, path, matches)
    async with open_services(path, SystemClock(), Random(2026)) as services:
        rows = [await _pages(services, name, page, effort) for name, page in PAGES.items()]
        rows.append(await _picture(services, matches, effort))
    return rows


async def _pages(services: Services, name: str, page: Page, effort: Effort) -> Figure:
    chance, taken = Random(2026), []
    for _ in range(effort.of(ASKED)):
        number = MatchId(chance.randrange(effort.of(MATCHES)) + 1)
        began = perf_counter()
        await page(services, number)
        taken.append((perf_counter() - began) * 1000)
    note = f"a player with {effort.of(MATCHES)} finished matches; longest {max(taken):.1f} ms"
    return Figure(f"{name}, median", median(taken), "ms", at_most(5), note)


async def _profile(services: Services, _: MatchId) -> None:
    profile = await services.profiles.of(SERVER, PLAYERS[0], PLAYERS[1])
    if profile is None or not profile.ratings:
        raise AssertionError(f"{profile} has no rating")


async def _history(services: Services, number: MatchId) -> None:
    whose = HistoryScope(SERVER, PLAYERS[0])
    await services.histories.page(
        whose, HistoryFilter(), MatchesBefore(number), PLAYERS[0], lambda _: True
    )


async def _filtered(services: Services, number: MatchId) -> None:
    whose = HistoryScope(SERVER, PLAYERS[0], PLAYERS[1])
    await services.histories.page(whose, RARE, MatchesBefore(number), PLAYERS[0], lambda _: True)


async def _match(services: Services, number: MatchId) -> None:
    await services.matches.find(number)
    await services.statistics.find(number)
    await services.profiles.rated(number)


async def _curve(services: Services, _: MatchId) -> None:
    if not await services.profiles.curve(SERVER, PLAYERS[0], "classic", MATCHES):
        raise AssertionError("the curve is empty")


PAGES: dict[str, Page] = {
    "a profile": _profile,
    "a page of a history": _history,
    "a page of a pair's history by a rare filter": _filtered,
    "all about a match": _match,
    "the points of a curve": _curve,
}


async def _picture(services: Services, matches: int, effort: Effort) -> Figure:
    """Draw the curve, as the studio's threads do."""
    profile = await services.profiles.of(SERVER, PLAYERS[0], PLAYERS[0])
    if profile is None:
        raise AssertionError("the profile is gone")
    points = await services.profiles.curve(SERVER, PLAYERS[0], "classic", MATCHES)
    curve = curve_of(profile.ratings[0], points, DAY_QUILT)
    taken = [milliseconds(lambda: draw_rating_curve(curve)) for _ in range(effort.of(DRAWN))]
    note = (
        f"{len(points)} points of {matches} matches, {len(draw_rating_curve(curve)) / 1000:.0f} kB"
    )
    return Figure("the curve of a rating as PNG, median", median(taken), "ms", at_most(200), note)


async def _end_match(services: Services) -> None:
    number = await begin(services, Stakes.RATED)
    for ply, turn in enumerate(random_match(Random(7), FEWEST_TURNS)):
        await services.matches.play(PLAYERS[ply % 2], number, turn)
    await services.matches.resign(PLAYERS[0], number)


def _multiply(path: Path, matches: int) -> None:
    """Copy the second of two matches with all its rows, as if it had been played again."""
    chance = Random(2026)
    with sqlite3.connect(path) as connection:
        for table, key in (
            ("matches", "id"),
            ("match_statistics", "match_id"),
            ("rated_results", "id"),
            ("rating_steps", "result_id"),
        ):
            _copy(connection, table, key, matches)
        connection.execute("UPDATE rated_results SET match_id = id, rated_at = rated_at + id * 9e4")
        connection.execute(
            "UPDATE rating_steps SET points = 1500 + result_id % 97 * 3 WHERE result_id > 2"
        )
        sorts = [
            (
                f"{ruleset.name} {stakes.value} {score.value}",
                ruleset.name,
                stakes.value,
                score.value,
            )
            for ruleset in RULESETS
            for stakes in Stakes
            for score in Score
        ]
        connection.executemany("INSERT OR IGNORE INTO history_sorts VALUES (?, ?, ?, ?)", sorts)
        connection.executemany(
            "INSERT INTO histories VALUES (?, ?, ?, ?, ?)",
            (
                (SERVER, *whole, chance.choice(sorts)[0], number)
                for number in range(3, matches + 1)
                for whole in ((0, 0), (1, 0), (2, 0), (1, 2), (2, 1))
            ),
        )
    connection.close()


def _copy(connection: sqlite3.Connection, table: str, key: str, matches: int) -> None:
    """Copy the rows of match 2 for each number up to `matches`."""
    columns = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
    unique = {key, "match_id"} if table == "rated_results" else {key}
    chosen = ", ".join("numbers.id" if name in unique else name for name in columns)
    connection.execute(
        "WITH RECURSIVE numbers (id) AS"
        " (SELECT 3 UNION ALL SELECT id + 1 FROM numbers WHERE id < ?)"
        f" INSERT INTO {table} SELECT {chosen} FROM numbers CROSS JOIN {table}"
        f" WHERE {table}.{key} = 2",
        [matches],
    )

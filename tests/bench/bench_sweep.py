"""The cost of finding and doing due work of outbox and jobs among a hundred thousand matches.

One match is played as users play it. Its rows are copied in SQL until there are as many as a large
host would have. Sending the results to Discord is not measured here: `place` and `loop` do that.
"""

import asyncio
import gc
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from bot.address import DatabaseAddress, ServerAddress
from bot.cli.memory import settle_memory
from bot.db.program import sequences
from bot.features.matches.jobs import TimeOut
from bot.features.notifications.kinds import NotificationKind
from bot.game import read_turn
from bot.jobs.clock import MovableClock
from bot.match.identity import MatchId, Seconds
from bot.services import Services, open_services
from cogs.boards.outbox import BATCH
from tests.bench.bench_turn import PLACE, PLAYERS, SERVER, begin, lent_server
from tests.bench.figures import Budget, Effort, Figure, at_most
from tests.bench.watch import WORTH_NOTING, Hold, Watch
from tests.kit.raw_database import connect

LIVE = 100_000
SERVERS = 10_000
SHARDS = 16
PROCESSES = 3
DUE = 1_000
LOOKS = 200
OUTAGE = Seconds(600.0)
IDLE, IDLE_ON_SERVER = at_most(5), at_most(5, slack=6.0)
UNNOTED = Hold("no callback that was worth noting", 0.0, WORTH_NOTING, WORTH_NOTING)
TURNS = ("Kc3", "Kd4")
"""If both players have placed, a match that runs out of time is lost and not called off."""

COUNT = (
    "WITH RECURSIVE counted(i) AS (VALUES (CAST(1 AS BIGINT))"
    " UNION ALL SELECT i + 1 FROM counted WHERE i < ?)"
)
IN_ITS_SERVER = f"(1 + i % {SERVERS}) * 4194304"
COPIED = {
    "matches": {
        "id": "id + i",
        "guild_id": IN_ITS_SERVER,
        "orange_id": "1000 + i / 5",
        "gray_id": "2000000 + i / 5",
    },
    "turns": {"match_id": "match_id + i"},
    "outbox": {"subject": "subject + i"},
    "notifications": {"id": "id + 100 * i", "match_id": "match_id + i", "user_id": "1000 + i / 5"},
    "members": {"guild_id": IN_ITS_SERVER, "user_id": "4000000 + 2 * i + user_id"},
}
"""The tables of a match and of its players, with the columns that differ in a copy."""
KEYS = {"matches": "id", "members": "guild_id", "outbox": "kind = 'board' AND subject"}
"""The column that finds the rows to copy, if it is not the match's."""


def figures(effort: Effort) -> Iterator[Figure]:
    """Measure looks that find nothing, then the end of all due matches."""
    with TemporaryDirectory(prefix="boop-bench-") as folder:
        yield from asyncio.run(_measure(Path(folder, "boop.sqlite3"), effort))
    with lent_server("sweep") as address:
        if address is not None:
            yield from asyncio.run(_measure_on_server(address, effort))


async def _measure(path: Path, effort: Effort) -> list[Figure]:
    async with _crowded(path, effort) as (services, clock, deadline):
        idle = await _looks(services, effort)
        ended = await _end(services, clock, deadline, effort)
        given_back = await _give_back(services, clock, effort)
    return [idle, *ended, given_back]


async def _measure_on_server(address: ServerAddress, effort: Effort) -> list[Figure]:
    async with _crowded(address, effort) as (services, clock, _):
        await asyncio.to_thread(_share_shards, address)
        await asyncio.to_thread(_vacuum, address)
        where = f" of one of {PROCESSES} processes on PostgreSQL"
        idle = await _looks(services, effort, IDLE_ON_SERVER, where)
        return [idle, await _give_back(services, clock, effort, " on PostgreSQL")]


@asynccontextmanager
async def _crowded(
    address: DatabaseAddress, effort: Effort
) -> AsyncIterator[tuple[Services, MovableClock, float]]:
    """Open a database with many matches; yield it with the moment from which some are late."""
    clock = MovableClock(Seconds(0.0))
    async with open_services(address, clock, Random(2026)) as services:
        number = await begin(services)
        for player, text in zip(PLAYERS, TURNS, strict=True):
            await services.matches.play(player, number, read_turn(text))
        await services.boards.settle_venue(number, PLACE.channel)
        match = await services.matches.find(number)
        deadline = match.clock.deadline
        if deadline is None:
            raise AssertionError(f"match {number} has no limit of time")
    await asyncio.to_thread(_copy, address, number, effort.of(LIVE), effort.of(DUE))
    async with open_services(address, clock, Random(2026)) as services:
        yield services, clock, deadline


async def _looks(
    services: Services, effort: Effort, budget: Budget = IDLE, where: str = ""
) -> Figure:
    idle = [await _look(services) for _ in range(effort.of(LOOKS))]
    return Figure(
        f"a look{where} that finds nothing due, median",
        median(idle),
        "ms",
        budget,
        f"{_among(effort)}; longest {max(idle):.1f} ms",
    )


async def _give_back(
    services: Services, clock: MovableClock, effort: Effort, where: str = ""
) -> Figure:
    """Give back the time of an outage, which moves every deadline and reminder."""
    await services.clocks.beat()
    clock.advance(OUTAGE)
    began = perf_counter()
    away = await services.clocks.beat()
    taken = perf_counter() - began
    if away < OUTAGE:
        raise AssertionError(f"{away} s of {OUTAGE} s were given back")
    return Figure(f"an outage given back{where}", taken, "s", at_most(10), _among(effort))


async def _end(
    services: Services, clock: MovableClock, deadline: float, effort: Effort
) -> list[Figure]:
    """End the matches that are out of time, and take the reminders that are due."""
    due = effort.of(DUE)
    clock.advance(Seconds(deadline - clock.now() - 1.0))
    settle_memory()
    watch = Watch()
    ended, began = 0, perf_counter()
    with watch.watching():
        while found := await services.jobs.run_due():
            ended += sum(isinstance(each, TimeOut) for each in found)
            await services.outbox.due(BATCH)
        taken = perf_counter() - began
        reminded, began = 0, perf_counter()
        while words := await services.notifications.take_due(BATCH):
            reminded += sum(word.notification.kind is NotificationKind.REMINDER for word in words)
        telling = perf_counter() - began
    gc.unfreeze()
    if (ended, reminded) != (due, due):
        raise AssertionError(f"{ended} were ended and {reminded} reminded of {due} and {due}")
    hold = max(watch.holds, key=lambda each: each.own, default=UNNOTED)
    among, many = _among(effort), _spaced(due)
    return [
        Figure(f"{many} matches out of time found and ended", taken, "s", at_most(10), among),
        Figure(f"{many} reminders found and taken on", telling, "s", at_most(10), among),
        Figure(
            "longest hold of the loop meanwhile, processor time",
            hold.own * 1000,
            "ms",
            at_most(10),
            f"in `{hold.what}`",
        ),
    ]


def _among(effort: Effort) -> str:
    return f"among {_spaced(effort.of(LIVE))} live matches in {_spaced(SERVERS)} servers"


def _spaced(number: int) -> str:
    return f"{number:,}".replace(",", " ")


def _share_shards(address: ServerAddress) -> None:
    """Let other processes serve most shards. The measured process is number 0."""
    with closing(connect(address)) as connection, connection:
        connection.executemany(
            "INSERT INTO shards (number, held_by, served_by) VALUES (?, ?, ?)",
            [(number, number % PROCESSES, number % PROCESSES) for number in range(SHARDS)],
        )


def _vacuum(address: ServerAddress) -> None:
    """Vacuum the tables and count their rows, as a server does by itself after some time."""
    import psycopg

    with psycopg.connect(address.url, autocommit=True) as connection:
        connection.execute("VACUUM ANALYZE")


async def _look(services: Services) -> float:
    """Look for everything that can be due, like a sweep; return the milliseconds it took."""
    began = perf_counter()
    await services.clocks.beat()
    due = [
        await services.outbox.due(BATCH),
        await services.notifications.take_due(BATCH),
        await services.jobs.run_due(),
    ]
    if any(due):
        raise AssertionError(f"something is due already: {due}")
    return (perf_counter() - began) * 1000


def _copy(address: DatabaseAddress, number: MatchId, live: int, due: int) -> None:
    """Copy a match's rows until there are `live` matches, of which `due` are out of time.

    The players of as many others have to be reminded.
    """
    with closing(connect(address)) as connection, connection:
        for table, own in COPIED.items():
            key = KEYS.get(table, "match_id")
            value = SERVER if table == "members" else number
            found = connection.execute(f"SELECT * FROM {table} WHERE false")
            columns = [column[0] for column in found.description]
            values = ", ".join(own.get(column, column) for column in columns)
            names = ", ".join(columns)
            connection.execute(
                f"{COUNT} INSERT INTO {table} ({names})"
                f" SELECT {values} FROM {table}, counted WHERE {key} = ?",
                [live - 1, value],
            )
        connection.execute("UPDATE outbox SET shown_revision = revision")
        connection.execute("UPDATE notifications SET state = 'done' WHERE kind <> 'reminder'")
        # The players of the matches after those out of time are reminded.
        connection.execute(
            "UPDATE notifications SET due_at = due_at + 1000000 WHERE NOT match_id BETWEEN ? AND ?",
            [number + due, number + 2 * due - 1],
        )
        connection.execute(
            "UPDATE matches SET deadline = deadline"
            " + CASE WHEN id < ? THEN -2 WHEN id < ? THEN 100 ELSE 1000000 END",
            [number + due, number + 2 * due],
        )
        connection.execute("DELETE FROM jobs WHERE kind = 'time out'")
        connection.execute(
            "INSERT INTO jobs (kind, key, due_at, lease, attempts, guild_id, home_id, payload)"
            " SELECT 'time out', CAST(id AS TEXT), deadline, 0, 0, guild_id, guild_id,"
            " '{\"match\":' || id || '}'"
            " FROM matches"
        )
        connection.execute("UPDATE counters SET value = value + ?", [101 * live])
        if isinstance(address, ServerAddress):
            for each in sequences():
                connection.execute(f"SELECT setval('{each}_numbers', {101 * live})")

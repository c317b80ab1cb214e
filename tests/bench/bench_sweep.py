"""What the outbox and the jobs find and do among a hundred thousand matches, and what it costs.

One match is begun and played as people do it, and its rows are copied in SQL until there are as
many as a large host would have. What is then sent to Discord is not measured here: `place` and
`loop` do.
"""

import asyncio
import gc
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from bot.features.matches.due import TimeOut
from bot.features.notifications.queries import NotificationKind
from bot.game import read_turn
from bot.jobs.clock import MovableClock
from bot.match.identity import MatchId, Seconds
from bot.services import Services, open_services
from cogs.boards.outbox import BATCH
from tests.bench.bench_turn import PLACE, PLAYERS, SERVER, begin
from tests.bench.figures import Effort, Figure, at_most
from tests.bench.watch import WORTH_NOTING, Hold, Watch

LIVE = 50_000
DUE = 1_000
LOOKS = 200
UNNOTED = Hold("no callback that was worth noting", 0.0, WORTH_NOTING, WORTH_NOTING)
TURNS = ("Kc3", "Kd4")
"""Once both have placed, a match that runs out of time is lost and not called off."""

COUNT = "WITH RECURSIVE counted(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM counted WHERE i < ?)"
COPIED = {
    "matches": {"id": "id + i", "orange_id": "1000 + i / 5", "gray_id": "2000000 + i / 5"},
    "turns": {"match_id": "match_id + i"},
    "boards": {"id": "id + i", "match_id": "match_id + i"},
    "notifications": {"id": "id + 100 * i", "match_id": "match_id + i", "user_id": "1000 + i / 5"},
    "members": {"user_id": "4000000 + 2 * i + user_id"},
}
"""The tables of a match and of its players, and the columns that a copy has of its own."""
KEYS = {"matches": "id", "members": "guild_id"}
"""What the rows to copy are found by, where it is not the match."""


def figures(effort: Effort) -> Iterator[Figure]:
    """Measure looks that find nothing, then the end of all that is due."""
    with TemporaryDirectory(prefix="boop-bench-") as folder:
        yield from asyncio.run(_measure(Path(folder, "boop.sqlite3"), effort))


async def _measure(path: Path, effort: Effort) -> list[Figure]:
    live, due = effort.of(LIVE), effort.of(DUE)
    clock = MovableClock(Seconds(0.0))
    async with open_services(path, clock, Random(2026)) as services:
        number = await begin(services)
        for player, text in zip(PLAYERS, TURNS, strict=True):
            await services.matches.play(player, number, read_turn(text))
        await services.outbox.settle_venue(number, PLACE.channel)
        match = await services.matches.find(number)
        deadline = match.clock.deadline
        if deadline is None:
            raise AssertionError(f"match {number} has no limit of time")
    await asyncio.to_thread(_copy, path, number, live, due)
    async with open_services(path, clock, Random(2026)) as services:
        idle = [await _look(services) for _ in range(effort.of(LOOKS))]
        clock.advance(Seconds(deadline - clock.now() - 1.0))
        # As the bot does when it is ready.
        gc.collect()
        gc.freeze()
        watch = Watch()
        ended, began = 0, perf_counter()
        with watch.watching():
            while found := await services.jobs.run_due():
                ended += sum(isinstance(each, TimeOut) for each in found)
                await services.outbox.due(BATCH)
            taken = perf_counter() - began
            reminded, began = 0, perf_counter()
            while words := await services.notifications.take_due(BATCH):
                reminded += sum(
                    word.notification.kind is NotificationKind.REMINDER for word in words
                )
            telling = perf_counter() - began
        gc.unfreeze()
    if (ended, reminded) != (due, due):
        raise AssertionError(f"{ended} were ended and {reminded} reminded of {due} and {due}")
    hold = max(watch.holds, key=lambda each: each.own, default=UNNOTED)
    among = f"{live:,} live matches".replace(",", " ")
    many = f"{due:,}".replace(",", " ")
    return [
        Figure("a look that finds nothing due, median", median(idle), "ms", at_most(5), among),
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


async def _look(services: Services) -> float:
    """Look for all that can be due, as a sweep does; give the milliseconds it took."""
    began = perf_counter()
    await services.clocks.beat()
    found = [
        (await services.outbox.due(BATCH)).matches,
        await services.notifications.take_due(BATCH),
        await services.jobs.run_due(),
    ]
    if any(found):
        raise AssertionError(f"something is due already: {found}")
    return (perf_counter() - began) * 1000


def _copy(path: Path, number: MatchId, live: int, due: int) -> None:
    """Copy a match's rows until there are so many matches, and let all but so many have time.

    As many others are to be reminded before.
    """
    with sqlite3.connect(path, isolation_level=None) as connection:
        connection.execute("BEGIN")
        for table, own in COPIED.items():
            key = KEYS.get(table, "match_id")
            value = SERVER if table == "members" else number
            columns = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
            values = ", ".join(own.get(column, column) for column in columns)
            names = ", ".join(columns)
            connection.execute(
                f"{COUNT} INSERT INTO {table} ({names})"
                f" SELECT {values} FROM {table}, counted WHERE {key} = ?",
                [live - 1, value],
            )
        connection.execute("UPDATE boards SET shown_revision = revision")
        connection.execute("UPDATE notifications SET state = 'done' WHERE kind <> 'reminder'")
        # The matches after those that run out are the ones whose players are reminded.
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
        connection.execute("COMMIT")
    connection.close()

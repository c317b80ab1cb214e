"""A whole turn as stored, on each engine: read, compare and swap, its row, board and notifications.

A bare row, written as durably in the same run, shows the machine's share of a turn. On a server the
bare driver writes it, and as many at once as there are turns. The server has PostgreSQL's default
settings, so each commit waits for the disk as SQLite's does; a server that doesn't wait is measured
for comparison. Several processes share the matches that one plays at once; each is `python -m
tests.bench.bench_turn`.
"""

import asyncio
import gc
import json
import os
import sqlite3
import sys
from asyncio.subprocess import PIPE
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from time import perf_counter

import pytest
import structlog

from bot.address import DatabaseAddress, ServerAddress
from bot.cli.memory import settle_memory
from bot.db.database import WRITERS
from bot.features.challenges.challenging import Friend
from bot.features.challenges.queries import CHALLENGE_MESSAGE
from bot.features.settings.server import ServerSettings
from bot.game import Position, Turn, legal_turns, play
from bot.jobs.clock import SystemClock
from bot.jobs.fleet import Fleet
from bot.match.challenge import ChallengeAnswer
from bot.match.identity import ChannelId, GuildId, InServer, MatchId, MessageId, Revision, UserId
from bot.match.terms import Stakes, Starts, Terms
from bot.services import Services, open_services
from tests.bench.figures import Budget, Effort, Figure, at_least, at_most, milliseconds
from tests.kit import postgresql

TURNS = 750
TURNS_OF_MATCH = 30
AT_ONCE = 16
ROUNDS = 5
"""How often the same turns are played at once. The best round counts."""
SEVERAL = (2, 3)
Budgets = tuple[Budget | None, Budget | None]
"""The budgets of a turn's median, and of turns per second."""
IN_FILE = (at_most(1.0, slack=10.0), at_least(1000, slack=9.0))
"""Budgets on SQLite. A guard runs beside another one, and a slow disk takes 4 ms for a bare row."""
ON_SERVER = (at_most(1.5, slack=10.0), at_least(1000, slack=9.0))
"""Budgets on PostgreSQL, which shares the cores with the bot and waits for its disk."""
UNBUDGETED = None, None
PLAYERS = (UserId(1), UserId(2))
SERVER = GuildId(1)
PLACE = InServer(SERVER, ChannelId(1))
_ENDED = Revision(2)
"""The revision of a challenge that was posted and accepted."""


def figures(effort: Effort) -> Iterator[Figure]:
    """Measure turns one after the other, then turns of many matches at once."""
    matches = effort.of(TURNS // TURNS_OF_MATCH)
    with TemporaryDirectory(prefix="boop-bench-") as folder:
        path = Path(folder) / "boop.sqlite3"
        bare = _bare_rows(Path(folder) / "bare.sqlite3")
        yield from asyncio.run(_measure(path, effort, bare, "", IN_FILE))
    with lent_server("turn") as address:
        if address is None:
            return
        yield from asyncio.run(_measure_on_server(address, effort, " on PostgreSQL", ON_SERVER))
        if effort is Effort.FULL:
            yield from _several(address, matches)
    if effort is Effort.FULL:
        with postgresql.server().database() as address:
            where = " on PostgreSQL without waiting for the disk"
            yield from asyncio.run(_measure_on_server(address, effort, where, UNBUDGETED))


def _several(address: ServerAddress, matches: int) -> Iterator[Figure]:
    """Compare several processes with one, alternating because a machine's speed changes."""
    tried: dict[int, list[Figure]] = {1: [], **{each: [] for each in SEVERAL}}
    for _ in range(ROUNDS):
        for processes, rounds in tried.items():
            rounds.append(asyncio.run(_measure_several(address, processes, matches)))
    alone = [each.value for each in tried[1]]
    for processes in SEVERAL:
        rates = [each.value for each in tried[processes]]
        several = max(tried[processes], key=lambda each: each.value)
        times = median(rate / one for rate, one in zip(rates, alone, strict=True))
        note = (
            f"the best of {_listed(rates)}; {several.note}; in the median × {times:.2f} of one "
            f"process in turn with them, {_listed(alone)}; {os.cpu_count()} cores for them and the "
            "server"
        )
        yield replace(several, note=note)


def _listed(rates: list[float]) -> str:
    return ", ".join(f"{each:.0f}" for each in rates)


@contextmanager
def lent_server(bench: str) -> Iterator[ServerAddress | None]:
    """Yield an empty database on a server of its own, whose commits wait for the disk.

    Yield None, with a message, if no server can run here. The server ends afterwards, because its
    later writes would disturb the next benchmark.
    """
    with ExitStack() as stack:
        try:
            address = stack.enter_context(postgresql.careful_server()).address()
        except pytest.skip.Exception as skipped:
            sys.stdout.write(f"bench {bench}: not on PostgreSQL: {skipped}\n")
            yield None
        else:
            yield address


async def _measure_on_server(
    address: ServerAddress, effort: Effort, where: str, budgets: Budgets
) -> list[Figure]:
    rows, many = await _rows_on_server(address.url)
    one, at_once = await _measure(address, effort, rows, where, budgets)
    return [one, replace(at_once, note=f"{at_once.note}; {many:.0f} bare rows a second")]


async def _measure(
    address: DatabaseAddress,
    effort: Effort,
    bare: list[float],
    where: str,
    budgets: Budgets,
) -> list[Figure]:
    chance, matches = Random(2026), effort.of(TURNS // TURNS_OF_MATCH)
    async with open_services(address, SystemClock(), chance) as services:
        await services.settings.change(SERVER, _without_limits)
        # Files grow, and caches fill.
        warming = _random_matches(chance, min(4, matches))
        await _play_lane(services, await _begin_lane(services, warming))
        settle_memory()
        one_by_one = await _begin_lane(services, _random_matches(chance, matches))
        taken = await _play_lane(services, one_by_one)
        rounds: list[tuple[float, list[float]]] = []
        played = dict(enumerate(_lanes(chance, matches)))
        for _ in range(effort.of(ROUNDS)):
            lanes = await _begin_lanes(services, played)
            began = perf_counter()
            waited = await _play_lanes(services, lanes)
            rounds.append((len(waited) / (perf_counter() - began), waited))
    gc.unfreeze()
    rate, waited = max(rounds)
    rates = _listed([each for each, _ in rounds])
    one = (
        f"{len(taken)} turns; p99 {quantiles(taken, n=100)[98]:.2f} ms; "
        f"× {median(taken) / median(bare):.1f} of one bare row ({median(bare):.2f} ms)"
    )
    many = (
        f"the best of {rates}; {len(waited)} turns, "
        f"which waited {median(waited):.1f} ms each in the median"
    )
    most, least = budgets
    return [
        Figure(f"a whole turn as stored{where}, median", median(taken), "ms", most, one),
        Figure(f"{AT_ONCE} matches at once{where}", rate, "turns a second", least, many),
    ]


def _lanes(chance: Random, matches: int) -> list[list[list[Turn]]]:
    """Return the lanes to play at the same time; each is a sequence of matches."""
    return [_random_matches(chance, max(1, matches // 8)) for _ in range(AT_ONCE)]


async def _measure_several(address: ServerAddress, processes: int, matches: int) -> Figure:
    """Play the lanes with several processes at once, each of which has some of them."""
    started = [
        await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", __name__),
            *(address.url, str(processes), str(number), str(matches)),
            stdin=PIPE,
            stdout=PIPE,
        )
        for number in range(processes)
    ]
    for each in started:
        assert each.stdout is not None
        await each.stdout.readline()
    outputs = await asyncio.gather(*(each.communicate(b"\n") for each in started))
    played = [json.loads(answer) for answer, _ in outputs]
    waited = [each for one in played for each in one["waited"]]
    taken = max(one["ended"] for one in played) - min(one["began"] for one in played)
    return Figure(
        f"{AT_ONCE} matches at once on PostgreSQL, {processes} processes",
        len(waited) / taken,
        "turns a second",
        note=f"{len(waited)} turns, which waited {median(waited):.1f} ms each in the median",
    )


async def _play_beside_others(
    address: ServerAddress, processes: int, number: int, matches: int
) -> None:
    """Play one process's share of the lanes after reading a line."""
    chance = Random(2026)
    # A single process runs as one of two, with the other one missing.
    async with open_services(address, SystemClock(), chance, max(2, processes)) as services:
        fleet = services.leadership
        assert isinstance(fleet, Fleet)
        keeping = asyncio.create_task(fleet.keep())
        await fleet.share(processes)
        await services.resume(number)
        await services.settings.change(SERVER, _without_limits)
        # Each process has its own players.
        warming = _random_matches(chance, 4)
        await _play_lanes(services, await _begin_lanes(services, {AT_ONCE + number: warming}))
        settle_memory()
        own = dict(list(enumerate(_lanes(chance, matches)))[number::processes])
        lanes = await _begin_lanes(services, own)
        sys.stdout.write("ready\n")
        sys.stdout.flush()
        await asyncio.to_thread(sys.stdin.readline)
        began = perf_counter()
        waited = await _play_lanes(services, lanes)
        played = {"began": began, "ended": perf_counter(), "waited": waited}
        sys.stdout.write(json.dumps(played))
        keeping.cancel()
        await asyncio.gather(keeping, return_exceptions=True)


@dataclass(frozen=True, slots=True)
class _Lane:
    """Begun matches between two users, to be played one after the other."""

    players: tuple[UserId, UserId]
    matches: list[tuple[MatchId, list[Turn]]]


async def _begin_lanes(services: Services, lanes: dict[int, list[list[Turn]]]) -> list[_Lane]:
    """Begin all matches of each lane, so that only turns are measured.

    Each lane has two players of its own, because two users have one open challenge at a time.
    """
    return [
        await _begin_lane(services, matches, (UserId(3 + 2 * number), UserId(4 + 2 * number)))
        for number, matches in lanes.items()
    ]


async def _begin_lane(
    services: Services, matches: list[list[Turn]], players: tuple[UserId, UserId] = PLAYERS
) -> _Lane:
    begun = [(await begin(services, players=players), turns) for turns in matches]
    return _Lane(players, begun)


async def _play_lanes(services: Services, lanes: list[_Lane]) -> list[float]:
    """Play all lanes at once, and return the time of each turn, in milliseconds."""
    playing = (_play_lane(services, lane) for lane in lanes)
    return [each for taken in await asyncio.gather(*playing) for each in taken]


async def _play_lane(services: Services, lane: _Lane) -> list[float]:
    taken = []
    for number, turns in lane.matches:
        for ply, turn in enumerate(turns):
            began = perf_counter()
            await services.matches.play(lane.players[ply % 2], number, turn)
            taken.append((perf_counter() - began) * 1000)
    return taken


async def begin(
    services: Services,
    stakes: Stakes = Stakes.CASUAL,
    players: tuple[UserId, UserId] = PLAYERS,
) -> MatchId:
    """Begin a match with a board and a finished challenge, as every match soon has."""
    friend = Friend(players[1], is_bot=False, sees_channel=True)
    challenge = await services.challenges.offer(
        players[0], friend, PLACE, Terms(Starts.ME, stakes=stakes)
    )
    message = MessageId(challenge.id)
    answered = await services.challenges.answer(
        players[1], challenge.id, ChallengeAnswer.ACCEPT, message
    )
    if answered.match is None:
        raise AssertionError(f"no match of {answered.challenge}")
    match = answered.match
    await services.boards.board_posted(match.id, PLACE.channel, message, match.revision)
    await services.outbox.answered(CHALLENGE_MESSAGE, challenge.id, message, _ENDED, is_alone=True)
    return match.id


def _without_limits(settings: ServerSettings) -> ServerSettings:
    """Let two players have as many matches as a whole server."""
    return replace(settings, most_matches=10**6, most_challenges=10**6)


def _random_matches(chance: Random, number: int) -> list[list[Turn]]:
    return [random_match(chance) for _ in range(number)]


def random_match(chance: Random, most: int = 40) -> list[Turn]:
    """Choose the turns of a random match, at most `most` and up to a win."""
    position, turns = Position(), []
    for _ in range(most):
        turn = chance.choice(list(legal_turns(position)))
        turns.append(turn)
        step = play(position, turn)
        if step.win is not None:
            break
        position = step.after
    return turns


async def _rows_on_server(url: str) -> tuple[list[float], float]:
    """Time a row and its commit by the driver alone, then the rate of many at once."""
    import psycopg

    async def write(connection: "psycopg.AsyncConnection[object]", rows: int) -> list[float]:
        taken = []
        for number in range(rows):
            began = perf_counter()
            await connection.execute("INSERT INTO bare VALUES (%s)", [number], prepare=True)
            taken.append((perf_counter() - began) * 1000)
        return taken

    connections = [
        await psycopg.AsyncConnection.connect(url, autocommit=True) for _ in range(WRITERS)
    ]
    await connections[0].execute("CREATE TABLE bare (number BIGINT)")
    try:
        one = await write(connections[0], 500)
        began = perf_counter()
        many = await asyncio.gather(*(write(connection, 500) for connection in connections))
        rate = sum(map(len, many)) / (perf_counter() - began)
    finally:
        await connections[0].execute("DROP TABLE bare")
        for connection in connections:
            await connection.close()
    return one, rate


def _bare_rows(path: Path) -> list[float]:
    """Time a row and its commit, as durable as the host's."""
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("CREATE TABLE bare (number INTEGER)")
    taken = [
        milliseconds(lambda: connection.execute("INSERT INTO bare VALUES (1)")) for _ in range(500)
    ]
    connection.close()
    return taken


if __name__ == "__main__":
    url, *numbers = sys.argv[1:]
    structlog.configure(logger_factory=structlog.PrintLoggerFactory(sys.stderr))
    asyncio.run(_play_beside_others(ServerAddress(url), *map(int, numbers)))

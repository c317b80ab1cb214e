"""The cost of tournaments: tables and pictures, a result, and a sweep that finds nothing."""

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from bot.features.tournaments import jobs as tournament_jobs
from bot.features.tournaments import queries as tournament_queries
from bot.features.tournaments.cups import Play, PlayOff, bracket_of
from bot.features.tournaments.jobs import MatchesBeginning, TournamentFinish
from bot.features.tournaments.legs import Decision, EntrantId, LegResult, TournamentId
from bot.features.tournaments.seats import draw_legs
from bot.features.tournaments.standings import standings_of
from bot.features.tournaments.tournament import TournamentField, TournamentTerms
from bot.jobs.clock import SystemClock
from bot.match.identity import MatchId, UserId
from bot.services import Services, open_services
from cogs.boards.outbox import BATCH
from cogs.tournaments.bracket import bracket_chart_of
from render.brackets import draw_bracket
from render.crosstable import draw_crosstable
from render.theme import DAY_QUILT
from tests.bench.bench_turn import PLACE, begin
from tests.bench.figures import Effort, Figure, at_most, milliseconds, work
from tests.render.crosstables import crosstables
from tests.render.posters import LIVELY

SIXTY_FOUR = 64
"""Entrants of a league: their 32 groups of four with two legs have 192 matches."""
RESULTS = 150
RUNNING = 1000
LOOKS = 200
HOST = UserId(900)
DRAWN = 40
COMPUTED = 400
LARGEST = 8


def figures(effort: Effort) -> Iterator[Figure]:
    """Measure the largest pictures, with names like those of players, then random groups."""
    names, eight = (row.name for row in LIVELY.rows), crosstables()["eight"]
    rows = tuple(
        replace(row, name=name, note="places 1–8")
        for row, name in zip(eight.rows, names, strict=False)
    )
    table = replace(eight, rows=rows, legend=crosstables()["six"].legend)
    entrants = [EntrantId(number) for number in range(1, 17)]
    bracket = bracket_of(entrants, entrants, [], (), PlayOff.PLAYED, Play.OVER)
    called = dict(zip(entrants, (row.name for row in LIVELY.rows * 2), strict=False))
    chart = bracket_chart_of("Winter cup", "classic", bracket, called, DAY_QUILT)
    times = effort.of(DRAWN)
    yield _picture("a crosstable of eight, two legs", lambda: draw_crosstable(table), times)
    yield _picture("a bracket of sixteen", lambda: draw_bracket(chart), times)
    yield _standings(effort.of(COMPUTED))
    with TemporaryDirectory(prefix="boop-bench-") as folder:
        yield from asyncio.run(_measure(Path(folder, "boop.sqlite3"), effort))


def _picture(what: str, draw: Callable[[], bytes], times: int) -> Figure:
    draw()
    taken = [work(draw) for _ in range(times)]
    note = f"longest {max(taken):.0f} ms, {len(draw()) / 1000:.0f} kB"
    return Figure(f"{what}, median of processor time", median(taken), "ms", at_most(60), note)


def _standings(times: int) -> Figure:
    chance, taken = Random(2026), []
    entrants = [EntrantId(number) for number in range(LARGEST)]
    for _ in range(times):
        legs = [
            leg.decided(chance.choice(list(LegResult)), Decision.PLAYED)
            for leg in draw_legs(entrants, 2, chance)
        ]
        taken.append(milliseconds(lambda legs=legs: standings_of(entrants, legs, {})))  # type: ignore[misc]
    note = f"longest {max(taken):.2f} ms"
    return Figure("the standings of eight, two legs, median", median(taken), "ms", at_most(1), note)


async def _measure(path: Path, effort: Effort) -> list[Figure]:
    async with open_services(path, SystemClock(), Random(2026)) as services:
        pairs = [(UserId(number), UserId(number + 5_000)) for number in range(1, RESULTS + 1)]
        plain = [await begin(services, players=each) for each in pairs[: effort.of(RESULTS)]]
        league = await _league(services)
        matches = [each.match for each in league.pairings if each.match is not None]
        alone, with_tournament = list[float](), list[float]()
        for one, other in zip(plain, matches, strict=False):
            # These alternate, because the machine's speed changes.
            alone.append(await _measure_resignation(services, one))
            with_tournament.append(await _measure_resignation(services, other))
        idle = [await _look(services) for _ in range(effort.of(LOOKS))]
        await _running(services, league)
        busy = [await _look(services) for _ in range(effort.of(LOOKS))]
    return [
        _more("the result of a tournament's match beside that of another", alone, with_tournament),
        _more(f"a look that finds nothing due, with {RUNNING} tournaments under way", idle, busy),
    ]


def _more(what: str, before: list[float], after: list[float]) -> Figure:
    """Return the difference of the medians."""
    note = f"{median(after):.2f} ms instead of {median(before):.2f} ms; longest {max(after):.1f} ms"
    more = max(0.0, median(after) - median(before))
    return Figure(f"{what}, more in the median", more, "ms", at_most(1), note)


async def _league(services: Services) -> TournamentField:
    """Start a league and begin all of its matches."""
    terms = TournamentTerms(group_size=4, legs=2, most_entrants=SIXTY_FOUR)
    drafted = await services.tournaments.draft(HOST, PLACE, "League", terms)
    await services.tournaments.announce(HOST, drafted.id)
    for number in range(SIXTY_FOUR):
        await services.tournaments.enter(UserId(10_000 + number), drafted.id, frozenset())
    await services.tournaments.start(drafted.id, PLACE.guild)
    due = MatchesBeginning(PLACE.guild, drafted.id)
    while await services.running_tournaments.begin_matches(due):
        pass
    return await services.tournaments.find(drafted.id)


async def _measure_resignation(services: Services, number: MatchId) -> float:
    match = await services.matches.find(number)
    began = perf_counter()
    await services.matches.resign(match.people[0], number)
    return (perf_counter() - began) * 1000


async def _look(services: Services) -> float:
    """Look for due jobs and messages after those that are due have been done."""
    await services.jobs.run_due()
    began = perf_counter()
    await services.jobs.run_due()
    await services.outbox.due(BATCH)
    return (perf_counter() - began) * 1000


async def _running(services: Services, league: TournamentField) -> None:
    """Store many copies of a running tournament, each with a date at which it ends."""
    tournament = league.tournament
    if tournament.finish_by is None:
        raise AssertionError("the league has not begun")
    numbers = [TournamentId(tournament.id + 1 + each) for each in range(RUNNING)]
    async with services._database.writing() as writing:
        for number in numbers:
            copied = replace(tournament, id=number, series=number)
            due = TournamentFinish(PLACE.guild, number)
            await tournament_queries.insert(writing, copied)
            await tournament_jobs.due(writing, due, tournament.finish_by)

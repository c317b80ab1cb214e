"""What tournaments cost: their tables and pictures."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random
from statistics import median

from bot.features.tournaments.cups import Play, PlayOff, bracket_of
from bot.features.tournaments.legs import Decision, EntrantId, LegResult
from bot.features.tournaments.seats import draw_legs
from bot.features.tournaments.standings import standings_of
from cogs.tournaments.bracket import bracket_chart_of
from render.brackets import draw_bracket
from render.crosstable import draw_crosstable
from render.theme import DAY_QUILT
from tests.bench.bench_render import work
from tests.bench.figures import Effort, Figure, at_most, milliseconds
from tests.render.crosstables import crosstables
from tests.render.posters import LIVELY

DRAWN = 40
COMPUTED = 400
LARGEST = 8


def figures(effort: Effort) -> Iterator[Figure]:
    """Measure the largest pictures, with names as players have them, then random groups."""
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

"""`boop tournament simulate`: what to expect of a tournament before it is announced."""

import asyncio
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any, Final

import click

from bot.cli.console import note
from bot.cli.ladder_simulation import LadderSimulation, SimulatedLadder
from bot.cli.rules import ruleset_called
from bot.cli.simulating import PlayerHabits, SimulatedClock, SimulatedSeason, Simulation
from bot.cli.simulation_report import print_ladder, print_season, print_summary
from bot.features.ladders.ladder import LadderTerms
from bot.features.tournaments.cups import CUP_SIZES
from bot.features.tournaments.formats import terms_for
from bot.features.tournaments.groups import MOST_ENTRANTS
from bot.features.tournaments.tournament import Cadence, TournamentFormat, TournamentTerms
from bot.match.clock import DAY, WEEK, Bank, Weekends
from bot.match.identity import Seconds
from bot.match.terms import Stakes
from bot.services import Services, open_services
from bot.text import N_, gettext, translate

_KINDS: Final = {TournamentFormat.LEAGUE: N_("League"), TournamentFormat.CUP: N_("Cup")}

LADDER: Final = "ladder"


@click.group("tournament")
def command() -> None:
    """Simulate tournaments."""


@command.command("simulate")
@click.option(
    "--format",
    "kind",
    type=click.Choice([*(each.value for each in TournamentFormat), LADDER]),
    default=TournamentFormat.LEAGUE.value,
    show_default=True,
    help="How it is played.",
)
@click.option(
    "--entrants",
    type=click.IntRange(3, MOST_ENTRANTS),
    default=12,
    show_default=True,
    help="Players.",
)
@click.option(
    "--group-size",
    type=click.IntRange(4, 8),
    default=6,
    show_default=True,
    help="The largest group of a league.",
)
@click.option(
    "--legs",
    type=click.IntRange(1, 2),
    default=1,
    show_default=True,
    help="Matches against each opponent in a league.",
)
@click.option("--ruleset", default="classic", show_default=True, help="The ruleset.")
@click.option(
    "--bank",
    nargs=3,
    type=click.FloatRange(0.1, 30),
    default=(3.0, 1.0, 5.0),
    show_default=True,
    help="Days on each clock, days that a turn adds, and the most days on it.",
)
@click.option("--no-weekends", is_flag=True, help="Stop the clocks on weekends.")
@click.option(
    "--finish-days",
    type=click.IntRange(7, 365),
    help="After how many days it ends at the latest; if left out, as usual for its format.",
)
@click.option(
    "--answers",
    nargs=2,
    type=click.FloatRange(0.1, 240),
    default=(3.0, 16.0),
    show_default=True,
    help="Hours until the quickest and the slowest player usually answer.",
)
@click.option(
    "--levels",
    nargs=2,
    type=click.IntRange(1, 6),
    default=(1, 4),
    show_default=True,
    help="The levels of the weakest and the strongest player.",
)
@click.option(
    "--leaving",
    type=click.FloatRange(0, 100),
    default=10.0,
    show_default=True,
    help="Percent of the players who leave, within three weeks or at some time of a ladder; half "
    "of them without a word.",
)
@click.option(
    "--seasons",
    type=click.IntRange(1, 20),
    default=1,
    show_default=True,
    help="Seasons of a league, one after another.",
)
@click.option(
    "--weeks",
    type=click.IntRange(1, 104),
    default=26,
    show_default=True,
    help="How long a ladder is watched.",
)
@click.option(
    "--challenges",
    nargs=2,
    type=click.FloatRange(0.5, 90),
    default=(3.0, 14.0),
    show_default=True,
    help="Days between two challenges of the keenest and of the laziest player of a ladder.",
)
@click.option(
    "--runs", type=click.IntRange(1, 100), default=1, show_default=True, help="Simulations."
)
@click.option("--seed", type=int, default=1, show_default=True, help="Equal seeds give equal runs.")
def simulate_command(**options: Any) -> None:
    """Play made-up tournaments, and say how long they take and who leaves them.

    The players are made up; the rules, clocks and results are those of the bot, on a database that
    is deleted afterwards. Vacations are not simulated. A league of twelve takes half a minute.
    """
    if options["kind"] != TournamentFormat.LEAGUE.value and options["seasons"] > 1:
        raise click.UsageError("--seasons is for a league.")
    if options["kind"] == TournamentFormat.CUP.value and options["entrants"] > CUP_SIZES[-1]:
        raise click.UsageError(f"A cup has {CUP_SIZES[-1]} players at most.")
    for name in ("answers", "levels", "challenges"):
        low, high = options[name]
        if low > high:
            raise click.UsageError(f"--{name} takes the lower number first, not {low} and {high}.")
    habits = _habits(options)
    if options["kind"] == LADDER:
        for seed in _seeds(options):
            print_ladder(asyncio.run(_run_ladder(options, habits, Random(seed))))  # noqa: S311
        return
    terms = _terms(options)
    all_seasons, kind = list[SimulatedSeason](), options["kind"]
    for seed in _seeds(options):
        seasons = asyncio.run(
            _run(terms, habits, options["entrants"], options["seasons"], Random(seed))  # noqa: S311
        )
        all_seasons += seasons
        for season in seasons:
            heading = translate(_KINDS[TournamentFormat(kind)])
            if options["seasons"] > 1:
                heading = gettext("Season {number}", number=season.number)
            print_season(season, heading)
    if len(all_seasons) > 1:
        print_summary(all_seasons)


def _seeds(options: dict[str, Any]) -> Iterator[int]:
    """Yield the seed of each run, after printing that the run begins."""
    for run in range(options["runs"]):
        seed = options["seed"] + run
        note(
            gettext(
                "Run {run} of {runs}, seed {seed}…", run=run + 1, runs=options["runs"], seed=seed
            )
        )
        yield seed


def _time(options: dict[str, Any]) -> Bank:
    start, increment, cap = (Seconds(days * DAY) for days in options["bank"])
    return Bank(start, increment, cap)


def _weekends(options: dict[str, Any]) -> Weekends:
    return Weekends.PAUSED if options["no_weekends"] else Weekends.PLAYED


def _terms(options: dict[str, Any]) -> TournamentTerms:
    kind = TournamentFormat(options["kind"])
    usual = terms_for(kind, options["entrants"])
    return replace(
        usual,
        ruleset=ruleset_called(options["ruleset"]),
        time=_time(options),
        weekends=_weekends(options),
        group_size=options["group_size"],
        legs=options["legs"],
        cadence=Cadence.CONTINUOUS if options["seasons"] > 1 else Cadence.ONCE,
        finish_days=options["finish_days"] or usual.finish_days,
    )


def _habits(options: dict[str, Any]) -> PlayerHabits:
    fewest, most = options["answers"]
    weakest, strongest = options["levels"]
    return PlayerHabits(fewest, most, weakest, strongest, options["leaving"] / 100)


async def _run(
    terms: TournamentTerms, habits: PlayerHabits, entrants: int, seasons: int, chance: Random
) -> list[SimulatedSeason]:
    clock, simulated = SimulatedClock(), list[SimulatedSeason]()
    async with _temporary_services(clock, chance) as services:
        await Simulation(services, clock, chance, habits).play(
            terms, entrants, seasons, simulated.append
        )
    return simulated


async def _run_ladder(
    options: dict[str, Any], habits: PlayerHabits, chance: Random
) -> SimulatedLadder:
    weeks = options["weeks"]
    habits = replace(habits, leave_within=Seconds(weeks * WEEK))
    keenest, laziest = (Seconds(days * DAY) for days in options["challenges"])
    terms = LadderTerms(
        ruleset_called(options["ruleset"]), _time(options), _weekends(options), Stakes.RATED
    )
    async with _temporary_services(clock := SimulatedClock(), chance) as services:
        ladder = LadderSimulation(services, clock, chance, habits, (keenest, laziest))
        return await ladder.play(terms, options["entrants"], weeks)


@asynccontextmanager
async def _temporary_services(clock: SimulatedClock, chance: Random) -> AsyncIterator[Services]:
    with tempfile.TemporaryDirectory(prefix="boop-simulation-") as folder:
        address = Path(folder, "simulation.sqlite3")
        async with open_services(address, clock, chance) as services:
            yield services

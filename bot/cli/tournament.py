"""`boop tournament simulate`: what to expect of a tournament before it is announced."""

import asyncio
import tempfile
from collections import Counter
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from random import Random
from statistics import median
from typing import Any, Final

import click

from bot.cli.console import note, tell
from bot.cli.ladder_simulation import LadderSimulation, RungLine, SimulatedLadder
from bot.cli.rules import ruleset_called
from bot.cli.simulating import (
    EntrantLine,
    PlayerHabits,
    SimulatedClock,
    SimulatedSeason,
    Simulation,
)
from bot.features.competitions.members import ExitReason
from bot.features.ladders.ladder import LadderChallengeState, LadderTerms
from bot.features.ladders.rules import ChallengeResult
from bot.features.tournaments.cups import CUP_SIZES
from bot.features.tournaments.formats import terms_for
from bot.features.tournaments.groups import MOST_ENTRANTS
from bot.features.tournaments.legs import Decision
from bot.features.tournaments.tournament import (
    Cadence,
    TournamentFormat,
    TournamentState,
    TournamentTerms,
)
from bot.match.clock import DAY, WEEK, Bank, Weekends
from bot.match.identity import Seconds
from bot.match.terms import Stakes
from bot.services import Services, open_services
from bot.text import N_, NC_, Message, gettext, translate

_DECISIONS: Final[dict[Decision, Message]] = {
    Decision.PLAYED: NC_("how a match ended", "played to the end"),
    Decision.TIME: NC_("how a match ended", "lost on time"),
    Decision.WITHDRAWN: NC_("how a match ended", "lost because a player was out"),
    Decision.CALLED: NC_("how a match ended", "drawn because the tournament ended"),
    Decision.MANAGED: NC_("how a match ended", "decided by hand"),
}
_KINDS: Final = {TournamentFormat.LEAGUE: N_("League"), TournamentFormat.CUP: N_("Cup")}
_WHY_OUT: Final[dict[ExitReason, Message]] = {
    ExitReason.LEFT: NC_("why a player is out", "left"),
    ExitReason.TIME: NC_("why a player is out", "out by losses on time"),
    ExitReason.LEFT_SERVER: NC_("why a player is out", "left the server"),
    ExitReason.BANNED: NC_("why a player is out", "banned"),
    ExitReason.REMOVED: NC_("why a player is out", "removed"),
    ExitReason.NO_PLACE: NC_("why a player is out", "no place"),
}


LADDER: Final = "ladder"
_STATES: Final[dict[LadderChallengeState, Message]] = {
    LadderChallengeState.PLAYED: NC_("what became of challenges", "played"),
    LadderChallengeState.UNANSWERED: NC_("what became of challenges", "not accepted in time"),
    LadderChallengeState.WITHDRAWN: NC_("what became of challenges", "withdrawn"),
    LadderChallengeState.VOID: NC_("what became of challenges", "off the ladder before"),
}
_RESULTS: Final[dict[ChallengeResult, Message]] = {
    ChallengeResult.WON: NC_("how challengers fared", "won"),
    ChallengeResult.LOST: NC_("how challengers fared", "lost"),
    ChallengeResult.DRAWN: NC_("how challengers fared", "drawn"),
    ChallengeResult.NEITHER: NC_("how challengers fared", "lost by both"),
}


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
            _print_ladder(asyncio.run(_run_ladder(options, habits, Random(seed))))  # noqa: S311
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
            _print_season(season, heading)
    if len(all_seasons) > 1:
        _print_summary(all_seasons)


def _seeds(options: dict[str, Any]) -> Iterator[int]:
    """Yield the seed of each run, and say that it begins."""
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
    async with _deleted_services(clock, chance) as services:
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
    async with _deleted_services(clock := SimulatedClock(), chance) as services:
        ladder = LadderSimulation(services, clock, chance, habits, (keenest, laziest))
        return await ladder.play(terms, options["entrants"], weeks)


@asynccontextmanager
async def _deleted_services(clock: SimulatedClock, chance: Random) -> AsyncIterator[Services]:
    """Lend services on a database that is deleted afterwards."""
    with tempfile.TemporaryDirectory(prefix="boop-simulation-") as folder:
        address = Path(folder, "simulation.sqlite3")
        async with open_services(address, clock, chance) as services:
            yield services


def _print_season(season: SimulatedSeason, heading: str) -> None:
    legs = sum(season.decisions.values())
    if season.state is not TournamentState.ENDED:
        tell(f"{heading}: {season.state.value}")
        return
    half, whole = _days(season.half_after), _days(season.all_after)
    text = gettext(
        "{name}: half of the matches over after {half}, all after {whole}. Matches: {legs}, turns: "
        "{turns}",
        name=heading,
        half=half,
        whole=whole,
        legs=legs,
        turns=season.turns,
    )
    tell(text)
    how = [f"{count} {translate(_DECISIONS[each])}" for each, count in season.decisions.items()]
    tell(f"  {', '.join(how)}")
    group = None
    for line in season.lines:
        if line.group != group and len({each.group for each in season.lines}) > 1:
            group = line.group
            tell(f"  {gettext('Group {number}', number=group)}")
        tell(f"  {_written(line)}")


def _written(line: EntrantLine) -> str:
    place = "–" if line.place is None else f"{line.place}."
    player, unit = line.player, "point" if line.points == 1 else "points"
    hours = f"{player.answers_after / 3600:.0f}"
    # Translators: a made-up player usually answers after that time.
    answers = gettext("answers in {hours} h", hours=hours)
    parts = [
        f"  {place:>4} Player {player.user % 100:<3} {line.points:>4g} {unit}",
        f"level {player.level}",
        answers,
    ]
    if line.out is not None and line.out_after is not None:
        parts.append(f"{translate(_WHY_OUT[line.out])} after {_days(line.out_after)}")
    return ", ".join(parts)


def _print_summary(seasons: list[SimulatedSeason]) -> None:
    """Sum up several tournaments."""
    ended = [each for each in seasons if each.state is TournamentState.ENDED]
    tell(
        gettext(
            "Tournaments played to the end: {ended} of {all}", ended=len(ended), all=len(seasons)
        )
    )
    if not ended:
        return
    last = sorted(each.all_after for each in ended)
    half = median(each.half_after for each in ended)
    text = gettext(
        "Half of the matches over after {half} (median); all after {first} to {last}, {middle} "
        "(median)",
        half=_days(Seconds(half)),
        first=_days(last[0]),
        last=_days(last[-1]),
        middle=_days(Seconds(median(last))),
    )
    tell(f"  {text}")
    decided = sum((Counter(each.decisions) for each in ended), Counter[Decision]())
    how = [f"{share:.0%} {translate(_DECISIONS[each])}" for each, share in _shares(decided)]
    tell(f"  matches: {', '.join(how)}")
    lines = [line for each in ended for line in each.lines]
    out = Counter(line.out for line in lines if line.out is not None)
    who = [f"{share:.0%} {translate(_WHY_OUT[each])}" for each, share in _shares(out, len(lines))]
    tell(f"  entrants: {', '.join(who) or 'none was out'}")


def _print_ladder(ladder: SimulatedLadder) -> None:
    challenges, matches = sum(ladder.states.values()), sum(ladder.results.values())
    weeks = len(ladder.in_order) - 1
    text = gettext(
        "Ladder, weeks: {weeks}. Challenges that are over: {challenges}, matches: {matches}, "
        "turns: {turns}",
        weeks=weeks,
        challenges=challenges,
        matches=matches,
        turns=ladder.turns,
    )
    tell(text)
    tell(f"  {_counted(ladder.states, _STATES)}")
    text = gettext(
        "Challengers: {results}. Lost on time: {late}. Places gained: {places}",
        results=_counted(ladder.results, _RESULTS) or "–",
        late=ladder.lost_on_time,
        places=ladder.places,
    )
    tell(f"  {text}")
    text = gettext(
        "Accepted after {accepted}, matches over after {ended} (medians)",
        accepted=_days(ladder.accepted_after),
        ended=_days(ladder.ended_after),
    )
    tell(f"  {text}")
    text = gettext(
        "Resting: {resting} on average, {rested} at some time",
        resting=f"{ladder.resting:.1f}",
        rested=ladder.rested,
    )
    tell(f"  {text}")
    shares = (f"{week}: {ladder.in_order[week]:.0%}" for week in _reported_weeks(weeks))
    # Translators: of all pairs of players of a simulated ladder, in how many the stronger one
    # stands above the weaker one, after a number of weeks: "0: 52%, 13: 78%, 26: 84%".
    text = gettext(
        "Pairs in the order of their strength, by weeks: {weeks}", weeks=", ".join(shares)
    )
    tell(f"  {text}")
    for line in ladder.lines:
        tell(f"  {_rung_written(line)}")


def _counted(counts: Mapping[Any, int], names: Mapping[Any, Message]) -> str:
    return ", ".join(
        f"{counts[each]} {translate(name)}" for each, name in names.items() if each in counts
    )


def _reported_weeks(weeks: int) -> Sequence[int]:
    """Return the quarters of a time in weeks."""
    return sorted({round(weeks * quarter / 4) for quarter in range(5)})


def _rung_written(line: RungLine) -> str:
    place = "–" if line.place is None else f"{line.place}."
    player = line.player
    parts = [
        f"  {place:>4} Player {player.user % 100:<3}",
        f"level {player.level}",
        gettext("answers in {hours} h", hours=f"{player.answers_after / 3600:.0f}"),
        gettext("won {won}, lost {lost}", won=line.wins, lost=line.losses),
    ]
    if line.off is not None:
        parts.append(translate(_WHY_OUT[line.off]))
    elif line.is_resting:
        parts.append(gettext("resting"))
    return ", ".join(parts)


def _shares(counted: Counter[Any], of: int = 0) -> list[tuple[Any, float]]:
    whole = of or sum(counted.values()) or 1
    return [(each, count / whole) for each, count in counted.most_common()]


def _days(time: Seconds) -> str:
    return f"{time / DAY:.1f} days"

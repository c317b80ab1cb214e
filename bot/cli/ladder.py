"""`boop ladder`: measure how far apart the levels are."""

from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import click

from bot.cli.arena import MATCHES, Pairing, Series, elo_text, play_series, takes_series
from bot.cli.console import note, tell
from bot.cli.contestants import contestant_named
from bot.cli.reading import read_kept, replace_file
from bot.cli.rules import ruleset_called
from bot.engine.lab.ladder import FILE, Rung, read_ladders, write_ladders
from bot.engine.lab.tally import Tally
from bot.engine.levels import LEVELS
from bot.game import RULESETS, Ruleset
from bot.text import gettext


@dataclass(frozen=True, slots=True)
class Contest:
    """Two contestants. `rung` is the level that meets the one below it, if one does."""

    first: str
    second: str
    rung: int | None = None


def contests(levels: Collection[int]) -> list[Contest]:
    """List the contests for some levels or, if none is given, for all."""
    lowest, highest = LEVELS[0].number, LEVELS[-1].number
    found = []
    for level in LEVELS:
        number = level.number
        if levels and number not in levels:
            continue
        if number == lowest:
            found.append(Contest(f"level:{number}", "greedy"))
        else:
            found.append(Contest(f"level:{number}", f"level:{number - 1}", number))
        if number == highest:
            found.append(Contest(f"level:{number}", "guess:3"))
    return found


def row(contest: Contest, tally: Tally) -> str:
    """Write the results as a row of a Markdown table."""
    low, high = tally.interval
    elo = gettext(
        "{elo}, {low} to {high}",
        elo=elo_text(tally.share),
        low=elo_text(low),
        high=elo_text(high),
    )
    return gettext(
        "| `{first}` against `{second}` | {won} | {drawn} | {lost} | {share} % | {elo} |",
        first=contest.first,
        second=contest.second,
        won=tally.count(1.0),
        drawn=tally.count(0.5),
        lost=tally.count(0.0),
        share=f"{100 * tally.share:.1f}",
        elo=elo,
    )


def keep(file: Path, ruleset: Ruleset, contest: Contest, tally: Tally) -> None:
    """Replace the result of a level against the one below."""
    if contest.rung is None:
        return
    known = _ladders(file)
    rung = Rung(tally.count(1.0), tally.count(0.5), tally.count(0.0))
    known.setdefault(ruleset.versioned_name, {})[contest.rung] = rung
    replace_file(file, write_ladders(known).encode())


def _ladders(file: Path) -> dict[str, dict[int, Rung]]:
    return read_kept(file, read_ladders, "boop ladder")


ENOUGH: Final = MATCHES
"""How many matches each pair must play for the points that come with the program."""


@click.command("ladder")
@click.argument("rulesets", nargs=-1)
@click.option(
    "--level",
    "levels",
    type=click.IntRange(min=1),
    multiple=True,
    help="Play only this level against the one below; can be repeated.",
)
@takes_series
@click.option(
    "--file",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Where to keep the results. By default, they become the program's own, which takes whole "
    "ladders of 200 matches or more.",
)
def ladder_command(
    rulesets: tuple[str, ...],
    levels: tuple[int, ...],
    series: Series,
    file: Path | None,
) -> None:
    """Measure how far apart the levels are in RULESETS, by default in all of them.

    The lowest level plays greedy, and the highest plays guess:3 as well as the level below it.
    Prints a table for docs/engine.md. Results of a level against the one below are kept as soon as
    they are known: the points of the levels in practice ratings come from them.
    """
    for level in levels:
        if level > len(LEVELS):
            raise click.UsageError(f"--level is {level}; there is 1 to {len(LEVELS)}.")
    if file is None and (levels or series.matches < ENOUGH or series.may_differ):
        raise click.UsageError(
            f"--file is needed to measure some levels alone, by fewer than {ENOUGH} matches, or "
            "with --undecided or --stop-at."
        )
    # Fail before hours of matches if the file cannot be written.
    _ladders(file or FILE)
    for ruleset in tuple(map(ruleset_called, rulesets)) or RULESETS:
        tell(
            gettext(
                "{ruleset}, {games} matches each, seed {seed}",
                ruleset=ruleset.name,
                games=series.matches,
                seed=series.seed,
            )
        )
        tell()
        tell(gettext("| | won | drawn | lost | points | Elo, 95 % |"))
        tell("| --- | ---: | ---: | ---: | ---: | --- |")
        for contest in contests(levels):

            def on_tenth(tally: Tally, who: str = contest.first) -> None:
                note(f"  {who}: {tally.matches}")

            first, second = contestant_named(contest.first), contestant_named(contest.second)
            pairing = Pairing(first, second, ruleset.name, series)
            tally = play_series(pairing, lambda _: None, on_tenth)
            tell(row(contest, tally))
            keep(file or FILE, ruleset, contest, tally)
        tell()

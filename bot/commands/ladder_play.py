"""Playing the matches of the ladder, and keeping what comes of them."""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from pathlib import Path

from bot.commands.arena_play import Pairing, results
from bot.commands.contestants import contestant_named
from bot.commands.tally import Tally, elo_text
from bot.engine.ladder import Rung, key_of, read_ladders, write_ladders
from bot.engine.levels import LEVELS
from bot.game import Ruleset


@dataclass(frozen=True, slots=True)
class Rules:
    """How all matches are played: the ruleset's name, and how many random turns come first."""

    ruleset: str
    opening: int
    seed: int
    patience: float


@dataclass(frozen=True, slots=True)
class Meeting:
    """Two who play each other. `rung` is the level that meets the one below it, if one does."""

    first: str
    second: str
    rung: int | None = None


def meetings(levels: Collection[int]) -> list[Meeting]:
    """List who meets whom, for some levels or, if none is named, for all."""
    lowest, highest = LEVELS[0].number, LEVELS[-1].number
    found = []
    for level in LEVELS:
        number = level.number
        if levels and number not in levels:
            continue
        if number == lowest:
            found.append(Meeting(f"level:{number}", "greedy"))
        else:
            found.append(Meeting(f"level:{number}", f"level:{number - 1}", number))
        if number == highest:
            found.append(Meeting(f"level:{number}", "guess:3"))
    return found


def play_meeting(
    meeting: Meeting, rules: Rules, openings: int, processes: int, told: Callable[[int], None]
) -> Tally:
    """Play so many openings with either seat; each tenth of the way tells how many were played."""
    pairing = Pairing(
        contestant_named(meeting.first),
        contestant_named(meeting.second),
        rules.ruleset,
        rules.opening,
        rules.seed,
        rules.patience,
    )
    tally = Tally()
    for result in results(pairing, openings, processes):
        before = len(tally.pairs) * 10 // openings
        tally = tally.with_pair(*result.points)
        if len(tally.pairs) * 10 // openings > before:
            told(tally.matches)
    return tally


def row(meeting: Meeting, tally: Tally) -> str:
    """Write the results as a row of a table in Markdown."""
    low, high = tally.interval
    elo = f"{elo_text(tally.share)}, {elo_text(low)} to {elo_text(high)}"
    return (
        f"| `{meeting.first}` against `{meeting.second}` | {tally.count(1.0)} | {tally.count(0.5)} "
        f"| {tally.count(0.0)} | {100 * tally.share:.1f} % | {elo} |"
    )


def keep(file: Path, ruleset: Ruleset, meeting: Meeting, tally: Tally) -> None:
    """Write what a level has won against the one below in place of what stood there.

    Whoever reads the file meanwhile finds it whole, before or after.
    """
    if meeting.rung is None:
        return
    known = read_ladders(file.read_text(encoding="utf-8")) if file.exists() else {}
    rung = Rung(tally.count(1.0), tally.count(0.5), tally.count(0.0))
    known.setdefault(key_of(ruleset), {})[meeting.rung] = rung
    whole = file.with_name(f"{file.name}.new")
    whole.write_text(write_ladders(known), encoding="utf-8")
    whole.replace(file)

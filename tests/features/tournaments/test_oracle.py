"""Standings of random groups, against those of another program.

gacrux is written by the author of FIDE's tie-break checker. Groups are
not compared if entrants left or if matches were decided because time ended: the rules for them are
our own, and are tested by properties instead.
"""

import json
import sys
from pathlib import Path
from random import Random

import pytest
from gacrux.tiebreakchecker import tiebreakchecker  # type: ignore[import-untyped]

from bot.features.tournaments.legs import Decision, EntrantId, Leg, LegResult
from bot.features.tournaments.seats import berger_table, draw_legs
from bot.features.tournaments.standings import standings_of
from tests.kit.drawn_groups import entrants_of
from tests.kit.thoroughness import quick_or_thorough

GROUPS = quick_or_thorough(60, 200)
PLAYED = (LegResult.FIRST, LegResult.SECOND, LegResult.DRAW)
SIGNS = {1.0: "1", 0.5: "=", 0.0: "0"}


def random_group(chance: Random) -> tuple[list[EntrantId], list[Leg]]:
    entrants = entrants_of(chance.randint(3, 8))
    # Many draws make many ties.
    weights = (3, 3, chance.choice([1, 4, 20]))
    legs = [
        leg.decided(chance.choices(PLAYED, weights)[0], Decision.PLAYED)
        for leg in draw_legs(entrants, chance.choice([1, 2]), chance)
    ]
    return entrants, legs


def report_of(entrants: list[EntrantId], legs: list[Leg]) -> str:
    """Write a group as a tournament report in FIDE's format, TRF."""
    size = len(entrants)
    rounds = [
        (number, {frozenset(map(entrants.__getitem__, pair)) for pair in each})
        for number in sorted({leg.number for leg in legs})
        for each in berger_table(size)
    ]
    lines = ["012 A group", "092 Individual: Round-Robin", f"XXR {len(rounds)}"]
    for index, entrant in enumerate(entrants, 1):
        points = sum(leg.points_of(entrant) for leg in legs if leg.has(entrant))
        line = (
            f"001 {index:4}      {f'P{index}':33} {1500:4}     {'':11} {'':10} {points:4} {index:4}"
        )
        for number, pairs in rounds:
            cell = "0000 - -"
            for leg in legs:
                pair = frozenset((leg.first, leg.second))
                if leg.has(entrant) and leg.number == number and pair in pairs:
                    opponent = entrants.index(leg.opponent_of(entrant)) + 1
                    colour = "w" if leg.seats.orange == entrant else "b"
                    cell = f"{opponent:4} {colour} {SIGNS[leg.points_of(entrant)]}"
            line += f"  {cell}"
        lines.append(line)
    return "\n".join(lines) + "\n"


@pytest.mark.long
def test_standings_are_those_of_the_tie_break_checker(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    report, answer = tmp_path / "group.trf", tmp_path / "answer.json"
    order = ["PTS", "DE", "WIN", "SB"]
    monkeypatch.setattr(sys, "argv", ["", "-i", str(report), "-o", str(answer), "-p", "-t", *order])
    shared = 0
    for seed in range(GROUPS):
        entrants, legs = random_group(Random(seed))
        report.write_text(report_of(entrants, legs))
        assert tiebreakchecker().common_main() == 0
        rows = json.loads(answer.read_text())["tiebreakResult"]["competitors"]
        theirs = {entrants[row["cid"] - 1]: row["rank"] for row in rows}
        ours = {each.entrant: each.place for each in standings_of(entrants, legs, {}).places}
        assert ours == theirs, report.read_text()
        shared += len(set(ours.values())) < len(ours)
    assert shared > 5, "some groups have shared places"

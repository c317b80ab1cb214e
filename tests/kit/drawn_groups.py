"""Groups drawn as text: a row for each entrant, with the result of each leg.

`1`, `=` and `0` are results, `-` a loss of both, `v` a void leg and `.` an open one; `x` marks the
diagonal.
"""

from collections.abc import Sequence

from bot.features.tournaments.legs import Decision, EntrantId, Leg, LegNumber, LegResult

_RESULTS = {
    "1": LegResult.FIRST,
    "=": LegResult.DRAW,
    "0": LegResult.SECOND,
    "-": LegResult.NEITHER,
    "v": LegResult.VOID,
}


def entrants_of(size: int) -> list[EntrantId]:
    """Return entrants 1, 2, 3 and so on, which is also the order of their seeds."""
    return [EntrantId(number) for number in range(1, size + 1)]


def legs_of(*rows: str) -> list[Leg]:
    """Read the half of a drawn group that is above its diagonal."""
    legs = []
    for row, text in enumerate(rows):
        cells = text.split()
        assert cells[row] == "x"
        for column in range(row + 1, len(rows)):
            legs += _pairing(row, column, cells[column])
    return legs


def _pairing(row: int, column: int, signs: Sequence[str]) -> list[Leg]:
    found = []
    for number, sign in enumerate(signs, 1):
        leg = Leg(EntrantId(row + 1), EntrantId(column + 1), LegNumber(number))
        if sign != ".":
            leg = leg.decided(_RESULTS[sign], Decision.PLAYED)
        found.append(leg)
    return found

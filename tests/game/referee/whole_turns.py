"""Whole turns of any ruleset, each in its canonical notation and with the table after it."""

import re
from collections.abc import Iterator

from tests.game.referee.bed import KINDS, SQUARES, Table, other, squares_of
from tests.game.referee.seam import after_settling
from tests.game.referee.settling import SETTLINGS, WIN, lifted, place_and_boop

TURN = re.compile(
    "(?:(?P<recalled>[a-f][1-6])>)?(?P<piece>[KC])(?P<square>[a-f][1-6])"
    "(?:=(?P<leaving>(?:[a-f][1-6])+))?"
    "(?:~(?P<seam>(?:ab|bc|cd|de|ef|12|23|34|45|56)[+-]))?(?P<win>#)?",
    re.IGNORECASE | re.ASCII,
)


def beginnings(ruleset: str, table: Table) -> list[tuple[str, Table]]:
    """Before placing: in `scarce`, a seat with an empty pool recalls one piece."""
    seat = table.to_move
    if ruleset != "scarce" or any(table.pools[seat, kind] > 0 for kind in KINDS):
        return [("", table)]
    recalls = []
    for square in squares_of(table.bed, seat):
        _, bed, pools = lifted(table.bed, table.pools, [square])
        recalls.append((f"{square}>", Table(bed, pools, table.seams, seat)))
    return recalls


def placements(table: Table) -> Iterator[tuple[str, str]]:
    """Yield each kind in the player's pool with each empty square."""
    for square in SQUARES:
        if square in table.bed:
            continue
        for kind in KINDS:
            if table.pools[table.to_move, kind] > 0:
                yield kind, square


def turns(ruleset: str, table: Table) -> Iterator[tuple[str, Table]]:
    """Yield each legal turn with the table after it."""
    if table.winner is not None:
        return
    seat = table.to_move
    for recall, begun in beginnings(ruleset, table):
        for kind, square in placements(begun):
            piece = "K" if kind == "kitten" else "C"
            bed, pools = place_and_boop(begun.bed, begun.pools, seat, kind, square)
            for note, settled_bed, settled_pools in SETTLINGS[ruleset](bed, pools, seat):
                settled = Table(settled_bed, settled_pools, table.seams, other(seat))
                yield from completed(ruleset, f"{recall}{piece}{square}", note, settled, seat)


def completed(
    ruleset: str, placed: str, note: str, settled: Table, seat: str
) -> Iterator[tuple[str, Table]]:
    """After settling: nothing after a win; in `seam` the seam piece advances or is laid."""
    bed, pools, seams = settled.bed, settled.pools, settled.seams
    if note == WIN:
        yield placed + note, Table(bed, pools, seams, settled.to_move, winner=seat)
    elif ruleset == "seam":
        for laid, bed_then, pools_then, seam in after_settling(bed, pools, seams[seat]):
            seams_then = {**seams, seat: seam}
            yield placed + note + laid, Table(bed_then, pools_then, seams_then, settled.to_move)
    else:
        yield placed + note, settled


def count(ruleset: str, table: Table, depth: int) -> int:
    """Return the number of sequences of `depth` turns, each choice counted."""
    if depth == 0:
        return 1
    if depth == 1:
        return sum(1 for _ in turns(ruleset, table))
    return sum(count(ruleset, after, depth - 1) for _, after in turns(ruleset, table))


def read_turn(legal: list[str], text: str) -> str:
    """Return the legal turn that a text means, in canonical notation, or why there is none.

    The reason is `syntax` (not in the form of a turn), `illegal` or `ambiguous` (several options
    and none named).
    """
    given = TURN.fullmatch(text)
    if given is None:
        return "syntax"
    fitting = [turn for turn in legal if means(given, turn)]
    if not fitting:
        return "illegal"
    return fitting[0] if len(fitting) == 1 else "ambiguous"


def means(given: re.Match[str], turn: str) -> bool:
    """Return whether a text fits a canonical turn, though it may leave out optional parts."""
    full = TURN.fullmatch(turn)
    assert full is not None, turn
    for part in ("recalled", "piece", "square", "seam"):
        if (given[part] or "").lower() != (full[part] or "").lower():
            return False
    if given["leaving"] is not None and in_pairs(given["leaving"]) != in_pairs(full["leaving"]):
        return False
    return given["win"] is None or full["win"] is not None


def in_pairs(squares: str | None) -> list[str]:
    """Return the squares of a text, separated and sorted, so that their order doesn't matter."""
    return sorted(re.findall("[a-f][1-6]", (squares or "").lower()))

"""Brackets for the tests, which `tests.render.charts` stores as pictures."""

from dataclasses import replace

from render.brackets import (
    BracketBox,
    BracketChart,
    BracketRound,
    BracketSide,
    SideState,
)
from render.theme import COLOUR_BLIND_QUILT, NIGHT_QUILT, PLAIN_BED

STATES = {"+": SideState.WON, "-": SideState.LOST, " ": SideState.OPEN}


def box(*sides: str) -> BracketBox:
    """Return a pairing whose sides are given as text: the state, the score if any, and the name."""
    found = []
    for side in sides:
        score, _, name = side[1:].partition("|")
        found.append(BracketSide(name, score, STATES[side[0]]))
    return tuple(found)


EIGHT = BracketChart(
    "Winter cup",
    "classic",
    (
        BracketRound(
            "Quarterfinals",
            (
                box("+2|Ada", "-0|the_quick_brown_fox_jumps"),
                box("-1|さくら", "+2|Мария Ивановна"),
                box(" ½|Zoë Ångström", " ½|A former player"),
                box("+|Bob"),
            ),
        ),
        BracketRound("Semifinals", (box(" |Ada", " |Мария Ивановна"), box(" |", " |Bob"))),
        BracketRound("Final", (box(" |", " |"),)),
    ),
    BracketRound("Third place", (box(" |", " |"),)),
    "Two matches at once; a third where they leave it equal",
)
FOUR = BracketChart(
    "Winter cup",
    "seam",
    (
        BracketRound("Semifinals", (box("+2|Ada", "-0|Bob"), box("-1|さくら", "+1½|Carol"))),
        BracketRound("Final", (box("+2|Ada", "-1|Carol"),)),
    ),
    BracketRound("Third place", (box("-0|Bob", "+2|さくら"),)),
    "Two matches at once; a third where they leave it equal",
    NIGHT_QUILT,
)
SIXTEEN = BracketChart(
    "The Cosy Bed Club’s winter cup of cups",
    "for children, with kittens alone",
    tuple(
        BracketRound(
            "N" * 40, tuple(box("+1½|" + "W" * 30, "-½|" + "m" * 30) for _ in range(2**left))
        )
        for left in reversed(range(4))
    ),
    BracketRound("N" * 40, (box("+1½|" + "W" * 30, "-½|" + "m" * 30),)),
    "n" * 200,
    PLAIN_BED,
)
PLAYED = replace(FOUR, third=None, theme=COLOUR_BLIND_QUILT)


def brackets() -> dict[str, BracketChart]:
    """Return every stored bracket by its name."""
    return {"eight": EIGHT, "four": FOUR, "sixteen": SIXTEEN, "played": PLAYED}

"""The scenes of the rules."""

from enum import Enum
from typing import assert_never

from bot.game import (
    CLASSIC,
    JUNIOR,
    ROWS,
    SCARCE,
    SEAM,
    Landing,
    Step,
    land,
    play,
    read_position,
    read_turn,
)
from render.scene import Ending, Scene


class RulePicture(Enum):
    """The subject of a picture of the rules. The values are the names of the files."""

    BOOP = "boop"
    BLOCK = "block"
    FALL = "fall"
    GRADUATION = "graduation"
    CHOICE = "choice"
    LINE = "line"
    FULL_BED = "full-bed"
    DRAWN = "drawn"
    ROWS = "rows"
    JUNIOR = "junior"
    SEAM = "seam"
    SCARCE = "scarce"


_RULESETS = {
    RulePicture.ROWS: ROWS,
    RulePicture.JUNIOR: JUNIOR,
    RulePicture.SEAM: SEAM,
    RulePicture.SCARCE: SCARCE,
}

_TURNS = {
    RulePicture.BOOP: ("6/1KkK2/1k1k2/1KkK2/6/6 o 4,0 4,0", "Kc3"),
    RulePicture.BLOCK: ("6/6/3kK1/6/6/6 o 7,0 7,0", "Kc3"),
    RulePicture.FALL: ("k5/6/6/6/6/6 o 8,0 7,0", "Kb2"),
    RulePicture.GRADUATION: ("6/6/1C1C2/6/6/6 o 6,0 8,0", "Kc3"),
    RulePicture.CHOICE: ("6/6/KK1C2/6/3k2/6 o 5,0 7,0", "Kc3"),
    RulePicture.LINE: ("k4k/1C1K2/6/3C2/4k1/1kc3 o 4,1 2,1", "Cc3"),
    RulePicture.FULL_BED: ("c1c2K/3c2/5K/c1K2c/6/1c1C1c g 4,0 0,1", "Cd4"),
    RulePicture.DRAWN: ("k5/3K2/6/1K2k1/6/2k2K o 5,0 5,0", "Kb2"),
    RulePicture.ROWS: ("6/6/KK1KK1/6/6/6 o 4,0 8,0", "Kc3"),
    RulePicture.JUNIOR: ("6/6/KK4/4k1/2k3/6 o 6,0 6,0", "Kc3"),
    RulePicture.SEAM: ("6/6/1kkK2/6/6/6 o 7,0 6,0 cd+2 -", "Kf5"),
    RulePicture.SCARCE: ("6/6/KK1KK1/6/6/6 o 4,0 8,0", "Kc3"),
}

_ENDINGS = {RulePicture.DRAWN: Ending.DRAWN}
"""The endings that the bed alone does not show."""


def turn_of(lesson: RulePicture) -> Step | Landing:
    """Return the turn that the lesson shows, or its landing if the turn leaves a choice open."""
    position, turn = _TURNS[lesson]
    standing = read_position(position, _RULESETS.get(lesson, CLASSIC))
    landing = land(standing, read_turn(turn).placement)
    return landing if landing.needs_choice else play(landing.before, read_turn(turn))


def scene_of(lesson: RulePicture) -> Scene:
    """Return the scene of a lesson."""
    recent = turn_of(lesson)
    match recent:
        case Step():
            return Scene(recent.after, recent, win=recent.win, ending=_ENDINGS.get(lesson))
        case Landing():
            return Scene(recent.position, recent, recent.options)
        case _:
            assert_never(recent)

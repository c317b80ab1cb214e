"""The rules of boop, pure: positions, turns, and what a turn does.

>>> from bot.game import Position, play, read_turn, write_position
>>> step = play(Position(), read_turn("Kc3"))
>>> write_position(step.after)
'6/6/2K3/6/6/6 g 7,0 8,0'
"""

from bot.game.errors import (
    AmbiguousTurn,
    GameRefusal,
    IllegalPosition,
    IllegalTurn,
    NoSuchOption,
    NotationError,
    NotAWin,
    NotInPool,
    SquareTaken,
)
from bot.game.notation import read_square, read_turn, write_turn
from bot.game.pieces import Kind, Piece, Pool, Seat
from bot.game.playing import complete, land, legal_turns, play
from bot.game.position import Bed, Position
from bot.game.position_text import read_position, write_position
from bot.game.ruleset import CLASSIC, RULESETS, Ruleset, ruleset_of
from bot.game.squares import (
    EVERY_SQUARE,
    Square,
    Squares,
    column_of,
    name_of,
    row_of,
    square_named,
)
from bot.game.turn import (
    Booped,
    Event,
    FellOff,
    Graduated,
    Landing,
    Placed,
    Placement,
    Recalled,
    Step,
    Turn,
    Win,
    WinBy,
    Won,
)

__all__ = [
    "CLASSIC",
    "EVERY_SQUARE",
    "RULESETS",
    "AmbiguousTurn",
    "Bed",
    "Booped",
    "Event",
    "FellOff",
    "GameRefusal",
    "Graduated",
    "IllegalPosition",
    "IllegalTurn",
    "Kind",
    "Landing",
    "NoSuchOption",
    "NotAWin",
    "NotInPool",
    "NotationError",
    "Piece",
    "Placed",
    "Placement",
    "Pool",
    "Position",
    "Recalled",
    "Ruleset",
    "Seat",
    "Square",
    "SquareTaken",
    "Squares",
    "Step",
    "Turn",
    "Win",
    "WinBy",
    "Won",
    "column_of",
    "complete",
    "land",
    "legal_turns",
    "name_of",
    "play",
    "read_position",
    "read_square",
    "read_turn",
    "row_of",
    "ruleset_of",
    "square_named",
    "write_position",
    "write_turn",
]

"""The rules of boop, pure: positions, turns, and what a turn does.

>>> from bot.game import Position, play, read_turn, write_position
>>> step = play(Position(), read_turn("Kc3"))
>>> write_position(step.after)
'6/6/2K3/6/6/6 g 7,0 8,0'
"""

from bot.game.draws import CLAIMED_AT, DRAWN_AT, MOST_TURNS, is_dead
from bot.game.errors import (
    AmbiguousTurn,
    GameRefusal,
    IllegalPosition,
    IllegalTurn,
    NoSeamInHand,
    NoSuchOption,
    NotationError,
    NotAWin,
    NotInPool,
    NotRecallable,
    RecallFirst,
    SquareTaken,
)
from bot.game.notation import read_square, read_turn, write_turn
from bot.game.perft import perft
from bot.game.pieces import Kind, Piece, Pool, Seat
from bot.game.playing import complete, land, legal_turns, play, recall, to_recall
from bot.game.position import Bed, Position
from bot.game.position_text import read_position, write_position
from bot.game.ruleset import CLASSIC, RULESETS, Ruleset, ruleset_of
from bot.game.seam import ENTRIES, Entry, SeamPiece, entry_named
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
    SeamAdvanced,
    SeamLaid,
    SeamLeft,
    Slid,
    Stayed,
    Stays,
    Step,
    Turn,
    Win,
    WinBy,
    Won,
)

__all__ = [
    "CLAIMED_AT",
    "CLASSIC",
    "DRAWN_AT",
    "ENTRIES",
    "EVERY_SQUARE",
    "MOST_TURNS",
    "RULESETS",
    "AmbiguousTurn",
    "Bed",
    "Booped",
    "Entry",
    "Event",
    "FellOff",
    "GameRefusal",
    "Graduated",
    "IllegalPosition",
    "IllegalTurn",
    "Kind",
    "Landing",
    "NoSeamInHand",
    "NoSuchOption",
    "NotAWin",
    "NotInPool",
    "NotRecallable",
    "NotationError",
    "Piece",
    "Placed",
    "Placement",
    "Pool",
    "Position",
    "RecallFirst",
    "Recalled",
    "Ruleset",
    "SeamAdvanced",
    "SeamLaid",
    "SeamLeft",
    "SeamPiece",
    "Seat",
    "Slid",
    "Square",
    "SquareTaken",
    "Squares",
    "Stayed",
    "Stays",
    "Step",
    "Turn",
    "Win",
    "WinBy",
    "Won",
    "column_of",
    "complete",
    "entry_named",
    "is_dead",
    "land",
    "legal_turns",
    "name_of",
    "perft",
    "play",
    "read_position",
    "read_square",
    "read_turn",
    "recall",
    "row_of",
    "ruleset_of",
    "square_named",
    "to_recall",
    "write_position",
    "write_turn",
]

"""The opponent: it searches with the functions of the rules, and evaluates with learned weights.

>>> from bot.engine import Work, think
>>> from bot.game import read_position, write_turn
>>> thought = think(read_position("CC4/6/6/6/6/6 o 0,6 8,0"), (), Work(depth=1))
>>> write_turn(thought.turn)
'Cc1#'
"""

from bot.engine.levels import LEVELS, Level, choose, level_of
from bot.engine.thinking import (
    Past,
    ScoredTurn,
    StopFlag,
    Thought,
    ThoughtListener,
    Work,
    expectation,
    own_turns,
    think,
    turns_to_win,
)

__all__ = [
    "LEVELS",
    "Level",
    "Past",
    "ScoredTurn",
    "StopFlag",
    "Thought",
    "ThoughtListener",
    "Work",
    "choose",
    "expectation",
    "level_of",
    "own_turns",
    "think",
    "turns_to_win",
]

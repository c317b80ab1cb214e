"""How the bot behaves beside its turns: draws, and when it gives up.

All of it hangs on scores as `bot.engine` gives them, from the bot's own side.
"""

from typing import Final

from bot.engine import expectation, turns_to_win
from bot.game import Position, Turn, legal_turns, play
from bot.match.identity import Ply
from bot.match.practice import LevelNumber

PLAYED_FIRST: Final = Ply(12)
"""So many turns are played before the bot agrees to a draw or gives up."""
GIVES_UP_FROM: Final = LevelNumber(5)
"""Those below never give up: they see little, and so does whoever plays them."""
HOPELESS: Final = 0.02
"""The share of a point below which a match is as good as lost."""
HOPELESS_FOR: Final = 5
"""So many of its turns in a row it has to be hopeless."""
LOST_FOR: Final = 2
"""So many of its turns in a row a loss has to be certain."""


def accepts_draw(score: int, ply: Ply) -> bool:
    """Tell whether the bot takes a draw that is offered: it does unless it stands better."""
    return ply >= PLAYED_FIRST and score <= 0


def claims_draw(score: int) -> bool:
    """Tell whether the bot claims a draw that it may claim: it does when it stands worse."""
    return score < 0


def may_give_up(level: LevelNumber, ply: Ply) -> bool:
    """Tell whether the bot would give up at all by now."""
    return level >= GIVES_UP_FROM and ply >= PLAYED_FIRST


def is_lost(score: int) -> bool:
    """Tell whether the bot has seen its loss to the end."""
    turns = turns_to_win(score)
    return turns is not None and turns < 0


def is_hopeless(score: int) -> bool:
    """Tell whether the match is as good as lost, seen to the end or not."""
    return expectation(score) < HOPELESS


def lets_win(position: Position, turn: Turn) -> bool:
    """Tell whether the other could win at once after the bot's turn: then they shall."""
    after = play(position, turn).after
    return any(reply.wins for reply in legal_turns(after))

"""Those who choose turns by themselves: the levels, and the yardsticks that they are held to."""

from bot.engine.lab.matching import Player, SoFar, pick
from bot.engine.levels import Level, choose
from bot.engine.thinking import Work, think
from bot.engine.weights import HAND_WRITTEN
from bot.game import Turn
from bot.game.chance import Chance


def at_level(level: Level, chance: Chance) -> Player:
    """Play as a level does."""

    def player(match: SoFar) -> Turn:
        return choose(level, match.position, match.past, chance).turn

    return player


def with_work(work: Work) -> Player:
    """Play as well as so much work allows."""

    def player(match: SoFar) -> Turn:
        return think(match.position, match.past, work).turn

    return player


def guessing(depth: int) -> Player:
    """Look so many turns ahead, by alpha-beta, and weigh positions by hand-written weights."""

    def player(match: SoFar) -> Turn:
        return think(match.position, match.past, Work(depth=depth), weights=HAND_WRITTEN).turn

    return player


def greedy(chance: Chance) -> Player:
    """Play the turn after which the bed looks best by hand-written weights; toss where equal."""

    def player(match: SoFar) -> Turn:
        thought = think(match.position, match.past, Work(depth=1), margin=1, weights=HAND_WRITTEN)
        best = [one.turn for one in thought.scored if one.score == thought.score]
        return pick(best, chance)

    return player

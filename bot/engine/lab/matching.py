"""Playing whole matches between two who choose their turns by themselves."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from bot.engine.thinking import Past
from bot.game import (
    CLAIMED_AT,
    MOST_TURNS,
    Position,
    Ruleset,
    Seat,
    Turn,
    is_dead,
    legal_turns,
    play,
    write_position,
)
from bot.game.chance import Chance

Choice = TypeVar("Choice")


@dataclass(frozen=True, slots=True)
class SoFar:
    """A match that somebody is to move in: its position, all that have occurred, and its turns."""

    position: Position
    past: Past
    turns: Sequence[Turn]


Player = Callable[[SoFar], Turn]
"""Chooses a turn."""


@dataclass(frozen=True, slots=True)
class Played:
    """A match that is over: its turns, the opening's among them, and who won, if anyone."""

    turns: tuple[Turn, ...]
    winner: Seat | None


def play_match(ruleset: Ruleset, opening: Sequence[Turn], players: Mapping[Seat, Player]) -> Played:
    """Play a match to its end after turns that are played already.

    It is drawn when a position occurs for the third time, as if somebody always claimed it, when
    nobody can win any more, and by its length.
    """
    position = Position.start(ruleset)
    texts = [write_position(position)]
    turns: list[Turn] = []
    counts = Counter(texts)
    while True:
        if len(turns) < len(opening):
            turn = opening[len(turns)]
        else:
            turn = players[position.to_move](SoFar(position, texts, turns))
        step = play(position, turn)
        turns.append(step.turn)
        if step.win is not None:
            return Played(tuple(turns), step.win.winner)
        position = step.after
        texts.append(write_position(position))
        counts[texts[-1]] += 1
        if (
            counts[texts[-1]] >= CLAIMED_AT
            or len(turns) >= MOST_TURNS
            or (not ruleset.keeps_pieces and is_dead(position))
        ):
            return Played(tuple(turns), None)


def random_opening(ruleset: Ruleset, length: int, chance: Chance) -> tuple[Turn, ...]:
    """Choose so many first turns at random, none of which wins."""
    while True:
        position = Position.start(ruleset)
        turns: list[Turn] = []
        while len(turns) < length:
            step = play(position, pick(tuple(legal_turns(position)), chance))
            if step.win is not None:
                break
            turns.append(step.turn)
            position = step.after
        else:
            return tuple(turns)


def pick(choices: Sequence[Choice], chance: Chance) -> Choice:
    """Choose one of them, each as likely as the others."""
    return choices[int(chance.random() * len(choices))]

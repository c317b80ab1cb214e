"""Matches between programs: the levels, and simple players to compare them with."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from bot.engine.evaluation import HAND_WRITTEN
from bot.engine.levels import Level, choose
from bot.engine.thinking import Past, Work, think
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
from bot.game.chance import Chance, pick


@dataclass(frozen=True, slots=True)
class MatchInProgress:
    """A match in progress: its position, all positions that have occurred, and its turns."""

    position: Position
    past: Past
    turns: Sequence[Turn]


Player = Callable[[MatchInProgress], Turn]
"""Chooses a turn."""


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """A finished match: its turns, including the opening's, and its winner, if there is one."""

    turns: tuple[Turn, ...]
    winner: Seat | None


def play_match(
    ruleset: Ruleset, opening: Sequence[Turn], players: Mapping[Seat, Player]
) -> PlayedMatch:
    """Play a match to its end, from the turns of an opening on.

    It is drawn when a position occurs for the third time (as if a player always claimed the draw),
    when neither seat can win, and when it is too long.
    """
    position = Position.start(ruleset)
    texts = [write_position(position)]
    turns: list[Turn] = []
    counts = Counter(texts)
    while True:
        if len(turns) < len(opening):
            turn = opening[len(turns)]
        else:
            turn = players[position.to_move](MatchInProgress(position, texts, turns))
        step = play(position, turn)
        turns.append(step.turn)
        if step.win is not None:
            return PlayedMatch(tuple(turns), step.win.winner)
        position = step.after
        texts.append(write_position(position))
        counts[texts[-1]] += 1
        if (
            counts[texts[-1]] >= CLAIMED_AT
            or len(turns) >= MOST_TURNS
            or (not ruleset.keeps_pieces and is_dead(position))
        ):
            return PlayedMatch(tuple(turns), None)


def random_opening(ruleset: Ruleset, length: int, chance: Chance) -> tuple[Turn, ...]:
    """Choose `length` first turns at random, none of which wins."""
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


UNDECIDED_BELOW: Final = 30
UNDECIDED_WORK: Final = Work(nodes=60_000)


def undecided_opening(ruleset: Ruleset, length: int, chance: Chance) -> tuple[Turn, ...]:
    """Choose first turns at random until a search finds neither seat ahead after them."""
    while True:
        turns = random_opening(ruleset, length, chance)
        position = Position.start(ruleset)
        for turn in turns:
            position = play(position, turn).after
        if abs(think(position, (), UNDECIDED_WORK).score) < UNDECIDED_BELOW:
            return turns


def at_level(level: Level, chance: Chance) -> Player:
    """Return a player that plays like a level."""

    def player(match: MatchInProgress) -> Turn:
        return choose(level, match.position, match.past, chance).turn

    return player


def with_work(work: Work) -> Player:
    """Return a player that plays as well as that much work allows."""

    def player(match: MatchInProgress) -> Turn:
        return think(match.position, match.past, work).turn

    return player


def guessing(depth: int) -> Player:
    """Return a player that looks `depth` turns ahead by alpha-beta, with hand-written weights."""

    def player(match: MatchInProgress) -> Turn:
        return think(match.position, match.past, Work(depth=depth), weights=HAND_WRITTEN).turn

    return player


def greedy(chance: Chance) -> Player:
    """Return a player that picks one of the turns to the best bed by hand-written weights."""

    def player(match: MatchInProgress) -> Turn:
        thought = think(match.position, match.past, Work(depth=1), margin=1, weights=HAND_WRITTEN)
        best = [one.turn for one in thought.scored if one.score == thought.score]
        return pick(best, chance)

    return player

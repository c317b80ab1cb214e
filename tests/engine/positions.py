"""Positions of random matches, always the same for a seed."""

from random import Random

from bot.game import Position, Ruleset, legal_turns, play


def random_positions(ruleset: Ruleset, seed: int, count: int) -> list[Position]:
    """Positions of random matches in which pieces graduate when they can."""
    chance = Random(seed)
    positions: list[Position] = []
    while len(positions) < count:
        position = Position.start(ruleset)
        for _ in range(60):
            turns = list(legal_turns(position))
            growing = [turn for turn in turns if len(turn.leaves) > 1]
            step = play(position, chance.choice(growing or turns))
            if step.win is not None:
                break
            position = step.after
            if chance.random() < 0.1:
                positions.append(position)
    return positions[:count]

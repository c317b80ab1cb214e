"""Positions in which the seat to move wins in one turn or in two, against every reply.

`python -m tests.engine.forced_wins` finds them again and writes forced_wins.json. It plays random
matches, and tries in each position all turns, all replies and all turns after them, by `bot.game`
alone. In rulesets with seams it takes only positions with both of them on the bed, which keeps the
tree small.
"""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

from bot.game import (
    RULESETS,
    Position,
    Ruleset,
    Seat,
    Turn,
    legal_turns,
    play,
    read_position,
    write_position,
)

FILE = Path(__file__).with_name("forced_wins.json")
OF_EACH = 4
"""Positions for each ruleset and number of turns."""


def stored_wins() -> Iterator[tuple[Position, int]]:
    """Yield each position with the number of own turns that the win takes."""
    for name, by_turns in json.loads(FILE.read_text(encoding="utf-8")).items():
        ruleset = next(ruleset for ruleset in RULESETS if ruleset.name == name)
        for turns, texts in by_turns.items():
            for text in texts:
                yield read_position(text, ruleset), int(turns)


def wins_at_once(position: Position) -> bool:
    return any(turn.wins for turn in legal_turns(position))


def forces_a_win(position: Position, turn: Turn) -> bool:
    """Return whether the seat to move can win after this turn and every reply."""
    after = play(position, turn).after
    if wins_at_once(after):
        return False
    return all(wins_at_once(play(after, reply).after) for reply in legal_turns(after))


def winning_turns(position: Position) -> list[Turn]:
    """Return the turns that win at once, or else those that force a win with the next turn."""
    turns = list(legal_turns(position))
    at_once = [turn for turn in turns if turn.wins]
    return at_once or [turn for turn in turns if forces_a_win(position, turn)]


def positions_of_match(ruleset: Ruleset, chance: Random) -> Iterator[Position]:
    """Yield the positions of a random match in which pieces graduate when they can."""
    position = Position.start(ruleset)
    for _ in range(80):
        turns = list(legal_turns(position))
        growing = [turn for turn in turns if len(turn.leaves) > 1]
        step = play(position, chance.choice(growing or turns))
        if step.win is not None:
            return
        position = step.after
        if not ruleset.seams or all(map(position.seam_of, Seat)):
            yield position


def turns_to_win(position: Position) -> int | None:
    """Return in how many own turns the seat to move is sure to win, if it is one or two."""
    if wins_at_once(position):
        return 1
    if any(forces_a_win(position, turn) for turn in legal_turns(position)):
        return 2
    return None


def find_positions(ruleset: Ruleset, chance: Random) -> dict[int, list[str]]:
    """Return at most one position of each match, so that they differ."""
    suite: dict[int, list[str]] = {1: [], 2: []}
    while any(len(texts) < OF_EACH for texts in suite.values()):
        for position in positions_of_match(ruleset, chance):
            turns = turns_to_win(position)
            if turns is not None and len(suite[turns]) < OF_EACH:
                suite[turns].append(write_position(position))
                break
    return suite


def main() -> None:
    suite = {}
    for ruleset in RULESETS:
        suite[ruleset.name] = find_positions(ruleset, Random(ruleset.name))
        sys.stdout.write(f"{ruleset.name}\n")
        sys.stdout.flush()
    FILE.write_text(json.dumps(suite, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

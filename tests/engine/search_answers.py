"""Prints the engine's thoughts about many positions, in a given mode.

`python -m tests.engine.search_answers compiled` imports numba first; `plain` does not. Both print
the same lines, except the first line, which says whether the engine is compiled. `matches` is
compiled and plays whole matches in every ruleset; the rules would refuse wrong turns.
"""

import importlib
import sys
from collections.abc import Iterator
from random import Random

from tests.kit.thoroughness import quick_or_thorough

POSITIONS = 6
MATCHES = quick_or_thorough(4, 20)


def thoughts() -> Iterator[str]:
    game = importlib.import_module("bot.game")
    engine = importlib.import_module("bot.engine")
    random_positions = importlib.import_module("tests.engine.positions").random_positions
    net_of = importlib.import_module("bot.engine.net").net_of
    random_net = importlib.import_module("tests.engine.nets").random_net
    for ruleset in game.RULESETS:
        net = net_of(ruleset) or random_net(1)
        for number, position in enumerate(random_positions(ruleset, 31, POSITIONS)):
            past = [game.write_position(position)]
            work = engine.Work(nodes=800)
            yield f"{engine.think(position, past, work)}"
            yield f"{engine.think(position, past, engine.Work(depth=2), margin=60)}"
            yield f"{engine.think(position, past, work, net=net)}"
            level = engine.LEVELS[number % 6]
            yield f"{engine.choose(level, position, past, Random(number))}"


def matches() -> Iterator[str]:
    game = importlib.import_module("bot.game")
    matching = importlib.import_module("bot.engine.lab.matching")
    players = importlib.import_module("bot.engine.lab.matching")
    levels = importlib.import_module("bot.engine.levels")
    for ruleset in game.RULESETS:
        turns = 0
        for number in range(MATCHES):
            chance = Random(number)
            player = players.at_level(levels.LEVELS[number % 5], chance)
            opening = matching.random_opening(ruleset, number % 7, chance)
            played = matching.play_match(ruleset, opening, dict.fromkeys(game.Seat, player))
            turns += len(played.turns)
        yield f"{ruleset.name} {MATCHES} matches {turns} turns"


def main(mode: str) -> None:
    if mode != "plain":
        importlib.import_module("numba")
    compiled = importlib.import_module("bot.game.compiled")
    lines = [f"compiled {compiled.COMPILED}", *(matches() if mode == "matches" else thoughts())]
    if compiled.COMPILED:
        search = importlib.import_module("bot.engine.search").search
        # Versions of a function that call one another crash after they are stored on disk.
        assert len(search.signatures) <= 1, search.signatures
    sys.stdout.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main(sys.argv[1])

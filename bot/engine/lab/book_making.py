"""Making the opening book: search the first positions, and reckon back from the last of them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from bot.engine.lab.solving import Solver
from bot.engine.symmetry import common_text
from bot.engine.thinking import Work, think, turned, turns_to_win
from bot.game import CLASSIC, JUNIOR, SEAM, Position, Ruleset, legal_turns, play

MOST_UNPROVED: Final = 1_000
"""What the search alone calls won counts so many points in the book, and what is proved in full."""


@dataclass(frozen=True, slots=True)
class Reach:
    """Which positions of a ruleset are in its book, and how much is done for each.

    All positions are in it that come up after up to `whole` turns; after that, up to `plies` turns,
    those on the way to which both seats together gave away at most `margin` points. Each is
    searched with `nodes`. Where `proofs` is given, it is tried to prove who wins a position after
    `plies` turns, with so many positions made for each try.
    """

    plies: int
    whole: int
    margin: int
    nodes: int
    proofs: int = 0


REACHES: Final[Mapping[str, Reach]] = {
    JUNIOR.name: Reach(plies=4, whole=4, margin=0, nodes=100_000, proofs=10_000),
    CLASSIC.name: Reach(plies=6, whole=2, margin=45, nodes=60_000),
    # Where a seam piece is laid so early hardly matters, so there are many turns of equal worth.
    SEAM.name: Reach(plies=6, whole=2, margin=15, nodes=60_000),
}


def reach_of(ruleset: Ruleset) -> Reach:
    """Return how far the book of a ruleset reaches; as in `classic` where nothing else is known."""
    return REACHES.get(ruleset.name, REACHES[CLASSIC.name])


@dataclass(slots=True)
class _Node:
    """A position, what was given away on the way to it, and what is found about it."""

    position: Position
    given: int
    score: int = 0
    after: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Searched:
    """How far the making is: so many turns, and how many of their positions are searched."""

    ply: int
    done: int
    of: int


_LEFT_OUT: Final = 1 << 30
_TABLE: Final = 1 << 22
_PROMISING: Final = 90
"""With fewer points to either seat hardly anything was proved."""
_LONGEST: Final = 15
"""Within so many turns of both seats a win is looked for where none was seen: with 21 no more was
proved. One more where the other seat is the winner."""


class BookMaker:
    """Makes the book of a ruleset. Equal reaches give equal books."""

    def __init__(self, ruleset: Ruleset, reach: Reach) -> None:
        self._ruleset = ruleset
        self._reach = reach
        self._layers: list[dict[str, _Node]] = []
        self._solver = Solver(ruleset, _TABLE) if reach.proofs else None

    def search(self) -> Iterator[Searched]:
        """Search all positions, the first ones first."""
        start = Position.start(self._ruleset)
        layer = {common_text(start): _Node(start, given=0)}
        seen = set(layer)
        for ply in range(self._reach.plies + 1):
            self._layers.append(layer)
            following: dict[str, _Node] = {}
            for done, node in enumerate(layer.values(), 1):
                self._look(ply, node, seen, following)
                yield Searched(ply, done, len(layer))
            seen |= following.keys()
            layer = following

    def scores(self) -> dict[str, int]:
        """Return the score of each position by its common text, the first ones from the last."""
        found = {text: node.score for layer in self._layers for text, node in layer.items()}
        for ply, layer in reversed(list(enumerate(self._layers))):
            for text, node in layer.items():
                if node.after:
                    best = max(turned(found[each]) for each in node.after)
                    found[text] = best if ply < self._reach.whole else _tamed(best)
        return found

    @property
    def counts(self) -> list[int]:
        """How many positions there are after each number of turns."""
        return [len(layer) for layer in self._layers]

    def _look(self, ply: int, node: _Node, seen: set[str], following: dict[str, _Node]) -> None:
        """Search a position, and add those after the turns that are to be looked at."""
        reach = self._reach
        margin = reach.margin - node.given if ply < reach.plies else 0
        thought = think(node.position, (), Work(nodes=reach.nodes), margin=max(margin, 0))
        node.score = (
            self._proved(node.position, thought.score)
            if ply == reach.plies
            else (_tamed(thought.score))
        )
        given = {each.turn: thought.score - each.score for each in thought.scored}
        if ply == reach.plies or (ply >= reach.whole and margin < 0):
            return
        turns = [turn for turn in legal_turns(node.position) if turn.seam is None or turn in given]
        for turn in turns if ply < reach.whole else given:
            step = play(node.position, turn)
            text = common_text(step.after)
            node.after.append(text)
            if text in seen:
                continue
            known = following.setdefault(text, _Node(step.after, _LEFT_OUT))
            known.given = min(known.given, node.given + given.get(turn, _LEFT_OUT))

    def _proved(self, position: Position, score: int) -> int:
        """Return a score that is proved; else what the search found, without calling it won."""
        if self._solver is not None and abs(score) >= _PROMISING:
            seen, longest = turns_to_win(score), _LONGEST if score > 0 else _LONGEST + 1
            for turns in (longest,) if seen is None else (abs(seen), longest):
                proved = self._solver.prove(position, turns, self._reach.proofs)
                if proved is not None:
                    return proved
        return _tamed(score)


def _tamed(score: int) -> int:
    """Return what the search found, without calling won what is not proved."""
    return max(-MOST_UNPROVED, min(score, MOST_UNPROVED))

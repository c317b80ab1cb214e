"""Making the opening book: search the first positions, and compute scores back from the last.

The turn with the best score is not always a good one: it may lead to the position whose search was
most wrong. So each position that the book is to answer is searched again, with more work. If the
two searches disagree, the book has no answer and the player searches.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from bot.engine.book import BookEntry, Entries, best_turns
from bot.engine.lab.solving import WinProver
from bot.engine.symmetry import common_text
from bot.engine.thinking import Work, think, turned, turns_to_win
from bot.game import CLASSIC, JUNIOR, SEAM, Position, Ruleset, legal_turns, play

MOST_UNPROVED: Final = 1_000
"""The points in the book for a win that only the search found; a proved win counts in full."""


@dataclass(frozen=True, slots=True)
class Reach:
    """Which positions of a ruleset are in its book, and how much work is done for each.

    The book has all positions after up to `whole` turns. After that, up to `plies` turns, it has
    those that are reached if both seats together give away at most `margin` points. Each position
    is searched with `nodes`, and again with `checks` if the book is to answer it. If `proofs` is
    given, a win in a position after `plies` turns must also be proved, and each proof may examine
    that many positions.
    """

    plies: int
    whole: int
    margin: int
    nodes: int
    checks: int
    proofs: int = 0


REACHES: Final[Mapping[str, Reach]] = {
    JUNIOR.name: Reach(plies=4, whole=4, margin=0, nodes=100_000, checks=500_000, proofs=10_000),
    CLASSIC.name: Reach(plies=6, whole=2, margin=45, nodes=60_000, checks=300_000),
    # A seam piece's place hardly matters so early, and a great number of turns are about equal.
    SEAM.name: Reach(plies=4, whole=2, margin=15, nodes=60_000, checks=300_000),
}


def reach_of(ruleset: Ruleset) -> Reach:
    """Return the reach of a ruleset's book; by default that of `classic`."""
    return REACHES.get(ruleset.name, REACHES[CLASSIC.name])


@dataclass(slots=True)
class _Node:
    """A position, the points that were given away on the way to it, and its score."""

    position: Position
    given: int
    score: int = 0
    after: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class SearchProgress:
    """The progress of a pass: how many positions after `ply` turns are searched."""

    ply: int
    done: int
    of: int


_DOUBTED: Final = 40
"""The book does not play a turn that the check scores this many points below the best."""
_LEFT_OUT: Final = 1 << 30
_TABLE: Final = 1 << 22
_PROMISING: Final = 90
"""Below this score, for either seat, hardly any win could be proved."""
_LONGEST: Final = 15
"""How many turns ahead, of both seats, to look for a win that the search did not see. It is one
more if the other seat is the winner. 21 turns proved nothing further.
"""


class BookMaker:
    """Makes the book of a ruleset. Equal reaches give equal books."""

    def __init__(self, ruleset: Ruleset, reach: Reach) -> None:
        self._ruleset = ruleset
        self._reach = reach
        self._layers: list[dict[str, _Node]] = []
        self._doubtful: set[str] = set()
        self._solver = WinProver(ruleset, _TABLE) if reach.proofs else None

    def search(self) -> Iterator[SearchProgress]:
        """Search all positions, the first ones first."""
        start = Position.start(self._ruleset)
        layer = {common_text(start): _Node(start, given=0)}
        seen = set(layer)
        for ply in range(self._reach.plies + 1):
            self._layers.append(layer)
            following: dict[str, _Node] = {}
            for done, node in enumerate(layer.values(), 1):
                self._look(ply, node, seen, following)
                yield SearchProgress(ply, done, len(layer))
            seen |= following.keys()
            layer = following

    def check(self) -> Iterator[SearchProgress]:
        """Search again each position that the book is to answer, the first ones first."""
        entries = self.entries()
        for ply, layer in enumerate(self._layers):
            answered = [text for text in layer if entries[text].is_answered]
            for done, text in enumerate(answered, 1):
                if not self._agrees(layer[text].position, entries):
                    self._doubtful.add(text)
                yield SearchProgress(ply, done, len(answered))

    def entries(self) -> dict[str, BookEntry]:
        """Return each position's entry by its common text; compute scores back from the last.

        A position is answered if some of its turns were searched, and the check agrees with them.
        """
        nodes = {text: node for layer in self._layers for text, node in layer.items()}
        scores = {text: node.score for text, node in nodes.items()}
        for ply, layer in reversed(list(enumerate(self._layers))):
            for text, node in layer.items():
                if node.after:
                    best = max(turned(scores[each]) for each in node.after)
                    scores[text] = best if ply < self._reach.whole else _capped(best)
        return {
            text: BookEntry(scores[text], bool(node.after) and text not in self._doubtful)
            for text, node in nodes.items()
        }

    @property
    def counts(self) -> list[int]:
        """The number of positions after each number of turns."""
        return [len(layer) for layer in self._layers]

    def _look(self, ply: int, node: _Node, seen: set[str], following: dict[str, _Node]) -> None:
        """Search a position; add to `following` the positions after it that the book has."""
        reach = self._reach
        margin = reach.margin - node.given if ply < reach.plies else 0
        thought = think(node.position, (), Work(nodes=reach.nodes), margin=max(margin, 0))
        node.score = (
            self._proved(node.position, thought.score)
            if ply == reach.plies
            else (_capped(thought.score))
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

    def _agrees(self, position: Position, entries: Entries) -> bool:
        """Return whether the turns that the book would play are good by a search with more work.

        That search does not try a seam piece with every turn, so a turn that lays one is good if
        the same turn without it is.
        """
        turns = best_turns(position, lambda after: entries.get(common_text(after)))
        thought = think(position, (), Work(nodes=self._reach.checks), margin=_DOUBTED)
        good = {each.turn for each in thought.scored}
        return bool(turns) and all(
            each.turn in good or replace(each.turn, seam=None) in good for each in turns
        )

    def _proved(self, position: Position, score: int) -> int:
        """Return the score of a proved win or loss; otherwise the search's score, capped."""
        if self._solver is not None and abs(score) >= _PROMISING:
            seen, longest = turns_to_win(score), _LONGEST if score > 0 else _LONGEST + 1
            for turns in (longest,) if seen is None else (abs(seen), longest):
                proved = self._solver.prove(position, turns, self._reach.proofs)
                if proved is not None:
                    return proved
        return _capped(score)


def _capped(score: int) -> int:
    """Return the search's score, capped so that it claims no win that is not proved."""
    return max(-MOST_UNPROVED, min(score, MOST_UNPROVED))

"""What a puzzle is about, as its solution shows it."""

from collections.abc import Iterator
from enum import Enum

from bot.engine.outlook import can_win
from bot.engine.puzzles import Puzzle, steps_of
from bot.game import Booped, WinBy


class Theme(Enum):
    """What the solver has to see, the rarest first: the first that fits is a puzzle's own."""

    FULL_BED = "all pieces on the bed"
    """It wins with every cat on the bed."""
    SEAM = "a seam piece laid"
    """A seam piece has to be laid."""
    HOLDING = "holding off a threat"
    """The other seat would win with its next turn, and is held off on the way."""
    RECALL = "a recall"
    """A single piece has to be taken back."""
    GROWING = "growing up"
    """Pieces have to graduate before the win."""
    PUSHING = "a push into line"
    """The last turn pushes a piece into the line that wins."""
    THREATENING = "two threats at once"
    """Something is threatened that cannot all be held off."""
    PLAIN = "three in a line"
    """A piece completes the line beside it."""


def theme_of(puzzle: Puzzle) -> Theme:
    """Return what a puzzle is about."""
    return next(_themes(puzzle))


def _themes(puzzle: Puzzle) -> Iterator[Theme]:
    steps = steps_of(puzzle)
    own, last = steps[::2], steps[-1]
    if last.win is None:
        raise ValueError(f"{puzzle.id} ends without a win")
    if last.win.by is WinBy.FULL_BED:
        yield Theme.FULL_BED
    if any(step.turn.seam for step in own):
        yield Theme.SEAM
    if any(can_win(step.before, step.before.to_move.other) for step in own[:-1]):
        yield Theme.HOLDING
    if any(len(step.turn.leaves) == 1 or step.turn.recall is not None for step in own):
        yield Theme.RECALL
    if any(len(step.turn.leaves) > 1 for step in own):
        yield Theme.GROWING
    pushed = {event.end for event in last.events if isinstance(event, Booped)}
    if pushed.intersection(last.win.squares):
        yield Theme.PUSHING
    yield Theme.THREATENING if len(own) > 1 else Theme.PLAIN

"""A turn that is not complete: what its player has said of it, and what they are asked next."""

from dataclasses import dataclass, replace
from typing import Self

from bot.game import (
    Entry,
    Landing,
    Placement,
    Position,
    Square,
    Squares,
    Step,
    complete,
    land,
    recall,
    to_recall,
)


@dataclass(frozen=True, slots=True)
class Draft:
    """What a player has said of a turn so far, each part where it was needed.

    It waits in the match for days; placing elsewhere replaces all of it but the recall.
    """

    recall: Square | None = None
    placement: Placement | None = None
    leaves: Squares = ()
    seam: Entry | None = None

    def placing(self, placement: Placement) -> Self:
        """Return the draft with a piece placed anew."""
        return type(self)(self.recall, placement)

    def choosing(self, leaves: Squares) -> Self:
        """Return the draft with the option that leaves the bed."""
        return replace(self, leaves=leaves)


@dataclass(frozen=True, slots=True)
class AskRecall:
    """Nothing is in hand, and the player is asked which of these is recalled before placing."""

    squares: Squares


@dataclass(frozen=True, slots=True)
class AskPlacement:
    """The player is asked which piece goes where.

    `position` is as it stands once a piece was recalled, if one had to be.
    """

    position: Position


@dataclass(frozen=True, slots=True)
class AskOption:
    """The player is asked which of the landing's options leaves the bed."""

    landing: Landing


@dataclass(frozen=True, slots=True)
class AskSeam:
    """The player is asked where the seam piece is laid, if it is not kept.

    `step` is the turn as it would be with the seam piece kept.
    """

    step: Step
    entries: tuple[Entry, ...]


Question = AskRecall | AskPlacement | AskOption | AskSeam


def question(position: Position, draft: Draft | None) -> Question | Step:
    """Return what the player is asked next, or the whole turn where nothing is left to ask.

    Raises `RecallFirst` for a piece that is placed where a recall comes first, and what
    `bot.game.land` and `bot.game.complete` raise.
    """
    draft = draft or Draft()
    if draft.placement is None:
        squares = to_recall(position)
        if squares and draft.recall is None:
            return AskRecall(squares)
        return AskPlacement(recall(position, draft.recall))
    landing = land(position, draft.placement, draft.recall)
    if landing.needs_choice and not draft.leaves:
        return AskOption(landing)
    step = complete(landing, draft.leaves, draft.seam)
    return AskSeam(step, landing.entries) if landing.entries and draft.seam is None else step

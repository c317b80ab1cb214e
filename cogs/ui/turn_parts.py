"""As much of a turn as somebody has chosen on private panels, as it stands in custom ids."""

import re
from dataclasses import dataclass, replace
from typing import Final, Self

from bot.game import (
    Entry,
    Kind,
    Placement,
    Square,
    Squares,
    Turn,
    name_of,
    square_named,
    write_turn,
)
from bot.match.draft import AskPlacement, Draft
from cogs.core.codecs import register

NOTHING: Final = "~"
"""What stands for nothing; an empty text would not read back."""
_NO_DRAFT: Final = Draft()
_SQUARE: Final = "[a-f][1-6]"
_PART: Final = re.compile(
    rf"(?:(?P<recall>{_SQUARE})>)?(?P<kind>[KC])?(?P<square>{_SQUARE})?(?:=(?P<leaves>\w+))?"
)


@dataclass(frozen=True, slots=True)
class TurnPart:
    """What is said of a turn so far, and the kind that is chosen before its square is."""

    draft: Draft = _NO_DRAFT
    kind: Kind | None = None

    @classmethod
    def read(cls, text: str) -> Self:
        """Read what `text` wrote. A `ValueError` for anything else."""
        found = _PART.fullmatch("" if text == NOTHING else text)
        if found is None:
            raise ValueError(f"{text!r} is no part of a turn")
        kind = Kind(found["kind"]) if found["kind"] and not found["square"] else None
        return cls(_draft(found), kind)

    @property
    def text(self) -> str:
        """What a custom id has to say of it; a seam piece that is laid ends a turn, and is not."""
        kind = self.kind.value if self.kind and self.draft.placement is None else ""
        return _text(self.draft) + kind or NOTHING

    @property
    def again(self) -> Self:
        """Give what is kept of it where another turn is chosen: the kind, and nothing else."""
        placement = self.draft.placement
        return type(self)(kind=self.kind if placement is None else placement.kind)

    def recalling(self, square: Square) -> Self:
        """Give it with a piece recalled first."""
        return type(self)(Draft(recall=square), self.kind)

    def with_kind(self, kind: Kind) -> Self:
        """Give it with another kind to place."""
        return type(self)(Draft(recall=self.draft.recall), kind)

    def placing(self, placement: Placement) -> Self:
        """Give it with a piece placed."""
        return type(self)(self.draft.placing(placement))

    def choosing(self, leaves: Squares) -> Self:
        """Give it with what leaves the bed."""
        return replace(self, draft=self.draft.choosing(leaves))

    def laying(self, entry: Entry) -> Self:
        """Give it with the seam piece laid."""
        return replace(self, draft=replace(self.draft, seam=entry))


NOTHING_SAID: Final = TurnPart()


def kind_chosen(part: TurnPart, asked: AskPlacement) -> Kind:
    """Give the kind that is chosen, or else the one of which more are in hand."""
    pool = asked.position.pool_of(asked.position.to_move)
    if part.kind is not None and part.kind in pool.kinds:
        return part.kind
    return Kind.CAT if pool.cats > pool.kittens else Kind.KITTEN


def _draft(found: re.Match[str]) -> Draft:
    recall, kind, square = found["recall"], found["kind"], found["square"]
    placement = Placement(Kind(kind), square_named(square)) if kind and square else None
    leaves = found["leaves"] or ""
    return Draft(
        square_named(recall) if recall else None,
        placement,
        tuple(square_named(leaves[at : at + 2]) for at in range(0, len(leaves), 2)),
    )


def _text(draft: Draft) -> str:
    if draft.placement is not None:
        return write_turn(Turn(draft.placement, draft.leaves, recall=draft.recall))
    return "" if draft.recall is None else f"{name_of(draft.recall)}>"


register(TurnPart, lambda part: part.text, TurnPart.read, example=NOTHING)

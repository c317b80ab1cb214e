"""How far somebody has got in planning a reply, as it stands in custom ids."""

import re
from dataclasses import dataclass, replace
from typing import Final, Self
from zlib import crc32

from bot.game import (
    Kind,
    Placement,
    Square,
    Squares,
    Turn,
    name_of,
    read_turn,
    square_named,
    write_position,
    write_turn,
)
from bot.host.plans import Planning
from bot.match.draft import Draft
from bot.match.identity import MatchId
from bot.match.planning import Line, Plan
from bot.match.planning_errors import PlanOutdated
from bot.match.planning_text import write_lines

Path = tuple[int, ...]
"""Which of the planned turns is taken on each level, from where the plan begins."""

NOTHING: Final = "-"
_NOTHING_SAID: Final = Draft()
_SQUARE: Final = "[a-f][1-6]"
_DRAFT: Final = re.compile(
    rf"(?:(?P<recall>{_SQUARE})>)?(?P<kind>[KC])?(?P<square>{_SQUARE})?(?:=(?P<leaves>\w+))?"
)


@dataclass(frozen=True, slots=True)
class Choosing:
    """A turn that is being chosen: the opponent's, or one's own once `theirs` is chosen.

    `mark` is of the match and the plan as they stood when it was begun. `path` leads to where the
    opponent's turn comes; `draft` is what is said of the turn so far, and `kind` the piece that is
    chosen before its square is.
    """

    match: MatchId
    mark: str
    path: Path = ()
    theirs: Turn | None = None
    draft: Draft = _NOTHING_SAID
    kind: Kind | None = None

    @classmethod
    def read(cls, facts: tuple[str, ...]) -> Self:
        """Read the facts of a press."""
        number, mark, path, theirs, draft = facts[:5]
        found = _DRAFT.fullmatch("" if draft == NOTHING else draft)
        if found is None:
            raise ValueError(f"{draft!r} is no part of a turn")
        return cls(
            MatchId(int(number)),
            mark,
            read_path(path),
            None if theirs == NOTHING else read_turn(theirs),
            _draft(found),
            Kind(found["kind"]) if found["kind"] and not found["square"] else None,
        )

    @property
    def facts(self) -> tuple[str, ...]:
        """What a custom id has to say of it."""
        theirs = NOTHING if self.theirs is None else write_turn(self.theirs)
        kind = self.kind.value if self.kind and self.draft.placement is None else ""
        draft = _text(self.draft) + kind or NOTHING
        return (str(self.match), self.mark, write_path(self.path), theirs, draft)

    def recalling(self, square: Square) -> Self:
        """Give it with a piece recalled first."""
        return replace(self, draft=Draft(recall=square), kind=None)

    def with_kind(self, kind: Kind) -> Self:
        """Give it with another kind to place."""
        return replace(self, draft=Draft(recall=self.draft.recall), kind=kind)

    def placing(self, placement: Placement) -> Self:
        """Give it with a piece placed."""
        return replace(self, draft=self.draft.placing(placement), kind=None)

    def choosing(self, leaves: Squares) -> Self:
        """Give it with what leaves the bed."""
        return replace(self, draft=self.draft.choosing(leaves))

    def answering(self, theirs: Turn | None) -> Self:
        """Give it with the opponent's turn chosen, and nothing of the answer yet."""
        return replace(self, theirs=theirs, draft=Draft(), kind=None)


def mark_of(planning: Planning) -> str:
    """Give a short text that changes with the position and with the plan."""
    match, plan = planning.match, planning.plan
    text = f"{match.ply} {write_position(match.position)} {write_lines(plan)}"
    return f"{crc32(text.encode()):08x}"


def write_path(path: Path) -> str:
    """Give a path as a fact."""
    return "".join(map(str, path)) or NOTHING


def read_path(text: str) -> Path:
    """Read a path that `write_path` wrote."""
    return () if text == NOTHING else tuple(map(int, text))


def line_at(plan: Plan, path: Path) -> Line:
    """Give the turns along a path. Raises `PlanOutdated` where the plan has none there."""
    level, line = plan.turns, []
    for index in path:
        if index >= len(level):
            raise PlanOutdated
        line.append(level[index].turn)
        level = level[index].then
    return tuple(line)


def path_of(plan: Plan, line: Line) -> Path:
    """Give the path along a line that is planned."""
    level, path = plan.turns, []
    for turn in line:
        index = [each.turn for each in level].index(turn)
        path.append(index)
        level = level[index].then
    return tuple(path)


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

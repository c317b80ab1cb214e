"""How far somebody has got in planning a reply, as it stands in custom ids."""

from dataclasses import dataclass, replace
from typing import Final, Self
from zlib import crc32

from bot.game import Kind, Turn, read_turn, write_position, write_turn
from bot.host.plans import Planning
from bot.match.draft import Draft
from bot.match.identity import MatchId
from bot.match.planning import Line, Plan
from bot.match.planning_errors import PlanOutdated
from bot.match.planning_text import write_lines
from cogs.ui.turn_parts import NOTHING, TurnPart

Path = tuple[int, ...]
"""Which of the planned turns is taken on each level, from where the plan begins."""

_NOTHING_SAID: Final = Draft()


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
        number, mark, path, theirs, said = facts[:5]
        part = TurnPart.read(said)
        return cls(
            MatchId(int(number)),
            mark,
            read_path(path),
            None if theirs == NOTHING else read_turn(theirs),
            part.draft,
            part.kind,
        )

    @property
    def part(self) -> TurnPart:
        """What is said of the turn so far."""
        return TurnPart(self.draft, self.kind)

    def with_part(self, part: TurnPart) -> Self:
        """Give it with something else said of the turn."""
        return replace(self, draft=part.draft, kind=part.kind)

    @property
    def facts(self) -> tuple[str, ...]:
        """What a custom id has to say of it."""
        theirs = NOTHING if self.theirs is None else write_turn(self.theirs)
        return (str(self.match), self.mark, write_path(self.path), theirs, self.part.fact)

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

"""A ruleset is data. A published one is never edited: a correction is a new version.

Each field is a separate rule, so that any combination of them is a game; no code checks a ruleset's
name.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import Enum
from typing import Final, NamedTuple

from bot.game.pieces import Kind


class Leaving(Enum):
    """Which of the lines that do not win may leave the bed."""

    ONE_LINE = 0
    """One line of three, which the player chooses."""
    EVERY_LINE = 1
    """All squares of all lines at once."""
    ONE_RUN = 2
    """One whole run of three or more in a row, which the player chooses."""


class Growth(Enum):
    """What kittens that leave the bed come back as; cats always come back as cats."""

    STAY_KITTENS = 0
    EACH_A_CAT = 1
    ONE_CAT_TOGETHER = 2


class RecallTime(Enum):
    """When a single piece is recalled."""

    FULL_BED = 0
    """All of a seat's pieces are on the bed after its turn: each is an option beside lines."""
    FULL_BED_WITHOUT_LINE = 1
    """The same, but only if the seat has no line."""
    EMPTY_HAND = 2
    """Nothing is in hand at the start of a turn: one piece must be recalled before placing."""


class RecallablePieces(Enum):
    """Which pieces may be recalled."""

    ANY_PIECE = 0
    KITTENS_FIRST = 1
    """Cats only if the seat has no kitten on the bed."""


class Rules(NamedTuple):
    """A ruleset in the kernel's form: the values of its fields, with 1 for true."""

    pieces: int
    cats_win: int
    full_bed_wins: int
    leaving: int
    growth: int
    recall_time: int
    recall_of: int
    seams: int


@dataclass(frozen=True, slots=True)
class Ruleset:
    """The rules of a match. A match keeps their name and version for life.

    `pieces` is how many pieces each seat has at the start, 3 to 8. Three of the kind `lines_win_of`
    in a line win; with `full_bed_wins`, `pieces` cats on the bed win too. `seams` is how many seam
    pieces a seat has, 0 or 1. Raise `ValueError` if the fields make no game.
    """

    name: str
    version: int
    pieces: int = 8
    lines_win_of: Kind = Kind.CAT
    full_bed_wins: bool = True
    leaving: Leaving = Leaving.ONE_LINE
    growth: Growth = Growth.EACH_A_CAT
    recall_time: RecallTime = RecallTime.FULL_BED
    recall_of: RecallablePieces = RecallablePieces.ANY_PIECE
    seams: int = 0
    rules: Rules = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        self._check()
        rules = Rules(
            self.pieces,
            int(self.lines_win_of is Kind.CAT),
            int(self.full_bed_wins),
            self.leaving.value,
            self.growth.value,
            self.recall_time.value,
            self.recall_of.value,
            self.seams,
        )
        object.__setattr__(self, "rules", rules)

    def _check(self) -> None:
        # More pieces would make more options than the kernel has room for.
        if not 3 <= self.pieces <= 8:
            raise ValueError(f"{self.pieces} pieces a seat; there may be 3 to 8")
        if self.seams not in (0, 1):
            raise ValueError(f"{self.seams} seam pieces a seat; there may be 0 or 1")
        if not self.keeps_pieces and self.recall_time is not RecallTime.EMPTY_HAND:
            raise ValueError("pieces that may become fewer need a recall with an empty hand")

    @property
    def versioned_name(self) -> str:
        """The name with the version of the rules, as `classic 1`."""
        return f"{self.name} {self.version}"

    @property
    def keeps_pieces(self) -> bool:
        """Whether a seat's pieces on the bed and in the pool always add up to `pieces`."""
        return self.growth is not Growth.ONE_CAT_TOGETHER

    @property
    def has_cats(self) -> bool:
        """Whether a piece can become a cat."""
        return self.growth is not Growth.STAY_KITTENS


CLASSIC: Final = Ruleset(name="classic", version=1)

ROWS: Final = Ruleset(
    name="rows",
    version=1,
    full_bed_wins=False,
    leaving=Leaving.EVERY_LINE,
    recall_time=RecallTime.FULL_BED_WITHOUT_LINE,
    recall_of=RecallablePieces.KITTENS_FIRST,
)

JUNIOR: Final = Ruleset(
    name="junior",
    version=1,
    lines_win_of=Kind.KITTEN,
    full_bed_wins=False,
    growth=Growth.STAY_KITTENS,
)

SEAM: Final = Ruleset(name="seam", version=1, seams=1)

SCARCE: Final = Ruleset(
    name="scarce",
    version=1,
    leaving=Leaving.ONE_RUN,
    growth=Growth.ONE_CAT_TOGETHER,
    recall_time=RecallTime.EMPTY_HAND,
)

RULESETS: Final[tuple[Ruleset, ...]] = (CLASSIC, ROWS, JUNIOR, SEAM, SCARCE)


def ruleset_of(name: str, version: int) -> Ruleset:
    """Return the ruleset that a stored match names.

    Raise `LookupError` if a newer program wrote it.
    """
    for ruleset in RULESETS:
        if (ruleset.name, ruleset.version) == (name, version):
            return ruleset
    raise LookupError(f"no ruleset {name!r} in version {version}")


def newest_ruleset(name: str) -> Ruleset:
    """Return the newest version of a ruleset, in which new matches are played.

    Raise `LookupError` if no ruleset has that name.
    """
    newest = newest_of_each(RULESETS)
    if name not in newest:
        raise LookupError(f"no ruleset {name!r}")
    return newest[name]


def newest_of_each(rulesets: Iterable[Ruleset]) -> dict[str, Ruleset]:
    """Return the newest version of each of these rulesets by its name, in their order."""
    newest = dict[str, Ruleset]()
    for each in rulesets:
        known = newest.setdefault(each.name, each)
        if known.version < each.version:
            newest[each.name] = each
    return newest

"""A ruleset is data. One that was published is never edited: a correction is a new version."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Ruleset:
    """What a match is played by. A match keeps its name and version for life."""

    name: str
    version: int
    pieces: int
    """How many pieces each seat has, on the bed and in the pool together."""


CLASSIC: Final = Ruleset(name="classic", version=1, pieces=8)

RULESETS: Final[tuple[Ruleset, ...]] = (CLASSIC,)


def ruleset_of(name: str, version: int) -> Ruleset:
    """Find the ruleset that a stored match names.

    A `LookupError` means that a newer program wrote it.
    """
    for ruleset in RULESETS:
        if (ruleset.name, ruleset.version) == (name, version):
            return ruleset
    raise LookupError(f"no ruleset {name!r} in version {version}")

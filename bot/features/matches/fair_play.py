"""Fair play: users get no help in their guarded matches.

A match is guarded while it is live, if it is rated or other players wait for its result.

A user gets a score, a better turn, a reply or a hint only for a position that differs by at least
`APART` pieces from the position of each of their guarded matches. Each position that a shown turn
leads to must differ as much. The beds are compared in every rotation and reflection, and with the
colours swapped. Rulesets are ignored, because all five are played alike until the first lines.
"""

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from bot.db.database import Reading
from bot.engine.symmetry import EVERY_WAY, turned_mask
from bot.features.matches import queries as match_queries
from bot.features.matches.errors import ServiceRefusal
from bot.game import Position, Seat, Turn, play
from bot.game.squares import Mask
from bot.match.identity import UserId
from bot.match.match import Match
from bot.match.terms import Stakes
from bot.text import N_, Message

APART: Final = 6
"""The fewest pieces in which a position must differ from a guarded match, so that help with the
position is no help in the match.
"""


@dataclass(eq=False, slots=True)
class LikeLiveMatch(ServiceRefusal):
    """A position is too similar to a guarded match of the user."""

    message = N_(
        "This is much like your rated match {live}, which isn't over, so I don't help here yet."
    )
    competitive = N_(
        "This is much like your match {live}, which isn't over, so I don't help here yet."
    )

    live: Match

    def choose_message(self) -> Message:
        """Return why there is no help."""
        return self.competitive if self.live.is_competitive else self.message


_Pieces = tuple[Mask, ...]
"""The squares of a bed by seat and kind."""


@dataclass(frozen=True, slots=True)
class _GuardedMatch:
    """A guarded match, and its bed in every rotation, reflection and colouring."""

    match: Match
    beds: tuple[_Pieces, ...]

    @classmethod
    def of(cls, match: Match) -> "_GuardedMatch":
        return cls(match, tuple(_from_every_side(match.position)))


class FairPlay:
    """The guarded matches of a user."""

    def __init__(self, live: Iterable[Match]) -> None:
        self._guarded = [_GuardedMatch.of(each) for each in live if is_guarded(each)]

    @classmethod
    async def of(cls, reading: Reading, user: UserId) -> "FairPlay":
        """Return the guarded matches of a user as they stand now."""
        return cls(await match_queries.live_of_user(reading, user))

    def like(self, position: Position, line: Sequence[Turn] = ()) -> Match | None:
        """Return a guarded match in which a position, or any on the line, would help, if any."""
        if not self._guarded:
            return None
        beds = [_pieces(each) for each in _positions_of(position, line)]
        return next(
            (
                each.match
                for each in self._guarded
                if any(_pieces_apart(bed, other) < APART for bed in beds for other in each.beds)
            ),
            None,
        )

    async def like_each(
        self, lines: Sequence[tuple[Position, Sequence[Turn]]]
    ) -> list[Match | None]:
        """Call `like` for each position and line, without blocking the event loop."""
        if not self._guarded:
            return [None] * len(lines)
        return await asyncio.to_thread(lambda: [self.like(*each) for each in lines])

    def require_apart(self, position: Position, line: Sequence[Turn] = ()) -> None:
        """Raise `LikeLiveMatch` if a position, or any on the line, would help."""
        match = self.like(position, line)
        if match is not None:
            raise LikeLiveMatch(match)


def is_guarded(match: Match) -> bool:
    """Return whether a match is live and its players must get no help."""
    return match.outcome is None and (match.stakes is Stakes.RATED or match.is_competitive)


def _positions_of(position: Position, line: Sequence[Turn]) -> Iterable[Position]:
    """Yield a position and those after the turns of a line."""
    yield position
    for turn in line:
        position = play(position, turn).after
        yield position


def _pieces_apart(one: _Pieces, other: _Pieces) -> int:
    """Return how many pieces of two beds differ.

    A piece that stands elsewhere, is of another kind, or is missing counts once.
    """
    alike = sum((first & second).bit_count() for first, second in zip(one, other, strict=True))
    return max(_count(one), _count(other)) - alike


def _count(bed: _Pieces) -> int:
    return sum(mask.bit_count() for mask in bed)


def _pieces(position: Position) -> _Pieces:
    return (*position.bed.of(Seat.ORANGE), *position.bed.of(Seat.GRAY))


def _from_every_side(position: Position) -> Iterable[_Pieces]:
    for seat in Seat:
        bed = (*position.bed.of(seat), *position.bed.of(seat.other))
        for way in EVERY_WAY:
            yield tuple(turned_mask(mask, way) for mask in bed)

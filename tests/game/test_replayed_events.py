"""A turn's events alone change the bed, the pools and the seams before it to those after it."""

from dataclasses import dataclass, field, replace
from typing import assert_never

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.game import (
    Booped,
    Event,
    FellOff,
    Graduated,
    Kind,
    Piece,
    Placed,
    Pool,
    Recalled,
    Ruleset,
    SeamAdvanced,
    SeamLaid,
    SeamLeft,
    SeamPiece,
    Seat,
    Slid,
    Square,
    Stayed,
    Stays,
    Step,
    Won,
    column_of,
    legal_turns,
    play,
    row_of,
)
from tests.kit.compositions import EVERY_RULESET, sampled_rulesets
from tests.kit.positions import crowded_positions, positions_of_random_match
from tests.kit.thoroughness import quick_or_thorough


@dataclass(slots=True)
class ReplayedPosition:
    """The position before the turn, changed by the events so far."""

    bed: dict[Square, Piece]
    pools: dict[Seat, Pool]
    seams: dict[Seat, SeamPiece | None]
    mover: Seat
    placed: tuple[Piece, Square] | None = None
    neighbours: list[Square] = field(default_factory=list)

    def apply(self, event: Event) -> None:
        match event:
            case Placed(piece, square):
                assert piece.seat is self.mover
                assert square not in self.bed
                self.give(piece, -1)
                self.bed[square] = piece
                self.placed = piece, square
            case Booped(piece, start, end):
                self.neighbours.append(start)
                assert beyond(self.where, start) == end
                self.move(piece, start, end)
            case Slid(piece, start, end):
                assert end not in self.bed
                self.move(piece, start, end)
            case FellOff(piece, start):
                self.neighbours.append(start)
                assert self.bed.pop(start) == piece
                self.give(piece, 1)
            case Stayed(piece, square, why):
                self.neighbours.append(square)
                assert self.bed[square] == piece
                self.explain(piece, square, why)
            case Graduated(pieces, returned):
                assert all(self.bed.pop(square) == piece for square, piece in pieces)
                assert {piece.seat for _, piece in pieces} == {self.mover}
                self.put_back(returned)
            case Recalled(piece, square, returned):
                assert self.bed.pop(square) == piece
                self.put_back(returned)
            case SeamAdvanced(seat, piece):
                before = self.seams[seat]
                assert before is not None
                assert piece == replace(before, advanced=before.advanced + 1)
                self.seams[seat] = piece
            case SeamLeft(seat):
                self.seams[seat] = None
            case SeamLaid(seat, entry):
                assert (seat, self.seams[seat]) == (self.mover, None)
                self.seams[seat] = SeamPiece(entry)
            case Won(win):
                assert win.winner is self.mover
                assert {self.bed[square].seat for square in win.squares} == {self.mover}
            case _:
                assert_never(event)

    @property
    def where(self) -> Square:
        assert self.placed is not None
        return self.placed[1]

    def move(self, piece: Piece, start: Square, end: Square) -> None:
        assert self.bed.pop(start) == piece
        assert end not in self.bed
        self.bed[end] = piece

    def give(self, piece: Piece, count: int) -> None:
        self.pools[piece.seat] = self.pools[piece.seat].with_more(piece.kind, count)

    def put_back(self, returned: Pool) -> None:
        pool = self.pools[self.mover]
        self.pools[self.mover] = Pool(pool.kittens + returned.kittens, pool.cats + returned.cats)

    def explain(self, piece: Piece, square: Square, why: Stays) -> None:
        assert self.placed is not None
        placed, _ = self.placed
        if why is Stays.TOO_LARGE:
            assert (placed.kind, piece.kind) == (Kind.KITTEN, Kind.CAT)
        else:
            assert beyond(self.where, square) in self.bed


def beyond(pushed_from: Square, square: Square) -> Square | None:
    """Return the square to which a placed piece pushes its neighbour; None beyond the edge."""
    column = 2 * column_of(square) - column_of(pushed_from)
    row = 2 * row_of(square) - row_of(pushed_from)
    return Square(row * 6 + column) if 0 <= column < 6 and 0 <= row < 6 else None


def judge(step: Step) -> set[type[Event]]:
    """Compare the events' result with the position after; return the kinds of events."""
    before, after = step.before, step.after
    replayed = ReplayedPosition(
        dict(before.bed),
        {seat: before.pool_of(seat) for seat in Seat},
        {seat: before.seam_of(seat) for seat in Seat},
        before.to_move,
    )
    for event in step.events:
        replayed.apply(event)
    assert replayed.bed == dict(after.bed)
    assert replayed.pools == {seat: after.pool_of(seat) for seat in Seat}
    assert replayed.seams == {seat: after.seam_of(seat) for seat in Seat}
    wins = [event.win for event in step.events if isinstance(event, Won)]
    assert wins == ([step.win] if step.win else [])
    assert not wins or isinstance(step.events[-1], Won)
    return set(map(type, step.events))


@pytest.mark.long
@sampled_rulesets(1, 3, 6)
@given(seed=st.integers(0, 1 << 32))
@settings(max_examples=quick_or_thorough(2, 20), deadline=None)
def test_events_alone_lead_from_the_position_before_to_the_position_after(
    ruleset: Ruleset, seed: int
) -> None:
    for position in crowded_positions(seed, 2, ruleset):
        for turn in legal_turns(position):
            judge(play(position, turn))


@sampled_rulesets(2, 6)
def test_every_neighbour_has_one_event_by_row_and_then_by_column(ruleset: Ruleset) -> None:
    for position in crowded_positions(4, quick_or_thorough(4, 12), ruleset):
        for turn in legal_turns(position):
            events = play(position, turn).events
            end = next(
                (at for at, event in enumerate(events) if isinstance(event, SeamAdvanced)), None
            )
            order = [
                event.square if isinstance(event, Stayed) else event.start
                for event in events[:end]
                if isinstance(event, (Booped, FellOff, Stayed))
            ]
            on_bed = {square for square, _ in position.bed if square != turn.recall}
            near = [at for at in sorted(on_bed) if is_near(at, turn.placement.square)]
            assert order == near


def is_near(one: Square, other: Square) -> bool:
    apart = abs(column_of(one) - column_of(other)), abs(row_of(one) - row_of(other))
    return max(apart) == 1


@pytest.mark.night
@pytest.mark.long
def test_every_kind_of_event_occurs_somewhere() -> None:
    kinds: set[type[Event]] = set()
    for ruleset in EVERY_RULESET:
        for position in (
            *crowded_positions(1, 20, ruleset),
            *positions_of_random_match(1, 20, ruleset),
        ):
            for turn in list(legal_turns(position))[:100]:
                kinds |= judge(play(position, turn))
    assert kinds == set(Event.__args__)

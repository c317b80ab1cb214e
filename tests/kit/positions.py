"""Random positions of any ruleset for property tests: some shrink, others are built to be hard.

Random play rarely reaches many cats, all eight pieces of a seat, or lines that cross. So
`crowded_position` places most pieces on a small part of the bed, with any mix of cats.
"""

from random import Random

from hypothesis import strategies as st

from bot.game import (
    CLASSIC,
    ENTRIES,
    EVERY_SQUARE,
    Kind,
    Pool,
    Position,
    Ruleset,
    SeamPiece,
    Seat,
    Square,
    column_of,
    legal_turns,
    play,
    row_of,
)
from bot.game.pieces import SEAM_STEPS
from bot.game.position import Bed
from bot.game.ruleset import RecallTime
from bot.game.squares import mask_of

Kinds = list[Kind]


@st.composite
def positions(draw: st.DrawFn, ruleset: Ruleset = CLASSIC) -> Position:
    """Draw any position in play; it shrinks towards few pieces, kittens, and orange to move."""
    to_move = draw(st.sampled_from(Seat))
    places = draw(st.permutations(EVERY_SQUARE))
    kinds = st.sampled_from(Kind) if ruleset.has_cats else st.just(Kind.KITTEN)
    beds: dict[Seat, dict[Square, Kind]] = {}
    pools: dict[Seat, Pool] = {}
    for seat in Seat:
        total = ruleset.pieces if ruleset.keeps_pieces else draw(st.integers(1, ruleset.pieces))
        most = total if seat is not to_move else most_on_bed(ruleset, total)
        on_bed = draw(st.integers(0, most))
        owned = draw(st.lists(kinds, min_size=total, max_size=total))
        places, squares = places[on_bed:], places[:on_bed]
        beds[seat] = dict(zip(squares, owned, strict=False))
        pools[seat] = pool_of(owned[on_bed:])
    seams = st.none() | st.builds(
        SeamPiece, st.sampled_from(ENTRIES), st.integers(0, SEAM_STEPS - 1)
    )
    laid = [draw(seams) if ruleset.seams else None for _ in Seat]
    hands = (pools[Seat.ORANGE], pools[Seat.GRAY])
    return Position(bed_of(beds), *hands, to_move, ruleset, *laid)


def crowded_positions(seed: int, count: int, ruleset: Ruleset = CLASSIC) -> list[Position]:
    """Return positions with many pieces close together, always the same ones for a seed."""
    chance = Random(f"{seed} {ruleset.name}")
    return [crowded_position(chance, ruleset) for _ in range(count)]


def crowded_position(chance: Random, ruleset: Ruleset) -> Position:
    """Return a position whose seat to move has most of its pieces on a part of the bed."""
    to_move = chance.choice(list(Seat))
    size = chance.choice((4, 4, 5, 6))
    left, top = chance.randrange(7 - size), chance.randrange(7 - size)
    room = [
        square
        for square in EVERY_SQUARE
        if 0 <= column_of(square) - left < size and 0 <= row_of(square) - top < size
    ]
    chance.shuffle(room)
    beds: dict[Seat, dict[Square, Kind]] = {}
    pools: dict[Seat, Pool] = {}
    for seat in (to_move, to_move.other):
        total = ruleset.pieces
        if not ruleset.keeps_pieces:
            total = chance.choice((*range(1, total + 1), *[total] * 4))
        most = total if seat is not to_move else most_on_bed(ruleset, total)
        least = max(most - 5, 0) if seat is to_move else 0
        on_bed = min(chance.choice((most, most, chance.randint(least, most))), len(room))
        part = chance.choice((0.0, 0.3, 0.7, 1.0)) if ruleset.has_cats else 0.0
        owned = [Kind.CAT if chance.random() < part else Kind.KITTEN for _ in range(total)]
        room, squares = room[on_bed:], room[:on_bed]
        beds[seat] = dict(zip(squares, owned, strict=False))
        pools[seat] = pool_of(owned[on_bed:])
    laid = [random_seam_piece(chance) if ruleset.seams else None for _ in Seat]
    hands = (pools[Seat.ORANGE], pools[Seat.GRAY])
    return Position(bed_of(beds), *hands, to_move, ruleset, *laid)


def most_on_bed(ruleset: Ruleset, total: int) -> int:
    """Return how many of its pieces the seat to move may have on the bed."""
    return total if ruleset.recall_time is RecallTime.EMPTY_HAND else total - 1


def random_seam_piece(chance: Random) -> SeamPiece | None:
    if chance.random() < 0.3:
        return None
    return SeamPiece(chance.choice(ENTRIES), chance.randrange(SEAM_STEPS))


def positions_of_random_match(seed: int, turns: int, ruleset: Ruleset) -> list[Position]:
    """Return the positions of one match of random turns, up to a win or `turns` turns."""
    chance = Random(f"{seed} {ruleset.name}")
    found = [Position.start(ruleset)]
    while len(found) < turns:
        step = play(found[-1], chance.choice(list(legal_turns(found[-1]))))
        if step.win is not None:
            break
        found.append(step.after)
    return found


def bed_of(beds: dict[Seat, dict[Square, Kind]]) -> Bed:
    """Return the bed with these pieces of each seat."""
    return Bed(
        *(
            mask_of(square for square, kind in beds[seat].items() if kind is wanted)
            for seat in Seat
            for wanted in Kind
        )
    )


def pool_of(kinds: Kinds) -> Pool:
    return Pool(kinds.count(Kind.KITTEN), kinds.count(Kind.CAT))


def kernel_masks(position: Position) -> tuple[int, int, int, int]:
    """Return the bed in the kernel's form, the seat to move first."""
    mover = position.to_move
    return (*position.bed.of(mover), *position.bed.of(mover.other))

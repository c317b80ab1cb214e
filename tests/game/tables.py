"""Random tables for the referee: from random matches, and laid out to be hard.

Random play rarely sees many cats, all eight pieces of a seat, or lines that cross, so most
tables here are laid out: crowded into a small part of the bed, with any mix of cats.
"""

from collections.abc import Iterator
from random import Random

from hypothesis import strategies as st

from tests.game import referee
from tests.game.referee import SQUARES, Pools, Table


def match(chance: Random, turns: int) -> Iterator[Table]:
    """The tables in play of a match of random turns, up to a win or so many turns."""
    table = referee.start()
    for _ in range(turns):
        yield table
        table = chance.choice(list(referee.turns(table)))[1]
        if table.winner is not None:
            return


def laid_out(chance: Random) -> Table:
    """A table with the seat to move about to have most of its pieces on a part of the bed."""
    mover = chance.choice(("orange", "gray"))
    own = chance.choice((2, 3, 4, 5, 6, 6, 7, 7, 7, 7))
    others = chance.choice((0, 1, 2, 3, 4, 5, 6, 7))
    size = chance.choice((4, 4, 5, 6))
    left, top = chance.randrange(7 - size), chance.randrange(7 - size)
    room = [
        column + row
        for row in referee.ROWS[top : top + size]
        for column in referee.COLUMNS[left : left + size]
    ]
    squares = chance.sample(room, min(own + others, len(room)))
    seats = [mover] * own + [referee.other(mover)] * others
    cats = {seat: chance.choice((0.0, 0.3, 0.7, 1.0)) for seat in referee.SEATS}
    bed = {}
    for square, seat in zip(squares, seats, strict=False):
        kind = "cat" if chance.random() < cats[seat] else "kitten"
        bed[square] = referee.LETTERS[seat, kind]
    in_hand = {seat: 8 - len(referee.squares_of(bed, seat)) for seat in referee.SEATS}
    pools: Pools = {}
    for seat, pieces in in_hand.items():
        hand_cats = sum(chance.random() < max(cats[seat], 0.3) for _ in range(pieces))
        pools[seat, "kitten"], pools[seat, "cat"] = pieces - hand_cats, hand_cats
    return Table(bed, pools, mover)


@st.composite
def tables(draw: st.DrawFn) -> Table:
    """Any table in play; it shrinks towards few pieces, kittens, and orange to move."""
    mover = draw(st.sampled_from(referee.SEATS))
    own = draw(st.integers(0, 7))
    others = draw(st.integers(0, 8))
    seats = [mover] * own + [referee.other(mover)] * others
    squares = draw(
        st.lists(st.sampled_from(SQUARES), unique=True, min_size=len(seats), max_size=len(seats))
    )
    kinds = draw(
        st.lists(st.sampled_from(("kitten", "cat")), min_size=len(seats), max_size=len(seats))
    )
    bed = {
        square: referee.LETTERS[seat, kind]
        for square, seat, kind in zip(squares, seats, kinds, strict=True)
    }
    pools: Pools = {}
    for seat in referee.SEATS:
        pieces = 8 - seats.count(seat)
        pools[seat, "cat"] = draw(st.integers(0, pieces))
        pools[seat, "kitten"] = pieces - pools[seat, "cat"]
    return Table(bed, pools, mover)

"""Position texts of every ruleset for comparing two implementations, the same for the same seed.

`played` follows matches played at random, each seat in a mood. So it yields positions that can come
up in play: beds that fill, pools of cats, seam pieces under way, a seat of `scarce` with few pieces
left. `scattered` lays pieces out at random. So it also yields legal positions that play seldom or
never leads to: lines that already stand, many cats at once. `positions` alternates between them.
"""

from collections.abc import Callable, Iterator
from random import Random

from tests.game.referee.bed import KINDS, LETTERS, SEATS, SQUARES, Table, squares_of
from tests.game.referee.seam import ENTRIES, IN_HAND
from tests.game.referee.text import START, IllegalPosition, pieces_left, read, written
from tests.game.referee.whole_turns import turns

LONGEST_MATCH = 80
LOOKED_AT = 24  # turns that a mood compares, chosen at random from the legal ones

Mood = Callable[[Table, str], int]


def positions(ruleset: str, seed: int) -> Iterator[str]:
    """Yield without end a played position, a scattered one, and so on."""
    from_play, laid_out = played(ruleset, seed), scattered(ruleset, seed)
    while True:
        yield next(from_play)
        yield next(laid_out)


def played(ruleset: str, seed: int) -> Iterator[str]:
    """Yield without end each position of one random match after another, including the start."""
    random = Random(f"played {ruleset} {seed}")
    while True:
        yield from match_with_moods(ruleset, random)


def match_with_moods(ruleset: str, random: Random) -> Iterator[str]:
    """Yield the positions of a match, until every turn wins or the match has become long."""
    table: Table | None = read(ruleset, START[ruleset])
    moods = {seat: random.choice(MOODS) for seat in SEATS}
    for _ in range(LONGEST_MATCH):
        if table is None:
            return
        yield written(table)
        if random.random() < 0.1:
            moods[table.to_move] = random.choice(MOODS)
        table = next_table(ruleset, table, moods[table.to_move], random)


def next_table(ruleset: str, table: Table, mood: Mood, random: Random) -> Table | None:
    """Return the table after the turn that the mood likes best, of some that do not win."""
    afters = [after for _, after in turns(ruleset, table) if after.winner is None]
    if not afters:
        return None
    some = random.sample(afters, min(LOOKED_AT, len(afters)))
    return max(some, key=lambda after: mood(after, table.to_move))


def indifferent(after: Table, seat: str) -> int:
    return 0


def crowding(after: Table, seat: str) -> int:
    """Many pieces on the bed, above all those of this seat."""
    return len(after.bed) + len(squares_of(after.bed, seat))


def grown_up(after: Table, seat: str) -> int:
    """Many cats of this seat."""
    on_the_bed = sum(letter == LETTERS[seat, "cat"] for letter in after.bed.values())
    return on_the_bed + after.pools[seat, "cat"]


def crowding_with_cats(after: Table, seat: str) -> int:
    """Cats on the bed; those in the pool count half, so that they are earned first."""
    on_the_bed = sum(letter == LETTERS[seat, "cat"] for letter in after.bed.values())
    return 2 * on_the_bed + after.pools[seat, "cat"]


def thinning(after: Table, seat: str) -> int:
    """Few pieces of this seat in all, which is possible only in `scarce`."""
    return -pieces_left(after.bed, after.pools, seat)


def empty_handed(after: Table, seat: str) -> int:
    """Few pieces of this seat in its pool."""
    return -sum(after.pools[seat, kind] for kind in KINDS)


MOODS: list[Mood] = [
    indifferent,
    crowding,
    grown_up,
    crowding_with_cats,
    thinning,
    empty_handed,
]


def scattered(ruleset: str, seed: int) -> Iterator[str]:
    """Yield without end legal positions with pieces laid out at random."""
    random = Random(f"scattered {ruleset} {seed}")
    while True:
        text = written(laid_out(ruleset, random))
        try:
            read(ruleset, text)
        except IllegalPosition:
            continue
        yield text


def laid_out(ruleset: str, random: Random) -> Table:
    """Return a random bed, pools and seams; the position may be illegal."""
    free = random.sample(SQUARES, len(SQUARES))
    bed, pools = {}, {}
    for seat in SEATS:
        pieces = random.randint(1, 8) if ruleset == "scarce" else 8
        on_the_bed = random.choice([random.randint(0, pieces), pieces, pieces - 1])
        share_of_cats = 0 if ruleset == "junior" else random.choice([0, 0.3, 0.7, 1])
        kinds = ["cat" if random.random() < share_of_cats else "kitten" for _ in range(pieces)]
        for kind in kinds[:on_the_bed]:
            bed[free.pop()] = LETTERS[seat, kind]
        for kind in KINDS:
            pools[seat, kind] = kinds[on_the_bed:].count(kind)
    seams = {seat: random_seam(random) for seat in SEATS} if ruleset == "seam" else {}
    return Table(bed, pools, seams, random.choice(SEATS))


def random_seam(random: Random) -> str:
    """Return a seam piece: in hand one time in six, else any entry and a number from 0 to 5."""
    if random.randrange(6) == 0:
        return IN_HAND
    return f"{random.choice(ENTRIES)}{random.randrange(6)}"

"""Positions as one line of text: bed, side to move, pools, and seam pieces if there are any.

The start is `6/6/6/6/6/6 o 8,0 8,0`; orange is `K` and `C`, gray `k` and `c`. With seam pieces, two
more fields say where they are: `-` in hand, `cd+0` just laid, `cd+4` at step 3.
"""

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from bot.game.errors import IllegalPosition, NotationError
from bot.game.pieces import ENTRIES, SEAM_STEPS, Entry, Pool, SeamPiece, Seat, entry_named
from bot.game.playing import to_recall
from bot.game.position import Bed, Position
from bot.game.ruleset import CLASSIC, Ruleset
from bot.game.squares import SIZE, Mask
from bot.text import N_, NN_, Message

_LETTERS = ("K", "C", "k", "c")
"""In the order of a bed's masks."""
_ONE_ROW = (1 << SIZE) - 1
_FIRST_OF_ROWS = range(0, SIZE * SIZE, SIZE)
_DIGITS = ("1", "2", "3", "4", "5", "6")
_ROW = re.compile("[KCkc1-6]{1,6}")
_NUMBER = re.compile("0|[1-9][0-9]?", re.ASCII)


def write_position(position: Position) -> str:
    """Return the position's text, which does not contain the ruleset."""
    bed, orange, gray = position.bed, position.orange_pool, position.gray_pool
    fields = [
        _write_bed(bed.orange_kittens, bed.orange_cats, bed.gray_kittens, bed.gray_cats),
        position.to_move.value,
        f"{orange.kittens},{orange.cats}",
        f"{gray.kittens},{gray.cats}",
    ]
    if position.ruleset.seams:
        fields += map(_write_seam, map(position.seam_of, Seat))
    return " ".join(fields)


def read_position(text: str, ruleset: Ruleset = CLASSIC) -> Position:
    """Read a position's text, as one in play.

    Raise `NotationError` if it cannot be parsed, `IllegalPosition` if it is impossible.
    """
    reader = _PositionReader(text)
    bed = reader.bed()
    reader.field(_TO_MOVE)
    to_move = reader.seat()
    reader.field(_ORANGES_POOL)
    orange_pool = reader.pool()
    reader.field(_GRAYS_POOL)
    gray_pool = reader.pool()
    seams: list[SeamPiece | None] = [None, None]
    if ruleset.seams:
        for index, seat in enumerate(Seat):
            reader.field(_SEAM_PIECES[seat])
            seams[index] = reader.seam(seat)
    reader.end(_SEAM_PIECES[Seat.GRAY] if ruleset.seams else _GRAYS_POOL)
    position = Position(bed, orange_pool, gray_pool, to_move, ruleset, *seams)
    _check(text, position)
    return position


def _write_seam(seam: SeamPiece | None) -> str:
    return f"{seam.entry.name}{seam.advanced}" if seam else "-"


@lru_cache(maxsize=256)
def _write_bed(kittens: int, cats: int, gray_kittens: int, gray_cats: int) -> str:
    """Write a bed from its masks; cached, because a turn is stored with the beds around it."""
    return "/".join(
        [
            _row_of(
                kittens >> first & _ONE_ROW,
                cats >> first & _ONE_ROW,
                gray_kittens >> first & _ONE_ROW,
                gray_cats >> first & _ONE_ROW,
            )
            for first in _FIRST_OF_ROWS
        ]
    )


@lru_cache(maxsize=1024)
def _row_of(*masks: int) -> str:
    """Write a row from its mask for each letter; cached, because the same few rows recur."""
    text = ""
    empty = 0
    for column in range(SIZE):
        letter = next(
            (each for each, mask in zip(_LETTERS, masks, strict=True) if mask >> column & 1), ""
        )
        if not letter:
            empty += 1
            continue
        text += (str(empty) if empty else "") + letter
        empty = 0
    return text + (str(empty) if empty else "")


@dataclass(slots=True)
class _PositionReader:
    """Reads a text from left to right and tracks its place."""

    text: str
    at: int = 0

    @property
    def next(self) -> str:
        """The current character, empty at the end of the text."""
        return self.text[self.at : self.at + 1]

    def expect(self, character: str, expected: Message) -> None:
        if self.next != character:
            raise self._error(expected)
        self.at += 1

    def field(self, name: Message) -> None:
        """Skip the space before a field."""
        if self.next == " ":
            self.at += 1
        elif self.next:
            raise self._error(N_("a space and {part}").filled(part=name))
        else:
            raise IllegalPosition(self.text, N_("{part} is missing").filled(part=name))

    def end(self, last: Message) -> None:
        """Require that no field comes after the last."""
        if self.next == " ":
            extra = self.text[self.at :]
            raise IllegalPosition(
                self.text,
                N_("unexpected '{extra}' after {part}").filled(part=last, extra=extra),
            )
        if self.next:
            raise self._error(N_("the end after {part}").filled(part=last))

    def bed(self) -> Bed:
        masks = [0] * len(_LETTERS)
        for row in range(SIZE):
            if row:
                self.expect("/", _SLASH)
            written = _ROW.match(self.text, self.at)
            found = _masks_of(written[0]) if written else None
            if written is None or found is None:
                self._go_over_row(row)
                continue
            self.at = written.end()
            for index, mask in enumerate(found):
                masks[index] |= mask << row * SIZE
        return Bed(*map(Mask, masks))

    def seat(self) -> Seat:
        for seat in Seat:
            if self.next == seat.value:
                self.at += 1
                return seat
        raise self._error(N_("the side to move, o or g"))

    def pool(self) -> Pool:
        kittens = self._read_number(_KITTENS)
        self.expect(",", _COMMA_AND_CATS)
        return Pool(kittens, self._read_number(_CATS))

    def seam(self, seat: Seat) -> SeamPiece | None:
        """Read the place of a seat's seam piece."""
        if self.next == "-":
            self.at += 1
            return None
        entry = self._read_entry()
        advanced = self._read_number(N_("the number of steps of the seam piece, 0 to 5"))
        if advanced >= SEAM_STEPS:
            raise IllegalPosition(self.text, _TOO_FAR[seat].filled(count=advanced))
        return SeamPiece(entry, advanced)

    def _read_entry(self) -> Entry:
        """Read an entry character by character, to name the one that is wrong."""
        names = [entry.name for entry in ENTRIES]
        expected = N_("a seam piece, '-' or an entry such as cd+ and a number")
        for index in range(len(names[0])):
            names = [name for name in names if name[index] == self.next]
            if not names:
                raise self._error(expected)
            self.at += 1
            one, *other = dict.fromkeys(name[index + 1 : index + 2] for name in names)
            expected = N_("'{one}'").filled(one=one)
            if other:
                expected = N_("'{one}' or '{other}'").filled(one=one, other=other[0])
        return entry_named(names[0])

    def _go_over_row(self, row: int) -> None:
        """Skip over an unreadable row, up to the error in it or right after it."""
        column = 0
        after_digit = False
        while column < SIZE:
            if self.next in _LETTERS:
                column, after_digit = column + 1, False
            elif self.next in _DIGITS[: SIZE - column] and not after_digit:
                column, after_digit = column + int(self.next), True
            else:
                raise self._error(_in_row(row, 0 if after_digit else SIZE - column))
            self.at += 1

    def _read_number(self, expected: Message) -> int:
        number = _NUMBER.match(self.text, self.at)
        if number is None:
            raise self._error(expected)
        self.at = number.end()
        return int(number[0])

    def _error(self, expected: Message) -> NotationError:
        return NotationError(self.text, self.at, expected)


@lru_cache(maxsize=1024)
def _masks_of(row: str) -> tuple[int, ...] | None:
    """Read a row into a mask for each letter; `None` if it is not six squares wide."""
    masks, column, after_digit = dict.fromkeys(_LETTERS, 0), 0, False
    for character in row:
        if character in _LETTERS:
            masks[character] |= 1 << column
            column, after_digit = column + 1, False
        elif after_digit:
            return None
        else:
            column, after_digit = column + int(character), True
    return tuple(masks.values()) if column == SIZE else None


def _in_row(row: int, most_empty: int) -> Message:
    """Name what may follow in a row; two digits never stand side by side."""
    if most_empty == 0:
        return N_("K, C, k or c in row {row}").filled(row=row + 1)
    if most_empty == 1:
        return N_("K, C, k, c or 1 in row {row}").filled(row=row + 1)
    message = N_("K, C, k, c or a digit up to {most} in row {row}")
    return message.filled(row=row + 1, most=most_empty)


def _check(text: str, position: Position) -> None:
    for seat in Seat:
        problem = _problem_of(position, seat)
        if problem:
            raise IllegalPosition(text, problem)


def _problem_of(position: Position, seat: Seat) -> Message | None:
    """Return why a seat's pieces are impossible in the ruleset, if they are."""
    ruleset = position.ruleset
    pool = position.pool_of(seat)
    kittens, cats = (mask.bit_count() for mask in position.bed.of(seat))
    total = kittens + cats + pool.kittens + pool.cats
    least = ruleset.pieces if ruleset.keeps_pieces else 1
    if not least <= total <= ruleset.pieces:
        if ruleset.keeps_pieces:
            return _NOT_ALL[seat].filled(count=total, wanted=ruleset.pieces)
        return _NOT_BETWEEN[seat].filled(count=total, least=least, most=ruleset.pieces)
    if cats + pool.cats and not ruleset.has_cats:
        return _NO_CATS[seat].filled(count=cats + pool.cats)
    if seat is position.to_move and not pool.kinds and not to_recall(position):
        return _NOTHING_IN_HAND[seat]
    return None


_SLASH: Final = N_("'/'")
_TO_MOVE: Final = N_("the side to move")
_ORANGES_POOL: Final = N_("orange's hand")
_GRAYS_POOL: Final = N_("gray's hand")
_KITTENS: Final = N_("a number of kittens")
_CATS: Final = N_("a number of cats")
_COMMA_AND_CATS: Final = N_("a comma and a number of cats")
_SEAM_PIECES: Final = {
    Seat.ORANGE: N_("orange's seam piece"),
    Seat.GRAY: N_("gray's seam piece"),
}
_TOO_FAR: Final = {
    Seat.ORANGE: N_("orange's seam piece cannot have advanced {count} times, but 0 to 5"),
    Seat.GRAY: N_("gray's seam piece cannot have advanced {count} times, but 0 to 5"),
}
_NOT_ALL: Final = {
    Seat.ORANGE: NN_(
        "orange has {count} piece on the bed and in hand, not {wanted}",
        "orange has {count} pieces on the bed and in hand, not {wanted}",
    ),
    Seat.GRAY: NN_(
        "gray has {count} piece on the bed and in hand, not {wanted}",
        "gray has {count} pieces on the bed and in hand, not {wanted}",
    ),
}
_NOT_BETWEEN: Final = {
    Seat.ORANGE: NN_(
        "orange has {count} piece on the bed and in hand, not {least} to {most}",
        "orange has {count} pieces on the bed and in hand, not {least} to {most}",
    ),
    Seat.GRAY: NN_(
        "gray has {count} piece on the bed and in hand, not {least} to {most}",
        "gray has {count} pieces on the bed and in hand, not {least} to {most}",
    ),
}
_NO_CATS: Final = {
    Seat.ORANGE: NN_(
        "orange has {count} cat, but this ruleset has only kittens",
        "orange has {count} cats, but this ruleset has only kittens",
    ),
    Seat.GRAY: NN_(
        "gray has {count} cat, but this ruleset has only kittens",
        "gray has {count} cats, but this ruleset has only kittens",
    ),
}
_NOTHING_IN_HAND: Final = {
    Seat.ORANGE: N_("orange is to move and has nothing in hand"),
    Seat.GRAY: N_("gray is to move and has nothing in hand"),
}

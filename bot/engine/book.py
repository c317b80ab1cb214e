"""The opening book: the scores of the first positions of a match, found beforehand by search.

A position is either *answered*, which means that its best turns are known, or at the *edge*: it is
only there for the scores of the turns that lead to it. Some turns from the edge lead back to
positions of the book, but better ones may lead out of it.

The book is stored in `book.bin`, which `boop book make` writes: a few lines of text that name the
rulesets, with the numbers of their answered and edge positions, an empty line, and then a record
for each position: the key of its common text, five bytes, and its score, two. The answered
positions of a ruleset come before those at its edge, and both are ordered by key, so that a
position is found without reading the others. The score of a forced win is stored only if the win
was proved.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import Final

from bot.engine.symmetry import common_text
from bot.engine.thinking import ScoredTurn, turned
from bot.engine.tree import WIN
from bot.game import Position, Ruleset, legal_turns, play, ruleset_of

FILE: Final = Path(__file__).with_name("book.bin")

VARIED_BY: Final = 10
"""How many points below the best a turn may be and still be played."""

_TITLE: Final = "boop book 2"
_KEY: Final = 5
"""Bytes of a key. Two positions of a ruleset share a key in about one book in a thousand."""
_RECORD: Final = _KEY + 2


@dataclass(frozen=True, slots=True)
class BookEntry:
    """The book's entry for a position: its score for the seat to move."""

    score: int
    is_answered: bool


Entries = Mapping[str, BookEntry]
"""The entries of positions, by their common texts."""


class BookUnreadable(ValueError):
    """A file is not an opening book."""


class BookSection:
    """The positions of one ruleset: records of the answered ones and of the edge."""

    def __init__(self, answered: bytes, edge: bytes) -> None:
        self.answered = answered
        self.edge = edge

    def __len__(self) -> int:
        """Return how many positions there are."""
        return (len(self.answered) + len(self.edge)) // _RECORD

    def find(self, text: str) -> BookEntry | None:
        """Return the entry of the position with a common text, or `None`."""
        key = _key_of(text)
        for records, is_answered in ((self.answered, True), (self.edge, False)):
            score = _find(records, key)
            if score is not None:
                return BookEntry(score, is_answered)
        return None


def _find(records: bytes, key: bytes) -> int | None:
    """Return the score in the record of a key."""

    def key_at(number: int) -> bytes:
        return records[number * _RECORD : number * _RECORD + _KEY]

    count = len(records) // _RECORD
    number = bisect_left(range(count), key, key=key_at)
    if number == count or key_at(number) != key:
        return None
    at = number * _RECORD + _KEY
    return int.from_bytes(records[at : at + 2], "big", signed=True)


Book = Mapping[Ruleset, BookSection]


def read_book(content: bytes) -> dict[Ruleset, BookSection]:
    """Read what `write_book` wrote. Raise `BookUnreadable` for other content."""
    head, _, records = content.partition(b"\n\n")
    try:
        title, *lines = head.decode("ascii").split("\n")
        if title != _TITLE:
            raise ValueError(title)
        book = {}
        for line in lines:
            name, version, answered, edge = line.split()
            end = int(answered) * _RECORD
            size = end + int(edge) * _RECORD
            if not 0 <= end <= size <= len(records):
                raise ValueError(line)
            book[ruleset_of(name, int(version))] = BookSection(records[:end], records[end:size])
            records = records[size:]
    except (ValueError, LookupError) as error:
        raise BookUnreadable(head[:80]) from error
    if records:
        raise BookUnreadable(f"{len(records)} bytes too many")
    return book


def write_book(book: Book) -> bytes:
    """Return the bytes of a book, its rulesets in the given order."""
    lines = [_TITLE]
    for each, section in book.items():
        answered, edge = (len(records) // _RECORD for records in (section.answered, section.edge))
        lines.append(f"{each.versioned_name} {answered} {edge}")
    records = b"".join(section.answered + section.edge for section in book.values())
    return "\n".join(lines).encode("ascii") + b"\n\n" + records


def section_of(entries: Entries) -> BookSection:
    """Return the section of a ruleset with these entries.

    Raise `ValueError` if two positions share a key.
    """
    keyed = {_key_of(text): entry for text, entry in entries.items()}
    if len(keyed) < len(entries):
        raise ValueError("two positions share a key")
    ordered = sorted(keyed.items(), key=lambda each: each[0])
    return BookSection(
        _records((key, entry.score) for key, entry in ordered if entry.is_answered),
        _records((key, entry.score) for key, entry in ordered if not entry.is_answered),
    )


def _records(scores: Iterable[tuple[bytes, int]]) -> bytes:
    return b"".join(key + score.to_bytes(2, "big", signed=True) for key, score in scores)


def _key_of(text: str) -> bytes:
    return blake2b(text.encode("ascii"), digest_size=_KEY).digest()


@cache
def own_book() -> Book:
    """Return the program's own book; an empty one if its file is missing."""
    return read_book(FILE.read_bytes()) if FILE.exists() else {}


@lru_cache(maxsize=1024)
def book_entry(position: Position) -> BookEntry | None:
    """Return the book's entry for a position, or `None`."""
    section = own_book().get(position.ruleset)
    return None if section is None else section.find(common_text(position))


def known_score(position: Position) -> int | None:
    """Return the book's score of a position for the seat to move, or `None`."""
    entry = book_entry(position)
    return None if entry is None else entry.score


Lookup = Callable[[Position], BookEntry | None]
"""Returns a book's entry for a position."""


def known_turns(position: Position, look_up: Lookup = book_entry) -> tuple[ScoredTurn, ...]:
    """Return the turns that lead to positions of the book, with their scores, the best first.

    Return none if the position is not answered.
    """
    entry = look_up(position)
    if entry is None or not entry.is_answered:
        return ()
    turns = []
    for turn in legal_turns(position):
        step = play(position, turn)
        if step.win is not None:
            return (ScoredTurn(turn, WIN - 1),)
        after = look_up(step.after)
        if after is not None:
            turns.append(ScoredTurn(turn, turned(after.score)))
    return tuple(sorted(turns, key=lambda each: -each.score))


def best_turns(position: Position, look_up: Lookup = book_entry) -> tuple[ScoredTurn, ...]:
    """Return the known turns whose score is about the position's, the best first."""
    entry, turns = look_up(position), known_turns(position, look_up)
    if entry is None or not turns:
        return ()
    least = max(entry.score, turns[0].score) - VARIED_BY
    return tuple(each for each in turns if each.score >= least)

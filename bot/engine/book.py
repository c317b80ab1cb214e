"""The opening book: what the first positions of a match are worth, found beforehand by search.

It is kept in `book.bin`, which `boop book make` writes: a few lines of text that name the rulesets
and how many positions each has, an empty line, and then a record for each position: the key of its
common text, five bytes, and its score, two. Records are ordered by key within a ruleset, so that a
position is found without reading the others. A score of a forced win is there only where the win
was proved.
"""

from bisect import bisect_left
from collections.abc import Mapping
from functools import cache, lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import Final

from bot.engine.symmetry import common_text
from bot.engine.thinking import Scored, turned
from bot.engine.tree import WIN
from bot.game import Position, Ruleset, legal_turns, play, ruleset_of

FILE: Final = Path(__file__).with_name("book.bin")

_TITLE: Final = "boop book 1"
_KEY: Final = 5
"""Bytes of a key. Two positions of a ruleset share one in about one of a thousand books."""
_RECORD: Final = _KEY + 2

Scores = Mapping[str, int]
"""The scores of positions to the seat to move, by their common texts."""


class BookUnreadable(ValueError):
    """A file is no opening book."""


class Section:
    """The positions of one ruleset."""

    def __init__(self, records: bytes) -> None:
        self._records = records

    def __len__(self) -> int:
        """Return how many positions there are."""
        return len(self._records) // _RECORD

    def find(self, text: str) -> int | None:
        """Return the score of the position of a common text, or `None` if it is not there."""
        key = _key_of(text)
        number = bisect_left(range(len(self)), key, key=self._key_at)
        if number == len(self) or self._key_at(number) != key:
            return None
        at = number * _RECORD + _KEY
        return int.from_bytes(self._records[at : at + 2], "big", signed=True)

    def _key_at(self, number: int) -> bytes:
        return self._records[number * _RECORD : number * _RECORD + _KEY]


Book = Mapping[Ruleset, Section]


def read_book(content: bytes) -> dict[Ruleset, Section]:
    """Read what `write_book` wrote. Raise `BookUnreadable` where it is anything else."""
    head, _, records = content.partition(b"\n\n")
    try:
        title, *lines = head.decode("ascii").split("\n")
        if title != _TITLE:
            raise ValueError(title)
        book = {}
        for line in lines:
            name, version, count = line.split()
            size = int(count) * _RECORD
            if len(records) < size:
                raise ValueError(line)
            book[ruleset_of(name, int(version))] = Section(records[:size])
            records = records[size:]
    except (ValueError, LookupError) as error:
        raise BookUnreadable(head[:80]) from error
    if records:
        raise BookUnreadable(f"{len(records)} bytes too many")
    return book


def write_book(book: Book) -> bytes:
    """Return the bytes of a book, its rulesets in the order that they have there."""
    lines = [_TITLE]
    lines += (f"{each.name} {each.version} {len(section)}" for each, section in book.items())
    records = b"".join(section._records for section in book.values())  # noqa: SLF001
    return "\n".join(lines).encode("ascii") + b"\n\n" + records


def section_of(scores: Scores) -> Section:
    """Return the positions of a ruleset with their scores.

    Raise `ValueError` where two of them share a key.
    """
    found = {_key_of(text): score for text, score in scores.items()}
    if len(found) < len(scores):
        raise ValueError("two positions share a key")
    records = (key + found[key].to_bytes(2, "big", signed=True) for key in sorted(found))
    return Section(b"".join(records))


def _key_of(text: str) -> bytes:
    return blake2b(text.encode("ascii"), digest_size=_KEY).digest()


@cache
def own_book() -> Book:
    """Return the program's own book; without its file, one that is empty."""
    return read_book(FILE.read_bytes()) if FILE.exists() else {}


@lru_cache(maxsize=1024)
def known_score(position: Position) -> int | None:
    """Return what the book says a position is worth to the seat to move; `None` if nothing."""
    section = own_book().get(position.ruleset)
    return None if section is None else section.find(common_text(position))


def known_turns(position: Position) -> tuple[Scored, ...]:
    """Return the turns that lead to positions of the book, with their scores, the best first.

    Nothing where the position is not in the book itself.
    """
    if known_score(position) is None:
        return ()
    found = []
    for turn in legal_turns(position):
        step = play(position, turn)
        if step.win is not None:
            return (Scored(turn, WIN - 1),)
        score = known_score(step.after)
        if score is not None:
            found.append(Scored(turn, turned(score)))
    return tuple(sorted(found, key=lambda each: -each.score))

"""What `/place` suggests while a square or a turn is typed.

Suggestions are made on the event loop at every key, and in `seam` a position has 756 turns: so a
placement is carried out only where what was typed still fits it, and nothing is made beyond what
is shown.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from bot.game import (
    Entry,
    Kind,
    Landing,
    Placement,
    Position,
    Square,
    Turn,
    land,
    name_of,
    recall,
    to_recall,
    write_turn,
)
from bot.match.match import Match

_SQUARE: Final = 2
"""Characters of a square's name."""


_Beginning = tuple[str, Placement, Square | None]
"""How a turn begins: its text so far, what is placed where, and what is recalled before."""


def suggestions(matches: Sequence[Match], typed: str, kind: Kind | None, most: int) -> list[str]:
    """List what goes on as it was typed, in small letters, in a match: so many at the most.

    It is the empty squares, either way round, and where they are named or do not fit, whole turns
    with every choice. Where several matches fit, it is the squares and how turns begin.
    """
    only = len(matches) == 1
    found: dict[str, None] = {}
    for match in matches:
        squares = _squares_like(match, typed)
        texts = iter(squares)
        if not squares or len(typed) >= _SQUARE:
            turns = _turns_like if only else _beginnings_like
            texts = _after(squares, turns(match.position, typed, kind))
        for text in texts:
            found[text] = None
            if len(found) == most:
                return list(found)
    return list(found)


def turns_like(position: Position, typed: str) -> Iterator[str]:
    """Walk over the whole turns of a position that begin as it was typed, in small letters."""
    return _turns_like(position, typed, None)


def _after(squares: list[str], turns: Iterator[str]) -> Iterator[str]:
    yield from squares
    yield from turns


def _squares_like(match: Match, typed: str) -> list[str]:
    """List the empty squares that begin so; none where a recall comes first."""
    if to_recall(match.position):
        return []
    return [
        name
        for name in map(name_of, match.position.empty_squares)
        if name.startswith(typed) or name[::-1].startswith(typed)
    ]


def _turns_like(position: Position, typed: str, kind: Kind | None) -> Iterator[str]:
    for _, placement, recalled in _fitting(position, typed, kind):
        for turn in _turns_of(land(position, placement, recalled), typed):
            text = write_turn(turn)
            if text.lower().startswith(typed):
                yield text


def _beginnings_like(position: Position, typed: str, kind: Kind | None) -> Iterator[str]:
    for text, _, _ in _fitting(position, typed, kind):
        if text.lower().startswith(typed):
            yield text


def _fitting(position: Position, typed: str, kind: Kind | None) -> Iterator[_Beginning]:
    """Walk over the beginnings that fit what was typed, in the order of `legal_turns`."""
    for recalled in to_recall(position) or (None,):
        before = "" if recalled is None else f"{name_of(recalled)}>"
        if not _fits(before, typed):
            continue
        standing = recall(position, recalled)
        for each in standing.pool_of(standing.to_move).kinds:
            if kind not in (None, each) or not _fits(before + each.value, typed):
                continue
            for square in standing.empty_squares:
                text = before + each.value + name_of(square)
                if _fits(text, typed):
                    yield text, Placement(each, square), recalled


def _turns_of(landing: Landing, typed: str) -> Iterator[Turn]:
    """Walk over the turns that a landing can become: each option, and then each seam entry."""
    entries: tuple[Entry | None, ...] = (None, *landing.entries)
    for leaves in landing.options or ((),):
        turn = Turn(landing.placement, leaves, landing.win is not None, landing.recall)
        if not _fits(write_turn(turn), typed):
            continue
        for entry in entries:
            yield Turn(turn.placement, leaves, turn.wins, turn.recall, entry)


def _fits(beginning: str, typed: str) -> bool:
    """Return whether a text that begins so can go on as it was typed."""
    return beginning.lower().startswith(typed) or typed.startswith(beginning.lower())

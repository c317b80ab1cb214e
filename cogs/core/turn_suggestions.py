"""Suggestions of squares and turns while a user types them."""

from collections.abc import Iterator, Sequence
from typing import Final

from bot.game import (
    Entry,
    Kind,
    Landing,
    Placement,
    Position,
    Square,
    Squares,
    Turn,
    land,
    name_of,
    recall,
    square_named,
    to_recall,
    write_turn,
)
from bot.match.match import Match

SQUARE_LENGTH: Final = 2
"""Characters in the name of a square."""
_Beginning = tuple[str, Placement, Square | None]
"""The beginning of a turn: its text so far, its placement, and the square recalled before."""


def suggestions(matches: Sequence[Match], typed: str, kind: Kind | None, most: int) -> list[str]:
    """List at most `most` completions of the text `typed`, which is in small letters.

    The empty squares come first; `typed` may begin a square either way round. If a square is
    complete or none fits, whole turns follow; for several matches, only the beginnings of turns.
    """
    only = len(matches) == 1
    texts: dict[str, None] = {}
    for match in matches:
        squares = _squares_like(match.position, typed, kind)
        turns = _turns_like if only else _beginnings_like
        for text in _completions(typed, squares, turns(match.position, typed, kind)):
            texts[text] = None
            if len(texts) == most:
                return list(texts)
    return list(texts)


def turns_like(position: Position, typed: str) -> Iterator[str]:
    """Yield the whole turns of a position that begin with `typed`, which is in small letters."""
    return _turns_like(position, typed, None)


def plan_suggestions(position: Position, typed: str) -> Iterator[str]:
    """Yield the completions of a turn in a plan, as `suggestions` lists them.

    A plan asks the user no further question, so yield a square alone only if it is a whole turn.
    """
    kinds = position.pool_of(position.to_move).kinds
    squares = _squares_like(position, typed, None) if len(kinds) == 1 else []
    whole = [
        name
        for name in squares
        if not land(position, Placement(kinds[0], square_named(name))).needs_choice
    ]
    yield from _completions(typed, whole, _turns_like(position, typed, None))


def _completions(typed: str, squares: list[str], turns: Iterator[str]) -> Iterator[str]:
    """Yield the squares, and then the turns if a square is complete or no square fits."""
    yield from squares
    if not squares or len(typed) >= SQUARE_LENGTH:
        yield from turns


def _squares_like(position: Position, typed: str, kind: Kind | None) -> list[str]:
    """List the empty squares that begin with `typed`; none if the user must recall first."""
    if to_recall(position):
        return []
    return [
        name
        for name in map(name_of, playable_squares(position, kind))
        if name.startswith(typed) or name[::-1].startswith(typed)
    ]


def playable_squares(position: Position, kind: Kind | None) -> Squares:
    """List the squares that a user can name alone; none if no piece of `kind` is in hand."""
    kinds = position.pool_of(position.to_move).kinds
    is_in_hand = kind is None or kind in kinds or bool(to_recall(position))
    return position.empty_squares if is_in_hand else ()


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
    """Yield the beginnings of turns that fit the text `typed`, in the order of `legal_turns`."""
    for recalled in to_recall(position) or (None,):
        before = "" if recalled is None else f"{name_of(recalled)}>"
        if not _is_same_beginning(before, typed):
            continue
        recalled_from = recall(position, recalled)
        for each in recalled_from.pool_of(recalled_from.to_move).kinds:
            if kind not in (None, each) or not _is_same_beginning(before + each.value, typed):
                continue
            for square in recalled_from.empty_squares:
                text = before + each.value + name_of(square)
                if _is_same_beginning(text, typed):
                    yield text, Placement(each, square), recalled


def _turns_of(landing: Landing, typed: str) -> Iterator[Turn]:
    """Yield the turns that a landing can become: each option, then each seam entry."""
    entries: tuple[Entry | None, ...] = (None, *landing.entries)
    for leaves in landing.options or ((),):
        turn = Turn(landing.placement, leaves, landing.win is not None, landing.recall)
        if not _is_same_beginning(write_turn(turn), typed):
            continue
        for entry in entries:
            yield Turn(turn.placement, leaves, turn.wins, turn.recall, entry)


def _is_same_beginning(beginning: str, typed: str) -> bool:
    """Return whether one of the two texts begins with the other, ignoring capitals."""
    return beginning.lower().startswith(typed) or typed.startswith(beginning.lower())

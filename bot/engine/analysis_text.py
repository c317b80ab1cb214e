"""An analysis as a short text, to be kept: JSON, with turns in notation.

The turns that were played are not in it, for they are kept with the match.
"""

import json
from collections.abc import Sequence
from dataclasses import fields
from enum import Enum
from typing import Any, Final, get_args, get_type_hints

from bot.engine.analysis import Analysis, Judged
from bot.engine.reasons import Reason
from bot.game import Entry, NotationError, Seat, Turn, entry_named, read_turn, write_turn

LINE_KEPT: Final = 6
"""So many turns of the way that a better turn would have led are kept."""

_REASONS: Final[dict[str, type[Any]]] = {kind.__name__: kind for kind in get_args(Reason)}


def write_analysis(analysis: Analysis) -> str:
    """Write what is kept of an analysis."""
    turns = [_packed(turn) for turn in analysis.turns]
    return json.dumps({"start": analysis.start, "turns": turns}, separators=(",", ":"))


def read_analysis(text: str, first: Seat, played: Sequence[Turn]) -> Analysis:
    """Read what `write_analysis` wrote of a match of these turns, which `first` began.

    Raises `ValueError` where it is anything else, such as the analysis of another number of turns.
    """
    try:
        return _analysis_in(json.loads(text), first, played)
    except (AttributeError, LookupError, NotationError, TypeError, ValueError) as error:
        raise ValueError(f"no analysis of {len(played)} turns: {text[:80]!r}") from error


def _analysis_in(stored: Any, first: Seat, played: Sequence[Turn]) -> Analysis:
    seats = (first, first.other)
    turns = tuple(
        _unpacked(seats[ply % 2], turn, packed)
        for ply, (turn, packed) in enumerate(zip(played, stored["turns"], strict=True))
    )
    return Analysis(_meant(int, stored["start"]), turns)


def _packed(turn: Judged) -> list[Any]:
    """Return the score of a turn, then that of a better one, how it goes on, and why."""
    if turn.best[0] == turn.played:
        return [turn.played_score]
    line = " ".join(map(write_turn, turn.best[:LINE_KEPT]))
    reasons = [_packed_reason(reason) for reason in turn.reasons]
    return [turn.played_score, turn.best_score, line, reasons]


def _unpacked(seat: Seat, played: Turn, packed: Sequence[Any]) -> Judged:
    score = _meant(int, packed[0])
    if len(packed) == 1:
        return Judged(seat, played, score, (played,), score)
    _, best_score, line, reasons = packed
    first, *others = map(read_turn, line.split())
    why = tuple(map(_unpacked_reason, reasons))
    return Judged(seat, played, score, (first, *others), _meant(int, best_score), why)


def _packed_reason(reason: Reason) -> list[Any]:
    return [
        type(reason).__name__,
        *(_plain(getattr(reason, field.name)) for field in fields(reason)),
    ]


def _plain(value: Any) -> Any:
    if isinstance(value, Entry):
        return value.name
    return value.value if isinstance(value, Enum) else value


def _unpacked_reason(packed: Sequence[Any]) -> Reason:
    name, *values = packed
    kind = _REASONS[name]
    meant = get_type_hints(kind).values()
    found: Reason = kind(*(_meant(*pair) for pair in zip(meant, values, strict=True)))
    return found


def _meant(kind: Any, value: Any) -> Any:
    if kind is Entry:
        return entry_named(value)
    if issubclass(kind, Enum):
        return kind(value)
    if type(value) is not kind:
        raise TypeError(value)
    return value

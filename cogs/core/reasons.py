"""Why a turn is good, in words that go on from "it": "graduates three and stops their line"."""

from collections.abc import Sequence
from typing import Final, assert_never

from bot.engine.reasons import (
    BringsBack,
    ForcesWin,
    GathersCats,
    Graduates,
    KeepsOffEdge,
    LaysSeam,
    PushesOff,
    PushesToEdge,
    Reason,
    SetsUpLine,
    StopsGraduation,
    StopsWin,
    TakesMiddle,
    ThreatensWin,
    Wins,
)
from bot.game import Kind, WinBy

_NUMBERS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")
_KINDS: Final = {Kind.KITTEN: "kitten", Kind.CAT: "cat"}


def because(reasons: Sequence[Reason]) -> str:
    """Say why a turn is good, as the end of a sentence about it.

    Where nothing can be named there are still words: it gives the best chances.
    """
    phrases = [_phrase(reason) for reason in reasons]
    if not phrases:
        return "gives the best chances"
    *first, last = phrases
    return f"{', '.join(first)} and {last}" if first else last


def _phrase(reason: Reason) -> str:
    match reason:
        case Wins(by, kind):
            return f"wins at once with {_winning(by, kind)}"
        case ForcesWin(by):
            return f"threatens {_goal(by)} that cannot be stopped"
        case Graduates():
            return _graduates(reason)
        case StopsWin(by):
            return "stops their line" if by is WinBy.LINE else "stops their eighth cat"
        case ThreatensWin(by):
            return f"threatens {_goal(by)} that wins"
        case PushesOff(kittens, cats):
            return f"pushes {_theirs(kittens, cats)} off the bed"
        case StopsGraduation(pushes_out):
            return "breaks up their pair" if pushes_out else "keeps them from graduating"
        case SetsUpLine():
            return "prepares a line of three"
        case GathersCats(cats):
            return f"makes {_number(cats)} cats in all"
        case BringsBack(kind, returns_as):
            changed = "" if kind is returns_as else f" as a {_KINDS[returns_as]}"
            return f"brings a {_KINDS[kind]} back{changed}"
        case PushesToEdge(pieces):
            return f"pushes {_number(pieces)} of theirs to the edge"
        case TakesMiddle():
            return "keeps a piece in the middle"
        case LaysSeam(entry):
            return f"lays the seam piece at {entry.name}"
        case KeepsOffEdge():
            return "keeps away from the edge"
        case _:
            assert_never(reason)


def _winning(by: WinBy, kind: Kind) -> str:
    return f"three {_KINDS[kind]}s in a line" if by is WinBy.LINE else "eight cats on the bed"


def _goal(by: WinBy) -> str:
    return "a line" if by is WinBy.LINE else "an eighth cat"


def _graduates(reason: Graduates) -> str:
    if reason.cats < reason.kittens:
        cats = _counted(reason.cats, "cat")
        return f"turns {_counted(reason.kittens, 'kitten')} into {cats}"
    if reason.kittens == reason.pieces:
        return f"graduates {_number(reason.kittens)}"
    return f"graduates {_counted(reason.kittens, 'kitten')}"


def _theirs(kittens: int, cats: int) -> str:
    if kittens and cats:
        return f"{_counted(kittens, 'kitten')} and {_counted(cats, 'cat')} of theirs"
    if cats:
        return f"{_counted(cats, 'cat')} of theirs"
    return f"{_number(kittens)} of theirs"


def _counted(number: int, noun: str) -> str:
    return f"{_number(number)} {noun}" if number == 1 else f"{_number(number)} {noun}s"


def _number(number: int) -> str:
    return _NUMBERS[number]

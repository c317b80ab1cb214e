"""The reasons for a turn, as a phrase after "it": "graduates three and stops their line"."""

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
from bot.text import N_, NC_, NN_, Message, all_of, gettext, translate
from cogs.wording.phrases import entry_name

_NUMBERS: Final = (
    NC_("a number of pieces", "no"),
    NC_("a number of pieces", "one"),
    NC_("a number of pieces", "two"),
    NC_("a number of pieces", "three"),
    NC_("a number of pieces", "four"),
    NC_("a number of pieces", "five"),
    NC_("a number of pieces", "six"),
    NC_("a number of pieces", "seven"),
    NC_("a number of pieces", "eight"),
)
_WINS: Final = {
    (WinBy.LINE, Kind.KITTEN): N_("wins at once with three kittens in a line"),
    (WinBy.LINE, Kind.CAT): N_("wins at once with three cats in a line"),
    (WinBy.FULL_BED, Kind.KITTEN): N_("wins at once with eight cats on the bed"),
    (WinBy.FULL_BED, Kind.CAT): N_("wins at once with eight cats on the bed"),
}
_FORCES: Final = {
    WinBy.LINE: N_("threatens a line that cannot be stopped"),
    WinBy.FULL_BED: N_("threatens an eighth cat that cannot be stopped"),
}
_THREATENS: Final = {
    WinBy.LINE: N_("threatens a line that wins"),
    WinBy.FULL_BED: N_("threatens an eighth cat that wins"),
}
_STOPS: Final = {
    WinBy.LINE: N_("stops their line"),
    WinBy.FULL_BED: N_("stops their eighth cat"),
}
_BRINGS_BACK: Final = {
    (Kind.KITTEN, Kind.KITTEN): N_("recalls a kitten"),
    (Kind.KITTEN, Kind.CAT): N_("recalls a kitten as a cat"),
    (Kind.CAT, Kind.CAT): N_("recalls a cat"),
    (Kind.CAT, Kind.KITTEN): N_("recalls a cat as a kitten"),
}
_KITTENS: Final = NN_("{number} kitten", "{number} kittens")
_CATS: Final = NN_("{number} cat", "{number} cats")


def because(reasons: Sequence[Reason]) -> str:
    """Return why a turn is good, as the end of a sentence about the turn.

    Without a particular reason, say that the turn gives the best chances.
    """
    return all_of([_phrase(reason) for reason in reasons]) or gettext("gives the best chances")


def _phrase(reason: Reason) -> str:
    match reason:
        case Wins(by, kind):
            return translate(_WINS[by, kind])
        case ForcesWin(by):
            return translate(_FORCES[by])
        case Graduates():
            return _graduates(reason)
        case StopsWin(by):
            return translate(_STOPS[by])
        case ThreatensWin(by):
            return translate(_THREATENS[by])
        case PushesOff(kittens, cats):
            return _pushes_off(kittens, cats)
        case StopsGraduation(pushes_out):
            if pushes_out:
                return gettext("breaks up their pair")
            return gettext("keeps them from graduating")
        case SetsUpLine():
            return gettext("prepares a line of three")
        case GathersCats(cats):
            return _with_number(
                NN_("makes {number} cat in all", "makes {number} cats in all"), cats
            )
        case BringsBack(kind, returns_as):
            return translate(_BRINGS_BACK[kind, returns_as])
        case PushesToEdge(pieces):
            return _with_number(
                NN_(
                    "pushes {number} piece of theirs to the edge",
                    "pushes {number} pieces of theirs to the edge",
                ),
                pieces,
            )
        case TakesMiddle():
            return gettext("keeps a piece in the middle")
        case LaysSeam(entry):
            return gettext("lays the seam piece {where}", where=entry_name(entry))
        case KeepsOffEdge():
            return gettext("keeps away from the edge")
        case _:
            assert_never(reason)


def _graduates(reason: Graduates) -> str:
    if reason.cats < reason.kittens:
        kittens = _with_number(_KITTENS, reason.kittens)
        cats = _with_number(_CATS, reason.cats)
        return gettext("turns {kittens} into {cats}", kittens=kittens, cats=cats)
    return _with_number(
        NN_("graduates {number} kitten", "graduates {number} kittens"), reason.kittens
    )


def _pushes_off(kittens: int, cats: int) -> str:
    if not cats:
        return _with_number(
            NN_(
                "pushes {number} of their kittens off the bed",
                "pushes {number} of their kittens off the bed",
            ),
            kittens,
        )
    pieces = [_with_number(_KITTENS, kittens)] if kittens else []
    pieces.append(_with_number(_CATS, cats))
    return gettext("pushes {pieces} of theirs off the bed", pieces=all_of(pieces))


def _with_number(message: Message, number: int) -> str:
    """Return a message with its number in letters. The number also selects the plural.

    If the numeral depends on the noun in a language, its translation can use `{count}`, in digits.
    """
    return translate(message, count=number, number=_NUMBERS[number])

"""How each type of fact is formatted on the command line, for refusals and messages."""

import re
from pathlib import Path
from typing import Final

from bot.address import DatabaseAddress
from bot.config import Fault
from bot.errors import Refusal, StartRefusal, UserFacingError
from bot.game import Kind, Piece, Seat, Square, Squares, name_of
from bot.game.errors import Option, TurnText
from bot.match.identity import Ply, Seconds
from bot.match.match import EndReason, Outcome
from bot.match.record import Result, result_of
from bot.match.record_reader import MaybeOutcome
from bot.text import N_, Detail, Medium, Message, Typed, gettext, ngettext, translate

LONGEST_SHOWN: Final = 60
"""How many characters of a text a sentence shows."""

_LONE_BYTE: Final = re.compile(r"(?<!\\)((?:\\\\)*)\\udc([89a-f][0-9a-f])")
"""How `repr` writes a byte that could not be decoded; the same characters as input do not match."""


def sentence(refusal: UserFacingError | StartRefusal) -> str:
    """Return the sentence that says what was refused and what would be valid."""
    return bytes_shown(TERMINAL.say(refusal))


def bytes_shown(words: str) -> str:
    r"""Show undecodable bytes as bytes: `\xff`, where `repr` would write `\udcff`."""
    return _LONE_BYTE.sub(r"\1\\x\2", words)


def shortened(text: str) -> str:
    """Shorten a text of any length."""
    return text if len(text) <= LONGEST_SHOWN else text[: LONGEST_SHOWN - 1] + "…"


def fault_sentence(fault: Fault) -> str:
    """Return the sentence about one wrong setting."""
    return TERMINAL.say(fault)


def _fold(text: str) -> str:
    return repr(shortened(text))


def _path(path: Path) -> str:
    return gettext("standard input") if path == Path("-") else str(path)


def _squares(squares: Squares) -> str:
    return "".join(map(name_of, squares))


def _seconds(seconds: Seconds) -> str:
    return ngettext("{count} second", "{count} seconds", round(seconds))


_PIECES: Final = {
    (Seat.ORANGE, Kind.KITTEN): N_("orange kitten"),
    (Seat.ORANGE, Kind.CAT): N_("orange cat"),
    (Seat.GRAY, Kind.KITTEN): N_("gray kitten"),
    (Seat.GRAY, Kind.CAT): N_("gray cat"),
}
_SEATS: Final = {Seat.ORANGE: N_("orange"), Seat.GRAY: N_("gray")}
_WINS: Final = {
    Seat.ORANGE: N_("a win for orange ({why})"),
    Seat.GRAY: N_("a win for gray ({why})"),
}

_WHY: Final = {
    EndReason.LINE: N_("a line"),
    EndReason.FULL_BED: N_("eight cats on the bed"),
    EndReason.RESIGNATION: N_("resignation"),
    EndReason.REPETITION: N_("the position occurred three times"),
    EndReason.FIVEFOLD: N_("the position occurred five times"),
    EndReason.MOST_TURNS: N_("the limit of turns"),
    EndReason.DEAD: N_("neither seat has enough pieces left"),
    EndReason.AGREEMENT: N_("agreement"),
    EndReason.TIME: N_("time"),
    EndReason.ABORTED: N_("a first turn was never played"),
    EndReason.CALLED_OFF: N_("called off"),
    EndReason.LEFT: N_("the loser left the server"),
    EndReason.BOTH_LEFT: N_("both players left the server"),
    EndReason.ENDED_BY_MODERATOR: N_("a moderator ended it"),
    EndReason.FORFEIT: N_("the loser is out of the tournament"),
    EndReason.BOTH_FORFEIT: N_("both players are out of the tournament"),
    EndReason.ADJUDICATED: N_("the tournament could not wait any longer"),
    EndReason.BOT_GONE: N_("the bot was away for too long"),
}


def _outcome(outcome: Outcome | None) -> str:
    if outcome is None:
        return gettext("a match that isn't over")
    why = translate(_WHY[outcome.why])
    if result_of(outcome) is Result.NONE:
        return gettext("no result ({why})", why=why)
    if outcome.winner is None:
        return gettext("a draw ({why})", why=why)
    return translate(_WINS[outcome.winner], why=why)


def _faults(faults: tuple[Fault, ...]) -> str:
    return "\n".join(f"  {fault_sentence(fault)}" for fault in faults)


TERMINAL: Final[Medium] = Medium(
    {
        int: str,
        Ply: str,
        Detail: str,
        Typed: _fold,
        Message: translate,
        Path: _path,
        DatabaseAddress: str,
        Seconds: _seconds,
        Refusal: sentence,
        tuple[Fault, ...]: _faults,
        Seat: lambda seat: translate(_SEATS[seat]),
        Piece: lambda piece: translate(_PIECES[piece.seat, piece.kind]),
        Square: name_of,
        Option: _squares,
        TurnText: _fold,
        Outcome: _outcome,
        MaybeOutcome: _outcome,
    }
)
"""The formats on a terminal, by the declared type of a fact."""

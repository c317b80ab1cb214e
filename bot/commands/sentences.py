"""The words of the command line for each refusal of the rules and of a start."""

import re
from pathlib import Path
from typing import Final, assert_never

from bot.commands.errors import (
    ChildEnded,
    ChildSilent,
    ContestantMissing,
    FileNotText,
    FileTooLong,
    FileUnreadable,
    NoSuchContestant,
    NoSuchDepth,
    NoSuchRuleset,
    NoToken,
    PortTaken,
)
from bot.config import BadSettings, BadValue, Fault, UnknownName, UnreadableFile, UnreadableLine
from bot.engine.puzzles import PuzzleUnreadable
from bot.errors import AddressTaken, DiscordUnreachable, Refusal, StartRefusal, TokenRefused
from bot.game import (
    AmbiguousTurn,
    IllegalPosition,
    NoSeamInHand,
    NoSuchOption,
    NotationError,
    NotAWin,
    NotInPool,
    NotRecallable,
    RecallFirst,
    Squares,
    SquareTaken,
    name_of,
)
from bot.match.outcome import Outcome
from bot.match.record import Result, result_of
from bot.match.record_errors import (
    RecordContradicted,
    RecordTurnRefused,
    RecordTurnTooMany,
    RecordUnreadable,
    RulesetUnknown,
)
from bot.store.errors import (
    AnotherBotsDatabase,
    CopyFailed,
    DatabaseDamaged,
    DatabaseInUse,
    DatabaseMissing,
    DatabaseNewer,
    DatabaseUnusable,
    DatabaseUnwritable,
    DatabaseVanished,
    FileThere,
    NotOurDatabase,
    RulesetNewer,
)

LONGEST_SHOWN: Final = 60
"""Characters of a text in a sentence."""

_LONE_BYTE: Final = re.compile(r"(?<!\\)((?:\\\\)*)\\udc([89a-f][0-9a-f])")
"""How `repr` writes a byte that could not be read, and not what somebody typed like it."""


def sentence(refusal: Refusal | StartRefusal) -> str:
    """Say what was refused and what would be right.

    A refusal that the command line cannot meet is a fault of ours: a `LookupError`.
    """
    words = _of_the_rules(refusal) if isinstance(refusal, Refusal) else _of_a_start(refusal)
    if words is None:
        raise LookupError(f"no sentence for {type(refusal).__name__}") from refusal
    return bytes_shown(words)


def bytes_shown(words: str) -> str:
    r"""Show bytes that are no text as bytes: `\xff`, where `repr` would write `\udcff`."""
    return _LONE_BYTE.sub(r"\1\\x\2", words)


def _of_a_start(refusal: StartRefusal) -> str | None:
    match refusal:
        case BadSettings(faults):
            told = [f"  {fault_sentence(fault)}" for fault in faults]
            return "\n".join(["the settings are not right.", *told])
        case NoToken():
            return (
                "the bot needs a token. Make an application at "
                "https://discord.com/developers/applications, copy the token from its page Bot, "
                "and put BOOP_TOKEN=… into the environment or a file .env here."
            )
        case TokenRefused():
            return (
                "Discord refuses the token in BOOP_TOKEN; copy it again, or make a new one with "
                "Reset Token, on the page Bot of your application at "
                "https://discord.com/developers/applications."
            )
        case DiscordUnreachable(reason):
            return f"Discord cannot be reached: {reason}."
        case AddressTaken(host, port, reason):
            return f"the bot cannot listen on {host}, port {port}: {reason}."
        case PortTaken(port, reason):
            return f"the playground cannot listen on port {port}: {reason}."
        case ChildEnded(status):
            return f"the bot ended with status {status}; see above for why."
        case ChildSilent(seconds, control):
            return (
                f"the bot did not get ready within {seconds:g} seconds: "
                f"it has not written {control}."
            )
    return (
        _of_a_name(refusal)
        or _of_a_database(refusal)
        or _of_a_file(refusal)
        or _of_a_record(refusal)
    )


def _of_a_name(refusal: StartRefusal) -> str | None:
    match refusal:
        case NoSuchRuleset(name, known):
            return f"there is no ruleset {name!r}; there is {_listed(known)}."
        case NoSuchContestant(name, levels):
            return (
                f"nobody called {name!r} can play; there is level:1 to level:{levels}, nodes:N, "
                "guess:N, greedy, or the command line of a program."
            )
        case ContestantMissing(program, reason):
            return f"{program} cannot be run: {reason}."
        case NoSuchDepth(text, most):
            return f"{shortened(text)!r} is no depth; name a number of turns, 0 to {most}."
    return None


def _of_a_database(refusal: StartRefusal) -> str | None:
    match refusal:
        case DatabaseUnusable(path, reason):
            return f"the database {path} cannot be used: {reason}."
        case DatabaseUnwritable(path, reason):
            return (
                f"nothing can be written to the database {path}: {reason}. See whether its disk "
                "is full or broken."
            )
        case NotOurDatabase(path):
            return f"{path} is not a database of this bot; name another file."
        case DatabaseMissing(path):
            return f"there is no database {path}."
        case DatabaseDamaged(path, reason):
            return f"the database {path} is damaged: {reason}. Restore a backup of it."
        case DatabaseVanished(path, marker):
            return (
                f"the database {path} was here and is gone, or is empty now. See whether its disk "
                f"is there; `boop restore` puts a backup in its place, and deleting {marker} "
                "begins with an empty database."
            )
        case FileThere(path):
            return f"{path} is there already; give another name, or --overwrite to replace it."
        case CopyFailed(path, reason):
            return f"the copy {path} cannot be made: {reason}."
        case DatabaseNewer(path, version, known):
            return (
                f"the database {path} was written by a newer version of the bot (schema "
                f"{version}, this one knows up to {known}); install that version or a later one."
            )
        case RulesetNewer(path, ruleset, version):
            return (
                f"the database {path} holds matches of the ruleset {ruleset} in version {version}, "
                "which this version of the bot does not know; install the one that wrote it or a "
                "later one."
            )
        case DatabaseInUse(path, machine, process):
            return (
                f"the database {path} is in use by another bot, process {process} on {machine}; "
                "stop that one first, or set BOOP_DATABASE to another file."
            )
        case AnotherBotsDatabase(path, owner, application):
            return (
                f"the database {path} belongs to the application {owner}, and this token is of "
                f"the application {application}; set BOOP_DATABASE to another file."
            )
    return None


def _of_a_file(refusal: StartRefusal) -> str | None:
    match refusal:
        case FileUnreadable(path, reason):
            return f"{_file(path)} cannot be read: {reason}."
        case FileTooLong(path, most):
            return f"{_file(path)} is longer than {most} bytes, so it is no record of a match."
        case FileNotText(path, at):
            return f"{_file(path)} is no text in UTF-8: its byte {at + 1} cannot be read."
        case PuzzleUnreadable(line, text):
            return f"line {line} of the puzzles, {shortened(text)!r}, is no puzzle."
    return None


def _file(path: Path) -> str:
    return "standard input" if path == Path("-") else str(path)


def _of_a_record(refusal: StartRefusal) -> str | None:
    match refusal:
        case RecordUnreadable(line, at, found, expected):
            there = repr(shortened(found)) if found else "the end"
            return (
                f"the record does not read: in line {line}, at character {at + 1} stands {there}, "
                f"expected was {expected}."
            )
        case RulesetUnknown(line, named, known):
            return (
                f"line {line} names the ruleset {shortened(named)!r}, which this program does not "
                f"know; it knows {_listed(known)}."
            )
        case RecordTurnRefused(line, ply, text, reason):
            return f"turn {ply}, {shortened(text)!r} in line {line}, is illegal: {sentence(reason)}"
        case RecordTurnTooMany(line, ply, text, outcome):
            return (
                f"turn {ply}, {shortened(text)!r} in line {line}, cannot be played: the match was "
                f"over, {_outcome(outcome)}."
            )
        case RecordContradicted(line, told, found):
            return (
                f"the result in line {line} contradicts the turns: it says {_outcome(told)}, and "
                f"after the turns it is {_outcome(found)}."
            )
    return None


def _outcome(outcome: Outcome | None) -> str:
    if outcome is None:
        return "a match that goes on"
    if result_of(outcome) is Result.NONE:
        return f"no result ({outcome.why.value})"
    who = "a draw" if outcome.winner is None else f"a win for {outcome.winner.name.lower()}"
    return f"{who} ({outcome.why.value})"


def shortened(text: str) -> str:
    """Bound what is shown of a text that could be of any length."""
    return text if len(text) <= LONGEST_SHOWN else text[: LONGEST_SHOWN - 1] + "…"


def fault_sentence(fault: Fault) -> str:
    """Say what is wrong with one setting."""
    match fault:
        case BadValue(name, None, wanted):
            return f"{name}: its value cannot be used; wanted is {wanted}."
        case BadValue(name, value, wanted):
            return f"{name} is {value!r}; wanted is {wanted}."
        case UnknownName(name, None):
            return f"{name} is no setting of this bot."
        case UnknownName(name, nearest):
            return f"{name} is no setting of this bot; did you mean {nearest}?"
        case UnreadableLine(file, line):
            return f"{file}, line {line}: wanted is NAME=value."
        case UnreadableFile(file, reason):
            return f"{file} cannot be read: {reason}."
        case _:
            assert_never(fault)


def _of_the_rules(refusal: Refusal) -> str | None:
    match refusal:
        case NotationError(text, at, expected):
            found = f"{text[at]!r}" if at < len(text) else "the end"
            return (
                f"{text!r} does not read: at character {at + 1} stands {found}, "
                f"expected was {expected}."
            )
        case IllegalPosition(text, reason):
            return f"the position {text!r} cannot stand: {reason}."
        case SquareTaken(square, piece):
            return (
                f"{name_of(square)} is taken: a {piece.kind.name.lower()} of "
                f"{piece.seat.name.lower()} stands there."
            )
        case NotInPool(kind, seat):
            return f"{seat.name.lower()} has no {kind.name.lower()} in hand."
        case NoSuchOption(chosen, options):
            return f"{_squares(chosen)} cannot leave; what can is {_options(options)}."
        case AmbiguousTurn(options):
            return f"the turn leaves a choice; name one of {_options(options)}."
        case RecallFirst(squares):
            return (
                "nothing is in hand, so a recall comes first, as in "
                f"'{name_of(squares[0])}>Cc3'; what can be recalled is "
                f"{_listed(tuple(map(name_of, squares)))}."
            )
        case NotRecallable(square, squares):
            able = _listed(tuple(map(name_of, squares))) or "nothing"
            return f"{name_of(square)} cannot be recalled before placing; what can is {able}."
        case NoSeamInHand():
            return "no seam piece can be laid: none was in hand when the turn began, or it wins."
        case NotAWin():
            return "the turn is marked as a win with '#' and wins nothing."
    return None


def _squares(squares: Squares) -> str:
    return "".join(map(name_of, squares))


def _options(options: tuple[Squares, ...]) -> str:
    return _listed(tuple(map(_squares, options))) or "nothing"


def _listed(words: tuple[str, ...]) -> str:
    return ", ".join(words)

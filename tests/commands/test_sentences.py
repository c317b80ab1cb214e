"""Every refusal that the command line can meet has its words."""

import importlib
import pkgutil
from pathlib import Path

import pytest

import bot
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
from bot.commands.sentences import sentence
from bot.config import BadSettings, BadValue, UnknownName, UnreadableFile, UnreadableLine
from bot.engine.puzzles import PuzzleUnreadable
from bot.errors import AddressTaken, DiscordUnreachable, Refusal, StartRefusal, TokenRefused
from bot.game import (
    AmbiguousTurn,
    GameRefusal,
    IllegalPosition,
    Kind,
    NoSeamInHand,
    NoSuchOption,
    NotationError,
    NotAWin,
    NotInPool,
    NotRecallable,
    Piece,
    RecallFirst,
    Seat,
    SquareTaken,
    square_named,
)
from bot.match.identity import Ply
from bot.match.outcome import Outcome, Why
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

A1, B1, C1, D1 = map(square_named, ("a1", "b1", "c1", "d1"))
FILE = Path("boop.sqlite3")

SAMPLES: dict[Refusal | StartRefusal, str] = {
    BadSettings(
        (
            BadValue("BOOP_TOKEN", None, "the token alone"),
            BadValue("BOOP_LOG_FORMAT", "xml", "one of 'text' or 'json'"),
            UnknownName("BOOP_TOKN", "BOOP_TOKEN"),
            UnknownName("BOOP_X", None),
            UnreadableLine(Path(".env"), 3),
            UnreadableFile(Path(".env"), "Permission denied"),
        )
    ): (
        "the settings are not right.\n"
        "  BOOP_TOKEN: its value cannot be used; wanted is the token alone.\n"
        "  BOOP_LOG_FORMAT is 'xml'; wanted is one of 'text' or 'json'.\n"
        "  BOOP_TOKN is no setting of this bot; did you mean BOOP_TOKEN?\n"
        "  BOOP_X is no setting of this bot.\n"
        "  .env, line 3: wanted is NAME=value.\n"
        "  .env cannot be read: Permission denied."
    ),
    NoToken(): (
        "the bot needs a token. Make an application at "
        "https://discord.com/developers/applications, copy the token from its page Bot, "
        "and put BOOP_TOKEN=… into the environment or a file .env here."
    ),
    TokenRefused(): (
        "Discord refuses the token in BOOP_TOKEN; copy it again, or make a new one with Reset "
        "Token, on the page Bot of your application at "
        "https://discord.com/developers/applications."
    ),
    DiscordUnreachable("no route to host"): "Discord cannot be reached: no route to host.",
    NoSuchContestant("level:9", 8): (
        "nobody called 'level:9' can play; there is level:1 to level:8, nodes:N, guess:N, greedy, "
        "or the command line of a program."
    ),
    PuzzleUnreadable(7, "Ka1 Kb1"): "line 7 of the puzzles, 'Ka1 Kb1', is no puzzle.",
    ContestantMissing("/no/engine", "No such file or directory"): (
        "/no/engine cannot be run: No such file or directory."
    ),
    NoSuchRuleset("chess", ("classic", "rows")): (
        "there is no ruleset 'chess'; there is classic, rows."
    ),
    NoSuchDepth("many", 12): "'many' is no depth; name a number of turns, 0 to 12.",
    FileUnreadable(
        Path("match.txt"), "Is a directory"
    ): "match.txt cannot be read: Is a directory.",
    FileTooLong(Path("-"), 1024): (
        "standard input is longer than 1024 bytes, so it is no record of a match."
    ),
    FileNotText(Path("match.txt"), 0): (
        "match.txt is no text in UTF-8: its byte 1 cannot be read."
    ),
    RecordUnreadable(3, 8, "x", "']'"): (
        "the record does not read: in line 3, at character 9 stands 'x', expected was ']'."
    ),
    RecordUnreadable(3, 8, "", "']'"): (
        "the record does not read: in line 3, at character 9 stands the end, expected was ']'."
    ),
    RulesetUnknown(5, "c" * 99, ("classic 1", "rows 1")): (
        f"line 5 names the ruleset '{'c' * 59}…', which this program does not know; it knows "
        "classic 1, rows 1."
    ),
    RecordTurnRefused(11, Ply(3), "Kc3", SquareTaken(A1, Piece(Seat.GRAY, Kind.CAT))): (
        "turn 3, 'Kc3' in line 11, is illegal: a1 is taken: a cat of gray stands there."
    ),
    RecordTurnTooMany(14, Ply(10), "Kb1", Outcome(Why.FIVEFOLD, None)): (
        "turn 10, 'Kb1' in line 14, cannot be played: the match was over, a draw (fivefold "
        "repetition)."
    ),
    RecordContradicted(7, Outcome(Why.LINE, Seat.ORANGE), None): (
        "the result in line 7 contradicts the turns: it says a win for orange (line), and after "
        "the turns it is a match that goes on."
    ),
    RecordContradicted(7, Outcome(Why.ABORTED, None), Outcome(Why.LINE, Seat.GRAY)): (
        "the result in line 7 contradicts the turns: it says no result (aborted), and after the "
        "turns it is a win for gray (line)."
    ),
    AddressTaken("127.0.0.1", 80, "Permission denied"): (
        "the bot cannot listen on 127.0.0.1, port 80: Permission denied."
    ),
    PortTaken(80, "Permission denied"): (
        "the playground cannot listen on port 80: Permission denied."
    ),
    ChildEnded(2): "the bot ended with status 2; see above for why.",
    ChildSilent(30.0, Path("control.json")): (
        "the bot did not get ready within 30 seconds: it has not written control.json."
    ),
    DatabaseVanished(FILE, Path("boop.sqlite3.made")): (
        "the database boop.sqlite3 was here and is gone, or is empty now. See whether its disk is "
        "there; `boop restore` puts a backup in its place, and deleting boop.sqlite3.made begins "
        "with an empty database."
    ),
    DatabaseUnwritable(FILE, "database or disk is full"): (
        "nothing can be written to the database boop.sqlite3: database or disk is full. See "
        "whether its disk is full or broken."
    ),
    DatabaseUnusable(FILE, "disk I/O error"): (
        "the database boop.sqlite3 cannot be used: disk I/O error."
    ),
    NotOurDatabase(FILE): ("boop.sqlite3 is not a database of this bot; name another file."),
    DatabaseMissing(FILE): "there is no database boop.sqlite3.",
    DatabaseDamaged(FILE, "row 3 missing from index turns"): (
        "the database boop.sqlite3 is damaged: row 3 missing from index turns. Restore a backup "
        "of it."
    ),
    FileThere(FILE): (
        "boop.sqlite3 is there already; give another name, or --overwrite to replace it."
    ),
    CopyFailed(FILE, "No space left on device"): (
        "the copy boop.sqlite3 cannot be made: No space left on device."
    ),
    DatabaseNewer(FILE, 4, 3): (
        "the database boop.sqlite3 was written by a newer version of the bot (schema 4, this one "
        "knows up to 3); install that version or a later one."
    ),
    RulesetNewer(FILE, "classic", 2): (
        "the database boop.sqlite3 holds matches of the ruleset classic in version 2, which this "
        "version of the bot does not know; install the one that wrote it or a later one."
    ),
    DatabaseInUse(FILE, "attic", 41, 0.0): (
        "the database boop.sqlite3 is in use by another bot, process 41 on attic; stop that one "
        "first, or set BOOP_DATABASE to another file."
    ),
    AnotherBotsDatabase(FILE, 7, 8): (
        "the database boop.sqlite3 belongs to the application 7, and this token is of the "
        "application 8; set BOOP_DATABASE to another file."
    ),
    NotationError("Kg1", 1, "a column from a to f"): (
        "'Kg1' does not read: at character 2 stands 'g', expected was a column from a to f."
    ),
    NotationError("K", 1, "a square"): (
        "'K' does not read: at character 2 stands the end, expected was a square."
    ),
    IllegalPosition("…", "orange has 9 pieces"): (
        "the position '…' cannot stand: orange has 9 pieces."
    ),
    SquareTaken(A1, Piece(Seat.GRAY, Kind.CAT)): "a1 is taken: a cat of gray stands there.",
    NotInPool(Kind.CAT, Seat.ORANGE): "orange has no cat in hand.",
    NoSuchOption((A1,), ()): "a1 cannot leave; what can is nothing.",
    AmbiguousTurn(((A1, B1, C1), (B1, C1, D1))): (
        "the turn leaves a choice; name one of a1b1c1, b1c1d1."
    ),
    RecallFirst((A1, B1)): (
        "nothing is in hand, so a recall comes first, as in 'a1>Cc3'; what can be recalled is "
        "a1, b1."
    ),
    NotRecallable(A1, ()): "a1 cannot be recalled before placing; what can is nothing.",
    NoSeamInHand(): "no seam piece can be laid: none was in hand when the turn began, or it wins.",
    NotAWin(): "the turn is marked as a win with '#' and wins nothing.",
}


def _leaves(base: type[Exception]) -> set[type[Exception]]:
    found: set[type[Exception]] = set()
    for kind in base.__subclasses__():
        found |= _leaves(kind) or {kind}
    return found


def test_every_refusal_has_a_sample_here() -> None:
    for module in pkgutil.walk_packages(bot.__path__, "bot."):
        if module.name.endswith(".errors"):
            importlib.import_module(module.name)
    importlib.import_module("bot.app")
    refusals = {
        kind
        for kind in _leaves(StartRefusal) | _leaves(GameRefusal)
        if kind.__module__.startswith("bot.")
    }
    assert {type(sample) for sample in SAMPLES} == refusals


@pytest.mark.parametrize("refusal", SAMPLES, ids=lambda refusal: type(refusal).__name__)
def test_a_refusal_has_its_sentence(refusal: Refusal | StartRefusal) -> None:
    assert sentence(refusal) == SAMPLES[refusal]


def test_a_refusal_without_words_is_a_fault_of_ours() -> None:
    with pytest.raises(LookupError, match="no sentence for Refusal"):
        sentence(Refusal())
    with pytest.raises(LookupError, match="no sentence for StartRefusal"):
        sentence(StartRefusal())

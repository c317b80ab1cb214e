"""Every refusal of the command line has a sentence."""

import importlib
import pkgutil
from collections.abc import Iterator
from pathlib import Path

import pytest

import bot
from bot.address import ServerAddress
from bot.cli.errors import (
    ChildEnded,
    ChildSilent,
    ConnectionRefused,
    ContestantMissing,
    FileNotText,
    FileTooLong,
    FileUnreadable,
    NoNetwork,
    NoPostgresql,
    NoSuchContestant,
    NoSuchDepth,
    NoSuchFolder,
    NoSuchRuleset,
    NoSuchShard,
    NothingToScaleBy,
    NoToken,
    NotOurFile,
    OtherLearning,
    PortTaken,
    TooFewShards,
)
from bot.cli.sentences import sentence
from bot.config import BadSettings, BadValue, UnknownName, UnreadableFile, UnreadableLine
from bot.db.errors import (
    AnotherBotsDatabase,
    CopyFailed,
    DatabaseDamaged,
    DatabaseInUse,
    DatabaseItself,
    DatabaseMissing,
    DatabaseNewer,
    DatabaseNotEmpty,
    DatabaseUnusable,
    DatabaseUnwritable,
    DatabaseVanished,
    DriverMissing,
    FileThere,
    LogVanished,
    MoveFailed,
    NotInFile,
    NotOurDatabase,
    OlderProcesses,
    RulesetNewer,
    SchemaDiffers,
    SchemaForeign,
)
from bot.engine.puzzles import PuzzleUnreadable
from bot.errors import AddressTaken, DiscordUnreachable, StartRefusal, TokenRefused, UserFacingError
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
from bot.match.identity import Ply, Seconds
from bot.match.match import EndReason, Outcome
from bot.match.record_reader import (
    RecordContradicted,
    RecordTurnRefused,
    RecordTurnTooMany,
    RecordUnreadable,
    RulesetUnknown,
)
from bot.text import N_, PSEUDO, Message, speaking
from tests.kit.pseudo import untranslated

A1, B1, C1, D1 = map(square_named, ("a1", "b1", "c1", "d1"))
FILE = Path("boop.sqlite3")
SERVER = ServerAddress("postgresql://boop:secret@db.example/boop?sslmode=require")

SAMPLES: dict[UserFacingError | StartRefusal, str] = {
    BadSettings(
        (
            BadValue("BOOP_TOKEN", None, Message("the token alone")),
            BadValue("BOOP_LOG_FORMAT", "xml", Message("one of 'text' or 'json'")),
            UnknownName("BOOP_TOKN", "BOOP_TOKEN"),
            UnknownName("BOOP_X", None),
            UnreadableLine(Path(".env"), 3),
            UnreadableFile(Path(".env"), "Permission denied"),
        )
    ): (
        "The settings are wrong:\n"
        "  BOOP_TOKEN can't be used; it must be the token alone.\n"
        "  BOOP_LOG_FORMAT is 'xml'; it must be one of 'text' or 'json'.\n"
        "  BOOP_TOKN isn't a setting of this bot. Did you mean BOOP_TOKEN?\n"
        "  BOOP_X isn't a setting of this bot.\n"
        "  .env, line 3: this must be `NAME=value`.\n"
        "  Can't read .env: Permission denied."
    ),
    NoPostgresql("it isn't installed"): (
        "Several processes need PostgreSQL: it isn't installed. Leave `--processes` out to play "
        "with one."
    ),
    ConnectionRefused(4014): (
        "Discord has closed the connection for good: this bot may not have the intents that the "
        "program asks for (code 4014). Starting again doesn't help. Update this program, or report "
        "it if it's up to date."
    ),
    NoSuchShard(): (
        "Discord knows no such shard of this bot (code 4010). Leave BOOP_SHARDS out. If several "
        "processes share the shards, stop all of them, and start them again with the same "
        "BOOP_SHARDS, or all without."
    ),
    ConnectionRefused(4013): (
        "Discord has closed the connection for good: it doesn't know the intents that the program "
        "asks for (code 4013). Starting again doesn't help. Update this program, or report it if "
        "it's up to date."
    ),
    TooFewShards(): (
        "Discord wants more shards for this bot. Raise BOOP_SHARDS, or leave it out. If several "
        "processes share the shards, stop all of them before you start them again."
    ),
    NoNetwork(): (
        "This machine has no address on a local network. Name one, as in "
        "`--network 192.168.1.5`, or leave `--network` out."
    ),
    NoToken(): (
        "The bot needs a token. Create an application at "
        "https://discord.com/developers/applications, copy the token from its page Bot, and set "
        "BOOP_TOKEN in the environment or in a file .env in this folder."
    ),
    TokenRefused(): (
        "Discord refuses the token in BOOP_TOKEN. Copy it again, or make a new one with Reset "
        "Token, on the page Bot of your application at "
        "https://discord.com/developers/applications."
    ),
    DiscordUnreachable("no route to host"): ("Can't reach Discord: no route to host."),
    NoSuchContestant("level:9", 8): (
        "There is no contestant 'level:9'. Use level:1 to level:8, nodes:N, guess:N, greedy, or "
        "the command line of a program."
    ),
    PuzzleUnreadable(7, "Ka1 Kb1"): ("Line 7 of the puzzles isn't a puzzle: 'Ka1 Kb1'."),
    ContestantMissing("/no/engine", "No such file or directory"): (
        "Can't run /no/engine: No such file or directory."
    ),
    NoSuchRuleset("chess", ("classic", "rows")): (
        "There is no ruleset 'chess'. Choose classic or rows."
    ),
    NoSuchDepth("many", 12): ("'many' isn't a depth. Give a number of turns from 0 to 12."),
    FileUnreadable(Path("match.txt"), "Is a directory"): ("Can't read match.txt: Is a directory."),
    FileTooLong(Path("-"), 1024): (
        "standard input is too long for the record of a match: it has more than 1024 bytes."
    ),
    NotOurFile(Path("kept.json"), "boop learn"): (
        "kept.json isn't a file that `boop learn` wrote. Name another one."
    ),
    NoSuchFolder(Path("nowhere/nets.json")): (
        "nowhere/nets.json can't be written, as its folder doesn't exist."
    ),
    OtherLearning(Path("state")): (
        "state keeps what another `boop learn` has played and learned, with another seed, other "
        "numbers, other positions or another version. Name another folder."
    ),
    NothingToScaleBy("junior"): (
        "Its matches don't say by what to multiply the scores of the net of junior. Play more of "
        "them."
    ),
    FileNotText(Path("match.txt"), 0): ("Can't read match.txt as UTF-8 text: byte 1 is invalid."),
    RecordUnreadable(3, 8, "x", N_("']'")): (
        "Can't read the record: line 3, character 9 should be ']', not 'x'."
    ),
    RecordUnreadable(3, 8, "", N_("']'")): ("Can't read the record: line 3 ends before ']'."),
    RulesetUnknown(5, "c" * 99, ("classic 1", "rows 1")): (
        f"Line 5 names the ruleset '{'c' * 59}…', which this program doesn't know. It knows "
        "classic 1 and rows 1."
    ),
    RecordTurnRefused(11, Ply(3), "Kc3", SquareTaken(A1, Piece(Seat.GRAY, Kind.CAT))): (
        "Turn 3, 'Kc3' in line 11, is illegal. a1 is taken by the gray cat. Choose an empty square."
    ),
    RecordTurnTooMany(14, Ply(10), "Kb1", Outcome(EndReason.FIVEFOLD, None)): (
        "Turn 10, 'Kb1' in line 14, can't be played. Before it the match was over: a draw "
        "(the position occurred five times)."
    ),
    RecordContradicted(7, Outcome(EndReason.LINE, Seat.ORANGE), None): (
        "The result in line 7 contradicts the turns. It says: a win for orange (a line). After the "
        "turns it is: a match that isn't over."
    ),
    RecordContradicted(7, Outcome(EndReason.ABORTED, None), Outcome(EndReason.LINE, Seat.GRAY)): (
        "The result in line 7 contradicts the turns. It says: no result (a first turn "
        "was never played). After the turns it is: a win for gray (a line)."
    ),
    AddressTaken("127.0.0.1", 80, "Permission denied"): (
        "Can't listen on 127.0.0.1, port 80: Permission denied."
    ),
    PortTaken("127.0.0.1", 80, "Permission denied"): (
        "The playground can't listen on port 80 of 127.0.0.1: Permission denied."
    ),
    ChildEnded(2): ("The bot exited with status 2; see above for the reason."),
    ChildSilent(Seconds(30.0), Path("control.json")): (
        "The bot wasn't ready within 30 seconds: it hasn't written control.json."
    ),
    DatabaseVanished(FILE, Path("boop.sqlite3.made")): (
        "The database boop.sqlite3 was here and is gone, or is empty now. Check that its disk is "
        "there. `boop restore` puts a backup in its place; deleting boop.sqlite3.made begins "
        "with an empty database."
    ),
    LogVanished(FILE, Path("boop.sqlite3-wal"), Path("boop.sqlite3.made")): (
        "The log boop.sqlite3-wal is gone, and with it what was stored last in the database "
        "boop.sqlite3. Put it back, or put a backup in place with `boop restore`; deleting "
        "boop.sqlite3.made goes on with what is left."
    ),
    LogVanished(FILE, Path("boop.sqlite3-wal"), None): (
        "The log boop.sqlite3-wal is gone, and nothing is left in the database boop.sqlite3. Put "
        "it back, or put a backup in place with `boop restore`; deleting boop.sqlite3 begins with "
        "an empty database."
    ),
    DatabaseItself(Path("boop.sqlite3-wal"), FILE): (
        "boop.sqlite3-wal is a file of the database boop.sqlite3 itself. Name another one."
    ),
    SchemaForeign(FILE, "trigger boom"): (
        "boop.sqlite3 holds the trigger boom, which this bot didn't make. Delete it there, or "
        "restore another backup."
    ),
    DatabaseUnwritable(FILE, "database or disk is full"): (
        "Can't write to the database boop.sqlite3: database or disk is full. Check whether its "
        "disk is full or broken."
    ),
    DatabaseUnwritable(SERVER, "connection refused"): (
        "Can't reach the database postgresql://boop@db.example/boop: connection refused. Check "
        "whether its server runs."
    ),
    DatabaseUnusable(FILE, "disk I/O error"): (
        "Can't use the database boop.sqlite3: disk I/O error."
    ),
    NotOurDatabase(FILE): ("boop.sqlite3 isn't a database of this bot. Name another one."),
    DriverMissing(SERVER): (
        "Can't use the database postgresql://boop@db.example/boop: install `boop-bot[postgres]`, "
        "which has a driver."
    ),
    NotInFile(SERVER): (
        "The database postgresql://boop@db.example/boop is on a PostgreSQL server. Back it up and "
        "restore it with pg_dump and pg_restore."
    ),
    DatabaseMissing(FILE): ("There is no database boop.sqlite3."),
    DatabaseDamaged(FILE, "row 3 missing from index turns"): (
        "The database boop.sqlite3 is damaged: row 3 missing from index turns. Restore a backup "
        "of it."
    ),
    FileThere(FILE): (
        "boop.sqlite3 already exists. Give another name, or --overwrite to replace it."
    ),
    CopyFailed(FILE, "No space left on device"): (
        "Can't make the copy boop.sqlite3: No space left on device."
    ),
    DatabaseNotEmpty(FILE): (
        "The database boop.sqlite3 isn't empty. Name a file that doesn't exist yet, or an empty "
        "database on a server."
    ),
    MoveFailed(FILE, "turns: no room"): (
        "Can't move the database to boop.sqlite3: turns: no room. Nothing was moved."
    ),
    DatabaseNewer(FILE, 4, 3): (
        "The database boop.sqlite3 was written by a newer version of the bot (schema 4; this one "
        "knows up to 3). Install that version or a later one."
    ),
    SchemaDiffers(FILE, "1 (no digest; the table turns is different)", "1 (b7671baf94dd)"): (
        "The database boop.sqlite3 has schema 1 (no digest; the table turns is different); this "
        "version of the bot needs schema 1 (b7671baf94dd). Start the version of the bot that made "
        "it, or set BOOP_DATABASE to another database."
    ),
    RulesetNewer(FILE, "classic", 2): (
        "The database boop.sqlite3 has matches of the ruleset classic, version 2, which this "
        "version of the bot doesn't know. Install the version that wrote it or a later one."
    ),
    DatabaseInUse(FILE, "attic", 41, 0.0): (
        "Another bot is using the database boop.sqlite3: process 41 on attic. Stop it first, or "
        "set BOOP_DATABASE to another database."
    ),
    OlderProcesses(FILE, "attic", 41): (
        "Processes of an older version still use the database boop.sqlite3, such as process 41 on "
        "attic. Stop them all first, then start this version."
    ),
    AnotherBotsDatabase(FILE, 7, 8): (
        "The database boop.sqlite3 belongs to the application 7, and this token to the "
        "application 8. Set BOOP_DATABASE to another database."
    ),
    NotationError("Kg1", 1, N_("a column from a to f")): (
        "I can't read 'Kg1': at character 2 there should be a column from a to f."
    ),
    NotationError("K", 1, N_("a square")): (
        "I can't read 'K': at character 2 there should be a square."
    ),
    IllegalPosition("…", N_("orange has 9 pieces")): (
        "There is no such position as '…': orange has 9 pieces."
    ),
    SquareTaken(A1, Piece(Seat.GRAY, Kind.CAT)): (
        "a1 is taken by the gray cat. Choose an empty square."
    ),
    NotInPool(Kind.CAT, Seat.ORANGE): ("There is no cat in orange's hand. Place a kitten instead."),
    NoSuchOption((A1,), ()): ("Nothing leaves the bed after this placement. Leave out a1."),
    AmbiguousTurn(((A1, B1, C1), (B1, C1, D1))): (
        "This placement leaves a choice. Say what leaves the bed: a1b1c1 or b1c1d1."
    ),
    RecallFirst((A1, B1)): (
        "Nothing is left in hand, so recall a piece first: a1 or b1. Such a turn is written "
        "'a1>Kc3'."
    ),
    NotRecallable(A1, ()): ("No recall is needed now. Leave out a1."),
    NoSeamInHand(): (
        "You can't lay a seam piece in this turn: none was in hand when it began, or the turn "
        "wins. Leave out the `~…`."
    ),
    NotAWin(): ("The `#` says that this turn wins, but it doesn't. Leave out the `#`."),
}


def _leaves(base: type[Exception]) -> set[type[Exception]]:
    found: set[type[Exception]] = set()
    for kind in base.__subclasses__():
        found |= _leaves(kind) or {kind}
    return found


def test_every_refusal_has_a_sample_in_this_module() -> None:
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


def texts_by_others(facts: object) -> Iterator[str]:
    """Yield the untranslated texts among the facts: messages of the system, and names."""
    if isinstance(facts, str | Path | ServerAddress):
        yield str(facts)
    elif isinstance(facts, Outcome):
        yield facts.why.value
    elif isinstance(facts, tuple):
        for each in facts:
            yield from texts_by_others(each)
    elif not isinstance(facts, Message) and hasattr(facts, "__match_args__"):
        for name in facts.__match_args__:
            yield from texts_by_others(getattr(facts, name))


@pytest.mark.parametrize("refusal", SAMPLES, ids=lambda refusal: type(refusal).__name__)
def test_a_refusal_has_its_sentence_and_is_translated_completely(
    refusal: UserFacingError | StartRefusal,
) -> None:
    assert sentence(refusal) == SAMPLES[refusal]
    with speaking(PSEUDO):
        words = sentence(refusal)
    for text in sorted(texts_by_others(refusal), key=len, reverse=True):
        words = words.replace(text, "") if text else words
    assert untranslated(words) == []

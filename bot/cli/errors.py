"""Refusals of the command line, except those of the settings, the database or the game."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from bot.errors import StartRefusal
from bot.match.identity import Seconds
from bot.text import N_, AnyOf, Detail, Message, Typed


class NoToken(StartRefusal):
    """The bot was started without a token."""

    message = N_(
        "The bot needs a token. Create an application at "
        "https://discord.com/developers/applications, copy the token from its page Bot, and set "
        "BOOP_TOKEN in the environment or in a file .env in this folder."
    )


class TooFewShards(StartRefusal):
    """Discord requires more shards, because the bot is in more servers than before."""

    message = N_(
        "Discord wants more shards for this bot. Raise BOOP_SHARDS, or leave it out. If several "
        "processes share the shards, stop all of them before you start them again."
    )


class NoSuchShard(StartRefusal):
    """Discord knows no shard of that number; processes may disagree on how many there are."""

    message = N_(
        "Discord knows no such shard of this bot (code 4010). Leave BOOP_SHARDS out. If several "
        "processes share the shards, stop all of them, and start them again with the same "
        "BOOP_SHARDS, or all without."
    )


@dataclass(eq=False, slots=True)
class ConnectionRefused(StartRefusal):
    """Discord has closed the gateway's connection for good; `code` is its number for the reason."""

    message = N_(
        "Discord has closed the connection for good: {reason} (code {code}). Starting again "
        "doesn't help. Update this program, or report it if it's up to date."
    )
    reasons: ClassVar[Mapping[int, Message]] = {
        4012: N_("it no longer serves this version of its API"),
        4013: N_("it doesn't know the intents that the program asks for"),
        4014: N_("this bot may not have the intents that the program asks for"),
    }
    unknown: ClassVar[Message] = N_("it gives no reason")

    code: int

    @property
    def reason(self) -> Message:
        """The meaning of the code."""
        return self.reasons.get(self.code, self.unknown)


@dataclass(eq=False, slots=True)
class NoSuchRuleset(StartRefusal):
    """An unknown ruleset; `known` are the names of the known ones."""

    message = N_("There is no ruleset {name}. Choose {known}.")

    name: Typed
    known: AnyOf[Detail]


@dataclass(eq=False, slots=True)
class NoSuchDepth(StartRefusal):
    """The number of turns to count is not from 0 to `most`."""

    message = N_("{text} isn't a depth. Give a number of turns from 0 to {most}.")

    text: Typed
    most: int


@dataclass(eq=False, slots=True)
class PortTaken(StartRefusal):
    """The playground could not listen on a port of this machine."""

    message = N_("The playground can't listen on port {port} of {address}: {reason}.")

    address: Detail
    port: int
    reason: Detail


class NoNetwork(StartRefusal):
    """The playground was to listen on the local network, but this machine is in none."""

    message = N_(
        "This machine has no address on a local network. Name one, as in "
        "`--network 192.168.1.5`, or leave `--network` out."
    )


@dataclass(eq=False, slots=True)
class NoPostgresql(StartRefusal):
    """The playground was to run several processes, which need a PostgreSQL server."""

    message = N_(
        "Several processes need PostgreSQL: {reason}. Leave `--processes` out to play with one."
    )

    reason: Detail


@dataclass(eq=False, slots=True)
class ChildEnded(StartRefusal):
    """The bot that the playground started has ended; it printed the reason."""

    message = N_("The bot exited with status {status}; see above for the reason.")

    status: int


@dataclass(eq=False, slots=True)
class ChildSilent(StartRefusal):
    """The bot that the playground started runs but did not become ready in time."""

    message = N_("The bot wasn't ready within {seconds}: it hasn't written {control}.")

    seconds: Seconds
    control: Path


@dataclass(eq=False, slots=True)
class FileUnreadable(StartRefusal):
    """A file cannot be read; `reason` is the system's message."""

    message = N_("Can't read {path}: {reason}.")

    path: Path
    reason: Detail


@dataclass(eq=False, slots=True)
class FileTooLong(StartRefusal):
    """A file is larger than `most` bytes, the most that is read."""

    message = N_("{path} is too long for the record of a match: it has more than {most} bytes.")

    path: Path
    most: int


@dataclass(eq=False, slots=True)
class FileNotText(StartRefusal):
    """A file is not UTF-8 text; `at` is its first byte that cannot be decoded."""

    message = N_("Can't read {path} as UTF-8 text: byte {place} is invalid.")

    path: Path
    at: int

    @property
    def place(self) -> int:
        """The byte that can't be decoded, counted from 1."""
        return self.at + 1


@dataclass(eq=False, slots=True)
class NotOurFile(StartRefusal):
    """The file that a command was to extend does not have that command's format."""

    message = N_("{path} isn't a file that `{command}` wrote. Name another one.")

    path: Path
    command: Detail


@dataclass(eq=False, slots=True)
class NoSuchFolder(StartRefusal):
    """The folder of a file that a command is to write does not exist."""

    message = N_("{path} can't be written, as its folder doesn't exist.")

    path: Path


@dataclass(eq=False, slots=True)
class OtherLearning(StartRefusal):
    """A folder holds the matches and results of a different learning run."""

    message = N_(
        "{folder} keeps what another `boop learn` has played and learned, with another seed, other "
        "numbers, other positions or another version. Name another folder."
    )

    folder: Path


@dataclass(eq=False, slots=True)
class NothingToScaleBy(StartRefusal):
    """A net's matches do not determine the factor for its scores."""

    message = N_(
        "Its matches don't say by what to multiply the scores of the net of {ruleset}. Play more "
        "of them."
    )

    ruleset: Detail


@dataclass(eq=False, slots=True)
class NoSuchContestant(StartRefusal):
    """The arena has no contestant of that name; the levels go from 1 to `levels`."""

    message = N_(
        "There is no contestant {name}. Use level:1 to level:{levels}, nodes:N, guess:N, greedy, "
        "or the command line of a program."
    )

    name: Typed
    levels: int


@dataclass(eq=False, slots=True)
class ContestantMissing(StartRefusal):
    """A program of the arena cannot be run; `reason` is the system's message."""

    message = N_("Can't run {program}: {reason}.")

    program: Detail
    reason: Detail

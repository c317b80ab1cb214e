"""The lines of commands in `/help`, which the commands themselves declare.

A command declares its line with `extras=in_help(…)`, and a group with `group_extras`. A command
that is not in `/help` declares the reason with `extras=not_in_help(…)`.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final

from discord import app_commands

from bot.text import N_, Message
from cogs.wording.translating import command_part

AnyCommand = app_commands.Command[Any, ..., Any] | app_commands.Group

_HELP: Final = "help"
"""The key of the declaration in the extras of a command."""


class Topic(Enum):
    """The topics of commands, in the order of `/help`."""

    PLAY = N_("Play")
    MATCHES = N_("Your matches")
    LEARN = N_("Learn")
    SERVER = N_("Server")


class Omission(Enum):
    """The reason why a command is not in `/help`."""

    IS_HELP = "help"
    IN_ANOTHERS_ANSWER = "answer"
    """The answer to another command names it."""


@dataclass(frozen=True, slots=True)
class HelpLine:
    """The line of a command in `/help`."""

    topic: Topic
    place: int
    """The position of the line in its topic: the lowest comes first."""
    about: Message
    begin_with: str | None = None
    """The command of a group to name, if the group's name would not say where to begin."""


@dataclass(frozen=True, slots=True)
class ListedCommand:
    """A command in the list of `/help`."""

    name: str
    """The full name in English, without the slash."""
    line: HelpLine
    is_everywhere: bool
    """Whether the command also works in direct messages."""

    @property
    def called(self) -> str:
        """The name as users type it in the current language."""
        return f"`/{' '.join(map(command_part, self.name.split()))}`"


def in_help(
    topic: Topic, place: int, about: Message, begin_with: str | None = None
) -> dict[Any, Any]:
    """Return the extras of a command that is in `/help`."""
    return {_HELP: HelpLine(topic, place, about, begin_with)}


def not_in_help(why: Omission) -> dict[Any, Any]:
    """Return the extras of a command that is not in `/help`."""
    return {_HELP: why}


def declared_by(command: AnyCommand) -> HelpLine | Omission | None:
    """Return what a command declares for `/help`; None if it declares nothing."""
    line: HelpLine | Omission | None = command.extras.get(_HELP)
    return line


def listed(commands: Iterable[AnyCommand]) -> Mapping[Topic, list[ListedCommand]]:
    """Return the commands of each topic, in order."""
    lines: dict[Topic, list[ListedCommand]] = {topic: [] for topic in Topic}
    for command in commands:
        line = declared_by(command)
        if isinstance(line, HelpLine):
            contexts = (command.root_parent or command).allowed_contexts
            is_everywhere = contexts is None or contexts.dm_channel
            names = filter(None, (command.qualified_name, line.begin_with))
            lines[line.topic].append(ListedCommand(" ".join(names), line, is_everywhere))
    for each in lines.values():
        each.sort(key=lambda command: command.line.place)
    return lines

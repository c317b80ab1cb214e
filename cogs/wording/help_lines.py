"""The line of a command in `/help`, which is declared with the command.

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
"""The key in the extras of a command."""


class Topic(Enum):
    """What commands are for. `/help` shows the topics in this order."""

    PLAY = N_("Play")
    MATCHES = N_("Your matches")
    LEARN = N_("Learn")
    SERVER = N_("Server")


class Omission(Enum):
    """Why a command is not in `/help`."""

    IS_HELP = "help"
    IN_ANOTHERS_ANSWER = "answer"
    """The answer to another command names it."""


@dataclass(frozen=True, slots=True)
class HelpLine:
    """The line of a command in `/help`."""

    topic: Topic
    place: int
    """Where it stands in its topic: the lowest is first."""
    about: Message
    begin_with: str | None = None
    """Which command of a group is named, if the group alone would not say where to begin."""


@dataclass(frozen=True, slots=True)
class ListedCommand:
    """A command as it is listed."""

    name: str
    """In English, without the slash."""
    line: HelpLine
    is_everywhere: bool
    """Whether it can be used in direct messages too."""

    @property
    def called(self) -> str:
        """Return the name as it is typed in the current language."""
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

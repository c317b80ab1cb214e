"""The commands in `/help`, read from where they are declared."""

import re
from collections.abc import Iterable, Iterator
from typing import Any

import discord
from discord import app_commands

from bot.text import N_
from cogs.help.views import HelpPlace, commands_view
from cogs.wording.help_lines import (
    AnyCommand,
    HelpLine,
    Omission,
    Topic,
    declared_by,
    in_help,
    not_in_help,
)
from cogs.wording.rulesets import USUAL_RULESET
from tests.cogs.texts import texts_of
from tests.kit.slash_commands import declared_commands
from tests.kit.tables import Table


def missing_from_help(commands: Iterable[AnyCommand]) -> list[str]:
    """Return the commands that are not in the help and don't say why not.

    The line of a group stands for all of its commands.
    """
    return [
        each.qualified_name
        for each in commands
        if isinstance(each, app_commands.Command)
        and declared_by(each) is None
        and not any(map(declared_by, parents(each)))
    ]


def parents(command: AnyCommand) -> Iterator[app_commands.Group]:
    if command.parent is not None:
        yield command.parent
        yield from parents(command.parent)


async def test_every_command_is_in_the_help_or_declares_why_not(table: Table) -> None:
    tree = list(table.bot.tree.walk_commands())
    assert missing_from_help(tree) == []
    unlisted = [each.name for each in tree if isinstance(declared_by(each), Omission)]
    assert sorted(unlisted) == ["help", "unblock"]
    names = {each.qualified_name for each in tree}
    assert {each.qualified_name for each in declared_commands()} == names


def test_no_two_lines_of_a_topic_have_the_same_place() -> None:
    lines = [
        line for each in declared_commands() if isinstance(line := declared_by(each), HelpLine)
    ]
    assert len({(line.topic, line.place) for line in lines}) == len(lines)


def test_the_help_line_of_a_group_names_one_of_its_commands() -> None:
    for each in declared_commands():
        line = declared_by(each)
        if isinstance(line, HelpLine) and line.begin_with is not None:
            assert isinstance(each, app_commands.Group)
            assert each.get_command(line.begin_with) is not None, each.name


def help_lines(commands: Iterable[AnyCommand], where: HelpPlace) -> list[str]:
    """Return the headings, each with the commands below it as they are typed."""
    text = "\n".join(texts_of(commands_view(commands, USUAL_RULESET, where)))
    return re.findall(r"^(?:### .+|`/[^`]+`)", text, re.M)


def command_tree() -> Iterator[AnyCommand]:
    """Yield a few commands, declared in no particular order."""

    @app_commands.command(name="second", extras=in_help(Topic.LEARN, 20, N_("list all of them")))
    async def second(interaction: discord.Interaction[Any]) -> None:
        """Be second."""

    @app_commands.command(name="first", extras=in_help(Topic.LEARN, 10, N_("list all of them")))
    @app_commands.allowed_contexts(guilds=True, dms=False)
    async def first(interaction: discord.Interaction[Any]) -> None:
        """Be first, in a server."""

    @app_commands.command(name="hidden", extras=not_in_help(Omission.IN_ANOTHERS_ANSWER))
    async def hidden(interaction: discord.Interaction[Any]) -> None:
        """Be elsewhere."""

    @app_commands.command(name="forgotten")
    async def forgotten(interaction: discord.Interaction[Any]) -> None:
        """Be nowhere."""

    group = app_commands.Group(
        name="band",
        description="A band.",
        allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=False),
        extras=in_help(Topic.PLAY, 10, N_("list all of them"), "play"),
    )

    @group.command(name="play")
    async def play(interaction: discord.Interaction[Any]) -> None:
        """Play."""

    yield from (second, first, hidden, forgotten, group)
    yield from group.walk_commands()


def test_lines_are_shown_by_topic_and_place_where_their_commands_work() -> None:
    in_server = ["### Play", "`/band play`", "### Learn", "`/first`", "`/second`"]
    assert help_lines(command_tree(), HelpPlace.SERVER) == in_server
    assert help_lines(command_tree(), HelpPlace.DIRECT) == ["### Learn", "`/second`"]


def test_a_command_without_a_help_line_is_reported() -> None:
    assert missing_from_help(command_tree()) == ["forgotten"]

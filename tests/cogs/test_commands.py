"""The commands of every cog as they are sent to Discord."""

import ast
import re
from pathlib import Path
from typing import Any

import discord
import pytest
from discord import app_commands
from discord.ext import commands

import cogs
from bot.app import BoopBot
from bot.match.terms import LONGEST_NOTE
from bot.text.extracting import ROOT, command_texts
from tests.kit.tables import Table

NAME = re.compile(r"[-_a-z0-9]{1,32}")


def registered_commands(bot: BoopBot) -> list[app_commands.Command[commands.Cog, ..., None]]:
    """Return the slash commands that the running bot sent to Discord."""
    return [each for each in bot.tree.walk_commands() if isinstance(each, app_commands.Command)]


async def test_the_bot_has_these_commands(table: Table) -> None:
    assert sorted(command.qualified_name for command in registered_commands(table.bot)) == [
        "analyse",
        "block",
        "board",
        "challenge",
        "challenges",
        "export",
        "games",
        "help",
        "hint",
        "history",
        "ladder challenge",
        "ladder create",
        "ladder join",
        "ladder leave",
        "ladder manage",
        "ladder rest",
        "ladder show",
        "leaderboard export",
        "leaderboard show",
        "learn",
        "match",
        "moderate ban",
        "moderate bans",
        "moderate end",
        "moderate log",
        "moderate note",
        "moderate unban",
        "moderate void",
        "next",
        "place",
        "plan",
        "practice",
        "preferences",
        "privacy",
        "profile",
        "puzzle practice",
        "puzzle streak",
        "puzzle today",
        "replay",
        "resign",
        "rules",
        "season",
        "settings check",
        "settings log",
        "settings show",
        "tournament create",
        "tournament enter",
        "tournament export",
        "tournament leave",
        "tournament list",
        "tournament manage",
        "tournament show",
        "unblock",
        "vacation",
        "watch",
    ]
    menus = [
        each
        for kind in (discord.AppCommandType.user, discord.AppCommandType.message)
        for each in table.bot.tree.get_commands(type=kind)
    ]
    assert sorted((menu.name, menu.type.name) for menu in menus) == [
        ("Block in boop", "user"),
        ("Challenge to boop", "user"),
        ("Remove boop note", "message"),
    ]


async def test_commands_and_their_options_are_named_and_described(table: Table) -> None:
    for command in registered_commands(table.bot):
        assert NAME.fullmatch(command.name)
        assert _is_description(command.description), command.name
        assert len(command.parameters) <= 25
        for option in command.parameters:
            assert NAME.fullmatch(option.name)
            assert _is_description(str(option.description)), f"/{command.name} {option.name}"
            assert len(option.choices) <= 25


IN_SERVERS_ALONE = {
    "Block in boop",
    "Challenge to boop",
    "Remove boop note",
    "challenge",
    "challenges",
    "history",
    "ladder",
    "leaderboard",
    "moderate",
    "profile",
    "season",
    "settings",
    "tournament",
    "vacation",
}


async def test_commands_are_for_servers_in_which_the_bot_is_and_for_direct_messages_with_it(
    table: Table,
) -> None:
    for command in table.bot.tree.get_commands():
        described = command.to_dict(table.bot.tree)
        where = [0] if command.name in IN_SERVERS_ALONE else [0, 1]
        assert described["contexts"] == where, command.name
        assert described["integration_types"] == [0], command.name


async def test_place_and_challenge_offer_the_choices_of_the_game(table: Table) -> None:
    commands_by_name = {
        command.qualified_name: command for command in registered_commands(table.bot)
    }
    place = {option.name: option for option in commands_by_name["place"].parameters}
    assert [choice.name for choice in place["piece"].choices] == ["kitten", "cat"]
    assert [option.required for option in place.values()] == [True, False, False]
    options = {option.name: option for option in commands_by_name["challenge"].parameters}
    assert [choice.name for choice in options["first"].choices] == [
        *("me", "them", "random"),
        "each once: two matches",
    ]
    assert not any(option.required for option in options.values())


@pytest.mark.long
async def test_commands_are_synced_only_when_they_changed(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    requests: list[str] = []
    send = table.bot.http.request

    async def count_request(route: discord.http.Route, **rest: Any) -> Any:
        requests.append(f"{route.method} {route.path}")
        return await send(route, **rest)

    monkeypatch.setattr(table.bot.http, "request", count_request)
    await table.bot.command_sync.sync_if_changed()
    assert requests == []
    table.bot.tree.remove_command("rules")
    await table.bot.command_sync.sync_if_changed()
    await table.bot.command_sync.sync_if_changed()
    commands = "/applications/{application_id}/commands"
    assert requests == [f"GET {commands}", f"PUT {commands}"]


def _is_description(text: str) -> bool:
    return 3 < len(text) <= 100 and text != "…"


@pytest.mark.long
async def test_names_and_descriptions_of_commands_are_extracted_for_translators(
    table: Table,
) -> None:
    sources = [path.read_text(encoding="utf-8") for path in (ROOT / "cogs").rglob("*.py")]
    extracted = {text for source in sources for _, text in command_texts(source)}
    extracted |= {
        str(node.args[0].value)
        for source in sources
        if "locale_str" in source
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "locale_str"
        and isinstance(node.args[0], ast.Constant)
    }
    assert f"up to {LONGEST_NOTE} characters" in " ".join(map(str, extracted))
    shown = {each.description for each in registered_commands(table.bot)}
    shown |= {
        option.description for each in registered_commands(table.bot) for option in each.parameters
    }
    shown |= {
        each.description
        for each in table.bot.tree.walk_commands()
        if isinstance(each, app_commands.Group)
    }
    assert {str(each) for each in shown} - extracted == set()


def test_every_module_with_cogs_is_an_extension() -> None:
    rooms = Path(cogs.__path__[0])
    found = {
        ".".join(("cogs", *path.relative_to(rooms).with_suffix("").parts))
        for path in rooms.rglob("*.py")
        if "\nasync def setup(" in path.read_text(encoding="utf-8")
    }
    assert sorted(found) == sorted(cogs.extensions())

"""Values that no client would send: each is refused in private, at once, and changes nothing.

The tests build them from the registry of actions and the tree of commands, so new actions and
commands are tested automatically.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest
from discord import AppCommandOptionType, app_commands

from bot.text import translate
from cogs.core.actions import ACTIONS, Action, Control
from cogs.core.codecs import LARGEST_ID
from cogs.core.router import UNREADABLE
from playground import Answer, Person, SeenMessage, TextChannel
from tests.kit.forged_requests import ForgedRequest, actions_of_run, every_action
from tests.kit.raw_database import rows_in, tables_of
from tests.kit.server_matches import start_match_between
from tests.kit.servers import owner_of
from tests.kit.tables import Table, open_table
from tests.kit.thoroughness import quick_or_thorough

HOSTILE: Final = ("9999999999999999999", "-1", "٣", "", "3000000 ", "Unheard of", "\u202e")
"""Huge, negative, in digits of another script, empty, and unknown words."""
NUMBERS: Final = (-1, 0, 3_000_000, 2**53 + 1, 9_999_999_999_999_999_999)
LONGEST_HOLD: Final = 5.0
"""Seconds of processor time for which the loop may be busy; bad input once held it for ever."""

READ_AS_TYPED: Final = {"": ("٣",), "zone": ("٣", "-1")}
"""Values that a field reads as the numbers they are; a zone also reads one as an offset."""

KEPT: Final = ("matches", "challenges", "turns", "vacations", "preferences", "servers", "blocks")


def stored_rows(database: Path) -> dict[str, list[Any]]:
    """Return the stored data of users, row by row."""
    tables = tables_of(database)
    return {name: rows_in(database, f"SELECT * FROM {name}") for name in KEPT if name in tables}


@asynccontextmanager
async def expect_free_loop() -> AsyncIterator[None]:
    """Raise `AssertionError` at the end if the event loop was blocked for long."""
    longest = 0.0

    async def beat() -> None:
        nonlocal longest
        while True:
            before = time.thread_time()
            await asyncio.sleep(0.05)
            longest = max(longest, time.thread_time() - before)

    beating = asyncio.create_task(beat())
    try:
        yield
    finally:
        beating.cancel()
    assert longest < LONGEST_HOLD


def private_text(answer: Answer) -> str:
    """Return the text of an answer, which must be private and no fault of the bot."""
    assert not answer.failed
    seen = answer.shown
    assert seen.ephemeral, seen.text
    assert "Something went wrong" not in seen.text, seen.text
    return seen.text


@pytest.fixture
async def hostile_table(tmp_path: Path) -> AsyncIterator[tuple[Table, Person, SeenMessage, Path]]:
    """Lay a table with a match, and return the server's owner, who plays it and may do the most."""
    async with open_table(tmp_path) as table:
        playground = table.playground
        owner = owner_of(playground)
        other = next(
            person
            for person in (playground.person("ada"), playground.person("bob"))
            if person.id != owner.id
        )
        server_match = await start_match_between(
            playground, owner, other, playground.channel("games")
        )
        await server_match.play(["Kc3", "Kd4"])
        await server_match.wait_until_shown()
        yield table, owner, server_match.board(), tmp_path / "boop.sqlite3"


def sample(values: Sequence[Any], of: str) -> Sequence[Any]:
    """Return a few values, different ones for each target, or all if there is time."""
    return Random(of).sample(values, min(len(values), quick_or_thorough(2, len(values))))


def hostile_parts(action: Action) -> Iterator[ForgedRequest]:
    """Yield an action with one part of its custom id hostile at a time, and with one part more."""
    honest = ForgedRequest.of(action)
    for at in range(len(honest.parts)):
        for text in sample(HOSTILE, f"{action.name} {at}"):
            yield honest.with_part(at, text)
    yield honest.with_part(len(honest.parts), "1")


def hostile_choices(action: Action) -> Iterator[ForgedRequest]:
    """Yield an action with each hostile value chosen in its menu, and with too many of them."""
    honest = ForgedRequest.of(action)
    for text in sample([each for each in HOSTILE if each], action.name):
        yield ForgedRequest(action, honest.parts, (text,), {})
    yield ForgedRequest(action, honest.parts, tuple(str(each) for each in range(30)), {})


@pytest.mark.whole
async def test_no_action_accepts_a_hostile_argument(
    hostile_table: tuple[Table, Person, SeenMessage, Path],
) -> None:
    _, owner, board, database = hostile_table
    before = stored_rows(database)
    async with expect_free_loop():
        for found in actions_of_run(4):
            for forged in hostile_parts(found):
                text = private_text(await forged.send(owner, board))
                is_form = found.control is Control.FORM
                expected = "This form is out of date" if is_form else translate(UNREADABLE)
                assert expected in text, forged
    assert stored_rows(database) == before


@pytest.mark.night
@pytest.mark.long
async def test_no_menu_accepts_a_hostile_value(
    hostile_table: tuple[Table, Person, SeenMessage, Path],
) -> None:
    _, owner, board, database = hostile_table
    before = stored_rows(database)
    async with expect_free_loop():
        for found in every_action():
            if found.selection is not None:
                for forged in hostile_choices(found):
                    assert translate(UNREADABLE) in private_text(await forged.send(owner, board)), (
                        forged
                    )
    assert stored_rows(database) == before


@pytest.mark.long
async def test_every_form_answers_any_input(
    hostile_table: tuple[Table, Person, SeenMessage, Path],
) -> None:
    _, owner, board, database = hostile_table
    before = stored_rows(database)
    harmless = {"reason"}  # any short text is valid there
    async with expect_free_loop():
        for found in every_action():
            for field in found.fields:
                honest_texts = READ_AS_TYPED.get(field.name, READ_AS_TYPED[""])
                for text in (*sample(HOSTILE, f"{found.name} {field.name}"), "x" * 4000):
                    is_harmless = field.name in harmless and len(text) < 100
                    if is_harmless or not text.strip() or text in honest_texts:
                        continue
                    honest = ForgedRequest.of(found)
                    # Hours are stored even if the zone beside them is refused, so none are typed.
                    beside = {} if field.name == "zone" else honest.fields
                    fields = dict.fromkeys(honest.fields, "") | beside | {field.name: text}
                    private_text(
                        await ForgedRequest(found, honest.parts, (), fields).send(owner, board)
                    )
    assert stored_rows(database) == before


@pytest.mark.long
async def test_the_largest_ids_that_discord_could_have_are_answered(
    hostile_table: tuple[Table, Person, SeenMessage, Path],
) -> None:
    """These ids could be valid, so they are parsed; they identify nothing that exists."""
    table, owner, board, _ = hostile_table
    for found in actions_of_run(1):
        forged = ForgedRequest.of(found, number=10**15 - 1, revision=10**15 - 1)
        for at, part in enumerate(forged.parts):
            if part == "1":
                for text in sample((str(LARGEST_ID), "99999", "366"), f"{found.name} {at}"):
                    answer = await forged.with_part(at, text).send(owner, board)
                    assert not answer.failed
                    if answer.message is not None:
                        assert "Something went wrong" not in answer.text, (found.name, text)
    assert not table.bot.is_ending


def commands(tree: app_commands.CommandTree[Any]) -> Iterator[app_commands.Command[Any, ..., Any]]:
    for command in tree.walk_commands():
        if isinstance(command, app_commands.Command):
            yield command


def hostile_values(parameter: app_commands.Parameter) -> list[Any]:
    """Return values that an option does not accept; some of them only the command refuses."""
    match parameter.type:
        case AppCommandOptionType.integer:
            return [*NUMBERS, "٣", True]
        case AppCommandOptionType.boolean:
            return ["yes", 7]
        case AppCommandOptionType.string if parameter.max_value is not None:
            # The option takes any short text.
            return ["x" * 7000, 12]
        case AppCommandOptionType.string:
            return [text for text in HOSTILE if text.strip()] + ["x" * 7000, 12]
        case _:
            return ["9999999999999999999", "1"]


def honest_value(parameter: app_commands.Parameter) -> Any:
    return {"square": "c3", "match": "1", "id": "1"}.get(parameter.display_name, "1")


@pytest.mark.long
async def test_every_option_of_every_command_answers_any_value(
    hostile_table: tuple[Table, Person, SeenMessage, Path],
) -> None:
    table, owner, _, database = hostile_table
    games = table.playground.channel("games")
    before = stored_rows(database)
    async with expect_free_loop():
        for command in commands(table.bot.tree):
            for parameter in command.parameters:
                needed = {
                    each.display_name: (int(each.type.value), honest_value(each))
                    for each in command.parameters
                    if each.required
                }
                of = f"{command.qualified_name} {parameter.display_name}"
                for value in sample(hostile_values(parameter), of):
                    sent = needed | {parameter.display_name: (int(parameter.type.value), value)}
                    answer = await owner.forge_command(command.qualified_name, games, sent)
                    private_text(answer)
    assert stored_rows(database) == before


@pytest.mark.long
async def test_any_partial_input_is_answered_with_suggestions(
    hostile_table: tuple[Table, Person, SeenMessage, Path],
) -> None:
    table, owner, _, database = hostile_table
    games = table.playground.channel("games")
    before, asked = stored_rows(database), 0
    async with expect_free_loop():
        for command in commands(table.bot.tree):
            for typed in (each for each in command.parameters if each.autocomplete):
                others = [each for each in command.parameters if each is not typed]
                kind = int(typed.type.value)
                of = f"{command.qualified_name} {typed.display_name}"
                for text in sample((*HOSTILE, "x" * 7000, "9" * 7000), of):
                    sent = {typed.display_name: (kind, text)}
                    await expect_suggestions(owner, command, games, sent, typed)
                for other in others:
                    for value in sample(hostile_values(other), f"{of} {other.display_name}"):
                        sent = {
                            other.display_name: (int(other.type.value), value),
                            typed.display_name: (kind, ""),
                        }
                        await expect_suggestions(owner, command, games, sent, typed)
                asked += 1
    assert asked >= 10
    assert stored_rows(database) == before


async def expect_suggestions(
    person: Person,
    command: app_commands.Command[Any, ..., Any],
    channel: TextChannel,
    options: dict[str, tuple[int, Any]],
    typed: app_commands.Parameter,
) -> None:
    name, focused = command.qualified_name, typed.display_name
    answer = await person.forge_typing(name, channel, options, focused)
    assert not answer.failed, (name, options)


def test_every_action_is_tested() -> None:
    assert [each.name for each in every_action()] != []
    assert {each.name for each in every_action()} == set(ACTIONS)

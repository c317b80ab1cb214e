"""Users read commands, answers and public messages in their languages."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from discord import Locale, app_commands
from discord.enums import try_enum

from bot.command_sync import language_of
from bot.match.identity import UserId
from bot.text import (
    COMMAND_NAME,
    ENGLISH,
    MENU_COMMAND,
    NC_,
    PSEUDO,
    Language,
    gettext,
    pgettext,
    speaking,
    translations,
    translator_for,
)
from cogs.wording.translating import CommandTranslator
from tests.cogs.texts import texts_in
from tests.kit.catalogues import WriteCatalogue
from tests.kit.pseudo import untranslated
from tests.kit.server_matches import start_match_between
from tests.kit.tables import Table

READER = "en-XA"
"""The pseudo-language's locale, as a Discord client would send it."""


def in_german(locale: Locale) -> Language:
    """Let German users read the pseudo-language, and all other users English."""
    return PSEUDO if locale is Locale.german else ENGLISH


@pytest.fixture
async def payloads(table: Table) -> list[dict[str, Any]]:
    """The commands as they are sent to Discord, with the pseudo-language for German."""
    translator = CommandTranslator(in_german)
    commands = table.bot.tree.get_commands()
    return [await each.get_translated_payload(table.bot.tree, translator) for each in commands]


def translated_texts(payload: dict[str, Any], at: str = "") -> list[tuple[str, str, str]]:
    """Return every text of a command, with its place and its German translation."""
    place = f"{at}/{payload['name']}"
    texts = []
    if payload.get("description"):
        german = (payload.get("description_localizations") or {}).get("de", "")
        texts.append((place, payload["description"], german))
    for choice in payload.get("choices", ()):
        german = (choice.get("name_localizations") or {}).get("de", "")
        texts.append((f"{place}={choice['value']}", choice["name"], german))
    for option in payload.get("options", ()):
        texts += translated_texts(option, place)
    return texts


async def test_every_description_and_choice_of_a_command_is_translated(
    payloads: list[dict[str, Any]],
) -> None:
    texts = [each for payload in payloads for each in translated_texts(payload)]
    assert len(texts) > 100
    assert [each for each in texts if untranslated(each[2] or each[1])] == []
    assert [each["name"] for each in payloads if characters(each) > 8000] == []


async def test_the_commands_of_context_menus_are_translated_too(
    table: Table, payloads: list[dict[str, Any]]
) -> None:
    menus = {each["name"]: each for each in payloads if each.get("type", 1) != 1}
    assert set(menus) == {"Challenge to boop", "Block in boop", "Remove boop note"}
    translator = CommandTranslator()
    for command in table.bot.tree.get_commands():
        if command.name in menus:
            payload = await command.get_translated_payload(table.bot.tree, translator)
            assert set(translations()) <= set(payload["name_localizations"])


async def test_a_name_that_discord_would_refuse_stays_english(
    payloads: list[dict[str, Any]],
) -> None:
    # The pseudo-language has brackets, which are not allowed in names.
    for payload in payloads:
        if payload.get("type", 1) == 1:
            assert not payload.get("name_localizations")


def characters(payload: dict[str, Any]) -> int:
    """Count a command's characters as Discord does: of each text the longest translation."""
    texts = [
        max(map(len, (payload[key], *(payload.get(f"{key}_localizations") or {}).values())))
        for key in ("name", "description")
        if payload.get(key)
    ]
    values = [len(str(payload["value"]))] if "value" in payload else []
    inside = [*payload.get("options", ()), *payload.get("choices", ())]
    return sum(texts) + sum(values) + sum(map(characters, inside))


def repeated_names(payloads: list[dict[str, Any]]) -> Iterator[str]:
    """Yield names that two commands, or two options of a command, would share in a language."""
    for locale in translations():
        names = [
            (each.get("type"), (each.get("name_localizations") or {}).get(locale, each["name"]))
            for each in payloads
        ]
        yield from (f"{locale}: {name}" for name in names if names.count(name) > 1)
    for each in payloads:
        yield from repeated_names(each.get("options", []))


def untranslated_names(payloads: list[dict[str, Any]]) -> Iterator[str]:
    """Yield names of commands and options that have no name in Japanese, which translates all."""
    for each in payloads:
        if "ja" not in (each.get("name_localizations") or {}):
            yield each["name"]
        yield from untranslated_names(each.get("options", []))


class WatchedTranslator(CommandTranslator):
    """Records the translations that exist and that Discord would not take."""

    def __init__(self) -> None:
        super().__init__()
        self.dropped = list[tuple[str, str]]()

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        text = await super().translate(string, locale, context)
        language = translator_for(language_of(locale)).language
        is_composed = bool(string.extras)
        if text is None and language != ENGLISH and not is_composed:
            with speaking(language):
                kinds = (COMMAND_NAME, MENU_COMMAND)
                translations = {pgettext(each, string.message) for each in kinds}
                translations.add(gettext(string.message))
            self.dropped += [(language, each) for each in translations if each != string.message]
        return text


async def test_commands_fit_and_differ_in_every_language(table: Table) -> None:
    translator = WatchedTranslator()
    commands = table.bot.tree.get_commands()
    payloads = [await each.get_translated_payload(table.bot.tree, translator) for each in commands]
    assert [each["name"] for each in payloads if characters(each) > 8000] == []
    assert list(repeated_names(payloads)) == []
    assert list(untranslated_names(payloads)) == []
    assert translator.dropped == []


async def test_commands_are_synced_again_when_a_translation_changes(
    table: Table, write_catalogue: WriteCatalogue
) -> None:
    bot = table.bot

    async def sync_commands() -> list[dict[str, Any]]:
        """Return the commands that were sent to Discord, if any were."""
        sent = list[dict[str, Any]]()
        take = bot.http.bulk_upsert_global_commands

        async def take_commands(application: int, payload: list[dict[str, Any]]) -> Any:
            sent.extend(payload)
            return await take(application, payload=payload)

        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(bot.http, "bulk_upsert_global_commands", take_commands)
            await bot.command_sync.sync_if_changed()
        return sent

    await sync_commands()
    assert await sync_commands() == []
    name = NC_(COMMAND_NAME, "help")
    write_catalogue("de", {name: "hilfe"})
    write_catalogue("es-ES", {name: "ayuda"})
    helps = next(each for each in await sync_commands() if each["name"] == "help")
    assert helps["name_localizations"] == {"de": "hilfe", "es-ES": "ayuda", "es-419": "ayuda"}
    assert await sync_commands() == []
    write_catalogue("de", {name: "helft"})
    assert await sync_commands() != []


async def test_private_answers_are_in_the_users_language_and_public_ones_in_the_servers(
    table: Table,
) -> None:
    playground = table.playground
    ada = playground.add_person("newcomer", playground.server())
    bob, games = playground.person("bob"), playground.channel("games")
    ada.user.locale = READER
    helped = await ada.command("help", channel=games)
    assert [text for text in texts_in(helped.text) if untranslated(text)] == []
    offered = await ada.command("challenge", channel=games, opponent=bob)
    assert f"<@{ada.id}> challenges <@{bob.id}> to a match of boop" in offered.text
    # The rules follow one of the two answers.
    await playground.until(lambda: helped.follow_ups or offered.follow_ups)
    [rules] = [*helped.follow_ups, *offered.follow_ups]
    assert "New to boop?" not in rules.text
    assert "Play boop" in (await bob.command("help", channel=games)).text


async def test_commands_are_mentioned_in_the_language_of_the_users_discord(table: Table) -> None:
    playground = table.playground
    ada, games = playground.person("ada"), playground.channel("games")
    named = {each.name for each in table.bot.tree.get_commands()}
    await table.services.preferences.prefer(UserId(ada.id), "language", Language("de"))
    helped = await ada.command("help", channel=games)
    listed = await ada.press(helped.shown, "Alle Befehle")
    blocking = await ada.command("block", channel=games)
    refused = await ada.command("profile", channel=games)
    texts = [each.text for each in (helped, listed, blocking, refused)]
    assert set(re.findall(r"`/([^` ]+)", "".join(texts))) <= named
    assert "`/challenge`: fordere jemand" in texts[1]
    assert "`/block` oder *Block in boop* im Menü" in texts[2]
    assert "Beginne mit `/challenge`" in texts[3]
    ada.user.locale = "fr"
    helped = await ada.command("help", channel=games)
    assert "`/défi`: fordere jemand" in (await ada.press(helped.shown, "Alle Befehle")).text


async def test_public_messages_are_in_the_servers_language(table: Table) -> None:
    playground = table.playground
    ada, bob = playground.person("ada"), playground.person("bob")
    games, server = playground.channel("games"), playground.server()
    guild = table.bot.get_guild(server.id)
    assert guild is not None
    guild.preferred_locale = try_enum(Locale, READER)
    offered = await ada.command("challenge", channel=games, opponent=bob)
    assert [text for text in texts_in(offered.text) if untranslated(text)] == []
    assert "Play boop" in (await ada.command("help", channel=games)).text


@pytest.mark.parametrize("of_server", [READER, "en-US"])
async def test_a_board_is_in_its_servers_language_for_all_players(
    table: Table, of_server: str
) -> None:
    playground = table.playground
    ada, bob = playground.person("ada"), playground.person("bob")
    guild = table.bot.get_guild(playground.server().id)
    assert guild is not None
    server_match = await start_match_between(playground, ada, bob, playground.channel("games"))
    guild.preferred_locale = try_enum(Locale, of_server)
    ada.user.locale = "en-US" if of_server == READER else READER
    answer = await ada.command("place", channel=server_match.place, square="c3")
    expected = ["⟦", "tó móvé"] if of_server == READER else ["is to move"]
    assert all(each in answer.text for each in expected)
    assert ("is to move" in answer.text) is (of_server != READER)

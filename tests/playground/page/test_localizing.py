"""Commands are shown in the user's language, and used by the displayed names."""

from __future__ import annotations

from typing import Any

from discord import Locale, app_commands

from playground.page.localizing import localized, original
from tests.kit.pages import House
from tests.playground.page.conftest import StartBot

COMMAND: dict[str, Any] = {
    "name": "match",
    "name_localizations": {"de": "partie", "es-ES": "partida"},
    "description": "Matches.",
    "description_localizations": {"de": "Partien."},
    "options": [
        {
            "name": "show",
            "name_localizations": {"de": "zeigen"},
            "description": "Show one.",
            "options": [
                {
                    "name": "number",
                    "name_localizations": {"de": "nummer"},
                    "description": "Its number",
                    "choices": [{"name": "One", "name_localizations": {"de": "Eins"}, "value": 1}],
                }
            ],
        }
    ],
}


def test_a_command_is_translated_with_its_options_and_choices() -> None:
    german = localized(COMMAND, "de")
    assert (german["name"], german["description"]) == ("partie", "Partien.")
    (show,) = german["options"]
    assert (show["name"], show["description"]) == ("zeigen", "Show one.")
    assert show["options"][0]["choices"][0]["name"] == "Eins"
    # The page lists some commands first, which are chosen by their names in the bot.
    assert (german["original_name"], show["original_name"]) == ("match", "show")
    assert localized(COMMAND, "es-419")["name"] == "partida"
    assert localized(COMMAND, "fr")["name"] == "match"


def test_translated_names_are_sent_as_the_original_ones() -> None:
    assert original([COMMAND], "partie zeigen", "de") == ("match show", {"nummer": "number"})
    assert original([COMMAND], "match show", "de") == ("match show", {"nummer": "number"})
    assert original([COMMAND], "partie zeigen", "fr") == ("partie zeigen", {})


class German(app_commands.Translator):
    """Translates one word."""

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        return (
            {"whisper": "raunen", "words": "worte"}.get(string.message)
            if (locale is Locale.german)
            else None
        )


async def test_a_command_is_run_by_the_name_that_is_shown(
    house: House, start_bot: StartBot
) -> None:
    bot = await start_bot()
    await bot.tree.set_translator(German())
    await bot.tree.sync()
    here = str(house.playground.channel("games").id)
    async with house.browser() as session, house.connect(session, "ada") as ada:
        assert "raunen" not in names_of(await ada.ask("open", place=here))
        house.playground.world.set_language(house.playground.person("ada").user, "de")
        assert "raunen" in names_of(await ada.ask("open", place=here))
        for name, option in (("raunen", "worte"), ("whisper", "words")):
            request = {"place": here, "name": name, "options": {option: "psst"}}
            assert (await ada.ask("run", **request))["message"]


def names_of(opened: dict[str, Any]) -> list[str]:
    return [command["name"] for command in opened["commands"]]

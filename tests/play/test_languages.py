"""Private messages are in the user's language, and public messages in the server's."""

import asyncio
from pathlib import Path

import pytest

from bot.features.settings.preferences import Category, DeliveryMethod
from bot.features.settings.server import LanguageQuestion
from bot.match.clock import DAY
from bot.match.identity import GuildId, UserId
from bot.text import N_, NC_, NN_, Message
from playground import Person, Playground, SeenMessage
from tests.kit.catalogues import WriteCatalogue
from tests.kit.direct_matches import start_direct_match_between
from tests.kit.server_matches import start_match_between
from tests.kit.tables import Table, run_bot
from tests.kit.unwritable import blocked_writes
from tests.kit.weekly import add_digest_channel, pass_to_digest, pass_to_tuesday, play_match

YOUR_TURN = N_("{player}, it's your turn in **#{match}**:")
PREFERENCES = N_("Your preferences")
SETTINGS = N_("Settings of this server")
TO_MOVE = N_("{player} is to move: pick a column")
WAITS = NC_("on a board", "{player} is to move")
QUESTION = N_("Which language do I speak here?")
REMINDER = N_("⏳ {player}, your time in **#{match}** runs out {when}:")
SUMMARY = NN_("{count} match is waiting for you", "{count} matches are waiting for you")
WEEK = N_("The week in boop")
ACCEPTED = N_("✅ {friend} accepted: match **#{match}**.")
GERMAN: dict[Message, str | tuple[str, ...]] = {
    REMINDER: "⏳ {player}, deine Zeit in **#{match}** läuft ab: {when}:",
    SUMMARY: ("Du bist in {count} Partie am Zug", "Du bist in {count} Partien am Zug"),
    WEEK: "Die Woche in boop",
    QUESTION: "Welche Sprache spreche ich hier?",
    YOUR_TURN: "{player}, du bist am Zug in **#{match}**:",
    PREFERENCES: "Deine Einstellungen",
    SETTINGS: "Einstellungen dieses Servers",
    TO_MOVE: "{player} ist am Zug: wähle eine Spalte",
    WAITS: "{player} ist am Zug",
    ACCEPTED: "✅ {friend} hat angenommen: Partie **#{match}**.",
}
FRENCH = {
    YOUR_TURN: "{player}, c'est à toi dans **#{match}** :",
    PREFERENCES: "Tes préférences",
    SETTINGS: "Réglages de ce serveur",
    TO_MOVE: "{player} doit jouer : choisis une colonne",
}


@pytest.fixture(autouse=True)
def languages(write_catalogue: WriteCatalogue) -> None:
    """Add German and French translations of a few messages."""
    write_catalogue("de", GERMAN)
    write_catalogue("fr", FRENCH)


async def set_language(table: Table, person: Person, command: str, page: str, language: str) -> str:
    """Choose a language on a panel, and return the panel's new text."""
    games = table.playground.channel("games")
    shown = await person.command(command, channel=games)
    opened = await person.press(shown.shown, page)
    menu = next(
        each for each in opened.shown.selects if "English" in [one.label for one in each.options]
    )
    return (await person.select(opened.shown, menu.custom_id, [language])).text


async def test_a_user_has_a_chosen_language_or_that_of_their_discord(table: Table) -> None:
    playground = table.playground
    ada, games = playground.person("ada"), playground.channel("games")
    ada.user.locale = "de"
    assert "Deine Einstellungen" in (await ada.command("preferences", channel=games)).text
    assert "Tes préférences" in await set_language(table, ada, "preferences", "Language", "FR")
    assert "Tes préférences" in (await ada.command("preferences", channel=games)).text
    answer = await set_language(table, ada, "preferences", "Language", "As in Discord")
    assert "Deine Einstellungen" in answer


async def test_a_language_shows_its_share_and_where_to_improve_it(table: Table) -> None:
    ada, games = table.playground.person("ada"), table.playground.channel("games")
    table.bot.translations = "https://example.org/boop"
    shown = await ada.command("preferences", channel=games)
    panel = (await ada.press(shown.shown, "Language")).shown
    assert panel.button("Improve this translation").url == "https://example.org/boop"
    german = next(each for each in panel.selects[0].options if each.label == "DE")
    assert german.description == "40% translated; the rest is in English"


async def test_a_servers_language_is_set_for_all(table: Table) -> None:
    playground = table.playground
    ada, bob = playground.person("ada"), playground.person("bob")
    await set_language(table, ada, "settings show", "Looks", "FR")
    server_match = await start_match_between(playground, ada, bob, playground.channel("games"))
    assert "doit jouer" in server_match.board().text
    assert (
        "Your preferences"
        in (await ada.command("preferences", channel=playground.channel("games"))).text
    )


@pytest.mark.long
async def test_a_board_in_direct_messages_is_in_its_readers_language(table: Table) -> None:
    playground = table.playground
    ada, bob = playground.person("ada"), playground.person("bob")
    direct_match = await start_direct_match_between(playground, ada, bob)
    ada.user.locale, bob.user.locale = "de", "fr"
    await bob.command("preferences", channel=direct_match.place(bob))
    await ada.command("place", channel=direct_match.place(ada), square="c3")
    await playground.until(lambda: "c'est à toi" in direct_match.board(bob).text)
    assert "doit jouer : choisis" in direct_match.board(bob).text
    await playground.until(lambda: direct_match.board(ada).text.endswith("ist am Zug"))
    await set_language(table, ada, "preferences", "Language", "FR")
    await playground.until(lambda: direct_match.board(ada).text.endswith("is to move"))


async def test_messages_after_a_restart_are_in_the_language_of_the_user_who_gets_them(
    playground: Playground, database: Path
) -> None:
    ada, bob = playground.person("ada"), playground.person("bob")
    bob.user.locale = "de"
    async with run_bot(playground, database) as table:
        server_match = await start_match_between(playground, ada, bob, playground.channel("games"))
        preferences, user = table.services.preferences, UserId(bob.id)
        await preferences.prefer(user, Category.TURN.value, DeliveryMethod.DIGEST)
        await preferences.prefer(user, Category.TIME.value, DeliveryMethod.DIRECT)
        await ada.command("place", channel=server_match.place, square="c3")
        await table.pass_time(0)
    async with run_bot(playground, database) as table:
        await table.pass_time(DAY)
        assert "Du bist in 1 Partie am Zug" in bob.direct_messages()[-1].text
        preferences = table.services.preferences
        await preferences.prefer(user, Category.TURN.value, DeliveryMethod.OFF)
        await table.pass_time(1.5 * DAY)
        assert any("Bob, deine Zeit in" in each.text for each in bob.direct_messages())


async def test_the_weekly_digest_is_in_the_language_of_its_server(table: Table) -> None:
    playground = table.playground
    await pass_to_tuesday(table)
    channel = await add_digest_channel(playground)
    await play_match(table)
    playground.world.set_locale(playground.server(), "de")
    await pass_to_digest(table)
    ada = playground.person("ada")
    assert [each for each in ada.look(channel) if "Die Woche in boop" in each.text]


async def test_a_manager_is_asked_once_for_the_servers_language(table: Table) -> None:
    playground = table.playground
    ada, bob = playground.person("ada"), playground.person("bob")
    games = playground.channel("games")

    def questions(person: Person) -> list[SeenMessage]:
        return [seen for seen in person.look(games) if "Which language" in seen.text]

    ada.user.locale = "en-GB"
    bob.user.locale = "de"
    await bob.command("challenge", channel=games, opponent=ada)
    await playground.until(lambda: language_questions(table).get(GuildId(playground.server().id)))
    await ada.command("help", channel=games)
    await playground.until(lambda: questions(ada))
    (question,) = questions(ada)
    assert question.ephemeral
    assert "another language (DE)" in question.text
    assert "`/settings show`" in question.text
    chosen = await ada.select(question, question.selects[0].custom_id, ["DE"])
    assert "Looks" in chosen.text or "looks" in chosen.text
    settings = await table.services.settings.of(GuildId(playground.server().id))
    assert settings.language == "de"
    assert questions(bob) == []


@pytest.mark.long
@pytest.mark.sqlite
async def test_an_unrecorded_question_is_not_repeated(table: Table) -> None:
    playground = table.playground
    ada, bob = playground.person("ada"), playground.person("bob")
    games, guild = playground.channel("games"), GuildId(playground.server().id)
    bob.user.locale = "de"
    await bob.command("challenge", channel=games, opponent=ada)
    await playground.until(lambda: language_questions(table).get(guild))
    await table.bot.underway.wait()
    async with blocked_writes(table.database):
        for _ in range(2):
            await ada.command("help", channel=games)
            await playground.until(lambda: table.services.not_storing)
    await playground.until(
        lambda: (found := language_questions(table).get(guild)) and found.asked_at
    )
    assert sum("Which language" in seen.text for seen in ada.look(games)) == 1


@pytest.mark.sqlite
async def test_the_chosen_language_is_used_even_if_nothing_can_be_stored(
    table: Table,
) -> None:
    playground = table.playground
    ada, games = playground.person("ada"), playground.channel("games")
    await set_language(table, ada, "preferences", "Language", "DE")
    ada.user.locale = "fr"
    async with blocked_writes(table.database):
        shown = await ada.command("preferences", channel=games)
    assert "Deine Einstellungen" in shown.text


@pytest.mark.long
async def test_simultaneous_and_later_commands_ask_once(table: Table) -> None:
    playground = table.playground
    ada, bob, _ = table.members()
    games = playground.channel("games")
    guild = GuildId(playground.server().id)
    bob.user.locale = "de"
    await bob.command("challenge", channel=games, opponent=ada)
    await playground.until(lambda: language_questions(table).get(guild))
    await asyncio.gather(*(ada.command("help", channel=games) for _ in range(3)))
    await playground.until(
        lambda: (found := language_questions(table).get(guild)) and found.asked_at
    )
    await ada.command("help", channel=games)
    assert sum("Which language" in seen.text for seen in ada.look(games)) == 1


async def test_a_server_that_speaks_english_is_not_asked(table: Table) -> None:
    playground = table.playground
    ada, games = playground.person("ada"), playground.channel("games")
    ada.user.locale = "en-GB"
    await ada.command("challenge", channel=games)
    await ada.command("help", channel=games)
    assert await table.services.settings.question_of(GuildId(playground.server().id)) is None


def language_questions(table: Table) -> dict[GuildId, LanguageQuestion | None]:
    return table.services.settings._questions

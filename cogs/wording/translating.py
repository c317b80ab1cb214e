"""The language of each user and server, and the translation of commands.

discord.py asks the translator for every name and description when the commands are synced, and
sends them in all languages. Discord shows each user the texts in their own language.
"""

import re
from collections.abc import Callable
from typing import Final

from discord import Locale, app_commands
from discord.app_commands import TranslationContextLocation as Where

from bot.app import BoopBot, read_ahead
from bot.command_sync import language_of
from bot.match.identity import GuildId, InServer, Place, UserId
from bot.text import (
    COMMAND_NAME,
    ENGLISH,
    MENU_COMMAND,
    Language,
    Languages,
    Message,
    speaking,
    translate,
    translator_for,
)

LONGEST: Final = {
    Where.command_description: 100,
    Where.group_description: 100,
    Where.parameter_description: 100,
    Where.choice_name: 100,
}
"""Discord's limits, in characters. If a translation is longer, the text stays English."""

_NAME: Final = re.compile(r"[-_'\w]{1,32}")
"""Matches the names of commands and options that Discord accepts, if they have no capitals."""
_NAMES: Final = (Where.command_name, Where.group_name, Where.parameter_name)
_LocaleString: Final = app_commands.locale_str
"""An alias that the extraction of messages does not know, so it does not read the arguments."""
_SAY: Final = "say"


def command_text(say: Callable[[], str]) -> app_commands.locale_str:
    """Return a command's text that `say` composes in the current language."""
    with speaking(ENGLISH):
        text = say()
    return _LocaleString(text, **{_SAY: say})


def in_menu(name: Message) -> app_commands.locale_str:
    """Return the name of a command for the context menu of a member or a message."""
    return _LocaleString(name.text)


def command_part(name: str) -> str:
    """Return a word of a command's name in the current language.

    A mention of the command would not do, because Discord shows its English name to everyone.
    """
    return translate(Message(name, context=COMMAND_NAME))


async def public_language(bot: BoopBot, guild: GuildId) -> Language:
    """Return the language of public messages in a server; English if unknown.

    This is the language that the server's managers have set, or else the one that Discord reports.
    """
    language = (await bot.services.settings.of(guild)).language
    if language is None:
        server = bot.get_guild(guild)
        language = ENGLISH if server is None else language_of(server.preferred_locale)
    await read_ahead(language)
    return language


async def language_at(bot: BoopBot, place: Place) -> Language:
    """Return the language of messages at a place where other users may read them, too."""
    return await public_language(bot, place.guild) if isinstance(place, InServer) else ENGLISH


async def personal_languages(bot: BoopBot, user: UserId) -> Languages:
    """Return the languages of messages to one user.

    Answers to the user are in the same languages, but `BoopBot.answering` sets these.
    """
    languages = await bot.services.preferences.languages_of(user)
    await read_ahead(languages)
    return languages


class CommandTranslator(app_commands.Translator):
    """Translates commands for Discord with the catalogues of `bot.text`."""

    def __init__(self, language_of: Callable[[Locale], Language] = language_of) -> None:
        self._language_of: Final = language_of

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """Return a text in a language, or None if it stays English."""
        language = self._language_of(locale)
        if translator_for(language).language == ENGLISH:
            return None
        # Users read the name of a menu command but never type it, so any text is valid.
        is_in_menu = isinstance(context.data, app_commands.ContextMenu)
        is_name = context.location in _NAMES and not is_in_menu
        with speaking(language):
            if _SAY in string.extras:
                text = str(string.extras[_SAY]())
            else:
                kind = COMMAND_NAME if is_name else MENU_COMMAND if is_in_menu else None
                text = translate(Message(string.message, context=kind))
        if is_name and (_NAME.fullmatch(text) is None or text != text.lower()):
            return None
        if len(text) > LONGEST.get(context.location, 32) or text == string.message:
            return None
        return text

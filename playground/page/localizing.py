"""Commands in a person's language: the names that their client shows, and the bot's own."""

from __future__ import annotations

from collections.abc import Iterable

from playground.world.locales import NEAREST
from playground.world.messages import Json


def localized(command: Json, locale: str) -> Json:
    """Return a command, an option or a choice as it is shown in a language.

    `original_name` is the bot's own name for it.
    """
    name = command["name"]
    shown = {**command, "name": shown_name(command, locale), "original_name": name}
    if "description" in command:
        shown["description"] = _localized(command, "description", locale)
    for inside in ("options", "choices"):
        if command.get(inside):
            shown[inside] = [localized(each, locale) for each in command[inside]]
    return shown


def shown_name(command: Json, locale: str) -> str:
    """Return the name by which a command, an option or a choice is shown in a language."""
    return _localized(command, "name", locale)


def original(commands: Iterable[Json], name: str, locale: str) -> tuple[str, dict[str, str]]:
    """Return the bot's name of the command shown as `name`, and its options' names.

    The options' names are by their shown names. Return an unknown name unchanged.
    """
    words, offered = [], list(commands)
    for word in name.split(" "):
        called = [each for each in offered if word in (shown_name(each, locale), each["name"])]
        if not called:
            return name, {}
        words.append(called[0]["name"])
        offered = called[0].get("options") or []
    return " ".join(words), {shown_name(each, locale): each["name"] for each in offered}


def _localized(command: Json, key: str, locale: str) -> str:
    translations = command.get(f"{key}_localizations") or {}
    nearest = translations.get(NEAREST.get(locale, locale))
    return str(translations.get(locale) or nearest or command[key])

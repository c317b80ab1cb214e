"""The texts of a view that users read."""

from collections.abc import Iterator
from typing import Any, Final

import discord

_READ: Final = frozenset({"content", "label", "placeholder", "description", "title"})


def texts_of(view: discord.ui.LayoutView | discord.ui.Modal) -> Iterator[str]:
    """Yield each text of a view or a form that users read or hear."""
    if isinstance(view, discord.ui.Modal):
        yield view.title
    yield from _texts(view.to_components())


def text_of(view: discord.ui.LayoutView) -> str:
    """Return all texts of a view, joined."""
    displays = [each for each in view.walk_children() if isinstance(each, discord.ui.TextDisplay)]
    return "\n".join(each.content for each in displays)


def texts_in(text: str) -> list[str]:
    """Return the lines of a text that contain words."""
    return [line for line in text.split("\n") if any(map(str.isalpha, line))]


def _texts(part: Any) -> Iterator[str]:
    if isinstance(part, dict):
        for name, value in part.items():
            if name in _READ and isinstance(value, str):
                yield value
            else:
                yield from _texts(value)
    elif isinstance(part, list):
        for each in part:
            yield from _texts(each)

"""Finds texts in views and forms that are too long for Discord."""

from collections.abc import Iterator
from typing import Any, Final

import discord

_BUTTON, _MENU, _TYPED, _LABEL = 2, 3, 4, 18
_MENUS: Final = (3, 5, 6, 7, 8)
_LIMITS: Final = {
    _BUTTON: {"label": 80},
    _TYPED: {"placeholder": 100, "value": 4000},
    _LABEL: {"label": 45, "description": 100},
    **{kind: {"placeholder": 150} for kind in _MENUS},
}
_OPTION: Final = {"label": 100, "description": 100}
TITLE: Final = 45
ALT: Final = 1024


def overlong_texts(view: discord.ui.LayoutView | discord.ui.Modal) -> Iterator[str]:
    """Yield each text that is too long for Discord, with its limit before it."""
    if isinstance(view, discord.ui.Modal) and len(view.title) > TITLE:
        yield f"{TITLE} title: {view.title}"
    if isinstance(view, discord.ui.LayoutView) and view.content_length() > 4000:
        yield f"4000 in all: {view.content_length()}"
    yield from _in(view.to_components())


def _in(part: Any) -> Iterator[str]:
    match part:
        case list():
            for each in part:
                yield from _in(each)
        case dict():
            limits = _LIMITS.get(part.get("type", 0), _OPTION if "value" in part else {})
            for name, limit in limits.items():
                if len(part.get(name) or "") > limit:
                    yield f"{limit} {name}: {part[name]}"
            if "media" in part and len(part.get("description") or "") > ALT:
                yield f"{ALT} alt text: {part['description']}"
            for each in part.values():
                yield from _in(each)

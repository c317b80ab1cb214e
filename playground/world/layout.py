"""Walking the tree of components that lays out a message or a modal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import IntEnum

from playground.world.messages import Json


class Part(IntEnum):
    """The kinds of component, with Discord's numbers."""

    ACTION_ROW = 1
    BUTTON = 2
    STRING_SELECT = 3
    TEXT_INPUT = 4
    USER_SELECT = 5
    ROLE_SELECT = 6
    MENTIONABLE_SELECT = 7
    CHANNEL_SELECT = 8
    SECTION = 9
    TEXT_DISPLAY = 10
    THUMBNAIL = 11
    MEDIA_GALLERY = 12
    FILE = 13
    SEPARATOR = 14
    CONTAINER = 17
    LABEL = 18
    FILE_UPLOAD = 19
    RADIO_GROUP = 21
    CHECKBOX_GROUP = 22
    CHECKBOX = 23


SELECTS = frozenset(
    {
        Part.STRING_SELECT,
        Part.USER_SELECT,
        Part.ROLE_SELECT,
        Part.MENTIONABLE_SELECT,
        Part.CHANNEL_SELECT,
    }
)


def children(component: Json) -> Iterator[tuple[str, Json]]:
    """Return the direct children of a component, each with its path, in reading order."""
    nested = component.get("components")
    if isinstance(nested, list):
        for index, child in enumerate(nested):
            if isinstance(child, dict):
                yield f"components.{index}", child
    for key in ("component", "accessory"):
        child = component.get(key)
        if isinstance(child, dict):
            yield key, child


def walk(components: Iterable[Json], path: str = "components") -> Iterator[tuple[str, Json]]:
    """Return every component of the tree with its path, in reading order, parents first."""
    for index, component in enumerate(components):
        if isinstance(component, dict):
            yield from _walk_one(component, f"{path}.{index}")


def _walk_one(component: Json, path: str) -> Iterator[tuple[str, Json]]:
    yield path, component
    for step, child in children(component):
        yield from _walk_one(child, f"{path}.{step}")


def texts(components: Iterable[Json]) -> Iterator[str]:
    """Return the text displays of the tree, in reading order."""
    for _, component in walk(components):
        if component.get("type") == Part.TEXT_DISPLAY:
            yield str(component.get("content", ""))

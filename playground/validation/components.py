"""The rules of components in messages."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

from playground.validation.notes import Notes
from playground.validation.selects import check_select
from playground.world.layout import SELECTS, Part, walk
from playground.world.messages import Json

MOST_COMPONENTS = 40
MOST_TEXT = 4000
MOST_ROWS_V1 = 5
ALT_TEXT = 1024
_LINK, _PREMIUM = 5, 6
_IN_CONTAINER = frozenset(
    {
        Part.ACTION_ROW,
        Part.SECTION,
        Part.TEXT_DISPLAY,
        Part.MEDIA_GALLERY,
        Part.FILE,
        Part.SEPARATOR,
    }
)
_TOP_V2 = _IN_CONTAINER | {Part.CONTAINER}
_TOP_V1 = frozenset({Part.ACTION_ROW})


def check_components(
    notes: Notes, components: Any, *, is_v2: bool, filenames: Collection[str]
) -> None:
    """Check the layout of a message; `filenames` are the files that it will have."""
    tree = notes.many("components", components, 0, MOST_COMPONENTS if is_v2 else MOST_ROWS_V1)
    checker = _Checker(notes, filenames)
    for index, component in enumerate(tree):
        checker.check(component, f"components.{index}", _TOP_V2 if is_v2 else _TOP_V1)
    _check_whole(notes, [each for each in tree if isinstance(each, dict)])


def _check_whole(notes: Notes, tree: list[Json]) -> None:
    parts = list(walk(tree))
    if len(parts) > MOST_COMPONENTS:
        message = f"A message has {MOST_COMPONENTS} components at most, nested ones counted."
        notes.add("components", "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", message)
    written = sum(
        len(part["content"])
        for _, part in parts
        if part.get("type") == Part.TEXT_DISPLAY and isinstance(part.get("content"), str)
    )
    if written > MOST_TEXT:
        message = f"The text of all components is {MOST_TEXT} characters at most, not {written}."
        notes.add("components", "COMPONENT_MAX_TOTAL_DISPLAYABLE_TEXT_SIZE_EXCEEDED", message)
    check_unique(notes, parts)


def check_unique(notes: Notes, parts: list[tuple[str, Json]]) -> None:
    """Check that no custom_id and no component id occurs twice in a message or modal."""
    for key, code in (
        ("custom_id", "COMPONENT_CUSTOM_ID_DUPLICATED"),
        ("id", "COMPONENT_ID_DUPLICATED"),
    ):
        seen: set[Any] = set()
        for path, part in parts:
            value = part.get(key)
            # An id of 0 asks Discord to choose one.
            if value is None or value == 0 or not isinstance(value, (str, int)):
                continue
            if value in seen:
                notes.add(f"{path}.{key}", code, f"Component {key} {value!r} cannot be duplicated")
            seen.add(value)


class _Checker:
    """Checks one component after the other, each by the rule of its kind."""

    def __init__(self, notes: Notes, filenames: Collection[str]) -> None:
        self._notes = notes
        self._filenames = filenames
        self._rules: dict[int, Callable[[Json, str], None]] = {
            Part.ACTION_ROW: self._row,
            Part.BUTTON: self._button,
            Part.SECTION: self._section,
            Part.TEXT_DISPLAY: self._text,
            Part.THUMBNAIL: self._thumbnail,
            Part.MEDIA_GALLERY: self._gallery,
            Part.FILE: self._file,
            Part.SEPARATOR: self._separator,
            Part.CONTAINER: self._container,
        }

    def check(self, component: Any, path: str, allowed: Collection[int]) -> None:
        """Check one component, which must be of an allowed kind, and the components inside it."""
        if not isinstance(component, dict):
            self._notes.add(path, "DICT_TYPE_CONVERT", "Only dictionaries may be used")
            return
        kind = component.get("type")
        if not self._notes.one_of(f"{path}.type", kind, allowed) or not isinstance(kind, int):
            return
        if kind in SELECTS:
            check_select(self._notes, component, path)
        else:
            self._rules[kind](component, path)

    def _row(self, row: Json, path: str) -> None:
        inside = self._notes.many(f"{path}.components", row.get("components"), 1, 5)
        for index, child in enumerate(inside):
            self.check(child, f"{path}.components.{index}", SELECTS | {Part.BUTTON})
        kinds = [child.get("type") for child in inside if isinstance(child, dict)]
        if len(kinds) > 1 and any(kind in SELECTS for kind in kinds):
            message = "An action row holds up to 5 buttons or 1 select."
            self._notes.add(f"{path}.components", "COMPONENT_LAYOUT_WIDTH_EXCEEDED", message)

    def _button(self, button: Json, path: str) -> None:
        notes, style = self._notes, button.get("style")
        if not notes.one_of(f"{path}.style", style, range(1, 7)):
            return
        notes.optional_text(f"{path}.label", button.get("label"), 0, 80)
        if style == _PREMIUM:
            self._require_absent(button, path, ("custom_id", "url", "label", "emoji"))
            if button.get("sku_id") is None:
                notes.add(f"{path}.sku_id", "BASE_TYPE_REQUIRED", "This field is required")
            return
        if not button.get("label") and not button.get("emoji"):
            message = "A button must have a label or an emoji"
            notes.add(f"{path}.label", "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED", message)
        if style == _LINK:
            notes.text(f"{path}.url", button.get("url"), 1, 512)
            self._require_absent(button, path, ("custom_id", "sku_id"))
        else:
            notes.text(f"{path}.custom_id", button.get("custom_id"), 1, 100)
            self._require_absent(button, path, ("url", "sku_id"))

    def _require_absent(self, component: Json, path: str, keys: tuple[str, ...]) -> None:
        for key in keys:
            if component.get(key) is not None:
                message = f"A {key} and this style of button are mutually exclusive"
                self._notes.add(f"{path}.{key}", "BUTTON_COMPONENT_CUSTOM_ID_URL_CONFLICT", message)

    def _section(self, section: Json, path: str) -> None:
        inside = self._notes.many(f"{path}.components", section.get("components"), 1, 3)
        for index, child in enumerate(inside):
            self.check(child, f"{path}.components.{index}", {Part.TEXT_DISPLAY})
        accessory = section.get("accessory")
        if accessory is None:
            self._notes.add(f"{path}.accessory", "BASE_TYPE_REQUIRED", "This field is required")
        else:
            self.check(accessory, f"{path}.accessory", {Part.BUTTON, Part.THUMBNAIL})

    def _text(self, text: Json, path: str) -> None:
        self._notes.text(f"{path}.content", text.get("content"), 1, MOST_TEXT)

    def _thumbnail(self, thumbnail: Json, path: str) -> None:
        self._alt_text(thumbnail, path)
        self._media(thumbnail.get("media"), f"{path}.media")

    def _gallery(self, gallery: Json, path: str) -> None:
        for index, item in enumerate(
            self._notes.many(f"{path}.items", gallery.get("items"), 1, 10)
        ):
            if isinstance(item, dict):
                self._alt_text(item, f"{path}.items.{index}")
                self._media(item.get("media"), f"{path}.items.{index}.media")

    def _file(self, file: Json, path: str) -> None:
        media = file.get("file")
        self._media(media, f"{path}.file")
        url = media.get("url") if isinstance(media, dict) else None
        if isinstance(url, str) and not url.startswith("attachment://"):
            message = "A file component takes an attachment:// reference alone."
            self._notes.add(f"{path}.file.url", "UNFURLED_MEDIA_ITEM_REFERENCE_REQUIRED", message)

    def _separator(self, separator: Json, path: str) -> None:
        self._notes.number(f"{path}.spacing", separator.get("spacing"), 1, 2)

    def _container(self, container: Json, path: str) -> None:
        self._notes.number(f"{path}.accent_color", container.get("accent_color"), 0, 0xFFFFFF)
        inside = self._notes.many(
            f"{path}.components", container.get("components"), 1, MOST_COMPONENTS
        )
        for index, child in enumerate(inside):
            self.check(child, f"{path}.components.{index}", _IN_CONTAINER)

    def _alt_text(self, item: Json, path: str) -> None:
        self._notes.optional_text(f"{path}.description", item.get("description"), 1, ALT_TEXT)

    def _media(self, media: Any, path: str) -> None:
        url = media.get("url") if isinstance(media, dict) else None
        self._notes.text(f"{path}.url", url, 1, 2048)
        if isinstance(url, str):
            check_address(self._notes, f"{path}.url", url, self._filenames)


def check_address(notes: Notes, path: str, url: str, filenames: Collection[str]) -> None:
    """Check that an address is one of the web, or of a file that the message has."""
    if url.startswith("attachment://"):
        if url.removeprefix("attachment://") not in filenames:
            message = f"The referenced attachment {url!r} was not found on the message."
            notes.add(path, "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND", message)
    elif not url.startswith(("http://", "https://")):
        message = f"Scheme of {url!r} must be one of ('http', 'https', 'attachment')."
        notes.add(path, "URL_TYPE_INVALID_SCHEME", message)

"""A message as one person sees it: its text, buttons, selects and pictures."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from enum import IntEnum

from playground.people.errors import CannotDo
from playground.world import Snowflake, User, WorldMessage
from playground.world.layout import SELECTS, Part, walk
from playground.world.messages import Json, MessageFlag, MessageKind

Fetch = Callable[[str], Awaitable[bytes]]


class ButtonStyle(IntEnum):
    """The look of a button; the numbers are Discord's."""

    PRIMARY = 1
    SECONDARY = 2
    SUCCESS = 3
    DANGER = 4
    LINK = 5
    PREMIUM = 6


@dataclass(frozen=True, slots=True)
class Button:
    """A button as it is shown."""

    label: str
    custom_id: str | None
    url: str | None
    disabled: bool
    style: ButtonStyle
    emoji: str | None


@dataclass(frozen=True, slots=True)
class SelectOption:
    """An entry of a select menu or of a group of radio buttons or boxes."""

    label: str
    value: str
    description: str | None
    is_default: bool


@dataclass(frozen=True, slots=True)
class Select:
    """A select menu as it is shown."""

    custom_id: str
    kind: Part
    placeholder: str | None
    options: tuple[SelectOption, ...]
    min_values: int
    max_values: int
    disabled: bool
    chosen: tuple[Snowflake, ...] = ()
    """The people, roles or channels that are chosen already."""
    channel_types: tuple[int, ...] = ()
    """The kinds of channel that can be chosen, all if there are none."""


@dataclass(frozen=True, slots=True)
class SeenPicture:
    """A picture or file as it is shown; `alt` is its alt text."""

    url: str
    alt: str | None
    content_type: str | None
    width: int | None
    height: int | None
    _fetch: Fetch = field(repr=False, compare=False)

    async def read(self) -> bytes:
        """Return the bytes, fetched over HTTP."""
        return await self._fetch(self.url)


@dataclass(frozen=True, slots=True)
class SeenMessage:
    """A message as the person saw it at one moment; `json` is Discord's form of it."""

    id: Snowflake
    channel_id: Snowflake
    author: User
    text: str
    buttons: tuple[Button, ...]
    selects: tuple[Select, ...]
    pictures: tuple[SeenPicture, ...]
    edited: bool
    ephemeral: bool
    thinking: bool
    kind: MessageKind
    mentions: tuple[Snowflake, ...]
    replies_to: Snowflake | None
    has_thread: bool
    json: Json = field(repr=False, compare=False)

    @property
    def labels(self) -> list[str]:
        """The labels of the buttons, in their order."""
        return [button.label for button in self.buttons]

    def button(self, label: str | None = None, *, custom_id: str | None = None) -> Button:
        """Return the button with this label or custom_id; there must be exactly one."""
        buttons = [
            button
            for button in self.buttons
            if (label is None or button.label == label)
            and (custom_id is None or button.custom_id == custom_id)
        ]
        if len(buttons) != 1:
            labels = ", ".join(map(repr, self.labels)) or "none"
            name = custom_id if label is None else label
            raise CannotDo(f"{len(buttons)} buttons are {name!r}; the message has {labels}")
        return buttons[0]

    def select(self, custom_id: str) -> Select:
        """Return the select menu with this custom_id."""
        for select in self.selects:
            if select.custom_id == custom_id:
                return select
        ids = ", ".join(repr(select.custom_id) for select in self.selects) or "none"
        raise CannotDo(f"no select is {custom_id!r}; the message has {ids}")


def see(message: WorldMessage, shape: Json, fetch: Fetch) -> SeenMessage:
    """Return a message, written as Discord's JSON, as a person sees it."""
    parts = [part for _, part in walk(shape["components"])]
    return SeenMessage(
        id=message.id,
        channel_id=message.channel_id,
        author=message.author,
        text="\n".join(filter(None, _texts(shape, parts))),
        buttons=tuple(_button(part) for part in parts if part["type"] == Part.BUTTON),
        selects=tuple(_select(part) for part in parts if part["type"] in SELECTS),
        pictures=tuple(_pictures(shape, parts, fetch)),
        edited=message.edited_at is not None,
        ephemeral=message.only_for is not None,
        thinking=bool(message.flags & MessageFlag.LOADING),
        kind=message.kind,
        mentions=message.mentions.users,
        replies_to=message.replies_to,
        has_thread=bool(message.flags & MessageFlag.HAS_THREAD),
        json=shape,
    )


def options_of(part: Json) -> tuple[SelectOption, ...]:
    """Return the options of a select, radio group or checkbox group."""
    return tuple(
        SelectOption(
            option["label"], option["value"], option.get("description"), bool(option.get("default"))
        )
        for option in part.get("options") or []
    )


def _texts(shape: Json, parts: list[Json]) -> Iterator[str]:
    yield shape["content"]
    for part in parts:
        if part["type"] == Part.TEXT_DISPLAY:
            yield part["content"]
    for embed in shape["embeds"]:
        yield (embed.get("author") or {}).get("name") or ""
        yield embed.get("title") or ""
        yield embed.get("description") or ""
        for entry in embed.get("fields") or []:
            yield entry["name"]
            yield entry["value"]
        yield (embed.get("footer") or {}).get("text") or ""


def _button(part: Json) -> Button:
    emoji = part.get("emoji") or {}
    return Button(
        label=part.get("label") or "",
        custom_id=part.get("custom_id"),
        url=part.get("url"),
        disabled=bool(part.get("disabled")),
        style=ButtonStyle(part["style"]),
        emoji=emoji.get("name"),
    )


def _select(part: Json) -> Select:
    low, high = part.get("min_values"), part.get("max_values")
    return Select(
        custom_id=part["custom_id"],
        kind=Part(part["type"]),
        placeholder=part.get("placeholder"),
        options=options_of(part),
        min_values=1 if low is None else low,
        max_values=1 if high is None else high,
        disabled=bool(part.get("disabled")),
        chosen=tuple(Snowflake(int(each["id"])) for each in part.get("default_values") or ()),
        channel_types=tuple(part.get("channel_types") or ()),
    )


def _pictures(shape: Json, parts: list[Json], fetch: Fetch) -> Iterator[SeenPicture]:
    for part in parts:
        match part["type"]:
            case Part.THUMBNAIL:
                yield _picture(part["media"], part.get("description"), fetch)
            case Part.MEDIA_GALLERY:
                for item in part["items"]:
                    yield _picture(item["media"], item.get("description"), fetch)
            case Part.FILE:
                yield _picture(part["file"], None, fetch)
    for embed in shape["embeds"]:
        for key in ("thumbnail", "image"):
            if embed.get(key):
                yield _picture(embed[key], embed[key].get("description"), fetch)
    for attachment in shape["attachments"]:
        yield _picture(attachment, attachment.get("description"), fetch)


def _picture(media: Json, alt: str | None, fetch: Fetch) -> SeenPicture:
    return SeenPicture(
        # The picture of another site is shown from a copy.
        url=media.get("proxy_url") or media["url"],
        alt=alt,
        content_type=media.get("content_type"),
        width=media.get("width"),
        height=media.get("height"),
        _fetch=fetch,
    )

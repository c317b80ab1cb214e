"""Messages as values, before they are sent: text or view, picture, mentions."""

import io
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import blake2s
from typing import Any, Final

import discord

from cogs.core.components import View

_NOBODY: Final = discord.AllowedMentions.none()
_TRAITS: Final = ("content", "custom_id", "label", "placeholder", "url")
_INSIDE: Final = ("components", "items", "accessory", "component")


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawn scene that can be attached any number of times.

    `written` is the text that replaces the image for a user who prefers boards in words.
    """

    image: bytes
    name: str
    alt_text: str
    written: str = ""

    def file(self) -> discord.File:
        """Return the picture as a new attachment. discord.py can send an attachment only once."""
        return discord.File(io.BytesIO(self.image), self.name, description=self.alt_text)


def files_of(picture: Picture | None) -> list[discord.File]:
    """Return new attachments for a message with this picture; none if it is in words."""
    return [] if picture is None or picture.written else [picture.file()]


def gallery(picture: Picture) -> discord.ui.MediaGallery[Any] | discord.ui.TextDisplay[Any]:
    """Return the component that shows an attached picture, or the text that replaces it."""
    if picture.written:
        return discord.ui.TextDisplay(picture.written)
    shown: discord.ui.MediaGallery[Any] = discord.ui.MediaGallery()
    shown.add_item(media=f"attachment://{picture.name}", description=picture.alt_text)
    return shown


@dataclass(frozen=True, slots=True)
class Outgoing:
    """A message to be posted: a text, or a view with or without a picture.

    `view` makes a new view at each call, because discord.py must not get the same view twice.
    `subject` identifies the message. It must not change when the message is sent again.
    """

    content: str | None = None
    view: Callable[[], View] | None = None
    picture: Picture | None = None
    silent: bool = False
    mentions: discord.AllowedMentions = field(default=_NOBODY)
    subject: str = ""

    @property
    def nonce(self) -> str:
        """The value by which Discord recognises a repeated message for some minutes.

        For a repeated nonce, Discord returns the first message and notifies no one again. So a
        message that mentions other users gets another nonce, and a message about something else
        needs another `subject`.
        """
        users = self.mentions.users
        mentioned = sorted(each.id for each in users) if isinstance(users, list) else users
        identity = f"{self.subject} {mentioned} {self.silent}"
        return blake2s(identity.encode(), digest_size=12).hexdigest()

    def arguments(self) -> dict[str, Any]:
        """Return the content or the view, as arguments for discord.py."""
        return {"content": self.content} if self.view is None else {"view": self.view()}

    def files(self) -> list[discord.File]:
        """Return the attachments."""
        return files_of(self.picture)

    def replacement(self) -> dict[str, Any]:
        """Return discord.py's arguments for editing a message. An edit notifies no one."""
        return {**self.arguments(), "attachments": self.files(), "allowed_mentions": _NOBODY}

    def digest(self) -> str:
        """Return a short hash of the content. `digest_of` the posted message returns the same."""
        components = [] if self.view is None else self.view().to_components()  # type: ignore[no-untyped-call]
        return _digest(self.content, components)


def digest_of(message: discord.Message) -> str:
    """Return the hash of one of the bot's messages, as `Outgoing.digest` does."""
    return _digest(message.content, [part.to_dict() for part in message.components])


def has_control(message: discord.Message, custom_ids: Collection[str]) -> bool:
    """Return whether a message has one of these buttons or menus.

    A client can claim to have clicked any message, so check this before recording or editing a
    message.
    """
    return any(each in custom_ids for each in custom_ids_of(message))


def texts_of(message: discord.Message) -> Iterator[str]:
    """Yield the texts of the components of a message, in reading order."""
    for part in _parts([part.to_dict() for part in message.components]):
        if part.get("content"):
            yield str(part["content"])


def custom_ids_of(message: discord.Message) -> Iterator[str]:
    """Yield the custom ids of the components of a message, in reading order."""
    for part in _parts([part.to_dict() for part in message.components]):
        if part.get("custom_id"):
            yield str(part["custom_id"])


def _digest(content: str | None, components: Sequence[Mapping[str, Any]]) -> str:
    traits = [(content or "").strip(), *_traits(components)]
    return blake2s("\0".join(traits).encode(), digest_size=16).hexdigest()


def _traits(components: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    for part in _parts(components):
        yield from (str(part[name]).strip() for name in _TRAITS if part.get(name))
        media = part.get("media")
        if media:
            yield str(media["url"]).partition("?")[0].rpartition("/")[2]


def _parts(components: Iterable[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
    """Yield components and all components within them, in reading order."""
    for part in components:
        yield part
        for name in _INSIDE:
            inside = part.get(name) or ()
            yield from _parts([inside] if isinstance(inside, Mapping) else inside)

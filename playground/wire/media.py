"""The files and pictures of one message, as its components and embeds describe them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from playground.world import Attachment, WorldMessage
from playground.world.messages import Json

ATTACHMENT_SCHEME = "attachment://"


@dataclass(frozen=True, slots=True)
class Media:
    """The media of a message; `address` returns the address of one of its files."""

    message: WorldMessage
    address: Callable[[Attachment], str]

    def find(self, url: str) -> Attachment | None:
        """Return the file of the message that `attachment://` names."""
        name = url.removeprefix(ATTACHMENT_SCHEME)
        if name == url:
            return None
        return next((each for each in self.message.attachments if each.filename == name), None)

    def unfurled(self, url: str) -> Json:
        """Return a component's description of the picture or file at this address."""
        attachment = self.find(url)
        if attachment is None:
            return {"id": str(self.message.id), "url": url, "proxy_url": url}
        here = self.address(attachment)
        return {
            "id": str(attachment.id),
            "url": here,
            "proxy_url": here,
            "width": attachment.width,
            "height": attachment.height,
            "content_type": attachment.content_type,
            "attachment_id": str(attachment.id),
        }

    def file(self, url: str) -> Json:
        """Return a file component's description of its file."""
        attachment = self.find(url)
        shape: Json = {"file": self.unfurled(url), "name": "", "size": 0}
        if attachment is not None:
            shape |= {"name": attachment.filename, "size": len(attachment.content)}
        return shape

    def embedded(self, picture: Json) -> Json:
        """Return an embed's description of a picture."""
        url = picture["url"]
        attachment = self.find(url)
        if attachment is None:
            return {"proxy_url": url, **picture}
        here = self.address(attachment)
        shape = {**picture, "url": here, "proxy_url": here, "flags": 0}
        shape["content_type"] = attachment.content_type
        if attachment.width is not None:
            shape |= {"width": attachment.width, "height": attachment.height}
        return shape

"""The files of messages, served as Discord's content network serves them."""

from __future__ import annotations

from collections import OrderedDict

from aiohttp import web

from playground.world import Attachment, Snowflake, World
from playground.world.events import Event, MessageEdited, MessagePosted

RECENT_BYTES = 64 * 1024 * 1024
ROUTE = "/attachments/{channel_id}/{attachment_id}/{filename}"


class Files:
    """Finds files by id: those on messages, and for a while those that were replaced."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._recent: OrderedDict[Snowflake, Attachment] = OrderedDict()
        self._recent_bytes = 0
        world.listen(self._remember)

    def install(self, app: web.Application) -> None:
        """Add the route to a web application."""
        app.router.add_get(ROUTE, self.serve)

    async def serve(self, request: web.Request) -> web.Response:
        """Return one file."""
        try:
            channel_id = Snowflake(int(request.match_info["channel_id"]))
            attachment_id = Snowflake(int(request.match_info["attachment_id"]))
        except ValueError:
            raise web.HTTPNotFound from None
        attachment = self.find(channel_id, attachment_id)
        if attachment is None or attachment.filename != request.match_info["filename"]:
            raise web.HTTPNotFound
        # What a bot uploads must not run as a page of this server.
        headers = {"X-Content-Type-Options": "nosniff", "Content-Security-Policy": "sandbox"}
        return web.Response(
            body=attachment.content, content_type=attachment.content_type, headers=headers
        )

    def find(self, channel_id: Snowflake, attachment_id: Snowflake) -> Attachment | None:
        """Return a file of this channel, if it is on a message or was until recently."""
        if attachment := self._recent.get(attachment_id):
            return attachment
        for message in self._world.messages.newest_first(channel_id):
            for attachment in message.attachments:
                if attachment.id == attachment_id:
                    return attachment
        return None

    def _remember(self, event: Event) -> None:
        if not isinstance(event, (MessagePosted, MessageEdited)):
            return
        for attachment in event.message.attachments:
            self.keep(attachment)

    def keep(self, attachment: Attachment) -> None:
        """Serve a file for a while, whether or not it is on a message."""
        if attachment.id not in self._recent:
            self._recent[attachment.id] = attachment
            self._recent_bytes += len(attachment.content)
        while self._recent_bytes > RECENT_BYTES and len(self._recent) > 1:
            _, oldest = self._recent.popitem(last=False)
            self._recent_bytes -= len(oldest.content)

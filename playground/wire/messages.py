"""Messages in the shape of Discord's JSON, with addresses of their files on the stand-in."""

from __future__ import annotations

from urllib.parse import quote

from playground.wire.components import component_json
from playground.wire.entities import partial_member_json, thread_json, user_json
from playground.wire.media import ATTACHMENT_SCHEME, Media
from playground.world import Attachment, DirectChannel, World, WorldMessage
from playground.world.messages import Json, MessageFlag, MessageKind, Origin
from playground.world.snowflakes import Snowflake, iso


class MessageWriter:
    """Writes messages as JSON; `cdn` is the address that files are fetched from."""

    def __init__(self, world: World, cdn: str) -> None:
        self._world = world
        self._cdn = cdn

    def url(self, channel_id: Snowflake, attachment: Attachment) -> str:
        """Return the address of a file."""
        name = quote(attachment.filename)
        return f"{self._cdn}/attachments/{channel_id}/{attachment.id}/{name}"

    def message(self, message: WorldMessage) -> Json:
        """Return a message as in an answer of the HTTP API."""
        place = self._world.places[message.channel_id]
        server = self._world.server_of(place)
        media = Media(message, lambda attachment: self.url(message.channel_id, attachment))
        shape: Json = {
            "id": str(message.id),
            "channel_id": str(message.channel_id),
            "type": int(message.kind),
            "author": user_json(message.author),
            "content": message.content,
            "timestamp": iso(message.created_at),
            "edited_timestamp": None if message.edited_at is None else iso(message.edited_at),
            "tts": False,
            "pinned": False,
            "mention_everyone": message.mentions.everyone,
            "mentions": [user_json(self._world.users[each]) for each in message.mentions.users],
            "mention_roles": [str(each) for each in message.mentions.roles],
            "attachments": self._attachments(message),
            "embeds": [self._embed(embed, media) for embed in message.embeds],
            "components": [component_json(each, media) for each in message.components],
            "flags": int(message.flags),
        }
        if message.nonce is not None:
            shape["nonce"] = message.nonce
        if message.origin is not None:
            shape.update(self._origin(message.origin, server.id if server else None))
        if message.replies_to is not None:
            shape.update(self._reference(message, server.id if server else None))
        if message.flags & MessageFlag.HAS_THREAD and server and message.id in server.threads:
            shape["thread"] = thread_json(server.threads[message.id], self._world.bot)
        return shape

    def event(self, message: WorldMessage) -> Json:
        """Return a message as the gateway sends it: with its server and its author as a member."""
        shape = self.message(message)
        server = self._world.server_of(self._world.places[message.channel_id])
        if server is not None:
            shape["guild_id"] = str(server.id)
            if member := server.members.get(message.author.id):
                shape["member"] = partial_member_json(member)
        return shape

    def without_secrets(self, message: WorldMessage, shape: Json) -> Json:
        """Return the shape as a bot without the message content intent gets it.

        It reads its own messages, those that mention it, and direct messages.
        """
        bot = self._world.bot
        may_read = (
            isinstance(self._world.places[message.channel_id], DirectChannel)
            or message.author is bot
            or bot.id in message.mentions.users
        )
        if may_read:
            return shape
        return {**shape, "content": "", "embeds": [], "attachments": [], "components": []}

    def _attachments(self, message: WorldMessage) -> list[Json]:
        if message.is_v2:
            return []
        # A file that an embed shows is listed in the embed alone.
        shown = {
            str((embed.get(key) or {}).get("url")).removeprefix(ATTACHMENT_SCHEME)
            for embed in message.embeds
            for key in ("image", "thumbnail")
        }
        return [
            self.attachment(message.channel_id, each)
            for each in message.attachments
            if each.filename not in shown
        ]

    def attachment(self, channel_id: Snowflake, attachment: Attachment) -> Json:
        """Return one file of a message."""
        url = self.url(channel_id, attachment)
        shape: Json = {
            "id": str(attachment.id),
            "filename": attachment.filename,
            "size": len(attachment.content),
            "url": url,
            "proxy_url": url,
            "content_type": attachment.content_type,
        }
        if attachment.description is not None:
            shape["description"] = attachment.description
        if attachment.width is not None:
            shape["width"] = attachment.width
            shape["height"] = attachment.height
        return shape

    def _embed(self, embed: Json, media: Media) -> Json:
        shape = {key: value for key, value in embed.items() if value is not None}
        for key in ("image", "thumbnail"):
            if key in shape:
                shape[key] = media.embedded(shape[key])
        return shape

    def _origin(self, origin: Origin, server_id: Snowflake | None) -> Json:
        application = str(self._world.bot.id)
        owner = "0" if server_id is None else str(server_id)
        shape: Json = {"application_id": application, "webhook_id": application}
        shape["interaction_metadata"] = _origin_json(origin, owner)
        if origin.command_name is not None:
            shape["interaction"] = {
                "id": str(origin.interaction_id),
                "type": origin.interaction_type,
                "name": origin.command_name,
                "user": user_json(origin.user),
            }
        return shape

    def _reference(self, message: WorldMessage, server_id: Snowflake | None) -> Json:
        reference: Json = {
            "type": 0,
            "channel_id": str(message.channel_id),
            "message_id": str(message.replies_to),
        }
        if server_id is not None:
            reference["guild_id"] = str(server_id)
        if message.kind is not MessageKind.REPLY or message.replies_to is None:
            return {"message_reference": reference}
        answered = self._world.messages.find(message.replies_to)
        if answered is None:
            return {"message_reference": reference, "referenced_message": None}
        shape = self.message(answered)
        shape.pop("referenced_message", None)
        return {"message_reference": reference, "referenced_message": shape}


def _origin_json(origin: Origin, owner: str) -> Json:
    about: Json = {
        "id": str(origin.interaction_id),
        "type": origin.interaction_type,
        "user": user_json(origin.user),
        "authorizing_integration_owners": {"0": owner},
    }
    if origin.original_id is not None:
        about["original_response_message_id"] = str(origin.original_id)
    if origin.opened_by is not None:
        about["triggering_interaction_metadata"] = _origin_json(origin.opened_by, owner)
    elif origin.source_message_id is not None:
        about["interacted_message_id"] = str(origin.source_message_id)
    return about

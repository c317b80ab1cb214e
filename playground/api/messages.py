"""Routes of messages in channels."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import replace

from playground.api.drafts import DraftReader, MessageUpload
from playground.api.errors import DiscordError, Problem, invalid_form
from playground.api.intake import Call, Reply, not_a_snowflake
from playground.api.limits import RateLimits
from playground.api.lookups import Lookups
from playground.api.middleware import Route
from playground.validation.violations import Finding
from playground.wire.messages import MessageWriter
from playground.world import DirectChannel, Permission, Place, Snowflake, World, WorldMessage
from playground.world.events import Typing
from playground.world.messages import Draft, Json, MessageKind

AN_HOUR = 3600.0
SWALLOWED = Finding(
    "nonce",
    "NONCE_SWALLOWS_MENTION",
    "An earlier message has this nonce and notified of something else, so this notifies nobody.",
)
MESSAGES = "/channels/{channel_id}/messages"
MESSAGE = "/channels/{channel_id}/messages/{message_id}"


class MessageRoutes:
    """Sending, reading, editing and deleting with the bot's token."""

    def __init__(
        self,
        world: World,
        lookups: Lookups,
        drafts: DraftReader,
        writer: MessageWriter,
        limits: RateLimits,
        *,
        reads_content: bool,
    ) -> None:
        self._world = world
        self._lookups = lookups
        self._drafts = drafts
        self._writer = writer
        self._limits = limits
        self._reads_content = reads_content

    def routes(self) -> list[Route]:
        """Return the routes served here."""
        return [
            Route("GET", MESSAGES, self.history),
            Route("POST", MESSAGES, self.create),
            Route("GET", MESSAGE, self.read),
            Route("PATCH", MESSAGE, self.edit),
            Route("DELETE", MESSAGE, self.delete),
            Route("POST", "/channels/{channel_id}/typing", self.typing),
        ]

    async def history(self, call: Call) -> Reply:
        """Return a page of a channel's messages, newest first."""
        place = self._lookups.place(call.id("channel_id"))
        limit = int(call.query.get("limit", "50"))
        if not 1 <= limit <= 100:
            message = "int value should be between 1 and 100."
            raise invalid_form(Finding("limit", "NUMBER_TYPE_RANGE", message))
        if not self._world.permissions(self._world.bot, place) & Permission.READ_MESSAGE_HISTORY:
            return Reply([])
        messages = itertools.islice(self._page(place, call), limit)
        shapes = [self._readable_message(message) for message in messages]
        return Reply(sorted(shapes, key=lambda shape: int(shape["id"]), reverse=True))

    def _page(self, place: Place, call: Call) -> Iterator[WorldMessage]:
        log = self._world.messages
        bounds = {key: int(call.query[key]) for key in ("before", "after") if key in call.query}
        if "around" in call.query:
            middle, half = int(call.query["around"]), int(call.query.get("limit", "50")) // 2
            newer = (m for m in log.oldest_first(place.id) if m.id >= middle)
            older = (m for m in log.newest_first(place.id) if m.id < middle)
            messages: Iterator[WorldMessage] = itertools.chain(
                itertools.islice(newer, half + 1), itertools.islice(older, half)
            )
        elif "after" in bounds:
            messages = (m for m in log.oldest_first(place.id) if m.id > bounds["after"])
        elif "before" in bounds:
            messages = (m for m in log.newest_first(place.id) if m.id < bounds["before"])
        else:
            messages = log.newest_first(place.id)
        return (message for message in messages if message.only_for is None)

    async def read(self, call: Call) -> Reply:
        """Return one message."""
        place = self._lookups.place(call.id("channel_id"))
        self._lookups.require(place, Permission.READ_MESSAGE_HISTORY)
        message = self._lookups.message(place, call.id("message_id"))
        return Reply(self._readable_message(message))

    def _readable_message(self, message: WorldMessage) -> Json:
        shape = self._writer.message(message)
        return shape if self._reads_content else self._writer.without_secrets(message, shape)

    async def create(self, call: Call) -> Reply:
        """Post a message, unless it enforces a recent message's nonce: then return that one."""
        place = self._lookups.place(call.id("channel_id"))
        form = call.form()
        self._lookups.require_talk(place)
        if call.uploads:
            self._lookups.require(place, Permission.ATTACH_FILES)
        if form.get("embeds"):
            self._lookups.require(place, Permission.EMBED_LINKS)
        draft = self._drafts.draft(MessageUpload(form, call.uploads))
        if draft.nonce is not None and form.get("enforce_nonce"):
            before = self._world.messages.with_nonce(draft.author, place.id, draft.nonce)
            if before is not None:
                swallowed = self._world.messages.swallows(before, place, draft)
                findings = (SWALLOWED,) if swallowed else ()
                return Reply(self._writer.message(before), findings=findings)
        draft = self._with_reference(place, draft, form)
        return Reply(self._writer.message(self._world.messages.post(place, draft)))

    def _with_reference(self, place: Place, draft: Draft, form: Json) -> Draft:
        reference = form.get("message_reference")
        if not reference:
            return draft
        value = str(reference.get("message_id"))
        if not value.isdigit():
            raise invalid_form(not_a_snowflake("message_reference.message_id", value))
        target = Snowflake(int(value))
        if self._world.messages.get(place.id, target) is None:
            if reference.get("fail_if_not_exists", True):
                code, message = "REPLIES_UNKNOWN_MESSAGE", "Unknown message"
                raise invalid_form(Finding("message_reference", code, message))
            return draft
        return replace(draft, kind=MessageKind.REPLY, replies_to=target)

    async def edit(self, call: Call) -> Reply:
        """Change a message of the bot's own."""
        place = self._lookups.place(call.id("channel_id"))
        message = self._lookups.message(place, call.id("message_id"))
        if message.author is not self._world.bot:
            raise DiscordError(Problem.NOT_THE_AUTHOR)
        self._lookups.require_reachable(place)
        self._lookups.require_open(place)
        if self._world.messages.age(message) > AN_HOUR:
            self._limits.admit_old_edit(place.id)
        if call.uploads:
            self._lookups.require(place, Permission.ATTACH_FILES)
        edit = self._drafts.edit(MessageUpload(call.form(), call.uploads), message)
        self._world.messages.edit(message, edit)
        return Reply(self._writer.message(message))

    async def delete(self, call: Call) -> Reply:
        """Delete a message; someone else's needs a permission."""
        place = self._lookups.place(call.id("channel_id"))
        message = self._lookups.message(place, call.id("message_id"))
        if message.author is not self._world.bot:
            if isinstance(place, DirectChannel):
                raise DiscordError(Problem.DIRECT_CHANNEL_ACTION)
            self._lookups.require(place, Permission.MANAGE_MESSAGES)
        self._lookups.require_open(place)
        self._world.messages.delete(message)
        return Reply()

    async def typing(self, call: Call) -> Reply:
        """Show that the bot is writing."""
        place = self._lookups.place(call.id("channel_id"))
        self._lookups.require_talk(place)
        self._world.publish(Typing(place.id, self._world.bot))
        return Reply()

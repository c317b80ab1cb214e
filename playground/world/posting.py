"""The messages of the world: posting, editing, deleting and finding them, and their pings."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from playground.world import events
from playground.world.entities import DirectChannel, Place, TextChannel, Thread, User
from playground.world.layout import texts
from playground.world.mentions import mentions_in
from playground.world.messages import (
    AllowedMentions,
    Draft,
    Edit,
    Json,
    Mentions,
    MessageFlag,
    MessageKind,
    Ping,
    Reason,
    WorldMessage,
)
from playground.world.permissions import Permission
from playground.world.snowflakes import Snowflake
from playground.world.threads import ThreadChange

if TYPE_CHECKING:
    from playground.world.world import World

NONCE_SECONDS = 300.0


@dataclass(frozen=True, slots=True)
class Bell:
    """The users that a message notified when it was posted, and of what; edits never notify."""

    mentioned: frozenset[Snowflake]
    rings: bool
    pictures: tuple[str, ...]


class MessageLog:
    """All messages, by channel and by id; ids increase, so a channel's log is in order of time."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._logs: dict[Snowflake, dict[Snowflake, WorldMessage]] = {}
        self._all: dict[Snowflake, WorldMessage] = {}
        self._nonces: dict[tuple[Snowflake, Snowflake, str], Snowflake] = {}
        self._bells: dict[Snowflake, Bell] = {}
        self.notifications: dict[Snowflake, list[Ping]] = {}

    @property
    def is_empty(self) -> bool:
        """Whether no channel has a message."""
        return not self._all

    def find(self, message_id: Snowflake) -> WorldMessage | None:
        """Return the message with this id, wherever it is."""
        return self._all.get(message_id)

    def get(self, channel_id: Snowflake, message_id: Snowflake) -> WorldMessage | None:
        """Return the message with this id in this channel."""
        return self._logs.get(channel_id, {}).get(message_id)

    def newest_first(self, channel_id: Snowflake) -> Iterator[WorldMessage]:
        """Return the messages of a channel, newest first."""
        return reversed(self._logs.get(channel_id, {}).values())

    def oldest_first(self, channel_id: Snowflake) -> Iterator[WorldMessage]:
        """Return the messages of a channel, oldest first."""
        return iter(self._logs.get(channel_id, {}).values())

    def with_nonce(
        self, author: User, channel_id: Snowflake, nonce: str | int
    ) -> WorldMessage | None:
        """Return the message that this author recently posted here with this nonce."""
        message = self._all.get(self._nonces.get((author.id, channel_id, str(nonce)), Snowflake(0)))
        if message is None or time.time() - message.created_at > NONCE_SECONDS:
            return None
        return message

    def swallows(self, before: WorldMessage, place: Place, draft: Draft) -> bool:
        """Return whether Discord would lose a notification if it posted `draft` only once.

        `before` has the same nonce, so it is returned in place of a second message. That loses a
        notification if the draft mentions other users or has other pictures. Its text may differ,
        because it may name a time.
        """
        bell = self._bell(draft, place)
        return bell.rings and bell != self._bells.get(before.id)

    def _bell(self, draft: Draft, place: Place) -> Bell:
        allowed = draft.allowed_mentions
        mentioned = mentions_in(draft.content, draft.components, allowed).users
        return Bell(
            frozenset(mentioned),
            not draft.flags & MessageFlag.SUPPRESS_NOTIFICATIONS
            and (bool(mentioned) or isinstance(place, DirectChannel)),
            tuple(each.filename for each in draft.attachments),
        )

    def post(self, place: Place, draft: Draft) -> WorldMessage:
        """Post a message, ping the users that it may ping, and unarchive an archived thread."""
        message = WorldMessage(
            id=self._world.snowflakes.next(),
            channel_id=place.id,
            author=draft.author,
            kind=draft.kind,
            created_at=time.time(),
            posted_at=self._world.clock.now(),
            content=draft.content,
            components=draft.components,
            embeds=draft.embeds,
            attachments=draft.attachments,
            flags=draft.flags,
            nonce=draft.nonce,
            only_for=draft.only_for,
            replies_to=draft.replies_to,
            origin=draft.origin,
        )
        message.mentions = self._mentions(message, place, draft.allowed_mentions)
        self._logs.setdefault(place.id, {})[message.id] = message
        self._all[message.id] = message
        if draft.nonce is not None:
            self._nonces[draft.author.id, place.id, str(draft.nonce)] = message.id
            self._bells[message.id] = self._bell(draft, place)
        self._touch(place, message)
        self._world.publish(events.MessagePosted(message))
        self._notify(message, place, draft.allowed_mentions)
        return message

    def edit(self, message: WorldMessage, edit: Edit) -> None:
        """Change a message; an edit notifies no one."""
        self._apply(message, edit)
        message.edited_at = time.time()
        self._world.publish(events.MessageEdited(message))

    def fill(self, message: WorldMessage, edit: Edit) -> None:
        """Set the content of a "thinking…" message. This does not count as an edit."""
        self._apply(message, edit)
        message.flags &= ~MessageFlag.LOADING
        self._world.publish(events.MessageEdited(message))

    def unfurl(self, message: WorldMessage, embeds: list[Json]) -> None:
        """Add the embeds of a message's links. This does not count as an edit."""
        message.embeds = [*message.embeds, *embeds]
        self._world.publish(events.MessageEdited(message))

    def _apply(self, message: WorldMessage, edit: Edit) -> None:
        if edit.content is not None:
            message.content = edit.content
        if edit.components is not None:
            message.components = edit.components
        if edit.embeds is not None:
            message.embeds = edit.embeds
        if edit.attachments is not None:
            message.attachments = edit.attachments
        if edit.flags is not None:
            message.flags = edit.flags
        place = self._world.places[message.channel_id]
        message.mentions = self._mentions(message, place, edit.allowed_mentions)

    def age(self, message: WorldMessage) -> float:
        """Return how old a message is, in seconds, by the world's clock."""
        return self._world.clock.now() - message.posted_at

    def delete(self, message: WorldMessage) -> None:
        """Delete a message; a thread begun from it stays."""
        if self._logs.get(message.channel_id, {}).pop(message.id, None) is None:
            return
        del self._all[message.id]
        self._world.publish(events.MessageDeleted(message))

    def forget(self, channel_id: Snowflake) -> None:
        """Drop all messages of a channel that is gone, without an event for each."""
        for message_id in self._logs.pop(channel_id, {}):
            del self._all[message_id]

    def mark_thread(self, message: WorldMessage) -> None:
        """Show on a message that a thread was begun from it."""
        message.flags |= MessageFlag.HAS_THREAD
        self._world.publish(events.MessageEdited(message))

    def announce_thread(self, channel: TextChannel, owner: User, thread: Thread) -> None:
        """Tell the channel about a thread that was begun without a message."""
        self.post(
            channel,
            Draft(
                owner,
                content=thread.name,
                kind=MessageKind.THREAD_CREATED,
                allowed_mentions=AllowedMentions(frozenset(), frozenset(), everyone=False),
            ),
        )

    def _touch(self, place: Place, message: WorldMessage) -> None:
        place.last_message_id = message.id
        if not isinstance(place, Thread):
            return
        place.messages_sent += 1
        if message.only_for is not None:
            return
        place.active_at = self._world.clock.now()
        # A user who writes in a thread becomes a member of it; an answer to an interaction does not
        # count.
        if message.origin is None:
            self._world.threads.join(place, [message.author])
        if place.is_archived:
            self._world.threads.change(place, ThreadChange(is_archived=False))

    def _mentions(self, message: WorldMessage, place: Place, allowed: AllowedMentions) -> Mentions:
        mentions = mentions_in(message.content, message.components, allowed)
        everyone = mentions.everyone and bool(
            self._world.permissions(message.author, place) & Permission.MENTION_EVERYONE
        )
        users = tuple(each for each in mentions.users if each in self._world.users)
        return Mentions(users, mentions.roles, everyone)

    def _notify(self, message: WorldMessage, place: Place, allowed: AllowedMentions) -> None:
        if message.only_for is not None or message.flags & MessageFlag.LOADING:
            return
        text = "\n".join(filter(None, [message.content, *texts(message.components)]))
        reasons = self._reasons(message, place, allowed)
        if isinstance(place, Thread):
            named = [
                self._world.users[user_id]
                for user_id, reason in reasons.items()
                if reason is Reason.MENTION and self._world.sees(self._world.users[user_id], place)
            ]
            self._world.threads.join(place, named)
        for user_id, reason in reasons.items():
            user = self._world.users[user_id]
            if user is message.author or not self._world.sees(user, place):
                continue
            silent = bool(message.flags & MessageFlag.SUPPRESS_NOTIFICATIONS)
            note = Ping(user_id, place.id, message.id, reason, text, silent)
            self.notifications.setdefault(user_id, []).append(note)
            self._world.publish(events.UserPinged(note))

    def _reasons(
        self, message: WorldMessage, place: Place, allowed: AllowedMentions
    ) -> dict[Snowflake, Reason]:
        """Return the users pinged, and why; the most personal reason wins."""
        reasons: dict[Snowflake, Reason] = {}
        server = self._world.server_of(place)
        if message.mentions.everyone:
            everyone = self._world.members_in_place(place)
            reasons.update({user.id: Reason.EVERYONE for user in everyone})
        if server is not None and message.mentions.roles:
            mentioned = {
                role_id
                for role_id in message.mentions.roles
                if role_id in server.roles
                and self._may_mention_role(message.author, place, role_id)
            }
            for member in server.members.values():
                if mentioned.intersection(member.role_ids):
                    reasons[member.user.id] = Reason.ROLE
        if isinstance(place, DirectChannel):
            reasons[place.user.id] = Reason.DIRECT
        replied = self._all.get(message.replies_to) if message.replies_to else None
        if replied is not None and allowed.replied_user:
            reasons[replied.author.id] = Reason.REPLY
        reasons.update(dict.fromkeys(message.mentions.users, Reason.MENTION))
        return reasons

    def _may_mention_role(self, author: User, place: Place, role_id: Snowflake) -> bool:
        server = self._world.server_of(place)
        if server is None:
            return False
        may_mention_all = self._world.permissions(author, place) & Permission.MENTION_EVERYONE
        return server.roles[role_id].is_mentionable or bool(may_mention_all)

"""The messages that each person has read and dismissed, for the counters of the page."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from playground.world import Ping, Place, Snowflake, User, World, WorldMessage

MOST_COUNTED = 99


@dataclass(frozen=True, slots=True)
class UnreadCount:
    """The unread messages and pings in a place; messages count only up to `MOST_COUNTED`."""

    messages: int
    pings: int


class ReadMarks:
    """Remembers the last message that each person has read in each place."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._read: dict[tuple[Snowflake, Snowflake], Snowflake] = {}
        self._dismissed: defaultdict[Snowflake, set[Snowflake]] = defaultdict(set)

    def read(self, user: User, place: Place) -> None:
        """Record that a person has read all messages in a place."""
        if place.last_message_id is not None:
            self._read[user.id, place.id] = place.last_message_id

    def dismiss(self, user: User, message_id: Snowflake) -> None:
        """Dismiss a private message, as Discord's client does without telling the bot."""
        self._dismissed[user.id].add(message_id)

    def has_dismissed(self, user: User, message_id: Snowflake) -> bool:
        """Return whether this person has dismissed this message."""
        return message_id in self._dismissed[user.id]

    def unread(self, user: User, place: Place) -> UnreadCount:
        """Count the messages and pings that this person has not read in a place."""
        last = self._read.get((user.id, place.id), Snowflake(0))
        messages = 0
        for message in self._world.messages.newest_first(place.id):
            if message.id <= last or messages == MOST_COUNTED:
                break
            messages += _counts(message, user)
        return UnreadCount(messages, self._pings(user, place.id))

    def pings(self, user: User) -> int:
        """Return the number of pings that this person has not read."""
        return sum(map(self._is_due, self._world.messages.notifications.get(user.id, ())))

    def has_read(self, user: User, note: Ping) -> bool:
        """Return whether a person has read the message that pinged them."""
        return note.message_id <= self._read.get((user.id, note.channel_id), 0)

    def _pings(self, user: User, place_id: Snowflake) -> int:
        notes = self._world.messages.notifications.get(user.id, ())
        return sum(note.channel_id == place_id and self._is_due(note) for note in notes)

    def _is_due(self, note: Ping) -> bool:
        user = self._world.users[note.user_id]
        is_there = self._world.messages.find(note.message_id) is not None
        return is_there and not self.has_read(user, note)


def _counts(message: WorldMessage, user: User) -> bool:
    return message.only_for is None and message.author is not user

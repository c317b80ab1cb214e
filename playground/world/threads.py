"""Threads: beginning, joining, archiving, locking and deleting them."""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from playground.world import events
from playground.world.entities import TextChannel, Thread, User
from playground.world.messages import WorldMessage
from playground.world.snowflakes import Snowflake

if TYPE_CHECKING:
    from playground.world.world import World


@dataclass(frozen=True, slots=True)
class ThreadTerms:
    """The properties of a thread that is about to begin."""

    name: str
    auto_archive_minutes: int = 4320
    slowmode_seconds: int = 0
    is_private: bool = False
    is_invitable: bool = True


@dataclass(frozen=True, slots=True)
class ThreadChange:
    """A change to a thread; None leaves a part as it is."""

    name: str | None = None
    is_archived: bool | None = None
    is_locked: bool | None = None
    is_invitable: bool | None = None
    auto_archive_minutes: int | None = None
    slowmode_seconds: int | None = None


class ServerThreads:
    """The threads of the world, found by id through `World.places`."""

    def __init__(self, world: World) -> None:
        self._world = world

    def under(self, channel_id: Snowflake) -> list[Thread]:
        """Return the threads of one channel, oldest first."""
        channel = self._world.places.get(channel_id)
        if not isinstance(channel, TextChannel):
            return []
        threads = self._world.servers[channel.server_id].threads.values()
        return [thread for thread in threads if thread.parent_id == channel_id]

    def begin(
        self,
        channel: TextChannel,
        owner: User,
        terms: ThreadTerms,
        *,
        from_message: WorldMessage | None = None,
    ) -> Thread:
        """Begin a thread; one begun from a message takes the message's id."""
        now = time.time()
        thread = Thread(
            id=from_message.id if from_message else self._world.snowflakes.next(),
            server_id=channel.server_id,
            parent_id=channel.id,
            owner_id=owner.id,
            name=terms.name,
            created_at=now,
            archive_changed_at=now,
            active_at=self._world.clock.now(),
            is_private=terms.is_private,
            is_invitable=terms.is_invitable,
            auto_archive_minutes=terms.auto_archive_minutes,
            slowmode_seconds=terms.slowmode_seconds,
            joined={owner.id: now},
        )
        self._world.servers[channel.server_id].threads[thread.id] = thread
        self._world.places[thread.id] = thread
        self._world.publish(events.ThreadStarted(thread))
        if from_message is not None:
            self._world.messages.mark_thread(from_message)
        elif not terms.is_private:
            self._world.messages.announce_thread(channel, owner, thread)
        return thread

    def change(self, thread: Thread, change: ThreadChange) -> None:
        """Apply a change; archiving and unarchiving record their time."""
        if change.is_archived is not None and change.is_archived != thread.is_archived:
            thread.is_archived = change.is_archived
            thread.archive_changed_at = time.time()
        if change.is_archived is False or change.auto_archive_minutes is not None:
            thread.active_at = self._world.clock.now()
        for name in ("name", "is_locked", "is_invitable", "auto_archive_minutes"):
            value = getattr(change, name)
            if value is not None:
                setattr(thread, name, value)
        if change.slowmode_seconds is not None:
            thread.slowmode_seconds = change.slowmode_seconds
        self._world.publish(events.ThreadChanged(thread))

    def archive_idle(self) -> None:
        """Archive the threads that have been quiet for as long as each allows.

        Edits and ephemeral answers do not count.
        """
        now = self._world.clock.now()
        for server in self._world.servers.values():
            for thread in list(server.threads.values()):
                quiet = now - thread.active_at
                if not thread.is_archived and quiet >= thread.auto_archive_minutes * 60:
                    self.change(thread, ThreadChange(is_archived=True))

    def delete(self, thread: Thread) -> None:
        """Delete a thread with its messages."""
        self._world.servers[thread.server_id].threads.pop(thread.id, None)
        self._world.places.pop(thread.id, None)
        self._world.messages.forget(thread.id)
        self._world.publish(events.ThreadDeleted(thread))

    def join(self, thread: Thread, users: Iterable[User]) -> None:
        """Add users to a thread, except those who are in it already."""
        new = tuple(user.id for user in users if user.id not in thread.joined)
        if not new:
            return
        now = time.time()
        thread.joined.update(dict.fromkeys(new, now))
        self._world.publish(events.ThreadMembersChanged(thread, joined=new))

    def leave(self, thread: Thread, user: User) -> None:
        """Take a user out of a thread."""
        if thread.joined.pop(user.id, None) is not None:
            self._world.publish(events.ThreadMembersChanged(thread, left=(user.id,)))

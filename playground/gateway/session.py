"""A session of the bot: the events that it asked for, kept for a while if its connection breaks."""

from __future__ import annotations

import copy
import json
import secrets
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from playground.gateway.codes import Opcode
from playground.gateway.connection import GatewayConnection
from playground.gateway.intents import Intent
from playground.world.messages import Json


@dataclass(frozen=True, slots=True)
class Wishes:
    """What a bot asked for when it identified itself: its intents, its shard and their number."""

    intents: Intent
    shard: tuple[int, int]

    def wants(self, intent: Intent) -> bool:
        """Return whether the bot asked for these events; every bot gets those without an intent."""
        return self.intents & intent == intent

    def has_shard_of(self, server_id: int | None) -> bool:
        """Return whether this shard gets a server's events; shard 0 gets direct messages."""
        number, count = self.shard
        return number == (0 if server_id is None else (server_id >> 22) % count)


Distort = Callable[[Json], Any]
"""Returns the body that is sent in place of an event's real body."""


class Distortions:
    """Changes to events, into forms that Discord may send one day and no library reads yet."""

    def __init__(self) -> None:
        self._by_event: dict[str, Distort] = {}

    def distort(self, event: str, change: Distort) -> None:
        """Send `change(copy)` in place of the body of each event of this name from now on."""
        self._by_event[event] = change

    def clear(self) -> None:
        """Send all events unchanged again."""
        self._by_event.clear()

    def of(self, event: str, body: Json) -> Any:
        """Return the body that is sent for an event."""
        change = self._by_event.get(event)
        return body if change is None else change(copy.deepcopy(body))


class Session:
    """Events in order, numbered from 1; those that a broken connection missed are replayed.

    `watch` is called with each event.
    """

    def __init__(
        self,
        wishes: Wishes,
        connection: GatewayConnection,
        *,
        most_replayed: int,
        watch: Callable[[str, Json], None],
        distortions: Distortions,
    ) -> None:
        self.id = secrets.token_hex(16)
        self.wishes = wishes
        self.connection: GatewayConnection | None = connection
        self.sequence = 0
        self._kept: deque[tuple[int, str]] = deque(maxlen=most_replayed)
        self._watch = watch
        self._distortions = distortions

    def dispatch(self, event: str, body: Json) -> None:
        """Send an event, or keep it until the bot resumes the session."""
        self._watch(event, body)
        self.send_as_it_is(event, self._distortions.of(event, body))

    def send_as_it_is(self, event: str, body: Any) -> None:
        """Send an event with any body, readable or not."""
        self.sequence += 1
        frame = {"op": int(Opcode.DISPATCH), "t": event, "s": self.sequence, "d": body}
        text = json.dumps(frame, separators=(",", ":"))
        self._kept.append((self.sequence, text))
        if self.connection is not None:
            self.connection.send_text(text)

    def can_resume_after(self, sequence: int) -> bool:
        """Return whether everything after this event is still kept."""
        oldest = self._kept[0][0] if self._kept else self.sequence + 1
        return sequence >= oldest - 1

    @property
    def sent(self) -> list[tuple[str, Any]]:
        """The events that are kept, oldest first, as they were sent."""
        frames = [json.loads(text) for _, text in self._kept]
        return [(frame["t"], frame["d"]) for frame in frames]

    def resume(self, connection: GatewayConnection, sequence: int) -> None:
        """Continue on another connection, with all events after this one."""
        self.connection = connection
        for number, text in list(self._kept):
            if number > sequence:
                connection.send_text(text)
        self.dispatch("RESUMED", {})

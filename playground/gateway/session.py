"""A session of the bot: the events that it asked for, kept a while should its connection break."""

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
    """What a bot identified itself with: its events, and which shard of how many it is."""

    intents: Intent
    shard: tuple[int, int]

    def wants(self, intent: Intent) -> bool:
        """Return whether it asked for these events; those without an intent go to all."""
        return self.intents & intent == intent

    def has_shard_of(self, server_id: int | None) -> bool:
        """Return whether this shard gets a server's events; direct messages go to the first."""
        number, count = self.shard
        return number == (0 if server_id is None else (server_id >> 22) % count)


Distort = Callable[[Json], Any]
"""Returns what an event says instead of what it should."""


class Distortions:
    """Events that are to be sent as Discord may send them one day, and no library reads yet."""

    def __init__(self) -> None:
        self._by_event: dict[str, Distort] = {}

    def distort(self, event: str, change: Distort) -> None:
        """Send all events of a name from now on as `change` makes them of a copy."""
        self._by_event[event] = change

    def clear(self) -> None:
        """Send all events as they should be."""
        self._by_event.clear()

    def of(self, event: str, body: Json) -> Any:
        """Return what is sent of an event."""
        change = self._by_event.get(event)
        return body if change is None else change(copy.deepcopy(body))


class Session:
    """Events in order, numbered from 1; those of a broken connection are replayed on the next.

    `watch` is told each event that is sent.
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
        """Send an event, or keep it for when the bot comes back."""
        self._watch(event, body)
        self.send_as_it_is(event, self._distortions.of(event, body))

    def send_as_it_is(self, event: str, body: Any) -> None:
        """Send an event that says anything, readable or not."""
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
        """Go on with another connection, beginning with all that came after this event."""
        self.connection = connection
        for number, text in list(self._kept):
            if number > sequence:
                connection.send_text(text)
        self.dispatch("RESUMED", {})

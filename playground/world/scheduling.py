"""Scheduled events of servers: making, changing, cancelling and ending them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from playground.world import events
from playground.world.entities import EventStatus, ScheduledEvent, Server, User

if TYPE_CHECKING:
    from playground.world.world import World

FORGOTTEN_AFTER: Final = 4 * 3600.0
"""Seconds after its start time when an event that has not begun is cancelled."""
LISTED: Final = (EventStatus.SCHEDULED, EventStatus.ACTIVE)


@dataclass(frozen=True, slots=True)
class EventFacts:
    """The facts that a request sets for an event; the times are epoch seconds."""

    name: str
    description: str | None
    location: str
    starts_at: float
    ends_at: float


class ServerEvents:
    """The scheduled events of the world, each in its server."""

    def __init__(self, world: World) -> None:
        self._world = world

    def listed(self, server: Server) -> list[ScheduledEvent]:
        """Return the events of a server that are scheduled or under way, the earliest first."""
        events = [each for each in server.events.values() if each.status in LISTED]
        return sorted(events, key=lambda each: each.starts_at)

    def add(self, server: Server, creator: User, facts: EventFacts) -> ScheduledEvent:
        """Schedule an event."""
        event = ScheduledEvent(
            self._world.snowflakes.next(),
            server.id,
            creator,
            facts.name,
            facts.description,
            facts.location,
            facts.starts_at,
            facts.ends_at,
        )
        server.events[event.id] = event
        self._world.publish(events.ScheduledEventMade(event))
        return event

    def change(
        self, event: ScheduledEvent, facts: EventFacts, status: EventStatus | None = None
    ) -> None:
        """Change an event; a new `status` begins or ends it."""
        event.name, event.description = facts.name, facts.description
        event.location = facts.location
        event.starts_at, event.ends_at = facts.starts_at, facts.ends_at
        event.status = status or event.status
        self._world.publish(events.ScheduledEventChanged(event))

    def delete(self, event: ScheduledEvent) -> None:
        """Delete an event."""
        del self._world.servers[event.server_id].events[event.id]
        self._world.publish(events.ScheduledEventDeleted(event))

    def end_due(self) -> None:
        """End the events whose time is over, and cancel those that have not begun for hours."""
        now = self._world.clock.now()
        for server in self._world.servers.values():
            for event in self.listed(server):
                if event.status is EventStatus.ACTIVE and now >= event.ends_at:
                    self._end(event, EventStatus.COMPLETED)
                elif (
                    event.status is EventStatus.SCHEDULED
                    and now >= event.starts_at + FORGOTTEN_AFTER
                ):
                    self._end(event, EventStatus.CANCELED)

    def _end(self, event: ScheduledEvent, status: EventStatus) -> None:
        event.status = status
        self._world.publish(events.ScheduledEventChanged(event))

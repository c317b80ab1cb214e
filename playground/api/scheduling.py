"""Routes of a server's scheduled events, only for events at a location outside Discord."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from playground.api.errors import DiscordError, Problem, invalid_form
from playground.api.intake import Call, Reply
from playground.api.lookups import Lookups
from playground.api.middleware import Route
from playground.validation.violations import Finding
from playground.wire.entities import EXTERNAL, scheduled_event_json
from playground.world import EventStatus, Permission, ScheduledEvent, Server, World
from playground.world.messages import Json
from playground.world.scheduling import LISTED, EventFacts

MOST_EVENTS: Final = 100
_NEXT: Final = {
    EventStatus.SCHEDULED: (EventStatus.SCHEDULED, EventStatus.ACTIVE, EventStatus.CANCELED),
    EventStatus.ACTIVE: (EventStatus.ACTIVE, EventStatus.COMPLETED),
}
"""What the status of an event may become."""


class ScheduledEventRoutes:
    """Scheduling events, changing and deleting them.

    The bot needs the permission to create events for its own, and to manage events for others.
    """

    def __init__(self, world: World, lookups: Lookups) -> None:
        self._world = world
        self._lookups = lookups

    def routes(self) -> list[Route]:
        """Return the routes served here."""
        every = "/guilds/{guild_id}/scheduled-events"
        one = every + "/{guild_scheduled_event_id}"
        return [
            Route("GET", every, self.listed),
            Route("POST", every, self.schedule),
            Route("GET", one, self.one),
            Route("PATCH", one, self.change),
            Route("DELETE", one, self.delete),
        ]

    async def listed(self, call: Call) -> Reply:
        """Return the events of a server that are scheduled or under way."""
        server = self._lookups.server(call.id("guild_id"))
        return Reply([scheduled_event_json(each) for each in self._world.events.listed(server)])

    async def one(self, call: Call) -> Reply:
        """Return one event."""
        return Reply(scheduled_event_json(self._event(call)))

    async def schedule(self, call: Call) -> Reply:
        """Make an event that begins later."""
        server = self._lookups.server(call.id("guild_id"))
        self._require(server, Permission.CREATE_EVENTS)
        form = call.form()
        for name in ("scheduled_end_time", "entity_metadata"):
            if not form.get(name):
                raise _missing_field(name)
        facts = self._facts(form, None)
        if len(self._world.events.listed(server)) >= MOST_EVENTS:
            raise DiscordError(Problem.TOO_MANY_EVENTS)
        event = self._world.events.add(server, self._world.bot, facts)
        return Reply(scheduled_event_json(event))

    async def change(self, call: Call) -> Reply:
        """Change an event, begin it or end it."""
        event, form = self._own_event(call), call.form()
        if event.status not in LISTED:
            raise DiscordError(Problem.EVENT_IS_OVER)
        status = EventStatus(form["status"]) if form.get("status") else event.status
        if status not in _NEXT[event.status]:
            raise DiscordError(Problem.INVALID_EVENT_STATUS)
        self._world.events.change(event, self._facts(form, event), status)
        return Reply(scheduled_event_json(event))

    async def delete(self, call: Call) -> Reply:
        """Delete an event."""
        self._world.events.delete(self._own_event(call))
        return Reply()

    def _event(self, call: Call) -> ScheduledEvent:
        server = self._lookups.server(call.id("guild_id"))
        event = server.events.get(call.id("guild_scheduled_event_id"))
        if event is None:
            raise DiscordError(Problem.UNKNOWN_EVENT)
        return event

    def _own_event(self, call: Call) -> ScheduledEvent:
        """Return an event that the bot may change."""
        event = self._event(call)
        is_own = event.creator is self._world.bot
        needed = Permission.CREATE_EVENTS if is_own else Permission.MANAGE_EVENTS
        self._require(self._world.servers[event.server_id], needed)
        return event

    def _require(self, server: Server, permission: Permission) -> None:
        """Refuse without a permission; the permission to manage events includes it."""
        allowed = self._world.server_permissions(server, self._world.bot)
        if not allowed & (permission | Permission.MANAGE_EVENTS):
            raise DiscordError(Problem.MISSING_PERMISSIONS)

    def _facts(self, form: Json, before: ScheduledEvent | None) -> EventFacts:
        """Read the facts that the form sets; keep the other ones."""
        kind = form.get("entity_type")
        if kind not in (None, EXTERNAL):
            message = f"Only events at a location are known here, of the type {EXTERNAL}."
            raise invalid_form(Finding("entity_type", "BASE_TYPE_CHOICES", message))
        starts_at = _moment(form, "scheduled_start_time", before.starts_at if before else 0.0)
        ends_at = _moment(form, "scheduled_end_time", before.ends_at if before else 0.0)
        is_moved = before is None or starts_at != before.starts_at
        if is_moved and starts_at <= self._world.clock.now():
            raise _time_in_past("scheduled_start_time", "Cannot schedule event in the past.")
        if ends_at <= starts_at:
            raise _time_in_past("scheduled_end_time", "End time must be after start time.")
        name = form.get("name", before.name if before else None)
        if not name or not name.strip():
            raise _missing_field("name")
        location = (form.get("entity_metadata") or {}).get("location")
        return EventFacts(
            name,
            form.get("description", before.description if before else None) or None,
            location or (before.location if before else ""),
            starts_at,
            ends_at,
        )


def _moment(form: Json, name: str, before: float) -> float:
    written = form.get(name)
    return datetime.fromisoformat(written).timestamp() if written else before


def _missing_field(name: str) -> DiscordError:
    return invalid_form(Finding(name, "BASE_TYPE_REQUIRED", "This field is required"))


def _time_in_past(name: str, message: str) -> DiscordError:
    return invalid_form(Finding(name, "GUILD_SCHEDULED_EVENT_SCHEDULE_PAST", message))

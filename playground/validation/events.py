"""Checking events of the gateway against the description, as far as it covers their content.

The description is of the HTTP API alone. The gateway sends the same messages, channels, members,
roles and servers, with a few more keys.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from playground.validation.description import Description
from playground.validation.violations import Finding, Side, ViolationRecord
from playground.world.messages import Json

METHOD = "EVENT"
_MESSAGE, _CHANNEL, _THREAD = "MessageResponse", "GuildChannelResponse", "ThreadResponse"
_MEMBER, _ROLE, _USER = "GuildMemberResponse", "GuildRoleResponse", "UserResponse"
# The channel of an interaction by its type; direct messages lack their recipients there.
_PLACES = {0: _CHANNEL, 11: _THREAD, 12: _THREAD}
# The schema of an event as a whole, and the keys that the gateway adds to it.
_WHOLE = {
    "MESSAGE_CREATE": (_MESSAGE, {"guild_id", "member"}),
    "MESSAGE_UPDATE": (_MESSAGE, {"guild_id", "member"}),
    "CHANNEL_CREATE": (_CHANNEL, set[str]()),
    "CHANNEL_UPDATE": (_CHANNEL, set[str]()),
    "CHANNEL_DELETE": (_CHANNEL, set[str]()),
    "THREAD_CREATE": (_THREAD, {"newly_created"}),
    "THREAD_UPDATE": (_THREAD, set[str]()),
    "GUILD_MEMBER_ADD": (_MEMBER, {"guild_id"}),
    "GUILD_MEMBER_UPDATE": (_MEMBER, {"guild_id"}),
    "GUILD_SCHEDULED_EVENT_CREATE": ("ExternalScheduledEventResponse", set[str]()),
    "GUILD_SCHEDULED_EVENT_UPDATE": ("ExternalScheduledEventResponse", set[str]()),
    "GUILD_SCHEDULED_EVENT_DELETE": ("ExternalScheduledEventResponse", set[str]()),
    "GUILD_UPDATE": ("GuildResponse", set[str]()),
}
_IN_A_SERVER = {
    "channels": _CHANNEL,
    "threads": _THREAD,
    "members": _MEMBER,
}
_BESIDE_A_SERVER = {
    *_IN_A_SERVER,
    "joined_at",
    "large",
    "member_count",
    "voice_states",
    "presences",
    "stage_instances",
    "guild_scheduled_events",
    "soundboard_sounds",
    "unavailable",
}


class EventCheck:
    """Records events that Discord would not send, if there is a description."""

    def __init__(self, description: Description | None, record: ViolationRecord) -> None:
        self._description = description
        self._record = record

    def note(self, event: str, body: Json) -> None:
        """Check one event."""
        if self._description is None:
            return
        findings: list[Finding] = []
        for path, name, shape in _described_parts(event, body):
            found = self._description.check_shape(name, shape)
            findings += [each.under(path) if path else each for each in found]
        self._record.note(METHOD, event, findings, Side.PLAYGROUND)


def _described_parts(event: str, body: Json) -> Iterator[tuple[str, str, Any]]:
    """Return the described parts of an event: the path, the name in the description, the value."""
    if event in _WHOLE:
        name, beside = _WHOLE[event]
        yield "", name, _without_keys(body, beside)
    match event:
        case "READY":
            yield "user", _USER, _without_keys(body["user"], {"verified", "mfa_enabled", "email"})
        case "GUILD_CREATE":
            yield "", "GuildResponse", _without_keys(body, _BESIDE_A_SERVER)
            for key, name in _IN_A_SERVER.items():
                for index, each in enumerate(body[key]):
                    yield f"{key}.{index}", name, each
        case "THREAD_LIST_SYNC":
            for index, each in enumerate(body["threads"]):
                yield f"threads.{index}", _THREAD, each
        case "GUILD_ROLE_CREATE" | "GUILD_ROLE_UPDATE":
            yield "role", _ROLE, body["role"]
        case "GUILD_MEMBERS_CHUNK":
            for index, each in enumerate(body["members"]):
                yield f"members.{index}", _MEMBER, each
        case "GUILD_MEMBER_REMOVE":
            yield "user", _USER, body["user"]
        case "MESSAGE_CREATE" | "MESSAGE_UPDATE" if "member" in body:
            yield "member", _MEMBER, {**body["member"], "user": body["author"]}
        case "INTERACTION_CREATE":
            yield from _of_interaction(body)


def _of_interaction(body: Json) -> Iterator[tuple[str, str, Any]]:
    if "message" in body:
        yield "message", _MESSAGE, body["message"]
    if "member" in body:
        yield "member", _MEMBER, _without_keys(body["member"], {"permissions"})
    if "user" in body:
        yield "user", _USER, body["user"]
    if name := _PLACES.get(body["channel"]["type"]):
        yield "channel", name, body["channel"]
    resolved = body["data"].get("resolved", {})
    for key, name in (("users", _USER), ("roles", _ROLE), ("messages", _MESSAGE)):
        for id_, each in resolved.get(key, {}).items():
            yield f"data.resolved.{key}.{id_}", name, each
    for id_, each in resolved.get("channels", {}).items():
        if name := _PLACES.get(each["type"]):
            yield f"data.resolved.channels.{id_}", name, each


def _without_keys(body: Json, keys: set[str]) -> Json:
    return {key: value for key, value in body.items() if key not in keys}

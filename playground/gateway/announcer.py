"""Turns the world's changes into the gateway events that each session asked for."""

from __future__ import annotations

from collections.abc import Iterator

from playground.gateway.greeting import Greeter
from playground.gateway.intents import Intent
from playground.gateway.roster import Roster
from playground.gateway.session import Session
from playground.gateway.visibility import VisibleChannels
from playground.wire.entities import (
    channel_json,
    member_json,
    role_json,
    scheduled_event_json,
    server_create_json,
    server_json,
    thread_json,
    thread_member_json,
    user_json,
)
from playground.wire.messages import MessageWriter
from playground.world import (
    DirectChannel,
    ScheduledEvent,
    Server,
    Snowflake,
    User,
    World,
    WorldMessage,
    events,
)
from playground.world.events import Event
from playground.world.messages import Json


class Announcer:
    """Listens to the world and dispatches the events of what the bot can see."""

    def __init__(
        self, world: World, roster: Roster, greeter: Greeter, writer: MessageWriter
    ) -> None:
        self._world = world
        self._roster = roster
        self._greeter = greeter
        self._writer = writer
        self._visibility = VisibleChannels(world)
        world.listen(self._handle)

    def _handle(self, event: Event) -> None:
        if self._roster.sessions:
            self._announce(event)
        match event:
            case events.ChannelChanged(channel):
                self._look(self._world.servers[channel.server_id])
            case events.RoleChanged(role):
                self._look(self._world.servers[role.server_id])
            case events.MemberChanged(server, member) if member.user is self._world.bot:
                self._look(server)
            case events.ChannelMade(channel):
                self._visibility.remember(self._world.servers[channel.server_id])
            case events.MemberJoined(server) | events.MemberLeft(server):
                self._visibility.remember(server)

    def _look(self, server: Server) -> None:
        if change := self._visibility.look(server):
            self._to_server(server.id, "THREAD_LIST_SYNC", change)

    def _announce(self, event: Event) -> None:
        match event:
            case events.MessagePosted() | events.MessageEdited() | events.MessageDeleted():
                self._message(event)
            case events.ThreadStarted() | events.ThreadChanged() | events.ThreadDeleted():
                self._thread(event)
            case events.ThreadMembersChanged():
                self._thread_members(event)
            case events.ServerChanged(server):
                self._to_server(server.id, "GUILD_UPDATE", server_json(server))
            case events.ServerLost(server):
                self._server_gone(server, {"unavailable": True})
            case events.ServerReached(server):
                for session in self._sessions(server.id, Intent.GUILDS):
                    self._greeter.show(session, server)
            case events.ChannelMade(channel):
                self._to_server(channel.server_id, "CHANNEL_CREATE", channel_json(channel))
            case events.ChannelChanged(channel):
                self._to_server(channel.server_id, "CHANNEL_UPDATE", channel_json(channel))
            case events.ChannelDeleted(channel):
                self._to_server(channel.server_id, "CHANNEL_DELETE", channel_json(channel))
            case events.RoleMade(role):
                body = {"guild_id": str(role.server_id), "role": role_json(role)}
                self._to_server(role.server_id, "GUILD_ROLE_CREATE", body)
            case events.RoleChanged(role):
                body = {"guild_id": str(role.server_id), "role": role_json(role)}
                self._to_server(role.server_id, "GUILD_ROLE_UPDATE", body)
            case events.RoleDeleted(role):
                body = {"guild_id": str(role.server_id), "role_id": str(role.id)}
                self._to_server(role.server_id, "GUILD_ROLE_DELETE", body)
            case events.MemberJoined() | events.MemberLeft() | events.MemberChanged():
                self._member(event)
            case events.ScheduledEventMade(scheduled):
                self._scheduled("GUILD_SCHEDULED_EVENT_CREATE", scheduled)
            case events.ScheduledEventChanged(scheduled):
                self._scheduled("GUILD_SCHEDULED_EVENT_UPDATE", scheduled)
            case events.ScheduledEventDeleted(scheduled):
                self._scheduled("GUILD_SCHEDULED_EVENT_DELETE", scheduled)
            case events.Typing(channel_id, user):
                self._typing(channel_id, user)
            case events.UserPinged() | events.CommandsChanged():
                pass

    def _sessions(self, server_id: Snowflake | None, intent: Intent) -> Iterator[Session]:
        if server_id is not None:
            server = self._world.servers[server_id]
            if self._world.bot.id not in server.members or not server.is_available:
                return
        for session in self._roster.sessions:
            if session.wishes.wants(intent) and session.wishes.has_shard_of(server_id):
                yield session

    def _to_server(self, server_id: Snowflake, event: str, body: Json) -> None:
        for session in self._sessions(server_id, Intent.GUILDS):
            session.dispatch(event, body)

    def _scheduled(self, event: str, scheduled: ScheduledEvent) -> None:
        for session in self._sessions(scheduled.server_id, Intent.GUILD_SCHEDULED_EVENTS):
            session.dispatch(event, scheduled_event_json(scheduled))

    def _message(
        self, event: events.MessagePosted | events.MessageEdited | events.MessageDeleted
    ) -> None:
        message = event.message
        place = self._world.places.get(message.channel_id)
        if message.only_for is not None or place is None:
            return
        if not self._world.sees(self._world.bot, place):
            return
        server = self._world.server_of(place)
        server_id = server.id if server else None
        direct = isinstance(place, DirectChannel)
        intent = Intent.DIRECT_MESSAGES if direct else Intent.GUILD_MESSAGES
        for session in self._sessions(server_id, intent):
            match event:
                case events.MessagePosted():
                    session.dispatch("MESSAGE_CREATE", self._readable_message(session, message))
                case events.MessageEdited():
                    session.dispatch("MESSAGE_UPDATE", self._readable_message(session, message))
                case events.MessageDeleted():
                    body = {"id": str(message.id), "channel_id": str(message.channel_id)}
                    if server_id is not None:
                        body["guild_id"] = str(server_id)
                    session.dispatch("MESSAGE_DELETE", body)

    def _readable_message(self, session: Session, message: WorldMessage) -> Json:
        """Return a message with its content, if the session may read it."""
        body = self._writer.event(message)
        if session.wishes.wants(Intent.MESSAGE_CONTENT):
            return body
        return self._writer.without_secrets(message, body)

    def _thread(
        self, event: events.ThreadStarted | events.ThreadChanged | events.ThreadDeleted
    ) -> None:
        thread = event.thread
        if not self._world.sees(self._world.bot, thread):
            return
        body = thread_json(thread, self._world.bot)
        match event:
            case events.ThreadStarted():
                created = {**body, "newly_created": True}
                self._to_server(thread.server_id, "THREAD_CREATE", created)
            case events.ThreadChanged():
                self._to_server(thread.server_id, "THREAD_UPDATE", body)
            case events.ThreadDeleted():
                keys = ("id", "guild_id", "parent_id", "type")
                gone = {key: body[key] for key in keys}
                self._to_server(thread.server_id, "THREAD_DELETE", gone)

    def _thread_members(self, event: events.ThreadMembersChanged) -> None:
        thread = event.thread
        body: Json = {
            "id": str(thread.id),
            "guild_id": str(thread.server_id),
            "member_count": min(len(thread.joined), 50),
            "added_members": [thread_member_json(thread, each) for each in event.joined],
            "removed_member_ids": [str(each) for each in event.left],
        }
        bot = self._world.bot.id
        concerns_bot = bot in event.joined or bot in event.left
        for session in self._sessions(thread.server_id, Intent.GUILDS):
            if concerns_bot or session.wishes.wants(Intent.GUILD_MEMBERS):
                session.dispatch("THREAD_MEMBERS_UPDATE", body)

    def _member(
        self, event: events.MemberJoined | events.MemberLeft | events.MemberChanged
    ) -> None:
        server = event.server
        if isinstance(event, events.MemberLeft):
            body: Json = {"guild_id": str(server.id), "user": user_json(event.user)}
            if event.user is self._world.bot:
                self._server_gone(server, {})
                return
            name = "GUILD_MEMBER_REMOVE"
        else:
            body = {**member_json(event.member), "guild_id": str(server.id)}
            joined = isinstance(event, events.MemberJoined)
            if event.member.user is self._world.bot:
                self._bot_changed(server, body, has_joined=joined)
                return
            name = "GUILD_MEMBER_ADD" if joined else "GUILD_MEMBER_UPDATE"
        for session in self._sessions(server.id, Intent.GUILD_MEMBERS):
            session.dispatch(name, body)

    def _bot_changed(self, server: Server, body: Json, *, has_joined: bool) -> None:
        for session in self._sessions(server.id, Intent.GUILDS):
            if has_joined:
                everyone = session.wishes.wants(Intent.GUILD_MEMBERS)
                created = server_create_json(server, self._world, all_members=everyone)
                session.dispatch("GUILD_CREATE", created)
            else:
                session.dispatch("GUILD_MEMBER_UPDATE", body)

    def _server_gone(self, server: Server, why: Json) -> None:
        for session in self._roster.sessions:
            if session.wishes.wants(Intent.GUILDS) and session.wishes.has_shard_of(server.id):
                session.dispatch("GUILD_DELETE", {"id": str(server.id), **why})

    def _typing(self, channel_id: Snowflake, user: User) -> None:
        if user is self._world.bot:
            return
        server = self._world.server_of(self._world.places[channel_id])
        intent = Intent.GUILD_MESSAGE_TYPING if server else Intent.DIRECT_MESSAGE_TYPING
        body: Json = {"channel_id": str(channel_id), "user_id": str(user.id), "timestamp": 0}
        if server is not None:
            body["guild_id"] = str(server.id)
        for session in self._sessions(server.id if server else None, intent):
            session.dispatch("TYPING_START", body)

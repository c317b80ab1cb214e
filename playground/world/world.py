"""The world, in memory: its users, the places where they talk, and their permissions."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from itertools import accumulate
from random import Random

from playground.world import events
from playground.world.clock import WorldClock
from playground.world.entities import (
    DirectChannel,
    Member,
    Place,
    Role,
    Server,
    TextChannel,
    Thread,
    User,
)
from playground.world.events import Event
from playground.world.moderation import Moderation
from playground.world.permissions import (
    ALL,
    EVERYONE,
    IN_DIRECT_MESSAGES,
    Overwrite,
    OverwriteKind,
    Permission,
    Talk,
    with_implied_denials,
    with_overwrites,
)
from playground.world.posting import MessageLog
from playground.world.scheduling import ServerEvents
from playground.world.snowflakes import Snowflake, SnowflakeSource
from playground.world.threads import ServerThreads

Listener = Callable[[Event], None]

FOUNDED_AT = 1_704_067_200.0
"""1 January 2024, in epoch seconds: accounts, servers and channels are older than messages."""


class World:
    """Everything that outlives a connection of the bot; listeners are called with each change."""

    def __init__(self, *, bot_name: str = "bot") -> None:
        self.snowflakes = SnowflakeSource()
        # The same accounts, servers and channels have the same ids in every world, so that values
        # that a bot derives from an id do not differ from run to run. Each is less than a second
        # younger than the one before: a server's shard depends on its creation time.
        moments = accumulate(iter(Random(0).random, None), initial=FOUNDED_AT)  # noqa: S311
        self._old_snowflakes = SnowflakeSource(lambda: next(moments))
        self.users: dict[Snowflake, User] = {}
        self.servers: dict[Snowflake, Server] = {}
        self.places: dict[Snowflake, Place] = {}
        self._direct: dict[Snowflake, DirectChannel] = {}
        self._listeners: list[Listener] = []
        self.clock = WorldClock()
        self.moderation = Moderation(self)
        self.messages = MessageLog(self)
        self.threads = ServerThreads(self)
        self.events = ServerEvents(self)
        # Each world has an application of its own, because a database belongs to one application.
        self.bot = User(self.snowflakes.next(), bot_name, bot_name, is_bot=True)
        self.users[self.bot.id] = self.bot

    def listen(self, listener: Listener) -> None:
        """Call `listener` with every change from now on, in the order of registration."""
        self._listeners.append(listener)

    def publish(self, event: Event) -> None:
        """Tell the listeners what has just happened."""
        for listener in self._listeners:
            listener(event)

    def pass_time(self, seconds: float) -> None:
        """Let time pass at once: messages grow old, quiet threads are archived, events end."""
        self.clock.leap(seconds)
        self.keep_time()

    def keep_time(self) -> None:
        """Archive quiet threads and end events whose time is over."""
        self.threads.archive_idle()
        self.events.end_due()

    def add_user(self, username: str, display_name: str | None = None) -> User:
        """Make an account that is in no server yet."""
        user = User(self._old_snowflakes.next(), username, display_name or username.capitalize())
        self.users[user.id] = user
        return user

    def add_server(self, name: str, owner: User, *, locale: str = "en-US") -> Server:
        """Make a server with its @everyone role and its owner in it."""
        server = Server(self._old_snowflakes.next(), name, owner.id, locale)
        server.roles[server.id] = Role(server.id, server.id, "@everyone", EVERYONE)
        self.servers[server.id] = server
        self.join(server, owner)
        return server

    def set_language(self, user: User, locale: str) -> None:
        """Change the language of a person's client, which shows commands in it."""
        user.locale = locale
        self.publish(events.CommandsChanged(None))

    def set_locale(self, server: Server, locale: str) -> None:
        """Change the language of a server, for example to "de"."""
        server.locale = locale
        self.publish(events.ServerChanged(server))

    def rename(self, server: Server, name: str) -> None:
        """Change the name of a server."""
        server.name = name
        self.publish(events.ServerChanged(server))

    def take_down(self, server: Server) -> None:
        """Make a server unavailable, as in an outage, and tell the bot."""
        if server.is_available:
            server.is_available = False
            self.publish(events.ServerLost(server))

    def bring_back(self, server: Server) -> None:
        """End the outage of a server."""
        if not server.is_available:
            server.is_available = True
            self.publish(events.ServerReached(server))

    def add_role(
        self,
        server: Server,
        name: str,
        permissions: Permission = Permission.NONE,
        *,
        is_mentionable: bool = False,
    ) -> Role:
        """Make a role above the others."""
        role = Role(
            self._old_snowflakes.next(),
            server.id,
            name,
            permissions,
            position=len(server.roles),
            is_mentionable=is_mentionable,
        )
        server.roles[role.id] = role
        self.publish(events.RoleMade(role))
        return role

    def set_permissions(self, role: Role, permissions: Permission) -> None:
        """Replace what a role allows."""
        role.permissions = permissions
        self.publish(events.RoleChanged(role))

    def move_role(self, role: Role, position: int) -> None:
        """Move a role up or down among the others of its server; @everyone stays at the bottom."""
        server = self.servers[role.server_id]
        order = sorted(server.roles.values(), key=lambda each: each.position)
        order.remove(role)
        order.insert(position, role)
        for place, each in enumerate(order):
            if each.position != place:
                each.position = place
                self.publish(events.RoleChanged(each))

    def delete_role(self, role: Role) -> None:
        """Delete a role, from its members and from the overwrites of channels too."""
        server = self.servers[role.server_id]
        del server.roles[role.id]
        for member in server.members.values():
            member.role_ids = [each for each in member.role_ids if each != role.id]
        for channel in server.channels.values():
            channel.overwrites.pop(role.id, None)
        self.publish(events.RoleDeleted(role))

    def add_channel(
        self, server: Server, name: str, overwrites: Iterable[Overwrite] = ()
    ) -> TextChannel:
        """Make a text channel below the others."""
        channel = TextChannel(self._old_snowflakes.next(), server.id, name, len(server.channels))
        channel.overwrites = {each.target: each for each in overwrites}
        server.channels[channel.id] = channel
        self.places[channel.id] = channel
        self.publish(events.ChannelMade(channel))
        return channel

    def overwrite(
        self,
        channel: TextChannel,
        target: User | Role,
        *,
        allow: Permission = Permission.NONE,
        deny: Permission = Permission.NONE,
    ) -> None:
        """Set what one channel allows and denies to a role or a member."""
        kind = OverwriteKind.ROLE if isinstance(target, Role) else OverwriteKind.MEMBER
        channel.overwrites[target.id] = Overwrite(target.id, kind, allow, deny)
        self.publish(events.ChannelChanged(channel))

    def limit_age(self, channel: TextChannel) -> None:
        """Show a channel only to those who have confirmed their age."""
        channel.has_age_limit = True
        self.publish(events.ChannelChanged(channel))

    def delete_channel(self, channel: TextChannel) -> None:
        """Delete a text channel with its threads and messages."""
        server = self.servers[channel.server_id]
        for thread in self.threads.under(channel.id):
            self.threads.delete(thread)
        del server.channels[channel.id]
        del self.places[channel.id]
        self.messages.forget(channel.id)
        self.publish(events.ChannelDeleted(channel))

    def join(self, server: Server, user: User, roles: Iterable[Role] = ()) -> Member:
        """Make a user a member of a server; a user who is one already keeps the membership."""
        if existing := server.members.get(user.id):
            return existing
        member = Member(user, time.time(), [role.id for role in roles])
        server.members[user.id] = member
        self.publish(events.MemberJoined(server, member))
        return member

    def leave(self, server: Server, user: User) -> None:
        """Remove a user from a server and its threads; the bot's own role is deleted with it."""
        member = server.members.pop(user.id, None)
        if member is None:
            return
        for role_id in member.role_ids:
            if server.roles[role_id].is_managed:
                del server.roles[role_id]
        for thread in server.threads.values():
            thread.joined.pop(user.id, None)
        self.publish(events.MemberLeft(server, user))

    def delete_account(self, user: User) -> None:
        """Delete a user's account: they leave every server and lose their name."""
        for server in self.servers.values():
            self.leave(server, user)
        user.is_deleted = True
        user.username = f"deleted_user_{user.id % 16**6:06x}"
        user.display_name = "Deleted User"

    def set_roles(self, server: Server, user: User, roles: Iterable[Role]) -> None:
        """Replace the roles of a member."""
        member = server.members[user.id]
        member.role_ids = [role.id for role in roles]
        self.publish(events.MemberChanged(server, member))

    def give_role(self, server: Server, user: User, role: Role) -> None:
        """Add a role to a member."""
        member = server.members[user.id]
        if role.id not in member.role_ids:
            member.role_ids.append(role.id)
            self.publish(events.MemberChanged(server, member))

    def take_role(self, server: Server, user: User, role: Role) -> None:
        """Take a role from a member, if they have it."""
        member = server.members[user.id]
        if role.id in member.role_ids:
            member.role_ids.remove(role.id)
            self.publish(events.MemberChanged(server, member))

    def top_position(self, server: Server, user: User) -> int:
        """Return the position of a member's highest role."""
        held = server.members[user.id].role_ids
        return max((server.roles[each].position for each in held), default=0)

    def direct_channel(self, user: User) -> DirectChannel:
        """Return the direct messages between the bot and this user; open them if necessary."""
        channel = self._direct.get(user.id)
        if channel is None:
            channel = DirectChannel(self._old_snowflakes.next(), user)
            self._direct[user.id] = channel
            self.places[channel.id] = channel
        return channel

    def share_a_server(self, user: User) -> bool:
        """Return whether the bot and this user are both members of some server."""
        return any(
            user.id in server.members and self.bot.id in server.members
            for server in self.servers.values()
        )

    def server_of(self, place: Place) -> Server | None:
        """Return the server that a place belongs to; None for direct messages."""
        return None if isinstance(place, DirectChannel) else self.servers[place.server_id]

    def members_in_place(self, place: Place) -> list[User]:
        """Return all users who could be in this place, whether or not they see it."""
        if isinstance(place, DirectChannel):
            return [place.user, self.bot]
        return [member.user for member in self.servers[place.server_id].members.values()]

    def server_permissions(self, server: Server, user: User) -> Permission:
        """Return a member's permissions in the server as a whole."""
        member = server.members.get(user.id)
        if member is None:
            return Permission.NONE
        if server.owner_id == user.id:
            return ALL
        permissions = server.roles[server.id].permissions
        for role_id in member.role_ids:
            permissions |= server.roles[role_id].permissions
        return ALL if permissions & Permission.ADMINISTRATOR else permissions

    def permissions(self, user: User, place: Place) -> Permission:
        """Return a user's permissions in a place, after overwrites and implied denials."""
        if isinstance(place, DirectChannel):
            return IN_DIRECT_MESSAGES if user in (place.user, self.bot) else Permission.NONE
        server = self.servers[place.server_id]
        member = server.members.get(user.id)
        if member is None:
            return Permission.NONE
        parent = server.channels[place.parent_id] if isinstance(place, Thread) else place
        base = with_overwrites(
            self.server_permissions(server, user),
            parent.overwrites,
            everyone=server.id,
            roles=member.role_ids,
            user=user.id,
        )
        talk = Talk.IN_THREAD if isinstance(place, Thread) else Talk.IN_CHANNEL
        return with_implied_denials(base, talk)

    def sees(self, user: User, place: Place) -> bool:
        """Return whether a user can view a place; members and moderators see a private thread."""
        permissions = self.permissions(user, place)
        if not permissions & Permission.VIEW_CHANNEL:
            return False
        if isinstance(place, Thread) and place.is_private:
            return user.id in place.joined or bool(permissions & Permission.MANAGE_THREADS)
        return True

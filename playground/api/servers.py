"""Routes of servers, their members, and users as such."""

from __future__ import annotations

from playground.api.errors import DiscordError, Problem, invalid_form
from playground.api.intake import Call, Reply, not_a_snowflake
from playground.api.lookups import Lookups
from playground.api.middleware import Route
from playground.wire.entities import (
    channel_json,
    direct_channel_json,
    member_json,
    role_json,
    server_json,
    thread_json,
    thread_member_json,
    user_json,
)
from playground.world import Member, Permission, Role, Server, Snowflake, World

_HELD = "/members/{user_id}/roles/{role_id}"


class ServerRoutes:
    """Reading servers and opening direct messages."""

    def __init__(self, world: World, lookups: Lookups) -> None:
        self._world = world
        self._lookups = lookups

    def routes(self) -> list[Route]:
        """Return the routes served here."""
        server = "/guilds/{guild_id}"
        return [
            Route("GET", server, self.server),
            Route("GET", server + "/channels", self.channels),
            Route("GET", server + "/roles", self.roles),
            Route("GET", server + "/threads/active", self.active_threads),
            Route("GET", server + "/members/{user_id}", self.member),
            Route("PUT", server + _HELD, self.give_role),
            Route("DELETE", server + _HELD, self.take_role),
            Route("GET", "/users/{user_id}", self.user),
            Route("POST", "/users/@me/channels", self.open_direct),
            Route("GET", "/users/@me/guilds", self.mine),
            Route("DELETE", "/users/@me/guilds/{guild_id}", self.leave),
        ]

    async def server(self, call: Call) -> Reply:
        """Return one server."""
        server = self._lookups.server(call.id("guild_id"))
        shape = server_json(server)
        if call.asks("with_counts"):
            shape["approximate_member_count"] = len(server.members)
            shape["approximate_presence_count"] = len(server.members)
        return Reply(shape)

    async def channels(self, call: Call) -> Reply:
        """Return a server's channels, without threads."""
        server = self._lookups.server(call.id("guild_id"))
        return Reply([channel_json(channel) for channel in server.channels.values()])

    async def roles(self, call: Call) -> Reply:
        """Return a server's roles."""
        server = self._lookups.server(call.id("guild_id"))
        return Reply([role_json(role) for role in server.roles.values()])

    async def active_threads(self, call: Call) -> Reply:
        """Return the threads of a server that are not archived and that the bot sees."""
        server = self._lookups.server(call.id("guild_id"))
        bot = self._world.bot
        threads = [
            thread
            for thread in server.threads.values()
            if not thread.is_archived and self._world.sees(bot, thread)
        ]
        mine = [thread for thread in threads if bot.id in thread.joined]
        return Reply(
            {
                "threads": [thread_json(thread, bot) for thread in threads],
                "members": [thread_member_json(thread, bot.id) for thread in mine],
                "has_more": False,
            }
        )

    async def member(self, call: Call) -> Reply:
        """Return one member of a server."""
        server = self._lookups.server(call.id("guild_id"))
        return Reply(member_json(self._member(call, server)))

    async def give_role(self, call: Call) -> Reply:
        """Give a member a role."""
        server, member, role = self._manageable_role(call)
        self._world.give_role(server, member.user, role)
        return Reply()

    async def take_role(self, call: Call) -> Reply:
        """Take a role from a member."""
        server, member, role = self._manageable_role(call)
        self._world.take_role(server, member.user, role)
        return Reply()

    def _manageable_role(self, call: Call) -> tuple[Server, Member, Role]:
        """Return a member, and a role that the bot may give and take: one below its own."""
        server = self._lookups.server(call.id("guild_id"))
        member, bot = self._member(call, server), self._world.bot
        role = server.roles.get(call.id("role_id"))
        if role is None:
            raise DiscordError(Problem.UNKNOWN_ROLE)
        if not self._world.server_permissions(server, bot) & Permission.MANAGE_ROLES:
            raise DiscordError(Problem.MISSING_PERMISSIONS)
        if role.is_managed or role.id == server.id:
            raise DiscordError(Problem.INVALID_ROLE)
        if role.position >= self._world.top_position(server, bot):
            raise DiscordError(Problem.MISSING_PERMISSIONS)
        return server, member, role

    def _member(self, call: Call, server: Server) -> Member:
        user_id = call.id("user_id")
        user = self._world.users.get(user_id)
        if user is None or user.is_deleted:
            raise DiscordError(Problem.UNKNOWN_USER)
        member = server.members.get(user_id)
        if member is None:
            raise DiscordError(Problem.UNKNOWN_MEMBER)
        return member

    async def user(self, call: Call) -> Reply:
        """Return one user."""
        user = self._world.users.get(call.id("user_id"))
        if user is None:
            raise DiscordError(Problem.UNKNOWN_USER)
        return Reply(user_json(user))

    async def open_direct(self, call: Call) -> Reply:
        """Open the direct messages with a user, who may still refuse each message."""
        value = str(call.form().get("recipient_id"))
        if not value.isdigit():
            raise invalid_form(not_a_snowflake("recipient_id", value))
        user = self._world.users.get(Snowflake(int(value)))
        if user is None:
            raise DiscordError(Problem.UNKNOWN_USER)
        if user.is_bot:
            raise DiscordError(Problem.CANNOT_MESSAGE_USER)
        return Reply(direct_channel_json(self._world.direct_channel(user)))

    async def mine(self, call: Call) -> Reply:
        """Return the servers that the bot is in."""
        return Reply(
            [
                {
                    "id": str(server.id),
                    "name": server.name,
                    "icon": None,
                    "banner": None,
                    "owner": server.owner_id == self._world.bot.id,
                    "permissions": str(
                        int(self._world.server_permissions(server, self._world.bot))
                    ),
                    "features": [],
                }
                for server in self._world.servers.values()
                if self._world.bot.id in server.members
            ]
        )

    async def leave(self, call: Call) -> Reply:
        """Remove the bot from a server."""
        server = self._lookups.server(call.id("guild_id"))
        self._world.leave(server, self._world.bot)
        return Reply()

"""The actions of a server's moderators on its bot and its members."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playground.world.entities import Member, Role, Server, TextChannel, Thread, User
from playground.world.permissions import Overwrite, OverwriteKind, Permission

if TYPE_CHECKING:
    from playground.world.world import World

BOT_PERMISSIONS = (
    Permission.VIEW_CHANNEL
    | Permission.SEND_MESSAGES
    | Permission.SEND_MESSAGES_IN_THREADS
    | Permission.CREATE_PUBLIC_THREADS
    | Permission.ATTACH_FILES
    | Permission.EMBED_LINKS
    | Permission.READ_MESSAGE_HISTORY
)


class Moderation:
    """Invites and removes members, and revokes and restores permissions."""

    def __init__(self, world: World) -> None:
        self._world = world

    def invite_bot(self, server: Server, permissions: Permission = BOT_PERMISSIONS) -> Member:
        """Add the bot to a server, with a role of its own that has these permissions."""
        bot = self._world.bot
        if member := server.members.get(bot.id):
            return member
        role = self._world.add_role(server, bot.username, permissions)
        role.is_managed = True
        return self._world.join(server, bot, [role])

    def take_out(self, server: Server, user: User) -> None:
        """Remove a member, or the bot with its role, from a server."""
        self._world.leave(server, user)

    def revoke(
        self, place: TextChannel | Thread, target: User | Role, permissions: Permission
    ) -> None:
        """Deny permissions in a channel, or in a thread's channel; keep its other overwrites."""
        channel, before = self._overwrite_before(place, target)
        self._world.overwrite(
            channel,
            target,
            allow=before.allow & ~permissions,
            deny=before.deny | permissions,
        )

    def restore(
        self, place: TextChannel | Thread, target: User | Role, permissions: Permission
    ) -> None:
        """Stop denying permissions that `revoke` has denied."""
        channel, before = self._overwrite_before(place, target)
        deny = before.deny & ~permissions
        self._world.overwrite(channel, target, allow=before.allow, deny=deny)

    def _overwrite_before(
        self, place: TextChannel | Thread, target: User | Role
    ) -> tuple[TextChannel, Overwrite]:
        server = self._world.servers[place.server_id]
        channel = server.channels[place.parent_id] if isinstance(place, Thread) else place
        kind = OverwriteKind.ROLE if isinstance(target, Role) else OverwriteKind.MEMBER
        return channel, channel.overwrites.get(target.id, Overwrite(target.id, kind))

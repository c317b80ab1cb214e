"""Finding the server, channel or message that a request names, if the bot has access."""

from __future__ import annotations

from playground.api.errors import DiscordError, Problem
from playground.world import (
    DirectChannel,
    Permission,
    Place,
    Server,
    Snowflake,
    Thread,
    World,
    WorldMessage,
)


class Lookups:
    """Finds what a request names, or raises the error that Discord would answer with."""

    def __init__(self, world: World) -> None:
        self._world = world

    def server(self, server_id: Snowflake) -> Server:
        """Return a server that the bot is in; Discord calls any other unknown."""
        server = self._world.servers.get(server_id)
        if server is None or self._world.bot.id not in server.members:
            raise DiscordError(Problem.UNKNOWN_GUILD)
        return server

    def place(self, channel_id: Snowflake) -> Place:
        """Return a place that the bot can view."""
        place = self._world.places.get(channel_id)
        if place is None:
            raise DiscordError(Problem.UNKNOWN_CHANNEL)
        if not self._world.sees(self._world.bot, place):
            raise DiscordError(Problem.MISSING_ACCESS)
        return place

    def require(self, place: Place, permissions: Permission) -> None:
        """Refuse unless the bot has all these permissions in the place."""
        if permissions & ~self._world.permissions(self._world.bot, place):
            raise DiscordError(Problem.MISSING_PERMISSIONS)

    def require_talk(self, place: Place) -> None:
        """Refuse unless the bot may post in the place."""
        if isinstance(place, DirectChannel):
            self.require_reachable(place)
            return
        if isinstance(place, Thread):
            self.require(place, Permission.SEND_MESSAGES_IN_THREADS)
            self.require_unlocked(place)
        else:
            self.require(place, Permission.SEND_MESSAGES)

    def require_reachable(self, place: Place) -> None:
        """Refuse direct messages to a user who accepts none or shares no server with the bot."""
        if not isinstance(place, DirectChannel):
            return
        if place.user.is_refused_wrongly:
            raise DiscordError(Problem.MISSING_ACCESS)
        if not self._world.share_a_server(place.user):
            raise DiscordError(Problem.NO_SHARED_SERVER)
        if not place.user.accepts_direct_messages:
            raise DiscordError(Problem.CANNOT_MESSAGE_USER)

    def require_unlocked(self, place: Place) -> None:
        """Refuse in a locked thread, archived or not, where only moderators may write."""
        if isinstance(place, Thread) and place.is_locked and not self._moderates(place):
            raise DiscordError(Problem.THREAD_ARCHIVED)

    def require_open(self, place: Place) -> None:
        """Refuse in an archived thread, where only posting is allowed."""
        if isinstance(place, Thread) and place.is_archived:
            raise DiscordError(Problem.THREAD_ARCHIVED)

    def _moderates(self, thread: Thread) -> bool:
        permissions = self._world.permissions(self._world.bot, thread)
        return bool(permissions & Permission.MANAGE_THREADS)

    def message(self, place: Place, message_id: Snowflake) -> WorldMessage:
        """Return a message that is not ephemeral: the bot's own token cannot reach others."""
        message = self._world.messages.get(place.id, message_id)
        if message is None or message.only_for is not None:
            raise DiscordError(Problem.UNKNOWN_MESSAGE)
        return message

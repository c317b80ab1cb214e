"""The channels that the bot sees, and the threads of channels that it newly sees."""

from __future__ import annotations

from playground.wire.entities import thread_json, thread_member_json
from playground.world import Server, Snowflake, World
from playground.world.messages import Json


class VisibleChannels:
    """Remembers the channels that the bot saw, because it is told the threads of new ones."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._seen = {server.id: self._visible(server) for server in world.servers.values()}

    def look(self, server: Server) -> Json | None:
        """Return the event for channels that the bot newly sees; None if there are none."""
        before = self._seen.get(server.id, set())
        now = self._seen[server.id] = self._visible(server)
        new = now - before
        if not new:
            return None
        bot = self._world.bot
        threads = [
            thread
            for thread in server.threads.values()
            if thread.parent_id in new and not thread.is_archived and self._world.sees(bot, thread)
        ]
        return {
            "guild_id": str(server.id),
            "channel_ids": [str(each) for each in new],
            "threads": [thread_json(each, bot) for each in threads],
            "members": [
                thread_member_json(each, bot.id) for each in threads if bot.id in each.joined
            ],
        }

    def remember(self, server: Server) -> None:
        """Remember the channels that the bot sees now, which another event tells it of."""
        self._seen[server.id] = self._visible(server)

    def _visible(self, server: Server) -> set[Snowflake]:
        bot = self._world.bot
        return {each.id for each in server.channels.values() if self._world.sees(bot, each)}

"""The application's commands, global ones and those of single servers."""

from __future__ import annotations

from playground.validation.commands import CommandKind
from playground.world import Server, Snowflake, World
from playground.world.events import CommandsChanged
from playground.world.messages import Json

LAUNCHED_BY_APPLICATION, LAUNCHED_BY_DISCORD = 1, 2


class CommandBook:
    """Commands by their list: a server's, or the global one with the key None."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._lists: dict[Snowflake | None, dict[Snowflake, Json]] = {}

    def all(self, server_id: Snowflake | None) -> list[Json]:
        """Return the commands of one list, in the order they were registered."""
        return list(self._lists.get(server_id, {}).values())

    def switch_on_activities(self) -> Json:
        """Make the command that begins an activity, as Discord does once an owner enables them."""
        launch: Json = {
            "type": int(CommandKind.ENTRY_POINT),
            "name": "launch",
            "name_localizations": {"de": "starten"},
            "description": "Launch an activity",
            "contexts": [0, 1, 2],
            "integration_types": [0, 1],
            "handler": LAUNCHED_BY_DISCORD,
        }
        return self.put(None, launch)[0]

    def lacks_entry_point(self, server_id: Snowflake | None, commands: list[Json]) -> bool:
        """Return whether a list that replaces a whole one leaves out its entry point."""
        kinds = {command.get("type") for command in commands}
        is_there = any(each["type"] == CommandKind.ENTRY_POINT for each in self.all(server_id))
        return is_there and CommandKind.ENTRY_POINT not in kinds

    def get(self, server_id: Snowflake | None, command_id: Snowflake) -> Json | None:
        """Return one command by its id."""
        return self._lists.get(server_id, {}).get(command_id)

    def replace(self, server_id: Snowflake | None, commands: list[Json]) -> list[Json]:
        """Replace a whole list; a command of the same name and type keeps its id."""
        kept = {(each["type"], each["name"]): each for each in self.all(server_id)}
        complete = []
        for command in commands:
            before = kept.get((command.get("type") or CommandKind.SLASH, command["name"]))
            complete.append(self._complete(server_id, command, before))
        self._lists[server_id] = {Snowflake(int(each["id"])): each for each in complete}
        self._world.publish(CommandsChanged(server_id))
        return complete

    def put(self, server_id: Snowflake | None, command: Json) -> tuple[Json, bool]:
        """Register one command; return it, and whether it is new and replaces no namesake."""
        kind = command.get("type") or CommandKind.SLASH
        before = next(
            (
                each
                for each in self.all(server_id)
                if each["type"] == kind and each["name"] == command["name"]
            ),
            None,
        )
        complete = self._complete(server_id, command, before)
        self._lists.setdefault(server_id, {})[Snowflake(int(complete["id"]))] = complete
        self._world.publish(CommandsChanged(server_id))
        return complete, before is None

    def change(self, server_id: Snowflake | None, command: Json, changes: Json) -> Json:
        """Change some parts of a command."""
        complete = self._complete(server_id, {**command, **changes}, command)
        self._lists[server_id][Snowflake(int(complete["id"]))] = complete
        self._world.publish(CommandsChanged(server_id))
        return complete

    def delete(self, server_id: Snowflake | None, command_id: Snowflake) -> bool:
        """Delete a command; return whether it existed."""
        gone = self._lists.get(server_id, {}).pop(command_id, None)
        self._world.publish(CommandsChanged(server_id))
        return gone is not None

    def offered(self, server: Server | None) -> list[Json]:
        """Return the commands of a server, its own first; None stands for direct messages."""
        own = self.all(server.id) if server else []
        names = {(each["type"], each["name"]) for each in own}
        return own + [each for each in self.all(None) if (each["type"], each["name"]) not in names]

    def find(self, server: Server | None, name: str, kind: CommandKind) -> Json | None:
        """Return a command by its name."""
        for command in self.offered(server):
            if command["name"] == name and command["type"] == kind:
                return command
        return None

    def _complete(self, server_id: Snowflake | None, command: Json, before: Json | None) -> Json:
        required = command.get("default_member_permissions")
        complete: Json = {
            "id": before["id"] if before else str(self._world.snowflakes.next()),
            "application_id": str(self._world.bot.id),
            "version": str(self._world.snowflakes.next()),
            "type": int(command.get("type") or CommandKind.SLASH),
            "name": command["name"],
            "name_localizations": command.get("name_localizations"),
            "description": command.get("description") or "",
            "description_localizations": command.get("description_localizations"),
            "options": command.get("options") or [],
            "default_member_permissions": None if required is None else str(required),
            "dm_permission": command.get("dm_permission", True),
            "contexts": command.get("contexts"),
            "integration_types": command.get("integration_types") or [0],
            "nsfw": bool(command.get("nsfw")),
        }
        if complete["type"] == CommandKind.ENTRY_POINT:
            complete["handler"] = command.get("handler", LAUNCHED_BY_APPLICATION)
        if server_id is not None:
            complete["guild_id"] = str(server_id)
        return complete

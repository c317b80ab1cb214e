"""Routes of the bot itself: who it is, where its gateway is, and its commands."""

from __future__ import annotations

from playground.api.errors import DiscordError, Problem, invalid_form
from playground.api.intake import Call, Reply
from playground.api.lookups import Lookups
from playground.api.middleware import Key, Route
from playground.gateway.session_starts import SessionStarts
from playground.interactions.book import CommandBook
from playground.validation.commands import (
    MOST_COMMANDS,
    CommandKind,
    check_all_commands,
    check_command,
)
from playground.wire.entities import user_json
from playground.world import Snowflake, World
from playground.world.messages import Json

GLOBAL = "/applications/{application_id}/commands"
IN_SERVER = "/applications/{application_id}/guilds/{guild_id}/commands"


class ApplicationRoutes:
    """The routes that a bot requests when it logs in."""

    def __init__(self, world: World, gateway: str, starts: SessionStarts, *, shards: int) -> None:
        self._world = world
        self._gateway = gateway
        self._starts = starts
        self._shards = shards

    def routes(self) -> list[Route]:
        """Return the routes served here."""
        return [
            Route("GET", "/users/@me", self.me),
            Route("GET", "/gateway", self.gateway, Key.NONE),
            Route("GET", "/gateway/bot", self.gateway_for_bots),
            Route("GET", "/oauth2/applications/@me", self.application),
            Route("GET", "/applications/@me", self.application),
        ]

    async def me(self, call: Call) -> Reply:
        """Return the bot's own account."""
        shape = {**user_json(self._world.bot), "verified": True, "mfa_enabled": True}
        return Reply({**shape, "email": None, "locale": "en-US", "premium_type": 0})

    async def gateway(self, call: Call) -> Reply:
        """Return where the gateway is."""
        return Reply({"url": self._gateway})

    async def gateway_for_bots(self, call: Call) -> Reply:
        """Return where the gateway is, and how many shards to use."""
        return Reply(
            {
                "url": self._gateway,
                "shards": self._shards,
                "session_start_limit": self._starts.limits(),
            }
        )

    async def application(self, call: Call) -> Reply:
        """Return the application that the bot belongs to."""
        bot = self._world.bot
        owner = next((user for user in self._world.users.values() if not user.is_bot), bot)
        return Reply(
            {
                "id": str(bot.id),
                "name": bot.username,
                "icon": None,
                "description": "",
                "type": None,
                "bot": user_json(bot),
                "bot_public": True,
                "bot_require_code_grant": False,
                "verify_key": "0" * 64,
                "flags": 0,
                "flags_new": "0",
                "owner": user_json(owner),
                "team": None,
                "redirect_uris": [],
                "interactions_endpoint_url": None,
                "role_connections_verification_url": None,
                "integration_types_config": {"0": {}},
                "approximate_guild_count": len(self._world.servers),
                "approximate_user_install_count": 0,
                "approximate_user_authorization_count": 0,
                "explicit_content_filter": 0,
                "eligible_oauth2_scopes": ["applications.commands", "bot"],
            }
        )


class CommandRoutes:
    """Registering commands, for all servers or for one."""

    def __init__(self, world: World, book: CommandBook, lookups: Lookups) -> None:
        self._world = world
        self._book = book
        self._lookups = lookups

    def routes(self) -> list[Route]:
        """Return the routes served here."""
        return [
            route
            for base in (GLOBAL, IN_SERVER)
            for route in (
                Route("GET", base, self.list),
                Route("PUT", base, self.replace),
                Route("POST", base, self.create),
                Route("GET", base + "/{command_id}", self.read),
                Route("PATCH", base + "/{command_id}", self.change),
                Route("DELETE", base + "/{command_id}", self.delete),
            )
        ]

    async def list(self, call: Call) -> Reply:
        """Return all commands of a list."""
        commands = self._book.all(self._scope(call))
        if call.asks("with_localizations"):
            return Reply(commands)
        return Reply([_without_localizations(each) for each in commands])

    async def replace(self, call: Call) -> Reply:
        """Register a whole list at once."""
        scope = self._scope(call)
        if findings := check_all_commands(call.payload):
            raise invalid_form(*findings)
        if self._book.lacks_entry_point(scope, call.payload):
            raise DiscordError(Problem.ENTRY_POINT_LEFT_OUT)
        return Reply(self._book.replace(scope, call.payload))

    async def create(self, call: Call) -> Reply:
        """Register one command."""
        scope = self._scope(call)
        form = call.form()
        if findings := check_command(form):
            raise invalid_form(*findings)
        kind = CommandKind(form.get("type") or CommandKind.SLASH)
        others = [
            each
            for each in self._book.all(scope)
            if each["type"] == kind and each["name"] != form["name"]
        ]
        if len(others) >= MOST_COMMANDS[kind]:
            raise DiscordError(Problem.TOO_MANY_COMMANDS)
        command, is_new = self._book.put(scope, form)
        return Reply(command, 201 if is_new else 200)

    async def read(self, call: Call) -> Reply:
        """Return one command."""
        return Reply(self._command(call)[1])

    async def change(self, call: Call) -> Reply:
        """Change some parts of a command."""
        scope, command = self._command(call)
        changed = {**command, **call.form()}
        if findings := check_command(changed):
            raise invalid_form(*findings)
        return Reply(self._book.change(scope, command, call.form()))

    async def delete(self, call: Call) -> Reply:
        """Delete a command."""
        scope, command = self._command(call)
        self._book.delete(scope, Snowflake(int(command["id"])))
        return Reply()

    def _scope(self, call: Call) -> Snowflake | None:
        if call.id("application_id") != self._world.bot.id:
            raise DiscordError(Problem.UNKNOWN_APPLICATION)
        if "guild_id" not in call.ids:
            return None
        server = self._world.servers.get(call.id("guild_id"))
        if server is None or self._world.bot.id not in server.members:
            raise DiscordError(Problem.MISSING_ACCESS)
        return server.id

    def _command(self, call: Call) -> tuple[Snowflake | None, Json]:
        scope = self._scope(call)
        command = self._book.get(scope, call.id("command_id"))
        if command is None:
            raise DiscordError(Problem.UNKNOWN_COMMAND)
        return scope, command


def _without_localizations(command: Json) -> Json:
    """Return a command as Discord lists it if no translations are requested."""
    return {key: value for key, value in command.items() if not key.endswith("_localizations")}

"""The director's actions on the server: its people, messages, threads and permissions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Final

from playground.page.request import Request
from playground.people import CannotDo
from playground.world import Permission, Place, Server, TextChannel, Thread, User
from playground.world.locales import LOCALES
from playground.world.messages import Json
from playground.world.moderation import BOT_PERMISSIONS
from playground.world.threads import ThreadChange

if TYPE_CHECKING:
    from playground.playground import Playground

REVOCABLE: Final = {
    (each.name or "").replace("_", " ").capitalize(): each
    for each in Permission
    if each & BOT_PERMISSIONS
}
"""The permissions that the director can revoke from the bot, by the names that people read."""


class ModeratorActions:
    """Does the director's actions, which return a sentence or raise `CannotDo`."""

    def __init__(self, playground: Playground) -> None:
        self._world = playground.world
        self._moderation = playground.world.moderation

    def do(self, name: str, request: Request) -> str:
        """Do one action."""
        actions: dict[str, Callable[[Request], str]] = {
            "take out": self._take_out,
            "let in": self._let_in,
            "close direct messages": self._close_direct,
            "open direct messages": self._open_direct,
            "speak": self._speak,
            "speak in server": self._speak_in_server,
            "delete": self._delete,
            "delete last": self._delete_last,
            "archive": self._archive,
            "unarchive": self._unarchive,
            "revoke": self._revoke,
            "give back": self._give_back,
        }
        if name not in actions:
            raise CannotDo(f"there is no action {name!r}")
        return actions[name](request)

    def scene(self) -> Json:
        """Return everything that the director can act on, as the bar offers it."""
        return {
            "people": [
                {
                    "id": str(each.id),
                    "name": each.display_name,
                    "is_bot": each.is_bot,
                    "is_closed": not each.accepts_direct_messages,
                    "locale": each.locale,
                }
                for each in self._world.users.values()
            ],
            "servers": [
                {
                    "id": str(server.id),
                    "name": server.name,
                    "locale": server.locale,
                    "members": [str(user_id) for user_id in server.members],
                    "places": list(self._places(server)),
                }
                for server in self._world.servers.values()
            ],
            "permissions": list(REVOCABLE),
            "locales": LOCALES,
        }

    def _places(self, server: Server) -> Iterator[Json]:
        for channel in server.channels.values():
            overwrite = channel.overwrites.get(self._world.bot.id)
            denied = overwrite.deny if overwrite else Permission.NONE
            taken = [name for name, each in REVOCABLE.items() if each & denied]
            places: list[TextChannel | Thread] = [channel, *self._world.threads.under(channel.id)]
            for place in places:
                yield {
                    "id": str(place.id),
                    "name": place.name,
                    "is_thread": isinstance(place, Thread),
                    "is_archived": isinstance(place, Thread) and place.is_archived,
                    "denied": taken,
                }

    def _take_out(self, request: Request) -> str:
        server, user = self._server(request), self._user(request)
        if user.id not in server.members:
            raise CannotDo(f"{user.display_name} is not in {server.name}")
        self._moderation.take_out(server, user)
        return f"{user.display_name} is out of {server.name}."

    def _let_in(self, request: Request) -> str:
        server, user = self._server(request), self._user(request)
        if user is self._world.bot:
            self._moderation.invite_bot(server)
        else:
            self._world.join(server, user)
        return f"{user.display_name} is in {server.name}."

    def _close_direct(self, request: Request) -> str:
        user = self._user(request)
        user.accepts_direct_messages = False
        return f"{user.display_name} takes no direct messages."

    def _open_direct(self, request: Request) -> str:
        user = self._user(request)
        user.accepts_direct_messages = True
        return f"{user.display_name} takes direct messages."

    def _speak(self, request: Request) -> str:
        user, locale = self._user(request), self._locale(request)
        self._world.set_language(user, locale)
        return f"{user.display_name}'s Discord is in {LOCALES[locale]}."

    def _speak_in_server(self, request: Request) -> str:
        server, locale = self._server(request), self._locale(request)
        self._world.set_locale(server, locale)
        return f"{server.name} is in {LOCALES[locale]}."

    def _delete(self, request: Request) -> str:
        message = self._world.messages.find(request.id("message"))
        if message is None:
            raise CannotDo("this message is gone already")
        self._world.messages.delete(message)
        return "Deleted the message."

    def _delete_last(self, request: Request) -> str:
        place = self._place(request)
        for message in self._world.messages.newest_first(place.id):
            if message.author is self._world.bot and message.only_for is None:
                self._world.messages.delete(message)
                return f"The bot's last message in {place.name} is deleted."
        raise CannotDo(f"the bot has no message in {place.name}")

    def _archive(self, request: Request) -> str:
        return self._change(request, ThreadChange(is_archived=True), "is archived")

    def _unarchive(self, request: Request) -> str:
        return self._change(request, ThreadChange(is_archived=False), "is open again")

    def _change(self, request: Request, change: ThreadChange, words: str) -> str:
        thread = self._place(request)
        if not isinstance(thread, Thread):
            raise CannotDo(f"{thread.name} is no thread")
        self._world.threads.change(thread, change)
        return f"{thread.name} {words}."

    def _revoke(self, request: Request) -> str:
        place, name = self._place(request), self._permission(request)
        self._moderation.revoke(place, self._world.bot, REVOCABLE[name])
        return f"The bot lost “{name}” in {self._channel(place).name}."

    def _give_back(self, request: Request) -> str:
        place, name = self._place(request), self._permission(request)
        self._moderation.restore(place, self._world.bot, REVOCABLE[name])
        return f"The bot has “{name}” in {self._channel(place).name} again."

    def _channel(self, place: TextChannel | Thread) -> TextChannel:
        if isinstance(place, TextChannel):
            return place
        return self._world.servers[place.server_id].channels[place.parent_id]

    def _permission(self, request: Request) -> str:
        name = request.text("permission")
        if name not in REVOCABLE:
            raise CannotDo(f"{name!r} is none of {', '.join(REVOCABLE)}")
        return name

    def _locale(self, request: Request) -> str:
        locale = request.text("locale")
        if locale not in LOCALES:
            raise CannotDo(f"Discord has no language {locale[:10]!r}")
        return locale

    def channel_of(self, request: Request) -> tuple[Server, TextChannel]:
        """Return the server and the channel of a request; for a thread, its channel."""
        place = self._place(request)
        for server in self._world.servers.values():
            for channel in server.channels.values():
                if place is channel or place in self._world.threads.under(channel.id):
                    return server, channel
        raise CannotDo("that channel is gone")

    def _server(self, request: Request) -> Server:
        server = self._world.servers.get(request.id("server"))
        if server is None:
            raise CannotDo("there is no server with this id")
        return server

    def _user(self, request: Request) -> User:
        user = self._world.users.get(request.id("user"))
        if user is None:
            raise CannotDo("there is no user with this id")
        return user

    def _place(self, request: Request) -> TextChannel | Thread:
        place: Place | None = self._world.places.get(request.id("place"))
        if not isinstance(place, (TextChannel, Thread)):
            raise CannotDo("there is no channel or thread with this id")
        return place

"""The names of users and servers, for places where Discord renders no mention."""

import asyncio
from collections.abc import AsyncIterator, Collection, Iterable
from contextlib import asynccontextmanager
from typing import Any, Final

import discord

from bot.app import BoopBot, read_ahead
from bot.bounded import BoundedDict
from bot.game import Seat
from bot.match.identity import GuildId, UserId, is_former
from bot.match.match import Match
from bot.requests import REQUEST_FAILURES
from bot.text import Language, all_of, gettext, pgettext
from bot.text.sanitizing import sanitized
from cogs.wording.levels import level_called, level_in_full
from cogs.wording.phrases import SEAT_MARKS, capital, former_player, mention, player_name
from cogs.wording.quoting import escaped
from cogs.wording.translating import public_language
from render.lettering import writable

KEPT: Final = 5000
LONGEST: Final = 32
SOON: Final = 1.5
"""Seconds to wait while Discord returns several names."""


class NameCache:
    """The names of users that the bot has seen lately, in memory only."""

    def __init__(self) -> None:
        self._names = BoundedDict[UserId, str](KEPT)
        self._accounts = BoundedDict[UserId, str](KEPT)
        self._global = BoundedDict[UserId, str](KEPT)

    def remember(self, person: discord.abc.User) -> UserId:
        """Remember the name of a user, and return their id."""
        user = UserId(person.id)
        account = sanitized(person.name, LONGEST)
        self._names[user] = sanitized(person.display_name, LONGEST) or account
        self._accounts[user] = account
        self._global[user] = sanitized(person.global_name or "", LONGEST) or account
        return user

    def known(self, user: UserId) -> str | None:
        """Return a name without asking Discord; None if it is unknown."""
        return former_player() if is_former(user) else self._names.get(user) or None

    def outside(self, user: UserId) -> str | None:
        """Return a name for people outside Discord: never a server's nickname; None if unknown."""
        return former_player() if is_former(user) else self._global.get(user) or None

    def forget(self, user: UserId) -> None:
        """Forget the name of a user."""
        self._names.pop(user, None)
        self._accounts.pop(user, None)
        self._global.pop(user, None)

    def clear(self) -> None:
        """Forget all names."""
        for names in (self._names, self._accounts, self._global):
            names.clear()

    def account(self, user: UserId) -> str | None:
        """Return the account name, which has plain letters only; None if it is unknown."""
        return self._accounts.get(user) or None

    async def of(self, client: discord.Client, user: UserId) -> str:
        """Return a name, from Discord if necessary; `someone` if Discord does not return it."""
        return await self.fetch(client, user) or gettext("someone")

    async def fetch(self, client: discord.Client, user: UserId) -> str | None:
        """Return a name, from Discord if necessary; None if Discord does not return it."""
        known = self.known(user)
        if known is None:
            try:
                self.remember(await client.fetch_user(user))
            except REQUEST_FAILURES:
                return None
            known = self.known(user)
        return known

    async def learn(self, client: discord.Client, users: Iterable[UserId]) -> None:
        """Ask Discord for names, and wait at most `SOON` seconds.

        A name that arrives later is known the next time.
        """
        tasks = [asyncio.create_task(self.fetch(client, user)) for user in users]
        if tasks:
            await asyncio.wait(tasks, timeout=SOON)


NAMES: Final = NameCache()
"""The names that this process has seen."""


def user_of(interaction: discord.Interaction[Any]) -> UserId:
    """Return the id of the user of an interaction, and remember their name."""
    return NAMES.remember(interaction.user)


LONGEST_SERVER = 60


def server_name(client: discord.Client, guild: GuildId) -> str:
    """Return the name of a server, escaped for a message."""
    server = client.get_guild(guild)
    if server is None:
        # Translators: stands by itself, and also as {server} in "Started in {server}: …".
        return gettext("A server that I've left")
    return escaped(sanitized(server.name, LONGEST_SERVER))


def drawable_name(user: UserId | None) -> str:
    """Return a user's name for a picture or a file: the global name, or else the account's.

    Do not use the nickname, because users also share pictures outside the server.
    """
    if user is None or is_former(user):
        return capital(former_player())
    names = (NAMES.outside(user), NAMES.account(user))
    return next((name for name in names if name and writable(name)), gettext("someone"))


def unnamed_player() -> str:
    """Return what a page calls a player whose name it doesn't show."""
    return capital(gettext("a player"))


def both_players(match: Match) -> str:
    """Return both players with their marks: `🟠 @Ann against ⚪ 😾 Duchess (level 6)`."""
    orange, gray = (f"{SEAT_MARKS[seat]} {name_in_full(match, seat)}" for seat in Seat)
    return gettext("{orange} against {gray}", orange=orange, gray=gray)


def against_each_other(match: Match) -> str:
    """Return both players in a phrase: `@Ann against 😾 Duchess`."""
    orange, gray = (player_name(match, seat) for seat in Seat)
    return gettext("{orange} against {gray}", orange=orange, gray=gray)


def people_addressed(match: Match) -> str:
    """Return mentions of the players, without the bot, to begin a sentence to them."""
    names = [
        # Translators: a name with its form of address, if your language has one, as in Japanese.
        pgettext("someone who is spoken to", "{name}", name=mention(user))
        for user in match.people
    ]
    return all_of(names)


def name_in_full(match: Match, seat: Seat) -> str:
    """Return a player: a mention, or the bot with its level: `😾 Duchess (level 6)`."""
    if match.bot is not None and match.bot.seat is seat:
        return level_in_full(match.bot.practice.level)
    return player_name(match, seat)


def opponent_in_full(match: Match, user: UserId) -> str:
    """Return the opponent of a player, as `name_in_full` does."""
    return name_in_full(match, match.opponent_seat_of(user))


def menu_name(match: Match, seat: Seat) -> str | None:
    """Return the name of a player for a menu, which renders no mentions; None if unknown."""
    if match.bot is not None and match.bot.seat is seat:
        return level_called(match.bot.practice.level)
    return NAMES.known(match.seats.user_of(seat))


def menu_opponent(match: Match, user: UserId) -> str | None:
    """Return the name of the opponent for a menu, as `menu_name` does."""
    return menu_name(match, match.opponent_seat_of(user))


def menu_players(match: Match) -> str:
    """Return the names of both players for a menu; `someone` for an unknown name."""
    return " – ".join(menu_name(match, seat) or gettext("someone") for seat in Seat)


async def plain_name(client: discord.Client, match: Match, seat: Seat) -> str:
    """Return the name of a player without a mention, from Discord if necessary."""
    if match.bot is not None and match.bot.seat is seat:
        return level_called(match.bot.practice.level)
    return await NAMES.of(client, match.seats.user_of(seat))


EVERY: Final = 1.0
"""Seconds between two requests for names that are missing on web pages."""
LONGEST_QUEUE: Final = 100
"""The most names that wait for a request."""
MOST_IN_VAIN: Final = 5000
"""The most users whom the bot remembers not to ask for again, because Discord has no name."""


class KnownNames:
    """Returns known names without waiting, and requests the others in the background."""

    def __init__(self, client: BoopBot) -> None:
        self._client: Final = client
        self._queue: asyncio.Queue[UserId] = asyncio.Queue(LONGEST_QUEUE)
        self._requested: set[UserId] = set()

    def person(self, user: UserId) -> str | None:
        """Return the name of a user, or None. Have an unknown name fetched for the next reader."""
        known = NAMES.outside(user)
        if known is None and user not in self._requested and not self._queue.full():
            self._requested.add(user)
            self._queue.put_nowait(user)
        return known

    def shown(self, user: UserId, named: Collection[UserId]) -> str:
        """Return a page's name for a user: `A player` if the user is not in `named`, or unknown."""
        if is_former(user):
            return capital(former_player())
        return (self.person(user) if user in named else None) or unnamed_player()

    def server(self, guild: GuildId) -> str | None:
        """Return the name of a server if the bot is in it."""
        known = self._client.get_guild(guild)
        return None if known is None else sanitized(known.name)

    async def language(self, guild: GuildId) -> Language:
        """Return the language of public messages in a server."""
        return await public_language(self._client, guild)

    async def read_ahead(self, language: Language) -> None:
        """Read the catalogue of a language without blocking the event loop."""
        await read_ahead(language)

    async def ask(self) -> None:
        """Request the missing names from Discord one after another, slowly."""
        while True:
            user = await self._queue.get()
            await self._client.wait_until_ready()
            try:
                NAMES.remember(await self._client.fetch_user(user))
            except discord.NotFound:
                # The user stays in `_requested`, so the bot does not ask again.
                if len(self._requested) > MOST_IN_VAIN:
                    self._requested.clear()
            except REQUEST_FAILURES:
                self._requested.discard(user)
            else:
                self._requested.discard(user)
            await asyncio.sleep(EVERY)


@asynccontextmanager
async def known_names(client: BoopBot) -> AsyncIterator[KnownNames]:
    """Yield the known names, and request the missing ones until the block ends."""
    names = KnownNames(client)
    asking = asyncio.create_task(names.ask())
    try:
        yield names
    finally:
        asking.cancel()
        await asyncio.gather(asking, return_exceptions=True)

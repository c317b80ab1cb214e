"""Users who are new, and servers to which the bot was added."""

from collections.abc import Callable, Collection, Sequence
from typing import Final

from bot.db.database import Database, Reading
from bot.db.program import StoredValue, load_value, store_value
from bot.db.statements import Statement, execute
from bot.features.people import queries as member_queries
from bot.features.people.queries import QUERIES
from bot.jobs.clock import Clock
from bot.match.identity import GuildId, UserId

CHUNK: Final = 500
"""How many servers are recorded in one transaction, to keep the event loop responsive."""
AskBegun = Callable[[Reading, UserId], Statement[int | None]]
"""Queries whether a user has begun to play in one way; the result is `None` if not."""


class Newcomers:
    """Decides which users are shown the rules, and which servers are greeted."""

    def __init__(self, database: Database, clock: Clock, begun: Sequence[AskBegun]) -> None:
        self._database = database
        self._clock = clock
        self._begun = begun

    async def needs_rules(self, user: UserId) -> bool:
        """Return whether a user has challenged or played, and was never shown the rules."""
        async with self._database.reading() as reading:
            return await self._needs_rules(reading, user)

    async def is_new_to(self, user: UserId, ruleset: str) -> bool:
        """Return whether a user was shown another ruleset's rules but never those of this one."""
        async with self._database.reading() as reading:
            return await member_queries.is_new_to(reading, user, ruleset)

    async def ruleset_offered(self, user: UserId, ruleset: str) -> None:
        """Record that a ruleset was explained unasked, unless the user was deleted since."""
        now = self._clock.now()
        async with self._database.writing() as writing:
            if await member_queries.is_new_to(writing, user, ruleset):
                await member_queries.rules_shown(writing, user, ruleset, now)

    async def rules_shown(self, user: UserId, ruleset: str) -> None:
        """Record that the rules were shown unasked, unless the user was deleted since."""
        now = self._clock.now()
        async with self._database.writing() as writing:
            if await self._needs_rules(writing, user):
                await member_queries.rules_shown(writing, user, ruleset, now)

    async def _needs_rules(self, reading: Reading, user: UserId) -> bool:
        is_unseen, *begun = await execute(
            QUERIES.rules_unseen(reading.connection, user_id=user).first(int),
            *(ask(reading, user) for ask in self._begun),
        )
        return is_unseen is not None and any(begun)

    async def rules_read(self, user: UserId, ruleset: str) -> None:
        """Record that a user has asked for the rules of a ruleset."""
        now = self._clock.now()
        async with self._database.writing() as writing:
            await member_queries.rules_shown(writing, user, ruleset, now)

    async def record_guilds(self, guilds: Collection[GuildId]) -> None:
        """Record the bot's servers, and schedule greetings for new ones.

        The bot may have been added to them while it was down. It greets no server until it has
        recorded all of them once, because it may have been in them before.
        """
        async with self._database.reading() as reading:
            is_first = await load_value(reading, StoredValue.SERVERS) is None
            known = frozenset(await QUERIES.servers_known(reading.connection).all(GuildId))
        now, new = self._clock.now(), sorted(set(guilds) - known)
        for chunk in (new[at : at + CHUNK] for at in range(0, len(new), CHUNK)):
            async with self._database.writing() as writing:
                for guild in () if is_first else chunk:
                    await member_queries.begin_greeting(writing, guild, now)
                await execute(*(member_queries.know_server(writing, guild, now) for guild in chunk))

    async def all_found(self) -> None:
        """Record that the bot's processes found all servers once: later ones are new."""
        async with self._database.reading() as reading:
            if await load_value(reading, StoredValue.SERVERS) is not None:
                return
        async with self._database.writing() as writing:
            await store_value(writing, StoredValue.SERVERS, "known")

    async def schedule_greeting(self, guild: GuildId) -> None:
        """Schedule the greeting of a server to which the bot was added, unless it was greeted."""
        now = self._clock.now()
        async with self._database.writing() as writing:
            await member_queries.begin_greeting(writing, guild, now)

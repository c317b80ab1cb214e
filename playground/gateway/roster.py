"""The sessions of the bot: those that are connected, and those that can still be resumed."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from playground.gateway.codes import Opcode
from playground.gateway.connection import GatewayConnection
from playground.gateway.limits import GatewayLimits
from playground.gateway.session import Session
from playground.world import Snowflake


class Roster:
    """Finds sessions, and forgets those that are not resumed in time."""

    def __init__(self, limits: GatewayLimits) -> None:
        self.limits = limits
        self._sessions: dict[str, Session] = {}
        self._waiting: dict[str, asyncio.TimerHandle] = {}
        self._on_change: list[Callable[[], None]] = []

    def listen(self, listener: Callable[[], None]) -> None:
        """Call `listener` whenever a session begins, ends, breaks off, resumes or beats."""
        self._on_change.append(listener)

    @property
    def sessions(self) -> list[Session]:
        """All sessions that get events, oldest first; some may wait for a connection."""
        return list(self._sessions.values())

    @property
    def is_connected(self) -> bool:
        """Whether every shard that the bot announced has a connection."""
        shards = [each.wishes.shard for each in self._sessions.values() if each.connection]
        if not shards:
            return False
        count = max(of for _, of in shards)
        return {number for number, _ in shards} >= set(range(count))

    def find(self, session_id: object) -> Session | None:
        """Return the session with this id."""
        return self._sessions.get(session_id) if isinstance(session_id, str) else None

    def session_for(self, server_id: Snowflake | None) -> Session | None:
        """Return the session that gets the events of this server, or of direct messages.

        It is the newest connected session; if none is connected, the newest that can be resumed.
        """
        mine = [each for each in self.sessions if each.wishes.has_shard_of(server_id)]
        connected = [each for each in mine if each.connection]
        return next(reversed(connected or mine), None)

    def begin(self, session: Session) -> None:
        """Add a new session."""
        self._sessions[session.id] = session
        self.tell()

    def go_on(self, session: Session, connection: GatewayConnection, sequence: int) -> None:
        """Let a session continue on another connection; cut the one that it still has."""
        if before := session.connection:
            before.abort()
        self._stop_waiting(session)
        session.resume(connection, sequence)
        self.tell()

    def break_off(self, session: Session) -> None:
        """Keep a session whose connection broke, for a while."""
        session.connection = None
        loop = asyncio.get_running_loop()
        self._waiting[session.id] = loop.call_later(self.limits.resume_within, self.end, session)
        self.tell()

    def end(self, session: Session) -> None:
        """Forget a session; a bot that tries to resume it must begin a new one."""
        self._stop_waiting(session)
        if self._sessions.pop(session.id, None) is not None:
            self.tell()

    def invalidate(self) -> None:
        """End all sessions and tell the bot, as Discord does if it loses them."""
        for session in self.sessions:
            self.end(session)
            if (connection := session.connection) is not None:
                session.connection = None
                connection.send(Opcode.INVALID_SESSION, body=False)

    def close(self) -> None:
        """Stop waiting for sessions to be resumed."""
        for session in self.sessions:
            self._stop_waiting(session)

    def _stop_waiting(self, session: Session) -> None:
        if timer := self._waiting.pop(session.id, None):
            timer.cancel()

    def tell(self) -> None:
        """Tell the listeners that something has changed."""
        for listener in self._on_change:
            listener()

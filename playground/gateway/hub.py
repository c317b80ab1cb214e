"""The gateway: its connections, from the greeting to their end."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass, field

from aiohttp import WSMsgType, web

from playground.gateway.codes import (
    ENDS_THE_SESSION,
    LEAVES_FOR_GOOD,
    CloseCode,
    Opcode,
)
from playground.gateway.connection import GatewayConnection
from playground.gateway.greeting import NOT_READABLE, Greeter, read_wishes
from playground.gateway.intents import Intent
from playground.gateway.roster import Roster
from playground.gateway.session import Distortions, Session, Wishes
from playground.gateway.session_starts import SessionStarts
from playground.rates import Counter
from playground.validation.events import EventCheck
from playground.world.messages import Json

LONGEST_FRAME = 4096 * 4


@dataclass(frozen=True, slots=True)
class Credentials:
    """The token that a bot must show, and the intents that its application may ask for."""

    token: str
    privileged_intents: Intent = Intent.NONE


@dataclass(slots=True, eq=False)
class _Guest:
    """A connection, and its session once the bot has identified itself or resumed."""

    connection: GatewayConnection
    session: Session | None = None
    frames: Counter = field(default_factory=Counter)
    death: asyncio.TimerHandle | None = None

    def current(self) -> Session | None:
        """Return the session, unless it has ended or continues on another connection."""
        session = self.session
        return session if session and session.connection is self.connection else None


class Hub:
    """All connections of the bot; its sessions outlive them for a while (`roster`)."""

    def __init__(
        self,
        credentials: Credentials,
        roster: Roster,
        greeter: Greeter,
        starts: SessionStarts,
        check: EventCheck,
    ) -> None:
        self.roster = roster
        self.starts = starts
        self.greeter = greeter
        self._credentials = credentials
        self.distortions = Distortions()
        self._check = check
        self._guests: set[_Guest] = set()
        self._version: str | None = "10"

    @property
    def connections(self) -> list[GatewayConnection]:
        """All connections that are open."""
        return [guest.connection for guest in self._guests]

    def drop(self) -> None:
        """Cut all connections without closing them; the bot can resume its sessions."""
        for guest in list(self._guests):
            guest.connection.abort()
            self._leave(guest, None)

    def fall_silent(self) -> None:
        """Leave all connections open but send nothing more, not even in answer to a heartbeat."""
        for connection in self.connections:
            connection.is_silent = True

    def refuse_version(self) -> None:
        """Refuse every version of the API that a bot asks for."""
        self._version = None

    def ask_to_reconnect(self) -> None:
        """Ask the bot to reconnect, as Discord does before it restarts."""
        for connection in self.connections:
            connection.send(Opcode.RECONNECT)

    def ask_for_heartbeat(self) -> None:
        """Ask the bot to send a heartbeat at once."""
        for connection in self.connections:
            connection.send(Opcode.HEARTBEAT)

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        """Serve one connection until it ends."""
        socket = web.WebSocketResponse(max_msg_size=LONGEST_FRAME, compress=False)
        await socket.prepare(request)
        connection = GatewayConnection(socket, request.transport, request.query.get("compress"))
        guest = _Guest(connection)
        self._guests.add(guest)
        writer = asyncio.create_task(connection.write())
        try:
            if request.query.get("v") != self._version:
                connection.close(CloseCode.INVALID_VERSION, "Invalid API version specified.")
            else:
                every = self.roster.limits.heartbeat_every
                connection.send(Opcode.HELLO, {"heartbeat_interval": round(every * 1000)})
                self._wait_for_beat(guest)
            async for message in socket:
                if message.type is WSMsgType.TEXT:
                    self._receive(guest, message.data)
        finally:
            writer.cancel()
            self._leave(guest, socket.close_code)
        return socket

    def _leave(self, guest: _Guest, close_code: int | None) -> None:
        self._guests.discard(guest)
        if guest.death is not None:
            guest.death.cancel()
        session, connection = guest.current(), guest.connection
        if session is None:
            return
        if connection.closed_with is None:
            is_over = close_code in LEAVES_FOR_GOOD
        else:
            is_over = connection.closed_with in ENDS_THE_SESSION
        if is_over:
            self.roster.end(session)
        else:
            self.roster.break_off(session)

    def _wait_for_beat(self, guest: _Guest) -> None:
        if guest.death is not None:
            guest.death.cancel()
        loop = asyncio.get_running_loop()
        code, reason = CloseCode.SESSION_TIMED_OUT, "Session timed out."
        guest.death = loop.call_later(
            self.roster.limits.patience, guest.connection.close, code, reason
        )

    def _receive(self, guest: _Guest, text: str) -> None:
        connection = guest.connection
        if (rates := self.starts.rates) is not None:
            window = guest.frames.count(("frames",), rates.frames)
            if window.used > rates.frames.requests:
                connection.close(CloseCode.RATE_LIMITED, "You are being rate limited.")
                return
        try:
            frame = json.loads(text)
            opcode, body = Opcode(frame["op"]), frame.get("d")
        except (ValueError, KeyError, TypeError):
            connection.close(*NOT_READABLE)
            return
        session = guest.current()
        match opcode:
            case Opcode.HEARTBEAT:
                connection.beats += 1
                self.roster.tell()
                self._wait_for_beat(guest)
                later = self.roster.limits.beats_answered_after
                asyncio.get_running_loop().call_later(later, connection.send, Opcode.HEARTBEAT_ACK)
            case Opcode.IDENTIFY | Opcode.RESUME if session is not None:
                connection.close(CloseCode.ALREADY_AUTHENTICATED, "Already authenticated.")
            case Opcode.IDENTIFY:
                self._identify(guest, body)
            case Opcode.RESUME:
                self._resume(guest, body)
            case _ if session is None:
                connection.close(CloseCode.NOT_AUTHENTICATED, "Not authenticated.")
            case Opcode.REQUEST_MEMBERS:
                self.greeter.send_members(session, body)
            case Opcode.PRESENCE | Opcode.VOICE_STATE:
                pass
            case _:
                connection.close(CloseCode.UNKNOWN_OPCODE, "Unknown opcode.")

    def _identify(self, guest: _Guest, body: Json) -> None:
        connection = guest.connection
        if not isinstance(body, dict) or not isinstance(body.get("properties"), dict):
            connection.close(*NOT_READABLE)
            return
        if not self._knows(body):
            connection.close(CloseCode.AUTHENTICATION_FAILED, "Authentication failed.")
            return
        wishes = read_wishes(body, self._credentials.privileged_intents)
        if not isinstance(wishes, Wishes):
            connection.close(*wishes)
            return
        if not self.starts.may_identify(wishes.shard[0]):
            connection.send(Opcode.INVALID_SESSION, body=False)
            return
        most = self.roster.limits.most_replayed
        session = Session(
            wishes,
            connection,
            most_replayed=most,
            watch=self._check.note,
            distortions=self.distortions,
        )
        guest.session = session
        self.greeter.greet(session, has_shard="shard" in body)
        self.roster.begin(session)

    def _resume(self, guest: _Guest, body: Json) -> None:
        connection = guest.connection
        if not isinstance(body, dict) or not isinstance(sequence := body.get("seq"), int | None):
            connection.close(*NOT_READABLE)
            return
        if not self._knows(body):
            connection.close(CloseCode.AUTHENTICATION_FAILED, "Authentication failed.")
            return
        session = self.roster.find(body.get("session_id"))
        after = sequence or 0
        if session is None or not session.can_resume_after(after):
            connection.send(Opcode.INVALID_SESSION, body=False)
        elif after > session.sequence:
            self.roster.end(session)
            connection.close(CloseCode.INVALID_SEQUENCE, "Invalid seq.")
        else:
            guest.session = session
            self.roster.go_on(session, connection, after)

    def _knows(self, body: Json) -> bool:
        return bool(body.get("token") == self._credentials.token)

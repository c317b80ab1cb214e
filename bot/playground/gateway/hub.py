"""The gateway: connections greet, identify and stay; the world's changes go out to them."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from dataclasses import dataclass

from aiohttp import WSMsgType, web

from bot.playground.gateway.intents import PRIVILEGED, Intent
from bot.playground.gateway.session import CloseCode, Opcode, Session
from bot.playground.wire.entities import member_json, server_create_json, user_json
from bot.playground.world import Server, Snowflake, World
from bot.playground.world.messages import Json

HEARTBEAT_MILLISECONDS = 41_250


@dataclass(frozen=True, slots=True)
class Credentials:
    """What a bot must show, and what its application is allowed to ask for."""

    token: str
    privileged_intents: Intent = Intent.NONE


class Hub:
    """All gateway sessions of the bot; a session ends with its connection."""

    def __init__(self, world: World, credentials: Credentials, address: str) -> None:
        self.sessions: list[Session] = []
        self._world = world
        self._credentials = credentials
        self._address = address
        self._open: set[Session] = set()
        self._on_change: list[Callable[[], None]] = []

    def listen(self, listener: Callable[[], None]) -> None:
        """Call `listener` whenever a session begins or ends."""
        self._on_change.append(listener)

    @property
    def is_connected(self) -> bool:
        """Whether every shard that the bot announced has a session."""
        if not self.sessions:
            return False
        count = max(session.shard[1] for session in self.sessions)
        return {session.shard[0] for session in self.sessions} >= set(range(count))

    def session_for(self, server_id: Snowflake | None) -> Session | None:
        """The newest session that gets what happens in this server, or in direct messages."""
        for session in reversed(self.sessions):
            if session.has_shard_of(server_id):
                return session
        return None

    def drop(self) -> None:
        """Cut all connections without a word."""
        for session in list(self._open):
            session.abort()

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        """Serve one connection until it ends."""
        socket = web.WebSocketResponse(max_msg_size=4096 * 4, compress=False)
        await socket.prepare(request)
        session = Session(socket, request.transport, request.query.get("compress"))
        self._open.add(session)
        writer = asyncio.create_task(session.write())
        try:
            if request.query.get("v") != "10":
                session.close(CloseCode.INVALID_VERSION, "Invalid API version specified.")
            else:
                session.send(Opcode.HELLO, {"heartbeat_interval": HEARTBEAT_MILLISECONDS})
            async for message in socket:
                if message.type is WSMsgType.TEXT:
                    self._hear(session, message.data)
        finally:
            writer.cancel()
            self._open.discard(session)
            if session in self.sessions:
                self.sessions.remove(session)
                self._tell()
        return socket

    def _hear(self, session: Session, text: str) -> None:
        try:
            frame = json.loads(text)
            opcode, body = Opcode(frame["op"]), frame.get("d")
        except (ValueError, KeyError, TypeError):
            session.close(CloseCode.DECODE_ERROR, "Error while decoding payload.")
            return
        match opcode:
            case Opcode.HEARTBEAT:
                session.send(Opcode.HEARTBEAT_ACK)
            case Opcode.IDENTIFY:
                self._identify(session, body)
            case Opcode.RESUME:
                # A session ends with its connection here, so there is nothing to resume.
                session.send(Opcode.INVALID_SESSION, body=False)
            case _ if not session.is_identified:
                session.close(CloseCode.NOT_AUTHENTICATED, "Not authenticated.")
            case Opcode.REQUEST_MEMBERS:
                self._send_members(session, body)
            case Opcode.PRESENCE | Opcode.VOICE_STATE:
                pass
            case _:
                session.close(CloseCode.UNKNOWN_OPCODE, "Unknown opcode.")

    def _identify(self, session: Session, body: Json) -> None:
        if refusal := self._refusal(session, body):
            session.close(*refusal)
            return
        shard = body.get("shard", [0, 1])
        session.shard = (shard[0], shard[1])
        session.intents = Intent(body["intents"])
        session.is_identified = True
        mine = [
            server
            for server in self._world.servers.values()
            if self._world.bot.id in server.members and session.has_shard_of(server.id)
        ]
        session.dispatch("READY", self._ready(session, mine, has_shard="shard" in body))
        if session.wants(Intent.GUILDS):
            for server in mine:
                session.dispatch("GUILD_CREATE", self._server(session, server))
        self.sessions.append(session)
        self._tell()

    def _refusal(self, session: Session, body: Json) -> tuple[CloseCode, str] | None:
        if session.is_identified:
            return CloseCode.ALREADY_AUTHENTICATED, "Already authenticated."
        if not isinstance(body, dict) or not isinstance(body.get("properties"), dict):
            return CloseCode.DECODE_ERROR, "Error while decoding payload."
        if body.get("token") != self._credentials.token:
            return CloseCode.AUTHENTICATION_FAILED, "Authentication failed."
        shard = body.get("shard", [0, 1])
        if len(shard) != 2 or not 0 <= shard[0] < shard[1]:
            return CloseCode.INVALID_SHARD, "Invalid shard."
        intents = body.get("intents")
        if not isinstance(intents, int) or intents < 0:
            return CloseCode.INVALID_INTENTS, "Invalid intent(s)."
        if Intent(intents) & PRIVILEGED & ~self._credentials.privileged_intents:
            return CloseCode.DISALLOWED_INTENTS, "Disallowed intent(s)."
        return None

    def _ready(self, session: Session, servers: list[Server], *, has_shard: bool) -> Json:
        bot = self._world.bot
        shape: Json = {
            "v": 10,
            "user": {**user_json(bot), "verified": True, "mfa_enabled": True, "email": None},
            "guilds": [{"id": str(server.id), "unavailable": True} for server in servers],
            "session_id": session.id,
            "session_type": "normal",
            "resume_gateway_url": self._address,
            "application": {"id": str(bot.id), "flags": 0},
            "private_channels": [],
            "presences": [],
            "relationships": [],
        }
        if has_shard:
            shape["shard"] = list(session.shard)
        return shape

    def _server(self, session: Session, server: Server) -> Json:
        everyone = session.wants(Intent.GUILD_MEMBERS)
        # Only a server that READY named has the key; one that is joined later lacks it.
        return {
            **server_create_json(server, self._world, all_members=everyone),
            "unavailable": False,
        }

    def _send_members(self, session: Session, body: Json) -> None:
        server = self._world.servers.get(Snowflake(int(body["guild_id"])))
        if server is None or self._world.bot.id not in server.members:
            return
        wanted = body.get("user_ids")
        if wanted is None:
            prefix = str(body.get("query", "")).lower()
            found = [
                member
                for member in server.members.values()
                if member.user.username.lower().startswith(prefix)
            ][: body.get("limit") or None]
            missing: list[str] = []
        else:
            ids = [wanted] if isinstance(wanted, (str, int)) else wanted
            asked = [Snowflake(int(each)) for each in ids]
            found = [server.members[each] for each in asked if each in server.members]
            missing = [str(each) for each in asked if each not in server.members]
        shape: Json = {
            "guild_id": str(server.id),
            "members": [member_json(member) for member in found],
            "chunk_index": 0,
            "chunk_count": 1,
            "not_found": missing,
        }
        if "nonce" in body:
            shape["nonce"] = body["nonce"]
        session.dispatch("GUILD_MEMBERS_CHUNK", shape)

    def _tell(self) -> None:
        for listener in self._on_change:
            listener()

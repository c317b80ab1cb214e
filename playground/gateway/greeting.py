"""The first events of a new session, and the members that a bot asks for."""

from __future__ import annotations

from playground.gateway.codes import CloseCode
from playground.gateway.intents import PRIVILEGED, Intent
from playground.gateway.session import Session, Wishes
from playground.wire.entities import member_json, server_create_json, user_json
from playground.world import Server, Snowflake, World
from playground.world.messages import Json

Refusal = tuple[CloseCode, str]
NOT_READABLE: Refusal = (CloseCode.DECODE_ERROR, "Error while decoding payload.")


def read_wishes(body: Json, allowed: Intent) -> Wishes | Refusal:
    """Return what an IDENTIFY asks for, or why it is refused, such as an intent not allowed."""
    shard = body.get("shard", [0, 1])
    if (
        not isinstance(shard, list)
        or len(shard) != 2
        or not all(isinstance(each, int) for each in shard)
        or not 0 <= shard[0] < shard[1]
    ):
        return CloseCode.INVALID_SHARD, "Invalid shard."
    intents = body.get("intents")
    if not isinstance(intents, int) or intents < 0:
        return CloseCode.INVALID_INTENTS, "Invalid intent(s)."
    if Intent(intents) & PRIVILEGED & ~allowed:
        return CloseCode.DISALLOWED_INTENTS, "Disallowed intent(s)."
    return Wishes(Intent(intents), (shard[0], shard[1]))


class Greeter:
    """Greets sessions; `address` is the address at which they resume."""

    def __init__(self, world: World, address: str) -> None:
        self._world = world
        self._address = address

    def greet(self, session: Session, *, has_shard: bool) -> None:
        """Send READY, then each server of the shard that can be reached."""
        bot, wishes = self._world.bot, session.wishes
        servers = [
            server
            for server in self._world.servers.values()
            if bot.id in server.members and wishes.has_shard_of(server.id)
        ]
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
            shape["shard"] = list(wishes.shard)
        session.dispatch("READY", shape)
        for server in servers:
            if server.is_available:
                self.show(session, server)

    def show(self, session: Session, server: Server) -> None:
        """Send a server that was announced to the session as unavailable."""
        if session.wishes.wants(Intent.GUILDS):
            everyone = session.wishes.wants(Intent.GUILD_MEMBERS)
            shape = server_create_json(server, self._world, all_members=everyone)
            # Only a server that READY named has the key; one that the bot joins later lacks it.
            session.dispatch("GUILD_CREATE", {**shape, "unavailable": False})

    def send_members(self, session: Session, body: Json) -> None:
        """Answer a request for members of a server, by id or by the beginning of their names."""
        server = self._world.servers.get(Snowflake(int(body["guild_id"])))
        if server is None or self._world.bot.id not in server.members:
            return
        user_ids = body.get("user_ids")
        if user_ids is None:
            prefix = str(body.get("query", "")).lower()
            members = [
                member
                for member in server.members.values()
                if member.user.username.lower().startswith(prefix)
            ][: body.get("limit") or None]
            missing: list[str] = []
        else:
            ids = [user_ids] if isinstance(user_ids, (str, int)) else user_ids
            asked = [Snowflake(int(each)) for each in ids]
            members = [server.members[each] for each in asked if each in server.members]
            missing = [str(each) for each in asked if each not in server.members]
        shape: Json = {
            "guild_id": str(server.id),
            "members": [member_json(member) for member in members],
            "chunk_index": 0,
            "chunk_count": 1,
            "not_found": missing,
        }
        if "nonce" in body:
            shape["nonce"] = body["nonce"]
        session.dispatch("GUILD_MEMBERS_CHUNK", shape)

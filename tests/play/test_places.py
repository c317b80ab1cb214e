"""Where an interaction comes from: a server of the bot, its direct messages, or elsewhere."""

from typing import Any

import discord
import pytest

from bot.match.identity import ChannelId, Direct, Elsewhere, GuildId, InServer, Place, UserId
from cogs.core.access import locate, place_of
from cogs.core.errors import NotHere
from playground.world.messages import Json
from tests.kit.tables import Table

SERVER, DIRECT, CONVERSATION = 0, 1, 2
BY_SERVER, BY_USER = "0", "1"


def interaction(table: Table, payload: Json, **changes: Any) -> discord.Interaction[Any]:
    shape: Any = {**payload, **changes}
    return discord.Interaction(data=shape, state=table.bot._connection)


async def sent_interaction(table: Table) -> Json:
    """Return an interaction of bob in a channel of the server, as Discord sends it."""
    playground = table.playground
    await playground.person("bob").command("games", channel=playground.channel("games"))
    (session,) = playground.hub.roster.sessions
    payload: Json
    *_, payload = [body for event, body in session.sent if event == "INTERACTION_CREATE"]
    return payload


def outside_server(payload: Json, context: int, kind: int) -> Json:
    """Return the interaction as it would come from a conversation of that kind."""
    shape = {key: value for key, value in payload.items() if key not in ("guild_id", "member")}
    user = payload["member"]["user"]
    channel = {"id": payload["channel_id"], "type": kind, "recipients": [user]}
    return {**shape, "user": user, "context": context, "channel": channel}


async def test_a_place_belongs_to_the_bot_if_the_server_installed_it(table: Table) -> None:
    payload = await sent_interaction(table)
    bob, games = table.playground.person("bob"), table.playground.channel("games")
    channel, guild = ChannelId(games.id), GuildId(table.playground.server().id)
    in_server: Place = InServer(guild, channel)
    assert place_of(interaction(table, payload)) == in_server
    both = {BY_SERVER: str(guild), BY_USER: str(bob.id)}
    for owners in (both, {}):
        there = interaction(table, payload, authorizing_integration_owners=owners)
        assert place_of(there) == in_server
    direct = outside_server(payload, DIRECT, kind=1)
    for owners in ({BY_SERVER: "0"}, {BY_USER: str(bob.id)}):
        there = interaction(table, direct, authorizing_integration_owners=owners)
        assert place_of(there) == Direct(UserId(bob.id), channel)


async def test_a_place_is_elsewhere_if_only_a_user_installed_the_bot(table: Table) -> None:
    payload = await sent_interaction(table)
    bob, games = table.playground.person("bob"), table.playground.channel("games")
    owners = {BY_USER: str(bob.id)}
    there = interaction(table, payload, authorizing_integration_owners=owners)
    assert locate(there) == Elsewhere(GuildId(table.playground.server().id), ChannelId(games.id))
    apart = outside_server(payload, CONVERSATION, kind=3)
    there = interaction(table, apart, authorizing_integration_owners=owners)
    assert locate(there) == Elsewhere(None, ChannelId(games.id))
    with pytest.raises(NotHere):
        place_of(there)

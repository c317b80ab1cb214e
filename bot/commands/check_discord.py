"""The part of `boop check` that asks Discord, over HTTP alone: a running bot is not disturbed."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Final

import aiohttp
import discord

from bot.app import intents
from bot.commands.check_permissions import Place, check_permissions
from bot.commands.findings import Finding, noted, plain, well, wrong
from bot.ratelimits import RATELIMIT_PATIENCE

PATIENCE: Final = 30.0
"""Seconds that Discord gets for the answer to one question, the library's retries included."""
AT_ONCE: Final = 8
"""Servers asked about at the same time."""

Tell = Callable[[Finding], None]

_UNREACHABLE: Final = (aiohttp.ClientError, discord.DiscordServerError, OSError, TimeoutError)


async def check_discord(token: str, tell: Tell) -> int | None:
    """Log in, look at every server, and tell what is found; gives the application's id."""
    async with _client() as client:
        try:
            async with asyncio.timeout(PATIENCE):
                await client.login(token)
        except discord.LoginFailure:
            tell(wrong("token: Discord refuses it; copy it again, or make a new one"))
            return None
        except _UNREACHABLE as error:
            tell(wrong(f"token: Discord cannot be reached: {error or type(error).__name__}"))
            return None
        application = client.application
        if application is None or client.user is None:
            raise AssertionError("discord.py sets both at login")
        tell(well(f"token: Discord knows it, as the bot {plain(client.user.name)}"))
        tell(_of_intents(application.flags))
        await _tell_of_servers(client, tell)
        return application.id


@asynccontextmanager
async def _client() -> AsyncIterator[discord.Client]:
    # The bot never speaks, so an owner need not hear that it could not.
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
    async with discord.Client(
        intents=intents(), max_ratelimit_timeout=RATELIMIT_PATIENCE
    ) as client:
        yield client


def _of_intents(flags: discord.ApplicationFlags) -> Finding:
    """The bot asks for none that is privileged; the application may have some all the same."""
    asked = [name for name in _PRIVILEGED if getattr(intents(), name)]
    if asked:
        return wrong(f"intents: the bot asks for {', '.join(asked)}, which are privileged")
    granted = [
        title
        for names, title in _PRIVILEGED.values()
        if any(getattr(flags, name) for name in names)
    ]
    if granted:
        return noted(
            f"intents: none of the privileged ones is needed; {', '.join(granted)} can be "
            "switched off on the page Bot"
        )
    return well("intents: none of the privileged ones is needed, and none is switched on")


_PRIVILEGED: Final = {
    "presences": (("gateway_presence", "gateway_presence_limited"), "Presence"),
    "members": (("gateway_guild_members", "gateway_guild_members_limited"), "Server Members"),
    "message_content": (
        ("gateway_message_content", "gateway_message_content_limited"),
        "Message Content",
    ),
}


async def _tell_of_servers(client: discord.Client, tell: Tell) -> None:
    try:
        async with asyncio.timeout(PATIENCE):
            servers = [server async for server in client.fetch_guilds(limit=None)]
    except (*_UNREACHABLE, discord.HTTPException) as error:
        tell(wrong(f"servers: Discord does not list them: {error or type(error).__name__}"))
        return
    if not servers:
        tell(noted("servers: the bot is in none yet; the README says how to invite it"))
    room = asyncio.Semaphore(AT_ONCE)
    for findings in await asyncio.gather(*(_look_at(client, each, room) for each in servers)):
        for finding in findings:
            tell(finding)


async def _look_at(
    client: discord.Client, listed: discord.Guild, room: asyncio.Semaphore
) -> list[Finding]:
    async with room:
        try:
            async with asyncio.timeout(PATIENCE):
                server, channels = await _places(client, listed)
        except (*_UNREACHABLE, discord.HTTPException) as error:
            reason = str(error) or type(error).__name__
            return [wrong(f"server {plain(listed.name)}: Discord does not show it: {reason}")]
    return check_permissions(server, channels)


async def _places(client: discord.Client, listed: discord.Guild) -> tuple[Place, list[Place]]:
    """Give what the bot may do in a server as a whole, and in each of its text channels."""
    if client.user is None:
        raise AssertionError("discord.py sets it at login")
    server = await client.fetch_guild(listed.id, with_counts=False)
    me = await server.fetch_member(client.user.id)
    channels = [
        Place(channel.name, channel.permissions_for(me))
        for channel in await server.fetch_channels()
        if isinstance(channel, discord.TextChannel)
    ]
    return Place(server.name, me.guild_permissions), channels

"""The part of `boop check` that asks Discord: token, intents and permissions in every server."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Final

import discord

from bot.app import intents
from bot.cli.discord_address import reason_of
from bot.cli.findings import CheckResult, Report, plain, remark, some_of, well, wrong
from bot.ratelimits import RATELIMIT_PATIENCE
from bot.requests import REQUEST_FAILURES
from bot.text import N_, all_of, gettext, ngettext, translate
from cogs.delivery.permissions import TO_PLAY, Need, lacking


@dataclass(frozen=True, slots=True)
class CheckedPlace:
    """A text channel, or the server as a whole, and the bot's permissions there."""

    name: str
    allowed: discord.Permissions


def check_permissions(server: CheckedPlace, channels: Sequence[CheckedPlace]) -> list[CheckResult]:
    """Find missing permissions: one missing everywhere is wrong, somewhere it may be intended."""
    title = gettext("server {name}", name=plain(server.name))
    places = channels or [server]
    by_place = [(place.name, lacking(place.allowed, TO_PLAY)) for place in places]
    found = {need: [name for name, needs in by_place if need in needs] for need in TO_PLAY}
    missing = {need: names for need, names in found.items() if names}
    if not missing:
        return [
            well(
                gettext(
                    "{title}: no permission is missing in {channels}",
                    title=title,
                    channels=_channels(len(channels)),
                )
            )
        ]
    return [
        _finding(title, need, names, len(places), len(channels)) for need, names in missing.items()
    ]


def _finding(title: str, need: Need, names: list[str], places: int, channels: int) -> CheckResult:
    if len(names) == places:
        text = gettext(
            "{title}: {name} is missing: {breaks}", title=title, name=need.name, breaks=need.breaks
        )
        return remark(text) if need.comfort else wrong(text)
    where = some_of(f"#{plain(name)}" for name in names)
    return remark(
        gettext(
            "{title}: {name} is missing in {names} of {channels} ({where}): there {breaks}",
            title=title,
            name=need.name,
            names=len(names),
            channels=_channels(channels),
            where=where,
            breaks=need.breaks,
        )
    )


def _channels(number: int) -> str:
    return ngettext("{count} text channel", "{count} text channels", number)


DISCORD_PATIENCE: Final = 30.0
"""How many seconds Discord has to answer one request, including the library's retries."""
AT_ONCE: Final = 8
"""How many servers are checked at the same time."""


async def check_discord(token: str, report: Report) -> int | None:
    """Log in, check every server, and report the findings; return the application's ID."""
    async with _client() as client:
        try:
            async with asyncio.timeout(DISCORD_PATIENCE):
                await client.login(token)
        except discord.LoginFailure:
            report(wrong(gettext("token: Discord refuses it; copy it again, or make a new one")))
            return None
        except REQUEST_FAILURES as error:
            report(
                wrong(
                    gettext(
                        "token: Can't reach Discord: {reason}",
                        reason=reason_of(error),
                    )
                )
            )
            return None
        application = client.application
        if application is None or client.user is None:
            raise AssertionError("discord.py sets both at login")
        report(
            well(
                gettext("token: Discord knows it, as the bot {name}", name=plain(client.user.name))
            )
        )
        report(_of_intents(application.flags))
        await _report_servers(client, report)
        return application.id


@asynccontextmanager
async def _client() -> AsyncIterator[discord.Client]:
    # The bot never joins voice, so discord.py need not warn that voice libraries are missing.
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
    async with discord.Client(
        intents=intents(), max_ratelimit_timeout=RATELIMIT_PATIENCE
    ) as client:
        yield client


def _of_intents(flags: discord.ApplicationFlags) -> CheckResult:
    """The bot requests no privileged intents, but the application may have some."""
    privileged = [name for name in _PRIVILEGED if getattr(intents(), name)]
    if privileged:
        return wrong(
            gettext(
                "intents: the bot asks for privileged ones: {intents}", intents=all_of(privileged)
            )
        )
    granted = [
        translate(title)
        for names, title in _PRIVILEGED.values()
        if any(getattr(flags, name) for name in names)
    ]
    if granted:
        return remark(
            gettext(
                "intents: no privileged one is needed; turn off {intents} on the page Bot",
                intents=all_of(granted),
            )
        )
    return well(gettext("intents: no privileged one is needed, and none is on"))


_PRIVILEGED: Final = {
    "presences": (("gateway_presence", "gateway_presence_limited"), N_("Presence")),
    "members": (("gateway_guild_members", "gateway_guild_members_limited"), N_("Server Members")),
    "message_content": (
        ("gateway_message_content", "gateway_message_content_limited"),
        N_("Message Content"),
    ),
}


async def _report_servers(client: discord.Client, report: Report) -> None:
    try:
        async with asyncio.timeout(DISCORD_PATIENCE):
            servers = [server async for server in client.fetch_guilds(limit=None)]
    except REQUEST_FAILURES as error:
        report(
            wrong(
                gettext(
                    "servers: Discord doesn't list them: {reason}",
                    reason=reason_of(error),
                )
            )
        )
        return
    if not servers:
        report(remark(gettext("servers: the bot is in none yet; see the README to invite it")))
    room = asyncio.Semaphore(AT_ONCE)
    for findings in await asyncio.gather(*(_look_at(client, each, room) for each in servers)):
        for finding in findings:
            report(finding)


async def _look_at(
    client: discord.Client, listed: discord.Guild, room: asyncio.Semaphore
) -> list[CheckResult]:
    async with room:
        try:
            async with asyncio.timeout(DISCORD_PATIENCE):
                server, channels = await _places(client, listed)
        except REQUEST_FAILURES as error:
            reason = reason_of(error)
            return [
                wrong(
                    gettext(
                        "server {name}: Discord doesn't show it: {reason}",
                        name=plain(listed.name),
                        reason=reason,
                    )
                )
            ]
    return check_permissions(server, channels)


async def _places(
    client: discord.Client, listed: discord.Guild
) -> tuple[CheckedPlace, list[CheckedPlace]]:
    """Return the bot's permissions in a server as a whole, and in each of its text channels."""
    if client.user is None:
        raise AssertionError("discord.py sets it at login")
    server = await client.fetch_guild(listed.id, with_counts=False)
    me = await server.fetch_member(client.user.id)
    channels = [
        CheckedPlace(channel.name, channel.permissions_for(me))
        for channel in await server.fetch_channels()
        if isinstance(channel, discord.TextChannel)
    ]
    return CheckedPlace(server.name, me.guild_permissions), channels

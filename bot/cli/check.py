"""`boop check`: look for what is wrong with the setup, and report it line by line."""

import asyncio
import http.client
import os
import time
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Final

import aiohttp
import click
import discord

from bot.address import DatabaseAddress, ServerAddress
from bot.app import intents
from bot.cli.discord_address import choose_address
from bot.cli.sentences import fault_sentence, sentence
from bot.config import ENV_FILE, Settings, read_settings_and_faults
from bot.db.backup import Inspected, inspect
from bot.db.errors import DatabaseMissing, StoreRefusal
from bot.db.migrations import migrations
from bot.db.opening import inspect_server
from bot.db.program import Fleet, Lease
from bot.db.sqlite import require_not_vanished
from bot.ratelimits import RATELIMIT_PATIENCE
from bot.text import N_, all_of, gettext, ngettext, translate
from cogs.core.permissions import TO_PLAY, Need, lacking


class Mark(Enum):
    """How grave a finding is; the values stand at the beginning of its line."""

    WELL = "✓"
    NOTE = "·"
    WRONG = "✗"


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of the list."""

    mark: Mark
    text: str

    def __str__(self) -> str:
        return f"{self.mark.value} {self.text}"


def well(text: str) -> Finding:
    """Find something as it should be."""
    return Finding(Mark.WELL, text)


def remark(text: str) -> Finding:
    """Find something that can stay so."""
    return Finding(Mark.NOTE, text)


def wrong(text: str) -> Finding:
    """Find something that must be mended."""
    return Finding(Mark.WRONG, text)


def plain(name: str) -> str:
    """Return a name that somebody made up as a terminal may be given it: no control characters."""
    return "".join(letter if letter.isprintable() else "�" for letter in name)


def some_of(names: Iterable[str], most: int = 3) -> str:
    """List the first of many names."""
    listed = list(names)
    more = len(listed) - most
    shown = listed[:most]
    return all_of([*shown, gettext("{count} more", count=more)] if more > 0 else shown)


@dataclass(frozen=True, slots=True)
class Place:
    """A text channel, or the server as a whole, and what the bot may do there."""

    name: str
    allowed: discord.Permissions


def check_permissions(server: Place, channels: Sequence[Place]) -> list[Finding]:
    """Find what is missing in a server: everywhere is wrong, somewhere may be intended."""
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


def _finding(title: str, need: Need, names: list[str], places: int, channels: int) -> Finding:
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
"""Seconds that Discord gets for the answer to one question, the library's retries included."""
AT_ONCE: Final = 8
"""Servers asked about at the same time."""

Report = Callable[[Finding], None]

_UNREACHABLE: Final = (aiohttp.ClientError, discord.DiscordServerError, OSError, TimeoutError)


async def check_discord(token: str, report: Report) -> int | None:
    """Log in, look at every server, and report what is found; return the application's id."""
    async with _client() as client:
        try:
            async with asyncio.timeout(DISCORD_PATIENCE):
                await client.login(token)
        except discord.LoginFailure:
            report(wrong(gettext("token: Discord refuses it; copy it again, or make a new one")))
            return None
        except _UNREACHABLE as error:
            report(
                wrong(
                    gettext(
                        "token: Can't reach Discord: {reason}",
                        reason=str(error) or type(error).__name__,
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
    # The bot never speaks, so an owner need not hear that it could not.
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
    async with discord.Client(
        intents=intents(), max_ratelimit_timeout=RATELIMIT_PATIENCE
    ) as client:
        yield client


def _of_intents(flags: discord.ApplicationFlags) -> Finding:
    """The bot asks for none that is privileged; the application may have some all the same."""
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
    except (*_UNREACHABLE, discord.HTTPException) as error:
        report(
            wrong(
                gettext(
                    "servers: Discord doesn't list them: {reason}",
                    reason=str(error) or type(error).__name__,
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
) -> list[Finding]:
    async with room:
        try:
            async with asyncio.timeout(DISCORD_PATIENCE):
                server, channels = await _places(client, listed)
        except (*_UNREACHABLE, discord.HTTPException) as error:
            reason = str(error) or type(error).__name__
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


async def _places(client: discord.Client, listed: discord.Guild) -> tuple[Place, list[Place]]:
    """Return what the bot may do in a server as a whole, and in each of its text channels."""
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


def check_database(address: DatabaseAddress) -> tuple[list[Finding], Inspected | None]:
    """Look at the database; return what it holds, too, where that can be read."""
    return _check_file(address) if isinstance(address, Path) else _check_server(address)


def _check_server(address: ServerAddress) -> tuple[list[Finding], Inspected | None]:
    try:
        found = asyncio.run(inspect_server(address))
    except StoreRefusal as refusal:
        return [wrong(_as_part(sentence(refusal)))], None
    if found is None:
        return [_of_an_empty_one(address)], None
    findings = [_of_the_rest(address, found), _of_its_version(found)]
    if found.fleet is not None:
        findings += _of_its_processes(found.fleet)
    return findings, found


def _check_file(path: Path) -> tuple[list[Finding], Inspected | None]:
    try:
        require_not_vanished(path)
        found = inspect(path)
    except DatabaseMissing:
        return [_of_a_new_one(path)], None
    except StoreRefusal as refusal:
        return [wrong(_as_part(sentence(refusal)))], None
    findings = [_of_the_rest(path, found), _of_its_version(found), _of_its_lease(found.lease)]
    if not os.access(path, os.W_OK) or not os.access(path.parent, os.W_OK):
        findings.append(
            wrong(gettext("database: can't write to {path} or its folder", path=str(path)))
        )
    return findings, found


def check_owner(found: Inspected, application: int) -> Finding:
    """See that the database is of the bot whose token is set."""
    if found.application is None:
        return remark(gettext("owner: no bot owns the database yet; the first one to start will"))
    if found.application == application:
        return well(
            gettext(
                "owner: this application, {application}, owns the database",
                application=application,
            )
        )
    return wrong(
        gettext(
            "owner: application {owner} owns the database, but the token belongs to {other}; "
            "set BOOP_DATABASE to another database",
            owner=found.application,
            other=application,
        )
    )


def _of_a_new_one(path: Path) -> Finding:
    if os.access(path.parent, os.W_OK):
        return remark(
            gettext(
                "database: {path} doesn't exist; the bot creates it when it first starts",
                path=str(path),
            )
        )
    return wrong(
        gettext(
            "database: can't create {path}; its folder is missing or not writable", path=str(path)
        )
    )


def _of_an_empty_one(address: ServerAddress) -> Finding:
    return remark(
        gettext(
            "database: {path} is empty; the bot makes its tables when it first starts",
            path=str(address),
        )
    )


def _of_the_rest(path: DatabaseAddress, found: Inspected) -> Finding:
    rows = found.rows
    matches, turns = rows.get("matches", 0), rows.get("turns", 0)
    return well(
        gettext(
            "database: {path} is intact, with {matches} and {turns}",
            path=str(path),
            matches=ngettext("{count} match", "{count} matches", matches),
            turns=ngettext("{count} turn", "{count} turns", turns),
        )
    )


def _of_its_version(found: Inspected) -> Finding:
    known = max(migration.version for migration in migrations())
    if found.version < known:
        return remark(
            gettext(
                "schema: version {version}; the bot migrates it to {known} when it next starts",
                version=found.version,
                known=known,
            )
        )
    return well(
        gettext("schema: version {version}, as this program expects", version=found.version)
    )


def _of_its_lease(lease: Lease | None) -> Finding:
    if lease is None or lease.expires_at < time.time():
        return _unused()
    return _used_by_one(lease.machine, lease.process)


def _unused() -> Finding:
    return remark(gettext("lead: no bot is using the database"))


def _used_by_one(machine: str, process: int) -> Finding:
    return well(
        gettext(
            "lead: a bot is using the database: process {process} on {machine}",
            process=process,
            machine=machine,
        )
    )


def _of_its_processes(fleet: Fleet) -> list[Finding]:
    """Say who renews a lease, who does not, and which shards nobody serves."""
    living = [each for each in fleet.leaders if each.number in fleet.living]
    findings = [
        remark(
            gettext(
                "lead: process {process} on {machine} is silent",
                process=each.process,
                machine=each.machine,
            )
        )
        for each in fleet.leaders
        if each.number not in fleet.living
    ]
    if not living:
        return [*findings, _unused()]
    if not fleet.is_shared:
        return [*findings, *(_used_by_one(each.machine, each.process) for each in living)]
    findings.append(
        well(
            gettext(
                "lead: the database is shared by {processes}: {names}",
                processes=ngettext("{count} process", "{count} processes", len(living)),
                names=some_of(
                    (
                        gettext(
                            "process {process} on {machine}",
                            process=each.process,
                            machine=each.machine,
                        )
                        for each in living
                    ),
                    8,
                ),
            )
        )
    )
    served = {each.number for each in fleet.shards if each.served_by in fleet.living}
    unserved = [str(each.number) for each in fleet.shards if each.number not in served]
    if unserved:
        findings.append(
            remark(
                gettext(
                    "shards: nobody serves {count} of {shards} yet: {numbers}",
                    count=len(unserved),
                    shards=len(fleet.shards),
                    numbers=some_of(unserved, 8),
                )
            )
        )
    elif fleet.shards:
        findings.append(
            well(gettext("shards: all are served, {shards} in all", shards=len(fleet.shards)))
        )
    return findings


def _as_part(sentence_of_refusal: str) -> str:
    return gettext("database: {fault}", fault=sentence_of_refusal.rstrip("."))


FOUND_WRONG: Final = 1
"""The exit status when something is wrong."""
PATIENCE: Final = 5.0
"""Seconds that a running bot gets to say how it is."""


@click.command("check")
@click.option(
    "--health",
    "ask_health",
    is_flag=True,
    help="Only ask the running bot, on BOOP_HEALTH_PORT; for a container's health check.",
)
def command(ask_health: bool) -> None:  # noqa: FBT001 - click calls it
    """Check that the bot is set up correctly; it may be running."""
    found = _Found()
    if ask_health:
        found.report(_of_health(read_settings_and_faults()[0]))
    else:
        _check(found)
    if found.is_wrong:
        raise click.exceptions.Exit(FOUND_WRONG)


class _Found:
    """Prints each finding at once, and remembers whether any was wrong."""

    def __init__(self) -> None:
        self.is_wrong = False

    def report(self, finding: Finding) -> None:
        """Print a line."""
        self.is_wrong |= finding.mark is Mark.WRONG
        click.echo(str(finding))


def _check(found: _Found) -> None:
    settings, faults = read_settings_and_faults()
    for fault in faults:
        found.report(wrong(gettext("settings: {fault}", fault=fault_sentence(fault))))
    if not faults:
        found.report(well(gettext("settings: all are valid")))
    findings, inspected = check_database(settings.database)
    for finding in findings:
        found.report(finding)
    if settings.token is None:
        found.report(wrong(gettext("token: none in BOOP_TOKEN or {file}", file=str(ENV_FILE))))
        return
    choose_address(settings)
    application = asyncio.run(check_discord(settings.token.get_secret_value(), found.report))
    if application is not None and inspected is not None:
        found.report(check_owner(inspected, application))


def _of_health(settings: Settings) -> Finding:
    """Ask the bot's /healthz. No proxy of the environment comes between."""
    port = settings.health_port
    if port is None:
        return remark(gettext("health: BOOP_HEALTH_PORT isn't set, so health isn't served"))
    host = _LOOPBACK.get(settings.health_host, settings.health_host)
    connection = http.client.HTTPConnection(host, port, timeout=PATIENCE)
    try:
        connection.request("GET", "/healthz")
        answer = connection.getresponse()
        text = answer.read().decode("utf-8", "replace")
    except (OSError, http.client.HTTPException) as error:
        return wrong(
            gettext(
                "health: the bot doesn't answer on {host}, port {port}: {reason}",
                host=host,
                port=port,
                reason=str(error),
            )
        )
    finally:
        connection.close()
    return (
        well(gettext("health: the bot is healthy"))
        if answer.status == 200
        else wrong(gettext("health: {text}", text=text))
    )


_LOOPBACK: Final = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - it is asked, not served

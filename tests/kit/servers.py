"""Setting up and moderating a server, as its managers and moderators do."""

import asyncio
import io
from collections.abc import Sequence
from typing import Any

from PIL import Image

from bot.match.identity import GuildId
from cogs.core.actions import action_id
from playground import (
    Answer,
    Permission,
    Person,
    Playground,
    Role,
    SeenMessage,
    TextChannel,
)
from playground.world import User
from render.palette import Ink
from render.theme import THEMES, Theme
from tests.kit.tables import Table


def owner_of(playground: Playground) -> Person:
    """Return the server's owner, who may manage it."""
    server = playground.server()
    return playground.person(playground.world.users[server.owner_id])


def add_member_with(playground: Playground, name: str, permission: Permission) -> Person:
    """Let a user join with a role that has only this permission."""
    server = playground.server()
    role = playground.world.add_role(server, f"role of {name}", permission)
    person = playground.add_person(name)
    person.join(server, role)
    return person


async def open_settings(playground: Playground, name: str) -> SeenMessage:
    """Open the part of the settings whose button has this name, such as `where`."""
    owner, games = owner_of(playground), playground.channel("games")
    shown = (await owner.command("settings show", channel=games)).shown
    return (await owner.press(shown, custom_id=f"settings:{name}")).shown


def chosen_options(panel: SeenMessage, *settings: str) -> list[str]:
    """List the options that the menus of some settings show as chosen."""
    return [
        option.label
        for name in settings
        for option in panel.select(action_id("set", setting=name)).options
        if option.is_default
    ]


async def choose(panel: SeenMessage, person: Person, custom_id: str, *values: Any) -> Answer:
    """Choose in a menu of a panel in its present state."""
    chosen: Sequence[Any] = values
    return await person.select(panel, custom_id, chosen)


def hide_channel(table: Table, channel: TextChannel, *seen_by: Person) -> None:
    """Let only these people and the bot see a channel."""
    world = table.playground.world
    everyone = world.servers[channel.server_id].roles[channel.server_id]
    world.overwrite(channel, everyone, deny=Permission.VIEW_CHANNEL)
    for user in (world.bot, *(person.user for person in seen_by)):
        world.overwrite(channel, user, allow=Permission.VIEW_CHANNEL)


async def deny(
    table: Table, channel: TextChannel, who: Role | User, permissions: Permission
) -> None:
    """Deny permissions in a channel, and wait until the bot knows that."""
    table.playground.world.overwrite(channel, who, deny=permissions)
    known = table.bot.get_channel(channel.id)
    await table.playground.until(lambda: bool(getattr(known, "overwrites", None)), within=30)


async def check_settings(playground: Playground, channel: TextChannel) -> str:
    answer = await owner_of(playground).command("settings check", channel=channel)
    assert answer.shown.ephemeral
    return answer.text


async def add_role(table: Table, name: str, *people: Person) -> Role:
    """Make a role that these people have, and wait until the bot knows of it."""
    playground = table.playground
    server = playground.server()
    role = playground.world.add_role(server, name)
    for person in people:
        playground.world.set_roles(server, person.user, [role])
    guild = table.bot.get_guild(server.id)
    assert guild is not None
    await playground.until(lambda: guild.get_role(role.id))
    return role


def guild_of(table: Table) -> GuildId:
    return GuildId(table.playground.server().id)


async def remove_bot(table: Table) -> None:
    """Remove the bot from the server, and wait until it has recorded that."""
    playground = table.playground
    playground.world.moderation.take_out(playground.server(), playground.world.bot)
    await wait_until_absent(table)


async def wait_until_absent(table: Table) -> None:
    """Wait until the bot has recorded that it cannot reach the server."""
    async with asyncio.timeout(60):
        while not await is_unavailable(table):
            await table.services.jobs.run_due()


async def is_unavailable(table: Table) -> bool:
    return guild_of(table) in await table.services.absences.known()


async def theme_of(seen: SeenMessage) -> Theme:
    """Return the theme of a message's picture, by the palette of the file."""
    [picture] = seen.pictures
    with Image.open(io.BytesIO(await picture.read())) as image:
        colours = image.convert("RGB").getcolors(720 * 720)
    assert colours is not None
    shown = {colour for _, colour in colours}
    [theme] = [
        theme
        for theme in THEMES.values()
        if {theme.palette.inks[ink] for ink in (Ink.FLOOR, Ink.CREAM, Ink.MINT)} <= shown
    ]
    return theme

"""How those who run a server set it up and moderate it."""

from collections.abc import Sequence
from typing import Any

from cogs.core.actions import action_id
from playground import Answer, Permission, Person, Playground, SeenMessage


def owner_of(playground: Playground) -> Person:
    """Return the server's owner, who may manage it."""
    server = playground.server()
    return playground.person(playground.world.users[server.owner_id])


def member_who_may(playground: Playground, name: str, permission: Permission) -> Person:
    """Let a user join with a role that has only this permission."""
    server = playground.server()
    role = playground.world.add_role(server, f"role of {name}", permission)
    person = playground.add_person(name)
    person.join(server, role)
    return person


async def part(playground: Playground, name: str) -> SeenMessage:
    """Open one part of the settings by what its button names, as `where`."""
    owner, games = owner_of(playground), playground.channel("games")
    shown = (await owner.command("settings show", channel=games)).shown
    return (await owner.press(shown, custom_id=f"settings:{name}")).shown


def chosen_in(panel: SeenMessage, *settings: str) -> list[str]:
    """List what the menus of some settings show as chosen."""
    return [
        option.label
        for name in settings
        for option in panel.select(action_id("set", setting=name)).options
        if option.is_default
    ]


async def choose(panel: SeenMessage, person: Person, custom_id: str, *values: Any) -> Answer:
    """Choose in a menu of a panel as it stands now."""
    chosen: Sequence[Any] = values
    return await person.select(panel, custom_id, chosen)

"""Cups played to their end at once, and the bot's permissions in the server."""

from collections.abc import Sequence

from bot.features.tournaments.tournament import (
    CUP_FINISH_DAYS,
    TournamentField,
    TournamentFormat,
    TournamentState,
    TournamentTerms,
)
from bot.match.identity import ChannelId, GuildId, InServer, UserId
from playground import Permission, Person, Playground, Role
from tests.kit.servers import owner_of
from tests.kit.tables import Table

CUP = TournamentTerms(format=TournamentFormat.CUP, most_entrants=4, finish_days=CUP_FINISH_DAYS)


def place_of(playground: Playground) -> InServer:
    games = playground.channel("games")
    return InServer(GuildId(games.server_id), ChannelId(games.id))


def own_role(playground: Playground) -> Role:
    """Return the role of the bot itself."""
    server, bot = playground.server(), playground.world.bot
    return server.roles[server.members[bot.id].role_ids[0]]


async def allow(table: Table, permission: Permission) -> None:
    """Grant the bot a permission in the server, and wait until it knows."""
    role = own_role(table.playground)
    table.playground.world.set_permissions(role, role.permissions | permission)
    await wait_for_permissions(table, role.permissions)


async def forbid(table: Table, permission: Permission) -> None:
    """Take a permission from the bot in the server, and wait until it knows."""
    role = own_role(table.playground)
    table.playground.world.set_permissions(role, role.permissions & ~permission)
    await wait_for_permissions(table, role.permissions)


async def wait_for_permissions(table: Table, permissions: Permission) -> None:
    guild = table.bot.get_guild(table.playground.server().id)
    assert guild is not None
    role = own_role(table.playground).id
    await table.playground.until(
        lambda: (found := guild.get_role(role)) and found.permissions.value == int(permissions)
    )


async def add_role_below_bot(table: Table, name: str) -> Role:
    """Make a role below the bot's own, and wait until the bot knows it."""
    world, server = table.playground.world, table.playground.server()
    role = world.add_role(server, name)
    world.move_role(role, 1)
    guild = table.bot.get_guild(server.id)
    assert guild is not None
    await table.playground.until(
        lambda: (found := guild.get_role(role.id)) and found < guild.me.top_role
    )
    return role


def role_holders(playground: Playground, role: Role) -> list[str]:
    """Return the names of the members with a role."""
    members = playground.server().members.values()
    return [each.user.username for each in members if role.id in each.role_ids]


async def win_cup(table: Table, champion: Person, others: Sequence[Person]) -> TournamentField:
    """Play a cup that one of its players wins, and run the jobs that are due."""
    services, owner = table.services, UserId(owner_of(table.playground).id)
    place = place_of(table.playground)
    drafted = await services.tournaments.draft(owner, place, "Winter cup", CUP)
    number = (await services.tournaments.announce(owner, drafted.id)).id
    for person in (champion, *others):
        await services.tournaments.enter(UserId(person.id), number, frozenset())
    await services.tournaments.start(number, place.guild)
    await table.pass_time(0)
    field = await services.tournaments.find(number)
    while field.tournament.state is TournamentState.RUNNING:
        await _resign(table, field, UserId(champion.id))
        field = await services.tournaments.find(number)
    return field


async def _resign(table: Table, field: TournamentField, champion: UserId) -> None:
    """Have a player of each match resign, but never the champion."""
    for pairing in field.pairings:
        if pairing.leg.is_open and pairing.match is not None:
            users = [field.entrant(each).user for _, each in pairing.leg.seats]
            loser = max(each for each in users if each != champion)
            await table.services.matches.resign(loser, pairing.match)
    await table.pass_time(0)

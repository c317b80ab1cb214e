"""Roles that the bot gives and removes, and events that it schedules."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import discord
import pytest

from playground import EventStatus, Intent, Permission, Person, Playground, Role, ScheduledEvent
from tests.playground.tiny import Raw, StartBot, TinyBot

DAY = 86400.0


def own_role(playground: Playground) -> Role:
    server, bot = playground.server(), playground.world.bot
    return server.roles[server.members[bot.id].role_ids[0]]


def allow(playground: Playground, permission: Permission) -> None:
    role = own_role(playground)
    playground.world.set_permissions(role, role.permissions | permission)


def role_below(playground: Playground, name: str = "Champion") -> Role:
    """Return a role below the bot's own."""
    role = playground.world.add_role(playground.server(), name)
    playground.world.move_role(role, 1)
    return role


def roles_of(playground: Playground, person: Person) -> list[str]:
    server = playground.server()
    return [server.roles[each].name for each in server.members[person.user.id].role_ids]


async def test_the_bot_gives_a_role_below_its_own_and_removes_it(
    playground: Playground, start_bot: StartBot, bob: Person
) -> None:
    allow(playground, Permission.MANAGE_ROLES)
    role = role_below(playground)
    bot = await start_bot()
    member, given = await bot.guilds[0].fetch_member(bob.user.id), bot.guilds[0].get_role(role.id)
    assert given is not None
    assert given.is_assignable()
    await member.add_roles(given)
    await member.add_roles(given)
    assert roles_of(playground, bob) == ["Champion"]
    again = await bot.guilds[0].fetch_member(bob.user.id)
    assert [each.name for each in again.roles] == ["@everyone", "Champion"]
    await again.remove_roles(given)
    assert roles_of(playground, bob) == []
    playground.expect_valid()


async def test_a_role_is_refused_without_permission_above_the_bot_or_if_it_belongs_to_a_bot(
    playground: Playground, raw: Raw, bob: Person
) -> None:
    server, world = playground.server(), playground.world
    below = role_below(playground)
    above = world.add_role(server, "Owner's friends")
    of = f"/guilds/{server.id}/members/{bob.user.id}/roles"

    async def give_role(role_id: int, user_id: int = bob.user.id) -> Any:
        path = f"/guilds/{server.id}/members/{user_id}/roles/{role_id}"
        return (await raw("PUT", path))[1]

    assert (await give_role(below.id))["code"] == 50013
    allow(playground, Permission.MANAGE_ROLES)
    assert await give_role(below.id) == ""
    assert (await give_role(above.id))["code"] == 50013
    assert (await give_role(own_role(playground).id))["code"] == 50028
    assert (await give_role(server.id))["code"] == 50028
    assert (await give_role(1))["code"] == 10011
    stranger = world.add_user("stranger")
    assert (await give_role(below.id, stranger.id))["code"] == 10007
    assert roles_of(playground, bob) == ["Champion"]
    assert (await raw("DELETE", f"{of}/{below.id}"))[0] == 204
    assert roles_of(playground, bob) == []


async def test_moved_roles_are_announced(playground: Playground, start_bot: StartBot) -> None:
    role = playground.world.add_role(playground.server(), "Champion")
    bot = await start_bot()
    guild = bot.guilds[0]
    assert guild.me.top_role < guild.get_role(role.id)
    playground.world.move_role(role, 1)
    await playground.until(lambda: guild.me.top_role > guild.get_role(role.id))
    playground.expect_valid()


async def schedule(
    playground: Playground, bot: TinyBot, name: str = "Autumn cup", days: float = 3.0
) -> Any:
    starts_at = datetime.fromtimestamp(playground.world.clock.now() + days * DAY, UTC)
    return await bot.guilds[0].create_scheduled_event(
        name=name,
        description="Bring **patches**.",
        location="The attic",
        start_time=starts_at,
        end_time=starts_at + timedelta(hours=1),
        privacy_level=discord.PrivacyLevel.guild_only,
        entity_type=discord.EntityType.external,
    )


def listed(playground: Playground) -> list[ScheduledEvent]:
    return playground.world.events.listed(playground.server())


async def test_the_bot_schedules_an_event_changes_it_and_deletes_it(
    playground: Playground, start_bot: StartBot
) -> None:
    allow(playground, Permission.CREATE_EVENTS)
    intents = discord.Intents(guilds=True, guild_scheduled_events=True)
    bot = await start_bot(intents=intents)
    made = await schedule(playground, bot)
    [event] = listed(playground)
    assert (event.name, event.location) == ("Autumn cup", "The attic")
    [found] = await bot.guilds[0].fetch_scheduled_events(with_counts=False)
    assert (found.id, found.creator_id) == (made.id, bot.user.id if bot.user else None)
    later = made.start_time + timedelta(days=1)
    await found.edit(name="Winter cup", start_time=later, end_time=later + timedelta(hours=2))
    assert (event.name, event.starts_at) == ("Winter cup", later.timestamp())
    await (await bot.guilds[0].fetch_scheduled_event(made.id)).delete()
    assert listed(playground) == []
    with pytest.raises(discord.NotFound) as refused:
        await found.edit(name="Spring cup")
    assert refused.value.code == 10070
    expected = ["scheduled_event_create", "scheduled_event_update", "scheduled_event_delete"]
    await playground.until(
        lambda: [each for each in bot.event_names() if each in expected] == expected
    )
    playground.expect_valid()


async def test_a_session_without_the_intent_receives_no_events(
    playground: Playground, start_bot: StartBot
) -> None:
    allow(playground, Permission.CREATE_EVENTS)
    bot = await start_bot()
    await schedule(playground, bot)
    playground.world.rename(playground.server(), "Patchwork Club")
    await playground.until(lambda: bot.guilds[0].name == "Patchwork Club")
    assert "scheduled_event_create" not in bot.event_names()
    assert Intent.GUILD_SCHEDULED_EVENTS not in Intent(bot.intents.value)


async def test_an_event_begins_and_ends_and_one_that_is_never_begun_is_cancelled(
    playground: Playground, start_bot: StartBot
) -> None:
    allow(playground, Permission.CREATE_EVENTS)
    bot = await start_bot()
    made, _ = await schedule(playground, bot), await schedule(playground, bot, "Forgotten")
    autumn, forgotten = listed(playground)
    playground.world.pass_time(3 * DAY + 60)
    await made.edit(status=discord.EventStatus.active)
    assert [each.status for each in (autumn, forgotten)] == [
        EventStatus.ACTIVE,
        EventStatus.SCHEDULED,
    ]
    playground.world.pass_time(3600)
    assert autumn.status is EventStatus.COMPLETED
    assert listed(playground) == [forgotten]
    playground.world.pass_time(4 * 3600)
    assert forgotten.status is EventStatus.CANCELED
    with pytest.raises(discord.HTTPException) as refused:
        await made.edit(name="Too late")
    assert refused.value.code == 180000


async def test_events_are_refused_without_permission_and_in_the_past(
    playground: Playground, start_bot: StartBot, ada: Person
) -> None:
    bot = await start_bot()
    with pytest.raises(discord.Forbidden) as forbidden:
        await schedule(playground, bot)
    assert forbidden.value.code == 50013
    allow(playground, Permission.CREATE_EVENTS)
    with pytest.raises(discord.HTTPException, match="in the past"):
        await schedule(playground, bot, days=-1.0)
    made = await schedule(playground, bot)
    listed(playground)[0].creator = ada.user
    with pytest.raises(discord.Forbidden):
        await made.edit(name="Not mine")
    allow(playground, Permission.MANAGE_EVENTS)
    await made.edit(name="Managed")
    assert [each.name for each in listed(playground)] == ["Managed"]

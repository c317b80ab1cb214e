"""The winner of the latest tournament has a role of the server; the previous winner loses it."""

import asyncio
from pathlib import Path

import pytest

from bot.features.settings.server import ServerSettings
from bot.match.clock import DAY
from bot.match.identity import GuildId, RoleId
from cogs.core.actions import action_id
from playground import Permission, Person, Playground, Role
from tests.kit.champions import add_role_below_bot, allow, forbid, own_role, role_holders, win_cup
from tests.kit.servers import add_member_with, check_settings, choose, open_settings, owner_of
from tests.kit.tables import Table, run_bot
from tests.kit.tournaments import four_members

GIVE = "/guilds/{guild_id}/members/{user_id}/roles/{role_id}"
MENU = action_id("set-role", setting="winners")


async def set_role(table: Table, role: Role | None) -> None:
    """Set the role, or none."""
    guild = GuildId(table.playground.server().id)
    settings = ServerSettings(winners=None if role is None else RoleId(role.id))
    await table.services.settings.change(guild, lambda _: settings)
    await table.pass_time(0)


async def set_champion_role(table: Table) -> Role:
    """Let the bot manage roles, and let it give one to winners."""
    await allow(table, Permission.MANAGE_ROLES)
    role = await add_role_below_bot(table, "Champion")
    await set_role(table, role)
    return role


@pytest.mark.long
async def test_the_role_is_chosen_and_goes_from_winner_to_winner(table: Table) -> None:
    playground, owner = table.playground, owner_of(table.playground)
    ada, bob, cleo, dan = four_members(table)
    await allow(table, Permission.MANAGE_ROLES)
    role = await add_role_below_bot(table, "Champion")
    panel = await open_settings(playground, "tournaments")
    assert "**Winner's role:** none" in panel.text
    assert "those who won before lose it" in panel.text
    panel = (await choose(panel, owner, MENU, role)).shown
    assert f"**Winner's role:** <@&{role.id}>" in panel.text
    shown = await owner.press(panel, "All settings")
    assert f"Winners get <@&{role.id}>" in shown.text

    await win_cup(table, bob, [ada, cleo, dan])
    assert role_holders(playground, role) == ["bob"]
    await win_cup(table, cleo, [ada, bob, dan])
    assert role_holders(playground, role) == ["cleo"]
    another = await add_role_below_bot(table, "Best of all")
    await choose(await open_settings(playground, "tournaments"), owner, MENU, another)
    await table.pass_time(0)
    assert (role_holders(playground, role), role_holders(playground, another)) == ([], ["cleo"])
    await owner.press((await open_settings(playground, "tournaments")), "Give winners no role")
    await table.pass_time(0)
    assert role_holders(playground, another) == []
    playground.expect_valid()


@pytest.mark.night
@pytest.mark.long
async def test_a_user_who_has_the_role_from_others_keeps_it(table: Table) -> None:
    playground = table.playground
    ada, bob, cleo, dan = four_members(table)
    role = await set_champion_role(table)
    playground.world.give_role(playground.server(), bob.user, role)
    await win_cup(table, bob, [ada, cleo, dan])
    await win_cup(table, cleo, [ada, bob, dan])
    assert set(role_holders(playground, role)) == {"bob", "cleo"}


@pytest.mark.night
@pytest.mark.long
async def test_a_winner_who_has_left_the_server_gets_nothing(table: Table) -> None:
    playground, server = table.playground, table.playground.server()
    ada, bob, cleo, dan = four_members(table)
    role = await set_champion_role(table)
    await win_cup(table, bob, [ada, cleo, dan])
    playground.world.leave(server, bob.user)
    await win_cup(table, cleo, [ada, dan])
    assert role_holders(playground, role) == ["cleo"]
    playground.world.leave(server, cleo.user)
    await set_role(table, await add_role_below_bot(table, "Best of all"))
    guild = GuildId(server.id)
    changes = await table.services.winners.changes(guild, RoleId(role.id))
    assert changes.take == ()
    playground.expect_valid()


@pytest.mark.night
@pytest.mark.long
async def test_without_permission_the_role_is_given_a_day_later(
    table: Table,
) -> None:
    playground, games = table.playground, table.playground.channel("games")
    ada, bob, cleo, dan = four_members(table)
    role = await set_champion_role(table)
    assert (
        "Nothing is missing" in (await check_settings(playground, games)).partition("Winner's")[2]
    )
    await forbid(table, Permission.MANAGE_ROLES)
    await win_cup(table, bob, [ada, cleo, dan])
    assert role_holders(playground, role) == []
    text = await check_settings(playground, games)
    assert f"⚠️ I can't give <@&{role.id}>: I need the permission *Manage Roles*." in text
    await allow(table, Permission.MANAGE_ROLES)
    await table.pass_time(DAY + 60)
    assert role_holders(playground, role) == ["bob"]


@pytest.mark.night
@pytest.mark.long
async def test_a_refused_role_is_retried_when_permissions_are_checked(
    table: Table,
) -> None:
    playground, world = table.playground, table.playground.world
    ada, bob, cleo, dan = four_members(table)
    role = await set_champion_role(table)
    world.move_role(own_role(playground), 1)
    await win_cup(table, bob, [ada, cleo, dan])
    assert role_holders(playground, role) == []
    world.move_role(own_role(playground), 2)
    guild = table.bot.get_guild(playground.server().id)
    assert guild is not None
    await playground.until(lambda: guild.me.top_role > guild.get_role(role.id))
    assert "Nothing is missing" in await check_settings(playground, playground.channel("games"))
    await table.bot.until_done()
    await table.pass_time(0)
    assert role_holders(playground, role) == ["bob"]
    world.delete_role(role)
    await playground.until(lambda: guild.get_role(role.id) is None)
    text = await check_settings(playground, playground.channel("games"))
    assert "❌ This role was deleted, so winners get none." in text
    await win_cup(table, cleo, [ada, bob, dan])
    playground.expect_valid()


async def choose_role(table: Table, person: Person, role: Role) -> str:
    games = table.playground.channel("games")
    shown = (await person.command("settings show", channel=games)).shown
    panel = (await person.press(shown, custom_id="settings:tournaments")).shown
    return (await choose(panel, person, MENU, role)).text


@pytest.mark.long
async def test_a_role_that_cannot_be_given_is_refused_in_one_sentence(table: Table) -> None:
    playground, world = table.playground, table.playground.world
    server, owner = playground.server(), owner_of(playground)
    kim = add_member_with(playground, "kim", Permission.MANAGE_GUILD)
    role = await add_role_below_bot(table, "Champion")
    assert "I need the permission *Manage Roles*" in await choose_role(table, owner, role)
    await allow(table, Permission.MANAGE_ROLES)
    above = world.add_role(server, "Admins", Permission.ADMINISTRATOR)
    guild = table.bot.get_guild(server.id)
    assert guild is not None
    await playground.until(lambda: guild.get_role(above.id))
    assert "it isn't below my own role" in await choose_role(table, owner, above)
    for each in (own_role(playground), server.roles[server.id]):
        assert "can't be given to anyone" in await choose_role(table, owner, each)
    assert "that you could give yourself" in await choose_role(table, kim, role)
    assert (await table.services.settings.of(GuildId(server.id))).winners is None
    assert f"<@&{role.id}>" in await choose_role(table, owner, role)
    playground.expect_valid()


@pytest.mark.night
@pytest.mark.long
async def test_a_user_who_deletes_their_data_loses_the_role(table: Table) -> None:
    playground, games = table.playground, table.playground.channel("games")
    ada, bob, cleo, dan = four_members(table)
    role = await set_champion_role(table)
    await win_cup(table, bob, [ada, cleo, dan])
    question = await bob.command("privacy", channel=games)
    sure = await bob.press(question.shown, custom_id="privacy-delete")
    await bob.press(sure.shown, custom_id="privacy-really-delete")
    await playground.until(lambda: role_holders(playground, role) == [])


@pytest.mark.night
@pytest.mark.long
@pytest.mark.parametrize("moment", ["before", "after"])
async def test_a_kill_while_the_role_is_given_leaves_no_work_undone(
    playground: Playground, database: Path, moment: str
) -> None:
    async with run_bot(playground, database) as table:
        ada, bob, cleo, dan = four_members(table)
        role = await set_champion_role(table)
        fault = playground.faults.drop_before
        if moment == "after":
            fault = playground.faults.drop_after
        dropped = fault("PUT", GIVE)
        playground.faults.delay("PUT", GIVE, 600, times=10**6)
        table.bot.closing_patience = 0.0
        winning = asyncio.create_task(win_cup(table, bob, [ada, cleo, dan]))
        await playground.until(lambda: dropped.hits)
        winning.cancel()
    playground.faults.clear()
    async with run_bot(playground, database) as table:
        await table.pass_time(900)
        assert role_holders(playground, role) == ["bob"]
        await win_cup(table, cleo, [ada, bob, dan])
        assert role_holders(playground, role) == ["cleo"]

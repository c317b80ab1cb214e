"""The list of players who want a match: a panel that stays in a channel."""

from dataclasses import replace

import discord

from bot.features.challenges.queries import LOBBY_PANEL
from bot.features.outbox import queries as outbox_queries
from bot.match.challenge import ChallengeState
from bot.match.clock import DAY
from bot.match.identity import ChallengeId, ChannelId, GuildId, InServer, UserId
from bot.match.terms import Terms
from cogs.core.actions import action_id
from cogs.core.outgoing import digest_of
from playground import Permission, Person, SeenMessage
from playground.world import TextChannel
from tests.kit.server_matches import bot_role
from tests.kit.servers import choose, deny, open_settings, owner_of
from tests.kit.tables import Table

TITLE = "Who wants to play?"
WANT = "I want to play"


def panels(table: Table, channel: TextChannel) -> list[SeenMessage]:
    seen = owner_of(table.playground).look(channel)
    return [each for each in seen if TITLE in each.text and not each.ephemeral]


def the_panel(table: Table, channel: TextChannel) -> SeenMessage:
    [panel] = panels(table, channel)
    return panel


async def set_lobby_channel(table: Table, channel: TextChannel) -> SeenMessage:
    """Choose the list's channel in the settings, and wait until the list is there."""
    playground = table.playground
    settings = await open_settings(playground, "where")
    menu = action_id("set-channel", setting="lobby_channel")
    await choose(settings, owner_of(playground), menu, channel)
    await playground.until(lambda: len(panels(table, channel)) == 1)
    return the_panel(table, channel)


async def update_list(table: Table) -> None:
    """Let the list be edited; that happens at most once in some seconds."""
    await table.pass_time(30)
    await table.services.jobs.run_due()


async def press_want(table: Table, person: Person, channel: TextChannel) -> str:
    answer = await person.press(the_panel(table, channel), WANT)
    assert answer.shown.ephemeral
    text = answer.text
    await update_list(table)
    return text


def is_listed(table: Table, channel: TextChannel, person: Person) -> bool:
    return f"<@{person.id}>" in the_panel(table, channel).text


def people_in_general(table: Table) -> tuple[TextChannel, Person, Person]:
    playground = table.playground
    general = playground.channel("general")
    return general, playground.person("ada"), playground.person("bob")


async def test_one_tap_joins_the_list_and_another_leaves_it(table: Table) -> None:
    playground = table.playground
    general, ada = playground.channel("general"), playground.person("ada")
    panel = await set_lobby_channel(table, general)
    assert "No one is waiting" in panel.text
    assert "as soon as someone wants the same kind of match" in panel.text
    assert "leave" not in panel.text, "there is nothing to leave"
    assert not panel.selects
    before = len(ada.look(general))

    assert "You're on the list: classic" in await press_want(table, ada, general)
    await playground.until(lambda: is_listed(table, general, ada))
    assert the_panel(table, general).id == panel.id
    assert "Press it again to leave." in the_panel(table, general).text
    public = [each for each in ada.look(general) if not each.ephemeral]
    assert len(public) == before, "nothing is posted for a waiting user"

    assert "You're off the list" in await press_want(table, ada, general)
    await playground.until(lambda: not is_listed(table, general, ada))
    assert the_panel(table, general).id == panel.id


async def test_the_next_user_plays_against_the_waiting_one(table: Table) -> None:
    playground = table.playground
    general, ada, bob = people_in_general(table)
    panel = await set_lobby_channel(table, general)
    await press_want(table, ada, general)
    await bob.press(the_panel(table, general), WANT)
    heading = f"<@{ada.id}> and <@{bob.id}> wanted to play"
    await playground.until(lambda: any(heading in each.text for each in bob.look(general)))
    match = (await table.services.challenges.find(ChallengeId(1))).challenge.match
    assert match is not None
    stored = await table.services.matches.find(match)
    assert {*stored.seats} == {UserId(ada.id), UserId(bob.id)}
    await update_list(table)
    await playground.until(lambda: not is_listed(table, general, ada))
    assert the_panel(table, general).id == panel.id


async def test_a_user_waiting_with_other_terms_is_chosen_from_the_menu(table: Table) -> None:
    playground = table.playground
    general, ada, bob = people_in_general(table)
    await set_lobby_channel(table, general)
    form = await ada.press(the_panel(table, general), "My terms…")
    await ada.submit(form.form, {"Time": "1 day per move"})
    await update_list(table)
    await playground.until(lambda: is_listed(table, general, ada))
    assert "1 day" in the_panel(table, general).text
    assert "You're on the list" in await press_want(table, bob, general)
    await playground.until(lambda: is_listed(table, general, bob))
    panel = the_panel(table, general)
    [menu] = panel.selects
    assert [each.label for each in menu.options] == ["Ada", "Bob"]
    shown = await bob.select(panel, menu.custom_id, ["1"])
    await bob.press(shown.shown, "Accept")
    await update_list(table)
    await playground.until(lambda: not is_listed(table, general, ada))
    assert is_listed(table, general, bob)


async def test_choosing_a_channel_moves_the_panel_and_none_removes_it(table: Table) -> None:
    playground = table.playground
    general, games = playground.channel("general"), playground.channel("games")
    await set_lobby_channel(table, general)
    await update_list(table)
    await set_lobby_channel(table, games)
    assert panels(table, general) == []
    await update_list(table)
    settings = await open_settings(playground, "where")
    await owner_of(playground).press(settings, "Remove the list")
    await playground.until(lambda: panels(table, games) == [])


async def test_a_deleted_panel_comes_back_with_the_next_change(table: Table) -> None:
    playground = table.playground
    general, ada = playground.channel("general"), playground.person("ada")
    panel = await set_lobby_channel(table, general)
    found = playground.world.messages.find(panel.id)
    assert found is not None
    playground.world.messages.delete(found)
    await ada.command("challenge", channel=general)
    await update_list(table)
    await playground.until(lambda: len(panels(table, general)) == 1)
    assert is_listed(table, general, ada), "an open challenge of a channel that all see is listed"


async def test_a_panel_that_discord_refuses_is_reported_and_heals(table: Table) -> None:
    playground = table.playground
    general, ada = playground.channel("general"), playground.person("ada")
    await set_lobby_channel(table, general)
    await deny(table, general, bot_role(playground), Permission.VIEW_CHANNEL)
    channel = table.bot.get_channel(general.id)
    assert isinstance(channel, discord.TextChannel)
    games = playground.channel("games")
    await ada.command("challenge", channel=games)
    await update_list(table)
    entry = await table.services.outbox.find(LOBBY_PANEL, channel.guild.id)
    assert entry is not None
    playground.world.overwrite(general, bot_role(playground))
    me = channel.guild.me
    await playground.until(lambda: channel.permissions_for(me).view_channel)
    await ada.command("challenge", channel=games)
    await update_list(table)
    await playground.until(lambda: is_listed(table, general, ada))


async def test_a_wait_ends_by_itself_after_a_day(table: Table) -> None:
    playground = table.playground
    general, ada = playground.channel("general"), playground.person("ada")
    await set_lobby_channel(table, general)
    await press_want(table, ada, general)
    await playground.until(lambda: is_listed(table, general, ada))
    await table.pass_time(DAY + 60)
    await table.services.jobs.run_due()
    await update_list(table)
    await playground.until(lambda: not is_listed(table, general, ada))
    posted = await table.services.challenges.find(ChallengeId(1))
    assert posted.challenge.state is ChallengeState.EXPIRED


async def test_a_challenge_in_a_hidden_channel_is_not_listed(table: Table) -> None:
    playground = table.playground
    general, games = playground.channel("general"), playground.channel("games")
    ada, server = playground.person("ada"), playground.server()
    await set_lobby_channel(table, general)
    await deny(table, games, server.roles[server.id], Permission.VIEW_CHANNEL)
    place = InServer(GuildId(server.id), ChannelId(games.id))
    await table.services.challenges.offer(UserId(ada.id), None, place, Terms())
    await update_list(table)
    assert not is_listed(table, general, ada)


async def test_a_games_channel_without_permission_is_skipped(table: Table) -> None:
    playground = table.playground
    general, games = playground.channel("general"), playground.channel("games")
    ada, bob = playground.person("ada"), playground.person("bob")
    await set_lobby_channel(table, general)
    await deny(table, games, bot_role(playground), Permission.SEND_MESSAGES)
    await table.services.settings.change(
        GuildId(playground.server().id),
        lambda before: replace(before, games_channel=ChannelId(games.id)),
    )
    await press_want(table, ada, general)
    await bob.press(the_panel(table, general), WANT)
    await playground.until(lambda: any("wanted to play" in each.text for each in bob.look(general)))


async def test_a_removed_panel_that_is_not_deleted_yet_takes_no_users(table: Table) -> None:
    playground = table.playground
    general, ada = playground.channel("general"), playground.person("ada")
    panel = await set_lobby_channel(table, general)
    await update_list(table)
    message = "/channels/{channel_id}/messages/{message_id}"
    playground.faults.rate_limit("DELETE", message, retry_after=600)
    await table.services.settings.change(
        GuildId(playground.server().id), lambda before: replace(before, lobby_channel=None)
    )
    for label in (WANT, "My terms…"):
        answer = await ada.press(panel, label)
        assert "was removed from this server" in answer.text


async def test_an_unrecorded_panel_is_removed_too(table: Table) -> None:
    playground = table.playground
    general = playground.channel("general")
    panel = await set_lobby_channel(table, general)
    await update_list(table)
    channel = table.bot.get_channel(general.id)
    assert isinstance(channel, discord.TextChannel)
    entry = await table.services.outbox.find(LOBBY_PANEL, channel.guild.id)
    assert entry is not None
    unrecorded = {
        "message_id": None,
        "after_id": panel.id - 1,
        "digest": digest_of(await channel.fetch_message(panel.id)),
    }
    async with table.database.writing() as writing:
        await outbox_queries.record(writing, entry, **unrecorded)
    settings = await open_settings(playground, "where")
    await owner_of(playground).press(settings, "Remove the list")
    await playground.until(lambda: panels(table, general) == [])

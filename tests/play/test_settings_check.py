"""`/settings check`: what the bot lacks, where, and what breaks without it."""

from cogs.core.actions import action_id
from cogs.delivery.permissions import TO_PLAY
from playground import Permission, TextChannel
from tests.kit.server_matches import bot_role, start_match
from tests.kit.servers import check_settings, choose, open_settings, owner_of
from tests.kit.tables import Table

NAMED = {
    "View Channel": Permission.VIEW_CHANNEL,
    "Send Messages": Permission.SEND_MESSAGES,
    "Send Messages in Threads": Permission.SEND_MESSAGES_IN_THREADS,
    "Create Public Threads": Permission.CREATE_PUBLIC_THREADS,
    "Attach Files": Permission.ATTACH_FILES,
    "Read Message History": Permission.READ_MESSAGE_HISTORY,
}


NOTHING = ["✅ Nothing is missing."]


def lines_of(text: str, channel: TextChannel) -> list[str]:
    """Return the findings about a channel, line by line."""
    lines = text.splitlines()
    start = next(at for at, line in enumerate(lines) if line.startswith(f"**<#{channel.id}>"))
    found = []
    for line in lines[start + 1 :]:
        if not line.startswith(("✅", "❌", "⚠️")):
            break
        found.append(line)
    return found


def test_the_test_covers_every_required_permission() -> None:
    assert set(NAMED) == {need.name for need in TO_PLAY}


async def test_each_missing_permission_is_reported_with_what_it_breaks(table: Table) -> None:
    playground = table.playground
    ada, bob = playground.person("ada"), playground.person("bob")
    for need in TO_PLAY:
        channel = playground.world.add_channel(playground.server(), need.flag)
        playground.world.overwrite(channel, bot_role(playground), deny=NAMED[need.name])
        mark = "⚠️" if need.comfort else "❌"
        assert lines_of(await check_settings(playground, channel), channel) == [
            f"{mark} **{need.name}** is missing: {need.breaks}."
        ]
        challenged = await ada.command("challenge", channel=channel, opponent=bob)
        assert ("I need" in challenged.text) is ("no match can start" in need.breaks)
        if "Withdraw" in challenged.shown.labels:
            await ada.press(challenged.shown, "Withdraw")


async def test_a_missing_server_permission_is_reported_for_all_channels(table: Table) -> None:
    playground, games = table.playground, table.playground.channel("games")
    role, world = bot_role(playground), playground.world
    everyone = playground.server().roles[playground.server().id]
    for each in (role, everyone):
        world.set_permissions(each, each.permissions & ~Permission.READ_MESSAGE_HISTORY)
    found = lines_of(await check_settings(playground, games), games)
    assert [line.split("**")[1] for line in found] == ["Read Message History"]


async def test_the_channels_for_games_and_for_the_log_are_checked_too(table: Table) -> None:
    playground = table.playground
    owner, world, server = owner_of(playground), playground.world, playground.server()
    games = playground.channel("games")
    arena, log = world.add_channel(server, "arena"), world.add_channel(server, "log")
    where, moderation = (
        await open_settings(playground, "where"),
        await open_settings(playground, "moderation"),
    )
    await choose(where, owner, action_id("set-channel", setting="games_channel"), arena)
    await choose(moderation, owner, action_id("set-channel", setting="log_channel"), log)
    text = await check_settings(playground, games)
    for channel in (games, arena, log):
        assert lines_of(text, channel) == NOTHING
    assert "❌" not in text
    assert "no privileged intent" in text
    assert "more may be missing" not in text

    world.overwrite(arena, bot_role(playground), deny=Permission.ATTACH_FILES)
    world.overwrite(log, bot_role(playground), deny=Permission.VIEW_CHANNEL)
    text = await check_settings(playground, games)
    assert lines_of(text, games) == NOTHING
    [lost] = lines_of(text, arena)
    assert lost == "❌ **Attach Files** is missing: no board can be shown, so no match can start."
    assert "more may be missing: check again" in text
    [lost] = lines_of(text, log)
    assert lost == "❌ **View Channel** is missing: moderators' actions aren't logged there."

    world.delete_channel(arena)
    text = await check_settings(playground, games)
    assert "**Games channel**\n❌ This channel was deleted" in text


async def test_matches_in_the_channel_itself_need_no_permission_for_threads(table: Table) -> None:
    playground = table.playground
    owner, arena = owner_of(playground), playground.world.add_channel(playground.server(), "arena")
    where = await open_settings(playground, "where")
    await choose(where, owner, action_id("set", setting="venue"), "channel")
    denied = Permission.SEND_MESSAGES_IN_THREADS | Permission.CREATE_PUBLIC_THREADS
    playground.world.overwrite(arena, bot_role(playground), deny=denied)
    await choose(where, owner, action_id("set-channel", setting="games_channel"), arena)
    text = await check_settings(playground, playground.channel("games"))
    assert lines_of(text, arena) == NOTHING


async def test_a_deleted_required_role_is_reported(table: Table) -> None:
    playground = table.playground
    role = playground.world.add_role(playground.server(), "players")
    people = await open_settings(playground, "people")
    await choose(people, owner_of(playground), action_id("set-role", setting="players"), role)
    games = playground.channel("games")
    assert "no one can play" not in await check_settings(playground, games)
    playground.world.delete_role(role)
    assert "❌ This role was deleted, so no one can play" in await check_settings(playground, games)


async def test_an_age_limit_is_reported_for_the_channel_and_its_threads(table: Table) -> None:
    playground = table.playground
    games, thread = playground.channel("games"), (await start_match(playground)).place
    assert "age-restricted" not in await check_settings(playground, games)
    playground.world.limit_age(games)
    assert "⚠️ This channel is age-restricted" in await check_settings(playground, games)
    answer = await owner_of(playground).command("settings check", channel=thread)
    assert "⚠️ This channel is age-restricted" in answer.text


async def test_the_check_works_in_a_thread_and_from_the_settings(table: Table) -> None:
    playground = table.playground
    games, thread = playground.channel("games"), (await start_match(playground)).place
    playground.world.overwrite(
        games, bot_role(playground), deny=Permission.SEND_MESSAGES_IN_THREADS
    )
    owner = owner_of(playground)
    answer = await owner.command("settings check", channel=thread)
    assert "❌ **Send Messages in Threads**" in answer.text
    shown = (await owner.command("settings show", channel=games)).shown
    pressed = await owner.press(shown, "Check permissions")
    assert pressed.shown.id == shown.id
    assert "❌ **Send Messages in Threads**" in pressed.text
    playground.world.overwrite(games, bot_role(playground))
    again = await owner.press(pressed.shown, "Check again")
    assert again.shown.id == shown.id
    assert "❌" not in again.text
    back = await owner.press(again.shown, "All settings")
    assert "Settings of this server" in back.text

"""What the bot says where it is added, and to users who mention it or write to it."""

import asyncio
from pathlib import Path

import pytest

from bot.features.people.newcomers import Newcomers
from bot.features.people.queries import ServerGreeting
from bot.match.identity import ChannelId, GuildId, UserId
from cogs.help.greeting import ANSWER_EVERY, GreetingCog, about_mentions_in
from cogs.people.cog import ServersCog
from playground import Permission, Person, Playground, Problem, SeenMessage, Server, TextChannel
from playground.world.messages import Draft
from tests.kit.server_matches import start_match_between
from tests.kit.tables import DESCRIPTION, PATIENT, Table, run_bot

MESSAGES = "/channels/{channel_id}/messages"
HELLO = "Hello! I host games of boop"


def bot_messages(person: Person, channel: TextChannel) -> list[SeenMessage]:
    """List what the bot has said in a channel."""
    return [each for each in person.look(channel) if each.author.username == "boop"]


def new_server(playground: Playground, *channels: str) -> Server:
    """Make a server of ada's, to which the bot is not added yet."""
    return playground.add_server("Loom", playground.person("ada"), channels=channels)


async def wait_for_greeting(playground: Playground, server: Server, name: str) -> SeenMessage:
    """Wait for the greeting in a channel."""
    ada, channel = playground.person("ada"), playground.channel(name, server)
    await playground.until(lambda: bot_messages(ada, channel))
    [greeting] = bot_messages(ada, channel)
    return greeting


async def test_a_server_is_greeted_with_ways_to_begin(table: Table) -> None:
    playground = table.playground
    server = new_server(playground, "general", "games")
    playground.world.moderation.invite_bot(server)
    greeting = await wait_for_greeting(playground, server, "general")
    assert f"### {HELLO} here." in greeting.text
    [picture] = greeting.pictures
    assert picture.alt == "Three kittens in a line grow up to be three cats."
    assert "three cats in a line win" in greeting.text
    assert "`/settings check`" in greeting.text
    labels = greeting.labels
    assert labels == ["Challenge", "Play the cat", "Learn", "All commands"]
    ada = playground.person("ada")
    panel = await ada.press(greeting, "Play the cat")
    assert panel.shown.ephemeral
    begun = await ada.press(panel.shown, "Play")
    assert "starts" in begun.text
    learnt = await ada.press(greeting, "Learn")
    assert learnt.shown.ephemeral


@pytest.mark.long
async def test_a_server_that_the_bot_is_added_to_during_its_first_start_is_greeted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By then, the server is in the bot's list, like those that the bot was in before."""
    async with Playground(bot_name="boop", description=DESCRIPTION, limits=PATIENT) as playground:
        server, looked = new_server(playground, "general"), asyncio.Event()
        find, schedule = ServersCog.find_servers, Newcomers.schedule_greeting

        async def find_after_an_invitation(cog: ServersCog) -> None:
            if not looked.is_set():
                playground.world.moderation.invite_bot(server)
                await playground.until(lambda: cog.bot.get_guild(server.id))
            await find(cog)
            looked.set()

        async def join_after_search(newcomers: Newcomers, guild: GuildId) -> None:
            await looked.wait()
            await schedule(newcomers, guild)

        monkeypatch.setattr(ServersCog, "find_servers", find_after_an_invitation)
        monkeypatch.setattr(Newcomers, "schedule_greeting", join_after_search)
        async with run_bot(playground, tmp_path / "boop.sqlite3"):
            await wait_for_greeting(playground, server, "general")
        assert not bot_messages(playground.person("ada"), playground.channel("general"))


async def test_the_greeting_is_posted_in_a_public_channel_with_permission(table: Table) -> None:
    playground = table.playground
    server = new_server(playground, "staff", "rules", "general")
    world = playground.world
    staff, rules = (playground.channel(name, server) for name in ("staff", "rules"))
    everyone = next(each for each in server.roles.values() if each.id == server.id)
    world.moderation.revoke(staff, everyone, Permission.VIEW_CHANNEL)
    world.moderation.revoke(rules, everyone, Permission.SEND_MESSAGES)
    world.moderation.revoke(rules, world.bot, Permission.SEND_MESSAGES)
    world.moderation.invite_bot(server)
    await wait_for_greeting(playground, server, "general")


async def test_the_owner_is_greeted_if_the_bot_may_post_nowhere(table: Table) -> None:
    playground = table.playground
    ada = playground.person("ada")
    server = new_server(playground, "general")
    world, general = playground.world, playground.channel("general", server)
    world.moderation.revoke(general, world.bot, Permission.SEND_MESSAGES)
    world.moderation.invite_bot(server)
    await playground.until(ada.direct_messages)
    [greeting] = ada.direct_messages()
    assert f"{HELLO} in Loom now." in greeting.text
    assert "I can't write in any channel there" in greeting.text


async def test_an_owner_with_closed_direct_messages_is_not_greeted(table: Table) -> None:
    playground = table.playground
    ada = playground.person("ada")
    ada.close_direct_messages()
    server = new_server(playground, "general")
    world, general = playground.world, playground.channel("general", server)
    world.moderation.revoke(general, world.bot, Permission.SEND_MESSAGES)
    world.moderation.invite_bot(server)
    await playground.until(lambda: table.bot.get_guild(server.id))
    await table.pass_time(0)
    assert not ada.direct_messages()


@pytest.mark.long
async def test_a_server_is_greeted_once_across_restarts_and_returns(tmp_path: Path) -> None:
    async with Playground(bot_name="boop", description=DESCRIPTION, limits=PATIENT) as playground:
        server = new_server(playground, "general")
        moderation, bot = playground.world.moderation, playground.world.bot
        async with run_bot(playground, tmp_path / "boop.sqlite3") as table:
            moderation.invite_bot(server)
            await wait_for_greeting(playground, server, "general")
            moderation.take_out(server, bot)
            await playground.until(lambda: table.bot.get_guild(server.id) is None)
            moderation.invite_bot(server)
            await playground.until(lambda: table.bot.get_guild(server.id))
            await table.pass_time(0)
        async with run_bot(playground, tmp_path / "boop.sqlite3") as table:
            await table.pass_time(0)
            other = playground.add_server("Spindle", playground.person("bob"))
            moderation.invite_bot(other)
            bob = playground.person("bob")
            await playground.until(lambda: bot_messages(bob, playground.channel("general", other)))
        await wait_for_greeting(playground, server, "general")
        playground.expect_valid()


@pytest.mark.long
async def test_a_server_is_greeted_to_which_the_bot_was_added_while_it_was_away(
    tmp_path: Path,
) -> None:
    async with Playground(bot_name="boop", description=DESCRIPTION, limits=PATIENT) as playground:
        moderation = playground.world.moderation
        old = new_server(playground, "general")
        moderation.invite_bot(old)
        async with run_bot(playground, tmp_path / "boop.sqlite3") as table:
            await table.pass_time(0)
        added = playground.add_server("Spindle", playground.person("ada"), channels=["general"])
        moderation.invite_bot(added)
        async with run_bot(playground, tmp_path / "boop.sqlite3") as table:
            await wait_for_greeting(playground, added, "general")
            await table.pass_time(60)
        async with run_bot(playground, tmp_path / "boop.sqlite3") as table:
            await table.pass_time(60)
        await wait_for_greeting(playground, added, "general")
        ada = playground.person("ada")
        # A server that had the bot before its first start here is not greeted.
        assert not bot_messages(ada, playground.channel("general", old))
        assert not bot_messages(ada, playground.channel("general"))
        playground.expect_valid()


async def test_an_unavailable_server_is_greeted_when_it_is_back(tmp_path: Path) -> None:
    async with Playground(bot_name="boop", description=DESCRIPTION, limits=PATIENT) as playground:
        world = playground.world
        async with run_bot(playground, tmp_path / "boop.sqlite3") as table:
            await table.pass_time(0)
        server = new_server(playground, "general")
        world.moderation.invite_bot(server)
        world.take_down(server)
        async with run_bot(playground, tmp_path / "boop.sqlite3") as table:
            await table.pass_time(0)
            world.bring_back(server)
            await playground.until(
                lambda: table.bot.get_channel(playground.channel("general", server).id)
            )
            await table.pass_time(60)
            await wait_for_greeting(playground, server, "general")
        playground.expect_valid()


async def test_a_greeting_that_is_repeated_after_a_crash_is_the_same_message(
    table: Table,
) -> None:
    playground = table.playground
    server = new_server(playground, "general")
    cog = table.bot.get_cog("Greeting")
    assert isinstance(cog, GreetingCog)
    playground.world.moderation.invite_bot(server)
    await wait_for_greeting(playground, server, "general")
    # If the process is killed before it deletes the job, the table still has the job.
    await cog.greet(ServerGreeting(GuildId(server.id)))
    await wait_for_greeting(playground, server, "general")


async def test_a_mention_is_answered_with_what_the_bot_does(table: Table) -> None:
    playground = table.playground
    ada, games = playground.person("ada"), playground.channel("games")
    message = ada.say(games, f"<@{playground.world.bot.id}> what are you?")
    await playground.until(lambda: bot_messages(ada, games))
    [answer] = bot_messages(ada, games)
    assert answer.replies_to == message.id
    assert "### Play boop" in answer.text
    assert answer.labels[:2] == ["Challenge", "Play the cat"]
    assert not ada.notifications
    panel = await playground.person("bob").press(answer, "Play the cat")
    assert panel.shown.ephemeral


async def test_a_mention_that_cannot_be_replied_to_is_answered(table: Table) -> None:
    playground = table.playground
    ada, games = playground.person("ada"), playground.channel("games")
    mention = f"<@{playground.world.bot.id}>"
    refused = playground.faults.refuse("POST", MESSAGES, Problem.MISSING_PERMISSIONS, times=2)
    ada.say(games, mention)
    await playground.until(lambda: refused.hits == 2 and len(table.bot.underway) == 0)
    assert not bot_messages(ada, games)
    playground.faults.refuse("POST", MESSAGES, Problem.MISSING_PERMISSIONS)
    ada.say(games, mention)
    await playground.until(lambda: bot_messages(ada, games))
    [answer] = bot_messages(ada, games)
    assert answer.replies_to is None
    assert "### Play boop" in answer.text


async def test_a_mention_in_the_thread_of_a_match_is_answered_in_a_line(table: Table) -> None:
    playground = table.playground
    ada, bob = playground.person("ada"), playground.person("bob")
    server_match = await start_match_between(
        playground, ada, bob, playground.channel("games"), "junior"
    )
    mention = f"<@{playground.world.bot.id}>"
    ada.say(server_match.place, mention)

    def answers() -> list[SeenMessage]:
        return [
            each for each in ada.look(server_match.place) if "`/rules` has pictures." in each.text
        ]

    await playground.until(answers)
    [answer] = answers()
    assert "Three of yours in a line win. `/rules`" in answer.text
    assert not answer.buttons


async def test_a_direct_message_is_answered_with_a_match_there(table: Table) -> None:
    playground = table.playground
    ada = playground.person("ada")
    direct = playground.world.direct_channel(ada.user)
    ada.say(direct, "hello?")
    await playground.until(
        lambda: [each for each in ada.direct_messages() if each.author.username == "boop"]
    )
    [answer] = [each for each in ada.direct_messages() if each.author.username == "boop"]
    assert answer.labels == ["Play the cat", "Learn", "All commands"]
    panel = await ada.press(answer, "Play the cat")
    assert "In your direct messages with me" in panel.text
    begun = await ada.press(panel.shown, "Play")
    assert "starts" in begun.text
    await playground.until(
        lambda: [each for each in ada.direct_messages() if "#1" in each.text and each.pictures]
    )
    [match] = await table.services.matches.live_of(UserId(ada.id))
    assert match.venue.guild == GuildId(playground.server().id)


async def test_a_user_is_answered_at_most_once_a_minute(table: Table) -> None:
    playground = table.playground
    (ada, bob, _), games = table.members(), playground.channel("games")
    mention = f"<@{playground.world.bot.id}>"
    for _ in range(3):
        ada.say(games, mention)
    bob.say(playground.channel("general"), mention)
    await playground.until(lambda: bot_messages(ada, playground.channel("general")))
    await playground.until(lambda: len(bot_messages(ada, games)) == 1)
    await table.leap(ANSWER_EVERY)
    ada.say(games, mention)
    await playground.until(lambda: len(bot_messages(ada, games)) == 2)


async def test_a_crowd_in_a_channel_is_answered_one_after_another(table: Table) -> None:
    playground = table.playground
    ada, games = playground.person("ada"), playground.channel("games")
    general = playground.channel("general")
    mention = f"<@{playground.world.bot.id}>"
    sent = asyncio.Event()
    answering = asyncio.ensure_future(
        table.bot.underway.run(sent.wait, about_mentions_in(ChannelId(games.id)))
    )
    await asyncio.sleep(0)
    ada.say(games, mention)
    playground.person("bob").say(general, mention)
    await playground.until(lambda: bot_messages(ada, general))
    assert not bot_messages(ada, games)
    sent.set()
    await answering
    ada.say(games, mention)
    await playground.until(lambda: bot_messages(ada, games))


async def test_other_messages_are_not_answered(table: Table) -> None:
    playground = table.playground
    world, games = playground.world, playground.channel("games")
    ada, bob = playground.person("ada"), playground.person("bob")
    mention = f"<@{world.bot.id}>"
    other = world.add_user("robot")
    other.is_bot = True
    world.join(playground.server(), other)
    world.messages.post(games, Draft(other, content=f"{mention} hello from a bot"))
    ada.say(games, "hello, everybody")
    ada.say(games, "@everyone hello")
    bob.say(games, mention)
    await playground.until(lambda: bot_messages(ada, games))
    [answer] = bot_messages(ada, games)
    # A reply mentions the bot, but is meant for the people who read the bot's message.
    world.messages.post(games, Draft(ada.user, content="nice", replies_to=answer.id))
    playground.person("cleo").say(games, mention)
    await playground.until(lambda: len(bot_messages(ada, games)) == 2)
    assert {each.replies_to for each in bot_messages(ada, games)} <= {
        each.id for each in ada.look(games) if mention in each.text
    }

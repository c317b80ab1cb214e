"""Refused challenges and refused answers to them, each with its own private sentence."""

import pytest

from bot.match.identity import UserId
from playground import Permission
from playground.world import ThreadTerms
from tests.kit.answers import private_text
from tests.kit.server_matches import ANSWERS, bot_role, public_messages
from tests.kit.tables import Table


@pytest.mark.parametrize(
    ("who", "label", "words"),
    [
        ("cleo", "Accept", "<@{bob}>, so only they can answer"),
        ("cleo", "Decline", "<@{bob}>, so only they can answer"),
        ("cleo", "Withdraw", "Only <@{ada}> can withdraw"),
        ("ada", "Accept", "<@{bob}>, so only they can answer"),
        ("ada", "Decline", "<@{bob}>, so only they can answer"),
        ("bob", "Withdraw", "Only <@{ada}> can withdraw"),
    ],
)
async def test_each_button_of_a_challenge_belongs_to_one_user(
    table: Table, who: str, label: str, words: str
) -> None:
    playground = table.playground
    ada, bob = playground.person("ada"), playground.person("bob")
    games = playground.channel("games")
    offered = await ada.command("challenge", channel=games, opponent=bob)
    refused = await playground.person(who).press(offered.shown, label)

    assert words.format(ada=ada.id, bob=bob.id) in private_text(refused)
    challenge = bob.see(offered.shown)
    assert challenge is not None
    assert challenge.labels == ANSWERS
    assert not challenge.edited


async def test_users_cannot_challenge_themselves(table: Table) -> None:
    ada = table.playground.person("ada")
    games = table.playground.channel("games")
    refused = await ada.command("challenge", channel=games, opponent=ada)
    assert "can't challenge yourself" in private_text(refused)
    assert public_messages(ada.look(games)) == []


async def test_a_member_who_cannot_see_the_channel_is_not_challenged(table: Table) -> None:
    playground = table.playground
    ada, bob, games = (
        playground.person("ada"),
        playground.person("bob"),
        playground.channel("games"),
    )
    playground.world.overwrite(games, bob.user, deny=Permission.VIEW_CHANNEL)
    refused = await ada.command("challenge", channel=games, opponent=bob)
    assert f"<@{bob.id}> can't see this channel" in private_text(refused)
    assert not bob.notifications


async def test_a_user_who_is_not_in_the_server_is_not_challenged(table: Table) -> None:
    playground = table.playground
    ada, eve = playground.person("ada"), playground.add_person("eve")
    refused = await ada.command("challenge", channel=playground.channel("games"), opponent=eve)
    assert f"<@{eve.id}> isn't in this server" in private_text(refused)


async def test_a_refused_challenge_leaves_nothing_behind(table: Table) -> None:
    playground = table.playground
    ada, games = playground.person("ada"), playground.channel("games")
    await ada.command("challenge", channel=games, opponent=ada)
    await table.pass_time(60)
    assert public_messages(ada.look(games)) == []
    assert not await table.services.matches.live_of(UserId(ada.id))
    assert await table.services.clocks.next_deadline() is None


@pytest.mark.parametrize(
    ("lacking", "named"),
    [
        (Permission.ATTACH_FILES, "**Attach Files**"),
        (Permission.READ_MESSAGE_HISTORY, "**Read Message History**"),
        (Permission.SEND_MESSAGES, "**Send Messages**"),
        (
            Permission.SEND_MESSAGES | Permission.CREATE_PUBLIC_THREADS,
            "**Send Messages**",
        ),
        (
            Permission.ATTACH_FILES | Permission.READ_MESSAGE_HISTORY,
            "**Read Message History** and **Attach Files**",
        ),
    ],
)
async def test_a_permission_that_the_bot_lacks_is_named(
    table: Table, lacking: Permission, named: str
) -> None:
    playground = table.playground
    ada, bob, games = (
        playground.person("ada"),
        playground.person("bob"),
        playground.channel("games"),
    )
    playground.world.overwrite(games, bot_role(table.playground), deny=lacking)
    refused = await ada.command("challenge", channel=games, opponent=bob)

    assert f"in this channel: I need {named}." in private_text(refused)
    assert public_messages(ada.look(games)) == []


async def test_in_a_thread_the_right_to_write_in_threads_is_named(table: Table) -> None:
    playground = table.playground
    ada, bob, games = (
        playground.person("ada"),
        playground.person("bob"),
        playground.channel("games"),
    )
    thread = playground.world.threads.begin(games, ada.user, ThreadTerms("a talk"))
    playground.world.overwrite(
        games, bot_role(table.playground), deny=Permission.SEND_MESSAGES_IN_THREADS
    )
    refused = await ada.command("challenge", channel=thread, opponent=bob)
    assert "I need **Send Messages in Threads**." in private_text(refused)

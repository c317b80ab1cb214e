"""Refused challenges and refused answers to them, each with its own private sentence."""

from bot.match.identity import UserId
from playground import Permission
from playground.world import ThreadTerms
from tests.kit.answers import private_text
from tests.kit.server_matches import ANSWERS, bot_role, public_messages
from tests.kit.tables import Table


async def test_each_button_of_a_challenge_belongs_to_one_user(table: Table) -> None:
    ada, bob, cleo = table.members()
    games = table.playground.channel("games")
    offered = await ada.command("challenge", channel=games, opponent=bob)
    to_bob, by_ada = f"<@{bob.id}>, so only they can answer", f"Only <@{ada.id}> can withdraw"
    for person, label, words in (
        *((each, label, to_bob) for each in (ada, cleo) for label in ANSWERS[:3]),
        *((each, ANSWERS[3], by_ada) for each in (bob, cleo)),
    ):
        assert words in private_text(await person.press(offered.shown, label)), label
    challenge = bob.see(offered.shown)
    assert challenge is not None
    assert challenge.labels == ANSWERS
    assert not challenge.edited


async def test_a_refused_challenge_names_the_reason_and_leaves_nothing_behind(
    table: Table,
) -> None:
    playground, games = table.playground, table.playground.channel("games")
    ada, bob, eve = *table.members()[:2], playground.add_person("eve")
    playground.world.overwrite(games, bob.user, deny=Permission.VIEW_CHANNEL)
    for opponent, words in (
        (ada, "can't challenge yourself"),
        (bob, f"<@{bob.id}> can't see this channel"),
        (eve, f"<@{eve.id}> isn't in this server"),
    ):
        refused = await ada.command("challenge", channel=games, opponent=opponent)
        assert words in private_text(refused)
    refused = await ada.user_command("Challenge to boop", ada.user, channel=games)
    assert "can't challenge yourself" in private_text(refused)
    await table.pass_time(60)
    assert public_messages(ada.look(games)) == []
    assert not bob.notifications
    assert not await table.services.matches.live_of(UserId(ada.id))
    assert await table.services.clocks.next_deadline() is None


async def test_a_permission_that_the_bot_lacks_is_named(table: Table) -> None:
    ada, bob, _ = table.members()
    world, games = table.playground.world, table.playground.channel("games")
    files, history = Permission.ATTACH_FILES, Permission.READ_MESSAGE_HISTORY
    posts = Permission.SEND_MESSAGES
    for lacking, named in (
        (files, "**Attach Files**"),
        (history, "**Read Message History**"),
        (posts, "**Send Messages**"),
        (posts | Permission.CREATE_PUBLIC_THREADS, "**Send Messages**"),
        (files | history, "**Read Message History** and **Attach Files**"),
    ):
        world.overwrite(games, bot_role(table.playground), deny=lacking)
        refused = await ada.command("challenge", channel=games, opponent=bob)
        assert f"in this channel: I need {named}." in private_text(refused)
    assert public_messages(ada.look(games)) == []
    thread = world.threads.begin(games, ada.user, ThreadTerms("a talk"))
    lacking = Permission.SEND_MESSAGES_IN_THREADS
    world.overwrite(games, bot_role(table.playground), deny=lacking)
    refused = await ada.command("challenge", channel=thread, opponent=bob)
    assert "I need **Send Messages in Threads**." in private_text(refused)

"""A challenge from its message to the answer."""

from bot.match.challenge import LIFETIME
from playground import Permission, Reason
from tests.kit.server_matches import (
    ANSWERS,
    bot_role,
    challenge_friend,
    decline,
    public_messages,
)
from tests.kit.tables import Table


async def test_a_challenge_names_both_pings_the_friend_and_has_a_button_for_each_answer(
    table: Table,
) -> None:
    ada, bob, cleo = table.members()
    games = table.playground.channel("games")
    offered = await ada.command("challenge", channel=games, opponent=bob)

    assert not offered.shown.ephemeral
    first, *terms, _ = offered.text.splitlines()
    assert f"<@{ada.id}> challenges <@{bob.id}>" in first
    assert terms == [
        "⏳ Time: 3 days per move.",
        "🎲 Who moves first is random.",
        "📍 In a thread of its own.",
        "☕ **Casual:** no rating changes.",
    ]
    assert offered.shown.labels == ANSWERS
    assert f"<t:{int(table.clock.now() + LIFETIME)}"[:11] in offered.text
    pings = [(ping.message_id, ping.reason) for ping in bob.notifications]
    assert pings == [(offered.shown.id, Reason.MENTION)]
    assert not ada.notifications
    assert not cleo.notifications


async def test_accepting_begins_a_match_in_a_thread_of_the_challenges_message(
    table: Table,
) -> None:
    playground = table.playground
    ada, bob, _ = table.members()
    games = playground.channel("games")
    offered = await ada.command("challenge", channel=games, opponent=bob, first="them")
    accepted = await bob.press(offered.shown, "Accept")

    assert accepted.shown.id == offered.shown.id
    assert f"<@{bob.id}> accepted: match **#1**" in accepted.text
    assert not accepted.shown.buttons
    await playground.until(lambda: offered.shown.id in playground.world.places)
    thread = playground.thread(offered.shown.id)
    assert thread.name == "#1 · Bob – Ada · boop"
    await playground.until(lambda: ada.look(thread))
    [board] = ada.look(thread)
    assert board.pictures
    assert f"<@{bob.id}> against ⚪ <@{ada.id}>" in board.text
    assert "Orange has 8 kittens in hand" in board.text
    assert "Gray has 8 kittens in hand" in board.text
    assert f"🟠 <@{bob.id}> is to move" in board.text
    assert f"match **#1** has begun! <@{bob.id}> moves first" in board.text
    for person in (ada, bob):
        assert board.id in {note.message_id for note in person.notifications}


async def test_cancelling_ends_a_challenge_without_a_ping(table: Table) -> None:
    games = table.playground.channel("games")
    ada, bob, offered = await challenge_friend(table)
    cancelled = await ada.press(offered.shown, "Withdraw")
    await table.pass_time(60)

    assert f"<@{ada.id}> withdrew it" in cancelled.text
    assert not cancelled.shown.buttons
    assert len(public_messages(ada.look(games))) == 1
    assert not ada.notifications
    assert len(bob.notifications) == 1


async def test_the_challenger_gets_a_direct_message_if_the_bot_may_no_longer_post(
    table: Table,
) -> None:
    playground, games = table.playground, table.playground.channel("games")
    ada, bob, offered = await challenge_friend(table)
    playground.world.overwrite(games, bot_role(playground), deny=Permission.SEND_MESSAGES)
    await decline(bob, offered.shown)

    notification = await playground.until(ada.direct_messages)
    assert notification[-1].text.startswith("Ada, Bob declined your challenge")


async def test_repeating_an_open_challenge_links_to_it(
    table: Table,
) -> None:
    playground = table.playground
    ada, bob, cleo = table.members()
    games, general = playground.channel("games"), playground.channel("general")
    offered = await ada.command("challenge", channel=games, opponent=bob)
    again = await ada.command("challenge", channel=general, opponent=bob, note="Come on!")
    assert again.shown.ephemeral
    assert f"You have already challenged <@{bob.id}> to this." in again.text
    assert again.text.endswith(f"/{games.id}/{offered.shown.id}")
    assert len(bob.notifications) == 1
    for other in (
        await ada.command("challenge", channel=games, opponent=bob, ruleset="junior"),
        await ada.command("challenge", channel=games, opponent=cleo),
        await bob.command("challenge", channel=games, opponent=ada),
    ):
        assert not other.shown.ephemeral
    await decline(bob, offered.shown)
    anew = await ada.command("challenge", channel=games, opponent=bob)
    assert not anew.shown.ephemeral

"""A challenge from its message to the answer."""

import asyncio

import pytest

from bot.match.challenge import LIFETIME
from bot.match.identity import UserId
from playground import Permission, Person, Reason
from tests.kit.server_matches import (
    ANSWERS,
    bot_role,
    challenge_friend,
    decline,
    public_messages,
)
from tests.kit.tables import Table
from tests.kit.thoroughness import sampled


async def test_a_challenge_names_both_pings_the_friend_and_has_a_button_for_each_answer(
    table: Table,
) -> None:
    ada, bob, cleo = table.members()
    games = table.playground.channel("games")
    offered = await ada.command("challenge", channel=games, opponent=bob)

    assert not offered.shown.ephemeral
    assert f"<@{ada.id}> challenges <@{bob.id}>" in offered.text
    assert offered.shown.labels == ANSWERS
    assert f"<t:{int(table.clock.now() + LIFETIME)}"[:11] in offered.text
    pings = [(ping.message_id, ping.reason) for ping in bob.notifications]
    assert pings == [(offered.shown.id, Reason.MENTION)]
    assert not ada.notifications
    assert not cleo.notifications


@pytest.mark.parametrize(
    ("first", "words", "starter"),
    sampled([("me", "<@{ada}> moves first", "ada"), ("them", "<@{bob}> moves first", "bob")], 1),
)
async def test_the_challenger_chooses_who_moves_first(
    table: Table, first: str, words: str, starter: str
) -> None:
    ada, bob, _ = table.members()
    games = table.playground.channel("games")
    offered = await ada.command("challenge", channel=games, opponent=bob, first=first)
    assert words.format(ada=ada.id, bob=bob.id) in offered.text
    await bob.press(offered.shown, "Accept")

    match = await table.match(1)
    assert match.to_move == UserId(table.playground.person(starter).id)


@pytest.mark.long
@pytest.mark.parametrize("options", sampled([{}, {"first": "random"}], 0))
async def test_chance_decides_who_moves_first_by_default(
    table: Table, options: dict[str, str]
) -> None:
    ada, bob, _ = table.members()
    games = table.playground.channel("games")
    starters = set()
    for number in range(1, 7):
        offered = await ada.command("challenge", channel=games, opponent=bob, **options)
        assert "Who moves first is random" in offered.text
        await bob.press(offered.shown, "Accept")
        starters.add((await table.match(number)).to_move)
    assert starters == {UserId(ada.id), UserId(bob.id)}


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


@pytest.mark.parametrize(
    ("text", "words"),
    [("Accept", "match **#1** has begun"), ("Decline", "declined this challenge")],
)
async def test_a_second_click_on_a_challenge_states_its_result(
    table: Table, text: str, words: str
) -> None:
    ada, bob, offered = await challenge_friend(table)
    await (decline(bob, offered.shown) if text == "Decline" else bob.press(offered.shown, text))
    again = await bob.press_as_seen(offered.shown, "Accept")
    private = await again.follow_up() if not again.shown.ephemeral else again.shown

    assert private.ephemeral
    assert words in private.text
    assert await count_matches(table, ada) == (1 if text == "Accept" else 0)


async def test_simultaneous_acceptances_make_one_match(table: Table) -> None:
    playground = table.playground
    ada, bob, offered = await challenge_friend(table)
    both = await asyncio.gather(
        bob.press_as_seen(offered.shown, "Accept"), bob.press_as_seen(offered.shown, "Accept")
    )

    assert not any(answer.failed for answer in both)
    assert await count_matches(table, ada) == 1
    await playground.until(lambda: offered.shown.id in playground.world.places)
    thread = playground.thread(offered.shown.id)
    await playground.until(lambda: ada.look(thread))
    await table.pass_time(60)
    assert len(ada.look(thread)) == 1


async def count_matches(table: Table, person: Person) -> int:

    return len(await table.services.matches.live_of(UserId(person.id)))


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

"""`/challenges`: a user's own and those they may answer, answered and cancelled from the list."""

import pytest

from bot.match.identity import ChannelId
from playground import Answer, Person, Reason, SeenMessage, TextChannel
from tests.kit.server_matches import public_messages
from tests.kit.service_matches import due_challenges
from tests.kit.tables import Table
from tests.kit.thoroughness import sampled

MENU = "=challenge-in"


def people(table: Table) -> tuple[Person, Person, Person, TextChannel]:
    return *table.members(), table.playground.channel("games")


async def list_challenges(person: Person, channel: TextChannel) -> Answer:
    answer = await person.command("challenges", channel=channel)
    assert answer.shown.ephemeral
    return answer


async def open_challenge(person: Person, channel: TextChannel, number: int) -> SeenMessage:
    """Choose a challenge in the list, and return its private panel."""
    found = await list_challenges(person, channel)
    looked = await person.select(found.shown, MENU, [str(number)])
    assert looked.shown.ephemeral
    return looked.shown


async def test_the_list_links_to_challenges_made_and_received(table: Table) -> None:
    ada, bob, cleo, games = people(table)
    mine = await ada.command("challenge", channel=games, opponent=bob, time="1 day per move")
    to_anyone = await ada.command("challenge", channel=games, expires="1 day")
    waiting = await cleo.command("challenge", channel=games, opponent=ada)
    await ada.press(
        (await ada.command("challenge", channel=games, opponent=cleo)).shown, "Withdraw"
    )
    found = await list_challenges(ada, games)
    address = f"https://discord.com/channels/{table.playground.server().id}/{games.id}"
    lines = found.text.splitlines()
    assert lines[1] == "**Waiting for you**"
    assert lines[2].startswith(f"- from <@{cleo.id}>: 3 days per move, expires <t:")
    assert lines[2].endswith(f"[view]({address}/{waiting.shown.id})")
    assert lines[3] == "**Made by you** (2 of 5)"
    assert lines[4].startswith("- to anyone: 3 days per move")
    assert lines[4].endswith(f"({address}/{to_anyone.shown.id})")
    assert lines[5].startswith(f"- to <@{bob.id}>: 1 day per move")
    assert lines[5].endswith(f"({address}/{mine.shown.id})")
    (menu,) = found.shown.selects
    assert [option.label for option in menu.options] == ["From Cleo", "To anyone", "To Bob"]


async def test_challenges_are_answered_from_the_list_until_it_is_empty(table: Table) -> None:
    ada, bob, cleo, games = people(table)
    offered = await ada.command("challenge", channel=games, opponent=bob)
    await ada.command("challenge", channel=games, opponent=cleo)
    await ada.command("challenge", channel=games)
    accepted = await bob.press(await open_challenge(bob, games, 1), "Accept")
    question = await cleo.press(await open_challenge(cleo, games, 2), "Decline")
    declined = await cleo.submit(question.form, {"reason": "later"})
    cancelled = await ada.press(await open_challenge(ada, games, 3), "Withdraw")
    answers = {accepted: "accepted: match **#1**", declined: "“later”", cancelled: "withdrew it"}
    for number, (answer, words) in enumerate(answers.items()):
        assert answer.shown.ephemeral
        assert words in answer.text
        await table.playground.until(
            lambda number=number, words=words: (  # type: ignore[misc]
                words in public_messages(ada.look(games))[number].text
            )
        )
    await table.playground.until(lambda: offered.shown.id in table.playground.world.places)
    found = await list_challenges(ada, games)
    assert "None. Make one with `/challenge`." in found.text
    assert not found.shown.selects


async def test_counter_offers_from_the_list_are_posted_where_the_challenge_was_made(
    table: Table,
) -> None:
    ada, bob, _, games = people(table)
    await ada.command("challenge", channel=games, opponent=bob)
    general = table.playground.channel("general")
    form = (await bob.press(await open_challenge(bob, general, 1), "Other terms…")).form
    done = await bob.submit(form, {"time": "1 day per move"})
    assert done.shown.ephemeral
    assert f"I've sent <@{ada.id}> your terms: " in done.text
    first, counter = public_messages(ada.look(games))
    assert "**1 day per move**" in counter.text
    assert done.text.endswith(str(counter.id))
    assert [(ping.message_id, ping.reason) for ping in ada.notifications] == [
        (counter.id, Reason.MENTION)
    ]
    await table.playground.until(lambda: not public_messages(ada.look(games))[0].buttons)
    assert "answered with other terms" in public_messages(ada.look(games))[0].text
    assert first.id == public_messages(ada.look(games))[0].id


@pytest.mark.parametrize("label", sampled(["Accept", "Decline", "Withdraw", "Other terms…"], 0, 3))
async def test_a_challenge_whose_message_was_deleted_is_still_answered(
    table: Table, label: str
) -> None:
    ada, bob, _, games = people(table)
    offered = await ada.command("challenge", channel=games, opponent=bob)
    ada_moderates = table.playground.person("ada")
    ada_moderates.delete(offered.shown)
    person = ada if label == "Withdraw" else bob
    done = await person.press(await open_challenge(person, games, 1), label)
    match label:
        case "Accept":
            assert "accepted: match **#1**" in done.text
            await table.playground.until(
                lambda: any(seen.pictures for seen in public_messages(ada.look(games)))
            )
            venue = (await table.match(1)).venue
            assert venue.channel == ChannelId(games.id)
        case "Decline":
            declined = await bob.submit(done.form)
            assert "declined" in declined.text
            await table.playground.until(lambda: ada.notifications)
        case "Other terms…":
            await bob.submit(done.form, {"time": "1 day per move"})
            (counter,) = public_messages(ada.look(games))
            assert "**1 day per move**" in counter.text
        case _:
            assert "withdrew it" in done.text
    await table.pass_time(60)
    assert not await due_challenges(table.services)


async def test_a_challenge_whose_message_was_deleted_runs_out(table: Table) -> None:
    ada, bob, _, games = people(table)
    offered = await ada.command("challenge", channel=games, opponent=bob, expires="1 day")
    ada.delete(offered.shown)
    await table.pass_time(25 * 3600)
    (notification,) = public_messages(ada.look(games))
    assert f"your challenge to <@{bob.id}> expired without an answer" in notification.text
    assert not await due_challenges(table.services)


async def test_an_outdated_list_states_the_result_of_a_challenge(table: Table) -> None:
    ada, bob, _, games = people(table)
    offered = await ada.command("challenge", channel=games, opponent=bob)
    found = await list_challenges(ada, games)
    await bob.press(offered.shown, "Accept")
    late = await ada.select(found.shown, MENU, ["1"])
    private = await late.follow_up() if late.shown.id == found.shown.id else late.shown
    assert "was accepted: match **#1**" in private.text

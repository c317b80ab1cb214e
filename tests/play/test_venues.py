"""Where a match is played, and challenges whose answer the network lost."""

import asyncio

import pytest

from bot.match.identity import ChallengeId, ChannelId
from playground import Permission, SeenMessage, TextChannel
from playground.world import ThreadTerms
from tests.kit.server_matches import ANSWERS, bot_role, public_messages
from tests.kit.tables import Table
from tests.kit.thoroughness import sampled

ANSWER = "/interactions/{interaction_id}/{interaction_token}/callback"
BEGIN_THREAD = "/channels/{channel_id}/messages/{message_id}/threads"


async def begin_in_channel(table: Table, channel: TextChannel) -> SeenMessage:
    """Begin a match that gets no thread, and return its board."""
    playground = table.playground
    ada, bob = playground.person("ada"), playground.person("bob")
    offered = await ada.command("challenge", channel=channel, opponent=bob, first="me")
    await bob.press(offered.shown, "Accept")
    await playground.until(
        lambda: any(seen.pictures for seen in public_messages(ada.look(channel)))
    )
    return next(seen for seen in public_messages(ada.look(channel)) if seen.pictures)


@pytest.mark.parametrize(
    "lacking", sampled([Permission.CREATE_PUBLIC_THREADS, Permission.SEND_MESSAGES_IN_THREADS], 0)
)
async def test_without_permission_for_threads_a_match_is_in_the_channel(
    table: Table, lacking: Permission
) -> None:
    playground = table.playground
    ada, bob, _ = table.members()
    games = playground.channel("games")
    playground.world.overwrite(games, bot_role(playground), deny=lacking)
    board = await begin_in_channel(table, games)

    match = await table.match(1)
    assert match.venue.channel == ChannelId(games.id)
    answer = await ada.command("place", channel=games, square="c3")
    assert answer.shown.channel_id == games.id
    assert answer.shown.pictures
    await playground.until(lambda: ada.see(board) is None)
    await playground.until(lambda: any("your turn" in seen.text for seen in bob.look(games)))
    assert not ada.direct_messages()


async def test_a_challenge_in_a_thread_of_users_is_played_there(table: Table) -> None:
    """Play two matches there, one after the other: the thread belongs to neither."""
    playground = table.playground
    ada, bob, cleo = (playground.person(name) for name in ("ada", "bob", "cleo"))
    terms = ThreadTerms("boop corner")
    thread = playground.world.threads.begin(playground.channel("games"), ada.user, terms)
    for number, friend in enumerate((bob, cleo), 1):
        offered = await ada.command("challenge", channel=thread, opponent=friend, first="me")
        await friend.press(offered.shown, "Accept")
        heading = f"### #{number} ·"
        await playground.until(
            lambda heading=heading: any(heading in seen.text for seen in ada.look(thread))  # type: ignore[misc]
        )
        match = await table.match(number)
        assert match.venue.channel == ChannelId(thread.id)
        answer = await ada.command("place", channel=thread, square="c3", match=f"#{number}")
        assert heading in answer.text
        assert not answer.shown.ephemeral


@pytest.mark.night
@pytest.mark.long
@pytest.mark.parametrize("moment", ["drop_before", "drop_after"])
async def test_a_challenge_whose_answer_was_lost_is_shown_once(table: Table, moment: str) -> None:
    playground = table.playground
    ada, bob, _ = table.members()
    games = playground.channel("games")
    playground.interactions.hasten_next(0.3)
    getattr(playground.faults, moment)("POST", ANSWER)
    await ada.command("challenge", channel=games, opponent=bob)
    await playground.until(lambda: public_messages(ada.look(games)))
    # The bot finds out what became of the answer before a minute of its clock is over.
    async with asyncio.timeout(60):
        while (await table.services.challenges.find(ChallengeId(1))).message is None:
            pass
    await table.pass_time(60)

    [challenge] = public_messages(ada.look(games))
    assert challenge.labels == ANSWERS
    assert [ping.message_id for ping in bob.notifications] == [challenge.id]
    accepted = await bob.press(challenge, "Accept")
    assert "accepted" in accepted.text
    await playground.until(lambda: challenge.id in playground.world.places)


@pytest.mark.parametrize("status", sampled([503, 408, 401], 1))
async def test_a_thread_that_could_not_be_created_is_created_later(
    table: Table, status: int
) -> None:
    """Discord was in trouble, a proxy timed out, or Discord mistook the token for another."""
    playground = table.playground
    ada, bob, _ = table.members()
    games = playground.channel("games")
    failing = playground.faults.break_down("POST", BEGIN_THREAD, status=status, times=2)
    offered = await ada.command("challenge", channel=games, opponent=bob)
    accepted = await bob.press(offered.shown, "Accept")
    assert "accepted" in accepted.text
    await playground.until(lambda: failing.hits == 1)

    await table.pass_time(6)
    assert offered.shown.id not in playground.world.places
    await table.pass_time(20)
    await table.pass_time(40)
    thread = playground.thread(offered.shown.id)
    assert len(ada.look(thread)) == 1
    assert len(public_messages(ada.look(games))) == 1

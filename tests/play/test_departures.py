"""Players who leave the server: noticed, announced once, waited for or not, and back again."""

from dataclasses import replace

import pytest

from bot.features.matches.access import Presence
from bot.features.settings.server import LeavingPolicy
from bot.game import Seat
from bot.match.clock import DAY, HOUR
from bot.match.ending import score_of
from bot.match.identity import GuildId, UserId
from bot.match.match import EndReason, Outcome
from playground import Person, SeenMessage
from tests.kit.finished_matches import win_by_absence, win_on_time
from tests.kit.server_matches import A_TURN_EACH, ServerMatch, start_match
from tests.kit.tables import Table
from tests.kit.thoroughness import sampled


def messages_with(server_match: ServerMatch, person: Person, words: str) -> list[SeenMessage]:
    """List the messages in the thread with these words."""
    return [seen for seen in person.look(server_match.place) if words in seen.text]


async def wait_for_message(server_match: ServerMatch, person: Person, words: str) -> SeenMessage:
    await server_match.playground.until(lambda: messages_with(server_match, person, words) != [])
    return messages_with(server_match, person, words)[-1]


async def forfeit_on_leaving(table: Table) -> None:
    await table.services.settings.change(
        GuildId(table.playground.server().id),
        lambda settings: replace(settings, leaving=LeavingPolicy.FORFEITS),
    )


async def test_a_departure_is_noticed_within_a_day_and_reported_once(table: Table) -> None:
    server_match = await start_match(table.playground, "cleo", "bob", turns=A_TURN_EACH)
    cleo, bob = server_match.orange, server_match.gray
    cleo.leave(table.playground.server())
    await table.pass_time(DAY)
    message = await wait_for_message(server_match, bob, "has left the server")
    assert f"<@{bob.id}>, <@{cleo.id}> has left the server." in message.text
    assert "runs out on <t:" in message.text
    assert "If they don't come back and play, you win" in message.text
    assert message.id in {note.message_id for note in bob.notifications}
    await table.pass_time(DAY)
    await table.services.jobs.run_due()
    assert len(messages_with(server_match, bob, "has left the server")) == 1
    await table.pass_time(DAY)
    await wait_for_message(server_match, bob, win_on_time(bob, cleo))
    assert (await table.match(server_match.number)).outcome == Outcome(EndReason.TIME, Seat.GRAY)


async def test_a_message_to_a_departed_member_reveals_the_departure_sooner(table: Table) -> None:
    server_match = await start_match(table.playground, "cleo", "bob", turns=A_TURN_EACH)
    cleo, bob = server_match.orange, server_match.gray
    bob.leave(table.playground.server())
    await table.pass_time(2 * HOUR)
    await server_match.play_one(cleo, "Ka1")
    await wait_for_message(server_match, cleo, "has left the server")


async def test_listing_matches_reveals_a_departure_too(table: Table) -> None:
    server_match = await start_match(table.playground, "cleo", "bob", turns=A_TURN_EACH)
    cleo, bob = server_match.orange, server_match.gray
    await wait_for_message(server_match, cleo, "it's your turn")
    guild = GuildId(table.playground.server().id)
    await table.services.departures.record(guild, UserId(bob.id), Presence.MEMBER)
    bob.leave(table.playground.server())
    await table.pass_time(2 * HOUR)
    assert messages_with(server_match, cleo, "has left the server") == []
    await cleo.command("games", channel=table.playground.channel("games"))
    message = await wait_for_message(server_match, cleo, "has left the server")
    goes_on = f"**#{server_match.number}** goes on: play your turn, and their clock runs as usual"
    assert goes_on in message.text


async def test_a_departed_user_who_acts_again_has_returned(table: Table) -> None:
    playground = table.playground
    server_match = await start_match(playground, "cleo", "bob", turns=A_TURN_EACH)
    cleo, bob = server_match.orange, server_match.gray
    cleo.leave(playground.server())
    await table.pass_time(DAY)
    await wait_for_message(server_match, bob, "has left the server")
    cleo.join(playground.server())
    await server_match.play_one(cleo, "Ka1")
    back = await wait_for_message(server_match, bob, "is back in the server")
    assert f"<@{bob.id}>, <@{cleo.id}> is back" in back.text
    await table.pass_time(DAY)
    assert len(messages_with(server_match, bob, "is back")) == 1
    assert (await table.match(server_match.number)).outcome is None


@pytest.mark.night
@pytest.mark.long
@pytest.mark.parametrize("trouble", ["break down", "rate limit"])
async def test_an_unknown_membership_ends_no_match(
    table: Table, trouble: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    playground, route = table.playground, ("GET", "/guilds/{guild_id}/members/{user_id}")
    await forfeit_on_leaving(table)
    server_match = await start_match(playground, "cleo", "bob", turns=A_TURN_EACH)
    server_match.orange.leave(playground.server())
    table.bot.underway.held_up_after = 0.2
    monkeypatch.setattr("bot.jobs.runner.HELD_UP_AFTER", 0.2)
    if trouble == "break down":
        playground.faults.break_down(*route, times=20)
    else:
        playground.faults.rate_limit(*route, retry_after=60.0, times=20)
    await table.pass_time(DAY)
    assert (await table.match(server_match.number)).outcome is None


async def test_a_server_without_the_bot_reports_no_departures(table: Table) -> None:
    playground = table.playground
    await forfeit_on_leaving(table)
    server_match = await start_match(playground, "cleo", "bob", turns=A_TURN_EACH)
    server_match.orange.leave(playground.server())
    server = playground.server()
    playground.world.leave(server, playground.world.bot)
    await playground.until(lambda: table.bot.get_guild(server.id) is None)
    await table.pass_time(DAY)
    assert (await table.match(server_match.number)).outcome is None
    playground.world.moderation.invite_bot(server)
    await playground.until(lambda: table.bot.get_guild(server.id) is not None)
    await table.pass_time(DAY)
    await wait_for_message(server_match, server_match.gray, "left the server")
    assert (await table.match(server_match.number)).outcome == Outcome(EndReason.LEFT, Seat.GRAY)


async def wait_for_end_button(server_match: ServerMatch, person: Person) -> SeenMessage:
    """Wait until the player's board has the button that ends the match."""

    def is_shown() -> bool:
        return "End the match" in server_match.board_of(person).labels

    await server_match.playground.until(is_shown)
    return server_match.board_of(person)


async def test_the_board_says_who_left_and_the_other_ends_the_match_at_once(table: Table) -> None:
    server_match = await start_match(table.playground, "cleo", "bob", turns=A_TURN_EACH)
    cleo, bob = server_match.orange, server_match.gray
    await server_match.play_next(["Kc3", "Kd5", "Ka1"])
    cleo.leave(table.playground.server())
    await table.pass_time(DAY)
    board = await wait_for_end_button(server_match, bob)
    assert f"<@{cleo.id}> has left the server." in board.text
    assert len([each for each in bob.notifications if each.message_id == board.id]) == 1
    question = await bob.press(board, "End the match")
    assert "so you win" in question.text
    await bob.press(question.shown, "End the match")
    await table.playground.until(
        lambda: win_by_absence(bob, cleo) in server_match.board_of(bob).text
    )
    ended = await table.match(server_match.number)
    assert ended.outcome == Outcome(EndReason.LEFT, Seat.GRAY)
    assert score_of(ended) is None, "a match of few turns is not rated"


async def test_the_opponent_cannot_end_the_match_of_a_player_who_returned(table: Table) -> None:
    playground = table.playground
    server_match = await start_match(playground, "cleo", "bob", turns=A_TURN_EACH)
    cleo, bob = server_match.orange, server_match.gray
    cleo.leave(playground.server())
    await table.pass_time(DAY)
    board = await wait_for_end_button(server_match, bob)
    question = await bob.press(board, "End the match")
    cleo.join(playground.server())
    refused = await bob.press(question.shown, "End the match")
    assert "so **#1** goes on" in refused.text
    assert (await table.match(server_match.number)).outcome is None
    await table.pass_time(60)
    await playground.until(lambda: "has left" not in server_match.board_of(bob).text)
    assert "End the match" not in server_match.board_of(bob).labels


@pytest.mark.long
@pytest.mark.parametrize("trouble", sampled(["breaks down", "is late"], 1))
async def test_no_match_ends_while_discord_does_not_report_members(
    table: Table, trouble: str
) -> None:
    playground, route = table.playground, ("GET", "/guilds/{guild_id}/members/{user_id}")
    server_match = await start_match(playground, "cleo", "bob", turns=A_TURN_EACH)
    cleo, bob = server_match.orange, server_match.gray
    cleo.leave(playground.server())
    await table.pass_time(DAY)
    question = await bob.press(await wait_for_end_button(server_match, bob), "End the match")
    cleo.join(playground.server())
    if trouble == "is late":
        playground.faults.delay(*route, 1.5, times=2)
    else:
        playground.faults.break_down(*route, times=20)
    refused = await bob.press(question.shown, "End the match")
    assert "Try again in a moment" in refused.text
    assert (await table.match(server_match.number)).outcome is None

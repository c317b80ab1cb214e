"""A server that removes the bot, or that Discord reports as down: nothing in it is lost."""

import asyncio
from pathlib import Path

import pytest

from bot.features.time.queries import PATIENCE
from bot.match.challenge import ChallengeState
from bot.match.clock import DAY, HOUR
from bot.match.identity import ChallengeId, MatchId, Seconds
from bot.match.match import EndReason, Outcome
from cogs.core.errors import NotHere
from cogs.wording.refusals import sentence
from cogs.wording.times import moment
from playground import Playground, SeenMessage
from tests.kit.server_matches import A_TURN_EACH, ServerMatch, start_match
from tests.kit.servers import is_unavailable, remove_bot, wait_until_absent
from tests.kit.tables import Table, run_bot
from tests.play.conftest import expect_no_fault


async def wait_until_back(table: Table) -> None:
    """Wait until the bot goes on in the server."""
    async with asyncio.timeout(60):
        while await is_unavailable(table):
            await table.services.jobs.run_due()


async def invite_again(table: Table) -> None:
    """Invite the bot again, and wait until it goes on there."""
    playground = table.playground
    playground.world.moderation.invite_bot(playground.server())
    await wait_until_back(table)
    await table.services.jobs.run_due()


def message(server_match: ServerMatch, number: int) -> SeenMessage:
    games = server_match.playground.channel("games")
    [found] = [seen for seen in server_match.gray.look(games) if seen.id == number]
    return found


async def test_clocks_stop_while_the_bot_is_not_in_the_server(
    table: Table,
) -> None:
    server_match = await start_match(table.playground, "bob", "cleo", turns=A_TURN_EACH)
    before = (await table.match(1)).clock.deadline
    assert before is not None
    left = before - table.clock.now()
    await remove_bot(table)
    await table.pass_time(9 * DAY)
    await table.pass_time(HOUR)
    assert (await table.match(1)).outcome is None
    await invite_again(table)
    after = (await table.match(1)).clock.deadline
    assert after is not None
    assert abs(after - table.clock.now() - left) < HOUR / 10
    await table.playground.until(lambda: moment(after) in server_match.board().text)
    assert "c" in server_match.board().labels
    await server_match.play_one(server_match.orange, "Ka1")
    await table.playground.until(lambda: "orange kitten to a1" in server_match.board().text)


async def test_pending_work_is_done_when_the_bot_returns_to_the_server(
    table: Table,
) -> None:
    playground = table.playground
    ada = playground.person("ada")
    server_match = await start_match(playground, "bob", "cleo", turns=A_TURN_EACH)
    watched = await ada.press(server_match.board(), "More")
    await ada.press(watched.shown, "Watch")
    await remove_bot(table)
    # Resigning is an action that needs no server; Discord refuses only its answer.
    await table.services.matches.resign(server_match.orange.user.id, MatchId(1))  # type: ignore[arg-type]
    for _ in range(3):
        await table.pass_time(DAY)
    assert ada.direct_messages() == []
    await invite_again(table)
    await playground.until(lambda: "resigned" in server_match.board().text)
    await playground.until(
        lambda: any("is over" in seen.text for seen in server_match.gray.look(server_match.place))
    )
    await playground.until(lambda: len(ada.direct_messages()) == 1)
    await table.pass_time(60)
    await playground.until(lambda: "1" in server_match.place.name.split(" · ")[0])
    assert len(ada.direct_messages()) == 1


async def test_a_challenge_waits_for_its_server_and_expires_afterwards(table: Table) -> None:
    playground = table.playground
    ada, server_match = (
        playground.person("ada"),
        await start_match(playground, "bob", "cleo", turns=A_TURN_EACH),
    )
    question = await ada.command(
        "challenge", channel=playground.channel("games"), opponent=server_match.orange, expires=1
    )
    await remove_bot(table)
    await table.pass_time(4 * DAY)
    number = ChallengeId(2)
    assert (await table.services.challenges.find(number)).challenge.state is ChallengeState.OPEN
    await invite_again(table)
    await table.pass_time(HOUR)
    assert "Accept" in message(server_match, question.shown.id).labels
    await table.pass_time(DAY)
    await playground.until(lambda: not message(server_match, question.shown.id).buttons)


@pytest.mark.long
async def test_restarts_while_the_bot_is_out_of_the_server_lose_no_time(
    playground: Playground, database: Path
) -> None:
    async with run_bot(playground, database) as table:
        server_match = await start_match(playground, "bob", "cleo", turns=A_TURN_EACH)
        deadline = (await table.match(1)).clock.deadline
        assert deadline is not None
        left = deadline - table.clock.now()
    # The server removes the bot while the bot is offline.
    playground.world.moderation.take_out(playground.server(), playground.world.bot)
    async with run_bot(playground, database) as table:
        await table.services.jobs.run_due()
        assert await is_unavailable(table)
        await table.pass_time(4 * DAY)
        ahead = table.clock.ahead
    async with run_bot(playground, database, ahead) as table:
        await table.pass_time(4 * DAY)
        assert (await table.match(1)).outcome is None
        ahead = table.clock.ahead
    playground.world.moderation.invite_bot(playground.server())
    async with run_bot(playground, database, ahead) as table:
        await table.services.jobs.run_due()
        after = (await table.match(1)).clock.deadline
        assert after is not None
        assert abs(after - table.clock.now() - left) < HOUR / 10
        await server_match.play_one(server_match.orange, "Ka1")
        expect_no_fault(table)


@pytest.mark.long
async def test_an_unavailable_server_costs_no_match(table: Table) -> None:
    playground = table.playground
    server_match = await start_match(playground, "bob", "cleo", turns=A_TURN_EACH)
    playground.world.take_down(playground.server())
    await wait_until_absent(table)
    await table.pass_time(4 * DAY)
    assert (await table.match(1)).outcome is None
    playground.world.bring_back(playground.server())
    await wait_until_back(table)
    await table.pass_time(2 * DAY)
    assert (await table.match(1)).outcome is None
    await server_match.play_one(server_match.orange, "Ka1")


async def test_matches_of_a_lost_server_end_silently(
    table: Table,
) -> None:
    server_match = await start_match(table.playground, "bob", "cleo", turns=A_TURN_EACH)
    await remove_bot(table)
    due = await table.services.clocks.next_deadline()
    assert due is not None
    await table.pass_time(Seconds(PATIENCE - HOUR))
    assert (await table.match(1)).outcome is None
    await table.pass_time(2 * HOUR)
    outcome = (await table.match(1)).outcome
    assert outcome is not None
    assert outcome == Outcome(EndReason.BOT_GONE, None)
    assert not await is_unavailable(table)
    table.playground.world.moderation.invite_bot(table.playground.server())
    await table.playground.until(lambda: "out of this server" in server_match.board().text)
    assert [
        seen for seen in server_match.gray.look(server_match.place) if "is over" in seen.text
    ] == []


async def test_a_tap_in_a_server_without_the_bot_is_refused_with_a_sentence(table: Table) -> None:
    server_match = await start_match(table.playground, "bob", "cleo", turns=A_TURN_EACH)
    board = server_match.board()
    await remove_bot(table)
    answer = await table.playground.person("bob").press(board, "a")
    assert answer.shown.ephemeral
    assert answer.text == sentence(NotHere())

"""Discord's REST API alone is away, or refuses everything, while events still arrive."""

import asyncio
from contextlib import suppress
from pathlib import Path

import discord
import pytest
import structlog.testing
from discord.http import Route

from bot.match.clock import HOUR
from bot.match.identity import MatchId, Seconds
from playground import Playground, Problem
from playground.api.faults import ErrorReply, Fault, ServerError
from tests.kit.health import fetch_health, serve_health, wait_until_healthy
from tests.kit.raw_database import change
from tests.kit.server_matches import start_match_between
from tests.kit.tables import Table
from tests.kit.thoroughness import sampled

EVERYTHING = ("*", "*")
ALWAYS = 1_000_000


@pytest.fixture(autouse=True)
def _notice_outages_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shorten the time until Discord counts as away, and the time between attempts."""
    monkeypatch.setattr("bot.requests.AWAY_AFTER", 0.2)
    monkeypatch.setattr("bot.requests.ASK_AFTER", 0.05)


def refuse_everything(playground: Playground, fault: Fault) -> None:
    playground.faults.plan(*EVERYTHING, fault, times=ALWAYS)


async def send_request(table: Table) -> None:
    """Send Discord a request, as the bot does all the time."""
    with suppress(discord.HTTPException):
        await table.bot.http.request(Route("GET", "/gateway"))


async def wait_until_away(table: Table) -> None:
    asking = asyncio.create_task(send_request(table))
    async with asyncio.timeout(60.0):
        while table.bot.requests.is_answering:  # noqa: ASYNC110 - there is no event
            await asyncio.sleep(0.02)
    asking.cancel()
    await asyncio.gather(asking, return_exceptions=True)


async def wait_until_back(table: Table) -> None:
    async with asyncio.timeout(60.0):
        while not table.bot.requests.is_answering:  # noqa: ASYNC110 - there is no event
            await asyncio.sleep(0.02)


@pytest.mark.parametrize(
    ("fault", "words"),
    sampled(
        [
            (ErrorReply(Problem.UNAUTHORIZED), "401 Unauthorized"),
            (ErrorReply(Problem.RATE_LIMITED), "429 Too Many Requests"),
            (ServerError(503), "503 Service Unavailable"),
        ],
        1,
    ),
)
async def test_a_bot_whose_requests_are_all_refused_is_unhealthy(
    table: Table, fault: Fault, words: str
) -> None:
    async with serve_health(table) as port:
        await wait_until_healthy(port)
        refuse_everything(table.playground, fault)
        await wait_until_away(table)
        status, _, text = await fetch_health(port, "healthz")
        assert status == 503
        assert "Discord answers no request since" in text
        assert words in text
        table.playground.faults.clear()
        await wait_until_healthy(port)


async def test_a_bot_with_one_refused_request_is_healthy(table: Table) -> None:
    refused = table.playground.faults.refuse("GET", "/gateway", Problem.MISSING_ACCESS)
    fault = table.playground.faults.delay("GET", "/users/@me", 0.0)
    await send_request(table)
    assert refused.hits == 1
    async with asyncio.timeout(60.0):
        await table.bot.requests._answered.wait()
    assert fault.hits == 1
    async with serve_health(table) as port:
        await wait_until_healthy(port)


async def test_accepted_answers_do_not_hide_that_discord_refuses_the_token(
    table: Table,
) -> None:
    """An answer is sent with the token of its interaction, which Discord still accepts."""
    for route in ("/gateway", "/users/@me"):
        table.playground.faults.refuse("GET", route, Problem.UNAUTHORIZED, times=ALWAYS)
    await wait_until_away(table)
    since = table.bot.requests._failing_since
    ada, games = table.playground.person("ada"), table.playground.channel("games")
    assert not (await ada.command("help", channel=games)).failed
    await table.bot.until_done()
    assert table.bot.requests._failing_since == since


@pytest.mark.night
@pytest.mark.long
async def test_time_with_failing_requests_is_given_back_and_boards_are_updated_at_once(
    table: Table, tmp_path: Path
) -> None:
    playground = table.playground
    ada, bob = playground.person("ada"), playground.person("bob")
    server_match = await start_match_between(playground, ada, bob, playground.channel("games"))
    await server_match.play(["Kc3"])
    await table.services.boards.show_again(MatchId(server_match.number))
    before = await table.match(server_match.number)
    await table.bot.beat()
    refuse_everything(playground, ErrorReply(Problem.UNAUTHORIZED))
    await wait_until_away(table)
    # A turn is stored, and its board fails so often that the next attempt is an hour later.
    playground.interactions.hasten_next(1.0)
    assert (await bob.command("place", channel=server_match.place, square="d4")).failed
    await table.bot.until_done()
    after = await table.match(server_match.number)
    assert after.ply == before.ply + 1
    again_at = table.clock.now() + 4 * HOUR
    await asyncio.to_thread(postpone_all, tmp_path / "boop.sqlite3", again_at)
    for _ in range(3):
        table.clock.advance(Seconds(HOUR))
        assert not await table.bot.can_do_jobs()
    playground.faults.clear()
    await wait_until_back(table)
    await playground.until(lambda: "Turn 2:" in server_match.board().text)
    await table.bot.beat()
    moved = (await table.match(server_match.number)).clock.deadline
    assert moved is not None
    assert after.clock.deadline is not None
    assert moved - after.clock.deadline == pytest.approx(3 * HOUR, abs=HOUR / 2)


def postpone_all(database: Path, again_at: float) -> None:
    """Postpone everything that is not shown, as after a dozen failed attempts."""
    change(
        database,
        "UPDATE outbox SET attempts = 12, due_at = ? WHERE shown_revision < revision",
        again_at,
    )


async def test_requests_are_held_back_before_discord_bans_the_address(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.requests.MOST_REFUSED", 10)
    monkeypatch.setattr("bot.requests.ASK_AFTER", 3600.0)
    refused = table.playground.faults.refuse("GET", "/gateway", Problem.MISSING_ACCESS, times=99)
    with structlog.testing.capture_logs() as logs:
        for _ in range(10):
            await send_request(table)
        for _ in range(10):
            with pytest.raises(discord.RateLimited):
                await send_request(table)
    assert refused.hits == 10
    assert [each["event"] for each in logs].count("requests held back") == 1
    ada, games = table.playground.person("ada"), table.playground.channel("games")
    assert not (await ada.command("help", channel=games)).failed, "users are still answered"
    monkeypatch.setattr("bot.requests.REFUSED_WITHIN", 0.0)
    table.playground.faults.clear()
    await send_request(table)

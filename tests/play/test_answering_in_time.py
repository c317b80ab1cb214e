"""A player's action is answered in time, while other changes of the match are being shown."""

import asyncio
import gc
import logging
import sys
from contextlib import AbstractContextManager, AsyncExitStack

import pytest
import structlog

from bot.db.database import READERS
from bot.features.boards.service import BoardChange
from bot.match.identity import MatchId
from bot.ratelimits import RateLimitWait
from cogs.delivery.publishing import publish_boards, publish_match
from playground import Limits
from render.scene import Scene
from tests.kit.answers import answer_without_board
from tests.kit.server_matches import TO_A_CHOICE, ServerMatch, has_options, start_match
from tests.kit.tables import Table

PATIENCE = 30.0
"""Seconds for work that usually takes a moment, on a slow machine."""


@pytest.fixture(autouse=True)
def long_limits(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """Raise the time limits of answers and of postponing to the patience of a test."""
    table.playground.interactions.limits = Limits(answer_within=PATIENCE)
    monkeypatch.setattr("cogs.delivery.answering.POSTPONE_WITHIN", PATIENCE)


def test_the_tests_wait_as_long_in_every_module_that_answers() -> None:
    answering = [each for each in sys.modules if each.startswith("cogs.delivery.")]
    limits = [vars(sys.modules[each]).get("ANSWER_WITHIN") for each in answering]
    assert {limit for limit in limits if limit is not None} == {PATIENCE}
    assert len(limits) > limits.count(None) + 1


async def lock_board(
    table: Table, server_match: ServerMatch
) -> AbstractContextManager[BoardChange]:
    """Lock the board as a player's change does, for as long as Discord lets an edit wait."""
    (board,) = (await table.services.boards.work_of(MatchId(server_match.number))).boards
    return table.services.boards.changing(board.key)


async def test_a_turn_is_answered_with_its_board_while_the_previous_one_is_still_edited(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cogs.delivery.answering.ANSWER_WITHIN", PATIENCE)
    server_match = await start_match(table.playground)
    with await lock_board(table, server_match):
        answer = await server_match.orange.command("place", channel=server_match.place, square="c3")
        assert not answer.shown.ephemeral, answer.text
        assert "Turn 1: " in answer.text
    await server_match.wait_until_shown()
    assert server_match.board().id == answer.shown.id


async def test_an_answer_does_not_wait_for_a_board_whose_edit_waits_for_discord(
    table: Table, server_match: ServerMatch
) -> None:
    number = MatchId(server_match.number)
    table.bot.closing_patience = 0.1
    table.bot.underway.held_up_after = 0.1
    edit = "PATCH", "/channels/{channel_id}/messages/{message_id}"
    table.playground.faults.rate_limit(*edit, retry_after=300.0)
    await table.bot.underway.wait()
    await table.services.boards.show_again(number)
    assert await publish_match(table.bot, number) is RateLimitWait.BY_DISCORD
    shown = await asyncio.wait_for(publish_boards(table.bot, number), PATIENCE)
    assert shown is not None
    answer = await server_match.orange.command("place", channel=server_match.place, square="c3")
    assert "Turn 1: " in answer.text
    shown = await asyncio.wait_for(publish_boards(table.bot, number), PATIENCE)
    assert shown is not None


@pytest.mark.long
async def test_a_turn_that_needs_a_choice_is_not_reported_as_done(
    table: Table, server_match: ServerMatch, monkeypatch: pytest.MonkeyPatch
) -> None:
    await server_match.play(TO_A_CHOICE)
    await server_match.wait_until_shown()
    drawn, picture = asyncio.Event(), table.bot.studio.picture

    async def draw_late(scene: Scene) -> bytes:
        await drawn.wait()
        return await picture(scene)

    monkeypatch.setattr(table.bot.studio, "picture", draw_late)
    monkeypatch.setattr("cogs.delivery.answering.ANSWER_WITHIN", 0.5)
    answer = await server_match.gray.command("place", channel=server_match.place, square="e1")
    number = server_match.number
    assert answer.text == f"**#{number}** waits for your choice. I'll post the board in a moment."
    drawn.set()
    await table.playground.until(lambda: has_options(server_match.board()))


@pytest.mark.long
async def test_the_acknowledgement_is_deleted_once_the_board_is_updated(
    table: Table, server_match: ServerMatch, monkeypatch: pytest.MonkeyPatch
) -> None:
    await server_match.offer_draw(server_match.orange)
    await table.playground.until(lambda: "offers a draw" in server_match.board().text)
    studio, picture = table.bot.studio, table.bot.studio.picture
    drawn = asyncio.Event()

    async def draw_late(scene: Scene) -> bytes:
        await drawn.wait()
        return await picture(scene)

    monkeypatch.setattr(studio, "picture", draw_late)
    monkeypatch.setattr("cogs.delivery.answering.ANSWER_WITHIN", 0.5)
    answer = await server_match.gray.press(server_match.board(), "Decline draw")
    assert answer.text == answer_without_board(server_match.number)
    drawn.set()
    await table.playground.until(lambda: "declined the draw" in server_match.board().text)
    await table.playground.until(lambda: server_match.gray.see(answer.shown) is None)


@pytest.mark.long
async def test_each_interaction_unanswered_at_the_end_is_logged(
    table: Table, server_match: ServerMatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A process that lost its lease ends at once, even during answers."""
    playground, bot = table.playground, table.bot
    playground.interactions.limits = Limits(answer_within=1.0)
    cyd, eve = (playground.add_person(name, playground.server()) for name in ("cyd", "eve"))
    await server_match.wait_until_shown()
    await playground.until(lambda: not bot._working)
    before = len(bot.recent._heard)
    async with AsyncExitStack() as stack:
        for _ in range(READERS):
            await stack.enter_async_context(table.database.reading())
        acting = [
            asyncio.create_task(cyd.command("help", channel=server_match.place)),
            asyncio.create_task(eve.press(server_match.board(), "More")),
        ]
        await playground.until(lambda: len(bot.recent._heard) == before + len(acting))
        bot.closing_patience = 0.0
        with structlog.testing.capture_logs() as logs:
            closing = asyncio.create_task(bot.close())
            await playground.until(bot.is_closed)
            await stack.aclose()
            await asyncio.gather(*acting, return_exceptions=True)
            await closing
            await playground.until(lambda: not bot._working)
            gc.collect()
    logged = [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR]
    assert logged == []
    assert {log["event"]: log["log_level"] for log in logs} == {"given up at the end": "warning"}
    given_up = [log["name"] for log in logs if log["what"] == "answer"]
    assert sorted(given_up) == ["help", "more"]
    assert all("exc_info" not in log for log in logs)


async def test_an_interaction_during_shutdown_is_refused_in_the_users_language(
    table: Table, server_match: ServerMatch, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot, gate = table.bot, asyncio.Event()
    end_jobs = bot._end_jobs

    async def end_jobs_later() -> None:
        await gate.wait()
        await end_jobs()

    monkeypatch.setattr(bot, "_end_jobs", end_jobs_later)
    await server_match.wait_until_shown()
    closing = asyncio.create_task(bot.close())
    while not bot.is_ending:  # noqa: ASYNC110 - nothing tells it
        await asyncio.sleep(0.01)
    server_match.gray.user.locale = "de"
    answers = [
        await server_match.orange.press(server_match.board(), "c"),
        await server_match.orange.command("place", channel=server_match.place, square="c3"),
    ]
    assert [each.text for each in answers] == [
        "I'm shutting down, so nothing was done. Try again in a minute."
    ] * 2
    in_german = await server_match.gray.command("help", channel=server_match.place)
    assert in_german.text.startswith("Ich beende mich gerade")
    last = asyncio.create_task(server_match.gray.command("help", channel=server_match.place))
    await table.playground.until(lambda: bot._excuses)
    gate.set()
    await closing
    assert not (await last).failed, "what had arrived is answered before the session is closed"


@pytest.mark.night
@pytest.mark.long
async def test_a_repeated_interaction_during_shutdown_is_not_called_undone(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cogs.delivery.answering.ANSWER_WITHIN", PATIENCE)
    server_match = await start_match(table.playground)
    await server_match.wait_until_shown()
    bot, [session] = table.bot, table.playground.hub.roster.sessions
    drawn, requested, picture = asyncio.Event(), asyncio.Event(), bot.studio.picture

    async def draw_late(scene: Scene) -> bytes:
        requested.set()
        await drawn.wait()
        return await picture(scene)

    monkeypatch.setattr(bot.studio, "picture", draw_late)
    playing = asyncio.create_task(
        server_match.orange.command("place", channel=server_match.place, square="c3")
    )
    await requested.wait()
    closing = asyncio.create_task(bot.close())
    while not bot.is_ending:  # noqa: ASYNC110 - nothing tells it
        await asyncio.sleep(0.01)
    *_, interaction = [body for event, body in session.sent if event == "INTERACTION_CREATE"]
    with structlog.testing.capture_logs() as logs:
        session.send_as_it_is("INTERACTION_CREATE", interaction)
        await table.playground.until(lambda: logs or bot._excuses)
    assert [each["event"] for each in logs] == ["duplicate interaction dropped"]
    drawn.set()
    assert "Turn 1: " in (await playing).text
    await closing

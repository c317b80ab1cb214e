"""A database server that is down or silent for a while: users are informed, and lose nothing."""

from typing import Any

import pytest
from discord.http import Route
from pydantic import SecretStr

from bot.app import STORED_WITHIN
from bot.cli.run import serve
from bot.config import Settings
from bot.db.errors import DatabaseUnwritable
from bot.jobs.fleet import Fleet
from playground import Playground
from tests.kit.behind_proxy import NOT_STORED, SLOW, expect_unsaved, match_behind_proxy
from tests.kit.postgresql import server
from tests.kit.proxy import open_proxy
from tests.kit.server_matches import ServerMatch
from tests.kit.tables import DESCRIPTION, PATIENT, Table

pytestmark = pytest.mark.postgresql
SHOWN_WITHIN = 120.0
"""Seconds, a moment on a machine that is not busy."""


@pytest.fixture(autouse=True)
def retry_at_once(monkeypatch: pytest.MonkeyPatch, retry_soon: None) -> None:
    monkeypatch.setattr("bot.db.postgresql.AGAIN_AFTER", 0.0)


async def ply_of(table: Table, server_match: ServerMatch) -> int:
    return (await table.match(server_match.number)).ply


@pytest.mark.parametrize("how", ["away", "silent"])
async def test_an_action_is_refused_privately_until_the_server_is_back(
    how: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with match_behind_proxy() as (table, proxy, server_match):
        if how == "away":
            await proxy.cut()
            await expect_unsaved(server_match)
            await proxy.open()
        else:
            proxy.stall()
            with monkeypatch.context() as impatient:
                impatient.setattr("bot.app.STORED_WITHIN", 0.3)
                await expect_unsaved(server_match)
            proxy.resume()
        assert await ply_of(table, server_match) == 0
        answer = await server_match.orange.command("place", channel=server_match.place, square="c3")
        assert "Turn 1: orange kitten to c3" in answer.text
        assert await ply_of(table, server_match) == 1


async def test_with_a_slow_server_the_user_is_answered_before_the_board_is_updated(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The turn may be stored by then; in the end it is stored, and all users see it."""
    async with match_behind_proxy() as (table, proxy, server_match):
        monkeypatch.setattr("bot.app.STORED_WITHIN", STORED_WITHIN)
        proxy.delay = SLOW
        answer = await server_match.orange.command("place", channel=server_match.place, square="c3")
        assert answer.shown.ephemeral
        assert answer.text == NOT_STORED or answer.text.startswith("Done: ")
        proxy.delay = 0.0
        if answer.text == NOT_STORED and await ply_of(table, server_match) == 0:
            await server_match.orange.command("place", channel=server_match.place, square="c3")
        # A board that may have been sent is looked for after a minute.
        await table.pass_time(120)
        await table.playground.until(
            lambda: "Turn 1: orange kitten to c3" in server_match.board().text, within=SHOWN_WITHIN
        )
        assert await ply_of(table, server_match) == 1


async def test_consequences_of_a_turn_are_delivered_when_the_server_is_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with match_behind_proxy() as (table, proxy, server_match):
        matches = table.services.matches
        place = matches.place

        async def place_and_lose(*facts: Any, **more: Any) -> Any:
            done = await place(*facts, **more)
            await proxy.cut()
            return done

        with monkeypatch.context() as losing:
            losing.setattr(matches, "place", place_and_lose)
            general = table.playground.channel("general")
            answer = await server_match.orange.command("place", channel=general, square="c3")
        assert answer.text.startswith("Done: ")
        await table.bot.underway.wait()
        await proxy.open()
        await table.pass_time(60)
        await table.playground.until(
            lambda: (
                "Turn 1: orange kitten to c3" in server_match.board().text
                and any("your turn" in note.text for note in server_match.gray.notifications)
            )
        )
        assert await ply_of(table, server_match) == 1


async def test_a_process_that_cannot_store_at_its_start_answers_no_interactions(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Other processes may have the shards and answer all users."""
    with server().database() as database:
        async with (
            open_proxy(database) as (proxy, address),
            Playground(description=DESCRIPTION, limits=PATIENT) as playground,
        ):
            take = Fleet.take

            async def cut_and_take(fleet: Fleet) -> None:
                await proxy.cut()
                await take(fleet)

            monkeypatch.setattr(Fleet, "take", cut_and_take)
            monkeypatch.setattr(Route, "BASE", playground.api)
            settings = Settings(
                token=SecretStr(playground.token),
                discord_api=playground.api,
                database=address,
                processes=3,
            )
            with pytest.raises(DatabaseUnwritable):
                await serve(settings)
            assert not playground.hub.roster.sessions

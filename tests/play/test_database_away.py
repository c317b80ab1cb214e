"""A database whose server is away, or silent, for a while: people hear so, and lose nothing."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from discord.http import Route
from pydantic import SecretStr

from bot.cli.run import serve
from bot.config import Settings
from bot.db.errors import DatabaseUnwritable, StorageFailing
from bot.jobs.fleet import Fleet
from bot.match.identity import MatchId
from cogs.core.replies import sentence
from playground import Playground
from tests.db.proxy import Proxy, proxy_to
from tests.db.server import server
from tests.play.conftest import expect_no_fault
from tests.play.sitting import Sitting, sit_down
from tests.play.table import DESCRIPTION, PATIENT, Table, running_bot

pytestmark = pytest.mark.postgresql

WORDS = sentence(StorageFailing("away"))


@pytest.fixture(autouse=True)
def again_at_once(monkeypatch: pytest.MonkeyPatch, soon_again: None) -> None:
    monkeypatch.setattr("bot.db.postgresql.AGAIN_AFTER", 0.0)


@asynccontextmanager
async def seated() -> AsyncIterator[tuple[Table, Proxy, Sitting]]:
    """Seat two people at a table whose database is behind a proxy."""
    with server().database() as database:
        async with (
            proxy_to(database) as (proxy, address),
            Playground(description=DESCRIPTION, limits=PATIENT) as playground,
            running_bot(playground, address) as table,
        ):
            ada, bob = playground.person("ada"), playground.person("bob")
            yield table, proxy, await sit_down(playground, ada, bob, playground.channel("games"))
            expect_no_fault(table)
            playground.expect_valid()


async def expect_unsaved(sitting: Sitting) -> None:
    """Act, and read it alone and once that nothing can be stored."""
    before = [seen.text for seen in sitting.orange.look(sitting.place)]
    answer = await sitting.orange.command("place", channel=sitting.place, square="c3")
    assert answer.text == WORDS
    assert answer.shown.ephemeral
    assert not answer.follow_ups
    after = [seen.text for seen in sitting.orange.look(sitting.place) if seen.id != answer.shown.id]
    assert after == before


async def ply(table: Table, sitting: Sitting) -> int:
    return (await table.services.matches.find(MatchId(sitting.number))).ply


@pytest.mark.parametrize("how", ["away", "silent"])
async def test_who_acts_meanwhile_hears_so_alone_and_acts_again_when_it_is_back(
    how: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with seated() as (table, proxy, sitting):
        if how == "away":
            await proxy.cut()
            await expect_unsaved(sitting)
            await proxy.open()
        else:
            proxy.fall_silent()
            with monkeypatch.context() as impatient:
                impatient.setattr("bot.app.STORED_WITHIN", 0.3)
                await expect_unsaved(sitting)
            proxy.hear_again()
        assert await ply(table, sitting) == 0
        answer = await sitting.orange.command("place", channel=sitting.place, square="c3")
        assert "Turn 1: orange kitten to c3" in answer.text
        assert await ply(table, sitting) == 1


async def test_what_follows_a_turn_is_shown_and_sent_when_the_server_is_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with seated() as (table, proxy, sitting):
        matches = table.services.matches
        place = matches.place

        async def place_and_lose(*facts: Any, **more: Any) -> Any:
            done = await place(*facts, **more)
            await proxy.cut()
            return done

        with monkeypatch.context() as losing:
            losing.setattr(matches, "place", place_and_lose)
            general = table.playground.channel("general")
            answer = await sitting.orange.command("place", channel=general, square="c3")
        assert answer.text.startswith("Done: ")
        await table.bot.underway.wait()
        await proxy.open()
        await table.pass_time(60)
        await table.playground.until(
            lambda: (
                "Turn 1: orange kitten to c3" in sitting.bed().text
                and any("your turn" in note.text for note in sitting.gray.notifications)
            )
        )
        assert await ply(table, sitting) == 1


async def test_a_process_that_cannot_store_at_its_start_answers_nobody(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Others may have the shards, and be answering everybody."""
    with server().database() as database:
        async with (
            proxy_to(database) as (proxy, address),
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

"""The start of a tournament is an event of the server, if its managers want that."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from bot.features.settings.server import ServerSettings, StartEvents
from bot.features.tournaments.duration import TOO_FEW_WAIT
from bot.features.tournaments.legs import TournamentId
from bot.features.tournaments.managing import CallOff
from bot.features.tournaments.tournament import StartMode, TournamentState
from bot.match.clock import DAY, HOUR
from bot.match.identity import EventId, GuildId, Instant, UserId
from playground import EventStatus, Permission, Playground, ScheduledEvent
from tests.kit.champions import CUP, allow, place_of
from tests.kit.servers import check_settings, owner_of
from tests.kit.tables import Table, run_bot
from tests.kit.tournaments import four_members

MAKE = "/guilds/{guild_id}/scheduled-events"


def events(playground: Playground) -> list[ScheduledEvent]:
    return playground.world.events.listed(playground.server())


async def set_start_events(table: Table, what: StartEvents = StartEvents.ON) -> None:
    guild = GuildId(table.playground.server().id)
    await table.services.settings.change(guild, lambda _: ServerSettings(start_events=what))
    await pass_time(table, 0)


async def pass_time(table: Table, seconds: float) -> None:
    """Let time pass for Discord, too, which begins and ends events."""
    table.playground.world.pass_time(seconds)
    await table.pass_time(seconds)


async def announce(table: Table) -> tuple[TournamentId, Instant]:
    """Announce a cup that starts in three days; return its number and its start."""
    services, owner = table.services, UserId(owner_of(table.playground).id)
    starts_at = Instant(services.clock.now() + 3 * DAY)
    terms = replace(CUP, start_mode=StartMode.AT_A_TIME, starts_at=starts_at)
    drafted = await services.tournaments.draft(
        owner, place_of(table.playground), "Winter cup", terms
    )
    number = (await services.tournaments.announce(owner, drafted.id)).id
    await pass_time(table, 0)
    return number, starts_at


async def enter_all(table: Table, number: TournamentId) -> None:
    for person in four_members(table):
        await table.services.tournaments.enter(UserId(person.id), number, frozenset())


@pytest.mark.long
async def test_a_start_is_an_event_that_begins_with_the_tournament(table: Table) -> None:
    playground = table.playground
    await allow(table, Permission.CREATE_EVENTS)
    await announce(table)
    assert events(playground) == [], "no one has asked for events"
    await set_start_events(table)
    [event] = events(playground)
    number = TournamentId(1)
    starts_at = (await table.services.tournaments.find(number)).tournament.terms.starts_at
    assert event.name == "Winter cup"
    assert event.starts_at == pytest.approx(starts_at)
    assert event.ends_at == pytest.approx(event.starts_at + HOUR)
    assert "Cup of up to 4" in (event.description or "")
    games = playground.channel("games")
    assert event.location == f"https://discord.com/channels/{games.server_id}/{games.id}"
    await enter_all(table, number)
    await pass_time(table, 3 * DAY)
    assert (await table.services.tournaments.find(number)).tournament.state is (
        TournamentState.RUNNING
    )
    assert [each.status for each in events(playground)] == [EventStatus.ACTIVE]
    await pass_time(table, HOUR)
    assert event.status is EventStatus.COMPLETED
    playground.expect_valid()


@pytest.mark.night
@pytest.mark.long
async def test_the_event_moves_if_the_tournament_waits_and_is_deleted_if_it_is_called_off(
    table: Table,
) -> None:
    playground = table.playground
    await allow(table, Permission.CREATE_EVENTS)
    await set_start_events(table)
    number, starts_at = await announce(table)
    [event] = events(playground)
    await pass_time(table, 3 * DAY)
    assert event.starts_at == pytest.approx(starts_at + TOO_FEW_WAIT)
    await enter_all(table, number)
    await pass_time(table, 60)
    assert events(playground) == [], "it has begun sooner than the event says"

    number, _ = await announce(table)
    assert len(events(playground)) == 1
    services, manager = table.services, UserId(owner_of(playground).id)
    guild = GuildId(playground.server().id)
    await services.managed_tournaments.decide(manager, number, guild, CallOff())
    await pass_time(table, DAY)
    assert events(playground) == []
    playground.expect_valid()


async def test_unwanted_events_are_deleted_and_a_deleted_one_is_not_restored(
    table: Table,
) -> None:
    playground = table.playground
    await allow(table, Permission.CREATE_EVENTS)
    await set_start_events(table)
    await announce(table)
    await set_start_events(table, StartEvents.OFF)
    assert events(playground) == []
    await set_start_events(table)
    [event] = events(playground)
    playground.world.events.delete(event)
    await check_settings(playground, playground.channel("games"))
    await pass_time(table, 0)
    assert events(playground) == []
    playground.expect_valid()


async def test_without_permission_the_event_is_created_a_day_later(
    table: Table,
) -> None:
    playground, games = table.playground, table.playground.channel("games")
    await set_start_events(table)
    await announce(table)
    assert events(playground) == []
    text = await check_settings(playground, games)
    assert "⚠️ **Create Events** is missing: the starts of tournaments" in text
    await allow(table, Permission.CREATE_EVENTS)
    await pass_time(table, DAY + 60)
    assert len(events(playground)) == 1
    assert "Create Events" not in await check_settings(playground, games)
    playground.expect_valid()


async def test_a_kill_while_an_event_is_created_makes_no_duplicate(
    playground: Playground, database: Path
) -> None:
    async with run_bot(playground, database) as table:
        await allow(table, Permission.CREATE_EVENTS)
        await set_start_events(table)
        dropped = playground.faults.drop_after("POST", MAKE)
        playground.faults.delay("POST", MAKE, 600, times=10**6)
        table.bot.closing_patience = 0.0
        announcing = asyncio.create_task(announce(table))
        await playground.until(lambda: dropped.hits)
        announcing.cancel()
    playground.faults.clear()
    async with run_bot(playground, database) as table:
        await pass_time(table, 900)
        [event] = events(playground)
        known = await table.services.tournaments.find(TournamentId(1))
        assert known.tournament.event == EventId(event.id)

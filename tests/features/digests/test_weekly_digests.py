"""The weekly digest of a server: what it says, and when it is due."""

from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from bot.features.digests.service import MOST_NUMBERS, MOST_PAIRS, SOON
from bot.features.outbox.entries import OutboxEntry
from bot.features.settings.server import ServerSettings
from bot.features.settings.zones.local_time import WeeklyHour, clock_at
from bot.features.standings.queries import Listing
from bot.match.calendar import WEEK
from bot.match.clock import DAY, PerMove
from bot.match.ending import has_result
from bot.match.identity import ChannelId, GuildId, Instant, Revision, Seconds, UserId
from bot.match.match import EndReason, Outcome
from bot.match.terms import VenueKind
from bot.services import Services
from tests.kit.clocks import StandingClock
from tests.kit.matches import GRAY, MONDAY_AT_NINE, NOON, ORANGE
from tests.kit.ratings import GUILD, PEOPLE, rated_match
from tests.kit.raw_database import change, connect
from tests.kit.service_matches import begin, play, sees_every_channel

CHANNEL = ChannelId(71)
DUE = MONDAY_AT_NINE.after(NOON)
MONDAY_AT_ELEVEN = WeeklyHour(0, 11)


async def set_digest(
    services: Services,
    channel: ChannelId | None = CHANNEL,
    hour: WeeklyHour = MONDAY_AT_NINE,
    guild: GuildId = GUILD,
) -> None:
    """Set the channel and the hour of the server's digest."""

    def change(before: ServerSettings) -> ServerSettings:
        return replace(
            before,
            digest_channel=channel,
            digest_day=hour.day,
            digest_hour=hour.hour,
            zone=hour.zone,
        )

    await services.settings.change(guild, change)


def store_statistics(path: Path, changes: Callable[[int], int]) -> None:
    """Store statistics of every finished match, as if the bot had looked at its turns."""
    with closing(connect(path)) as connection, connection:
        rows = connection.execute(
            "SELECT id, guild_id, changed_at, ply FROM matches WHERE outcome_why IS NOT NULL"
        ).fetchall()
        connection.executemany(
            """
            INSERT INTO match_statistics (
                match_id, guild_id, ended_at, turns, lead_changes, last_turn, orange_moves,
                orange_seconds, orange_graduations, orange_behind, gray_moves, gray_seconds,
                gray_graduations, gray_behind
            ) VALUES (?, ?, ?, ?, ?, 'by hand', 0, 0, 0, 0, 0, 0, 0, 0)
            """,
            [(*row, changes(row[0])) for row in rows],
        )


async def claim_due(services: Services) -> OutboxEntry:
    """Claim the due digest, and return it with the moment at which it was due."""
    [due] = await services.outbox.due(9)
    claimed = await services.outbox.claim(due)
    assert claimed is not None
    return replace(claimed, due_at=due.due_at)


async def record_posted(services: Services, due: OutboxEntry, until: float) -> None:
    """Record that a digest was posted up to a moment."""
    await services.outbox.shown(due, Revision(int(until)))


async def test_no_digest_is_planned_unless_it_is_set(
    services: Services, clock: StandingClock
) -> None:
    await services.settings.change(GUILD, lambda before: replace(before, theme="night"))
    clock.advance(5 * WEEK)
    assert await services.outbox.due(9) == []
    assert await services.clocks.next_deadline() is None


async def test_the_digest_is_due_at_its_hour_and_again_a_week_later(
    services: Services, clock: StandingClock
) -> None:
    await set_digest(services)
    assert await services.clocks.next_deadline() == DUE
    clock.advance(DUE - NOON - 1)
    assert await services.outbox.due(9) == []
    clock.advance(1)
    planned = await claim_due(services)
    assert (planned.home, Instant(planned.shown_revision), planned.due_at) == (
        GUILD,
        DUE - WEEK,
        DUE,
    )
    await record_posted(services, planned, DUE)
    assert await services.clocks.next_deadline() == DUE + WEEK
    clock.advance(WEEK)
    planned = await claim_due(services)
    assert (Instant(planned.shown_revision), planned.due_at) == (DUE, DUE + WEEK)


@pytest.mark.parametrize("hour", [WeeklyHour(1, 6), WeeklyHour(0, 9, "America/New_York")])
async def test_another_hour_moves_the_digest_without_repeating_results(
    services: Services, clock: StandingClock, hour: WeeklyHour
) -> None:
    await set_digest(services)
    clock.advance(DUE - NOON)
    planned = await claim_due(services)
    await record_posted(services, planned, DUE)
    await set_digest(services, hour=hour)
    clock.advance(WEEK)
    moved = await claim_due(services)
    assert (Instant(moved.shown_revision), moved.due_at) == (DUE, hour.after(DUE))


async def test_the_digest_keeps_its_hour_when_the_clocks_change(
    services: Services, clock: StandingClock
) -> None:
    clock.advance(60 * DAY)  # The clocks change in the second week from here.
    await set_digest(services, hour=WeeklyHour(0, 9, "Europe/Berlin"))
    utc = list[int]()
    for _ in range(3):
        due_at = await services.clocks.next_deadline()
        assert due_at is not None
        assert clock_at("Europe/Berlin", due_at).strftime("%a %H:%M") == "Mon 09:00"
        utc.append(clock_at("UTC", due_at).hour)
        clock.advance(due_at - clock.now())
        planned = await claim_due(services)
        week = await services.weekly_digests.week_of(planned, sees_every_channel)
        assert week.stretch.until == due_at
        await record_posted(services, planned, week.stretch.until)
    assert utc == [8, 7, 7]


async def test_a_digest_that_is_unset_is_no_longer_due(
    services: Services, clock: StandingClock
) -> None:
    await set_digest(services)
    await set_digest(services, channel=None)
    clock.advance(2 * WEEK)
    assert await services.outbox.due(9) == []
    assert await services.clocks.next_deadline() is None


async def test_other_settings_do_not_change_when_the_digest_is_due(
    services: Services, clock: StandingClock
) -> None:
    await set_digest(services)
    clock.advance(DUE - NOON)
    await services.settings.change(GUILD, lambda before: replace(before, theme="night"))
    assert await services.outbox.due(9) != []


@pytest.mark.parametrize(("missed", "looked_at"), [(1, 2), (3, 4), (9, 5)])
async def test_an_outage_leaves_one_digest_of_at_most_five_weeks(
    services: Services, clock: StandingClock, missed: int, looked_at: int
) -> None:
    await set_digest(services)
    clock.advance(DUE - NOON + missed * WEEK + 5)
    planned = await claim_due(services)
    week = await services.weekly_digests.week_of(planned, sees_every_channel)
    assert week.stretch.until == DUE + missed * WEEK
    assert week.stretch.since == week.stretch.until - looked_at * WEEK
    await record_posted(services, planned, week.stretch.until)
    assert await services.outbox.due(9) == []
    assert await services.clocks.next_deadline() == DUE + (missed + 1) * WEEK


async def test_a_retried_digest_is_about_the_same_week(
    services: Services, clock: StandingClock
) -> None:
    await set_digest(services)
    clock.advance(DUE - NOON)
    await claim_due(services)
    assert await services.outbox.due(9) == []
    clock.advance(90)
    planned = await claim_due(services)
    week = await services.weekly_digests.week_of(planned, sees_every_channel)
    assert week.stretch.until == DUE
    await record_posted(services, planned, DUE)
    assert await services.clocks.next_deadline() == DUE + WEEK


async def test_a_lost_channel_is_recorded_once_and_its_week_is_posted_later(
    services: Services, clock: StandingClock
) -> None:
    await set_digest(services)
    clock.advance(DUE - NOON)
    planned = await claim_due(services)
    assert await services.outbox.refused(planned)
    assert await services.outbox.due(9) == []
    clock.advance(WEEK)
    planned = await claim_due(services)
    assert not await services.outbox.refused(planned)
    await set_digest(services, channel=ChannelId(72))
    clock.advance(WEEK)
    planned = await claim_due(services)
    assert Instant(planned.shown_revision) == DUE - WEEK
    assert await services.outbox.refused(planned)


async def test_results_are_grouped_by_pair_and_seat(
    services: Services, clock: StandingClock
) -> None:
    chance = Random(3)
    ada, bob, eve = PEOPLE[:3]
    await rated_match(services, chance, loser=ada, winner=bob)
    await rated_match(services, chance, loser=bob, winner=ada)
    await rated_match(services, chance, loser=ada, winner=bob)
    await rated_match(services, chance, loser=eve, winner=bob)
    clock.advance(60)
    week = await services.weekly_digests.up_to_now(GUILD, sees_every_channel)
    assert (week.results.matches, week.results.pairs) == (4, 2)
    first, second = week.results.meetings
    assert (tuple(first.pair), first.wins, first.draws) == ((bob, ada), (2, 1), 0)
    assert (first.matches, first.numbers) == (3, (1, 2, 3))
    assert (tuple(second.pair), second.wins, second.numbers) == ((bob, eve), (1, 0), (4,))
    assert not week.is_quiet


async def test_pairs_beyond_the_first_ones_are_counted(
    services: Services, clock: StandingClock
) -> None:
    for number in range(MOST_PAIRS + 3):
        match = await begin(services, UserId(1000 + number), UserId(2000 + number))
        await play(services, match.id, "Kc3", "Kd4")
        await services.matches.resign(UserId(1000 + number), match.id)
    clock.advance(1)
    week = await services.weekly_digests.up_to_now(GUILD, sees_every_channel)
    results = week.results
    assert (len(results.meetings), results.pairs, results.matches) == (
        MOST_PAIRS,
        MOST_PAIRS + 3,
        MOST_PAIRS + 3,
    )


async def test_a_digest_lists_no_matches_of_other_weeks_servers_and_direct_messages(
    services: Services, clock: StandingClock
) -> None:
    chance = Random(4)
    await rated_match(services, chance, PEOPLE[0], PEOPLE[1])
    clock.advance(WEEK)
    elsewhere = await begin(services, guild=GuildId(8))
    await play(services, elsewhere.id, "Kc3", "Kd4")
    await services.matches.resign(ORANGE, elsewhere.id)
    direct = await begin(services)
    await services.boards.settle_venue(direct.id, ChannelId(7999), VenueKind.DIRECT)
    await play(services, direct.id, "Kc3", "Kd4")
    await services.matches.resign(ORANGE, direct.id)
    clock.advance(1)
    week = await services.weekly_digests.up_to_now(GUILD, sees_every_channel)
    assert (week.results.matches, week.closest, week.risers) == (0, None, ())
    assert week.is_quiet


async def test_only_matches_with_a_result_are_listed(
    services: Services, clock: StandingClock, path: Path
) -> None:
    match = await begin(services)
    await play(services, match.id, "Kc3", "Kd4")
    await services.matches.resign(ORANGE, match.id)
    store_statistics(path, lambda _: 3)
    clock.advance(1)
    for why in EndReason:
        change(path, "UPDATE matches SET outcome_why = ?", why.value)
        week = await services.weekly_digests.up_to_now(GUILD, sees_every_channel)
        counts = has_result(Outcome(why, None))
        assert week.results.matches == int(counts), why
        assert (week.closest is not None) is counts, why
        assert [each.numbers for each in week.results.meetings] == [(1,)] * counts, why


async def test_draws_are_counted_and_the_first_matches_named(
    services: Services, clock: StandingClock, path: Path
) -> None:
    for number in range(MOST_NUMBERS + 2):
        pair = (ORANGE, GRAY) if number % 2 else (GRAY, ORANGE)
        match = await begin(services, *pair)
        await play(services, match.id, "Kc3", "Kd4")
        await services.matches.resign(ORANGE, match.id)
    change(path, "UPDATE matches SET outcome_why = 'agreement', outcome_winner = NULL WHERE id > 4")
    clock.advance(1)
    [meetings] = (
        await services.weekly_digests.up_to_now(GUILD, sees_every_channel)
    ).results.meetings
    assert (tuple(meetings.pair), meetings.wins, meetings.draws) == ((GRAY, ORANGE), (4, 0), 2)
    assert (meetings.matches, meetings.numbers) == (6, (1, 2, 3, 4))


async def test_the_match_of_the_week_is_the_one_whose_lead_changed_most(
    services: Services, clock: StandingClock, path: Path
) -> None:
    chance = Random(5)
    for _ in range(4):
        await rated_match(services, chance, PEOPLE[0], PEOPLE[1])
    store_statistics(path, {1: 2, 2: 5, 3: 5, 4: 0}.__getitem__)
    clock.advance(1)
    closest = (await services.weekly_digests.up_to_now(GUILD, sees_every_channel)).closest
    assert closest is not None
    assert (closest.match.id, closest.changes) == (3, 5)
    assert closest.match.outcome is not None


async def test_risers_are_the_listed_players_who_gained_most(
    services: Services, clock: StandingClock
) -> None:
    chance = Random(6)
    ada, bob, eve, kim = PEOPLE[:4]
    await rated_match(services, chance, loser=ada, winner=eve)
    clock.advance(WEEK)
    await rated_match(services, chance, loser=ada, winner=bob)
    await rated_match(services, chance, loser=ada, winner=bob)
    await rated_match(services, chance, loser=ada, winner=kim)
    await services.listings.put(kim, Listing.LEFT_OFF)
    clock.advance(1)
    [riser] = (await services.weekly_digests.up_to_now(GUILD, sees_every_channel)).risers
    assert (riser.user, riser.ruleset, riser.rating.matches) == (bob, "classic", 2)
    assert riser.gained == pytest.approx(riser.rating.rating.points - 1500)


async def test_points_of_a_void_match_are_not_gained(
    services: Services, clock: StandingClock
) -> None:
    match = await rated_match(services, Random(7), PEOPLE[0], PEOPLE[1])
    await services.ratings.void(match.id)
    clock.advance(1)
    assert (await services.weekly_digests.up_to_now(GUILD, sees_every_channel)).risers == ()


async def test_matches_that_run_out_of_time_soon_are_listed_by_deadline(
    services: Services, clock: StandingClock
) -> None:
    for number in range(8):
        time = PerMove(Seconds(7 * DAY) if number == 3 else DAY)
        await begin(services, UserId(300 + number), UserId(400 + number), time=time)
        clock.advance(1)
    week = await services.weekly_digests.up_to_now(GUILD, sees_every_channel)
    assert [match.id for match in week.deadlines] == [1, 2, 3, 5, 6]
    assert week.more_deadlines
    assert not week.is_quiet
    deadline = week.deadlines[0].clock.deadline
    assert deadline is not None
    assert deadline < clock.now() + SOON


async def test_a_digest_lists_a_closed_season_with_its_table_and_one_that_ends_soon(
    services: Services, clock: StandingClock
) -> None:
    chance = Random(8)
    ada, bob, eve = PEOPLE[:3]
    for loser, winner in ((ada, bob), (bob, eve), (ada, eve)):
        await rated_match(services, chance, loser, winner)
    clock.advance(60)
    await services.seasons.end(GUILD)
    await services.settings.change(GUILD, lambda before: replace(before, season_days=5))
    clock.advance(60)
    week = await services.weekly_digests.up_to_now(GUILD, sees_every_channel)
    assert week.closed is not None
    assert week.closed.number == 1
    [table] = week.tables
    assert table.ruleset == "classic"
    assert table.first[0].user == eve
    assert [each.place for each in table.first] == [1, 2, 3]
    await services.listings.put(eve, Listing.LEFT_OFF)
    [without] = (await services.weekly_digests.up_to_now(GUILD, sees_every_channel)).tables
    assert [each.user for each in without.first] == [each.user for each in table.first[1:]]
    assert week.running is not None
    assert (week.running.number, week.running.ends_at) == (2, Instant(NOON + 60 + 5 * DAY))


async def test_a_season_that_closed_with_an_empty_table_is_not_news(
    services: Services, clock: StandingClock
) -> None:
    await rated_match(services, Random(9), PEOPLE[0], PEOPLE[1])
    clock.advance(2 * WEEK)
    await services.seasons.end(GUILD)
    clock.advance(60)
    week = await services.weekly_digests.up_to_now(GUILD, sees_every_channel)
    assert (week.closed, week.tables, week.is_quiet) == (None, (), True)


async def test_a_digest_that_is_unset_and_set_again_repeats_no_results(
    services: Services, clock: StandingClock
) -> None:
    await set_digest(services)
    clock.advance(DUE - NOON)
    planned = await claim_due(services)
    await record_posted(services, planned, DUE)
    clock.advance(60)
    await set_digest(services, channel=None)
    await set_digest(services, hour=MONDAY_AT_ELEVEN)
    clock.advance(2 * 3600)
    planned = await claim_due(services)
    assert (Instant(planned.shown_revision), planned.due_at) == (DUE, DUE + 2 * 3600)


async def test_a_digest_that_is_set_again_much_later_looks_back_one_week(
    services: Services, clock: StandingClock
) -> None:
    await set_digest(services)
    await set_digest(services, channel=None)
    clock.advance(DUE - NOON + 3 * WEEK)
    await set_digest(services)
    clock.advance(WEEK)
    planned = await claim_due(services)
    assert (Instant(planned.shown_revision), planned.due_at) == (DUE + 3 * WEEK, DUE + 4 * WEEK)


@pytest.mark.parametrize("set_to", [MONDAY_AT_ELEVEN, None])
async def test_a_setting_changed_while_a_digest_is_posted_repeats_no_results(
    services: Services, clock: StandingClock, set_to: WeeklyHour | None
) -> None:
    await set_digest(services)
    clock.advance(DUE - NOON)
    planned = await claim_due(services)
    if set_to is None:
        await set_digest(services, channel=None)
    else:
        await set_digest(services, hour=set_to)
    await record_posted(services, planned, DUE)
    clock.advance(2 * 3600)
    due = await services.outbox.due(9)
    moved = [] if set_to is None else [(DUE, DUE + 2 * 3600)]
    assert [(Instant(each.shown_revision), each.due_at) for each in due] == moved


async def test_a_digest_lists_no_matches_begun_in_private_channels(
    services: Services, clock: StandingClock, path: Path
) -> None:
    chance = Random(5)
    for _ in range(2):
        await rated_match(services, chance, PEOPLE[0], PEOPLE[1])
    await begin(services)
    store_statistics(path, {1: 5, 2: 1}.__getitem__)
    hidden = ChannelId(404)
    change(path, "UPDATE matches SET origin_id = ? WHERE id <> 2", hidden)
    clock.advance(DAY + 1)
    week = await services.weekly_digests.up_to_now(GUILD, lambda channel: channel != hidden)
    assert [each.numbers for each in week.results.meetings] == [(2,)]
    assert (week.results.matches, week.deadlines) == (2, ())
    assert week.closest is not None
    assert week.closest.match.id == 2
    seen = await services.weekly_digests.up_to_now(GUILD, sees_every_channel)
    assert [each.numbers for each in seen.results.meetings] == [(1, 2)]
    assert len(seen.deadlines) == 1


@pytest.mark.parametrize("off", [0, 1])
async def test_a_digest_omits_a_user_who_is_left_off_leaderboards(
    services: Services, clock: StandingClock, path: Path, off: int
) -> None:
    await rated_match(services, Random(5), PEOPLE[0], PEOPLE[1])
    await begin(services, PEOPLE[0], PEOPLE[1])
    store_statistics(path, lambda _: 3)
    await services.listings.put(PEOPLE[off], Listing.LEFT_OFF)
    clock.advance(DAY + 1)
    week = await services.weekly_digests.up_to_now(GUILD, sees_every_channel)
    assert (week.results.meetings, week.closest, week.deadlines) == ((), None, ())

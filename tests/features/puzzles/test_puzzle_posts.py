"""Which servers get their puzzle of the day posted, and when."""

from dataclasses import replace

import pytest

from bot.features.outbox.entries import OutboxEntry
from bot.features.puzzles.days import PuzzleDay
from bot.features.puzzles.posts import DailyPost
from bot.features.puzzles.service import MOST_NAMED
from bot.features.settings.server import ServerSettings
from bot.features.settings.zones.local_time import clock_at
from bot.match.clock import DAY, HOUR
from bot.match.identity import ChannelId, GuildId, Instant, Revision, UserId
from bot.services import Services
from tests.kit.clocks import StandingClock
from tests.kit.matches import GRAY, GUILD, NOON, ORANGE
from tests.kit.puzzles import solve, wrong_turn

CHANNEL = ChannelId(71)
MIDNIGHT = Instant(NOON + 16 * HOUR)
"""The beginning of the first day after the start of the tests, which is at 08:00."""


async def set_puzzles(
    services: Services, channel: ChannelId | None = CHANNEL, hour: int | None = None
) -> None:
    def changed(before: ServerSettings) -> ServerSettings:
        return replace(before, puzzle_channel=channel, puzzle_hour=hour)

    await services.settings.change(GUILD, changed)


async def claim_due(services: Services, guild: GuildId = GUILD) -> OutboxEntry:
    """Claim a server's due post, and return it with the moment at which it was due."""
    [due] = [each for each in await services.outbox.due(9) if each.home == guild]
    claimed = await services.outbox.claim(due)
    assert claimed is not None
    return replace(claimed, due_at=due.due_at)


async def record_posted(services: Services, due: OutboxEntry, post: DailyPost | None) -> None:
    """Record that the puzzle of a day was posted, now or before."""
    day = due.shown_revision if post is None else post.day
    await services.outbox.shown(due, Revision(day))


async def test_no_post_is_planned_unless_it_is_set(
    services: Services, clock: StandingClock
) -> None:
    await services.settings.change(GUILD, lambda before: replace(before, theme="night"))
    clock.advance(9 * DAY)
    assert await services.outbox.due(9) == []
    assert await services.clocks.next_deadline() is None


async def test_a_post_is_due_when_a_day_begins_and_then_a_day_later(
    services: Services, clock: StandingClock
) -> None:
    await set_puzzles(services)
    assert await services.clocks.next_deadline() == MIDNIGHT
    clock.advance(MIDNIGHT - NOON - 1)
    assert await services.outbox.due(9) == []
    clock.advance(1)
    planned = await claim_due(services)
    assert (planned.home, planned.due_at) == (GUILD, MIDNIGHT)
    post = await services.puzzle_posts.post_of(planned)
    assert post is not None
    assert post.puzzle is (await services.puzzles.todays(GUILD, ORANGE)).puzzle
    await record_posted(services, planned, post)
    assert await services.clocks.next_deadline() == MIDNIGHT + DAY
    clock.advance(5 * DAY)
    again = await claim_due(services)
    assert PuzzleDay(again.shown_revision) == post.day
    later = await services.puzzle_posts.post_of(again)
    assert later is not None
    assert later.day == post.day + 5
    await record_posted(services, again, later)
    assert await services.clocks.next_deadline() == MIDNIGHT + 6 * DAY


async def post_due(services: Services) -> PuzzleDay:
    """Post the puzzle that is due, and return its day."""
    planned = await claim_due(services)
    post = await services.puzzle_posts.post_of(planned)
    assert post is not None
    await record_posted(services, planned, post)
    return post.day


async def test_a_later_hour_posts_no_day_twice(services: Services, clock: StandingClock) -> None:
    await set_puzzles(services)
    clock.advance(MIDNIGHT - NOON)
    first = await post_due(services)
    await set_puzzles(services, hour=9)
    assert await services.clocks.next_deadline() == MIDNIGHT + DAY + 9 * HOUR
    clock.advance(DAY + 9 * HOUR)
    assert await post_due(services) == first + 1


async def test_an_hour_that_is_changed_while_a_post_is_sent_posts_no_day_twice(
    services: Services, clock: StandingClock
) -> None:
    await set_puzzles(services)
    clock.advance(MIDNIGHT - NOON)
    first = await post_due(services)
    clock.advance(DAY)
    planned = await claim_due(services)
    post = await services.puzzle_posts.post_of(planned)
    clock.advance(1)
    await set_puzzles(services, hour=9)
    await record_posted(services, planned, post)
    same = await claim_due(services)
    assert await services.puzzle_posts.post_of(same) is None
    await record_posted(services, same, None)
    assert await services.clocks.next_deadline() == MIDNIGHT + 2 * DAY + 9 * HOUR
    clock.advance(DAY + 9 * HOUR - 1)
    assert await post_due(services) == first + 2


async def test_a_day_that_an_earlier_hour_begins_at_once_is_posted_at_once(
    services: Services, clock: StandingClock
) -> None:
    await set_puzzles(services, hour=12)
    clock.advance(4 * HOUR)
    first = await post_due(services)
    clock.advance(23 * HOUR)
    await set_puzzles(services, hour=10)
    assert await post_due(services) == first + 1
    assert await services.clocks.next_deadline() == NOON + 2 * HOUR + 2 * DAY


async def test_another_channel_gets_no_puzzle_that_was_posted(
    services: Services, clock: StandingClock
) -> None:
    await set_puzzles(services)
    clock.advance(MIDNIGHT - NOON)
    await post_due(services)
    await set_puzzles(services, ChannelId(72))
    assert await services.clocks.next_deadline() == MIDNIGHT + DAY


async def test_a_day_that_begins_while_another_is_posted_is_posted_too(
    services: Services, clock: StandingClock
) -> None:
    await set_puzzles(services)
    clock.advance(MIDNIGHT - NOON)
    first = await post_due(services)
    clock.advance(2 * DAY - 1)
    planned = await claim_due(services)
    post = await services.puzzle_posts.post_of(planned)
    clock.advance(1)
    await record_posted(services, planned, post)
    assert await post_due(services) == first + 2


async def test_the_hour_of_the_digest_is_that_of_the_puzzle(services: Services) -> None:
    await set_puzzles(services)
    await services.settings.change(
        GUILD, lambda before: replace(before, digest_channel=CHANNEL, digest_day=1, digest_hour=9)
    )
    assert await services.clocks.next_deadline() == NOON + HOUR
    await set_puzzles(services, None)
    assert await services.outbox.due(9) == []


@pytest.mark.parametrize("again", [0, 1])
async def test_a_lost_channel_is_retried_a_day_later_and_reported_once(
    services: Services, clock: StandingClock, again: int
) -> None:
    await set_puzzles(services)
    clock.advance(MIDNIGHT - NOON)
    assert await services.outbox.refused(await claim_due(services))
    clock.advance(DAY)
    for _ in range(again):
        assert not await services.outbox.refused(await claim_due(services))
        clock.advance(DAY)
    await post_due(services)
    clock.advance(DAY)
    assert await services.outbox.refused(await claim_due(services))


async def test_a_post_that_was_unset_is_no_longer_due(
    services: Services, clock: StandingClock
) -> None:
    await set_puzzles(services)
    await set_puzzles(services, None)
    clock.advance(2 * DAY)
    assert await services.outbox.due(9) == []
    assert await services.clocks.next_deadline() is None


async def test_the_post_names_the_solvers_of_yesterdays_puzzle(
    services: Services, clock: StandingClock
) -> None:
    await set_puzzles(services)
    people = [UserId(5000 + number) for number in range(MOST_NAMED + 1)]
    for user in people:
        await solve(services, user)
    daily = await services.puzzles.todays(GUILD, GRAY)
    await services.puzzles.answer(GUILD, GRAY, wrong_turn(daily.puzzle), daily.day)
    clock.advance(MIDNIGHT - NOON)
    await solve(services, GRAY, day=daily.day)
    post = await services.puzzle_posts.post_of(await claim_due(services))
    assert post is not None
    assert post.before is not None
    assert [each.user for each in post.before.first] == people[:MOST_NAMED]
    assert (post.before.counts.solved, post.before.counts.tried) == (len(people), len(people) + 1)


async def test_a_day_without_attempts_has_no_solvers(
    services: Services, clock: StandingClock
) -> None:
    await set_puzzles(services)
    clock.advance(MIDNIGHT - NOON)
    post = await services.puzzle_posts.post_of(await claim_due(services))
    assert post is not None
    assert post.before is None


async def test_each_server_gets_its_own_post(services: Services, clock: StandingClock) -> None:
    others = [GuildId(GUILD + number) for number in range(3)]
    for guild in others:
        await services.settings.change(
            guild, lambda before: replace(before, puzzle_channel=CHANNEL)
        )
    clock.advance(MIDNIGHT - NOON)
    for guild in others:
        planned = await claim_due(services, guild)
        await record_posted(services, planned, await services.puzzle_posts.post_of(planned))
    assert await services.outbox.due(9) == []


async def test_a_day_begins_at_the_same_hour_when_the_clocks_change(
    services: Services, clock: StandingClock
) -> None:
    clock.advance(55 * DAY)  # The clocks change in the third night from here.
    await services.settings.change(
        GUILD,
        lambda before: replace(
            before, puzzle_channel=CHANNEL, puzzle_hour=7, zone="America/New_York"
        ),
    )
    utc, days = set[int](), list[int]()
    for _ in range(6):
        due_at = await services.clocks.next_deadline()
        assert due_at is not None
        assert clock_at("America/New_York", due_at).strftime("%H:%M") == "07:00"
        utc.add(clock_at("UTC", due_at).hour)
        clock.advance(due_at - clock.now())
        planned = await claim_due(services)
        post = await services.puzzle_posts.post_of(planned)
        assert post is not None
        days.append(post.day)
        await record_posted(services, planned, post)
    assert utc == {11, 12}
    assert days == list(range(days[0], days[0] + 6))


async def test_moving_the_zone_west_repeats_no_day(
    services: Services, clock: StandingClock
) -> None:
    await services.settings.change(
        GUILD,
        lambda before: replace(
            before, puzzle_channel=CHANNEL, puzzle_hour=0, zone="Pacific/Kiritimati"
        ),
    )
    due_at = await services.clocks.next_deadline()
    assert due_at is not None
    clock.advance(due_at - clock.now())
    planned = await claim_due(services)
    post = await services.puzzle_posts.post_of(planned)
    assert post is not None
    await record_posted(services, planned, post)
    await services.settings.change(GUILD, lambda before: replace(before, zone="UTC-12:00"))
    assert (await services.puzzles.todays(GUILD, ORANGE)).day == post.day
    assert await services.outbox.due(9) == []
    next_at = await services.clocks.next_deadline()
    assert next_at is not None
    clock.advance(next_at - clock.now())
    following = await services.puzzle_posts.post_of(await claim_due(services))
    assert following is not None
    assert following.day == post.day + 1

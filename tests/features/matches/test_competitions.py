"""Matches of competitions begin silently, nothing delays them, and clocks wait for a board."""

from dataclasses import replace

import pytest

from bot.features.boards.queries import BoardMessage
from bot.features.hints.service import HintInRated
from bot.features.matches.competitions import MOST_AT_ONCE, begin_match, boards_at
from bot.features.matches.fair_play import FairPlay
from bot.features.matches.jobs import ClockStart, TimeOut
from bot.features.notifications.kinds import NotificationKind
from bot.game import Seat
from bot.match.challenge import Seats
from bot.match.clock import DAY, HOUR, Bank, Minutes
from bot.match.ending import forfeit
from bot.match.identity import ChannelId, Instant, MatchId, MessageId, PerSeat, Seconds, UserId
from bot.match.match import EndReason, Match, Outcome
from bot.match.terms import Conduct, Stakes, Terms, VenueKind
from bot.services import Services
from tests.kit.clocks import StandingClock
from tests.kit.matches import GRAY, GUILD, NOON, ORANGE, PLACE, STRANGER
from tests.kit.service_matches import offer, pending_kinds, play, run_due_jobs, scheduled_jobs

DAYS = Bank(Seconds(3 * DAY), DAY, Seconds(5 * DAY))
TERMS = Terms(time=DAYS, stakes=Stakes.CASUAL)
SOON = PerSeat(NOON, Instant(NOON + 60))


async def begin(services: Services, terms: Terms = TERMS) -> Match:
    """Begin a match of a competition, as a feature does in a transaction of its own."""
    now = services.clock.now()
    async with services._database.writing() as writing:
        return await begin_match(
            services.matches._writer, writing, Seats(ORANGE, GRAY), terms, PLACE, now, SOON
        )


async def show(services: Services, number: MatchId, user: UserId) -> Match:
    """Post the board of a player in their direct messages."""
    match = await services.matches.find(number)
    [board] = [each for each in await boards(services, match) if each.user == user]
    message = MessageId(9000 + user)
    await services.boards.board_shown(board, ChannelId(user), message, match.revision)
    return await services.matches.find(match.id)


async def boards(services: Services, match: Match) -> list[BoardMessage]:
    return await services.boards.boards_of(match.id)


async def test_a_competitive_match_begins_in_direct_messages_without_notifications(
    services: Services,
) -> None:
    match = await services.matches.find((await begin(services)).id)
    assert (match.conduct, match.venue.kind) == (Conduct.COMPETITIVE, VenueKind.DIRECT)
    assert (match.venue.guild, match.venue.origin) == (PLACE.guild, PLACE.channel)
    assert await services.notifications.of_match(match.id) == []
    due = {board.user: board.due_at for board in await boards(services, match)}
    assert due == {ORANGE: SOON.orange, GRAY: SOON.gray}


async def test_a_clock_starts_when_the_board_of_its_player_was_posted(
    services: Services, clock: StandingClock
) -> None:
    begun = await begin(services)
    assert (begun.clock.deadline, begun.clock.held) == (None, 3 * DAY)
    clock.advance(HOUR)
    after_gray = await show(services, begun.id, GRAY)
    assert (after_gray.clock.deadline, after_gray.clock.held) == (None, 3 * DAY)
    clock.advance(HOUR)
    shown = await show(services, begun.id, ORANGE)
    assert shown.clock.deadline == NOON + 2 * HOUR + 3 * DAY
    assert shown.revision == begun.revision, "a player who is choosing a turn goes on with it"
    assert not shown.clock.awaits_board
    assert await scheduled_jobs(services, ClockStart) == []
    assert await scheduled_jobs(services, TimeOut) == [(TimeOut(begun.id), shown.clock.deadline)]
    orange, gray = await boards(services, shown)
    assert orange.lags, "it shows the deadline"
    assert gray.lags
    again = await show(services, begun.id, ORANGE)
    assert again == shown


async def test_the_player_is_reminded_by_the_clock_that_has_started(
    services: Services, clock: StandingClock
) -> None:
    begun = await begin(services)
    clock.advance(HOUR)
    await show(services, begun.id, ORANGE)
    clock.advance(0.8 * 3 * DAY + 60)
    assert await pending_kinds(services, begun.id) == [NotificationKind.REMINDER]


async def test_no_statistics_are_counted_of_a_match_that_was_lost_before_the_first_turn(
    services: Services,
) -> None:
    number = (await begin(services)).id
    async with services._database.writing() as writing:
        match = await services.matches.find(number)
        over = forfeit(match, [Seat.GRAY], NOON)
        await services.matches._writer.change(writing, match, over, NOON)
    await services.statistics.catch_up()
    assert await services.statistics.find(number) is None


async def test_a_board_that_is_not_posted_yet_keeps_its_time(
    services: Services, clock: StandingClock
) -> None:
    begun = await begin(services)
    shown = await show(services, begun.id, ORANGE)
    _, gray = await boards(services, shown)
    assert (gray.message, gray.due_at) == (None, SOON.gray)


async def test_spread_boards_keep_their_times_after_a_restart(
    services: Services,
) -> None:
    begun = await begin(services)
    await services.resume()
    due = {board.user: board.due_at for board in await boards(services, begun)}
    assert due == {ORANGE: SOON.orange, GRAY: SOON.gray}


async def test_the_opponents_clock_waits_for_their_board_after_a_turn(
    services: Services, clock: StandingClock
) -> None:
    begun = await begin(services)
    await show(services, begun.id, ORANGE)
    played = await play(services, begun.id, "Kc3")
    assert (played.clock.deadline, played.clock.held) == (None, 3 * DAY)
    clock.advance(HOUR)
    shown = await show(services, begun.id, GRAY)
    assert shown.clock.deadline == NOON + HOUR + 3 * DAY


async def test_a_board_shown_in_a_thread_starts_the_clock(
    services: Services, clock: StandingClock
) -> None:
    begun = await begin(services)
    await services.boards.leave_direct(begun.id)
    clock.advance(HOUR)
    [board] = await boards(services, begun)
    await services.boards.settle_venue(begun.id, ChannelId(71))
    await services.boards.board_shown(board, ChannelId(71), MessageId(1), begun.revision)
    shown = await services.matches.find(begun.id)
    assert (shown.clock.deadline, shown.clock.awaits_board) == (
        NOON + HOUR + 3 * DAY,
        frozenset(),
    )


async def test_a_board_that_answers_a_command_starts_the_clock_too(
    services: Services, clock: StandingClock
) -> None:
    begun = await begin(services)
    clock.advance(HOUR)
    number, revision = begun.id, begun.revision
    await services.boards.board_posted(number, ChannelId(91), MessageId(3), revision, ORANGE)
    shown = await services.matches.find(number)
    assert shown.clock.deadline == NOON + HOUR + 3 * DAY
    assert shown.clock.awaits_board == {Seat.GRAY}


async def test_a_clock_starts_after_a_day_even_without_a_board(
    services: Services, clock: StandingClock
) -> None:
    number = (await begin(services)).id
    clock.advance(DAY - 1)
    assert await run_due_jobs(services) == []
    clock.advance(1)
    assert await run_due_jobs(services) == [ClockStart(number)]
    match = await services.matches.find(number)
    assert (match.clock.deadline, match.clock.awaits_board) == (NOON + 4 * DAY, frozenset())


async def test_an_outage_delays_the_start_of_a_clock(
    services: Services, clock: StandingClock
) -> None:
    number = (await begin(services)).id
    await services.clocks.beat()
    clock.advance(HOUR)
    assert await services.clocks.beat() == HOUR
    assert await scheduled_jobs(services, ClockStart) == [(ClockStart(number), NOON + DAY + HOUR)]


async def test_a_player_who_never_moves_loses_on_time_and_no_rating_changes(
    services: Services, clock: StandingClock
) -> None:
    number = (await begin(services, replace(TERMS, stakes=Stakes.RATED))).id
    await show(services, number, ORANGE)
    clock.advance(3 * DAY)
    assert TimeOut(number) in await run_due_jobs(services)
    match = await services.matches.find(number)
    assert match.outcome == Outcome(EndReason.TIME, Seat.GRAY)
    assert await services.ratings.of_match(number) is None
    assert await pending_kinds(services, number) == [NotificationKind.OVER] * 2


async def test_a_competitive_match_has_no_hints_even_if_it_is_casual(services: Services) -> None:
    number = (await begin(services)).id
    with pytest.raises(HintInRated):
        await services.hints.ask(ORANGE, number)
    async with services._database.reading() as reading:
        fair_play = await FairPlay.of(reading, GRAY)
    match = await services.matches.find(number)
    assert fair_play.like(match.position) == match


async def test_a_competitive_match_does_not_count_toward_the_limit_of_matches(
    services: Services,
) -> None:
    await begin(services)
    await services.settings.change(GUILD, lambda before: replace(before, most_matches=1))
    await offer(services, ORANGE, STRANGER)


def test_first_players_get_their_boards_first_and_all_within_an_hour() -> None:
    for count in (1, 2, 15, MOST_AT_ONCE, 1000):
        moments = [boards_at(place, count, NOON) for place in range(count)]
        orange = [each.orange for each in moments]
        gray = [each.gray for each in moments]
        assert orange == sorted(orange)
        assert gray == sorted(gray)
        assert max(orange) < min(gray)
        assert max(gray) - NOON < HOUR
    assert boards_at(0, 15, NOON).gray - boards_at(0, 15, NOON).orange == 60


@pytest.mark.parametrize("time", [Minutes(Seconds(300.0), Seconds(3.0))])
async def test_a_competitive_match_is_not_played_by_minutes(
    services: Services, time: Minutes
) -> None:
    with pytest.raises(ValueError, match="not played by"):
        await begin(services, Terms(time=time))

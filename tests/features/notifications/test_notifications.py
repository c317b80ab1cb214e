"""Notifications: what an action enqueues, who claims it, how it is delivered, and when."""

import asyncio
import math
from contextlib import AsyncExitStack
from dataclasses import replace

import pytest

from bot.db.database import READERS, Reading
from bot.db.errors import UnreadableRow
from bot.features.matches import queries as match_queries
from bot.features.notifications.kinds import NotificationKind
from bot.features.notifications.policy import (
    DirectMessagesState,
    NotificationRoute,
    PlainDecision,
    Send,
    Sound,
)
from bot.features.notifications.queries import DailySummary, Notification, NotificationState
from bot.features.notifications.service import ClaimedNotification
from bot.features.settings.preferences import Category, DayMinute, DeliveryMethod, QuietHours
from bot.features.settings.server import Pings
from bot.jobs.backoff import FIRST_WAIT, GRACE, LONGEST_WAIT, SENDING
from bot.match.challenge import ChallengeAnswer
from bot.match.clock import DAY, HOUR, Minutes
from bot.match.identity import ChannelId, MatchId, MessageId, Seconds, UserId
from bot.match.match import Match, OfferAnswer
from bot.match.terms import VenueKind
from bot.ratelimits import HELD_UP_AFTER, RATELIMIT_PATIENCE
from bot.services import Services
from cogs.boards.outbox import BATCH
from cogs.delivery.posting import AT_ONCE
from tests.kit.clocks import StandingClock
from tests.kit.matches import CHANNEL, GRAY, GUILD, NOON, ORANGE
from tests.kit.service_matches import begin, mover_of, offer, play, run_due_jobs

PING = MessageId(800)
LIMIT = 3 * DAY
ALOUD_IN_PLACE = Send(NotificationRoute.PLACE, Sound.RINGS)
ALL_NIGHT = QuietHours(DayMinute(22 * 60), DayMinute(7 * 60))


async def begin_and_notify(services: Services) -> Match:
    """Begin a match, and tell both players so in one message."""
    match = await begin(services)
    words = await claim_of_match(services, match.id)
    assert [word.decision for word in words] == [ALOUD_IN_PLACE] * 2
    await services.notifications.sent([word.notification for word in words], CHANNEL, PING)
    return match


def kinds(
    words: list[ClaimedNotification] | list[Notification],
) -> list[tuple[NotificationKind, UserId]]:
    found = [each.notification if isinstance(each, ClaimedNotification) else each for each in words]
    return [(each.kind, each.user) for each in found]


async def claim_of_match(services: Services, number: MatchId) -> list[ClaimedNotification]:
    """Claim the notifications of a match, by its board and by messages."""
    match = await services.matches.find(number)
    by_board = await services.notifications.take_for_board(match)
    words = [*by_board, *await services.notifications.take_of_match(number, match.revision)]
    return sorted(words, key=lambda word: word.notification.id)


async def test_both_are_notified_that_a_match_begins(
    services: Services, clock: StandingClock
) -> None:
    match = await begin(services)
    pending = await services.notifications.of_match(match.id)
    assert kinds(pending) == [
        (NotificationKind.BEGUN, ORANGE),
        (NotificationKind.BEGUN, GRAY),
        (NotificationKind.REMINDER, mover_of(match)),
    ]
    assert await services.notifications.take_due(10) == []
    clock.advance(GRACE)
    assert kinds(await services.notifications.take_due(10)) == [
        (NotificationKind.BEGUN, ORANGE),
        (NotificationKind.BEGUN, GRAY),
    ]


async def test_a_turn_answers_its_notification_and_notifies_the_opponent(
    services: Services,
) -> None:
    match = await begin_and_notify(services)
    await play(services, match.id, "Kc3")
    words = await claim_of_match(services, match.id)
    assert [(each.notification.kind, each.decision) for each in words] == [
        (NotificationKind.BEGUN, PlainDecision.UNSEND),
        (NotificationKind.BEGUN, PlainDecision.UNSEND),
        (NotificationKind.TURN, ALOUD_IN_PLACE),
    ]
    assert words[-1].notification.user == GRAY
    assert {each.notification.message for each in words[:2]} == {PING}


@pytest.mark.parametrize("user", [ORANGE, GRAY])
async def test_the_end_is_notified_to_both_and_drops_the_turn(
    services: Services, user: UserId
) -> None:
    match = await begin_and_notify(services)
    await services.matches.resign(user, match.id)
    *stale, one, other = await services.notifications.of_match(match.id)
    assert {each.state for each in stale} == {NotificationState.STALE}
    assert kinds([one, other]) == [(NotificationKind.OVER, ORANGE), (NotificationKind.OVER, GRAY)]


async def test_an_offer_notifies_the_opponent_and_its_refusal_the_user_who_made_it(
    services: Services,
) -> None:
    match = await begin_and_notify(services)
    offered = await services.matches.offer_draw(ORANGE, match.id, match.ply)
    *_, asked = await claim_of_match(services, match.id)
    assert kinds([asked]) == [(NotificationKind.DRAW_OFFERED, GRAY)]
    assert asked.decision == ALOUD_IN_PLACE
    await services.notifications.sent([asked.notification], CHANNEL, PING)
    await services.matches.answer_draw(GRAY, match.id, offered.revision, OfferAnswer.DECLINE)
    *_, stale, answered = await services.notifications.of_match(match.id)
    assert (stale.kind, stale.state) == (NotificationKind.DRAW_OFFERED, NotificationState.STALE)
    assert kinds([answered]) == [(NotificationKind.DRAW_DECLINED, ORANGE)]


async def test_other_due_notifications_of_the_same_players_are_sent_together(
    services: Services, clock: StandingClock
) -> None:
    for user in (ORANGE, GRAY):
        await services.preferences.prefer(user, "turn", DeliveryMethod.DIRECT)
    one, other = await begin(services), await begin(services)
    words = await claim_of_match(services, one.id)
    assert {word.notification.match for word in words} == {one.id}, "the other has its grace"
    await services.notifications.put_back([word.notification for word in words])
    clock.advance(GRACE + FIRST_WAIT)
    words = await claim_of_match(services, one.id)
    assert sorted(
        (word.notification.match or 0, word.notification.user) for word in words
    ) == sorted((match.id, user) for match in (one, other) for user in (ORANGE, GRAY))
    assert await services.notifications.take_due(10) == []


async def test_a_board_delivers_notifications_of_its_own_match_only(
    services: Services, clock: StandingClock
) -> None:
    one, other = await begin(services), await begin(services)
    clock.advance(GRACE)
    assert await services.notifications.take_of_match(one.id, one.revision) == []
    delivered = await services.notifications.delivered_by_board(one)
    words = await services.notifications.take_for_board(one)
    assert [(word.notification.match, word.notification.user) for word in words] == [
        (one.id, ORANGE),
        (one.id, GRAY),
    ]
    assert delivered == words
    assert await services.notifications.delivered_by_board(one) == []
    assert len(await services.notifications.take_for_board(other)) == 2


async def test_each_notification_is_claimed_once_within_the_grace_period(
    services: Services,
) -> None:
    match = await begin(services)
    taken = await asyncio.gather(*(claim_of_match(services, match.id) for _ in range(8)))
    assert sorted(map(len, taken)) == [0] * 7 + [2]


async def test_failed_notifications_are_retried_later_each_time(
    services: Services, clock: StandingClock
) -> None:
    await begin(services)
    clock.advance(GRACE)
    for attempt in range(14):
        words = await services.notifications.take_due(10)
        assert [word.notification.attempts for word in words if word.notification.user == GRAY] == [
            attempt
        ]
        await services.notifications.put_back([word.notification for word in words])
        wait = min(FIRST_WAIT * 2**attempt, LONGEST_WAIT)
        clock.advance(wait - 1)
        assert await services.notifications.take_due(10) == []
        clock.advance(1)
    assert wait == LONGEST_WAIT


def test_claims_last_longer_than_requests_may_queue() -> None:
    in_turn = math.ceil(BATCH / AT_ONCE)
    # A message may cost two requests that wait: for the channel to a user, and for the message.
    assert in_turn * HELD_UP_AFTER + 2 * RATELIMIT_PATIENCE < SENDING


async def test_claimed_notifications_are_not_claimed_again(
    services: Services, clock: StandingClock
) -> None:
    """Neither the job claims them, nor an action's answer, which takes new ones in their grace."""
    match = await begin(services)
    await play(services, match.id, "Kc3")
    clock.advance(GRACE)
    (word,) = await services.notifications.take_due(10)
    for wait in (GRACE + 0.25, SENDING - 2 * GRACE, GRACE - 0.5):
        clock.advance(wait)
        assert await claim_of_match(services, match.id) == []
        assert await services.notifications.take_due(10) == []
    clock.advance(0.25)
    (again,) = await services.notifications.take_due(10)
    assert again.notification.id == word.notification.id


async def test_a_notification_answered_while_being_sent_is_not_due_again(
    services: Services, clock: StandingClock
) -> None:
    match = await begin(services)
    await play(services, match.id, "Kc3")
    (word,) = await claim_of_match(services, match.id)
    await play(services, match.id, "Kd4")
    await services.notifications.put_back([word.notification])
    clock.advance(LONGEST_WAIT)
    assert kinds(await services.notifications.take_due(10)) == [(NotificationKind.TURN, ORANGE)]


async def test_claiming_does_not_wait_for_readers(services: Services) -> None:
    """The holder of the writer must not wait for readers, who may be waiting for the writer."""
    match = await begin(services)
    pending = await services.notifications.of_match(match.id)
    async with AsyncExitStack() as lent:
        for _ in range(READERS):
            await lent.enter_async_context(services._database.reading())
        assert (
            len(
                await asyncio.wait_for(services.notifications._take_of(pending, lambda _: True), 60)
            )
            == 2
        )


async def test_the_next_process_takes_over_claims_at_once(services: Services) -> None:
    match = await begin(services)
    assert len(await claim_of_match(services, match.id)) == 2
    await services.resume()
    assert len(await services.notifications.take_due(10)) == 2


async def test_a_notification_answered_while_being_sent_is_deleted(
    services: Services, clock: StandingClock
) -> None:
    match = await begin(services)
    on_its_way = [word.notification for word in await claim_of_match(services, match.id)]
    await play(services, match.id, "Kc3")
    await services.notifications.sent(on_its_way, CHANNEL, PING)
    assert not await services.notifications.notifications_in_message(PING)
    stale = [
        each
        for each in await services.notifications.take_due(10)
        if each.decision is PlainDecision.UNSEND
    ]
    assert {each.notification.id for each in stale} == {each.id for each in on_its_way}
    await services.notifications.done([each.notification for each in stale])
    clock.advance(LONGEST_WAIT)
    assert kinds(await services.notifications.take_due(10)) == [(NotificationKind.TURN, GRAY)]


async def test_a_message_stays_until_everything_in_it_is_answered(services: Services) -> None:
    one, other = await begin(services), await begin(services)
    words = [*await claim_of_match(services, one.id), *await claim_of_match(services, other.id)]
    await services.notifications.sent([word.notification for word in words], CHANNEL, PING)
    await play(services, one.id, "Kc3")
    assert await services.notifications.notifications_in_message(PING)
    await play(services, other.id, "Kc3")
    assert not await services.notifications.notifications_in_message(PING)


async def test_a_notification_of_a_played_turn_is_never_delivered(
    services: Services, clock: StandingClock
) -> None:
    match = await begin(services)
    clock.advance(0.9 * LIMIT)
    await play(services, match.id, "Kc3")
    assert kinds(await claim_of_match(services, match.id)) == [(NotificationKind.TURN, GRAY)]


async def test_nothing_is_delivered_before_the_match_has_a_channel(
    services: Services, clock: StandingClock
) -> None:
    challenge = await offer(services)
    answered = await services.challenges.answer(GRAY, challenge.id, ChallengeAnswer.ACCEPT)
    assert answered.match is not None
    number = answered.match.id
    assert await claim_of_match(services, number) == []
    await services.boards.settle_venue(number, ChannelId(71), VenueKind.THREAD)
    clock.advance(GRACE + FIRST_WAIT)
    assert len(await services.notifications.take_due(10)) == 2


async def test_an_unreadable_match_does_not_block_others(
    services: Services, clock: StandingClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken, sound = await begin(services), await begin(services, UserId(5), UserId(6))
    find = match_queries.find

    async def find_or_fail(reading: Reading, number: MatchId) -> Match | None:
        if number == broken.id:
            raise UnreadableRow("matches", number)
        return await find(reading, number)

    monkeypatch.setattr(match_queries, "find", find_or_fail)
    clock.advance(GRACE)
    words = await services.notifications.take_due(10)
    assert {word.notification.match for word in words} == {sound.id}
    assert await services.notifications.take_due(10) == [], "it is tried again later"


async def only(
    services: Services, match: Match, kind: NotificationKind = NotificationKind.TURN
) -> list[ClaimedNotification]:
    """Claim a match's notifications, unsend the answered ones, and return those of one kind."""
    words = await claim_of_match(services, match.id)
    stale = [word.notification for word in words if word.decision is PlainDecision.UNSEND]
    await services.notifications.done(stale)
    return [word for word in words if word.notification.kind is kind]


@pytest.mark.parametrize(
    ("way", "verdict"),
    [
        (DeliveryMethod.PING, [ALOUD_IN_PLACE]),
        (DeliveryMethod.SILENT, [Send(NotificationRoute.PLACE, Sound.SILENT)]),
        (DeliveryMethod.DIRECT, [Send(NotificationRoute.PERSON, Sound.RINGS)]),
        (DeliveryMethod.OFF, []),
        (DeliveryMethod.DIGEST, []),
    ],
)
async def test_a_turn_is_notified_by_the_method_that_its_player_chose(
    services: Services, way: DeliveryMethod, verdict: list[Send]
) -> None:
    match = await begin_and_notify(services)
    await play(services, match.id, "Kc3")
    await services.preferences.prefer(GRAY, "turn", way)
    assert [word.decision for word in await only(services, match)] == verdict


async def test_a_delivery_method_belongs_to_one_topic_and_one_user(services: Services) -> None:
    match = await begin_and_notify(services)
    for topic in (Category.TIME, Category.OFFER, Category.OVER):
        await services.preferences.prefer(GRAY, topic.value, DeliveryMethod.OFF)
    await services.preferences.prefer(ORANGE, "turn", DeliveryMethod.OFF)
    await play(services, match.id, "Kc3")
    assert [word.decision for word in await only(services, match)] == [ALOUD_IN_PLACE]
    await services.matches.resign(GRAY, match.id)
    assert kinds(await only(services, match, NotificationKind.OVER)) == [
        (NotificationKind.OVER, ORANGE)
    ]


@pytest.mark.parametrize(
    ("way", "verdict"),
    [
        (DeliveryMethod.PING, Send(NotificationRoute.PLACE, Sound.SILENT)),
        (DeliveryMethod.DIRECT, Send(NotificationRoute.PERSON, Sound.RINGS)),
    ],
)
async def test_no_notification_pings_in_a_server_without_pings(
    services: Services, way: DeliveryMethod, verdict: Send
) -> None:
    match = await begin_and_notify(services)
    await services.settings.change(GUILD, lambda before: replace(before, pings=Pings.NONE))
    await services.preferences.prefer(GRAY, "turn", way)
    await play(services, match.id, "Kc3")
    assert [word.decision for word in await only(services, match)] == [verdict]


async def test_notifications_in_quiet_hours_wait_for_their_end(
    services: Services, clock: StandingClock
) -> None:
    match = await begin_and_notify(services)
    # It is 08:00 in UTC, so 22:00 on Kiritimati.
    await services.preferences.prefer_hours(GRAY, "Kiritimati", ALL_NIGHT, DayMinute(9 * 60))
    await play(services, match.id, "Kc3")
    assert await only(services, match) == []
    assert await services.clocks.next_deadline() == NOON + 9 * HOUR
    clock.advance(9 * HOUR - 1)
    assert await services.notifications.take_due(10) == []
    clock.advance(1)
    assert kinds(await services.notifications.take_due(10)) == [(NotificationKind.TURN, GRAY)]


async def test_removed_quiet_hours_delay_nothing(services: Services) -> None:
    match = await begin_and_notify(services)
    await services.preferences.prefer_hours(GRAY, "Kiritimati", ALL_NIGHT, DayMinute(9 * 60))
    await play(services, match.id, "Kc3")
    assert await only(services, match) == []
    await services.preferences.prefer_hours(GRAY, "Kiritimati", None, DayMinute(9 * 60))
    assert kinds(await services.notifications.take_due(10)) == [(NotificationKind.TURN, GRAY)]


async def test_a_daily_list_is_due_at_its_hour_and_no_turn_before(
    services: Services, clock: StandingClock
) -> None:
    match = await begin_and_notify(services)
    await services.preferences.prefer(GRAY, "turn", DeliveryMethod.DIGEST)
    await services.preferences.prefer_hours(GRAY, "Asia/Kolkata", None, DayMinute(14 * 60))
    await play(services, match.id, "Kc3")
    assert await only(services, match) == []
    # 14:00 there is 08:30 in UTC.
    assert await services.clocks.next_deadline() == NOON + HOUR / 2
    clock.advance(HOUR / 2 - 1)
    assert await run_due_jobs(services) == []
    clock.advance(1)
    assert await run_due_jobs(services) == [DailySummary(GRAY)]
    assert await run_due_jobs(services) == []
    (word,) = await services.notifications.take_due(10)
    assert (word.notification.kind, word.notification.user) == (NotificationKind.DIGEST, GRAY)
    assert word.decision == Send(NotificationRoute.PERSON, Sound.RINGS)
    assert [waiting.id for waiting in await services.notifications.waiting_for(GRAY)] == [match.id]
    await services.notifications.done([word.notification])
    clock.advance(DAY)
    assert await run_due_jobs(services) == [DailySummary(GRAY)]


async def test_a_match_that_waits_for_ready_is_listed_for_those_who_are_not_ready(
    services: Services, clock: StandingClock
) -> None:
    by_minutes = await begin(services, time=Minutes(Seconds(300.0), Seconds(3.0)))
    notifications = services.notifications
    for user in (ORANGE, GRAY):
        assert [match.id for match in await notifications.waiting_for(user)] == [by_minutes.id]
    await services.matches.ready(ORANGE, by_minutes.id)
    assert await notifications.waiting_for(ORANGE) == []
    clock.advance(GRACE)
    await notifications.done([each.notification for each in await notifications.take_due(10)])
    for user in (ORANGE, GRAY):
        await notifications.enqueue_turns(user)
    pending = await notifications.of_match(by_minutes.id)
    assert kinds(pending) == [(NotificationKind.BEGUN, GRAY)]


async def test_a_deleted_user_gets_no_daily_list_and_others_get_theirs(
    services: Services, clock: StandingClock
) -> None:
    # The ID of one user begins with that of the other.
    long = UserId(int(f"{GRAY}5"))
    for user in (GRAY, long):
        await services.preferences.prefer(user, "turn", DeliveryMethod.DIGEST)
    await services.privacy.delete(GRAY)
    clock.advance(DAY)
    assert await run_due_jobs(services) == [DailySummary(long)]


async def test_a_daily_list_stops_when_turns_are_notified_by_another_method(
    services: Services, clock: StandingClock
) -> None:
    await services.preferences.prefer(GRAY, "turn", DeliveryMethod.DIGEST)
    await services.preferences.prefer(GRAY, "turn", DeliveryMethod.PING)
    clock.advance(2 * DAY)
    assert await run_due_jobs(services) == []


async def test_a_user_with_closed_direct_messages_is_notified_in_the_channel_until_a_retry(
    services: Services, clock: StandingClock
) -> None:
    match = await begin_and_notify(services)
    await services.preferences.prefer(GRAY, "turn", DeliveryMethod.DIRECT)
    await services.direct_messages.record_closed(GRAY)
    assert not await services.direct_messages.was_notified(GRAY)
    await services.direct_messages.record_notified(GRAY)
    assert await services.direct_messages.was_notified(GRAY)
    await play(services, match.id, "Kc3")
    (word,) = await only(services, match)
    assert word.decision == ALOUD_IN_PLACE
    await services.resume()
    await services.preferences.prefer(GRAY, "over", DeliveryMethod.PING)
    await services.direct_messages.record_closed(GRAY)
    assert await services.direct_messages.was_notified(GRAY), "the user is told only once"
    assert await services.direct_messages.state_of(GRAY) is DirectMessagesState.CLOSED
    clock.advance(7 * DAY)
    assert await services.direct_messages.state_of(GRAY) is DirectMessagesState.OPEN
    match = await begin(services)
    words = await claim_of_match(services, match.id)
    own = [each for each in words if each.notification.match == match.id]
    (word,) = [each for each in own if each.notification.user == GRAY]
    assert word.decision == Send(NotificationRoute.PERSON, Sound.RINGS)
    await services.direct_messages.record_open(GRAY)
    assert not await services.direct_messages.was_notified(GRAY), (
        "the user is told again if they are closed again"
    )


async def test_choosing_a_delivery_method_retries_it_at_once(services: Services) -> None:
    match = await begin_and_notify(services)
    await services.direct_messages.record_closed(GRAY)
    await services.preferences.prefer(GRAY, "turn", DeliveryMethod.DIRECT)
    await play(services, match.id, "Kc3")
    (word,) = await only(services, match)
    assert word.decision == Send(NotificationRoute.PERSON, Sound.RINGS)


async def test_a_muted_turn_has_no_reminder_and_the_next_one_has(
    services: Services, clock: StandingClock
) -> None:
    match = await begin_and_notify(services)
    await services.notifications.mute(mover_of(match), match.id)
    clock.advance(0.9 * LIMIT)
    assert await services.notifications.take_due(10) == []
    await play(services, match.id, "Kc3", "Kd4")
    clock.advance(0.8 * LIMIT)
    words = await services.notifications.take_due(10)
    assert (NotificationKind.REMINDER, ORANGE) in kinds(words)

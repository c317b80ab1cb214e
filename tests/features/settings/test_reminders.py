"""Reminders come after the share of the time that each player prefers."""

import pytest

from bot.features.notifications.kinds import NotificationKind
from bot.features.notifications.queries import Notification, ReminderState
from bot.features.settings.preferences import DayMinute, QuietHours
from bot.match.clock import DAY, HOUR, Share
from bot.match.identity import ChannelId, MatchId, MessageId, UserId
from bot.services import Services
from tests.kit.clocks import StandingClock
from tests.kit.matches import GRAY, ORANGE
from tests.kit.service_matches import begin, play

LIMIT = 3 * DAY
NINE = DayMinute(9 * 60)


async def begin_and_notify(services: Services) -> MatchId:
    """Begin a match in which it is gray's turn, and notify gray."""
    number = (await play(services, (await begin(services)).id, "Kc3")).id
    await deliver_reminders(services)
    return number


async def deliver_reminders(services: Services) -> list[Notification]:
    """Send everything that is due, and return the reminders among it."""
    words = await services.notifications.take_due(10)
    notifications = [word.notification for word in words]
    await services.notifications.sent(notifications, ChannelId(7), MessageId(8))
    return [
        notification
        for notification in notifications
        if notification.kind is NotificationKind.REMINDER
    ]


async def expect_reminder(services: Services, clock: StandingClock, seconds: float) -> UserId:
    """Expect a reminder after that many seconds, and none a second before; return its user."""
    clock.advance(seconds - 1)
    assert await deliver_reminders(services) == []
    clock.advance(1)
    [reminder] = await deliver_reminders(services)
    return reminder.user


@pytest.mark.parametrize("share", [share for share in Share if share is not Share.NEVER])
async def test_a_reminder_comes_after_the_share_that_its_person_prefers(
    services: Services, clock: StandingClock, share: Share
) -> None:
    preferred = await services.preferences.prefer(GRAY, "reminder", share)
    assert preferred == await services.preferences.of(GRAY)
    assert preferred.notifications.reminder is share
    await begin_and_notify(services)
    assert await expect_reminder(services, clock, share.value / 100 * LIMIT) == GRAY


async def test_a_user_who_wants_no_reminder_gets_none(
    services: Services, clock: StandingClock
) -> None:
    await services.preferences.prefer(GRAY, "reminder", Share.NEVER)
    number = await begin_and_notify(services)
    assert await services.notifications.reminder_of(GRAY, number) is None
    clock.advance(LIMIT - 1)
    assert await deliver_reminders(services) == []


@pytest.mark.parametrize(
    ("passed", "share", "waits"),
    [
        (0.0, Share.NINE_TENTHS, 0.9),
        (0.4, Share.HALF, 0.1),
        # Half of the time has passed, so half of the rest is waited for.
        (0.6, Share.HALF, 0.2),
    ],
)
async def test_a_planned_reminder_moves_with_the_preference(
    services: Services, clock: StandingClock, passed: float, share: Share, waits: float
) -> None:
    await begin_and_notify(services)
    clock.advance(passed * LIMIT)
    await services.preferences.prefer(GRAY, "reminder", share)
    assert await deliver_reminders(services) == []
    assert await expect_reminder(services, clock, waits * LIMIT) == GRAY


async def test_a_planned_reminder_goes_and_comes_back_with_the_preference(
    services: Services, clock: StandingClock
) -> None:
    number = await begin_and_notify(services)
    await services.preferences.prefer(GRAY, "reminder", Share.NEVER)
    assert await services.notifications.reminder_of(GRAY, number) is None
    clock.advance(0.5 * LIMIT)
    await services.preferences.prefer(GRAY, "reminder", Share.FOUR_FIFTHS)
    assert await services.notifications.reminder_of(GRAY, number) is ReminderState.WAITING
    assert await expect_reminder(services, clock, 0.3 * LIMIT) == GRAY


async def test_a_turn_has_one_reminder(services: Services, clock: StandingClock) -> None:
    await begin_and_notify(services)
    await expect_reminder(services, clock, 0.8 * LIMIT)
    for share in (Share.NINE_TENTHS, Share.NEVER, Share.NINE_TENTHS, Share.HALF):
        await services.preferences.prefer(GRAY, "reminder", share)
    clock.advance(0.2 * LIMIT - 1)
    assert await deliver_reminders(services) == []


async def test_a_muted_turn_stays_muted(services: Services, clock: StandingClock) -> None:
    number = await begin_and_notify(services)
    await services.notifications.mute(GRAY, number)
    await services.preferences.prefer(GRAY, "reminder", Share.HALF)
    assert await services.notifications.reminder_of(GRAY, number) is ReminderState.MUTED
    clock.advance(0.4 * LIMIT)
    assert await deliver_reminders(services) == []
    await services.notifications.unmute(GRAY, number)
    assert await expect_reminder(services, clock, 0.1 * LIMIT) == GRAY


async def test_a_preference_applies_to_all_turns_of_one_user(
    services: Services, clock: StandingClock
) -> None:
    await begin_and_notify(services)
    other = (await play(services, (await begin(services)).id, "Kc3", "Kd4")).id
    third = await begin_and_notify(services)
    await services.preferences.prefer(GRAY, "reminder", Share.HALF)
    clock.advance(0.5 * LIMIT)
    found = {
        (notification.user, notification.match)
        for notification in await deliver_reminders(services)
    }
    assert len(found) == 2
    assert (GRAY, third) in found
    clock.advance(0.3 * LIMIT)
    assert [(each.user, each.match) for each in await deliver_reminders(services)] == [
        (ORANGE, other)
    ]


async def test_a_given_day_moves_the_reminder_by_the_preferred_share(
    services: Services, clock: StandingClock
) -> None:
    await services.preferences.prefer(GRAY, "reminder", Share.HALF)
    number = await begin_and_notify(services)
    await services.matches.add_day(ORANGE, number, (await services.matches.find(number)).ply)
    assert await expect_reminder(services, clock, 0.5 * (LIMIT + DAY)) == GRAY


async def test_a_reminder_comes_before_quiet_hours_that_end_too_late(
    services: Services, clock: StandingClock
) -> None:
    # The three days begin and end at 08:00; four fifths of them are over at 17:36.
    evening = QuietHours(DayMinute(17 * 60), DayMinute(7 * 60 + 50))
    await services.preferences.prefer_hours(GRAY, "UTC", evening, NINE)
    await begin_and_notify(services)
    assert await expect_reminder(services, clock, 2 * DAY + 9 * HOUR - 60) == GRAY


async def test_quiet_hours_are_kept_at_the_preferred_share(
    services: Services, clock: StandingClock
) -> None:
    # The three days begin at 08:00, and half of them are over at 20:00.
    night = QuietHours(DayMinute(19 * 60), DayMinute(7 * 60))
    await services.preferences.prefer_hours(GRAY, "UTC", night, NINE)
    await begin_and_notify(services)
    await services.preferences.prefer(GRAY, "reminder", Share.HALF)
    assert await deliver_reminders(services) == []
    assert await expect_reminder(services, clock, LIMIT / 2 + 11 * HOUR) == GRAY

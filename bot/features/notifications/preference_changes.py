"""What follows when somebody changes how they want to be notified."""

from bot.db.database import Writing
from bot.db.statements import AnyStatement, execute
from bot.features.matches import queries as match_queries
from bot.features.notifications import queries as notification_queries
from bot.features.notifications.queries import DailySummary
from bot.features.notifications.quiet_hours import next_summary
from bot.features.settings.preferences import Preferences
from bot.jobs.jobs import schedule
from bot.jobs.outbox import deliver_by
from bot.match.clock import Share
from bot.match.identity import Instant, UserId


async def follow_preferences(
    writing: Writing, user: UserId, before: Preferences, preferred: Preferences, now: Instant
) -> None:
    """Plan anew what is to be sent to a person, as they prefer it from now on."""
    wanted = preferred.notifications
    if wanted == before.notifications:
        return
    if wanted.reminder is not before.notifications.reminder:
        await _plan_reminders(writing, user, wanted.reminder, now)
    await schedule(writing, DailySummary(user), next_summary(wanted, now))
    await notification_queries.look_again(writing, user, now)
    await deliver_by(writing, now)
    await notification_queries.try_again(writing, user)


async def _plan_reminders(writing: Writing, user: UserId, share: Share, now: Instant) -> None:
    """Plan the reminders of turns that have begun anew, but for those that were sent already.

    Where the new share has passed, it is taken of the time that is left.
    """
    planned: list[AnyStatement] = []
    for match in await match_queries.live_of_user(writing, user):
        if match.to_move != user:
            continue
        moment = match.clock.next_reminder_at(now, share)
        if moment is None:
            planned.append(notification_queries.drop(writing, match.id, user))
            continue
        planned.append(notification_queries.move(writing, match.id, user, moment))
        moments = match.clock.next_reminders(now)
        planned.append(
            notification_queries.insert_reminder(writing, match.id, match.ply, user, now, moments)
        )
    await execute(*planned)

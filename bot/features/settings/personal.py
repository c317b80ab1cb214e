"""What people can do about their preferences."""

from collections.abc import Callable
from dataclasses import replace

from bot.db.database import Database, Writing
from bot.db.statements import AnyStatement, execute
from bot.features.matches import queries as match_queries
from bot.features.notifications import queries as notification_queries
from bot.features.notifications import reminder_queries
from bot.features.notifications.quiet_hours import next_at, zone_named
from bot.features.settings import preference_queries
from bot.features.settings.preferences import (
    DayMinute,
    Placing,
    Preferences,
    QuietHours,
    Telling,
    Threats,
    Topic,
    Way,
)
from bot.jobs.clock import Clock
from bot.match.clock import Share
from bot.match.identity import Instant, UserId


class PeoplesPreferences:
    """Looks preferences up and changes them."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def of(self, user: UserId) -> Preferences:
        """Return what a person prefers."""
        async with self._database.reading() as reading:
            return await preference_queries.find(reading, user)

    async def prefer_placing(self, user: UserId, placing: Placing) -> Preferences:
        """Let a person place so from now on."""
        return await self._change(user, lambda before: replace(before, placing=placing))

    async def prefer_theme(self, user: UserId, theme: str | None) -> Preferences:
        """Let a person's private pictures look so from now on."""
        return await self._change(user, lambda before: replace(before, theme=theme))

    async def prefer_threats(self, user: UserId, threats: Threats) -> Preferences:
        """Let a person's private pictures point out threats from now on, or not."""
        return await self._change(user, lambda before: replace(before, threats=threats))

    async def prefer_way(self, user: UserId, topic: Topic, way: Way) -> Preferences:
        """Let a person be told of a topic in this way from now on."""
        return await self._tell(user, lambda before: before.with_way(topic, way))

    async def prefer_hours(
        self, user: UserId, zone: str, quiet: QuietHours | None, digest_minute: DayMinute
    ) -> Preferences:
        """Let a person have quiet hours, a time of day and a time zone as they name it.

        Raises `UnknownTimeZone`.
        """
        name = zone_named(zone)
        return await self._tell(
            user,
            lambda before: replace(before, zone=name, quiet=quiet, digest_minute=digest_minute),
        )

    async def prefer_reminder(self, user: UserId, share: Share) -> Preferences:
        """Let a person be reminded after this share of their time, of turns that have begun too."""
        return await self._tell(user, lambda before: replace(before, reminder=share))

    async def _tell(self, user: UserId, change: Callable[[Telling], Telling]) -> Preferences:
        return await self._change(
            user, lambda before: replace(before, telling=change(before.telling))
        )

    async def _change(
        self, user: UserId, change: Callable[[Preferences], Preferences]
    ) -> Preferences:
        """Keep what changed; what is owed to the person is planned anew by it."""
        now = self._clock.now()
        async with self._database.writing() as writing:
            before = await preference_queries.find(writing, user)
            preferred = change(before)
            await preference_queries.keep(writing, user, preferred)
            if preferred.telling.reminder is not before.telling.reminder:
                await _plan_reminders(writing, user, preferred.telling.reminder, now)
            if preferred.telling != before.telling:
                digest_at = _digest_at(preferred.telling, now)
                await preference_queries.digest_next(writing, user, digest_at)
                await notification_queries.look_again(writing, user, now)
                await notification_queries.try_again(writing, user)
        return preferred


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
            planned.append(reminder_queries.drop(writing, match.id, user))
            continue
        planned.append(reminder_queries.move(writing, match.id, user, moment))
        moments = match.clock.next_reminders(now)
        planned.append(reminder_queries.insert(writing, match.id, match.ply, user, now, moments))
    await execute(*planned)


def _digest_at(telling: Telling, now: Instant) -> Instant | None:
    if telling.turn is not Way.DIGEST:
        return None
    return next_at(telling, telling.digest_minute, now)

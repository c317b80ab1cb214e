"""Going on vacation: whether somebody may, and for how long."""

from collections.abc import Iterable

from bot.match.clock import DAY
from bot.match.identity import GuildId, Instant, UserId
from bot.match.time_errors import AlreadyAway, NoVacations, VacationTooLong
from bot.match.vacation import LONGEST, Vacation, days_left


def begin_vacation(
    user: UserId,
    guild: GuildId,
    days: int,
    now: Instant,
    allowed: int,
    taken: Iterable[Vacation],
) -> Vacation:
    """Give a vacation of so many days from now, where so many are allowed a year.

    `taken` are the person's vacations in this server. A `ValueError` for less than a day or more
    than `LONGEST`. Raises `NoVacations`, `AlreadyAway` or `VacationTooLong`.
    """
    if not 1 <= days <= LONGEST:
        raise ValueError(f"a vacation of {days} days")
    if allowed < 1:
        raise NoVacations
    taken = tuple(taken)
    for before in taken:
        if before.is_on(now):
            raise AlreadyAway(before)
    vacation = Vacation(user, guild, now, Instant(now + days * DAY))
    for year in vacation.years:
        left = days_left(allowed, year, taken)
        asked = vacation.days_in(year)
        if asked > left:
            raise VacationTooLong(asked, left, year)
    return vacation

"""What is declined about time, as sentences."""

from bot.match.giving import MOST_DAYS
from bot.match.time_errors import (
    AlreadyAway,
    ClockNotRunning,
    GivenAlready,
    NotAway,
    NoTimeToGive,
    NoVacations,
    TimeRefusal,
    TooMuchTime,
    VacationTooLong,
)
from cogs.ui.times import span
from cogs.ui.words import counted, moment


def time_sentence(refusal: TimeRefusal) -> str | None:
    """Say what was declined and why; nothing of a refusal that this page does not know."""
    match refusal:
        case NoTimeToGive(found) if found.bot is not None:
            return f"No clock runs for me in **#{found.id}**, so keep your day for somebody else."
        case NoTimeToGive(found):
            return f"**#{found.id}** has no limit of time, so your opponent has all they need."
        case ClockNotRunning(found):
            return (
                f"It is your turn in **#{found.id}**, so no clock of your opponent's runs. Give "
                "them a day while they are to move."
            )
        case GivenAlready(found):
            return (
                f"You have given a day in **#{found.id}** this turn already. You can give another "
                "after the next move."
            )
        case TooMuchTime(found, has):
            return (
                f"Your opponent has {span(has)} in **#{found.id}** already. A day more would be "
                f"over {MOST_DAYS} days, which is the most."
            )
        case AlreadyAway(vacation):
            return (
                f"You are on vacation already, until {moment(vacation.ends_at, 'f')}. `/vacation` "
                "ends it, and then you can begin another."
            )
        case NotAway():
            return "You are not on that vacation any more. `/vacation` shows how you stand."
        case NoVacations():
            return "This server gives no vacation: clocks here run all the year."
        case VacationTooLong(asked, left, year):
            have = f"you have {counted(left, 'day')} left" if left else "you have none left"
            return (
                f"{counted(asked, 'day')} of that would be in {year}, and {have} in this server "
                "that year."
            )
    return None

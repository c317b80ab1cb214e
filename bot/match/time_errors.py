"""What is declined about time: days that are given, and vacations. Facts only.

Not frozen: the standard library assigns `__traceback__` to an exception on its way up.
"""

from dataclasses import dataclass

from bot.errors import Refusal
from bot.match.identity import Seconds
from bot.match.match import Match
from bot.match.vacation import Vacation


class TimeRefusal(Refusal):
    """The base of all that is declined about time."""


@dataclass(eq=False, slots=True)
class NoTimeToGive(TimeRefusal):
    """A day was given where there is no limit of time: in such a match, or to the bot."""

    match: Match


@dataclass(eq=False, slots=True)
class ClockNotRunning(TimeRefusal):
    """A day was given to somebody who has no turn and no bank that it could go to."""

    match: Match


@dataclass(eq=False, slots=True)
class GivenAlready(TimeRefusal):
    """A day was given by somebody who has given one since anybody last moved."""

    match: Match


@dataclass(eq=False, slots=True)
class TooMuchTime(TimeRefusal):
    """A day more would be more than may be given; `has` is what the opponent has already."""

    match: Match
    has: Seconds


@dataclass(eq=False, slots=True)
class AlreadyAway(TimeRefusal):
    """The person is on vacation and asked for another."""

    vacation: Vacation


class NotAway(TimeRefusal):
    """The person is on no vacation that could end."""


class NoVacations(TimeRefusal):
    """The server gives no days of vacation."""


@dataclass(eq=False, slots=True)
class VacationTooLong(TimeRefusal):
    """So many of the days would fall into a year that has only so many left."""

    asked: int
    left: int
    year: int

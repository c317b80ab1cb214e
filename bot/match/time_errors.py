"""What is declined about time: days that are given, and vacations.

Not frozen: the standard library assigns `__traceback__` to an exception on its way up.
"""

from dataclasses import dataclass

from bot.errors import Refusal
from bot.match.identity import Instant, Seconds
from bot.match.match import Match
from bot.match.vacation import Vacation
from bot.text import N_, NN_, Message


class TimeRefusal(Refusal):
    """The base of all that is declined about time."""


@dataclass(eq=False, slots=True)
class NoTimeToGive(TimeRefusal):
    """A day was given where there is no limit of time: in such a match, or to the bot."""

    message = N_("{match} has no time limit, so your opponent needs no extra day.")
    bot = N_("My clock doesn't run in {match}, so I need no extra day.")

    match: Match

    def choose_message(self) -> Message:
        """Return why the opponent needs no day."""
        return self.message if self.match.bot is None else self.bot


@dataclass(eq=False, slots=True)
class ClockNotRunning(TimeRefusal):
    """A day was given to somebody who has no turn and no bank that it could go to."""

    message = N_(
        "It's your turn in {match}, so your opponent's clock isn't running. Add a day when they "
        "are to move."
    )

    match: Match


@dataclass(eq=False, slots=True)
class GivenAlready(TimeRefusal):
    """A day was given by somebody who has given one since anybody last moved."""

    message = N_(
        "You have already added a day in {match} this turn. You can add another after the next "
        "move."
    )

    match: Match


@dataclass(eq=False, slots=True)
class TooMuchTime(TimeRefusal):
    """A day more would be more than may be given; `has` is what the opponent has."""

    message = N_(
        "Your opponent already has {has} in {match}. Another day would bring them over the limit "
        "of {most}."
    )

    match: Match
    has: Seconds
    most: Seconds


@dataclass(eq=False, slots=True)
class AlreadyAway(TimeRefusal):
    """The person is on vacation and asked for another."""

    message = N_(
        "You're already on vacation until {ends_at}. End it with `/vacation`, then begin another."
    )

    vacation: Vacation

    @property
    def ends_at(self) -> Instant:
        """When the vacation ends."""
        return self.vacation.ends_at


class NotAway(TimeRefusal):
    """The person is on no vacation that could end."""

    message = N_("You're not on that vacation any more. `/vacation` shows the current one.")


class NoVacations(TimeRefusal):
    """The server gives no days of vacation."""

    message = N_("This server has no vacations: its clocks run all year.")


@dataclass(eq=False, slots=True)
class VacationTooLong(TimeRefusal):
    """So many of the days would fall into a year that has only so many left."""

    none_left = N_("You have no vacation days left in {year} in this server.")
    message = NN_(
        "You have {left} vacation day left in {year} in this server, and this takes {asked}.",
        "You have {left} vacation days left in {year} in this server, and this takes {asked}.",
        "left",
    )

    asked: int
    left: int
    year: int

    def choose_message(self) -> Message:
        """Return how many days are left, if any."""
        return self.message if self.left else self.none_left

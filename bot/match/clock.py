"""The clock of a match: the deadline of the player to move, and what stops or moves it.

A deadline is a moment in UTC, so time passes while the bot is down too.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import Enum
from typing import Final, Self, assert_never

from bot.game import Seat
from bot.match.identity import GuildId, Instant, PerSeat, Seconds, UserId


class Share(Enum):
    """A share of the time for a turn, in percent. The values are stored in the database."""

    NEVER = 0
    """No reminder is sent."""
    HALF = 50
    FOUR_FIFTHS = 80
    NINE_TENTHS = 90


USUAL_SHARE: Final = Share.FOUR_FIFTHS
"""When players who chose nothing are reminded."""


@dataclass(frozen=True, slots=True)
class ReminderPreference:
    """When a user wants to be reminded of a turn."""

    user: UserId
    share: Share = USUAL_SHARE
    has_quiet_hours: bool = False


HOUR: Final = Seconds(3600.0)
DAY: Final = Seconds(24 * 3600.0)


@dataclass(frozen=True, slots=True)
class PerMove:
    """The same time for each turn."""

    seconds: Seconds


@dataclass(frozen=True, slots=True)
class Bank:
    """A store of time for each seat; each turn adds an increment, up to a cap."""

    start: Seconds
    increment: Seconds
    cap: Seconds


@dataclass(frozen=True, slots=True)
class Minutes:
    """A store of time for each seat that lasts for the whole match and grows with each turn.

    Two users play with it at the same time, so it starts once both have pressed *Ready*.
    """

    start: Seconds
    increment: Seconds


@dataclass(frozen=True, slots=True)
class NoLimit:
    """No limit of time."""


TimeControl = PerMove | Bank | Minutes | NoLimit

DEFAULT_TIME: Final = PerMove(Seconds(3 * DAY))

READY_WITHIN: Final = Seconds(600.0)
"""Seconds in which both players have to press *Ready*."""
FLAG_AFTER: Final = Seconds(0.75)
"""Seconds to wait for a move that Discord received before the deadline."""

_WRITTEN: Final = re.compile(r"([0-9]{1,8})(?:\+([0-9]{1,8})(?:<([0-9]{1,8}))?)?", re.ASCII)
"""What `write_time` writes. Eight digits are three years, longer than any control."""


def write_time(control: TimeControl) -> str:
    """Write a time control in seconds, as `259200`, `86400+3600<172800`, `300+3` or `none`."""
    match control:
        case PerMove(seconds):
            return f"{seconds:.0f}"
        case Bank(start, increment, cap):
            return f"{start:.0f}+{increment:.0f}<{cap:.0f}"
        case Minutes(start, increment):
            return f"{start:.0f}+{increment:.0f}"
        case NoLimit():
            return "none"
        case _:
            assert_never(control)


def read_time(text: str) -> TimeControl:
    """Read a time control that `write_time` wrote. Raise `ValueError` for other text."""
    if text == "none":
        return NoLimit()
    parsed = _WRITTEN.fullmatch(text)
    if parsed is None:
        raise ValueError(f"{text!r} is not a time control")
    start, increment, cap = (
        None if each is None else Seconds(float(each)) for each in parsed.groups()
    )
    if start is None or increment is None:
        return PerMove(Seconds(float(parsed[1])))
    return Minutes(start, increment) if cap is None else Bank(start, increment, cap)


FIRST_MONDAY: Final = Instant(4 * DAY)
"""The first Monday after the epoch, which was a Thursday."""
WEEK: Final = Seconds(7 * DAY)
WORKDAYS: Final = Seconds(5 * DAY)
"""How much of a week counts."""


class Weekends(Enum):
    """Whether the clocks run on Saturdays and Sundays, UTC. The values are stored."""

    PLAYED = "played"
    PAUSED = "paused"


def later(weekends: Weekends, moment: Instant, by: Seconds) -> Instant:
    """Return the moment `by` seconds of running time after another; before it if negative.

    Where weekends do not count, the result never lies in one: it is Monday's first second instead
    of Saturday's.
    """
    match weekends:
        case Weekends.PLAYED:
            return Instant(moment + by)
        case Weekends.PAUSED:
            weeks, within = divmod(_counted(moment) + by, WORKDAYS)
            return Instant(FIRST_MONDAY + weeks * WEEK + within)
        case _:
            assert_never(weekends)


def between(weekends: Weekends, start: Instant, end: Instant) -> Seconds:
    """Return how much time runs from `start` to `end`; negative if `end` is earlier."""
    match weekends:
        case Weekends.PLAYED:
            return Seconds(end - start)
        case Weekends.PAUSED:
            return Seconds(_counted(end) - _counted(start))
        case _:
            assert_never(weekends)


def _counted(moment: Instant) -> float:
    weeks, within = divmod(moment - FIRST_MONDAY, WEEK)
    return weeks * WORKDAYS + min(within, WORKDAYS)


@dataclass(frozen=True, slots=True)
class Outage:
    """A time in which users could not play, given back to the players.

    `guild` is the server that had the outage, if it was one server's, and only matches there get
    time back. A board is updated at once if its deadline is `urgent_until` or earlier; other boards
    show the new deadline with their next update.
    """

    began_at: Instant
    ended_at: Instant
    urgent_until: Instant
    guild: GuildId | None = None

    @property
    def gap(self) -> Seconds:
        """How long the outage was."""
        return Seconds(self.ended_at - self.began_at)

    def put_off(self, moment: Instant, weekends: Weekends) -> Instant:
        """Return a moment, postponed by the time of the outage that counts."""
        return later(weekends, moment, between(weekends, self.began_at, self.ended_at))


_NEVER: Final = Instant(0.0)
_NO_LIMIT: Final = NoLimit()

Away = PerSeat[Instant | None]
"""The end of each seat's vacation, or `None` if the seat is not on vacation."""

NOBODY_AWAY: Final[Away] = PerSeat(None, None)
NOT_READY: Final[PerSeat[Instant | None]] = PerSeat(None, None)
NOTHING_GIVEN: Final = PerSeat(0, 0)
NO_BOARD_AWAITED: Final = frozenset[Seat]()
BOARD_WITHIN: Final = DAY
"""Seconds after which a clock starts even if the board of its seat could not be posted."""


@dataclass(frozen=True, slots=True)
class TurnClock:
    """The clock of a match.

    `began_at` is when the time for the turn began and `deadline` when it runs out (`None` without a
    limit). The banks are what each seat had left after its last move. While the clock is stopped,
    since `stopped_at`, there is no deadline, and `held` is the time left for the turn. A clock is
    stopped while the player to move is `away`; that moment may have passed if nothing has started
    the clock again yet. `given` counts the days that each seat has given the other since the last
    move. No time runs for the `timeless` seat: the bot's, which answers as soon as it can.

    A clock by minutes starts once both seats are ready, each since its `ready_at`. Until then
    `deadline` is the moment by which they have to be. Weekends and vacations don't stop it.

    No time runs for the seats of `awaits_board` either: the board of their player is still to be
    posted.
    """

    control: TimeControl = _NO_LIMIT
    began_at: Instant = _NEVER
    deadline: Instant | None = None
    orange_bank: Seconds | None = None
    gray_bank: Seconds | None = None
    weekends: Weekends = Weekends.PLAYED
    held: Seconds | None = None
    stopped_at: Instant | None = None
    away: Away = NOBODY_AWAY
    given: PerSeat[int] = NOTHING_GIVEN
    timeless: Seat | None = None
    ready_at: PerSeat[Instant | None] = NOT_READY
    awaits_board: frozenset[Seat] = NO_BOARD_AWAITED

    @classmethod
    def started(
        cls,
        control: TimeControl,
        now: Instant,
        weekends: Weekends = Weekends.PLAYED,
        away: Away = NOBODY_AWAY,
        timeless: Seat | None = None,
        awaits_board: frozenset[Seat] = NO_BOARD_AWAITED,
    ) -> Self:
        """Start the clock for orange's first turn, or wait for the seats to be ready or shown."""
        bank = control.start if isinstance(control, Bank | Minutes) else None
        clock = cls(
            control,
            now,
            orange_bank=None if timeless is Seat.ORANGE else bank,
            gray_bank=None if timeless is Seat.GRAY else bank,
            weekends=weekends,
            away=away,
            timeless=timeless,
            awaits_board=awaits_board,
        )
        if clock.is_by_minutes:
            return replace(
                clock,
                deadline=Instant(now + READY_WITHIN),
                weekends=Weekends.PLAYED,
                away=NOBODY_AWAY,
            )
        return clock.anew(Seat.ORANGE, now)

    @property
    def is_by_minutes(self) -> bool:
        """Whether the players play at the same time, with minutes for the whole match."""
        return isinstance(self.control, Minutes)

    @property
    def awaits_ready(self) -> bool:
        """Whether the clock waits until both seats are ready."""
        return self.is_by_minutes and any(
            at is None and seat is not self.timeless for seat, at in self.ready_at
        )

    def readied(self, seat: Seat, now: Instant) -> Self:
        """Return the clock with that seat ready; it starts once both are."""
        clock = replace(self, ready_at=self.ready_at.with_value(seat, now))
        return clock if clock.awaits_ready else clock.anew(Seat.ORANGE, now)

    def pressed(self, mover: Seat, now: Instant) -> Self:
        """Return the clock after a move by `mover`, with the opponent's time running."""
        kept = self
        if isinstance(self.control, Bank) and mover is not self.timeless:
            left = self.left(now) or Seconds(0.0)
            # The cap stops only the increment; what the opponent gave beyond it stays.
            most = max(left, self.control.cap)
            kept = self._with_bank(mover, Seconds(min(left + self.control.increment, most)))
        elif isinstance(self.control, Minutes) and mover is not self.timeless:
            kept = self.charged(mover, now).banking(mover, self.control.increment)
        return kept.anew(mover.other, now)

    def charged(self, seat: Seat, now: Instant) -> Self:
        """Return the clock after taking the turn's time so far from that seat's minutes."""
        if not self.is_by_minutes or seat is self.timeless:
            return self
        return self._with_bank(seat, self.left(now) or Seconds(0.0))

    def anew(self, seat: Seat, now: Instant) -> Self:
        """Return the clock with that seat's turn begun anew and the banks unchanged.

        It begins stopped if that seat is on vacation or awaits its board.
        """
        if seat is self.timeless:
            rests = replace(self, began_at=now, deadline=None, held=None, stopped_at=None)
            return replace(rests, given=NOTHING_GIVEN)
        match self.control:
            case PerMove(seconds):
                allowed = seconds
            case Bank() | Minutes():
                allowed = self.bank_of(seat) or Seconds(0.0)
            case NoLimit():
                return self
            case _:
                assert_never(self.control)
        begun = replace(
            self,
            began_at=later(self.weekends, now, Seconds(0.0)),
            deadline=later(self.weekends, now, allowed),
            held=None,
            stopped_at=None,
            given=NOTHING_GIVEN,
        )
        return begun.stopped(now) if self._rests(seat, now) else begun

    def shown(self, to_move: Seat, seats: Iterable[Seat], now: Instant) -> Self:
        """Return the clock after the boards of these seats were posted; it may run from now on."""
        awaits_board = self.awaits_board - frozenset(seats)
        if awaits_board == self.awaits_board:
            return self
        return replace(self, awaits_board=awaits_board).going_on(to_move, now)

    def stopped(self, now: Instant) -> Self:
        """Return the clock stopped, with the rest of the turn held; unchanged without a limit."""
        if self.deadline is None:
            return self
        return replace(self, deadline=None, held=self.left(now), stopped_at=now)

    def going_on(self, to_move: Seat, at: Instant) -> Self:
        """Return a stopped clock running from that moment, unless that seat's time may not run yet.

        A running clock is unchanged.
        """
        if self.held is None or self.stopped_at is None or self._rests(to_move, at):
            return self
        used = between(self.weekends, self.began_at, self.stopped_at)
        return replace(
            self,
            # The time used before the stop counts, as the reminder comes after a share of the
            # whole.
            began_at=later(self.weekends, at, Seconds(-used)),
            deadline=later(self.weekends, at, self.held),
            held=None,
            stopped_at=None,
        )

    def longer(self, by: Seconds) -> Self:
        """Return the clock with more time for the turn, whether it is stopped or not."""
        if self.held is not None:
            return replace(self, held=Seconds(self.held + by))
        if self.deadline is None:
            return self
        return replace(self, deadline=later(self.weekends, self.deadline, by))

    def put_off(self, by: Seconds) -> Self:
        """Return the clock with its deadline later by a time that was lost, if it is running."""
        if self.deadline is None:
            return self
        return replace(
            self,
            began_at=Instant(self.began_at + by),
            deadline=Instant(self.deadline + by),
        )

    def banking(self, seat: Seat, more: Seconds) -> Self:
        """Return the clock with more time in the bank of the seat that is not to move."""
        return self._with_bank(seat, Seconds((self.bank_of(seat) or 0.0) + more))

    def bank_of(self, seat: Seat) -> Seconds | None:
        """Return what a seat had left in its bank after its last move; `None` without a bank."""
        return self.orange_bank if seat is Seat.ORANGE else self.gray_bank

    def is_away(self, seat: Seat, now: Instant) -> bool:
        """Return whether that seat is on vacation."""
        until = self.away.of(seat)
        return until is not None and now < until

    def _rests(self, seat: Seat, now: Instant) -> bool:
        """Return whether no time runs for that seat if it is to move."""
        return self.is_away(seat, now) or seat in self.awaits_board

    @property
    def flag_at(self) -> Instant | None:
        """When the match ends on time; `None` without a limit."""
        if self.deadline is None or not self.is_by_minutes:
            return self.deadline
        return Instant(self.deadline + FLAG_AFTER)

    def has_run_out(self, now: Instant) -> bool:
        """Return whether the player to move has no time left."""
        return self.deadline is not None and now >= self.deadline

    def left(self, now: Instant) -> Seconds | None:
        """Return the time left for the turn, at least 0; `None` without a limit."""
        if self.held is not None:
            return self.held
        if self.deadline is None:
            return None
        return Seconds(max(0.0, between(self.weekends, now, self.deadline)))

    @property
    def has_reminders(self) -> bool:
        """Whether the player to move can be reminded.

        They cannot without a limit, by minutes, or while the clock is stopped.
        """
        return self.deadline is not None and not self.is_by_minutes

    def reminder_at(self, share: Share = USUAL_SHARE) -> Instant | None:
        """Return when to remind the player to move, after that share of the time.

        Return `None` if the clock has no reminders, or the player wants none.
        """
        if self.deadline is None or self.is_by_minutes or share is Share.NEVER:
            return None
        return self._share_from(share, self.began_at, self.deadline)

    def next_reminder_at(self, now: Instant, share: Share = USUAL_SHARE) -> Instant | None:
        """Return the next reminder of the player to move; it may be overdue."""
        moment = self.reminder_at(share)
        if self.deadline is None or moment is None or moment > now:
            return moment
        return self._share_from(share, now, self.deadline)

    def _share_from(self, share: Share, start: Instant, deadline: Instant) -> Instant:
        whole = between(self.weekends, start, deadline)
        return later(self.weekends, start, Seconds(share.value / 100 * whole))

    def _with_bank(self, seat: Seat, left: Seconds) -> Self:
        if seat is Seat.ORANGE:
            return replace(self, orange_bank=left)
        return replace(self, gray_bank=left)


NO_CLOCK: Final = TurnClock()
"""The clock of a match without a limit of time."""

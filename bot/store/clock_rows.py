"""A match's clock as columns of the match's row, and back."""

import sqlite3

from bot.game import Seat
from bot.match.clock import TurnClock, Weekends, read_time, write_time
from bot.match.identity import Instant, Seconds
from bot.match.per_seat import PerSeat


def clock_columns(clock: TurnClock) -> dict[str, object]:
    """Give the columns of a clock that change in a match's life."""
    return {
        "time_control": write_time(clock.control),
        "turn_began_at": clock.began_at,
        "deadline": clock.deadline,
        "orange_bank": clock.orange_bank,
        "gray_bank": clock.gray_bank,
        "held": clock.held,
        "stopped_at": clock.stopped_at,
        "orange_away_until": clock.away.orange,
        "gray_away_until": clock.away.gray,
        "orange_gave": clock.given.orange,
        "gray_gave": clock.given.gray,
    }


def read_clock(row: sqlite3.Row) -> TurnClock:
    """Read a clock. A `ValueError` where a text of it cannot be read."""
    return TurnClock(
        control=read_time(row["time_control"]),
        began_at=Instant(row["turn_began_at"]),
        deadline=_instant(row["deadline"]),
        orange_bank=_seconds(row["orange_bank"]),
        gray_bank=_seconds(row["gray_bank"]),
        weekends=Weekends(row["weekends"]),
        held=_seconds(row["held"]),
        stopped_at=_instant(row["stopped_at"]),
        away=PerSeat(_instant(row["orange_away_until"]), _instant(row["gray_away_until"])),
        given=PerSeat(int(row["orange_gave"]), int(row["gray_gave"])),
        timeless=None if row["bot_seat"] is None else Seat(row["bot_seat"]),
    )


def _instant(value: float | None) -> Instant | None:
    return None if value is None else Instant(value)


def _seconds(value: float | None) -> Seconds | None:
    return None if value is None else Seconds(value)

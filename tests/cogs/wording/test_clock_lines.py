"""The exact words about time on boards and in lists."""

from dataclasses import replace

from bot.features.time.vacation import leave
from bot.game import Seat
from bot.match.clock import DAY, DEFAULT_TIME, HOUR, Bank, TurnClock, Weekends
from bot.match.identity import Instant, PerSeat, Seconds
from bot.match.match import Match
from bot.match.playing import resign
from cogs.wording.times import banks, more_time_lines, time_in_short, until_when
from tests.kit.matches import GRAY, NOON, ORANGE, match

LATER = Instant(NOON + 9 * DAY)
UNTIL = f"<t:{LATER:.0f}:f>"
DEADLINE = f"{NOON + 3 * DAY:.0f}"


def timed(weekends: Weekends = Weekends.PLAYED) -> Match:
    return replace(match(), clock=TurnClock.started(DEFAULT_TIME, NOON, weekends))


def test_a_running_clock_shows_its_deadline() -> None:
    assert until_when(timed()) == f"⏳ until <t:{DEADLINE}:f> (<t:{DEADLINE}:R>)"
    assert time_in_short(timed()) == f"time runs out <t:{DEADLINE}:R>"
    over_a_weekend = f"{NOON + 5 * DAY:.0f}"
    assert until_when(timed(Weekends.PAUSED)) == (
        f"⏳ until <t:{over_a_weekend}:f> (<t:{over_a_weekend}:R>) · weekends don't count"
    )


def test_a_stopped_clock_shows_the_remaining_time() -> None:
    away = leave(timed(), Seat.ORANGE, LATER, Instant(NOON + 21 * HOUR))
    assert until_when(away) == (
        f"⏸️ clock stopped: on vacation until {UNTIL}, then 2 days and 3 hours left"
    )
    assert time_in_short(away) == f"on vacation until {UNTIL}"
    assert more_time_lines(away) == []
    resting = leave(timed(Weekends.PAUSED), Seat.ORANGE, LATER, NOON)
    assert until_when(resting).endswith("then 3 days left · weekends don't count")


def test_a_match_without_a_limit_shows_a_vacation_and_no_time() -> None:
    assert until_when(match()) == ""
    assert time_in_short(match()) is None
    away = leave(match(), Seat.ORANGE, LATER, NOON)
    assert until_when(away) == f"🏖️ on vacation until {UNTIL}"


def test_the_board_shows_the_opponents_vacation_and_who_gave_time() -> None:
    away = leave(timed(), Seat.GRAY, LATER, NOON)
    given = replace(away, clock=replace(away.clock, given=PerSeat(1, 2)))
    assert more_time_lines(given) == [
        f"🏖️ <@{GRAY}> is on vacation until {UNTIL}.",
        f"🎁 <@{ORANGE}> gave <@{GRAY}> 1 day.",
        f"🎁 <@{GRAY}> gave <@{ORANGE}> 2 days.",
    ]
    assert more_time_lines(resign(given, ORANGE, NOON)) == []


def test_the_board_shows_the_banks_of_both_players() -> None:
    bank = Bank(DAY, HOUR, Seconds(2 * DAY))
    began = replace(match(), clock=TurnClock.started(bank, NOON))
    assert banks(began) == ["🏦 🟠 1 day for this turn · ⚪ 1 day · +1 hour per move"]
    later = Instant(NOON + 3 * HOUR)
    played = replace(
        began,
        position=replace(began.position, to_move=Seat.GRAY),
        clock=began.clock.pressed(Seat.ORANGE, later),
    )
    assert more_time_lines(played) == ["🏦 🟠 22 hours · ⚪ 1 day for this turn · +1 hour per move"]
    away = leave(began, Seat.ORANGE, LATER, later)
    assert banks(away) == ["🏦 🟠 21 hours · ⚪ 1 day · +1 hour per move"]
    assert banks(timed()) == []
    assert more_time_lines(resign(began, ORANGE, NOON)) == []

"""The words of the weekly digest."""

from dataclasses import replace

import pytest

from bot.features.digests.service import WeekOfServer
from bot.game import Seat
from bot.match.clock import DEFAULT_TIME, TurnClock
from cogs.digests.cog import digest_view
from cogs.wording.times import moment
from tests.cogs.digests.views import STRETCH
from tests.cogs.texts import text_of
from tests.kit.matches import GRAY, NOON, ORANGE, match


@pytest.mark.parametrize(
    ("to_move", "mover", "opponent"), [(Seat.ORANGE, ORANGE, GRAY), (Seat.GRAY, GRAY, ORANGE)]
)
def test_a_match_that_runs_out_of_time_soon_names_the_player_to_move_first(
    to_move: Seat, mover: int, opponent: int
) -> None:
    position = replace(match().position, to_move=to_move)
    timed = replace(match(position), clock=TurnClock.started(DEFAULT_TIME, NOON))
    deadline = timed.clock.deadline
    assert deadline is not None
    lines = [
        "**Time is running out**",
        f"⏳ <@{mover}> against <@{opponent}> · #1 · {moment(deadline)}",
    ]
    week = WeekOfServer(STRETCH, deadlines=(timed,))
    assert text_of(digest_view(week, None, None)).split("\n")[2:-1] == lines
    week = replace(week, more_deadlines=True)
    lines.append("-# and more soon after")
    assert text_of(digest_view(week, None, None)).split("\n")[2:-1] == lines

"""Whether users are offered another match after a match of a tournament."""

from dataclasses import replace

import pytest

from bot.game import Seat
from bot.match.match import EndReason, Outcome
from bot.match.terms import Conduct
from cogs.board.buttons import again_buttons
from tests.kit.matches import match


@pytest.mark.parametrize("why", [EndReason.ENDED_BY_MODERATOR, EndReason.BOT_GONE])
def test_no_rematch_is_offered_beside_a_match_that_begins_again(why: EndReason) -> None:
    over = replace(match(), outcome=Outcome(why, None))
    assert again_buttons(over) != []
    assert again_buttons(replace(over, conduct=Conduct.COMPETITIVE)) == []


def test_a_rematch_is_offered_after_a_tournament_match_that_was_decided() -> None:
    lost = replace(
        match(), conduct=Conduct.COMPETITIVE, outcome=Outcome(EndReason.RESIGNATION, Seat.ORANGE)
    )
    assert again_buttons(lost) != []

"""Durations and time controls, as users read them."""

import pytest

from bot.match.clock import DAY, HOUR, Bank, NoLimit, PerMove
from bot.match.identity import Seconds
from cogs.wording.times import span, time_choices, time_name


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0, "1 second"),
        (25.2, "25 seconds"),
        (59.6, "1 minute"),
        (62, "1 minute"),
        (150, "2 minutes"),
        (HOUR, "1 hour"),
        (HOUR + 60, "1 hour and 1 minute"),
        (3 * DAY, "3 days"),
        (2 * DAY + 3 * HOUR + 240, "2 days and 3 hours"),
        (DAY + 60, "1 day and 1 minute"),
    ],
)
def test_a_span_is_written_with_its_two_largest_units(seconds: float, words: str) -> None:
    assert span(Seconds(seconds)) == words


def test_time_controls_have_names() -> None:
    assert time_name(PerMove(Seconds(12 * HOUR))) == "12 hours per move"
    assert time_name(NoLimit()) == "no time limit"
    bank = Bank(Seconds(3 * DAY), Seconds(6 * HOUR), Seconds(5 * DAY))
    assert time_name(bank) == "3 days, plus 6 hours per move, up to 5 days"


def test_choices_fit_into_discords_menu() -> None:
    choices = time_choices()
    assert len(choices) <= 25
    assert len({choice.value for choice in choices}) == len(choices)
    assert all(len(choice.name) <= 100 for choice in choices)

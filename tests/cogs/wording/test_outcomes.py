"""The sentence about how a match ended."""

from dataclasses import replace

import pytest

from bot.game import Seat
from bot.match.match import EndReason, Match, Outcome
from bot.match.terms import Note
from cogs.wording.phrases import outcome_name, too_late
from tests.kit.matches import GRAY, ORANGE, match

PLAYERS = {Seat.ORANGE: "Ada", Seat.GRAY: "Bob"}
SENTENCES = {
    EndReason.LINE: "Ada wins: three cats in a line",
    EndReason.FULL_BED: "Ada wins: eight cats on the bed",
    EndReason.REPETITION: "A draw: the same position came up three times",
    EndReason.FIVEFOLD: "A draw: the same position came up five times",
    EndReason.MOST_TURNS: "A draw: 300 turns were played",
    EndReason.DEAD: "A draw: neither side has three pieces left",
    EndReason.AGREEMENT: "A draw: both agreed",
    EndReason.TIME: "Ada wins: Bob ran out of time",
    EndReason.RESIGNATION: "Ada wins: Bob resigned",
    EndReason.LEFT: "Ada wins: Bob left the server",
    EndReason.ABORTED: "No result: Ada didn't place in time, so the match was called off",
    EndReason.CALLED_OFF: "No result: the match was called off before both had moved",
    EndReason.BOTH_LEFT: "No result: both players left the server",
    EndReason.ENDED_BY_MODERATOR: "No result: a moderator ended the match",
    EndReason.FORFEIT: "Ada wins: Bob is out of the competition",
    EndReason.BOTH_FORFEIT: "No result: both players are out of the competition",
    EndReason.ADJUDICATED: "A draw: the tournament couldn't wait any longer",
    EndReason.BOT_GONE: "No result: I was out of this server for 60 days",
}


def player_name(_: Match, seat: Seat) -> str:
    return PLAYERS[seat]


def outcome(why: EndReason) -> Outcome:
    return Outcome(why, Seat.ORANGE if "wins" in SENTENCES[why] else None)


@pytest.mark.parametrize("why", EndReason)
def test_every_outcome_has_a_sentence(why: EndReason) -> None:
    assert outcome_name(match(), outcome(why), player_name) == SENTENCES[why]


def test_the_winner_is_named_in_either_seat() -> None:
    won = Outcome(EndReason.RESIGNATION, Seat.GRAY)
    assert outcome_name(match(), won, player_name) == "Bob wins: Ada resigned"


def test_the_outcome_contains_a_moderators_reason() -> None:
    ended = Outcome(EndReason.ENDED_BY_MODERATOR, None, Note("both asked"))
    expected = "No result: a moderator ended the match (“both asked”)"
    assert outcome_name(match(), ended, player_name) == expected


def test_the_answer_to_a_late_turn_says_how_the_match_ended() -> None:
    over = replace(match(), outcome=outcome(EndReason.TIME))
    end = f"<@{ORANGE}> wins: <@{GRAY}> ran out of time"
    assert too_late(over) == f"Too late: **#{over.id}** is over. {end}."

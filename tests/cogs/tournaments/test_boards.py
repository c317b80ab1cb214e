"""The line on a board about the tournament to which its match belongs."""

from dataclasses import replace

from bot.features.matches.competitions import CompetitionName
from bot.match.match import EndReason, Outcome
from bot.match.terms import Conduct
from cogs.board.layout import competition_line
from cogs.wording.phrases import outcome_name
from tests.kit.matches import match


def test_a_board_names_the_tournament_and_its_season() -> None:
    assert competition_line(None) == ""
    assert competition_line(CompetitionName("Autumn *league*")) == r"-# 🏆 Autumn \*league\*"
    assert competition_line(CompetitionName("", ladder_of="rows")) == "-# 🪜 Ladder: rows"
    assert competition_line(CompetitionName("Autumn", 2)) == "-# 🏆 Autumn · season 2"


def test_a_tournament_match_that_was_ended_does_not_say_that_it_has_no_result() -> None:
    ended = Outcome(EndReason.ENDED_BY_MODERATOR, None)
    assert outcome_name(match(), ended).startswith("No result")
    name = outcome_name(replace(match(), conduct=Conduct.COMPETITIVE), ended)
    assert "the competition says how this match counts" in name
    assert "No result" not in name

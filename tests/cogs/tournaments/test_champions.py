"""The user who is named as the champion of a cup."""

from dataclasses import replace

from bot.features.tournaments.tournament import EntrantState, TournamentFormat, TournamentTerms
from cogs.tournaments.wording import champions_lines
from tests.cogs.tournaments.fields import new_league
from tests.kit.matches import NOON


def test_a_cup_whose_finalists_are_both_out_names_no_champion() -> None:
    field = new_league(4, TournamentTerms(TournamentFormat.CUP, most_entrants=4))
    gone = tuple(
        replace(each, state=EntrantState.OUT, out_at=NOON, place=place)
        for each, place in zip(field.entrants, (2, 2, 3, 3), strict=True)
    )
    first, *others = champions_lines(replace(field, entrants=gone, pairings=()))
    assert first == "Both finalists are out, so there is no champion."
    assert [line[0] for line in others] == ["🥈", "🥉"]

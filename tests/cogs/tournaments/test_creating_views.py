"""The panel on which a host makes the remaining choices about a tournament."""

from bot.features.tournaments.tournament import TournamentFormat, TournamentState, TournamentTerms
from cogs.tournaments.creating_views import draft_panel
from tests.cogs.texts import text_of
from tests.cogs.tournaments.fields import tournament
from tests.kit.matches import NOON


def test_the_number_of_players_is_in_the_text_of_a_draft_once() -> None:
    """The terms of a cup say it; those of a league say how large its groups are."""
    for terms in (
        TournamentTerms(TournamentFormat.CUP, most_entrants=4),
        TournamentTerms(group_size=6, most_entrants=24),
    ):
        text = text_of(draft_panel(tournament(TournamentState.DRAFT, terms), NOON))
        assert text.count(f"p to {terms.most_entrants}") == 1, text

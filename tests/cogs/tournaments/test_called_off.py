"""Messages about tournaments that were called off."""

from dataclasses import replace

from bot.features.tournaments.tournament import (
    EntrantState,
    TournamentField,
    TournamentState,
    TournamentTerms,
)
from cogs.tournaments.notices import called_off_message
from cogs.tournaments.views import sign_up_card
from tests.cogs.texts import texts_of
from tests.cogs.tournaments.fields import new_league
from tests.kit.matches import NOON


def call_off(*, begun: bool) -> TournamentField:
    """Return a tournament of three with one entrant out, called off before or after its start."""
    field = new_league(3, TournamentTerms())
    first, *others = field.entrants
    tournament = replace(
        field.tournament,
        state=TournamentState.CALLED_OFF,
        begun_at=NOON if begun else None,
    )
    out = replace(first, state=EntrantState.OUT)
    return replace(field, tournament=tournament, entrants=(out, *others))


def test_too_few_players_are_the_reason_only_if_the_tournament_has_not_begun() -> None:
    for begun in (False, True):
        field = call_off(begun=begun)
        for view in (called_off_message(field), sign_up_card(field, NOON)):
            assert ("too few players entered" in " ".join(texts_of(view))) is not begun

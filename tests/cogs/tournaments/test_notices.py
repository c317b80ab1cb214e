"""What direct messages tell the entrants of a tournament that has begun."""

from dataclasses import replace

import pytest

from bot.features.tournaments.tournament import EntrantState, TournamentTerms
from bot.match.terms import VenueKind
from cogs.tournaments.notices import anew_message, waiting_message
from tests.cogs.texts import text_of
from tests.cogs.tournaments.fields import new_league


@pytest.mark.parametrize(
    ("seed", "why"),
    [
        (None, "All places are taken, so you wait for one."),
        (9, "The groups could not be filled, so you wait for a place."),
    ],
)
def test_an_entrant_who_waits_is_told_why(seed: int | None, why: str) -> None:
    """An entrant without a seed came too late; one with a seed was left over by the draw."""
    field = new_league(8, TournamentTerms())
    entrant = replace(field.entrants[-1], seed=seed)
    assert waiting_message(field, entrant) is None
    message = waiting_message(field, replace(entrant, state=EntrantState.WAITING))
    assert message is not None
    assert why in text_of(message)


@pytest.mark.parametrize(
    ("venue", "where"),
    [(VenueKind.DIRECT, "The board comes here"), (VenueKind.THREAD, "in a new thread.")],
)
def test_an_entrant_is_told_whom_they_play_again(venue: VenueKind, where: str) -> None:
    field = new_league(4, TournamentTerms(group_size=4, venue=venue))
    entrant, *_ = field.entrants
    ended, ended_too, *others = field.pairings_of(entrant.id)
    kept = [each for each in field.pairings if each not in (ended, ended_too)]
    again = [replace(each, matches_before=1) for each in (ended, ended_too)]
    assert others
    assert anew_message(field, entrant) is None
    message = anew_message(replace(field, pairings=(*again, *kept)), entrant)
    assert message is not None
    first, second = (f"<@{field.entrant(each.leg.opponent_of(entrant.id)).user}>" for each in again)
    words = f"You play again against {first} and {second}, as that match ended without a result"
    assert words in text_of(message)
    assert where in text_of(message)

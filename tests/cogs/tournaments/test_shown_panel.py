"""The private panel of a tournament that users can enter."""

from dataclasses import replace

import discord
import pytest

from bot.features.tournaments.tournament import EntrantState, TournamentState, TournamentTerms
from bot.match.identity import UserId
from cogs.core.components import ActionButton
from cogs.tournaments.views import shown_panel, sign_up_card
from tests.cogs.tournaments.fields import new_league, tournament
from tests.kit.matches import NOON

TERMS = TournamentTerms()
OPEN = replace(new_league(4, TERMS), tournament=tournament(TournamentState.OPEN, TERMS))


def labels_of(view: discord.ui.LayoutView) -> list[str]:
    """List the labels of the buttons."""
    return [
        each.item.label or "" for each in view.walk_children() if isinstance(each, ActionButton)
    ]


@pytest.mark.parametrize(
    ("state", "way"),
    [
        (EntrantState.IN, "Leave"),
        (EntrantState.WAITING, "Leave"),
        (None, "Enter"),
    ],
)
def test_a_user_can_either_enter_or_leave_by_their_own_panel(
    state: EntrantState | None, way: str
) -> None:
    first, *others = OPEN.entrants
    entrants = others if state is None else [replace(first, state=state), *others]
    field = replace(OPEN, entrants=tuple(entrants))
    assert labels_of(shown_panel(field, UserId(first.user), NOON, may_start=False)) == [way]
    assert labels_of(sign_up_card(field, NOON)) == ["Enter", "Leave"], "a public card has both"

"""The buttons that answer an offer."""

from dataclasses import replace

import discord
import pytest

from bot.game import Seat
from bot.match.identity import Ply
from bot.match.match import DrawOffers, TakebackOffer
from bot.text import ENGLISH, Language, speaking, translations
from cogs.board.buttons import offer_items
from cogs.core.components import ActionButton
from cogs.wording.phone_lines import width_of
from tests.kit.matches import match

MOST_LETTERS = 30
"""What two buttons side by side have room for on a phone 360 pixels wide."""


@pytest.mark.parametrize("language", [ENGLISH, *translations()])
def test_the_two_answers_to_an_offer_are_side_by_side_on_a_phone(language: Language) -> None:
    """Third and fourth rows of answers would push the bed out of view."""
    offer, request = DrawOffers(open_by=Seat.ORANGE), TakebackOffer(Seat.ORANGE, Ply(0))
    asked = replace(match(), draws=offer, takeback=request)
    with speaking(language):
        rows = [each for each in offer_items(asked) if isinstance(each, discord.ui.ActionRow)]
    assert len(rows) == 2
    every_label = set[str]()
    for row in rows:
        labels = [each.item.label or "" for each in row.children if isinstance(each, ActionButton)]
        assert len(labels) == 2
        assert sum(map(width_of, "".join(labels))) <= MOST_LETTERS, labels
        every_label.update(labels)
    assert len(every_label) == 4, "no answer to a draw reads like one to a takeback"

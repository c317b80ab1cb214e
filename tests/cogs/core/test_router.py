"""Registered functions answer refusals for which a sentence is not enough."""

import pytest

from bot.app import Interaction
from bot.features.challenges.errors import ChallengeClosed
from bot.features.matches.errors import StaleBoard
from cogs.core import router
from cogs.core.errors import UnknownForm
from cogs.core.router import answers
from cogs.delivery.answering import answer_stale
from cogs.delivery.challenge_delivery import refuse_closed


def test_a_stale_board_and_a_closed_challenge_have_answers_of_their_own() -> None:
    assert router._ANSWERS[StaleBoard] is answer_stale
    assert router._ANSWERS[ChallengeClosed] is refuse_closed


def test_two_functions_cannot_answer_the_same_refusal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(router, "_ANSWERS", {})

    @answers(UnknownForm)
    async def first(interaction: Interaction, refusal: UnknownForm) -> None: ...

    assert {UnknownForm: first} == router._ANSWERS
    with pytest.raises(ValueError, match="two functions answer UnknownForm"):
        answers(UnknownForm)(first)

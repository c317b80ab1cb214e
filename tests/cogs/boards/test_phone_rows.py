"""Rows of buttons on a phone 360 pixels wide, in every language."""

from collections.abc import Sequence
from dataclasses import replace

import discord
import pytest

from bot.game import Seat
from bot.match.clock import DEFAULT_TIME, TurnClock
from bot.match.identity import Ply, UserId
from bot.match.match import TakebackOffer
from bot.match.terms import LevelNumber
from bot.text import ENGLISH, Language, gettext, speaking, translations
from cogs.core.components import ActionButton
from cogs.core.outgoing import Picture
from cogs.hints.cog import measured_panel
from cogs.matches.takebacks import ask_panel
from cogs.matches.views import more_panel
from cogs.practice.views import PracticeTerms, practice_panel
from cogs.wording.phone_lines import width_of
from tests.cogs.practice.views import practice_match
from tests.kit.matches import NOON, ORANGE, match, match_after_shuttle

ROW, AROUND, BETWEEN = 39.7, 3.8, 1.0
"""The width of a row, of what is around a label, and of the gap between two buttons, in letters."""

in_every_language = pytest.mark.parametrize("language", [ENGLISH, *translations()])


def rows_of(labels: Sequence[str]) -> list[list[str]]:
    """Break buttons into rows as a phone does."""
    rows: list[list[str]] = []
    left = 0.0
    for label in labels:
        width = sum(map(width_of, label)) + AROUND
        if not rows or width + BETWEEN > left:
            rows.append([])
            left = ROW + BETWEEN
        rows[-1].append(label)
        left -= width + BETWEEN
    return rows


def labels_of(view: discord.ui.LayoutView) -> list[list[str]]:
    """List the labels of the buttons in each row."""
    rows = (each for each in view.children if isinstance(each, discord.ui.ActionRow))
    labels = (
        [each.item.label or "" for each in row.children if isinstance(each, ActionButton)]
        for row in rows
    )
    return [row for row in labels if row]


@in_every_language
def test_what_a_waiting_player_can_do_takes_three_rows_and_the_end_another(
    language: Language,
) -> None:
    """More rows would push the board, which the panel is below, out of view."""
    played, _ = match_after_shuttle(5)
    waiting = replace(played, clock=TurnClock.started(DEFAULT_TIME, NOON))
    with speaking(language):
        offers, ends = labels_of(more_panel(waiting, UserId(ORANGE)))
    assert (len(offers), len(ends)) == (4, 2)
    assert len(rows_of(offers)) <= 3, rows_of(offers)
    assert len(rows_of(ends)) == 1, rows_of(ends)
    asked = replace(waiting, takeback=TakebackOffer(Seat.ORANGE, Ply(4)))
    with speaking(language):
        offers, _ = labels_of(more_panel(asked, UserId(ORANGE)))
        assert offers[1] == gettext("Withdraw takeback")
    assert len(rows_of(offers)) <= 3, rows_of(offers)


@in_every_language
def test_two_answers_to_a_question_are_side_by_side(language: Language) -> None:
    waiting, _ = match_after_shuttle(1)
    picture = Picture(b"", "bed.png", "A bed")
    with speaking(language):
        rows = [
            *labels_of(ask_panel(waiting, match(), ORANGE, picture)),
            *labels_of(measured_panel(practice_match())),
            *labels_of(practice_panel(PracticeTerms(LevelNumber(3), "classic")))[:2],
        ]
    assert [len(row) for row in rows] == [2, 2, 2, 2]
    assert [row for row in rows if len(rows_of(row)) > 1] == []

"""The board as text: its letters read back and fit a phone, and sentences say the rest."""

import re
from collections.abc import Callable
from dataclasses import replace
from functools import partial

import discord
import pytest
from hypothesis import given, settings

from bot.game import RULESETS, Bed, Kind, Piece, Position, Ruleset, Seat, Square, name_of
from bot.game.squares import mask_of
from bot.match.clock import Minutes, TurnClock
from bot.match.identity import Seconds
from bot.match.match import Match
from cogs.board.layout import board_layout, private_board, text_board
from cogs.board.message import write
from cogs.core.components import ActionButton
from cogs.wording.written_board import legend_of, letters_of, shows_letters
from tests.cogs.test_views import most_options
from tests.kit.matches import CHOICE, GRAY, NOON, ORANGE, match
from tests.kit.positions import positions
from tests.kit.thoroughness import quick_or_thorough, sampled

PHONE = 40
"""The columns of monospaced text that a phone shows."""

PIECES = {
    f"{mark}{kind.value}": Piece(seat, kind)
    for seat, mark in ((Seat.ORANGE, "o"), (Seat.GRAY, "g"))
    for kind in Kind
}


MINUTES = Minutes(Seconds(300.0), Seconds(0.0))


def read_letters(text: str) -> dict[str, Piece]:
    """Read the bed by rows and columns, as a user does."""
    above, *rows, below = text.splitlines()
    assert above == below
    columns = {name: above.index(name) for name in "abcdef"}
    found = {}
    for number, row in enumerate(rows, 1):
        assert row[0] == row[-1] == str(number)
        for name, at in columns.items():
            letters = row[at - 1 : at + 1].strip()
            if letters != "·":
                found[f"{name}{number}"] = PIECES[letters]
    return found


@pytest.mark.parametrize("ruleset", sampled(RULESETS, 2, 4), ids=lambda ruleset: ruleset.name)
def test_the_text_board_can_be_read_back(ruleset: Ruleset) -> None:
    @settings(deadline=None, max_examples=quick_or_thorough(15, 100))
    @given(positions(ruleset))
    def read_back(position: Position) -> None:
        expected = {name_of(square): piece for square, piece in position.bed}
        assert read_letters(letters_of(position)) == expected

    read_back()


def test_the_letters_fit_a_phone() -> None:
    every = mask_of(Square(number) for number in range(36))
    text = letters_of(Position(Bed(gray_cats=every)))
    assert len(text.splitlines()) == 8
    assert max(map(len, text.splitlines())) <= PHONE


def test_pieces_do_not_differ_only_in_capitalization() -> None:
    assert len({letters.lower() for letters in PIECES}) == len(PIECES)


def test_the_legend_names_cats_only_if_the_ruleset_has_them() -> None:
    for ruleset in RULESETS:
        legend = legend_of(Position.start(ruleset))
        assert "`oK` orange kitten" in legend
        assert ("`gC` gray cat" in legend) == ruleset.has_cats


def test_the_text_board_names_the_players_their_pieces_and_the_player_to_move() -> None:
    heading, written, *_ = texts_of(text_board(match(), write(match())))
    assert heading.startswith(f"### #1 · 🟠 <@{ORANGE}> against ⚪ <@{GRAY}>")
    words, letters = written.split("```", 1)
    assert words.startswith("Orange: no pieces on the bed; in hand 8 kittens.")
    assert words.endswith("Orange to move.\n")
    assert shows_letters(f"```{letters}")


@pytest.mark.long
def test_a_choice_is_listed_by_letters_and_squares_and_has_buttons() -> None:
    current = most_options()
    written = write(current)
    assert re.search(r"To choose: A [a-f]\d", written.written)
    mover = current.seats.user_of(current.position.to_move)
    view = private_board(current, mover, written, "https://x.invalid/")
    assert view.total_children_count > 10
    shown_to_all = text_board(current, written)
    assert any(f"play:{current.id}:" in each for each in custom_ids_of(shown_to_all))


@pytest.mark.parametrize("of", [match, partial(match, CHOICE), most_options])
def test_the_text_board_is_short_enough_for_a_message(of: Callable[[], Match]) -> None:
    found = of()
    assert text_board(found, write(found)).content_length() <= 4000


def test_only_the_player_to_move_has_buttons() -> None:
    current = match()
    own, other = (
        private_board(current, user, write(current), "https://x.invalid/")
        for user in (ORANGE, GRAY)
    )
    columns = [f"turn:{current.id}:{current.revision}:{column}" for column in "abcdef"]
    assert [each in custom_ids_of(own) for each in columns] == [True] * 6
    assert not any(each in custom_ids_of(other) for each in columns)


def texts_of(view: discord.ui.LayoutView) -> list[str]:
    """List the texts of a view."""
    return [
        each.content for each in view.walk_children() if isinstance(each, discord.ui.TextDisplay)
    ]


def custom_ids_of(view: discord.ui.LayoutView) -> list[str]:
    """List the custom IDs of a view's buttons."""
    return [each.custom_id for each in view.walk_children() if isinstance(each, ActionButton)]


def test_no_turn_can_be_typed_before_both_players_are_ready() -> None:
    current = match()
    waiting = replace(current, clock=TurnClock.started(MINUTES, NOON))
    assert waiting.clock.awaits_ready
    for each, is_offered in ((current, True), (waiting, False)):
        written = write(each)
        alone = board_layout(each, written, reader=each.to_move)
        private = private_board(each, ORANGE, written, "https://x.invalid/")
        for view in (alone, private):
            actions = {each.partition(":")[0] for each in custom_ids_of(view)}
            assert ("type-turn" in actions) is is_offered
            assert ("ready" in actions) is not is_offered

"""Hints in words: the turn, the reason, the turns foreseen, and how many hints each player had."""

from dataclasses import replace

import pytest

from bot.engine.reasons import ForcesWin, Graduates, StopsWin, TakesMiddle, Wins
from bot.features.hints.service import HintAnswer
from bot.game import SEAM, Kind, Position, Seat, WinBy, read_position, read_turn, square_named
from bot.match.match import Match
from bot.match.terms import LevelNumber, Measurement, Practice, Stakes
from cogs.board.layout import hints_line
from cogs.core.outgoing import Picture
from cogs.hints.cog import hint_buttons, hint_panel, hint_scene
from cogs.wording.alt_text import alt_text
from render.scene import Ending, Status
from tests.cogs.hints.views import CASUAL, hint_answer
from tests.cogs.practice.views import practice_match
from tests.cogs.texts import text_of
from tests.kit.matches import GRAY, ORANGE, STRANGER

PICTURE = Picture(b"png", "hint.png", "words")
MIDDLE = (TakesMiddle(),)


def text_of_hint(
    given: HintAnswer, *reasons: Wins | ForcesWin | Graduates | StopsWin | TakesMiddle
) -> str:
    return text_of(hint_panel(given, reasons, PICTURE))


def test_a_turn_is_described_in_words_with_its_reasons() -> None:
    text = text_of_hint(
        hint_answer(CASUAL, read_turn("Kc3")), Graduates(3, 3, 3), StopsWin(WinBy.LINE)
    )
    assert "**Place a kitten on c3**\n" in text
    assert "It graduates three kittens and stops their line." in text
    assert "-# 2 of 3 hints left in this match." in text


def test_the_last_hint_is_announced() -> None:
    text = text_of_hint(hint_answer(CASUAL, read_turn("Kc3"), left=0), *MIDDLE)
    assert "-# That was your last hint in this match." in text
    assert "left" not in text


def test_a_forced_win_is_announced_if_the_reasons_do_not_mention_it() -> None:
    seen = hint_answer(CASUAL, read_turn("Kc3"), wins_in=3)
    assert "With good play, it wins within 3 more turns against every reply" in text_of_hint(
        seen, *MIDDLE
    )
    assert "every reply" not in text_of_hint(hint_answer(CASUAL, read_turn("Kc3")), *MIDDLE)
    for reason in (ForcesWin(WinBy.LINE), Wins(WinBy.LINE, Kind.CAT)):
        assert "every reply" not in text_of_hint(seen, reason)


def test_keeping_the_seam_piece_is_mentioned() -> None:
    current = replace(CASUAL, position=Position.start(SEAM))
    assert "on c3, and keep the seam piece**" in text_of_hint(
        hint_answer(current, read_turn("Kc3")), *MIDDLE
    )
    laid = text_of_hint(hint_answer(current, read_turn("Kc3~cd+")), *MIDDLE)
    assert "on c3, and lay the seam piece between c and d, from the top**" in laid
    assert "keep" not in text_of_hint(hint_answer(CASUAL, read_turn("Kc3")))


def test_a_hint_during_a_draft_says_that_it_replaces_the_draft() -> None:
    drafted = replace(CASUAL, draft=read_turn("Ka1"))
    assert "It replaces the turn that you have begun" in text_of_hint(
        hint_answer(drafted, read_turn("Kc3"))
    )
    assert "replaces" not in text_of_hint(hint_answer(CASUAL, read_turn("Kc3")))


@pytest.mark.parametrize(("measured", "told"), [(Measurement.YES, 1), (Measurement.NO, 0)])
def test_a_hint_after_which_the_match_does_not_count_says_so(
    measured: Measurement, told: int
) -> None:
    current = practice_match(CASUAL, Practice(LevelNumber(3), measured=measured))
    assert text_of_hint(hint_answer(current, read_turn("Kc3"))).count("just for fun now") == told


def test_the_picture_shows_the_bed_after_the_turn_with_the_same_seat_to_move() -> None:
    scene = hint_scene(CASUAL, read_turn("Kc3"))
    assert scene.status is Status.HINTED
    assert scene.position.to_move is CASUAL.position.to_move
    assert scene.position.bed.piece_at(square_named("c3")) is not None
    assert alt_text(scene).startswith("A hint, not played yet")


def test_the_picture_of_a_winning_turn_shows_the_win() -> None:
    winning = read_position("CC4/6/6/6/6/6 o 0,6 8,0")
    scene = hint_scene(replace(CASUAL, position=winning), read_turn("Cc1"))
    assert scene.ending is Ending.ORANGE_WON


def test_only_the_player_to_move_in_a_casual_match_gets_the_button() -> None:
    assert len(hint_buttons(CASUAL, ORANGE)) == 1
    assert hint_buttons(CASUAL, GRAY) == []
    assert hint_buttons(CASUAL, STRANGER) == []
    assert hint_buttons(replace(CASUAL, stakes=Stakes.RATED), ORANGE) == []


def test_the_board_counts_the_hints_of_both_players() -> None:
    assert hints_line(CASUAL, {}) == []
    assert hints_line(CASUAL, {GRAY: 2}) == ["-# 💡 Hints: 🟠 0 · ⚪ 2"]
    against_the_bot: Match = practice_match(CASUAL)
    assert against_the_bot.bot is not None
    assert against_the_bot.bot.seat is Seat.GRAY
    assert hints_line(against_the_bot, {ORANGE: 1}) == ["-# 💡 Hints: 🟠 1"]

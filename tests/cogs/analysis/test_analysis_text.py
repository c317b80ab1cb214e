"""Sentences about who led a match and what a turn gave away."""

import re
from collections.abc import Iterable
from dataclasses import replace

import pytest

from bot.engine import expectation, own_turns
from bot.engine.analysis import MATTERS, Analysis, JudgedTurn
from bot.engine.book import known_score
from bot.engine.reasons import ForcesWin, Graduates, PushesOff, StopsWin, TakesMiddle, Wins
from bot.engine.tree import WIN
from bot.game import Kind, Seat, WinBy, read_turn
from bot.text import Language, speaking
from cogs.analysis.phrases import (
    better_line,
    chances_name,
    continuation_line,
    opening_lines,
    part_name,
    slip_text,
    standing_name,
    turn_lines,
    worth_name,
)
from cogs.analysis.views import analysis_panel, balance_of, curve_text
from cogs.core.components import ActionButton
from cogs.core.outgoing import Picture
from cogs.replay.views import replay_view
from cogs.wording.alt_text import LONGEST
from cogs.wording.phone_lines import ROOM_BELOW_BED as ROOM
from render.theme import DAY_QUILT
from tests.cogs.analysis.views import analysis_of, finished_match, record_of
from tests.cogs.texts import text_of
from tests.engine.refereed_book import proved_positions

BEST, PLAYED = read_turn("Kc3=b2c3d4"), read_turn("Kd4")
SLIP = JudgedTurn(
    Seat.GRAY,
    PLAYED,
    -240,
    (BEST, PLAYED),
    155,
    (Graduates(3, 3, 3), StopsWin(WinBy.LINE)),
)


@pytest.mark.parametrize(
    ("share", "name"), [(0.0, "1%"), (0.004, "1%"), (0.5, "50%"), (0.999, "99%"), (1.0, "99%")]
)
def test_an_uncertain_score_is_never_shown_as_0_or_100_percent(share: float, name: str) -> None:
    assert part_name(share) == name


@pytest.mark.parametrize(
    ("score", "name"),
    [
        (0, "50%"),
        (400, "91%"),
        (WIN - 1, "a win at once"),
        (WIN - 3, "a win in 2 turns"),
        (2 - WIN, "a loss at once"),
        (4 - WIN, "a loss in 2 turns"),
    ],
)
def test_a_score_is_named_as_a_percentage_or_as_the_turns_to_a_win_or_loss(
    score: int, name: str
) -> None:
    assert worth_name(score) == name


@pytest.mark.parametrize(
    ("score", "name"),
    [
        (0, "🟠 50% · ⚪ 50%"),
        (-400, "🟠 9% · ⚪ 91%"),
        (WIN, "🟠 orange has won"),
        (-WIN, "⚪ gray has won"),
        (1 - WIN, "⚪ gray can win with the next turn"),
        (WIN - 2, "🟠 orange can win with the next turn"),
        (WIN - 5, "🟠 orange can win in 3 turns"),
    ],
)
def test_the_score_is_shown_for_both_players(score: int, name: str) -> None:
    assert chances_name(score) == name


def test_a_mistake_is_shown_with_both_scores_and_the_better_turn() -> None:
    assert slip_text(SLIP) == (
        "winning chances 71% → 20%. Better: a kitten on c3 (b2 c3 d4 off the bed)."
    )
    certain = replace(SLIP, best_score=WIN - 3)
    assert slip_text(certain) == (
        "a win in 2 turns → a winning chance of 20%. Better: a kitten on c3 (b2 c3 d4 off the bed)."
    )


def test_a_better_turn_is_shown_with_its_reasons_and_its_continuation() -> None:
    assert better_line(SLIP, ROOM) == "💡 It graduates three kittens and stops their line."
    more = replace(SLIP, reasons=(*SLIP.reasons, TakesMiddle()))
    assert better_line(more, ROOM) == better_line(SLIP, ROOM), "a third reason is too much"
    long = replace(SLIP, reasons=(ForcesWin(WinBy.FULL_BED), PushesOff(2, 1)))
    with speaking(Language("de")):
        assert better_line(long, ROOM) == "💡 Der Zug droht mit einer unaufhaltsamen achten Katze."
        assert better_line(long, ROOM + 2) != better_line(long, ROOM)
    assert continuation_line(SLIP) == (
        "-# The match could have continued: a kitten on c3 (b2 c3 d4 off the bed) → a kitten on d4"
    )
    assert continuation_line(replace(SLIP, best=SLIP.best[:1])) == ""


def test_the_description_of_a_turn_that_avoids_an_immediate_loss_says_so_first() -> None:
    at_once = replace(SLIP, played_score=2 - WIN)
    assert better_line(at_once, ROOM) == "💡 It stops their line and graduates three kittens."
    pushes = replace(at_once, reasons=(PushesOff(1, 0), TakesMiddle()))
    assert better_line(pushes, ROOM) == (
        "💡 It doesn't let them win at once; it pushes one of their kittens off the bed."
    )
    assert better_line(replace(at_once, reasons=()), ROOM) == "💡 It doesn't let them win at once."
    wins = replace(at_once, reasons=(Wins(WinBy.LINE, Kind.CAT),))
    assert better_line(wins, ROOM) == "💡 It wins at once with three cats in a line."


def test_each_turn_has_a_line_with_the_winning_chances_and_any_better_turn() -> None:
    best = JudgedTurn(Seat.ORANGE, PLAYED, 20, (PLAYED,), 20)
    nearly = JudgedTurn(Seat.ORANGE, PLAYED, 0, (BEST,), 30)
    lost = JudgedTurn(Seat.GRAY, PLAYED, 4 - WIN, (PLAYED,), 4 - WIN)
    analysis = Analysis(5, (best, SLIP, nearly, lost))
    assert turn_lines(analysis, 0) == ["⚖️ Winning chances: 🟠 51% · ⚪ 49%"]
    assert turn_lines(analysis, 1) == ["⚖️ 🟠 53% · ⚪ 47%. No turn was better."]
    assert turn_lines(analysis, 2) == [
        "💡 Winning chances 71% → 20%. Better: a kitten on c3 (b2 c3 d4 off the bed)."
    ]
    assert turn_lines(analysis, 3) == [
        "⚖️ 🟠 50% · ⚪ 50%. A little better: a kitten on c3 (b2 c3 d4 off the bed)."
    ]
    assert turn_lines(analysis, 4) == ["⚖️ 🟠 orange can win in 2 turns"]


@pytest.mark.parametrize(
    ("best", "played", "words"),
    [
        (WIN - 3, 800, "💡 A win in 2 turns → a winning chance of 99%."),
        (-800, 4 - WIN, "💡 A winning chance of 1% → a loss in 2 turns."),
        (-990, 4 - WIN, "💡 A winning chance of 1% → a loss in 2 turns."),
    ],
)
def test_a_turn_that_changes_a_proved_result_is_not_called_nearly_the_best(
    best: int, played: int, words: str
) -> None:
    turn = JudgedTurn(Seat.GRAY, PLAYED, played, (BEST,), best)
    assert turn.loss < MATTERS
    [line] = turn_lines(Analysis(0, (turn,)), 1)
    assert line.startswith(words)


def test_the_alt_text_describes_the_whole_curve() -> None:
    record = record_of(finished_match())
    analysis = analysis_of(record, (0, 0), (WIN - 3, 40), (0, 0), (-30, -30))
    assert curve_text(record, analysis) == (
        f"Who was ahead in match #{10**15 - 1}: at the start orange 50%, gray 50%; "
        "after turn 1 orange 50%, gray 50%; after turn 2 orange 44%, gray 56%; "
        "after turn 3 orange 50%, gray 50%; at the end, after 4 turns, orange 54%, gray 46%. "
        "Pinned: turn 2 by gray."
    )
    three = analysis_of(record, (400, 0), (400, 0), (0, 0), (WIN - 1, 2 - WIN))
    words = curve_text(record, three)
    assert words.endswith(
        "orange can win with the next turn. Pinned: turns 1 by orange, 2 by gray and 4 by gray."
    )
    assert len(words) <= LONGEST


def test_the_panel_lists_the_mistakes_or_says_that_there_were_none() -> None:
    record, picture = record_of(finished_match()), Picture(b"png", "a.png", "words")
    perfect = analysis_of(record, *[(0, 0)] * 4)
    text = text_of(
        analysis_panel(record, repeat_turns(perfect), picture, may_share=False, missed=False)
    )
    assert "**Accuracy:** 🟠 100% · ⚪ 100%" in text
    assert "-# How much of the winning chances a turn kept, on average." in text
    assert "No turn gave much away." in text
    one = analysis_of(record, (0, 0), (WIN - 3, 40), (0, 0), (0, 0))
    text = text_of(analysis_panel(record, one, picture, may_share=False, missed=False))
    assert "1️⃣ **Turn 2** ⚪ a win in 2 turns → a winning chance of " in text
    hopeless = analysis_of(record, (2 - WIN, 2 - WIN), (0, 0), (2 - WIN, 2 - WIN), (0, 0))
    text = text_of(
        analysis_panel(record, repeat_turns(hopeless), picture, may_share=False, missed=False)
    )
    assert "🟠 was lost throughout · ⚪ 100%" in text


def test_no_conclusion_is_drawn_about_withheld_turns() -> None:
    record, picture = record_of(finished_match()), Picture(b"png", "a.png", "words")
    perfect = repeat_turns(analysis_of(record, *[(0, 0)] * 4))

    def panel(plies: Iterable[int]) -> str:
        kept = perfect.keeping_back({*plies})
        return text_of(analysis_panel(record, kept, picture, may_share=True, missed=False))

    everything = panel(range(9))
    assert "-# 8 turns are kept back" in everything
    for words in ("ccuracy", "was lost throughout", "No turn gave much away.", "How much of"):
        assert words not in everything
    assert "**Accuracy:** ⚪ 100%\n-# How much" in panel(range(1, 9, 2))
    assert "**Accuracy:** 🟠 100% · ⚪ 100%" in panel(range(6))
    assert "No turn gave much away." not in panel(range(6))
    hopeless = analysis_of(record, (2 - WIN, 2 - WIN), (0, 0), (2 - WIN, 2 - WIN), (0, 0))
    kept = repeat_turns(hopeless).keeping_back({0, 1})
    text = text_of(analysis_panel(record, kept, picture, may_share=False, missed=False))
    assert "**Accuracy:** ⚪ 100%" in text


def test_the_curve_and_its_alt_text_omit_withheld_turns() -> None:
    record = record_of(finished_match())
    analysis = analysis_of(record, (0, 0), (0, 0), (0, 0), (-30, -30))
    assert curve_text(record, analysis.keeping_back({0, 1, 2})) == (
        f"Who was ahead in match #{10**15 - 1}: after turn 3 orange 50%, gray 50%; "
        "at the end, after 4 turns, orange 54%, gray 46%."
    )
    nothing = analysis.keeping_back({*range(5)})
    assert curve_text(record, nothing) == f"Match #{10**15 - 1} · who was ahead"
    assert balance_of(record, nothing, DAY_QUILT).shares == (None,) * 5
    shares = balance_of(record, analysis.keeping_back({0, 1}), DAY_QUILT).shares
    assert [share is None for share in shares] == [True, True, False, False, False]


def test_an_analysis_with_withheld_turns_cannot_be_shared() -> None:
    record, picture = record_of(finished_match()), Picture(b"png", "a.png", "words")
    found = analysis_of(record, *[(0, 0)] * 4)
    for analysis, is_offered in ((found, True), (found.keeping_back({0, 1}), False)):
        view = analysis_panel(record, analysis, picture, may_share=True, missed=False)
        buttons = [each for each in view.walk_children() if isinstance(each, ActionButton)]
        labels = [each.item.label for each in buttons]
        assert ("Share" in labels) is is_offered


def test_no_accuracy_is_shown_for_a_short_match() -> None:
    record, picture = record_of(finished_match()), Picture(b"png", "a.png", "words")
    perfect = analysis_of(record, *[(0, 0)] * 4)
    text = text_of(analysis_panel(record, perfect, picture, may_share=False, missed=False))
    assert "Too short to say much." in text
    assert "ccuracy" not in text
    assert "No turn gave much away." not in text


def test_a_panel_shows_the_length_of_the_known_opening_and_its_score() -> None:
    record, picture = record_of(finished_match()), Picture(b"png", "a.png", "words")
    analysis = analysis_of(record, *[(0, 0)] * 4)
    text = text_of(analysis_panel(record, analysis, picture, may_share=False, missed=False))
    parsed = re.search(r"📖 Known opening up to turn (\d): (.+)\.", text)
    assert parsed is not None
    ply = int(parsed[1])
    positions = (record.start, *(step.after for step in record.steps))
    score = known_score(positions[ply])
    assert score is not None
    assert parsed[2] == standing_name(expectation(-score if ply % 2 else score))
    assert known_score(positions[ply + 1]) is None
    assert opening_lines(positions[ply]) == [f"📖 Known opening: {parsed[2]}."]
    assert opening_lines(positions[ply + 1]) == []
    replayed = replay_view(record, ply, picture, analysis)
    assert opening_lines(positions[ply])[0] in text_of(replayed)
    assert "Known" not in text_of(replay_view(record, ply, picture))


@pytest.mark.parametrize(
    ("share", "name"),
    [
        (0.49, "both stand equally well"),
        (0.5, "both stand equally well"),
        (0.56, "orange stands a little better"),
        (0.4, "gray stands a little better"),
        (0.7, "orange stands clearly better"),
        (0.2, "gray stands clearly better"),
    ],
)
def test_the_score_of_an_opening_is_described_in_words(share: float, name: str) -> None:
    assert standing_name(share) == name


def test_the_lower_accuracy_of_a_winner_is_explained() -> None:
    record, picture = record_of(finished_match()), Picture(b"png", "a.png", "words")
    outcome = record.match.outcome
    assert outcome is not None
    assert outcome.winner is not None
    loser_first = outcome.winner is Seat.GRAY
    winner, loser = (
        f"<@{record.match.seats.user_of(seat)}>" for seat in (outcome.winner, outcome.winner.other)
    )

    def describe_losses(*losses: tuple[int, int], kept_back: frozenset[int] = frozenset()) -> str:
        """Return the text about a match in which the loser and the winner moved alternately."""
        pairs = [losses[at] for at in ((0, 1, 2, 3) if loser_first else (1, 0, 3, 2))]
        analysis = repeat_turns(analysis_of(record, *pairs)).keeping_back(kept_back)
        return text_of(analysis_panel(record, analysis, picture, may_share=False, missed=False))

    steady = describe_losses((0, 0), (60, 0), (0, 0), (60, 0))
    assert f"{winner} kept less and won all the same." in steady
    slipped = describe_losses((300, 0), (300, 0), (0, 0), (300, 0))
    assert f"{winner} kept less, but {loser} slipped on turn " in slipped
    assert "kept less" not in describe_losses((60, 0), (0, 0), (60, 0), (0, 0))
    nearly_equal = describe_losses((58, 0), (60, 0), (0, 0), (0, 0))
    assert re.search(r"🟠 (\d+)% · ⚪ \1%", nearly_equal)
    assert "kept less" not in nearly_equal
    assert "kept less" not in describe_losses(
        (0, 0), (60, 0), (0, 0), (60, 0), kept_back=frozenset({2})
    )


def test_a_proved_result_of_an_opening_is_called_certain() -> None:
    position, turns = next(proved_positions(1))
    won = turns > 0
    count = own_turns(turns)
    certain = {1: "with the next turn"}.get(count, f"within {count} turns")
    winner = "orange" if won else "gray"
    assert opening_lines(position) == [f"📖 Known opening: {winner} wins {certain}."]


def repeat_turns(analysis: Analysis) -> Analysis:
    """Return an analysis with its turns repeated, so that it is long enough for an accuracy."""
    return replace(analysis, turns=analysis.turns * 2)

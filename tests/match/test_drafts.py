"""Turns with more than one question: the questions, their order, and what may still change."""

from dataclasses import replace

import pytest

from bot.game import (
    ENTRIES,
    Entry,
    Kind,
    NotInPool,
    Placement,
    Position,
    RecallFirst,
    land,
    read_turn,
    recall,
    write_turn,
)
from bot.game import (
    play as play_turn,
)
from bot.match.identity import Revision
from bot.match.match import Match
from bot.match.playing import CompleteTurn, DraftedTurn, place, play, resign
from bot.match.turn_builder import AskOption, AskRecall, AskSeam, TurnBuilder, TurnChoices
from tests.kit.drawing import square, squares
from tests.kit.matches import (
    CHOICE,
    EMPTY_HAND,
    GRAY,
    LATER,
    LINE,
    NOON,
    ORANGE,
    SEAM,
    SEAM_CHOICE,
    landing_of,
    match,
)

A3, C3 = map(square, ("a3", "c3"))


def with_draft(current: Match, text: str) -> Match:
    """Return the match after a placement by orange that leaves a question."""
    done = place(current, ORANGE, read_turn(text), LATER)
    assert isinstance(done, DraftedTurn)
    return done.match


def complete_turn(current: Match, text: str) -> CompleteTurn:
    """Return a typed turn that leaves no question."""
    done = place(current, ORANGE, read_turn(text), LATER)
    assert isinstance(done, CompleteTurn)
    return done


def notation_of(done: CompleteTurn) -> str:
    """Return the played turn, in notation."""
    assert done.match.draft is None
    assert done.match.last is done.step
    return write_turn(done.step.turn)


def test_a_turn_with_nothing_in_hand_begins_with_the_recall() -> None:
    current = match(EMPTY_HAND)
    question = current.question
    assert isinstance(question, AskRecall)
    assert question.squares == squares("c1c2a3b3d3e3c4c5")
    for action in (play, place):
        with pytest.raises(RecallFirst) as caught:
            action(current, ORANGE, read_turn("Kc3"), NOON)
        assert caught.value.squares == question.squares
    with pytest.raises(RecallFirst):
        _ = TurnBuilder(current.position).kinds


def test_a_recalled_piece_is_in_hand_as_a_cat() -> None:
    builder = TurnBuilder(EMPTY_HAND, TurnChoices(recall=A3))
    assert builder.ready == recall(EMPTY_HAND, A3)
    assert builder.kinds == (Kind.CAT,)
    with pytest.raises(NotInPool):
        place(match(EMPTY_HAND), ORANGE, read_turn("a3>Kc3"), NOON)


def test_a_placement_after_the_recall_may_leave_a_choice() -> None:
    waiting = with_draft(match(EMPTY_HAND), "a3>Cc3")
    assert waiting.draft == read_turn("a3>Cc3")
    assert (waiting.position, waiting.revision) == (EMPTY_HAND, 2)
    assert landing_of(waiting) == land(EMPTY_HAND, Placement(Kind.CAT, C3), A3)
    assert landing_of(waiting).options == tuple(map(squares, ("c1c2c3c4c5", "c3d3e3")))
    done = play(waiting, ORANGE, read_turn("a3>Cc3=c3d3e3"), LATER)
    assert notation_of(done) == "a3>Cc3=c3d3e3"
    assert done.match.position == play_turn(EMPTY_HAND, read_turn("a3>Cc3=c3d3e3")).after
    assert (done.match.ply, done.match.revision) == (1, 3)


def test_another_recall_replaces_the_first() -> None:
    waiting = with_draft(match(EMPTY_HAND), "a3>Cc3")
    assert with_draft(waiting, "e3>Cc3").draft == read_turn("e3>Cc3")
    assert notation_of(complete_turn(waiting, "e3>Ca6")) == "e3>Ca6"


def test_placing_elsewhere_names_its_own_recall() -> None:
    waiting = with_draft(match(EMPTY_HAND), "a3>Cc3")
    with pytest.raises(RecallFirst):
        place(waiting, ORANGE, read_turn("Ca6"), NOON)
    assert notation_of(complete_turn(waiting, "a3>Ca6")) == "a3>Ca6"


def test_the_seam_piece_is_asked_about_last() -> None:
    waiting = with_draft(match(SEAM_CHOICE), "Kc3")
    assert waiting.draft == read_turn("Kc3")
    assert isinstance(waiting.question, AskOption)
    chosen = with_draft(waiting, "Kc3=b3c3d3")
    assert chosen.draft == read_turn("Kc3=b3c3d3")
    assert chosen.question == AskSeam(play_turn(SEAM_CHOICE, read_turn("Kc3=b3c3d3")), ENTRIES)
    assert (chosen.ply, chosen.revision) == (0, 3)


def test_a_seam_piece_in_hand_may_be_kept() -> None:
    waiting = with_draft(match(Position.start(SEAM)), "Kc3")
    assert isinstance(waiting.question, AskSeam)
    done = play(waiting, ORANGE, read_turn("Kc3"), LATER)
    assert notation_of(done) == "Kc3"
    assert done.match.position.orange_seam is None
    assert done.match.to_move == GRAY


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.name)
def test_a_seam_piece_may_be_laid_at_each_entry(entry: Entry) -> None:
    waiting = with_draft(match(SEAM_CHOICE), "Kc3=b3c3d3")
    text = f"Kc3=b3c3d3~{entry.name}"
    for action in (play, place):
        done = action(waiting, ORANGE, read_turn(text), LATER)
        assert isinstance(done, CompleteTurn)
        assert notation_of(done) == text
        assert done.step == play_turn(SEAM_CHOICE, read_turn(text))
        assert (done.match.ply, done.match.revision) == (1, 3)


def test_a_turn_that_names_its_entry_is_not_asked_about_it() -> None:
    assert notation_of(complete_turn(match(Position.start(SEAM)), "Kc3~cd+")) == "Kc3~cd+"
    assert notation_of(complete_turn(match(SEAM_CHOICE), "Kc3=b3c3d3~ef-")) == "Kc3=b3c3d3~ef-"


def test_an_entry_named_before_a_choice_is_kept_while_it_is_asked_about() -> None:
    waiting = with_draft(match(SEAM_CHOICE), "Kc3~cd+")
    assert waiting.draft == read_turn("Kc3~cd+")
    assert isinstance(waiting.question, AskOption)
    assert waiting.builder.choices.text == "Kc3~cd+"


def test_a_seam_piece_on_the_bed_is_not_asked_about() -> None:
    current = match(Position.start(SEAM))
    for user, text in ((ORANGE, "Kc3~cd+"), (GRAY, "Kf6~ab+")):
        current = play(current, user, read_turn(text), LATER).match
    assert notation_of(complete_turn(current, "Ka1")) == "Ka1"


def test_another_option_may_be_named_while_the_seam_is_asked_about() -> None:
    waiting = with_draft(match(SEAM_CHOICE), "Kc3=b3c3d3")
    other = with_draft(waiting, "Kc3=a3b3c3")
    assert other.draft == read_turn("Kc3=a3b3c3")
    assert isinstance(with_draft(waiting, "Kc3").question, AskOption)


def test_placing_elsewhere_while_the_seam_is_asked_about_drops_the_placement() -> None:
    other = with_draft(with_draft(match(SEAM_CHOICE), "Kc3=b3c3d3"), "Kf1")
    assert other.draft == read_turn("Kf1")
    assert isinstance(other.question, AskSeam)


@pytest.mark.parametrize(
    ("current", "first", "again"),
    [
        (CHOICE, "Kc3", "Kc3"),
        (EMPTY_HAND, "a3>Cc3", "a3>Cc3"),
        (SEAM_CHOICE, "Kc3=b3c3d3", "Kc3=b3c3d3"),
        (SEAM_CHOICE, "Kc3=b3c3d3", "kC3=d3c3b3"),
    ],
)
def test_the_same_draft_changes_nothing(current: Position, first: str, again: str) -> None:
    waiting = with_draft(match(current), first)
    assert with_draft(waiting, again) is waiting


def test_a_turn_that_wins_is_not_asked_about_the_seam() -> None:
    done = complete_turn(match(replace(LINE, ruleset=SEAM)), "Cc1")
    assert notation_of(done) == "Cc1#"
    assert done.match.outcome is not None


def test_a_match_that_is_over_asks_nothing() -> None:
    over = resign(with_draft(match(SEAM_CHOICE), "Kf1"), GRAY, NOON)
    assert (over.draft, over.question) == (None, None)
    assert over.revision == Revision(3)

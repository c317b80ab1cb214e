"""A turn that is chosen part by part: the next question, what going back keeps, and the text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.game import (
    CLASSIC,
    EVERY_COLUMN,
    RULESETS,
    SCARCE,
    Column,
    Kind,
    NotInPool,
    NotRecallable,
    Position,
    SquareTaken,
    Step,
    Turn,
    column_of,
    entry_named,
    legal_turns,
    read_position,
    read_turn,
    square_named,
)
from bot.match.turn_builder import (
    NOTHING_CHOSEN,
    AskOption,
    AskPlacement,
    AskRecall,
    AskSeam,
    TurnBuilder,
    TurnChoices,
)
from tests.kit.matches import CHOICE, EMPTY_HAND, SEAM_CHOICE
from tests.kit.positions import crowded_positions

A1, B2, C3 = map(square_named, ("a1", "b2", "c3"))
BOTH_KINDS = read_position("6/6/2K3/6/6/6 o 4,3 4,4", CLASSIC)


@pytest.mark.parametrize(
    ("choices", "text"),
    [
        (NOTHING_CHOSEN, "~"),
        (TurnChoices(kind=Kind.CAT), "C"),
        (TurnChoices(column=Column(2)), "c"),
        (TurnChoices(kind=Kind.CAT, column=Column(2)), "Cc"),
        (TurnChoices(recall=A1), "a1>"),
        (TurnChoices(recall=A1, kind=Kind.KITTEN), "a1>K"),
        (TurnChoices(square=C3), "c3"),
        (TurnChoices(kind=Kind.CAT, square=C3), "Cc3"),
        (TurnChoices.of(read_turn("b2>Kc3=a1b2c3~cd+")), "b2>Kc3=a1b2c3~cd+"),
    ],
)
def test_choices_round_trip(choices: TurnChoices, text: str) -> None:
    assert choices.text == text
    assert TurnChoices.read(text) == choices


@pytest.mark.parametrize(
    "text",
    [
        "",
        "c3K",
        "c7",
        "Kc3=",
        "Kc3=b",
        "c=b2",
        "Kc3~xy+",
        "k",
        "Kc3#",
        "~cd+",
        "a1>>",
        "Kc3~up",
        "Kc3~left",
        "Kc3~34",
    ],
)
def test_invalid_choices_are_refused(text: str) -> None:
    with pytest.raises((ValueError, KeyError)):
        TurnChoices.read(text)


@given(st.integers(0, 10**6), st.sampled_from(RULESETS))
def test_every_turn_can_be_chosen_part_by_part(seed: int, ruleset: object) -> None:
    [position] = crowded_positions(seed=7 + seed % 40, count=1, ruleset=ruleset)  # type: ignore[arg-type]
    turns = list(legal_turns(position))
    turn = turns[seed % len(turns)]
    assert choose_turn(position, turn) == turn


def choose_turn(position: Position, turn: Turn) -> Turn:
    """Answer each question as a turn does, and return the resulting turn."""
    choices = NOTHING_CHOSEN
    for _ in range(7):
        question = TurnBuilder(position, choices).question
        match question:
            case AskRecall(squares):
                assert turn.recall in squares
                assert turn.recall is not None
                choices = choices.recalling(turn.recall)
            case AskPlacement() if choices.column is None:
                choices = choices.in_column(Column(column_of(turn.placement.square)))
            case AskPlacement():
                choices = choices.on(turn.placement.square, turn.placement.kind)
            case AskOption(landing):
                assert turn.leaves in landing.options
                choices = choices.choosing(turn.leaves)
            case AskSeam(step, entries):
                if turn.seam is None:
                    return step.turn
                assert turn.seam in entries
                return Turn(turn.placement, step.turn.leaves, False, turn.recall, turn.seam)
            case Step():
                return question.turn
    raise AssertionError(f"{choices} leads nowhere")


def test_the_more_frequent_kind_in_hand_is_placed_unless_another_is_chosen() -> None:
    builder = TurnBuilder(BOTH_KINDS)
    assert (builder.kind, builder.other_kind) == (Kind.KITTEN, Kind.CAT)
    assert builder.with_choices(TurnChoices(kind=Kind.CAT)).kind is Kind.CAT
    only = TurnBuilder(Position(), TurnChoices(kind=Kind.CAT))
    assert (only.kind, only.other_kind) == (Kind.KITTEN, None)


def test_a_piece_that_is_named_with_its_square_is_never_exchanged_for_another() -> None:
    with pytest.raises(NotInPool):
        assert TurnBuilder(Position(), TurnChoices(kind=Kind.CAT, square=C3)).question


def test_back_undoes_the_last_choice_first() -> None:
    choices = TurnChoices(recall=A1, kind=Kind.CAT, square=C3, leaves=(B2,))
    back = [choices]
    while back[-1].back != back[-1]:
        back.append(back[-1].back)
    assert [each.text for each in back] == ["a1>Cc3=b2", "a1>Cc3", "a1>Cc", "a1>C", "C"]


def test_back_from_a_laid_seam_piece_returns_to_its_placement() -> None:
    laid = TurnChoices.of(read_turn("Cc3=b2~cd+"))
    assert laid.back == TurnChoices(kind=Kind.CAT, square=C3, leaves=(B2,))
    assert laid.back.laying_at(entry_named("cd+")) == laid


def test_choosing_another_kind_keeps_the_square_but_not_which_pieces_leave() -> None:
    choices = TurnChoices(kind=Kind.CAT, square=C3, leaves=(B2,))
    assert choices.with_kind(Kind.KITTEN).text == "Kc3"


def test_a_square_can_be_chosen_before_the_recall_that_comes_first() -> None:
    builder = TurnBuilder(EMPTY_HAND, TurnChoices(square=square_named("a1")))
    question = builder.question
    assert isinstance(question, AskRecall)
    recalled = builder.with_choices(builder.choices.recalling(question.squares[0]))
    assert isinstance(recalled.question, Step)


def test_a_column_is_full_when_none_of_its_squares_is_free() -> None:
    position = read_position("KK4/Kk4/kK4/K5/K5/k5 o 0,0 5,0", SCARCE)
    builder = TurnBuilder(position, TurnChoices(recall=square_named("b1")))
    assert [builder.is_full(column) for column in EVERY_COLUMN] == [True, *[False] * 5]


@pytest.mark.parametrize("text", ["Kb2", "a1>K", "Kc3=a1"])
def test_choices_that_cannot_be_made_are_refused(text: str) -> None:
    position = read_position("6/1K4/6/6/6/6 o 7,0 8,0", CLASSIC)
    builder = TurnBuilder(position, TurnChoices.read(text))
    refused = {"Kb2": SquareTaken, "a1>K": NotRecallable}.get(text, Exception)
    with pytest.raises(refused):
        assert builder.question


def test_several_lines_are_asked_about_and_then_the_seam_piece() -> None:
    for position in (CHOICE, SEAM_CHOICE):
        turn = next(each for each in legal_turns(position) if each.leaves and _asks(position, each))
        builder = TurnBuilder(position, TurnChoices.of(turn))
        expected = AskSeam if position.ruleset.seams else Step
        assert isinstance(builder.question, expected)


def _asks(position: Position, turn: Turn) -> bool:
    placed = NOTHING_CHOSEN.on(turn.placement.square, turn.placement.kind)
    return isinstance(TurnBuilder(position, placed).question, AskOption)

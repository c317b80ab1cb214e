"""Plans of replies: small trees of turns in which every line can be played."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.errors import Refusal
from bot.game import (
    RULESETS,
    Position,
    Ruleset,
    Seat,
    Turn,
    legal_turns,
    play,
    read_position,
    read_turn,
)
from bot.match.conditional import (
    MOST_ANSWERS,
    MOST_BRANCHES,
    MOST_DEEP,
    Line,
    Plan,
    TurnRole,
    steps_of,
    with_line,
    with_lines,
)
from bot.match.conditional_errors import (
    PlanEmpty,
    PlannedKindOpen,
    PlannedPastTheEnd,
    PlannedRecallOpen,
    PlannedTooDeep,
    PlannedTooManyAnswers,
    PlannedTooManyBranches,
    PlannedTurnRefused,
    PlannedTwice,
    PlannedWithoutAnswer,
    PlanOutdated,
    PlanUnreadable,
)
from bot.match.conditional_notation import read_lines, read_plan, write_lines
from bot.match.identity import Ply
from tests.kit.matches import CHOICE, EMPTY_HAND, LINE, SEAM_CHOICE

START = Position()
BOTH_KINDS = read_position("6/6/6/6/6/6 o 7,1 8,0")
GRAYS = Plan(Seat.GRAY, Ply(0))
"""Gray plans while orange is to move first."""


def line(text: str) -> Line:
    return tuple(map(read_turn, text.split()))


def plan_with(*texts: str, position: Position = START, plan: Plan = GRAYS) -> Plan:
    for text in texts:
        plan = with_line(plan, position, line(text))
    return plan


def test_a_line_is_added_and_another_beside_it() -> None:
    plan = plan_with("Kc3 Kd4", "Ke5 Ka1")
    assert write_lines(plan) == "Kc3 Kd4, Ke5 Ka1"
    assert plan.answers == 2


def test_a_longer_line_extends_the_existing_one() -> None:
    plan = plan_with("Kc3 Kd4", "Kc3 Kd4 Ka1 Kf6", "Kc3 Kd4 Kb1 Kf5", "Ke5 Ka1")
    assert write_lines(plan) == "Kc3 Kd4 Ka1 Kf6, Kc3 Kd4 Kb1 Kf5, Ke5 Ka1"
    assert plan.answers == 4


def test_adding_the_same_line_again_changes_nothing() -> None:
    plan = plan_with("Kc3 Kd4 Ka1 Kf6", "Ke5 Ka1")
    assert with_line(plan, START, line("Kc3 Kd4")) == plan
    assert with_line(plan, START, line("Kc3 Kd4 Ka1 Kf6")) == plan


def test_another_answer_replaces_the_previous_one_and_everything_after_it() -> None:
    plan = plan_with("Kc3 Kd4 Ka1 Kf6", "Ke5 Ka1", "Kc3 Kb2")
    assert write_lines(plan) == "Kc3 Kb2, Ke5 Ka1"


def test_turns_get_their_full_form() -> None:
    plan = plan_with("ka5 Kf5", position=CHOICE)
    assert write_lines(plan) == "Ka5 Kf5"
    won = Plan(Seat.ORANGE, Ply(1))
    before = replace(LINE, to_move=Seat.GRAY)
    assert write_lines(plan_with("Ke1 cc1", position=before, plan=won)) == "Ke1 Cc1#"


def test_a_played_turn_leaves_the_replies_that_follow_it() -> None:
    plan = plan_with("Kc3 Kd4 Ka1 Kf6", "Ke5 Ka1")
    after = plan.advanced_by(read_turn("Kc3"))
    assert after is not None
    assert (after.ply, after.begins, write_lines(after)) == (1, TurnRole.BY_HAND, "Kd4 Ka1 Kf6")
    later = after.advanced_by(read_turn("Kd4"))
    assert later is not None
    assert (later.ply, later.begins, write_lines(later)) == (2, TurnRole.THEIRS, "Ka1 Kf6")
    assert plan.advanced_by(read_turn("Kb3")) is None
    answered = plan_with("Ke5 Ka1").advanced_by(read_turn("Ke5"))
    assert answered is not None
    assert answered.advanced_by(read_turn("Ka1")) is None


def test_on_ones_own_turn_a_plan_begins_with_turns_that_are_played_by_hand() -> None:
    own = Plan(Seat.ORANGE, Ply(0))
    plan = plan_with("Kc3 Kd4 Ka1", "Kb2 Kd4 Kf6", plan=own)
    assert (plan.begins, plan.answers) == (TurnRole.BY_HAND, 2)
    left = plan.advanced_by(read_turn("Kb2"))
    assert left is not None
    assert (left.begins, write_lines(left)) == (TurnRole.THEIRS, "Kd4 Kf6")


def test_a_branch_is_dropped_with_all_after_it() -> None:
    plan = plan_with("Kc3 Kd4 Ka1 Kf6", "Kc3 Kd4 Kb1 Kf5", "Ke5 Ka1")
    assert write_lines(plan.without(line("Kc3 Kd4 Ka1"))) == "Kc3 Kd4 Kb1 Kf5, Ke5 Ka1"
    assert write_lines(plan.without(line("Kc3"))) == "Ke5 Ka1"
    left = plan.without(line("Kc3 Kd4 Ka1")).without(line("Kc3 Kd4 Kb1"))
    assert write_lines(left) == "Kc3 Kd4, Ke5 Ka1"
    assert plan.without(line("Kc3")).without(line("Ke5")).turns == ()


def test_a_turn_of_the_opponent_is_dropped_with_its_answer() -> None:
    plan = plan_with("Kc3 Kd4 Ka1 Kf6", "Ke5 Ka1")
    assert write_lines(plan.without(line("Ke5 Ka1"))) == "Kc3 Kd4 Ka1 Kf6"
    own = plan_with("Kc3 Kd4 Ka1", plan=Plan(Seat.ORANGE, Ply(0)))
    assert own.without(line("Kc3 Kd4")).turns == ()


@pytest.mark.parametrize("text", ["Kb3", "Kc3 Kd5", "Kc3 Kd4 Kb1", ""])
def test_an_unplanned_branch_cannot_be_dropped(text: str) -> None:
    with pytest.raises(PlanOutdated):
        plan_with("Kc3 Kd4 Ka1 Kf6").without(line(text))


@pytest.mark.parametrize("text", ["Kc3", "Kc3 Kd4 Ka1"])
def test_a_line_ends_with_an_answer(text: str) -> None:
    with pytest.raises(PlannedWithoutAnswer) as refused:
        plan_with(text)
    assert refused.value.line == text


@pytest.mark.parametrize("text", ["Kc3", "Kc3 Kd4"])
def test_a_turn_of_ones_own_alone_is_not_a_plan(text: str) -> None:
    with pytest.raises(PlannedWithoutAnswer):
        plan_with(text, plan=Plan(Seat.ORANGE, Ply(0)))


@pytest.mark.parametrize(
    ("text", "turn"), [("Kc3 Kc3", "Kc3"), ("Cc3 Kd4", "Cc3"), ("Kc3 Kd4=a1", "Kd4=a1")]
)
def test_a_line_is_refused_with_the_turn_that_cannot_be_played(text: str, turn: str) -> None:
    with pytest.raises(PlannedTurnRefused) as refused:
        plan_with(text)
    assert (refused.value.line, refused.value.turn) == (text, turn)
    assert isinstance(refused.value.refusal, Refusal)


def test_a_turn_that_leaves_a_choice_has_to_name_it() -> None:
    with pytest.raises(PlannedTurnRefused):
        plan_with("Kc3 Ke5", position=CHOICE)
    plan = plan_with("Kc3=a3b3c3 Ke5", position=CHOICE)
    assert write_lines(plan) == "Kc3=a3b3c3 Ke5"


def test_seam_pieces_are_kept_or_laid_as_the_turn_says() -> None:
    plan = plan_with("Kc3=a3b3c3~cd+ Ke5", "Kc3=a3b3c3 Ke5~12-", position=SEAM_CHOICE)
    assert write_lines(plan) == "Kc3=a3b3c3~cd+ Ke5, Kc3=a3b3c3 Ke5~12-"


def test_a_planned_turn_may_begin_with_a_recall() -> None:
    with pytest.raises(PlannedTurnRefused):
        plan_with("Ca1 Ke5", position=EMPTY_HAND)
    plan = plan_with("a3>Ca1 Ke5", position=EMPTY_HAND)
    assert write_lines(plan) == "a3>Ca1 Ke5"


def test_a_square_alone_is_the_piece_that_can_be_placed_there() -> None:
    plan = with_lines(GRAYS, START, read_lines("c3 4d, Kc3 Kd4, Ke5 a1"))
    assert write_lines(plan) == "Kc3 Kd4, Ke5 Ka1"
    with pytest.raises(PlannedTurnRefused) as refused:
        with_lines(GRAYS, START, read_lines("c3 c3"))
    assert (refused.value.line, refused.value.turn) == ("c3 c3", "c3")


def test_a_square_alone_is_refused_where_it_names_several_pieces() -> None:
    with pytest.raises(PlannedKindOpen) as either:
        with_lines(GRAYS, BOTH_KINDS, read_lines("c3 Kd4"))
    assert (either.value.kitten, either.value.cat) == ("Kc3", "Cc3")
    with pytest.raises(PlannedRecallOpen) as recall:
        with_lines(GRAYS, EMPTY_HAND, read_lines("a1 Ke5"))
    example = recall.value.turn
    assert write_lines(plan_with(f"{example} Ke5", position=EMPTY_HAND)) == f"{example} Ke5"


def test_a_reply_to_a_winning_turn_cannot_be_planned() -> None:
    with pytest.raises(PlannedPastTheEnd) as refused:
        plan_with("Cc1 Ke5", position=LINE)
    assert refused.value.turn == "Cc1#"


def shuttle(turns: int) -> str:
    return " ".join(("Ka2", "Kb1")[turn % 2] for turn in range(turns))


def test_the_length_of_a_line_is_limited() -> None:
    plan = plan_with(shuttle(2 * MOST_DEEP))
    assert plan.answers == MOST_DEEP
    with pytest.raises(PlannedTooDeep) as refused:
        plan_with(shuttle(2 * MOST_DEEP + 2))
    assert refused.value.most == MOST_DEEP


def squares(row: int) -> list[str]:
    return [f"K{column}{row}" for column in "abcdef"]


def test_the_number_of_alternative_turns_is_limited() -> None:
    firsts = [*squares(1), *squares(2)]
    plan = plan_with(*(f"{first} Kf6" for first in firsts[:MOST_BRANCHES]))
    with pytest.raises(PlannedTooManyBranches):
        plan_with(f"{firsts[MOST_BRANCHES]} Kf6", plan=plan)


def test_the_number_of_answers_in_a_plan_is_limited() -> None:
    texts = [f"{first} Kf6 {second} Ke6" for first in squares(1) for second in squares(3)]
    most = texts[: MOST_ANSWERS - 4]
    assert plan_with(*most).answers == MOST_ANSWERS
    with pytest.raises(PlannedTooManyAnswers):
        plan_with(*texts)


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("Kc3 Kd4", ["Kc3 Kd4"]),
        (" kc3  kd4 ,, Ke5 Ka1,", ["Kc3 Kd4", "Ke5 Ka1"]),
        ("Kc3 Kd4;Ke5 Ka1\nKf6 Kb2", ["Kc3 Kd4", "Ke5 Ka1", "Kf6 Kb2"]),
    ],
)
def test_lines_are_read_as_people_type_them(text: str, lines: list[str]) -> None:
    assert read_lines(text) == tuple(map(line, lines))


def test_a_word_that_is_not_a_turn_is_named_with_its_line() -> None:
    with pytest.raises(PlanUnreadable) as refused:
        read_lines("Kc3 Kd4, Ke5  Kz1")
    assert (refused.value.text, refused.value.word) == ("Ke5 Kz1", "Kz1")
    assert refused.value.error.at == 1


@pytest.mark.parametrize("text", ["", "  ", ",;\n,"])
def test_a_text_without_a_turn_is_not_a_plan(text: str) -> None:
    with pytest.raises(PlanEmpty):
        read_lines(text)


def test_lines_typed_together_may_repeat_an_answer_but_not_contradict_it() -> None:
    plan = with_lines(GRAYS, START, read_lines("Kc3 Kd4, Kc3 Kd4 Ka1 Kf6, kc3 kd4"))
    assert write_lines(plan) == "Kc3 Kd4 Ka1 Kf6"
    with pytest.raises(PlannedTwice) as refused:
        with_lines(GRAYS, START, read_lines("Kc3 Kd4 Ka1 Kf6, Kc3 Ke5"))
    assert (refused.value.line, refused.value.answer, refused.value.other) == ("Kc3", "Kd4", "Ke5")
    assert write_lines(with_lines(plan, START, read_lines("Kc3 Ke5"))) == "Kc3 Ke5"


def test_joined_lines_are_limited_like_a_plan() -> None:
    texts = [f"{first} Kf6 {second} Ke6" for first in squares(1) for second in squares(3)]
    with pytest.raises(PlannedTooManyAnswers):
        with_lines(GRAYS, START, [line(text) for text in texts])


@st.composite
def plans(draw: st.DrawFn, ruleset: Ruleset, plan: Plan = GRAYS) -> Plan:
    """Return a plan of random lines, some of which begin alike."""
    lines: list[Line] = []
    for _ in range(draw(st.integers(0, 5))):
        old = draw(st.sampled_from(lines)) if lines else ()
        turns = list(old[: 2 * draw(st.integers(0, len(old) // 2))])
        steps = steps_of(Position.start(ruleset), turns)
        position = steps[-1].after if steps else Position.start(ruleset)
        for _ in range(2 * draw(st.integers(1, 2))):
            turn = draw(st.sampled_from(list(legal_turns(position))))
            position = play(position, turn).after
            turns.append(turn)
        lines.append(tuple(turns))
        try:
            plan = with_line(plan, Position.start(ruleset), lines[-1])
        except (PlannedTooDeep, PlannedTooManyBranches, PlannedPastTheEnd):
            lines.pop()
    return plan


@given(st.data(), st.sampled_from(RULESETS))
def test_a_stored_plan_round_trips_and_every_line_can_be_played(
    data: st.DataObject, ruleset: Ruleset
) -> None:
    plan = data.draw(plans(ruleset))
    for each in plan.lines:
        steps = steps_of(Position.start(ruleset), each)
        assert tuple(step.turn for step in steps) == each
        assert steps[-1].before.to_move is plan.planner
    if plan.turns:
        assert read_plan(plan.planner, plan.ply, write_lines(plan)) == plan


@given(st.data(), st.sampled_from(RULESETS))
def test_dropping_a_branch_leaves_every_other_line(data: st.DataObject, ruleset: Ruleset) -> None:
    plan = data.draw(plans(ruleset).filter(lambda plan: plan.turns != ()))
    dropped = data.draw(st.sampled_from(plan.lines))
    dropped = dropped[: 2 * data.draw(st.integers(0, len(dropped) // 2 - 1)) + 1]
    left = plan.without(dropped)
    gone = {each for each in plan.lines if each[: len(dropped)] == dropped}
    assert gone
    kept: set[tuple[Turn, ...]] = set(plan.lines) - gone
    assert kept <= set(left.lines)
    assert set(left.lines) - kept <= {dropped[:-1]}

"""Planned replies give the same match as playing each turn by hand."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.game import (
    RULESETS,
    GameRefusal,
    Position,
    Seat,
    Turn,
    legal_turns,
    play,
    read_turn,
    write_position,
    write_turn,
)
from bot.match.clock import DAY, Bank, PerMove, TurnClock
from bot.match.conditional import Plan, Plans, play_on, with_line
from bot.match.conditional_errors import PlanRefusal
from bot.match.conditional_notation import read_lines, write_lines
from bot.match.identity import Ply, Seconds
from bot.match.match import DrawOffers, EndReason, Match, Outcome
from bot.match.playing import CompleteTurn
from bot.match.playing import play as play_in
from tests.kit.matches import (
    CHOICE,
    GRAY,
    LATER,
    LINE,
    NOON,
    ORANGE,
    SEAM_CHOICE,
    match,
    match_after_shuttle,
    shuttle_turns,
)
from tests.kit.thoroughness import quick_or_thorough


def plan_of(current: Match, seat: Seat, text: str) -> Plan:
    plan = Plan(seat, current.ply)
    for line in read_lines(text):
        plan = with_line(plan, current.position, line)
    return plan


def play_turn(
    current: Match, turn: str, *plans: Plan, past: list[str] | None = None
) -> CompleteTurn:
    return play_and_keep_plans(current, turn, *plans, past=past)[0]


def play_and_keep_plans(
    current: Match, turn: str, *plans: Plan, past: list[str] | None = None
) -> tuple[CompleteTurn, Plans]:
    past = [write_position(current.position)] if past is None else past
    user = current.seats.user_of(current.position.to_move)
    done = play_in(current, user, read_turn(turn), LATER, past)
    return play_on(current, done, {plan.planner: plan for plan in plans}, LATER, past)


def turns_of(done: CompleteTurn) -> list[str]:
    return [write_turn(step.turn) for step in (done.step, *done.replies)]


def test_a_matching_reply_is_played_at_once_as_its_players_turn() -> None:
    current = match()
    done = play_turn(current, "Kc3", plan_of(current, Seat.GRAY, "Kc3 Kd4, Ke5 Ka1"))
    assert turns_of(done) == ["Kc3", "Kd4"]
    after = done.match
    assert (after.ply, after.revision) == (2, current.revision + 1)
    assert after.to_move == ORANGE
    assert after.recent == (done.step, *done.replies)
    assert after.last == done.replies[-1]


def test_replies_that_do_not_match_are_dropped() -> None:
    current = match()
    done, left = play_and_keep_plans(
        current, "Kb3", plan_of(current, Seat.GRAY, "Kc3 Kd4, Ke5 Ka1")
    )
    assert (done.replies, left) == ((), {})
    assert done.match.to_move == GRAY
    assert done.match.recent == (done.step,)


def test_later_replies_stay_planned() -> None:
    current = match()
    plan = plan_of(current, Seat.GRAY, "Kc3 Kd4 Ka1 Kf6, Kc3 Kd4 Kb1 Kf5, Ke5 Ka1")
    done, left = play_and_keep_plans(current, "Kc3", plan)
    assert write_lines(left[Seat.GRAY]) == "Ka1 Kf6, Kb1 Kf5"
    assert left[Seat.GRAY].ply == done.match.ply
    again, rest = play_and_keep_plans(done.match, "Kb1", left[Seat.GRAY])
    assert turns_of(again) == ["Kb1", "Kf5"]
    assert rest == {}


def test_plans_of_both_players_answer_each_other_until_one_ends() -> None:
    current = match()
    orange = plan_of(current, Seat.ORANGE, "Kc3 Kd4 Ka1 Kf6 Kb1")
    gray = plan_of(current, Seat.GRAY, "Kc3 Kd4 Ka1 Kf6")
    done, left = play_and_keep_plans(current, "Kc3", orange, gray)
    assert turns_of(done) == ["Kc3", "Kd4", "Ka1", "Kf6", "Kb1"]
    assert done.match.revision == current.revision + 1
    assert left == {}


def test_a_plan_for_another_position_plays_nothing() -> None:
    current = match()
    plan = replace(plan_of(current, Seat.GRAY, "Kc3 Kd4"), ply=Ply(2))
    done, left = play_and_keep_plans(current, "Kc3", plan)
    assert (done.replies, left) == ((), {})


def test_a_reply_that_can_no_longer_be_played_is_dropped() -> None:
    current = match()
    plan = plan_of(current, Seat.GRAY, "Kc3 Kf6")
    step = play(play(Position(), read_turn("Kc5")).after, read_turn("Kf6"))
    elsewhere = match(step.after)
    done, left = play_and_keep_plans(elsewhere, "Kc3", plan)
    assert (done.replies, left) == ((), {})
    assert done.match.to_move == GRAY


def test_a_planned_win_ends_the_match_and_every_plan() -> None:
    current = match(replace(LINE, to_move=Seat.GRAY))
    current = replace(current, ply=Ply(1))
    orange = plan_of(current, Seat.ORANGE, "Ke1 Cc1")
    gray = Plan(Seat.GRAY, Ply(1), orange.turns)
    done, left = play_and_keep_plans(current, "Ke1", orange, gray)
    assert turns_of(done) == ["Ke1", "Cc1#"]
    assert done.match.outcome == Outcome(EndReason.LINE, Seat.ORANGE)
    assert left == {}


def test_a_turn_that_ends_the_match_has_no_reply() -> None:
    current = match(LINE)
    plan = plan_of(current, Seat.GRAY, "Ke1 Kf1")
    winning = replace(plan, turns=(replace(plan.turns[0], turn=read_turn("Cc1#")),))
    done, left = play_and_keep_plans(current, "Cc1", winning)
    assert (done.replies, left) == ((), {})


def test_choices_and_seam_pieces_are_played_as_they_were_planned() -> None:
    current = replace(match(SEAM_CHOICE), ply=Ply(0))
    done = play_turn(
        current, "Kc3=b3c3d3", plan_of(current, Seat.GRAY, "Kc3=b3c3d3 Ke5~12-, Kc3=a3b3c3 Ka1")
    )
    assert turns_of(done) == ["Kc3=b3c3d3", "Ke5~12-"]
    kept = play_turn(current, "Kc3=a3b3c3", plan_of(current, Seat.GRAY, "Kc3=a3b3c3 Ka1"))
    assert turns_of(kept) == ["Kc3=a3b3c3", "Ka1"]
    assert kept.match.draft is None
    plain = match(CHOICE)
    chosen = play_turn(plain, "Kc3=b3c3d3", plan_of(plain, Seat.GRAY, "Kc3=a3b3c3 Ke5"))
    assert chosen.replies == ()


def test_a_planned_reply_takes_no_time_and_withdraws_an_open_offer() -> None:
    bank = Bank(Seconds(DAY), Seconds(60.0), Seconds(2 * DAY))
    current = replace(
        match(),
        clock=TurnClock.started(bank, NOON),
        draws=DrawOffers(Seat.ORANGE, orange_at=Ply(0)),
    )
    done = play_turn(current, "Kc3", plan_of(current, Seat.GRAY, "Kc3 Kd4"))
    clock = done.match.clock
    assert clock.bank_of(Seat.ORANGE) == DAY - 60 + 60
    assert clock.bank_of(Seat.GRAY) == DAY + 60
    assert clock.began_at == LATER
    assert done.match.draw_offered_by is None


def test_a_player_whose_time_has_run_out_cannot_play() -> None:
    nothing = TurnClock.started(PerMove(Seconds(120.0)), NOON)
    spent = replace(nothing, control=PerMove(Seconds(0.0)))
    current = replace(match(), clock=spent)
    done, left = play_and_keep_plans(current, "Kc3", plan_of(current, Seat.GRAY, "Kc3 Kd4"))
    assert (done.replies, left) == ((), {})
    assert done.match.clock.has_run_out(LATER)


def test_a_planned_reply_can_bring_a_position_for_the_fifth_time() -> None:
    current, past = match_after_shuttle(7)
    plan = plan_of(current, Seat.ORANGE, " ".join(shuttle_turns(9)[7:]))
    done = play_turn(current, shuttle_turns(8)[7], plan, past=past)
    by_hand, _ = match_after_shuttle(9)
    assert done.match.outcome is not None
    assert done.match.outcome == by_hand.outcome
    assert done.match.repetitions == by_hand.repetitions


@pytest.mark.long
@settings(max_examples=quick_or_thorough(15, 100))
@given(seed=st.integers(0, 2**32), ruleset=st.sampled_from(RULESETS))
def test_planned_replies_and_played_turns_make_the_same_match(seed: int, ruleset: object) -> None:
    """Both players plan at random and often play planned turns; then all are played by hand."""
    chance = Random(seed)
    start = match(Position.start(next(each for each in RULESETS if each is ruleset)))
    current, past, plans = start, [write_position(start.position)], dict[Seat, Plan]()
    every: list[Turn] = []
    for _ in range(6):
        if current.outcome is not None:
            break
        plans = {**plans, **_random_plans(current, chance)}
        turn = _likely(plans, current, chance)
        user = current.seats.user_of(current.position.to_move)
        done = play_in(current, user, turn, LATER, past)
        done, left = play_on(current, done, plans, LATER, past)
        for step in (done.step, *done.replies):
            every.append(step.turn)
            past = [*past, write_position(step.after)]
        current, plans = done.match, dict(left)
    by_hand, past = start, [write_position(start.position)]
    for turn in every:
        user = by_hand.seats.user_of(by_hand.position.to_move)
        by_hand = play_in(by_hand, user, turn, LATER, past).match
        past = [*past, write_position(by_hand.position)]
    assert current == replace(by_hand, revision=current.revision, together=current.together)
    assert len(every) == current.ply


def _random_plans(current: Match, chance: Random) -> dict[Seat, Plan]:
    plans = {}
    for seat in Seat:
        plan = Plan(seat, current.ply)
        for _ in range(3):
            line, position = [], current.position
            for _ in range(chance.choice((2, 3, 4, 5))):
                turn = chance.choice(list(legal_turns(position)))
                line.append(turn)
                position = play(position, turn).after
            try:
                plan = with_line(plan, current.position, line)
            except (PlanRefusal, GameRefusal):
                continue
        if plan.turns:
            plans[seat] = plan
    return plans


def _likely(plans: Plans, current: Match, chance: Random) -> Turn:
    """Return a planned turn more often than another one."""
    firsts = [each.turn for plan in plans.values() for each in plan.turns]
    if firsts and chance.random() < 0.8:
        return chance.choice(firsts)
    return chance.choice(list(legal_turns(current.position)))

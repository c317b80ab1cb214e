"""Statistics of matches, from the turns that were not taken back."""

from collections.abc import Iterable
from random import Random

import pytest

from bot.features.profiles.statistics import LastTurn, MatchStatistics, PlayedTurn, statistics_of
from bot.game import (
    Kind,
    Position,
    Seat,
    Step,
    legal_turns,
    play,
    read_position,
    read_turn,
    square_named,
)
from bot.match.identity import Instant, Revision

BEGAN = Instant(1000.0)
SQUARE = {name: square_named(name) for name in ("c3", "d4")}


def play_turns(
    turns: Iterable[str], start: Position | None = None, apart: float = 60.0
) -> list[PlayedTurn]:
    """Play turns, each `apart` seconds after the one before; `+` marks a planned turn."""
    position, at, revision, found = start or Position(), float(BEGAN), 1, list[PlayedTurn]()
    for text in turns:
        if not text.startswith("+"):
            at, revision = at + apart, revision + 1
        step = play(position, read_turn(text.removeprefix("+")))
        found.append(PlayedTurn(step, Instant(at), Revision(revision)))
        position = step.after
    return found


def statistics(turns: Iterable[str], start: Position | None = None) -> MatchStatistics:
    return statistics_of(BEGAN, play_turns(turns, start))


def test_a_match_without_turns_has_no_facts_but_zeros() -> None:
    facts = statistics([])
    assert (facts.turns, facts.lead_changes, facts.last_turn) == (0, 0, LastTurn.BY_HAND)
    assert all(own.opening is None and own.moves == 0 for _, own in facts.seats)


def test_each_seat_opens_where_its_first_piece_went() -> None:
    facts = statistics(["Kc3", "Kd4", "Ka1"])
    assert facts.seats.orange.opening == SQUARE["c3"]
    assert facts.seats.gray.opening == SQUARE["d4"]
    assert statistics(["Kc3"]).seats.gray.opening is None


def test_time_runs_from_the_turn_before_and_from_the_start() -> None:
    facts = statistics(["Kc3", "Kd4", "Ka1"])
    assert (facts.seats.orange.moves, facts.seats.orange.seconds) == (2, 120.0)
    assert (facts.seats.gray.moves, facts.seats.gray.seconds) == (1, 60.0)


def test_a_planned_reply_is_not_a_move_by_hand() -> None:
    facts = statistics(["Kc3", "+Kd4"])
    assert (facts.seats.gray.moves, facts.seats.gray.seconds) == (0, 0.0)
    assert facts.last_turn is LastTurn.PLANNED
    assert statistics(["Kc3", "+Kd4", "Ka1"]).last_turn is LastTurn.BY_HAND


def test_a_line_of_three_that_leaves_is_a_graduation_of_its_owner() -> None:
    start = read_position("KK4/6/6/6/6/5k o 6,0 7,0")
    elsewhere, line = statistics(["Kd3"], start), statistics(["Kc1"], start)
    assert elsewhere.seats.orange.graduations == 0
    assert line.seats.orange.graduations == 1
    assert line.seats.gray.graduations == 0
    assert line.seats.gray.behind == 3


def test_a_recall_is_not_a_graduation() -> None:
    start = read_position("K1K1K1/6/K1K1K1/6/K5/5k o 1,0 7,0")
    recalled = play_turns(["Kc5=a1"], start)[-1].step
    assert recalled.after.orange_pool.cats == 1
    assert statistics(["Kc5=a1"], start).seats.orange.graduations == 0


def test_the_player_with_fewer_cats_is_behind_by_the_difference() -> None:
    start = read_position("6/6/6/6/6/6 o 4,4 7,1")
    facts = statistics(["Ka1", "Kf6"], start)
    assert facts.seats.gray.behind == 3
    assert facts.seats.orange.behind == 0
    assert facts.lead_changes == 0


def random_steps(chance: Random, most: int) -> list[Step]:
    position, steps = Position(), list[Step]()
    for _ in range(most):
        steps.append(play(position, chance.choice(list(legal_turns(position)))))
        if steps[-1].win:
            break
        position = steps[-1].after
    return steps


@pytest.mark.parametrize("seed", range(6))
def test_the_lead_changes_whenever_the_other_player_has_more_cats(seed: int) -> None:
    """The test counts again, from the texts of the positions alone."""
    steps = random_steps(Random(seed), 300)
    turns = [PlayedTurn(step, BEGAN, Revision(ply)) for ply, step in enumerate(steps)]
    leader, changes, worst = None, 0, dict.fromkeys(Seat, 0)
    for step in steps:
        own = {seat: cats(step.after, seat) for seat in Seat}
        for seat in Seat:
            worst[seat] = max(worst[seat], own[seat.other] - own[seat])
        ahead = [seat for seat in Seat if own[seat] > own[seat.other]]
        if ahead and leader not in (None, ahead[0]):
            changes += 1
        leader = ahead[0] if ahead else leader
    facts = statistics_of(BEGAN, turns)
    assert facts.lead_changes == changes
    assert {seat: own.behind for seat, own in facts.seats} == worst


def cats(position: Position, seat: Seat) -> int:
    on_bed = sum(piece.seat is seat and piece.kind is Kind.CAT for _, piece in position.bed)
    return on_bed + position.pool_of(seat).cats

"""The engine against the referee: the same turns, the same positions after, the same wins."""

from random import Random

import pytest
from hypothesis import given, settings

from bot.game import (
    Position,
    Win,
    legal_turns,
    play,
    read_position,
    read_turn,
    write_position,
    write_turn,
)
from tests.game import referee
from tests.game.referee import Table
from tests.game.tables import laid_out, match, tables


def told(position: Position, win: Win | None) -> str:
    """The position's text as the referee writes it, the winner named after a win."""
    ending = f" {win.winner.name.lower()} wins" if win else ""
    return write_position(position) + ending


def judge(table: Table) -> int:
    """Compare everything that can happen next; gives how many turns were compared."""
    text = referee.position_text(table)
    position = read_position(text)
    expected = {
        word: (referee.position_text(after), after.won_by) for word, after in referee.turns(table)
    }
    found = {}
    for turn in legal_turns(position):
        step = play(position, turn)
        by = step.win.by.value if step.win else None
        found[write_turn(turn)] = (told(step.after, step.win), by)
    assert found == expected, text
    return len(found)


@pytest.mark.parametrize("seed", range(3))
def test_engine_and_referee_agree_along_random_matches(seed: int) -> None:
    chance = Random(seed)
    tables = (table for _ in range(5) for table in match(chance, turns=70))
    assert sum(map(judge, tables)) > 5_000


@pytest.mark.parametrize("seed", range(4))
def test_engine_and_referee_agree_on_crowded_beds(seed: int) -> None:
    chance = Random(1000 + seed)
    assert sum(judge(laid_out(chance)) for _ in range(400)) > 25_000


@given(tables())
@settings(max_examples=100, deadline=None)
def test_engine_and_referee_agree_on_any_table(table: Table) -> None:
    judge(table)


def test_engine_and_referee_stay_together_through_whole_matches() -> None:
    """One turn is compared at each step, so what drifts apart slowly is seen here."""
    chance = Random(7)
    turns = 0
    for _ in range(12):
        table, position = referee.start(), Position()
        while table.winner is None:
            word, table = chance.choice(list(referee.turns(table)))
            step = play(position, read_turn(word))
            position = step.after
            turns += 1
            assert told(position, step.win) == referee.position_text(table)
    assert turns > 300

"""Turns that came in one go, told below a bed."""

from bot.game import write_turn
from cogs.core.board import LONGEST, turn_lines
from cogs.core.words import narrated
from tests.cogs.plan_views import together


def test_each_turn_has_a_line_and_says_who_had_planned_it() -> None:
    found = together(3)
    first, *replies = turn_lines(found)
    assert first == f"Turn 1: {narrated(found.recent[0].events)}"
    for ply, step, line in zip((2, 3), found.recent[1:], replies, strict=True):
        user = found.seats.user_of(step.before.to_move)
        told = f"♟️ Turn {ply}, as <@{user}> had planned: {narrated(step.events)}"
        assert line == told


def test_much_is_told_in_notation_but_for_the_last_turns() -> None:
    found = together(13)
    whole = sum(len(narrated(step.events)) for step in found.recent)
    assert whole > LONGEST
    lines = turn_lines(found)
    assert len(lines) == 13
    assert sum(map(len, lines)) <= LONGEST
    assert lines[0].endswith(f": `{write_turn(found.recent[0].turn)}`")
    assert lines[-1].endswith(narrated(found.recent[-1].events))

"""The turns as a board reports them, also several that were played at once."""

from dataclasses import replace

from bot.game import SEAM, Won, play, read_position, read_turn, write_turn
from cogs.board.layout import LONGEST, turn_lines
from cogs.wording.narration import explained, narrated
from tests.cogs.conditional.views import match_with_turns_at_once


def test_each_turn_has_a_line_and_says_who_had_planned_it() -> None:
    current = match_with_turns_at_once(3)
    first, *replies = turn_lines(current)
    assert first == f"Turn 1: {narrated(current.recent[0].events)}"
    for ply, step, line in zip((2, 3), current.recent[1:], replies, strict=True):
        user = current.seats.user_of(step.before.to_move)
        expected = f"♟️ Turn {ply}, as <@{user}> had planned: {narrated(step.events)}"
        assert line == expected


def test_all_but_the_last_of_many_turns_are_shown_in_notation() -> None:
    current = match_with_turns_at_once(13)
    whole = sum(len(narrated(step.events)) for step in current.recent)
    assert whole > LONGEST
    lines = turn_lines(current)
    assert len(lines) == 13
    assert sum(map(len, lines)) <= LONGEST
    assert lines[0].endswith(f": `{write_turn(current.recent[0].turn)}`")
    assert lines[-1].endswith(narrated(current.recent[-1].events))


def narrate(position: str, turn: str) -> str:
    return narrated(play(read_position(position), read_turn(turn)).events)


def test_all_boops_of_a_piece_are_one_clause_in_the_present_tense() -> None:
    assert narrate("6/1k4/6/3k2/6/6 o 8,0 6,0", "Kc3") == (
        "orange kitten to c3; it boops the gray kitten b2 → a1 and the gray kitten d4 → e5"
    )
    assert narrate("k5/6/6/6/6/6 o 8,0 7,0", "Kb1") == (
        "orange kitten to b1; it boops the gray kitten on a1 off the bed"
    )
    assert narrate("6/1K4/3K2/6/6/6 o 6,0 8,0", "Ka1") == "orange kitten to a1; it boops the " + (
        "orange kitten b2 → c3"
    )


def test_pushes_are_narrated_with_the_seam_piece_as_subject() -> None:
    position = read_position("6/6/6/6/6/2k3 o 8,0 7,0 cd+0 -", SEAM)
    found = narrated(play(position, read_turn("Ka1")).events)
    assert found.startswith("orange kitten to a1; orange's seam piece comes between c1 and d1")


def test_a_piece_that_is_not_pushed_is_narrated_with_the_reason() -> None:
    step = play(read_position("6/1C4/6/6/6/6 g 7,0 8,0"), read_turn("Kc3"))
    assert explained(step.events) == ("the orange cat on b2 stays put: a kitten can't push a cat")


def test_pieces_that_stay_for_the_same_reason_share_a_sentence() -> None:
    def reasons(position: str, turn: str) -> str:
        return explained(play(read_position(position), read_turn(turn)).events)

    assert reasons("k5/1k4/6/3k2/4k1/6 o 8,0 4,0", "Kc3") == (
        "the gray kittens on b2 and d4 stay put: the squares behind them are taken"
    )
    assert reasons("k5/1k4/3Kk1/1C1k2/4k1/6 o 6,0 3,0", "Kc3") == (
        "the gray kittens on b2 and d4 and the orange kitten on d3 stay put: "
        "the squares behind them are taken; "
        "the orange cat on b4 stays put: a kitten can't push a cat"
    )
    assert reasons("6/1C4/6/1C4/6/6 o 6,0 8,0", "Kc3") == (
        "the orange cats on b2 and b4 stay put: a kitten can't push a cat"
    )


def test_a_win_is_not_narrated_because_the_outcome_says_it() -> None:
    current = match_with_turns_at_once(1)
    step = play(read_position("6/6/CC4/6/6/6 o 0,6 8,0"), read_turn("Cc3"))
    assert any(isinstance(event, Won) for event in step.events)
    [line] = turn_lines(replace(current, last=step, together=()))
    assert "wins" not in line

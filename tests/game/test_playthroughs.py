"""For the engine and for the referee, each playthrough follows from its turns."""

from pathlib import Path

import pytest

from bot.game import (
    RULESETS,
    Event,
    Graduated,
    Kind,
    Recalled,
    SeamAdvanced,
    SeamLaid,
    SeamLeft,
    Seat,
    Slid,
    Step,
    WinBy,
    land,
)
from tests.game import referee
from tests.game.playthrough import files, rewrite, ruleset_in, steps, turns_in
from tests.kit.thoroughness import sampled

every_file = pytest.mark.parametrize("file", files(), ids=lambda file: file.stem)


def steps_of(name: str) -> list[Step]:
    (text,) = (file.read_text("utf-8") for file in files() if file.stem == name)
    return list(steps(turns_in(text), ruleset_in(text)))


def events(name: str, kind: type[Event]) -> list[Event]:
    return [event for step in steps_of(name) for event in step.events if isinstance(event, kind)]


def choices(name: str) -> int:
    landings = (land(step.before, step.turn.placement, step.turn.recall) for step in steps_of(name))
    return sum(landing.needs_choice for landing in landings)


def test_every_ruleset_has_a_playthrough() -> None:
    rulesets = {ruleset_in(file.read_text("utf-8")) for file in files()}
    assert rulesets == set(RULESETS)
    assert {file.stem for file in files()} == {
        "choices",
        "eight_cats",
        "junior",
        "line",
        "rows",
        "scarce",
        "seam",
    }


@every_file
def test_a_playthrough_is_reproduced_exactly(file: Path) -> None:
    text = file.read_text("utf-8")
    assert rewrite(text) == text, "python -m tests.game.playthrough writes it again"


@pytest.mark.parametrize("file", sampled(files(), 0, 2, 5), ids=lambda file: file.stem)
def test_the_referee_sees_the_same_match(file: Path) -> None:
    text = file.read_text("utf-8")
    name = ruleset_in(text).name
    seen = [referee.START[name]]
    for turn in turns_in(text):
        seen.append(referee.legal(name, seen[-1])[turn])
    positions = [line for line in text.splitlines() if line.count("/") == 5]
    assert positions == seen


@every_file
def test_a_playthrough_ends_in_a_win(file: Path) -> None:
    match = steps_of(file.stem)
    assert match[-1].win is not None
    assert (match[-1].win.by is WinBy.FULL_BED) == (file.stem == "eight_cats")
    assert len(match) >= 15


def test_choices_are_made_in_classic_and_lines_and_single_pieces_leave() -> None:
    assert choices("choices") >= 3
    assert events("choices", Graduated)
    assert [name for name in ("choices", "eight_cats", "line") if events(name, Recalled)]


def test_more_than_three_leave_at_once_in_rows() -> None:
    graduated = [event for event in events("rows", Graduated) if isinstance(event, Graduated)]
    assert max(len(event.pieces) for event in graduated) > 3
    assert choices("rows") == 0


def test_a_kitten_is_recalled_in_junior_and_three_kittens_win() -> None:
    recalled = [event for event in events("junior", Recalled) if isinstance(event, Recalled)]
    assert {(event.returned.kittens, event.returned.cats) for event in recalled} == {(1, 0)}
    last = steps_of("junior")[-1]
    assert last.win is not None
    kinds = {dict(last.after.bed)[square].kind for square in last.win.squares}
    assert kinds == {Kind.KITTEN}


def test_seam_pieces_of_both_seats_travel_their_whole_way_and_push() -> None:
    left = [event for event in events("seam", SeamLeft) if isinstance(event, SeamLeft)]
    assert {event.seat for event in left} == set(Seat)
    advanced = [event for event in events("seam", SeamAdvanced) if isinstance(event, SeamAdvanced)]
    assert {event.piece.advanced for event in advanced} == {1, 2, 3, 4, 5, 6}
    assert len(events("seam", SeamLaid)) > len(left), "one that left was laid again"
    assert len(events("seam", Slid)) >= 5


def test_pieces_are_recalled_before_placing_in_scarce_and_kittens_become_one_cat() -> None:
    assert sum(step.turn.recall is not None for step in steps_of("scarce")) >= 2
    graduated = [event for event in events("scarce", Graduated) if isinstance(event, Graduated)]
    assert any(len(event.pieces) > event.returned.cats for event in graduated)

"""A ruleset is data: new ones are composed from existing fields without changing the engine."""

import ast
from functools import cache
from pathlib import Path
from random import Random

import pytest

import bot.game
from bot.game import (
    RULESETS,
    Event,
    Kind,
    Position,
    Ruleset,
    SeamAdvanced,
    SeamLaid,
    SeamLeft,
    Step,
    Turn,
    WinBy,
    land,
    legal_turns,
    play,
    read_position,
    read_turn,
    write_position,
    write_turn,
)
from bot.game.ruleset import Growth, RecallTime
from tests.kit.compositions import COMPOSED, SIX_IN_A_HURRY, STITCHED_ROWS

MATCHES = 8
LONGEST = 400


def choose(position: Position, chance: Random) -> Turn:
    """Return a winning turn if there is one, else mostly one that takes many pieces off."""
    turns = list(legal_turns(position))
    winning = [turn for turn in turns if turn.wins]
    if winning:
        return winning[0]
    some = chance.sample(turns, min(12, len(turns)))
    return max(some, key=lambda turn: (len(turn.leaves), turn.placement.kind is Kind.CAT))


@cache
def play_to_end(ruleset: Ruleset, seed: int) -> list[Step]:
    chance = Random(f"{seed} {ruleset.name}")
    steps: list[Step] = []
    position = Position.start(ruleset)
    while not steps or (steps[-1].win is None and len(steps) < LONGEST):
        steps.append(play(position, choose(position, chance)))
        position = steps[-1].after
    return steps


composed = pytest.mark.parametrize("ruleset", COMPOSED, ids=lambda one: one.name)


@composed
def test_a_composed_ruleset_is_played_to_a_win_and_written_and_read_on_the_way(
    ruleset: Ruleset,
) -> None:
    assert ruleset not in RULESETS
    wins, events = 0, set[type[Event]]()
    for seed in range(MATCHES):
        steps = play_to_end(ruleset, seed)
        for step in steps:
            assert read_turn(write_turn(step.turn)) == step.turn
            assert read_position(write_position(step.before), ruleset) == step.before
        win = steps[-1].win
        if win is not None:
            wins += 1
            pieces = {step_piece(steps[-1], square) for square in win.squares}
            assert len(pieces) == 1
            assert win.by is WinBy.FULL_BED or pieces == {ruleset.lines_win_of}
        events |= {type(event) for step in steps for event in step.events}
    assert wins >= MATCHES // 2
    assert {SeamAdvanced, SeamLaid, SeamLeft} <= events


def step_piece(step: Step, square: int) -> Kind:
    piece = dict(step.after.bed)[bot.game.EVERY_SQUARE[square]]
    assert step.win is not None
    assert piece.seat is step.win.winner
    return piece.kind


def test_stitched_rows_take_every_line_or_one_kitten_and_then_move_the_seam() -> None:
    text = "K1K1K1/6/kK1Kk1/6/K1C3/6 o 1,0 6,0 ab+0 -"
    position = read_position(text, STITCHED_ROWS)
    options = land(position, read_turn("Kc3").placement).options
    written = {write_turn(turn) for turn in legal_turns(position)}
    assert [turn for turn in sorted(written) if turn.startswith("Kc3")] == [
        "Kc3=a1",
        "Kc3=a5",
        "Kc3=b3",
        "Kc3=b3c3d3",
        "Kc3=c1",
        "Kc3=c3",
        "Kc3=d3",
        "Kc3=e1",
    ]
    assert len(options) == 8
    after = play(position, read_turn("Kc3=b3c3d3")).after
    # The seam piece came between a1 and b1 and pushed the kitten on a1 off the bed.
    assert write_position(after) == "2K1K1/6/k3k1/6/K1C3/6 g 1,3 6,0 ab+1 -"


def test_six_in_a_hurry_recalls_a_kitten_first_and_grows_one_cat_of_a_run() -> None:
    text = "K1K1K1/6/kK1Kk1/6/C5/6 o 0,0 4,0 - -"
    position = read_position(text, SIX_IN_A_HURRY)
    recalls = {write_turn(turn)[:3] for turn in legal_turns(position)}
    assert recalls == {"a1>", "c1>", "e1>", "b3>", "d3>"}, "the cat stays while kittens stand"
    after = play(position, read_turn("a1>Cc3~12+")).after
    assert write_position(after) == "2K1K1/6/k3k1/6/C5/6 g 0,2 4,0 12+0 -"


@pytest.mark.parametrize("pieces", [2, 9])
def test_a_ruleset_with_too_few_or_too_many_pieces_is_refused(pieces: int) -> None:
    with pytest.raises(ValueError, match=f"{pieces} pieces a seat; there may be 3 to 8"):
        Ruleset(name="odd", version=1, pieces=pieces)


def test_a_ruleset_that_would_leave_a_seat_with_nothing_to_place_is_refused() -> None:
    with pytest.raises(ValueError, match="a recall with an empty hand"):
        Ruleset(name="odd", version=1, growth=Growth.ONE_CAT_TOGETHER)
    Ruleset(
        name="even",
        version=1,
        growth=Growth.ONE_CAT_TOGETHER,
        recall_time=RecallTime.EMPTY_HAND,
    )


@pytest.mark.parametrize("seams", [-1, 2])
def test_a_ruleset_with_an_impossible_number_of_seam_pieces_is_refused(seams: int) -> None:
    with pytest.raises(ValueError, match=f"{seams} seam pieces a seat; there may be 0 or 1"):
        Ruleset(name="odd", version=1, seams=seams)


def test_published_rulesets_have_not_changed() -> None:
    """A match keeps its ruleset for life, so a correction is a new version beside the old one."""
    published = {(ruleset.name, ruleset.version): tuple(ruleset.rules) for ruleset in RULESETS}
    assert (
        published.items()
        >= {
            ("classic", 1): (8, 1, 1, 0, 1, 0, 0, 0),
            ("rows", 1): (8, 1, 0, 1, 1, 1, 1, 0),
            ("junior", 1): (8, 0, 0, 0, 0, 0, 0, 0),
            ("seam", 1): (8, 1, 1, 0, 1, 0, 0, 1),
            ("scarce", 1): (8, 1, 1, 2, 2, 2, 0, 0),
        }.items()
    )
    assert len(published) == len(RULESETS)


SOURCES = sorted(Path(bot.game.__file__).parent.glob("*.py"))
NAMES = {ruleset.name for ruleset in RULESETS}
CONSTANTS = {name for name, value in vars(bot.game).items() if isinstance(value, Ruleset)}


def test_rules_ask_for_no_ruleset_by_its_name() -> None:
    """Only `ruleset.py` names the rulesets; elsewhere `classic` is only the default."""
    assert {name.upper() for name in NAMES} == CONSTANTS
    assert len(SOURCES) > 10
    found = {source.name: named_in(source) for source in SOURCES if source.name != "ruleset.py"}
    assert {name: named for name, named in found.items() if named} == {
        "position.py": ["CLASSIC", "CLASSIC"],
        "position_text.py": ["CLASSIC"],
    }


def named_in(source: Path) -> list[str]:
    """Return where a ruleset is named by a string or a constant, or is looked up."""
    tree = ast.parse(source.read_text("utf-8"))
    imported = {
        alias.asname or alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module in ("bot.game", "bot.game.ruleset")
        for alias in node.names
        if alias.name in CONSTANTS
    }
    return [ast.unparse(node) for node in ast.walk(tree) if names_a_ruleset(node, imported)]


def names_a_ruleset(node: ast.AST, imported: set[str]) -> bool:
    match node:
        case ast.Constant(value=str(text)):
            return text in NAMES
        case ast.Name(id=name):
            return name in imported or name == "RULESETS"
        case ast.Attribute(value=value, attr="name" | "version"):
            return ast.unparse(value).endswith("ruleset")
    return False


def test_a_source_that_names_a_ruleset_is_found(tmp_path: Path) -> None:
    source = tmp_path / "planted.py"
    source.write_text(
        "from bot.game.ruleset import SCARCE as thin\n"
        "from bot.game.squares import ROWS\n"
        "if ruleset is thin or ruleset.name == 'rows' or position.ruleset.version > 1: ROWS\n"
    )
    found = ["'rows'", "position.ruleset.version", "ruleset.name", "thin"]
    assert sorted(named_in(source)) == found

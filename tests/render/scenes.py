"""The scenes whose pictures are stored: each has a name, and together they show everything."""

from collections.abc import Iterator
from dataclasses import replace

from bot.game import (
    CLASSIC,
    Kind,
    Piece,
    Placed,
    Position,
    Ruleset,
    Seat,
    complete,
    land,
    play,
    read_position,
    read_turn,
    square_named,
)
from bot.game.ruleset import JUNIOR, ROWS, SCARCE, SEAM
from render.outlines import threats_of
from render.scene import Ending, Scene, Status
from render.theme import THEMES

Sheet = dict[str, Scene]

BUSY = "2K1k1/1kK2c/C1k2K/1K1C2/k2K1c/2k3 o"
MANY = "1k4/1K1K1k/1KKK2/1KK3/k4c/2k1c1 o"


def scenes() -> Iterator[tuple[str, Scene]]:
    """Yield the scenes with their names."""
    for sheet in sheets().values():
        yield from sheet.items()


def sheets() -> dict[str, Sheet]:
    """Return the scenes by their sheet."""
    return {
        "turns": dict(_turns()),
        "choices": dict(_choices()),
        "endings": dict(_endings()),
        "rulesets": dict(_rulesets()),
        "seam": dict(_seams()),
        "hints": dict(_hints()),
        **{name: dict(_themed(name)) for name in THEMES if name != "day"},
    }


def _turns() -> Iterator[tuple[str, Scene]]:
    yield "empty_bed", Scene(Position())
    yield "opening", after("6/6/2k3/6/6/6 o", "Kd4")
    yield "crowded", after("1K2k1/2C2c/1k4/3k1c/K1CKk1/2k3 o", "Ke4", cats=(1, 0))
    yield "lively", after(BUSY, "Cb3", cats=(1, 0))
    yield "three_boops", after("6/1K1k2/6/1k4/5K/6 g", "Kc3")
    yield "boops_and_falls", after("Kk4/6/Kkk3/6/4C1/5c o", "Cb2", cats=(1, 1))
    yield "falls_below", after("6/3C2/k4k/2c3/K4k/4kk o", "Ce5", cats=(1, 1))
    yield "eight_boops", after("6/1KkC2/1c1K2/1kKc2/6/6 o", "Cc3", cats=(1, 0))
    yield "graduation", after("k4k/6/1KK3/4k1/1C4/5c o", "Kd3", cats=(1, 0))
    yield "graduation_across", after("6/1C2k1/2C3/6/4k1/6 o", "Kd4")
    yield "recall", after("K1k2K/6/1C2K1/k5/3C1k/K4K o", "Kc5=a1")
    yield "two_turns", scene_of_turns(Position(), "Kc3 Kd4")
    yield (
        "four_turns",
        scene_of_turns(position_with("6/2k3/1K2k1/2KC2/4c1/6 g", (0, 1)), "Kb2 Kf5 Cd6 Ka5"),
    )
    yield "twice_on_a_square", scene_of_turns(Position(), "Kc3 Kd4 Kc3")
    leaving = position_with("6/1KK3/6/6/6/5k o", (0, 0))
    yield "taken_since", scene_of_turns(leaving, "Kd2 Kc2")
    adjacent = scene_with_threats("6/1C4/2C3/4c1/3c2/6 o", (1, 1))
    yield "threats_sharing_squares", adjacent
    yield "threats_shared", scene_with_threats("C4c/1C2c1/6/1c2C1/c4C/6 o", (1, 1))
    yield "threats", scene_with_threats("6/1C1K2/2C3/4k1/1k4/kc3k o", (1, 0))


def _choices() -> Iterator[tuple[str, Scene]]:
    yield "choice", choice("k4K/2k3/1K1c2/3K1k/1KK1C1/2k3 o", "Kd5")
    yield "choice_crossing", choice("6/1CkC1k/kK1Kk1/1C1C2/2k3/k4k o", "Kc3")
    yield "choice_full_bed", choice("2k3/1K1K2/2C3/1K1K1k/k5/K3kK o", "Kf1")
    yield "choice_of_most", choice(MANY, "Kd4", cats=(0, 1))
    yield "preview", tried_scene("K1k2K/6/1kC3/k5/3C1k/K4K o", "Kc4")
    yield "preview_choice", tried_scene("k4K/2k3/1K1c2/3K1k/1KK1C1/2k3 o", "Kd5")
    yield "preview_win", tried_scene("k4k/1C1K2/6/3C2/4k1/1kc3 o", "Cc3", cats=(1, 1))
    chosen = Placed(Piece(Seat.ORANGE, Kind.CAT), square_named("c3"))
    yield "chosen", Scene(position_with("k4k/1C1K2/6/3C2/4k1/1kc3 o", (1, 1)), chosen=chosen)


def _endings() -> Iterator[tuple[str, Scene]]:
    yield "win_by_line", after("k4k/1C1K2/6/3C2/4k1/1kc3 o", "Cc3", cats=(1, 1))
    yield "win_by_full_bed", after("c1c2K/3c2/5K/c1K2c/6/1c1C1c g", "Cd4", cats=(0, 1))
    scene = after(BUSY, "Cb3", cats=(1, 0))
    yield "drawn", replace(scene, ending=Ending.DRAWN)
    yield "resigned", replace(scene, ending=Ending.won_by(Seat.GRAY))


def _rulesets() -> Iterator[tuple[str, Scene]]:
    yield "rows", after("5k/6/KK1CK1/6/3k2/6 o", "Kc3", ruleset=ROWS)
    yield "rows_crossing", after("2K2k/2K3/KK1KC1/6/3k2/6 o", "Kc3", ruleset=ROWS)
    yield "junior", after("6/6/KK4/4k1/2k3/6 o", "Kc3", ruleset=JUNIOR)
    yield "junior_recall", choice("K4k/2K3/5K/1K4/3k1K/KK4 o", "Kd2", ruleset=JUNIOR)
    yield "scarce_run", after("6/6/KK1KK1/6/3k2/6 o", "Kc3", ruleset=SCARCE)
    yield "scarce_choice", choice("K5/1K3k/1K1KK1/3K2/4K1/k5 o", "Kc3", ruleset=SCARCE)
    emptied = read_position("C2k2/6/1C3K/k1k3/4K1/1K1k2 o 0,0 4,0", SCARCE)
    yield "scarce_recall", scene_of_turn(emptied, "f3>Cd4")


def _seams() -> Iterator[tuple[str, Scene]]:
    laid = read_position("6/1K2k1/6/2k3/6/4K1 o 6,0 6,0 - ab-3", SEAM)
    landing = land(laid, read_turn("Kd3").placement)
    step = complete(landing)
    asking = replace(step.after, to_move=Seat.ORANGE)
    yield "seam_entries", Scene(asking, step, entries=landing.entries)
    preview = Scene(asking, step, entries=landing.entries).with_status(Status.NOT_YET_PLAYED)
    yield "seam_entries_preview", preview
    yield "seam_laid", scene_of_turn(laid, "Kd3~de+")
    pushing = read_position("6/6/1kkKcK/6/2K3/4k1 o 5,0 4,0 cd+2 34+1", SEAM)
    yield "seam_pushes", scene_of_turn(pushing, "Kb6")
    both = read_position("6/2kK2/6/6/6/k4K g 6,0 6,0 cd+2 cd-4", SEAM)
    yield "both_seams_in_one", scene_of_turn(both, "Ka2")
    leaving = read_position("2k3/6/6/6/6/K1KkC1 g 5,0 6,0 - 56-5", SEAM)
    yield "seam_leaves", scene_of_turn(leaving, "Kf1")
    yield "seam_turns", scene_of_turns(pushing, "Kb6 Ka4 Ka1")


def _hints() -> Iterator[tuple[str, Scene]]:
    beds = ("k4k/6/1KK3/4k1/1C4/5c o", "2k3/6/3K2/2c3/6/4k1 o", BUSY, "6/2k3/3kK1/6/1K4/6 o")
    turns = ("Kd3", "Ke2", "Cb3", "Kc4")
    for theme, bed, turn in zip(THEMES.values(), beds, turns, strict=True):
        scene = after(bed, turn, cats=(1, 0))
        asked = replace(scene.position, to_move=Seat.ORANGE)
        hint = replace(scene, position=asked, theme=theme).with_status(Status.HINTED)
        yield f"hint_{theme.name.replace('-', '_')}", hint
    yield "better", after(beds[0], turns[0]).with_status(Status.BETTER)


def _themed(name: str) -> Iterator[tuple[str, Scene]]:
    theme = THEMES[name]
    four = scene_of_turns(position_with("6/2k3/1K2k1/2KC2/4c1/6 g", (0, 1)), "Kb2 Kf5 Cd6 Ka5")
    pushing = read_position("6/6/1kkKcK/6/2K3/4k1 o 5,0 4,0 cd+2 34+1", SEAM)
    shown = {
        "lively": after(BUSY, "Cb3", cats=(1, 0)),
        "most": choice(MANY, "Kd4", cats=(0, 1)),
        "preview": tried_scene("k4K/2k3/1K1c2/3K1k/1KK1C1/2k3 o", "Kd5"),
        "win": after("k4k/1C1K2/6/3C2/4k1/1kc3 o", "Cc3", cats=(1, 1)),
        "turns": four,
        "graduation": after("6/1C2k1/2C3/6/4k1/6 o", "Kd4"),
        "seam": scene_of_turn(pushing, "Kb6"),
        "entries": dict(_seams())["seam_entries"],
    }
    for what, scene in shown.items():
        yield f"{name.replace('-', '_')}_{what}", replace(scene, theme=theme)


def after(
    bed: str, turn: str, *, cats: tuple[int, int] = (0, 0), ruleset: Ruleset = CLASSIC
) -> Scene:
    """Return the scene of a turn on a drawn bed."""
    return scene_of_turn(position_with(bed, cats, ruleset), turn)


def scene_of_turn(position: Position, turn: str) -> Scene:
    """Return the scene of a turn in a position."""
    step = play(position, read_turn(turn))
    return Scene(step.after, step, win=step.win)


def scene_of_turns(position: Position, turns: str) -> Scene:
    """Return the scene of several turns in a row."""
    steps = []
    for turn in turns.split():
        steps.append(play(position, read_turn(turn)))
        position = steps[-1].after
    return Scene(position, tuple(steps), win=steps[-1].win)


def scene_with_threats(bed: str, cats: tuple[int, int]) -> Scene:
    """Return the scene of a position with the threats of both seats."""
    position = position_with(bed, cats)
    threats = tuple(threat for seat in Seat for threat in threats_of(position, seat))
    return Scene(position, threats=threats)


def tried_scene(bed: str, turn: str, *, cats: tuple[int, int] = (0, 0)) -> Scene:
    """Return the scene of a turn that is only tried."""
    landing = land(position_with(bed, cats), read_turn(turn).placement)
    scene = choice(bed, turn, cats=cats) if landing.needs_choice else after(bed, turn, cats=cats)
    return scene.with_status(Status.NOT_YET_PLAYED)


def choice(
    bed: str, turn: str, *, cats: tuple[int, int] = (0, 0), ruleset: Ruleset = CLASSIC
) -> Scene:
    """Return the scene of a placement after which the player has to choose."""
    landing = land(position_with(bed, cats, ruleset), read_turn(turn).placement)
    return Scene(landing.position, landing, landing.options)


def position_with(bed: str, cats: tuple[int, int], ruleset: Ruleset = CLASSIC) -> Position:
    """Return a position with these cats in the pools, and kittens up to eight pieces."""
    orange, gray = (
        f"{8 - sum(map(bed.split()[0].count, letters)) - in_hand},{in_hand}"
        for letters, in_hand in zip(("KC", "kc"), cats, strict=True)
    )
    return read_position(f"{bed} {orange} {gray}", ruleset)

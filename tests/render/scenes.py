"""The scenes whose pictures are kept: each has a name, and together they show everything."""

from collections.abc import Iterator
from dataclasses import replace

from bot.game import Position, land, play, read_position, read_turn
from render.scene import Scene, Status


def scenes() -> Iterator[tuple[str, Scene]]:
    """Walk over the scenes by name."""
    yield "empty_bed", Scene(Position())
    yield "opening", after("6/6/2k3/6/6/6 o", "Kd4")
    yield "crowded", after("1K2k1/2C2c/1k4/3k1c/K1CKk1/2k3 o", "Ke4", cats=(1, 0))
    yield "lively", after("2K1k1/1kK2c/C1k2K/1K1C2/k2K1c/2k3 o", "Cb3", cats=(1, 0))
    yield "three_boops", after("6/1K1k2/6/1k4/5K/6 g", "Kc3")
    yield "boops_and_falls", after("Kk4/6/Kkk3/6/4C1/5c o", "Cb2", cats=(1, 1))
    yield "falls_below", after("6/3C2/k4k/2c3/K4k/4kk o", "Ce5", cats=(1, 1))
    yield "eight_boops", after("6/1KkC2/1c1K2/1kKc2/6/6 o", "Cc3", cats=(1, 0))
    yield "graduation", after("k4k/6/1KK3/4k1/1C4/5c o", "Kd3", cats=(1, 0))
    yield "graduation_across", after("6/1C2k1/2C3/6/4k1/6 o", "Kd4")
    yield "recall", after("K1k2K/6/1C2K1/k5/3C1k/K4K o", "Kc5=a1")
    yield "choice", choice("k4K/2k3/1K1c2/3K1k/1KK1C1/2k3 o", "Kd5")
    yield "choice_crossing", choice("6/1CkC1k/kK1Kk1/1C1C2/2k3/k4k o", "Kc3")
    yield "choice_full_bed", choice("2k3/1K1K2/2C3/1K1K1k/k5/K3kK o", "Kf1")
    yield "choice_of_most", choice("1k4/1K1K1k/1KKK2/1KK3/k4c/2k1c1 o", "Kd4", cats=(0, 1))
    yield "win_by_line", after("k4k/1C1K2/6/3C2/4k1/1kc3 o", "Cc3", cats=(1, 1))
    yield "preview", would_be("K1k2K/6/1kC3/k5/3C1k/K4K o", "Kc4")
    yield "preview_choice", would_be("k4K/2k3/1K1c2/3K1k/1KK1C1/2k3 o", "Kd5")
    yield "preview_win", would_be("k4k/1C1K2/6/3C2/4k1/1kc3 o", "Cc3", cats=(1, 1))
    yield "win_by_full_bed", after("c1c2K/3c2/5K/c1K2c/6/1c1C1c g", "Cd4", cats=(0, 1))


def after(bed: str, turn: str, *, cats: tuple[int, int] = (0, 0)) -> Scene:
    """Give the scene of a turn that was played."""
    step = play(standing(bed, cats), read_turn(turn))
    return Scene(step.after, step, win=step.win)


def would_be(bed: str, turn: str, *, cats: tuple[int, int] = (0, 0)) -> Scene:
    """Give the scene of a turn that is only looked at."""
    landing = land(standing(bed, cats), read_turn(turn).placement)
    scene = choice(bed, turn, cats=cats) if landing.needs_choice else after(bed, turn, cats=cats)
    return replace(scene, status=Status.NOT_YET_PLAYED)


def choice(bed: str, turn: str, *, cats: tuple[int, int] = (0, 0)) -> Scene:
    """Give the scene of a placement whose player has to choose."""
    landing = land(standing(bed, cats), read_turn(turn).placement)
    return Scene(landing.position, landing, landing.options)


def standing(bed: str, cats: tuple[int, int]) -> Position:
    """Give a position with so many cats in the pools, and kittens up to eight pieces."""
    orange, gray = (
        f"{8 - sum(map(bed.split()[0].count, letters)) - in_hand},{in_hand}"
        for letters, in_hand in zip(("KC", "kc"), cats, strict=True)
    )
    return read_position(f"{bed} {orange} {gray}")

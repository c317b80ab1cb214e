"""The picture of a bed in words, for those who cannot see it."""

from typing import Final

from bot.game import Kind, Landing, Seat, Square, name_of
from cogs.ui.words import kind_name, narrated, pool_name, seat_name
from render.scene import Scene, Status, letter_of

LONGEST: Final = 1024
"""Discord's limit of an alt text, in characters."""


def alt_text(scene: Scene) -> str:
    """Say the whole position, then what happened last, then what is to be chosen."""
    is_played = scene.status is Status.PLAYED
    parts = [] if is_played else ["Not yet played; this is how it would be."]
    parts += [_standing(scene, seat) for seat in Seat]
    told = scene.last
    if told is not None:
        when = "Being placed" if isinstance(told, Landing) else "Last turn"
        if not is_played:
            when = "What would happen"
        parts.append(f"{when}: {narrated(told.events)}.")
    if scene.options:
        options = (
            f"{letter_of(index)} {' '.join(map(name_of, squares))}"
            for index, squares in enumerate(scene.options)
        )
        parts.append(f"To choose: {'; '.join(options)}.")
    if scene.win is None:
        parts.append(f"{seat_name(scene.position.to_move).capitalize()} to move.")
    return _cut(" ".join(parts))


def _standing(scene: Scene, seat: Seat) -> str:
    """Say where a seat's pieces are, kittens before cats, and what is in its pool."""
    position = scene.position
    squares: dict[Kind, list[Square]] = {kind: [] for kind in Kind}
    for square, piece in position.bed:
        if piece.seat is seat:
            squares[piece.kind].append(square)
    groups = [
        f"{kind_name(kind)}{'s' if len(there) > 1 else ''} on {', '.join(map(name_of, there))}"
        for kind, there in squares.items()
        if there
    ]
    on_bed = "; ".join(groups) or "no piece on the bed"
    pool = pool_name(position.pool_of(seat))
    return f"{seat_name(seat).capitalize()}: {on_bed}; in the pool {pool}."


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"

"""The picture of a bed in words, for those who cannot see it.

In the order in which a board is read: what stands where, by row and then by column; what is in
hand; what was played; what is to be chosen; whose turn it is.
"""

from collections.abc import Iterable, Sequence
from enum import Enum, auto
from itertools import groupby
from typing import Final, assert_never

from bot.game import (
    ENTRIES,
    Booped,
    FellOff,
    Graduated,
    Kind,
    Landing,
    Placed,
    Position,
    Recalled,
    SeamAdvanced,
    SeamLaid,
    SeamLeft,
    Seat,
    Slid,
    Square,
    Stayed,
    Turn,
    Won,
    name_of,
    squares_in,
    write_turn,
)
from bot.game.squares import COLUMNS
from cogs.core.words import (
    counted,
    kind_name,
    narrated,
    piece_name,
    pool_name,
    seam_name,
    seat_name,
    squares_name,
)
from render.scene import Ending, Scene, Status, Told, letter_of

LONGEST: Final = 1024
"""Discord's limit of an alt text, in characters."""


_BEFORE: Final = {
    Status.PLAYED: "",
    Status.NOT_YET_PLAYED: "Not yet played; this is how it would be.",
    Status.HINTED: "A hint, not yet played; this is how it would be.",
    Status.BETTER: "What would have been better, and was not played.",
}
"""What is said first."""


class Detail(Enum):
    """How much is told of a turn."""

    NOTHING = auto()
    NOTATION = auto()
    SQUARES = auto()
    """Each thing that happened, but of pieces that moved only from where to where."""
    EVERYTHING = auto()


def alt_text(scene: Scene) -> str:
    """Say the whole position, then what happened last, then what is to be chosen.

    The position and the choice are always said whole; of the turns as much as there is room for,
    the last one at the greatest length.
    """
    return " ".join(in_words(scene, LONGEST))


def in_words(scene: Scene, longest: int) -> list[str]:
    """Say the same in a part for each thing, together at most so long with a space between."""
    before = [words] if (words := _BEFORE[scene.status]) else []
    before += [standing(scene.position, seat) for seat in Seat]
    after = [*_chosen(scene), *_choices(scene), *_threats(scene, longest // 4), _whose(scene)]
    told = _turns_within(scene, longest - len(" ".join([*before, *after])) - 1)
    return [*before, *([told] if told else []), *after]


def film_text(scene: Scene, turns: int) -> str:
    """Say what a film of so many turns shows, and how it ends."""
    text = f"An animation of {counted(turns, 'turn')}. At its end: "
    return text + alt_text(Scene(scene.position, win=scene.win, ending=scene.ending))


def standing(position: Position, seat: Seat) -> str:
    """Say in a sentence where a seat's pieces are, kittens before cats, and what is in hand."""
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
    text = f"{_name(seat)}: {on_bed}; in the pool {pool_name(position.pool_of(seat))}"
    if position.ruleset.seams:
        text += f"; seam piece {seam_name(position.seam_of(seat))}"
    return text + "."


def _turns_within(scene: Scene, room: int) -> str:
    """Tell the turns in at most so many characters, the older ones in fewer words first."""
    for details in _plans(len(scene.turns)):
        told = _turns(scene, details)
        if len(told) < room:
            return told
    return ""


def _plans(turns: int) -> Iterable[list[Detail]]:
    """Walk over how much to tell of each turn, ever less, and of older ones first."""
    details = [Detail.EVERYTHING] * turns
    yield list(details)
    for some in (range(turns - 1), range(turns - 1, turns)):
        for less in (Detail.SQUARES, Detail.NOTATION, Detail.NOTHING):
            for index in some:
                details[index] = less
                yield list(details)


def _turns(scene: Scene, details: Sequence[Detail]) -> str:
    texts = [_told(turn, detail) for turn, detail in zip(scene.turns, details, strict=True)]
    told = [text for text in texts if text]
    if not told:
        return ""
    left_out = len(texts) - len(told)
    more = f"{counted(left_out, 'turn')} before; " if left_out else ""
    return f"{_heading(scene, len(told))}: {more}{'. Then '.join(told)}."


def _heading(scene: Scene, told: int) -> str:
    if scene.status is not Status.PLAYED:
        return "What would happen"
    if isinstance(scene.last, Landing):
        return (
            "Being placed" if told == 1 else f"Last {counted(told - 1, 'turn')}, then being placed"
        )
    return "Last turn" if told == 1 else f"Last {counted(told, 'turn')}"


def _told(turn: Told, detail: Detail) -> str:
    match detail:
        case Detail.EVERYTHING:
            return narrated(turn.events)
        case Detail.SQUARES:
            return _in_squares(turn)
        case Detail.NOTATION:
            named = Turn(turn.placement) if isinstance(turn, Landing) else turn.turn
            return write_turn(named)
        case Detail.NOTHING:
            return ""
        case _:
            assert_never(detail)


def _in_squares(turn: Told) -> str:
    """Tell a turn without the names of the pieces that moved: the position has those."""
    groups = groupby(turn.events, type)
    return "; ".join(text for _, group in groups for text in _shortly(list(group)))


def _shortly(events: Sequence[object]) -> Iterable[str]:
    """Tell events of one type in as few words as can be."""
    match events[0]:
        case Booped() | Slid():
            ways = (
                f"{name_of(event.start)} → {name_of(event.end)}"
                for event in events
                if isinstance(event, Booped | Slid)
            )
            yield f"moved {', '.join(ways)}"
        case FellOff():
            starts = (event.start for event in events if isinstance(event, FellOff))
            yield f"off the bed {squares_name(starts)}"
        case _:
            for event in events:
                yield from _one_shortly(event)


def _one_shortly(event: object) -> Iterable[str]:
    match event:
        case Placed(piece, square):
            yield f"{piece_name(piece)} to {name_of(square)}"
        case Graduated(pieces):
            yield f"left {squares_name(square for square, _ in pieces)}"
        case Recalled(_, square):
            yield f"took back {name_of(square)}"
        case SeamAdvanced(seat):
            yield f"{seat_name(seat)}'s seam piece advanced"
        case SeamLeft(seat):
            yield f"{seat_name(seat)}'s seam piece left"
        case SeamLaid(_, entry):
            yield f"laid the seam piece at {entry.name}"
        case Won(win):
            yield f"{seat_name(win.winner)} wins with {squares_name(win.squares)}"
        case Stayed() | _:
            pass


def _chosen(scene: Scene) -> Iterable[str]:
    """Say which piece somebody is about to place."""
    if scene.chosen is not None:
        piece, square = piece_name(scene.chosen.piece), name_of(scene.chosen.square)
        yield f"Chosen, not yet placed: {piece} to {square}."


def _choices(scene: Scene) -> Iterable[str]:
    """Say what may be chosen: which squares, each option by its letter and its squares."""
    if scene.column is not None:
        bed, squares = scene.position.bed, squares_in(scene.column)
        pieces = {square: bed.piece_at(square) for square in squares}
        free = ", ".join(name_of(square) for square, piece in pieces.items() if piece is None)
        taken = [f"{name_of(at)} {piece_name(piece)}" for at, piece in pieces.items() if piece]
        also = f"; taken: {', '.join(taken)}" if taken else ""
        yield f"To choose in column {COLUMNS[scene.column]}: {free}{also}."
    if scene.options:
        options = "; ".join(
            f"{letter_of(index)} {squares_name(squares)}"
            for index, squares in enumerate(scene.options)
        )
        yield f"To choose: {options}."
    if scene.entries:
        named = ", ".join(entry.name for entry in scene.entries)
        entries = "any of the 20 entries" if len(scene.entries) == len(ENTRIES) else named
        yield f"The seam piece may be laid at {entries}."


def _threats(scene: Scene, room: int) -> Iterable[str]:
    """Say which lines threaten, where they are pointed out; as many as there is room for."""
    lines = [f"{seat_name(threat.seat)} {squares_name(threat.line)}" for threat in scene.threats]
    while lines and len("; ".join(lines)) > room:
        lines.pop()
    if lines:
        yield f"Lines that could be completed: {'; '.join(lines)}."


def _whose(scene: Scene) -> str:
    """Say whose turn it is, or how the match has ended."""
    match scene.ending:
        case None:
            return f"{_name(scene.position.to_move)} to move."
        case Ending.DRAWN:
            return "The match is over, and nobody has won."
        case ending:
            winner = Seat.ORANGE if ending is Ending.ORANGE_WON else Seat.GRAY
            return f"{_name(winner)} has won."


def _name(seat: Seat) -> str:
    return seat_name(seat).capitalize()

"""Alt text: the picture of a bed in words.

The text has the order in which people read a board: the pieces by row and column, the pieces in
hand, the last turns, the choices, and whose turn it is.
"""

from collections.abc import Iterable, Sequence
from enum import Enum, auto
from itertools import groupby
from typing import Final, assert_never

from bot.game import (
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
from bot.text import N_, NN_, gettext, in_order, ngettext, one_by_one, translate
from cogs.wording.narration import narrated
from cogs.wording.phrases import (
    capital,
    entry_mark,
    entry_name,
    piece_name,
    pool_name,
    seam_name,
    seat_name,
    squares_name,
)
from render.scene import Ending, Recent, Scene, Status, entry_letter, letter_of

LONGEST: Final = 1024
"""Discord's limit of an alt text, in characters."""

_BEFORE: Final = {
    Status.NOT_YET_PLAYED: N_("A preview, not played yet."),
    Status.HINTED: N_("A hint, not played yet."),
    Status.BETTER: N_("What would have been better; it was not played."),
    Status.TRIED: N_("What if: tried on a bed of your own, not played in the match."),
}
"""The first sentence for a position that is not on the board."""
_ON: Final = {
    Kind.KITTEN: NN_("kitten on {squares}", "kittens on {squares}"),
    Kind.CAT: NN_("cat on {squares}", "cats on {squares}"),
}
_ADVANCED: Final = {
    Seat.ORANGE: N_("orange's seam piece advanced"),
    Seat.GRAY: N_("gray's seam piece advanced"),
}
_LEFT: Final = {
    Seat.ORANGE: N_("orange's seam piece left"),
    Seat.GRAY: N_("gray's seam piece left"),
}
_WINS: Final = {
    Seat.ORANGE: N_("orange wins with {squares}"),
    Seat.GRAY: N_("gray wins with {squares}"),
}
_TO_MOVE: Final = {Seat.ORANGE: N_("Orange to move."), Seat.GRAY: N_("Gray to move.")}
_ENDINGS: Final = {
    Ending.ORANGE_WON: N_("Orange has won."),
    Ending.GRAY_WON: N_("Gray has won."),
    Ending.DRAWN: N_("The match is over, and no one has won."),
}


class Detail(Enum):
    """The level of detail in the text about a turn."""

    NOTHING = auto()
    NOTATION = auto()
    SQUARES = auto()
    """Every event, but only the two squares of a moved piece, without its name."""
    EVERYTHING = auto()


def alt_text(scene: Scene) -> str:
    """Return the whole position, then the last turns, then the choices.

    The position and the choices are always complete. The turns fill the remaining room; the last
    one gets the most detail.
    """
    return " ".join(in_words(scene, LONGEST))


def in_words(scene: Scene, longest: int) -> list[str]:
    """Return the alt text in parts. Joined by spaces, they have at most `longest` characters."""
    status = _BEFORE.get(scene.status)
    before = [] if status is None else [translate(status)]
    before += [pieces_sentence(scene.position, seat) for seat in Seat]
    after = [*_to_place(scene), *_choices(scene), *_threats(scene, longest // 4), _turn_line(scene)]
    described = _turns_within(scene, longest - len(" ".join([*before, *after])) - 1)
    return [*before, *([described] if described else []), *after]


def animation_text(scene: Scene, turns: int) -> str:
    """Return the alt text of an animation of `turns` turns: its content, and its last position."""
    beginning = ngettext("An animation of {count} turn.", "An animation of {count} turns.", turns)
    end = Scene(scene.position, win=scene.win, ending=scene.ending)
    return " ".join([beginning, gettext("At its end:"), alt_text(end)])


def motion_text(scene: Scene) -> str:
    """Return the alt text of an animation of the last turn: its events, and the last position."""
    beginning = ngettext("An animation of {count} turn.", "An animation of {count} turns.", 1)
    return " ".join([beginning, *in_words(scene, LONGEST - len(beginning) - 1)])


def pieces_sentence(position: Position, seat: Seat) -> str:
    """Return the squares of a seat's pieces, kittens before cats, and the pieces in hand."""
    squares: dict[Kind, list[Square]] = {kind: [] for kind in Kind}
    for square, piece in position.bed:
        if piece.seat is seat:
            squares[piece.kind].append(square)
    groups = [
        translate(_ON[kind], count=len(there), squares=one_by_one([*map(name_of, there)]))
        for kind, there in squares.items()
        if there
    ]
    on_bed = in_order(groups) or gettext("no pieces on the bed")
    pieces = pool_name(position.pool_of(seat))
    if position.ruleset.seams:
        return gettext(
            "{seat}: {on_bed}; in hand {pieces}; seam piece {seam}.",
            seat=_name(seat),
            on_bed=on_bed,
            pieces=pieces,
            seam=seam_name(position.seam_of(seat)),
        )
    return gettext(
        "{seat}: {on_bed}; in hand {pieces}.", seat=_name(seat), on_bed=on_bed, pieces=pieces
    )


def _turns_within(scene: Scene, room: int) -> str:
    """Return the turns in less than `room` characters. Shorten the older turns first."""
    for details in _detail_levels(len(scene.turns)):
        described = _turns(scene, details)
        if len(described) < room:
            return described
    return ""


def _detail_levels(turns: int) -> Iterable[list[Detail]]:
    """Yield lists with a detail for each turn, ever shorter. Older turns lose detail first."""
    details = [Detail.EVERYTHING] * turns
    yield list(details)
    for some in (range(turns - 1), range(turns - 1, turns)):
        for less in (Detail.SQUARES, Detail.NOTATION, Detail.NOTHING):
            for index in some:
                details[index] = less
                yield list(details)


def _turns(scene: Scene, details: Sequence[Detail]) -> str:
    texts = [_turn_text(turn, detail) for turn, detail in zip(scene.turns, details, strict=True)]
    described = [text for text in texts if text]
    if not described:
        return ""
    left_out = len(texts) - len(described)
    if left_out:
        described[0] = in_order([_earlier_turns(left_out), described[0]])
    story, *rest = described
    for each in rest:
        story = gettext("{story}. Then {turn}", story=story, turn=each)
    return gettext("{heading}: {story}.", heading=_heading(scene, len(described)), story=story)


def _earlier_turns(turns: int) -> str:
    return ngettext("{count} turn before", "{count} turns before", turns)


def _heading(scene: Scene, described: int) -> str:
    if not scene.status.is_done:
        return gettext("What would happen")
    if isinstance(scene.last, Landing):
        if described == 1:
            return gettext("Being placed")
        return ngettext(
            "Last {count} turn, then being placed",
            "Last {count} turns, then being placed",
            described - 1,
        )
    if described == 1:
        return gettext("Last turn")
    return ngettext("Last {count} turn", "Last {count} turns", described)


def _turn_text(turn: Recent, detail: Detail) -> str:
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


def _in_squares(turn: Recent) -> str:
    """Return a turn without the names of moved pieces, because the position names them."""
    groups = groupby(turn.events, type)
    return in_order([text for _, group in groups for text in _short_events(list(group))])


def _short_events(events: Sequence[object]) -> Iterable[str]:
    """Yield events of one type in as few words as possible."""
    match events[0]:
        case Booped() | Slid():
            ways = [
                f"{name_of(event.start)} → {name_of(event.end)}"
                for event in events
                if isinstance(event, Booped | Slid)
            ]
            yield gettext("moved {moves}", moves=one_by_one(ways))
        case FellOff():
            starts = (event.start for event in events if isinstance(event, FellOff))
            yield gettext("off the bed {squares}", squares=squares_name(starts))
        case _:
            for event in events:
                yield from _short_event(event)


def _short_event(event: object) -> Iterable[str]:
    match event:
        case Placed(piece, square):
            yield gettext("{piece} to {square}", piece=piece_name(piece), square=name_of(square))
        case Graduated(pieces):
            yield gettext("left {squares}", squares=squares_name(square for square, _ in pieces))
        case Recalled(_, square):
            yield gettext("recalled the piece on {square}", square=name_of(square))
        case SeamAdvanced(seat):
            yield translate(_ADVANCED[seat])
        case SeamLeft(seat):
            yield translate(_LEFT[seat])
        case SeamLaid(_, entry):
            yield gettext("laid the seam piece {where}", where=entry_name(entry))
        case Won(win):
            yield translate(_WINS[win.winner], squares=squares_name(win.squares))
        case Stayed() | _:
            pass


def _to_place(scene: Scene) -> Iterable[str]:
    """Yield the piece that is about to be placed."""
    if scene.chosen is not None:
        piece, square = piece_name(scene.chosen.piece), name_of(scene.chosen.square)
        yield gettext("Chosen, not yet placed: {piece} to {square}.", piece=piece, square=square)


def _choices(scene: Scene) -> Iterable[str]:
    """Yield the choices: squares, or each option with its letter and squares."""
    if scene.column is not None:
        bed, squares = scene.position.bed, squares_in(scene.column)
        pieces = {square: bed.piece_at(square) for square in squares}
        column = COLUMNS[scene.column]
        free = one_by_one([name_of(square) for square, piece in pieces.items() if piece is None])
        taken = [f"{name_of(at)} {piece_name(piece)}" for at, piece in pieces.items() if piece]
        if taken:
            yield gettext(
                "To choose in column {column}: {squares}; taken: {pieces}.",
                column=column,
                squares=free,
                pieces=one_by_one(taken),
            )
        else:
            yield gettext("To choose in column {column}: {squares}.", column=column, squares=free)
    if scene.options:
        options = one_by_one(
            [
                f"{letter_of(index)} {squares_name(squares)}"
                for index, squares in enumerate(scene.options)
            ]
        )
        yield gettext("To choose: {options}.", options=options)
    if scene.entries:
        entries = sorted(scene.entries, key=entry_letter)
        lettered = [f"{entry_letter(entry)} {entry_mark(entry)}" for entry in entries]
        yield gettext("To lay the seam piece: {entries}.", entries=one_by_one(lettered))


def _threats(scene: Scene, room: int) -> Iterable[str]:
    """Yield the threatening lines that the picture marks, as many as fit."""
    lines = [
        # Translators: whose line, and where: "orange b2, c2, d2".
        gettext("{seat} {squares}", seat=seat_name(threat.seat), squares=squares_name(threat.line))
        for threat in scene.threats
    ]
    while lines and len(one_by_one(lines)) > room:
        lines.pop()
    if lines:
        yield gettext("Lines that could be completed: {lines}.", lines=one_by_one(lines))


def _turn_line(scene: Scene) -> str:
    """Return whose turn it is, or how the match has ended."""
    if scene.ending is None:
        return translate(_TO_MOVE[scene.position.to_move])
    return translate(_ENDINGS[scene.ending])


def _name(seat: Seat) -> str:
    return capital(seat_name(seat))

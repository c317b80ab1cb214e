"""Choosing a turn by buttons: the rows and the pictures.

The user sees a picture of the bed, and chooses a column, then a square in it. A preview of the turn
follows, with a button that confirms it. The caller says which actions the buttons request. The
custom ids contain all choices.
"""

from collections.abc import Sequence
from dataclasses import replace
from enum import Enum, auto
from typing import Annotated, Any, Final, Self, assert_never

import discord

from bot.features.settings.preferences import PlacementMode
from bot.game import (
    EVERY_COLUMN,
    Column,
    Kind,
    Piece,
    Position,
    Square,
    Squares,
    Step,
    name_of,
    squares_in,
)
from bot.game.squares import COLUMNS
from bot.match.identity import UserId
from bot.match.turn_builder import (
    AskOption,
    AskPlacement,
    AskRecall,
    AskSeam,
    TurnBuilder,
    TurnChoices,
)
from bot.text import NC_, gettext, translate
from cogs.board.turn_controls import (
    BelowSquares,
    Style,
    TurnControls,
    completes_turn,
    option_rows,
    rows_of,
)
from cogs.core.codecs import FormText, register
from cogs.core.components import ActionButton, Row, form
from cogs.wording.phrases import SEAT_MARKS, kind_name
from render.scene import Scene, Status, entry_letter

LONGEST_TURN: Final = 40
"""The most characters that a user can type for a turn."""
TypedTurn = Annotated[str, FormText(LONGEST_TURN)]
"""A turn that a user typed into a form."""
register(TurnChoices, lambda choices: choices.text, TurnChoices.read, example="Kc3")


class SquareTap(Enum):
    """The effect of a tap on a square."""

    PREVIEWS = auto()
    """It previews the turn and asks the remaining questions."""
    PLAYS = auto()
    """It plays the turn if no question remains."""

    @classmethod
    def of(cls, placing: PlacementMode, position: Position) -> Self:
        """Return the effect of a tap in a position, according to the user's preference."""
        if placing is PlacementMode.AT_ONCE or not cls.shows_more(position):
            return cls.PLAYS
        return cls.PREVIEWS

    @staticmethod
    def shows_more(position: Position) -> bool:
        """Return whether a preview shows more than the name of the square.

        On an empty bed it does not, unless the ruleset has seam pieces.
        """
        return bool(position.bed.occupied) or bool(position.ruleset.seams)


def plays_at_once(builder: TurnBuilder, placing: PlacementMode) -> bool:
    """Return whether to play a turn without a preview, because no question remains."""
    is_whole = isinstance(builder.question, Step)
    return is_whole and SquareTap.of(placing, builder.position) is SquareTap.PLAYS


def typing_label() -> str:
    """Return the label of the button that opens a form for the turn."""
    return gettext("Type your turn")


def turn_form(name: str, user: UserId, nonce: int, /, **arguments: Any) -> discord.ui.Modal:
    """Return the form for typing a turn. Its action `name` takes the turn as `turn`."""
    typed: discord.ui.TextInput[Any] = discord.ui.TextInput(
        custom_id="turn", min_length=2, max_length=LONGEST_TURN
    )
    label: discord.ui.Label[Any] = discord.ui.Label(
        text=gettext("Square"),
        description=gettext("Like c3. To say which piece: Kc3 is a kitten, Cc3 a cat."),
        component=typed,
    )
    return form(gettext("Your turn"), [label], name, user=user, nonce=nonce, **arguments)


def has_no_room_for_text(builder: TurnBuilder) -> bool:
    """Return whether the bed and the rows of the question leave no room for text on a phone.

    Two questions have that many rows: which square of a column (the columns stay below its
    squares), and where to lay a seam piece.
    """
    question = builder.question
    return isinstance(question, AskSeam) or (
        isinstance(question, AskPlacement) and builder.choices.column is not None
    )


def turn_rows(
    builder: TurnBuilder, controls: TurnControls, beside: Sequence[ActionButton] = ()
) -> list[Row]:
    """Return the buttons that answer the question, and **Back**, with `beside` next to it.

    A second tap on a square must not play a turn. A client keeps the end of a message in view, so
    the last row stays in place, and squares are never in it. So only the last row has buttons that
    complete a turn. If a turn can be typed, they are in the first row, because the tab key starts
    there.
    """
    rows = _rows_of_question(builder, controls, beside)
    if controls.typing is None:
        return rows
    match builder.question:
        case Step():
            return rows[::-1]
        case AskOption(landing):
            return rows[::-1] if completes_turn(landing) else rows
        case AskRecall() | AskPlacement():
            return [discord.ui.ActionRow(controls.typing), *rows]
        case AskSeam():
            return rows
        case _ as never:
            assert_never(never)


def _rows_of_question(
    builder: TurnBuilder, controls: TurnControls, beside: Sequence[ActionButton]
) -> list[Row]:
    question = builder.question
    match question:
        case AskRecall(squares):
            return [*recall_rows(builder, squares, controls), *rows_of(beside)]
        case AskPlacement():
            last = [*_back(builder, controls), *beside]
            if controls.short_ways and builder.choices.column is None and not builder.other_kind:
                # With one row fewer, a short screen shows more of the bed.
                return _with_ends(column_rows(builder, controls), last)
            if _has_kinds_below(builder, controls):
                last += _kinds(builder, controls)
            last = last or [_disabled_back(builder, controls)]
            return [*_placement_rows(builder, controls), *rows_of(last)]
        case AskOption(landing):
            ways = [*_back(builder, controls), *_kinds(builder, controls), *beside]
            return option_rows(builder.choices, landing, controls, ways)
        case AskSeam():
            return _seam_rows(builder, question, controls, beside)
        case Step():
            confirm = controls.complete(controls.confirm, Style.success, question.turn)
            above = rows_of([*_kinds(builder, controls), *beside])
            last = [*_back(builder, controls), confirm]
            return [*above, *rows_of(last if controls.typing is None else last[::-1])]
        case _:
            assert_never(question)


def column_rows(builder: TurnBuilder, controls: TurnControls) -> list[Row]:
    """Return a button for each column, disabled if the column has no free square."""
    return rows_of([_column_button(builder, column, controls) for column in EVERY_COLUMN])


def recall_rows(builder: TurnBuilder, squares: Squares, controls: TurnControls) -> list[Row]:
    """Return a button for each piece that can be recalled."""
    return rows_of([_recall_button(builder, square, controls) for square in squares])


def _seam_rows(
    builder: TurnBuilder,
    question: AskSeam,
    controls: TurnControls,
    beside: Sequence[ActionButton],
) -> list[Row]:
    """Return a row of entries for each side of the bed, by letter, and a button to lay nothing.

    The kinds have no room here. Two steps back, the user can choose another kind.
    """
    laying = [
        controls.choose(entry_letter(entry), Style.primary, builder.choices.laying_at(entry))
        for entry in sorted(question.entries, key=entry_letter)
    ]
    keep = controls.complete(gettext("Keep in hand"), Style.success, question.step.turn)
    return [*rows_of(laying, LETTERS_IN_ROW), *rows_of([*_back(builder, controls), *beside, keep])]


LETTERS_IN_ROW: Final = 5
"""Buttons in a row if each has one letter: a side of the bed has five entries."""


def _placement_rows(builder: TurnBuilder, controls: TurnControls) -> list[Row]:
    """Return the columns, with the squares of the chosen column above them.

    The columns stay in their places on the board, so that both taps of a double tap hit a column.
    One more row stands below them. The kinds stand at the ends of rows.
    """
    column, columns = builder.choices.column, column_rows(builder, controls)
    kinds = _kinds(builder, controls)
    if column is None:
        return _with_ends(columns, kinds)
    squares = rows_of([_square_button(builder, square, controls) for square in squares_in(column)])
    if _has_kinds_below(builder, controls):
        return squares
    return [*_with_ends(squares, kinds), *columns]


def _has_kinds_below(builder: TurnBuilder, controls: TurnControls) -> bool:
    """Return whether the squares have no columns below them, so the kinds are beside **Back**."""
    return builder.choices.column is not None and controls.below_squares is BelowSquares.NOTHING


def _with_ends(rows: list[Row], ends: list[ActionButton]) -> list[Row]:
    """Append one of `ends` to each of the first rows, so that they need no row of their own."""
    for row, end in zip(rows, ends, strict=False):
        row.add_item(end)
    return rows


def _back(builder: TurnBuilder, controls: TurnControls) -> list[ActionButton]:
    choices = builder.choices
    if choices.back == choices:
        return []
    return [controls.choose(gettext("Back"), Style.secondary, choices.back)]


def _disabled_back(builder: TurnBuilder, controls: TurnControls) -> ActionButton:
    """Return a disabled **Back** button, so that the columns keep their rows.

    Its custom id differs from those of the kinds, because a message cannot have an id twice.
    """
    choices = replace(builder.choices, kind=None)
    return _disabled_button(controls.choose(gettext("Back"), Style.secondary, choices))


CHOSEN: Final = "✅"
"""The mark of the kind that is about to be placed."""


def _kinds(builder: TurnBuilder, controls: TurnControls) -> list[ActionButton]:
    if builder.other_kind is None:
        return []
    return [_kind_button(builder, kind, controls) for kind in Kind]


_KINDS: Final = {
    Kind.KITTEN: NC_("on a button, the piece to place", "Kitten"),
    Kind.CAT: NC_("on a button, the piece to place", "Cat"),
}


def _kind_button(builder: TurnBuilder, kind: Kind, controls: TurnControls) -> ActionButton:
    """Return the button of a kind, with a mark if this kind is about to be placed.

    Its colour differs from that of the squares. It is never disabled, because a disabled button
    would look as if no such piece were in hand.
    """
    label, choices = translate(_KINDS[kind]), builder.choices
    if kind is not builder.kind:
        return controls.choose(label, Style.secondary, choices.with_kind(kind))
    marked = controls.choose(label, Style.secondary, replace(choices, kind=kind))
    marked.item.emoji = CHOSEN
    return marked


def _column_button(builder: TurnBuilder, column: Column, controls: TurnControls) -> ActionButton:
    chosen, choices = builder.choices.column, builder.choices
    if column == chosen:
        # The button of the chosen kind would have the same custom id, and no id may occur twice.
        choices = replace(choices, kind=None)
    style = Style.primary if chosen is None else Style.secondary
    button = controls.choose(COLUMNS[column], style, choices.in_column(column))
    return _disabled_button(button) if column == chosen or builder.is_full(column) else button


def _square_button(builder: TurnBuilder, square: Square, controls: TurnControls) -> ActionButton:
    """Return the button of a square. On a taken square it is disabled, and shows the seat."""
    piece = builder.ready.bed.piece_at(square)
    choices = builder.choices.on(square, builder.kind)
    if piece is None:
        return controls.choose(name_of(square), Style.primary, choices)
    return _disabled_button(controls.choose(_square_label(square, piece), Style.secondary, choices))


def _square_label(square: Square, piece: Piece) -> str:
    return f"{name_of(square)} {SEAT_MARKS[piece.seat]}"


def _recall_button(builder: TurnBuilder, square: Square, controls: TurnControls) -> ActionButton:
    piece = builder.position.bed.piece_at(square)
    label = name_of(square) if piece is None else f"{name_of(square)} {kind_name(piece.kind)}"
    return controls.choose(label, Style.primary, builder.choices.recalling(square))


def _disabled_button(button: ActionButton) -> ActionButton:
    button.item.disabled = True
    return button


def scene_of_turn(builder: TurnBuilder, before: Scene, recent: tuple[Step, ...] = ()) -> Scene:
    """Return the scene for the question.

    `before` is the scene before the placement. `recent` has turns to show before the preview.
    """
    question = builder.question
    match question:
        case AskRecall():
            return before
        case AskPlacement(position):
            column = builder.choices.column
            if column is None:
                return replace(before, position=position)
            # The names of the squares would cover the arrows and ghosts of the last turn.
            return replace(before, position=position, column=column, recent=())
        case AskOption(landing):
            scene = Scene(landing.position, recent=(*recent, landing), options=landing.options)
            return scene.with_status(Status.NOT_YET_PLAYED)
        case AskSeam(step, entries):
            # The turn is not whole while the seam piece can be laid.
            scene = Scene(
                replace(step.after, to_move=builder.position.to_move),
                recent=(*recent, step),
                entries=entries,
            )
            return scene.with_status(Status.NOT_YET_PLAYED)
        case Step():
            scene = Scene(question.after, recent=(*recent, question), win=question.win)
            return scene.with_status(Status.NOT_YET_PLAYED)
        case _:
            assert_never(question)

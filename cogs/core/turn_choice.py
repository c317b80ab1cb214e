"""As much of a turn as somebody has chosen on private panels, as it stands in custom ids."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, Self, assert_never

import discord

from bot.game import (
    Entry,
    Kind,
    Placement,
    Position,
    Square,
    Squares,
    Step,
    Turn,
    name_of,
    row_of,
    square_named,
    write_turn,
)
from bot.match.draft import AskOption, AskPlacement, AskRecall, AskSeam, Draft, Question
from cogs.core.actions import ActionButton, button, menu
from cogs.core.codecs import register
from cogs.core.panels import MOST_IN_MENU
from cogs.core.questions import IN_ROW, entry_options
from cogs.core.words import kind_name, squares_name
from cogs.matches.picker import ROWS_IN_HALF
from render.scene import Scene, Status, letter_of

NOTHING: Final = "~"
"""What stands for nothing; an empty text would not read back."""
_NO_DRAFT: Final = Draft()
_SQUARE: Final = "[a-f][1-6]"
_PART: Final = re.compile(
    rf"(?:(?P<recall>{_SQUARE})>)?(?P<kind>[KC])?(?P<square>{_SQUARE})?(?:=(?P<leaves>\w+))?"
)


@dataclass(frozen=True, slots=True)
class TurnPart:
    """What is said of a turn so far, and the kind that is chosen before its square is."""

    draft: Draft = _NO_DRAFT
    kind: Kind | None = None

    @classmethod
    def read(cls, text: str) -> Self:
        """Read what `text` wrote. A `ValueError` for anything else."""
        found = _PART.fullmatch("" if text == NOTHING else text)
        if found is None:
            raise ValueError(f"{text!r} is no part of a turn")
        kind = Kind(found["kind"]) if found["kind"] and not found["square"] else None
        return cls(_draft(found), kind)

    @property
    def text(self) -> str:
        """What a custom id has to say of it; a seam piece that is laid ends a turn, and is not."""
        kind = self.kind.value if self.kind and self.draft.placement is None else ""
        return _text(self.draft) + kind or NOTHING

    @property
    def again(self) -> Self:
        """Return what is kept of it where another turn is chosen: the kind, and nothing else."""
        placement = self.draft.placement
        return type(self)(kind=self.kind if placement is None else placement.kind)

    def recalling(self, square: Square) -> Self:
        """Return it with a piece recalled first."""
        return type(self)(Draft(recall=square), self.kind)

    def with_kind(self, kind: Kind) -> Self:
        """Return it with another kind to place."""
        return type(self)(Draft(recall=self.draft.recall), kind)

    def placing(self, placement: Placement) -> Self:
        """Return it with a piece placed."""
        return type(self)(self.draft.placing(placement))

    def choosing(self, leaves: Squares) -> Self:
        """Return it with what leaves the bed."""
        return replace(self, draft=self.draft.choosing(leaves))

    def laying(self, entry: Entry) -> Self:
        """Return it with the seam piece laid."""
        return replace(self, draft=replace(self.draft, seam=entry))


NOTHING_SAID: Final = TurnPart()


def kind_chosen(part: TurnPart, asked: AskPlacement) -> Kind:
    """Return the kind that is chosen, or else the one of which more are in hand."""
    pool = asked.position.pool_of(asked.position.to_move)
    if part.kind is not None and part.kind in pool.kinds:
        return part.kind
    return Kind.CAT if pool.cats > pool.kittens else Kind.KITTEN


def _draft(found: re.Match[str]) -> Draft:
    recall, kind, square = found["recall"], found["kind"], found["square"]
    placement = Placement(Kind(kind), square_named(square)) if kind and square else None
    leaves = found["leaves"] or ""
    return Draft(
        square_named(recall) if recall else None,
        placement,
        tuple(square_named(leaves[at : at + 2]) for at in range(0, len(leaves), 2)),
    )


def _text(draft: Draft) -> str:
    if draft.placement is not None:
        return write_turn(Turn(draft.placement, draft.leaves, recall=draft.recall))
    return "" if draft.recall is None else f"{name_of(draft.recall)}>"


register(TurnPart, lambda part: part.text, TurnPart.read, example=NOTHING)


PRIMARY: Final = discord.ButtonStyle.primary
SECONDARY: Final = discord.ButtonStyle.secondary

Row = discord.ui.ActionRow[Any]
ArgumentsOf = Callable[[TurnPart], Mapping[str, Any]]
"""Returns the arguments that say where a turn is chosen, and how much of it."""


@dataclass(frozen=True, slots=True)
class TurnActions:
    """The actions that are asked for when a part of a turn is pressed or chosen in a menu.

    `ask` goes on with what the arguments say; `square` and `seam` are menus; `seam_kept` ends the
    turn with the seam piece in hand.
    """

    ask: str
    square: str
    seam: str
    seam_kept: str


def answer_rows(
    asked: Question | Step,
    position: Position,
    part: TurnPart,
    actions: TurnActions,
    arguments_of: ArgumentsOf,
) -> list[Row]:
    """Return what can be pressed to answer what is asked; nothing where a turn is whole."""
    match asked:
        case AskRecall(squares):
            return _in_rows(
                [
                    _recall_button(position, part, square, actions, arguments_of)
                    for square in squares
                ]
            )
        case AskPlacement():
            return _placement_rows(asked, part, actions, arguments_of)
        case AskOption(landing):
            return _in_rows(
                [
                    _option_button(number, squares, actions, arguments_of(part.choosing(squares)))
                    for number, squares in enumerate(landing.options)
                ]
            )
        case AskSeam(_, entries):
            arguments = arguments_of(part)
            keep = button("Keep the seam piece", PRIMARY, actions.seam_kept, **arguments)
            lay = menu("Lay the seam piece at …", entry_options(entries), actions.seam, **arguments)
            return [discord.ui.ActionRow(keep), discord.ui.ActionRow(lay)]
        case Step():
            return []
        case _:
            assert_never(asked)


def scene_of_part(
    asked: AskOption | AskSeam | Step, position: Position, told: tuple[Step, ...]
) -> Scene:
    """Return what the picture beside a turn shows that is chosen in a position, but not played."""
    status = Status.NOT_YET_PLAYED
    match asked:
        case AskOption(landing):
            return Scene(
                landing.position, told=(*told, landing), options=landing.options, status=status
            )
        case AskSeam(step, entries):
            standing = replace(step.after, to_move=position.to_move)
            return Scene(standing, told=(*told, step), entries=entries, status=status)
        case Step():
            return Scene(asked.after, told=(*told, asked), win=asked.win, status=status)
        case _:
            assert_never(asked)


def _placement_rows(
    asked: AskPlacement, part: TurnPart, actions: TurnActions, arguments_of: ArgumentsOf
) -> list[Row]:
    """Return the kinds, where there are two, and menus of the free squares."""
    pool = asked.position.pool_of(asked.position.to_move)
    chosen = kind_chosen(part, asked)
    rows: list[Row] = []
    if len(pool.kinds) > 1:
        buttons = [
            _kind_button(kind, chosen, actions, arguments_of(part.with_kind(kind)))
            for kind in pool.kinds
        ]
        rows.append(discord.ui.ActionRow(*buttons))
    arguments = arguments_of(part.with_kind(chosen))
    free = asked.position.empty_squares
    if len(free) <= MOST_IN_MENU:
        return [*rows, _square_row("Square", free, actions, arguments)]
    upper = tuple(square for square in free if row_of(square) < ROWS_IN_HALF)
    lower = tuple(square for square in free if row_of(square) >= ROWS_IN_HALF)
    return [
        *rows,
        _square_row("Square in rows 1–3", upper, actions, arguments),
        _square_row("Square in rows 4–6", lower, actions, arguments),
    ]


def _kind_button(
    kind: Kind, chosen: Kind, actions: TurnActions, arguments: Mapping[str, Any]
) -> ActionButton:
    """Return the button of a kind; which one is chosen stands in words too."""
    is_chosen = kind is chosen
    label = kind_name(kind).capitalize() + (" (chosen)" if is_chosen else "")
    return button(label, PRIMARY if is_chosen else SECONDARY, actions.ask, **arguments)


def _square_row(
    placeholder: str,
    squares: tuple[Square, ...],
    actions: TurnActions,
    arguments: Mapping[str, Any],
) -> Row:
    names = [name_of(square) for square in squares]
    options = [discord.SelectOption(label=name, value=name) for name in names]
    return discord.ui.ActionRow(
        menu(placeholder, options, actions.square, key=names[0], **arguments)
    )


def _recall_button(
    position: Position,
    part: TurnPart,
    square: Square,
    actions: TurnActions,
    arguments_of: ArgumentsOf,
) -> ActionButton:
    piece = position.bed.piece_at(square)
    what = f" · {kind_name(piece.kind)}" if piece else ""
    return button(
        f"{name_of(square)}{what}", PRIMARY, actions.ask, **arguments_of(part.recalling(square))
    )


def _option_button(
    number: int, squares: Squares, actions: TurnActions, arguments: Mapping[str, Any]
) -> ActionButton:
    label = f"{letter_of(number)} · {squares_name(squares)}"
    return button(label, PRIMARY, actions.ask, **arguments)


def _in_rows(buttons: list[ActionButton]) -> list[Row]:
    return [
        discord.ui.ActionRow(*buttons[start : start + IN_ROW])
        for start in range(0, len(buttons), IN_ROW)
    ]

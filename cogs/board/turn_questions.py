"""The questions to a user who is choosing a turn."""

from enum import Enum, auto
from typing import Final, assert_never

from bot.game import Kind, Step
from bot.game.ruleset import Growth
from bot.game.squares import COLUMNS
from bot.match.turn_builder import AskOption, AskPlacement, AskRecall, AskSeam, TurnBuilder
from bot.text import N_, translate
from cogs.board.turn_controls import is_line


class Chooser(Enum):
    """Whose turn is being chosen: the user's, or a possible turn of the opponent."""

    YOU = auto()
    THEY = auto()


def question_text(builder: TurnBuilder, chooser: Chooser = Chooser.YOU) -> str:
    """Return the question about the turn; empty if the turn is whole."""
    question = builder.question
    match question:
        case AskRecall():
            return translate(_RECALL[chooser])
        case AskPlacement():
            column = builder.choices.column
            of_kind = _COLUMN[chooser] if column is None else _SQUARE[chooser]
            if chooser is Chooser.YOU and builder.other_kind is not None:
                # Both kinds are in hand, so the player decides which one to place.
                of_kind = _EITHER_COLUMN if column is None else _EITHER_SQUARE
            facts = {} if column is None else {"column": COLUMNS[column]}
            return translate(of_kind[builder.kind], **facts)
        case AskOption(landing):
            messages = _OPTION if any(map(is_line, landing.options)) else _BACK
            return translate(messages[chooser][builder.position.ruleset.growth])
        case AskSeam():
            return translate(_SEAM[chooser])
        case Step():
            return ""
        case _:
            assert_never(question)


_RECALL: Final = {
    Chooser.YOU: N_("Nothing is left in your hand. Pick a piece to recall first."),
    Chooser.THEY: N_("Nothing is left in their hand. Pick the piece that they recall first."),
}
_COLUMN: Final = {
    Chooser.YOU: {
        Kind.KITTEN: N_("Place a **kitten**: pick a column."),
        Kind.CAT: N_("Place a **cat**: pick a column."),
    },
    Chooser.THEY: {
        Kind.KITTEN: N_("They place a **kitten**: pick a column."),
        Kind.CAT: N_("They place a **cat**: pick a column."),
    },
}
_SQUARE: Final = {
    Chooser.YOU: {
        Kind.KITTEN: N_("Place a **kitten** in column **{column}**: pick a square."),
        Kind.CAT: N_("Place a **cat** in column **{column}**: pick a square."),
    },
    Chooser.THEY: {
        Kind.KITTEN: N_("They place a **kitten** in column **{column}**: pick a square."),
        Kind.CAT: N_("They place a **cat** in column **{column}**: pick a square."),
    },
}
_EITHER_COLUMN: Final = {
    Kind.KITTEN: N_("Piece: **kitten**. Pick a column."),
    Kind.CAT: N_("Piece: **cat**. Pick a column."),
}
_EITHER_SQUARE: Final = {
    Kind.KITTEN: N_("Piece: **kitten**, column **{column}**. Pick a square."),
    Kind.CAT: N_("Piece: **cat**, column **{column}**. Pick a square."),
}
_OPTION: Final = {
    Chooser.YOU: {
        Growth.EACH_A_CAT: N_("Choose what leaves the bed; kittens become cats:"),
        Growth.ONE_CAT_TOGETHER: N_(
            "Choose what leaves the bed; the kittens that leave become one cat:"
        ),
        Growth.STAY_KITTENS: N_("Choose what leaves the bed:"),
    },
    Chooser.THEY: {
        Growth.EACH_A_CAT: N_("Choose what they take off the bed; kittens become cats:"),
        Growth.ONE_CAT_TOGETHER: N_(
            "Choose what they take off the bed; the kittens that leave become one cat:"
        ),
        Growth.STAY_KITTENS: N_("Choose what they take off the bed:"),
    },
}
_BACK: Final = {
    Chooser.YOU: {
        Growth.EACH_A_CAT: N_("Choose one to take back; a kitten becomes a cat:"),
        Growth.ONE_CAT_TOGETHER: N_("Choose one to take back; a kitten becomes a cat:"),
        Growth.STAY_KITTENS: N_("Choose one to take back:"),
    },
    Chooser.THEY: {
        Growth.EACH_A_CAT: N_("Choose the one that they take back; a kitten becomes a cat:"),
        Growth.ONE_CAT_TOGETHER: N_("Choose the one that they take back; a kitten becomes a cat:"),
        Growth.STAY_KITTENS: N_("Choose the one that they take back:"),
    },
}
"""The question when each option is a single piece."""
_SEAM: Final = {
    Chooser.YOU: N_("Lay your seam piece: tap a letter at the edge. Or keep it in hand:"),
    Chooser.THEY: N_(
        "They lay their seam piece: tap a letter at the edge. Or they keep it in hand:"
    ),
}

"""The refusals of the rules as sentences: squares, turns and positions that cannot be."""

from bot.game import (
    AmbiguousTurn,
    GameRefusal,
    IllegalPosition,
    Kind,
    NoSeamInHand,
    NoSuchOption,
    NotationError,
    NotAWin,
    NotInPool,
    NotRecallable,
    RecallFirst,
    SquareTaken,
    name_of,
)
from cogs.ui.quoting import quoted
from cogs.ui.words import kind_name, listed, piece_name, seat_name, squares_name


def rules_sentence(refusal: GameRefusal) -> str | None:
    """Say what the rules refused and why; nothing for a refusal that this page does not know."""
    match refusal:
        case SquareTaken(square, piece):
            return (
                f"**{name_of(square)}** is taken: the {piece_name(piece)} lies there. "
                "Choose an empty square."
            )
        case NotInPool(kind, seat):
            wanted = Kind.CAT if kind is Kind.KITTEN else Kind.KITTEN
            return (
                f"There is no {kind_name(kind)} in {seat_name(seat)}'s pool now. "
                f"Place a {kind_name(wanted)} instead."
            )
        case NoSuchOption(chosen, options):
            offered = listed([f"`{squares_name(option)}`" for option in options], "or")
            would = f"What can leave is {offered}." if offered else "Nothing leaves the bed then."
            return f"`{squares_name(chosen)}` cannot leave the bed after this placement. {would}"
        case AmbiguousTurn(options):
            offered = listed([f"`{squares_name(option)}`" for option in options], "or")
            return f"This placement leaves a choice. Name what leaves the bed: {offered}."
        case RecallFirst(squares):
            able = listed([f"`{name_of(square)}`" for square in squares], "or")
            return f"Nothing is left in hand, so one piece is recalled first: {able}."
        case NotRecallable(square, squares):
            able = listed([f"`{name_of(square)}`" for square in squares], "or")
            would = f"What can be recalled is {able}." if able else "No recall is needed now."
            return f"`{name_of(square)}` cannot be recalled before placing. {would}"
        case NoSeamInHand():
            return (
                "No seam piece can be laid in this turn: none was in hand when it began, or the "
                "turn wins. Leave the `~…` out."
            )
        case NotAWin():
            return "The `#` says that this turn wins, and it does not. Leave the `#` out."
        case NotationError(text, at, expected):
            return unreadable(text, at, expected)
        case IllegalPosition(text, reason):
            return f"{quoted(text)} cannot stand: {reason}."
    return None


def unreadable(text: str, at: int, expected: str) -> str:
    """Say where a square or a turn stopped to read, and how either is written."""
    where = f": at character {at + 1} there should be {expected}" if text else ""
    return (
        f"I cannot read {quoted(text)}{where}. "
        "Name a square like `c3`, or a whole turn like `Kc3` or `Kc3=b2c3d4`."
    )

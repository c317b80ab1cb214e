"""Boop in words: seats, pieces, squares, turns and outcomes, for people to read."""

from collections.abc import Iterable, Sequence
from typing import Final, assert_never

from bot.game import (
    MOST_TURNS,
    Booped,
    Event,
    FellOff,
    Graduated,
    Kind,
    Piece,
    Placed,
    Pool,
    Recalled,
    SeamAdvanced,
    SeamLaid,
    SeamLeft,
    SeamPiece,
    Seat,
    Slid,
    Square,
    Stayed,
    Stays,
    WinBy,
    Won,
    name_of,
)
from bot.game.seam import STEPS
from bot.match.challenge import Challenge
from bot.match.former import is_former
from bot.match.identity import UserId
from bot.match.match import Match
from bot.match.outcome import Outcome, Why
from cogs.ui.levels import level_called
from cogs.ui.quoting import note_in_line

FORMER: Final = "a former player"
"""Who had themselves deleted."""
SEAT_MARKS: Final = {Seat.ORANGE: "🟠", Seat.GRAY: "⚪"}
_SEATS: Final = {Seat.ORANGE: "orange", Seat.GRAY: "gray"}
_KINDS: Final = {Kind.KITTEN: "kitten", Kind.CAT: "cat"}
_WHYS: Final = {
    Why.LINE: "three {kind}s in a line",
    Why.FULL_BED: "eight cats on the bed",
    Why.REPETITION: "the same position stood three times",
    Why.FIVEFOLD: "the same position stood five times",
    Why.MOST_TURNS: f"{MOST_TURNS} turns were played",
    Why.DEAD: "neither side has three pieces left",
    Why.AGREEMENT: "both agreed",
    Why.TIME: "{loser} ran out of time",
    Why.RESIGNATION: "{loser} resigned",
    Why.LEFT: "{loser} left the server",
}


def seat_name(seat: Seat) -> str:
    """Give `orange` or `gray`."""
    return _SEATS[seat]


def kind_name(kind: Kind) -> str:
    """Give `kitten` or `cat`."""
    return _KINDS[kind]


def piece_name(piece: Piece) -> str:
    """Give `orange kitten` and the like."""
    return f"{seat_name(piece.seat)} {kind_name(piece.kind)}"


def mention(user: UserId) -> str:
    """Give what Discord shows as the person's name; it pings only where a message allows it.

    Who had themselves deleted is `a former player`.
    """
    if is_former(user):
        return FORMER
    return f"<@{user}>"


def player_name(match: Match, seat: Seat) -> str:
    """Give a player as people read of them: mentioned, or the cat of its level if it is the bot."""
    if match.bot is not None and match.bot.seat is seat:
        return level_called(match.bot.practice.level)
    return mention(match.seats.user_of(seat))


def opponent_name(match: Match, user: UserId) -> str:
    """Give the other player of the two, as `player_name` does."""
    return player_name(match, Seat.GRAY if user == match.seats.orange else Seat.ORANGE)


def invited(challenge: Challenge) -> str:
    """Give whom a challenge is for: `anyone` as long as nobody in particular is asked."""
    if challenge.terms.practice is not None:
        return level_called(challenge.terms.practice.level)
    return "anyone" if challenge.friend is None else mention(challenge.friend)


def squares_name(squares: Iterable[Square]) -> str:
    """Give the squares' names one after another, as `b2 c3 d4`."""
    return " ".join(name_of(square) for square in squares)


def listed(parts: Sequence[str], last: str = "and") -> str:
    """Join as people do: `a, b and c`."""
    if len(parts) <= 1:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {last} {parts[-1]}"


def counted(number: int, noun: str) -> str:
    """Give `1 kitten`, `2 kittens`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def pool_name(pool: Pool) -> str:
    """Give what is in hand, as `5 kittens and 1 cat`."""
    counts = [counted(pool.count(kind), kind_name(kind)) for kind in pool.kinds]
    return listed(counts) or "nothing"


def narrated(events: Sequence[Event]) -> str:
    """Tell a turn in one sentence, in the order in which it happened; not what stayed as it was."""
    return "; ".join(_told(event) for event in events if not isinstance(event, Stayed))


def explained(events: Sequence[Event]) -> str:
    """Tell of each neighbour that was not pushed why it was not; empty where all were."""
    return "; ".join(_told(event) for event in events if isinstance(event, Stayed))


def _told(event: Event) -> str:
    match event:
        case Placed(piece, square):
            return f"{piece_name(piece)} to {name_of(square)}"
        case Booped(piece, start, end):
            return f"booped the {piece_name(piece)} {name_of(start)} → {name_of(end)}"
        case FellOff(piece, start):
            return f"booped the {piece_name(piece)} on {name_of(start)} off the bed"
        case Graduated(pieces, returned):
            squares = squares_name(square for square, _ in pieces)
            new_cats = returned.cats - sum(piece.kind is Kind.CAT for _, piece in pieces)
            what = "line" if len(pieces) == 3 else "squares"
            if not new_cats:
                return f"the {what} {squares} went back to the pool"
            return f"the {what} {squares} graduated ({counted(new_cats, 'new cat')})"
        case Recalled(piece, square, returned):
            became = " as a cat" if piece.kind is Kind.KITTEN and returned.cats else ""
            return f"took the {kind_name(piece.kind)} on {name_of(square)} back{became}"
        case Stayed(piece, square, why):
            return f"the {piece_name(piece)} on {name_of(square)} stayed: {_STAYS[why]}"
        case SeamAdvanced(seat, seam):
            return f"{seat_name(seat)}'s seam piece came between {beside(seam)}"
        case Slid(piece, start, end):
            return f"it pushed the {piece_name(piece)} {name_of(start)} → {name_of(end)}"
        case SeamLeft(seat):
            return f"{seat_name(seat)}'s seam piece left the bed"
        case SeamLaid(seat, entry):
            return f"{seat_name(seat)} laid the seam piece at {entry.name}"
        case Won(win):
            what = f"{_WINNING[win.by]} {squares_name(win.squares)}"
            return f"{seat_name(win.winner)} wins with the {what}"
        case _:
            assert_never(event)


_WINNING: Final = {WinBy.LINE: "line", WinBy.FULL_BED: "cats on"}
_STAYS: Final = {
    Stays.TOO_LARGE: "a kitten does not push a cat",
    Stays.BLOCKED: "the square behind it is taken",
}


def beside(seam: SeamPiece) -> str:
    """Name the squares on either side of a seam piece, as `c4 and d4`."""
    squares = seam.squares
    return listed([name_of(square) for square in squares]) if squares else "no squares yet"


def seam_name(seam: SeamPiece | None) -> str:
    """Say where a seat's seam piece is, and how far it still goes."""
    if seam is None:
        return "in hand"
    if seam.squares is None:
        return f"laid at {seam.entry.name}"
    left = STEPS - seam.advanced
    return f"between {beside(seam)} ({seam.entry.name}), {counted(left, 'step')} to go"


def outcome_name(match: Match, outcome: Outcome) -> str:
    """Tell who won and why, the people mentioned, or why nobody did."""
    if outcome.why is Why.ABORTED:
        late = player_name(match, match.position.to_move)
        return f"No result: {late} did not place in time, and the match was called off"
    if outcome.why is Why.CALLED_OFF:
        return "No result: the match was called off before both had moved"
    if outcome.why is Why.BOTH_LEFT:
        return "No result: both players left the server"
    if outcome.why is Why.ENDED_BY_MODERATOR:
        why = f" ({note_in_line(outcome.note)})" if outcome.note else ""
        return f"No result: a moderator ended the match{why}"
    if outcome.winner is None:
        return f"A draw: {_WHYS[outcome.why]}"
    why = _WHYS[outcome.why].format(
        kind=kind_name(match.position.ruleset.lines_win_of),
        loser=player_name(match, outcome.winner.other),
    )
    return f"{capital(player_name(match, outcome.winner))} wins: {why}"


def capital(text: str) -> str:
    """Let a text begin like a sentence; a mention stays as it is."""
    return text[:1].upper() + text[1:]


def message_link(guild: int | None, channel: int, message: int | None = None) -> str:
    """Give the address of a channel or of a message in it, in direct messages if no server is."""
    address = f"https://discord.com/channels/{guild or '@me'}/{channel}"
    return address if message is None else f"{address}/{message}"


def moment(instant: float, style: str = "R") -> str:
    """Give a moment as Discord shows it in the reader's own time zone."""
    return f"<t:{int(instant)}:{style}>"

"""How a match stood, and what a turn gave away, in words."""

from typing import Final

from bot.engine import expectation, own_turns, turns_to_win
from bot.engine.analysis import MATTERS, Analysis, Judged
from bot.game import Seat, write_turn
from cogs.ui.reason_words import because
from cogs.ui.words import SEAT_MARKS, counted, seat_name

LINE_SHOWN: Final = 4
"""So many turns of the way that a better one would have led are shown."""


def part_name(share: float) -> str:
    """Give a share of a match as a percentage; all and nothing are for what is certain."""
    return f"{min(max(round(100 * share), 1), 99)}%"


def worth_name(score: int) -> str:
    """Give what something is worth to a seat: `71%`, `a win in 2 turns` or `a loss at once`.

    The turns are those of the seat that wins.
    """
    turns = turns_to_win(score)
    if turns is None:
        return part_name(expectation(score))
    own = own_turns(turns)
    when = "at once" if own == 1 else f"in {counted(own, 'turn')}"
    return f"a {'win' if turns > 0 else 'loss'} {when}"


def standing_name(score: int) -> str:
    """Say how a match stood, from orange's side: `🟠 64% · ⚪ 36%`, or who wins and when."""
    turns = turns_to_win(score)
    if turns is None:
        share = expectation(score)
        orange = part_name(share)
        return f"{_mark(Seat.ORANGE)} {orange} · {_mark(Seat.GRAY)} {100 - int(orange[:-1])}%"
    winner = Seat.ORANGE if score > 0 else Seat.GRAY
    if not turns:
        return f"{_mark(winner)} {seat_name(winner)} has won"
    own = own_turns(turns)
    when = "with the next turn" if own == 1 else f"in {counted(own, 'turn')}"
    return f"{_mark(winner)} {seat_name(winner)} can win {when}"


def slip_words(turn: Judged) -> str:
    """Say from what to what a turn let a match slip, and what was better and why."""
    played, better = write_turn(turn.played), write_turn(turn.best[0])
    before, after = worth_name(turn.best_score), worth_name(turn.played_score)
    return (
        f"`{played}` let it slip from {before} to {after}; `{better}` was better: "
        f"it {because(turn.reasons)}."
    )


def turn_lines(analysis: Analysis, ply: int) -> list[str]:
    """Say how a match stood after so many turns, and what would have been better than the last."""
    lines = [f"⚖️ {standing_name(analysis.standings[ply])}"]
    if not ply:
        return lines
    turn = analysis.turns[ply - 1]
    if turn.loss >= MATTERS:
        lines.append(f"💡 {slip_words(turn)}")
    elif turn.loss:
        better = write_turn(turn.best[0])
        lines.append(f"💡 `{better}` was a little better: it {because(turn.reasons)}.")
    elif not turn.is_lost:
        lines.append("-# No other turn was better.")
    if turn.loss and len(turn.best) > 1:
        way = " ".join(f"`{write_turn(each)}`" for each in turn.best[:LINE_SHOWN])
        lines.append(f"-# It could have gone on {way}")
    return lines


def _mark(seat: Seat) -> str:
    return SEAT_MARKS[seat]

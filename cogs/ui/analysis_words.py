"""How a match stood, and what a turn gave away, in words."""

from typing import Final

from bot.engine import expectation, own_turns, turns_to_win
from bot.engine.analysis import MATTERS, Analysis, Judged
from bot.engine.reasons import StopsWin
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
    """Say what chances a turn gave away, and what was better and why."""
    scores = turn.best_score, turn.played_score
    if any(turns_to_win(score) is not None for score in scores):
        before, after = map(_chances, scores)
        given_away = f" turned {before} into {after}"
    else:
        before, after = map(worth_name, scores)
        given_away = f": winning chances {before} → {after}"
    return (
        f"`{write_turn(turn.played)}`{given_away}; `{write_turn(turn.best[0])}` was better: "
        f"it {_why_better(turn)}."
    )


def _chances(score: int) -> str:
    worth = worth_name(score)
    return worth if turns_to_win(score) is not None else f"winning chances of {worth}"


def _why_better(turn: Judged) -> str:
    """Say why another turn was better; where this one let them win at once, that comes first."""
    if not _loses_at_once(turn.played_score) or _loses_at_once(turn.best_score):
        return because(turn.reasons)
    stops = [reason for reason in turn.reasons if isinstance(reason, StopsWin)]
    others = [reason for reason in turn.reasons if not isinstance(reason, StopsWin)]
    if stops:
        return because([*stops, *others])
    # Nobody threatened to win before the turn that was played, so no reason tells of it.
    prevents = "does not let them win at once"
    return f"{prevents}; it {because(others)}" if others else prevents


def turn_lines(analysis: Analysis, ply: int) -> list[str]:
    """Say how a match stood after so many turns, and what would have been better than the last."""
    standing = analysis.standings[ply]
    of_what = "Winning chances: " if turns_to_win(standing) is None else ""
    lines = [f"⚖️ {of_what}{standing_name(standing)}"]
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


def _loses_at_once(score: int) -> bool:
    turns = turns_to_win(score)
    return turns is not None and turns < 0 and own_turns(turns) == 1


def _mark(seat: Seat) -> str:
    return SEAT_MARKS[seat]

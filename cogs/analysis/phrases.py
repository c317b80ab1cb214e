"""Sentences about judged positions and turns: chances, what was better and why, openings."""

from typing import Final

from bot.engine import expectation, own_turns, turns_to_win
from bot.engine.analysis import MATTERS, Analysis, JudgedTurn
from bot.engine.book import known_score
from bot.engine.reasons import StopsWin, Wins
from bot.features.replay.service import MatchRecord
from bot.game import Position, Seat
from bot.text import (
    N_,
    NN_,
    gettext,
    percentage,
    translate,
)
from cogs.wording.phone_lines import count_lines
from cogs.wording.phrases import (
    SEAT_MARKS,
    capital,
    line_title,
    turn_title,
)
from cogs.wording.reasons import because

LINE_SHOWN: Final = 4
"""The most turns to show of the line after a better turn."""
MOST_REASONS: Final = 2
"""The most reasons for a better turn: more would push the top of the bed off a phone's screen.

Two long reasons would do so as well, so only one of them is shown.
"""


def part_name(share: float) -> str:
    """Return a share of a match as a percentage from 1 to 99: nothing here is certain."""
    return percentage(_percent(share))


def _percent(share: float) -> int:
    return min(max(round(100 * share), 1), 99)


def worth_name(score: int) -> str:
    """Return the value of a position for a seat: `71%`, `a win in 2 turns` or `a loss at once`.

    The turns are those of the seat that wins.
    """
    turns = turns_to_win(score)
    if turns is None:
        return part_name(expectation(score))
    own = own_turns(turns)
    return translate(_A_WIN if turns > 0 else _A_LOSS, count=own)


_A_WIN: Final = NN_("a win at once", "a win in {count} turns")
_A_LOSS: Final = NN_("a loss at once", "a loss in {count} turns")
_HAS_WON: Final = {Seat.ORANGE: N_("🟠 orange has won"), Seat.GRAY: N_("⚪ gray has won")}
_CAN_WIN: Final = {
    Seat.ORANGE: NN_("🟠 orange can win with the next turn", "🟠 orange can win in {count} turns"),
    Seat.GRAY: NN_("⚪ gray can win with the next turn", "⚪ gray can win in {count} turns"),
}


def chances_name(score: int) -> str:
    """Return how a match stood, from orange's side: `🟠 64% · ⚪ 36%`, or who wins and when."""
    turns = turns_to_win(score)
    if turns is None:
        orange, gray = shares(score)
        return f"{_mark(Seat.ORANGE)} {orange} · {_mark(Seat.GRAY)} {gray}"
    winner = Seat.ORANGE if score > 0 else Seat.GRAY
    if not turns:
        return translate(_HAS_WON[winner])
    return translate(_CAN_WIN[winner], count=own_turns(turns))


def chances_line(score: int) -> str:
    """Return how a match stands, from orange's side, as a line of a panel."""
    chances = chances_name(score)
    if turns_to_win(score) is None:
        chances = gettext("Winning chances: {chances}", chances=chances)
    return f"⚖️ {chances}"


def shares(score: int) -> tuple[str, str]:
    """Return orange's chances and gray's, which make a hundred."""
    orange = _percent(expectation(score))
    return percentage(orange), percentage(100 - orange)


def slip_text(turn: JudgedTurn) -> str:
    """Return the chances that a turn gave away, and the better turn."""
    scores = turn.best_score, turn.played_score
    is_certain = any(turns_to_win(score) is not None for score in scores)
    before, after = map(_chances if is_certain else worth_name, scores)
    return translate(
        _TURNED if is_certain else _GAVE_AWAY,
        before=before,
        after=after,
        best=turn_title(turn.best[0]),
    )


_TURNED: Final = N_("{before} → {after}. Better: {best}.")
_GAVE_AWAY: Final = N_("winning chances {before} → {after}. Better: {best}.")


def _chances(score: int) -> str:
    worth = worth_name(score)
    return (
        worth
        if turns_to_win(score) is not None
        else gettext("a winning chance of {share}", share=worth)
    )


def _why_better(turn: JudgedTurn, most: int) -> str:
    """Return why another turn was better.

    If only the turn that was played let the opponent win at once, that comes first, unless the
    better turn wins.
    """
    wins = any(isinstance(reason, Wins) for reason in turn.reasons)
    if wins or not _loses_at_once(turn.played_score) or _loses_at_once(turn.best_score):
        return because(turn.reasons[:most])
    stops = [reason for reason in turn.reasons if isinstance(reason, StopsWin)]
    others = [reason for reason in turn.reasons if not isinstance(reason, StopsWin)]
    if stops:
        return because([*stops, *others][:most])
    # There was no threat to win before the turn that was played, so no reason mentions it.
    if not others or most == 1:
        return gettext("doesn't let them win at once")
    more = because(others[: most - 1])
    return gettext("doesn't let them win at once; it {reasons}", reasons=more)


def turn_lines(analysis: Analysis, ply: int) -> list[str]:
    """Return a line about a turn: what it gave away, or else how the match stood after it."""
    if ply in analysis.kept_back:
        return [f"-# {gettext('Kept back: a rated match of yours is much like this.')}"]
    turn = analysis.turns[ply - 1] if ply else None
    if turn is None or (turn.is_lost and not turn.loss):
        return [chances_line(analysis.scores[ply])]
    if turn.loss >= MATTERS or turn.spoils:
        return [f"💡 {capital(slip_text(turn))}"]
    chances = f"⚖️ {chances_name(analysis.scores[ply])}"
    if turn.loss:
        best = turn_title(turn.best[0])
        return [gettext("{chances}. A little better: {best}.", chances=chances, best=best)]
    return [gettext("{chances}. No turn was better.", chances=chances)]


def better_line(turn: JudgedTurn, most_lines: int) -> str:
    """Return the sentence that says why another turn was better.

    It names fewer reasons if it would take more lines on a phone than `most_lines`.
    """
    for most in range(MOST_REASONS, 0, -1):
        # Translators: {reasons} is "graduates three kittens and stops their line" or its like.
        line = gettext("💡 It {reasons}.", reasons=_why_better(turn, most))
        if count_lines([line]) <= most_lines:
            break
    return line


def continuation_line(turn: JudgedTurn) -> str:
    """Return how the match could have continued with a better turn; empty if it isn't known."""
    if len(turn.best) < 2:
        return ""
    way = line_title(turn.best[:LINE_SHOWN])
    return f"-# {gettext('The match could have continued: {turns}', turns=way)}"


def opening_lines(position: Position) -> list[str]:
    """Return the opening book's entry for a position as a line of a panel, if it has one."""
    score = known_score(position)
    if score is None:
        return []
    return [gettext("📖 Known opening: {standing}.", standing=_book_verdict(position, score))]


def openings_of(record: MatchRecord, analysis: Analysis) -> list[str]:
    """Return up to which turn the opening book knows a match, and who stood better then."""
    known = None
    positions = (record.start, *(step.after for step in record.steps if step.win is None))
    for ply, position in enumerate(positions):
        score = known_score(position)
        if score is None:
            break
        known = ply, _book_verdict(position, score)
    if known is None or known[0] in analysis.kept_back:
        return []
    ply, standing = known
    return [gettext("📖 Known opening up to turn {turn}: {standing}.", turn=ply, standing=standing)]


def _book_verdict(position: Position, score: int) -> str:
    """Return who stands better by the opening book, or who wins if the book has a proof."""
    if position.to_move is Seat.GRAY:
        score = -score
    turns = turns_to_win(score)
    if turns is None:
        return standing_name(expectation(score))
    winner = Seat.ORANGE if turns > 0 else Seat.GRAY
    return translate(_WINS[winner], count=own_turns(turns))


def standing_name(share: float) -> str:
    """Return who stands better, given orange's share of the match's point."""
    ahead, lead = (Seat.ORANGE if share > EVEN else Seat.GRAY), abs(share - EVEN)
    if lead < ABOUT_EVEN:
        return translate(_LEVEL)
    return translate((_MUCH_BETTER if lead >= CLEARLY else _BETTER)[ahead])


EVEN: Final = 0.5
ABOUT_EVEN: Final = 0.04
"""A lead of less than this share of the match's point counts as none."""
CLEARLY: Final = 0.15
_LEVEL: Final = N_("both stand equally well")
_BETTER: Final = {
    Seat.ORANGE: N_("orange stands a little better"),
    Seat.GRAY: N_("gray stands a little better"),
}
_MUCH_BETTER: Final = {
    Seat.ORANGE: N_("orange stands clearly better"),
    Seat.GRAY: N_("gray stands clearly better"),
}

_WINS: Final = {
    Seat.ORANGE: NN_("orange wins with the next turn", "orange wins within {count} turns"),
    Seat.GRAY: NN_("gray wins with the next turn", "gray wins within {count} turns"),
}


def _loses_at_once(score: int) -> bool:
    turns = turns_to_win(score)
    return turns is not None and turns < 0 and own_turns(turns) == 1


def _mark(seat: Seat) -> str:
    return SEAT_MARKS[seat]

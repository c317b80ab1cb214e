"""The panel of an analysis: the curve, accuracy, and the turns that mattered."""

from typing import Any, Final

import discord

from bot.engine import expectation, own_turns, turns_to_win
from bot.engine.analysis import MATTERS, Analysis, JudgedTurn
from bot.engine.book import known_score
from bot.engine.reasons import StopsWin
from bot.features.replay.service import MatchRecord
from bot.game import Position, Seat
from bot.match.ending import FEWEST_TURNS
from bot.match.identity import Ply, UserId
from bot.match.match import Match
from bot.text import (
    N_,
    NN_,
    all_of,
    gettext,
    in_order,
    ngettext,
    percentage,
    pgettext,
    translate,
)
from bot.text.graphemes import beginning
from cogs.board.buttons import what_if_buttons
from cogs.board.layout import DRAWN_ACCENT
from cogs.core.components import View, button
from cogs.core.outgoing import Picture, gallery
from cogs.core.panels import ACCENTS
from cogs.wording.alt_text import LONGEST
from cogs.wording.names import both_players
from cogs.wording.phrases import (
    SEAT_MARKS,
    capital,
    line_title,
    mention,
    outcome_name,
    player_name,
    turn_title,
)
from cogs.wording.reasons import because
from render.curves import Balance, Pin, middle_turn
from render.theme import Theme

LINE_SHOWN: Final = 4
"""The most turns to show of the line after a better turn."""


def part_name(share: float) -> str:
    """Return a share of a match as a percentage; all and nothing are for what is certain."""
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
        orange, gray = _shares(score)
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


def _shares(score: int) -> tuple[str, str]:
    """Return orange's chances and gray's, which make a hundred."""
    orange = _percent(expectation(score))
    return percentage(orange), percentage(100 - orange)


def slip_text(turn: JudgedTurn) -> str:
    """Return what chances a turn gave away, and what was better."""
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


def _why_better(turn: JudgedTurn) -> str:
    """Return why another turn was better; if this one let them win at once, that comes first."""
    if not _loses_at_once(turn.played_score) or _loses_at_once(turn.best_score):
        return because(turn.reasons)
    stops = [reason for reason in turn.reasons if isinstance(reason, StopsWin)]
    others = [reason for reason in turn.reasons if not isinstance(reason, StopsWin)]
    if stops:
        return because([*stops, *others])
    # There was no threat to win before the turn that was played, so no reason mentions it.
    if not others:
        return gettext("doesn't let them win at once")
    return gettext("doesn't let them win at once; it {reasons}", reasons=because(others))


def turn_lines(analysis: Analysis, ply: int) -> list[str]:
    """Return in a line how good a turn was, and how the match stood after it if nothing matters."""
    if ply in analysis.kept_back:
        return [f"-# {gettext('Kept back: a rated match of yours is much like this.')}"]
    turn = analysis.turns[ply - 1] if ply else None
    if turn is None or (turn.is_lost and not turn.loss):
        return [chances_line(analysis.scores[ply])]
    if turn.loss >= MATTERS:
        return [f"💡 {capital(slip_text(turn))}"]
    chances = f"⚖️ {chances_name(analysis.scores[ply])}"
    if turn.loss:
        best = turn_title(turn.best[0])
        return [gettext("{chances}. A little better: {best}.", chances=chances, best=best)]
    return [gettext("{chances}. No turn was better.", chances=chances)]


def better_line(turn: JudgedTurn) -> str:
    """Return why another turn was better than that one."""
    # Translators: {reasons} is "graduates three kittens and stops their line" or its like.
    return gettext("💡 It {reasons}.", reasons=_why_better(turn))


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
    return [gettext("📖 Known opening: {standing}.", standing=_known(position, score))]


def _openings(record: MatchRecord, analysis: Analysis) -> list[str]:
    """Return how far the opening book knows a match, and what it says of how it stood then."""
    known = None
    positions = (record.start, *(step.after for step in record.steps if step.win is None))
    for ply, position in enumerate(positions):
        score = known_score(position)
        if score is None:
            break
        known = ply, _known(position, score)
    if known is None or known[0] in analysis.kept_back:
        return []
    ply, standing = known
    return [gettext("📖 Known opening up to turn {turn}: {standing}.", turn=ply, standing=standing)]


def _known(position: Position, score: int) -> str:
    """Return how a position stands by the opening book, where what is certain is proved."""
    if position.to_move is Seat.GRAY:
        score = -score
    turns = turns_to_win(score)
    if turns is None:
        return standing_name(expectation(score))
    winner = Seat.ORANGE if turns > 0 else Seat.GRAY
    return translate(_WINS[winner], count=own_turns(turns))


def standing_name(share: float) -> str:
    """Say who stands better by orange's share of the match's point."""
    ahead, lead = (Seat.ORANGE if share > EVEN else Seat.GRAY), abs(share - EVEN)
    if lead < ABOUT_EVEN:
        return translate(_LEVEL)
    return translate((_MUCH_BETTER if lead >= CLEARLY else _BETTER)[ahead])


EVEN: Final = 0.5
ABOUT_EVEN: Final = 0.04
"""So much more than half of the match's point is nothing that a player notices."""
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


SPOKEN_POINTS: Final = 4
"""How often the words say between start and end how a match stood, for those who see no curve."""
_MARKS: Final = ("1️⃣", "2️⃣", "3️⃣")


def balance_of(
    record: MatchRecord, analysis: Analysis, theme: Theme, title: str | None = None
) -> Balance:
    """Return what the picture of an analysis shows, by default with the number of the match.

    The curve ends where the analysis does, the bed of the picture with the match.
    """
    last = len(record.steps)
    shares = [
        None if ply in analysis.kept_back else expectation(score)
        for ply, score in enumerate(analysis.scores)
    ]
    return Balance(
        _curve_title(record) if title is None else title,
        (*shares, *[None] * (last + 1 - len(shares))),
        tuple(Pin(ply, analysis.turns[ply - 1].seat) for ply in analysis.mattering),
        (pgettext("of a match", "Start"), _turn(middle_turn(last)), _turn(last)),
        theme,
    )


def _curve_title(record: MatchRecord) -> str:
    return gettext("Match #{match} · who was ahead", match=record.match.id)


def _turn(number: int) -> str:
    return gettext("Turn {ply}", ply=number)


def analysis_picture(record: MatchRecord, analysis: Analysis, png: bytes) -> Picture:
    """Return the drawn curve of an analysis with its name and its words.

    While the analysis goes on, it is only the title.
    """
    is_whole = len(analysis.turns) == len(record.steps)
    words = curve_text(record, analysis) if is_whole else _curve_title(record)
    return Picture(png, f"analysis-{record.match.id}.png", words)


def analysis_panel(
    record: MatchRecord, analysis: Analysis, picture: Picture, *, may_share: bool, missed: bool
) -> View:
    """Lay out an analysis for one person, with the ways to the turns that mattered.

    It can be shared only if nothing of it is kept back. `missed` says that they missed something
    that may be a puzzle.
    """
    match, secondary = record.match, discord.ButtonStyle.secondary
    view = _view(record, analysis, picture)
    ways = [
        button(
            gettext("Turn {ply}", ply=ply),
            discord.ButtonStyle.primary,
            "replay-turn",
            key="mattered",
            match=match.id,
            ply=Ply(ply),
        )
        for ply in analysis.mattering
    ]
    if ways:
        view.add_item(discord.ui.ActionRow(*ways))
    start = button(
        gettext("Replay"), secondary, "replay-turn", key="start", match=match.id, ply=Ply(0)
    )
    last = [start, *what_if_buttons(match)]
    if may_share and not analysis.kept_back:
        last.append(button(gettext("Share"), secondary, "analyse-share", match=match.id))
    view.add_item(discord.ui.ActionRow(*last))
    if missed:
        label = gettext("Solve what you missed")
        solve = button(label, secondary, "puzzle-missed", match=match.id, after=Ply(0))
        view.add_item(discord.ui.ActionRow(solve))
    return view


def analysis_so_far(
    record: MatchRecord, analysis: Analysis, picture: Picture, progress: str
) -> View:
    """Lay out what is known of a match while its analysis goes on, below how far that is."""
    container: discord.ui.Container[Any] = discord.ui.Container(accent_colour=_accent(record.match))
    container.add_item(discord.ui.TextDisplay(progress))
    container.add_item(gallery(picture))
    accuracy = _accuracy(analysis) if len(analysis.turns) >= FEWEST_TURNS else []
    lines = [*accuracy, *_mattering(analysis)]
    if lines:
        container.add_item(discord.ui.TextDisplay("\n".join(lines)))
    view = View()
    view.add_item(container)
    return view


def shared_analysis(
    record: MatchRecord, analysis: Analysis, picture: Picture, sharer: UserId
) -> View:
    """Lay out an analysis for all to see; each can open it for themselves."""
    match = record.match
    shared = gettext("Shared by {player}", player=mention(sharer))
    view = _view(record, analysis, picture, f"-# {shared}")
    secondary = discord.ButtonStyle.secondary
    view.add_item(
        discord.ui.ActionRow(
            button(gettext("Replay"), secondary, "replay", match=match.id),
            button(gettext("Analyse"), secondary, "analyse", match=match.id),
        )
    )
    return view


def curve_text(record: MatchRecord, analysis: Analysis) -> str:
    """Return what the curve shows: how it stood now and then, and the turns that mattered.

    Where all is kept back, it is only the title that the curve has.
    """
    parts = _story(analysis)
    if not parts:
        return _curve_title(record)
    words = gettext(
        "Who was ahead in match #{match}: {story}.", match=record.match.id, story=in_order(parts)
    )
    return _with_pins(words, analysis)


def public_curve_text(analysis: Analysis) -> str:
    """Return the same for readers who know no number of the match."""
    words = gettext("Who was ahead: {story}.", story=in_order(_story(analysis)))
    return _with_pins(words, analysis)


def _story(analysis: Analysis) -> list[str]:
    """Return how a match stood at some turns, as far as it may be shown."""
    last = len(analysis.turns)
    spoken = {ply * last // (SPOKEN_POINTS + 1) for ply in range(SPOKEN_POINTS + 1)} | {last}
    return [
        _standing_at(ply, last, analysis.scores[ply]) for ply in sorted(spoken - analysis.kept_back)
    ]


def _with_pins(words: str, analysis: Analysis) -> str:
    if analysis.mattering:
        turns = [translate(_BY[_seat(analysis, ply)], turn=ply) for ply in analysis.mattering]
        pinned = ngettext(
            "Pinned: turn {turns}.", "Pinned: turns {turns}.", len(turns), turns=all_of(turns)
        )
        words = f"{words} {pinned}"
    return beginning(words, LONGEST)


def _standing_at(ply: int, last: int, score: int) -> str:
    """Return how a match of `last` turns stood after `ply` of them."""
    chances = _plain(score)
    if not ply:
        return gettext("at the start {chances}", chances=chances)
    if ply < last:
        return gettext("after turn {turn} {chances}", turn=ply, chances=chances)
    return ngettext(
        "at the end, after {count} turn, {chances}",
        "at the end, after {count} turns, {chances}",
        last,
        chances=chances,
    )


_BY: Final = {Seat.ORANGE: N_("{turn} by orange"), Seat.GRAY: N_("{turn} by gray")}


def _view(
    record: MatchRecord, analysis: Analysis, picture: Picture, small_print: str | None = None
) -> View:
    match = record.match
    container: discord.ui.Container[Any] = discord.ui.Container(accent_colour=_accent(match))
    title = gettext("Analysis of #{match} · {players}", match=match.id, players=both_players(match))
    ended = [f"**{outcome_name(match, match.outcome)}**"] if match.outcome else []
    above = [f"### {title}", *ended, *_openings(record, analysis)]
    container.add_item(discord.ui.TextDisplay("\n".join(above)))
    container.add_item(gallery(picture))
    lines = _summary(match, analysis)
    if small_print is not None:
        lines.append(small_print)
    container.add_item(discord.ui.TextDisplay("\n".join(lines)))
    view = View()
    view.add_item(container)
    return view


def _accent(match: Match) -> int:
    winner = match.outcome.winner if match.outcome else None
    return DRAWN_ACCENT if winner is None else ACCENTS[winner]


NOTHING_MUCH: Final = N_("No turn gave much away.")
TOO_SHORT: Final = N_("Too short to say much.")
ACCURACY: Final = N_("How much of the winning chances a turn kept, on average.")


def _summary(match: Match, analysis: Analysis) -> list[str]:
    """Return how well both played and where it turned; a few turns give no accuracy.

    How many turns are kept back is said without the start, which no turn led to.
    """
    left_out = len(analysis.kept_back - {0})
    if left_out:
        kept_back = ngettext(
            "-# {count} turn is kept back: a rated match of yours is much like it.",
            "-# {count} turns are kept back: a rated match of yours is much like them.",
            left_out,
        )
        return [*_judged(match, analysis), kept_back]
    return _judged(match, analysis)


def _judged(match: Match, analysis: Analysis) -> list[str]:
    if len(analysis.turns) >= FEWEST_TURNS:
        turned = _mattering(analysis)
        if not turned and not analysis.kept_back:
            turned = [translate(NOTHING_MUCH)]
        return [*_accuracy(analysis), *_won_with_less(match, analysis), *turned]
    return [translate(TOO_SHORT), *_mattering(analysis)]


def _accuracy(analysis: Analysis) -> list[str]:
    """Return how well the seats played, without those whose accuracy is withheld."""
    told = [(seat, accuracy_of(analysis, seat)) for seat in Seat]
    parts = [f"{SEAT_MARKS[seat]} {accuracy}" for seat, accuracy in told if accuracy]
    if not parts:
        return []
    players = gettext("**Accuracy:** {players}", players=" · ".join(parts))
    return [players, f"-# {translate(ACCURACY)}"]


def accuracy_of(analysis: Analysis, seat: Seat) -> str:
    """Return how well a seat played; it is 100% only where nothing was given away.

    It is empty if nothing is known of it because turns are kept back.
    """
    accuracy = analysis.accuracy(seat)
    if accuracy is not None:
        return percentage(int(100 * accuracy))
    if any(_seat(analysis, ply) is seat for ply in analysis.kept_back - {0}):
        return ""
    return gettext("was lost throughout")


def _won_with_less(match: Match, analysis: Analysis) -> list[str]:
    """Say why the winner's accuracy may be lower than the loser's, where it is."""
    winner = match.outcome.winner if match.outcome else None
    if winner is None:
        return []
    own, other = analysis.accuracy(winner), analysis.accuracy(winner.other)
    if own is None or other is None or own >= other:
        return []
    players = {
        "winner": player_name(match, winner),
        "loser": player_name(match, winner.other),
    }
    slips = [ply for ply in analysis.mistakes if analysis.turns[ply - 1].seat is winner.other]
    if slips:
        return [
            gettext(
                "{winner} kept less, but {loser} slipped on turn {turn}.", **players, turn=slips[-1]
            )
        ]
    return [gettext("{winner} kept less and won all the same.", **players)]


def _mattering(analysis: Analysis) -> list[str]:
    """Return the turns that mattered most, each with what was better."""
    return [
        gettext(
            "{mark} **Turn {turn}** {seat} {slip}",
            mark=mark,
            turn=ply,
            seat=SEAT_MARKS[_seat(analysis, ply)],
            slip=slip_text(analysis.turns[ply - 1]),
        )
        for mark, ply in zip(_MARKS, analysis.mattering, strict=False)
    ]


def _plain(score: int) -> str:
    """Return how it stood without marks, for those who listen."""
    if turns_to_win(score) is None:
        orange, gray = _shares(score)
        return gettext("orange {orange}, gray {gray}", orange=orange, gray=gray)
    words = chances_name(score)
    for mark in SEAT_MARKS.values():
        words = words.replace(f"{mark} ", "")
    return words


def _seat(analysis: Analysis, ply: int) -> Seat:
    return analysis.turns[ply - 1].seat

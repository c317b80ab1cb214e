"""The panel of an analysis: the curve, accuracy, and the turns that mattered."""

from typing import Any, Final

import discord

from bot.engine import expectation, turns_to_win
from bot.engine.analysis import Analysis
from bot.features.replay.service import MatchRecord
from bot.game import Seat
from bot.match.ending import FEWEST_TURNS
from bot.match.identity import Ply, UserId
from bot.match.match import Match
from bot.text import N_, all_of, gettext, in_order, ngettext, percentage, pgettext, translate
from bot.text.graphemes import beginning
from cogs.analysis.phrases import chances_name, openings_of, shares, slip_text
from cogs.board.buttons import what_if_buttons
from cogs.board.layout import DRAWN_ACCENT
from cogs.core.components import View, button
from cogs.core.outgoing import Picture, gallery
from cogs.core.panels import ACCENTS
from cogs.wording.alt_text import LONGEST
from cogs.wording.names import both_players
from cogs.wording.phrases import SEAT_MARKS, mention, outcome_name, player_name
from render.balance import Balance, Pin, middle_turn
from render.theme import Theme

SPOKEN_POINTS: Final = 4
"""For how many turns between start and end the curve's alt text says how the match stood."""
_MARKS: Final = ("1️⃣", "2️⃣", "3️⃣")


def balance_of(
    record: MatchRecord, analysis: Analysis, theme: Theme, title: str | None = None
) -> Balance:
    """Return the contents of an analysis's picture; the default title has the match's number.

    The curve ends where the analysis ends, and the bed is that at the end of the match.
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
    """Return the drawn curve of an analysis, with its name and its alt text.

    While the analysis goes on, the alt text is only the title.
    """
    is_whole = len(analysis.turns) == len(record.steps)
    words = curve_text(record, analysis) if is_whole else _curve_title(record)
    return Picture(png, f"analysis-{record.match.id}.png", words)


def analysis_panel(
    record: MatchRecord, analysis: Analysis, picture: Picture, *, may_share: bool, missed: bool
) -> View:
    """Lay out an analysis for one user, with buttons to the turns that mattered.

    The user can share it only if nothing of it is kept back. `missed` says that the user made a
    mistake that may be a puzzle.
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
    """Lay out the progress of an analysis, and below it what is known so far."""
    container: discord.ui.Container[Any] = discord.ui.Container(accent_colour=_accent(record.match))
    container.add_item(discord.ui.TextDisplay(progress))
    container.add_item(gallery(picture))
    accuracy = _accuracy(analysis) if len(analysis.turns) >= FEWEST_TURNS else []
    lines = [*accuracy, *_key_turns(analysis)]
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
    """Return the alt text of the curve: how the match stood at some turns, and those that mattered.

    If everything is kept back, it is only the title.
    """
    parts = _story(analysis)
    if not parts:
        return _curve_title(record)
    words = gettext(
        "Who was ahead in match #{match}: {story}.", match=record.match.id, story=in_order(parts)
    )
    return _with_pins(words, analysis)


def public_curve_text(analysis: Analysis) -> str:
    """Return what the curve shows, without the number of the match, for readers on the web."""
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
    above = [f"### {title}", *ended, *openings_of(record, analysis)]
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
    """Return how well both played and where the match turned; a short match has no accuracy.

    Also say how many turns are kept back. The start does not count as a turn.
    """
    left_out = len(analysis.kept_back - {0})
    if left_out:
        kept_back = ngettext(
            "-# {count} turn is kept back: a rated match of yours is much like it.",
            "-# {count} turns are kept back: a rated match of yours is much like them.",
            left_out,
        )
        return [*_summary_lines(match, analysis), kept_back]
    return _summary_lines(match, analysis)


def _summary_lines(match: Match, analysis: Analysis) -> list[str]:
    if len(analysis.turns) >= FEWEST_TURNS:
        turned = _key_turns(analysis)
        if not turned and not analysis.kept_back:
            turned = [translate(NOTHING_MUCH)]
        return [*_accuracy(analysis), *_won_with_less(match, analysis), *turned]
    return [translate(TOO_SHORT), *_key_turns(analysis)]


def _accuracy(analysis: Analysis) -> list[str]:
    """Return how well the seats played, without those whose accuracy is withheld."""
    accuracies = [(seat, accuracy_of(analysis, seat)) for seat in Seat]
    parts = [f"{SEAT_MARKS[seat]} {accuracy}" for seat, accuracy in accuracies if accuracy]
    if not parts:
        return []
    players = gettext("**Accuracy:** {players}", players=" · ".join(parts))
    return [players, f"-# {translate(ACCURACY)}"]


def accuracy_of(analysis: Analysis, seat: Seat) -> str:
    """Return how well a seat played; it is 100% only where nothing was given away.

    Return an empty text if kept-back turns leave nothing to judge by.
    """
    accuracy = analysis.accuracy(seat)
    if accuracy is not None:
        return percentage(_percent_kept(accuracy))
    if any(_seat(analysis, ply) is seat for ply in analysis.kept_back - {0}):
        return ""
    return gettext("was lost throughout")


def _percent_kept(accuracy: float) -> int:
    return int(100 * accuracy)


def _won_with_less(match: Match, analysis: Analysis) -> list[str]:
    """Explain why the winner's accuracy is lower than the loser's, if the panel shows that.

    Say nothing while turns are kept back: the decisive turn may be among them.
    """
    winner = match.outcome.winner if match.outcome else None
    if winner is None or analysis.kept_back - {0}:
        return []
    own, other = analysis.accuracy(winner), analysis.accuracy(winner.other)
    if own is None or other is None or _percent_kept(own) >= _percent_kept(other):
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


def _key_turns(analysis: Analysis) -> list[str]:
    """Return the turns that mattered most, each with the better turn."""
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
    """Return how the match stood without the seats' marks, for screen readers."""
    if turns_to_win(score) is None:
        orange, gray = shares(score)
        return gettext("orange {orange}, gray {gray}", orange=orange, gray=gray)
    words = chances_name(score)
    for mark in SEAT_MARKS.values():
        words = words.replace(f"{mark} ", "")
    return words


def _seat(analysis: Analysis, ply: int) -> Seat:
    return analysis.turns[ply - 1].seat

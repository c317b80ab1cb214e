"""The analysis of a match as it is shown: the curve, how well both played, where it turned."""

from typing import Any, Final

import discord

from bot.engine import expectation, own_turns, turns_to_win
from bot.engine.analysis import MATTERS, Analysis, Judged
from bot.engine.reasons import StopsWin
from bot.features.replay.service import MatchRecord
from bot.game import Seat, write_turn
from bot.match.identity import Ply, UserId
from bot.match.match import Match
from bot.match.score import FEWEST_TURNS
from cogs.core.actions import button
from cogs.core.alt_text import LONGEST
from cogs.core.board import ACCENTS, DRAWN_ACCENT, Picture, gallery
from cogs.core.panels import View
from cogs.core.players import both_players
from cogs.core.reasons import because
from cogs.core.words import (
    SEAT_MARKS,
    counted,
    listed,
    mention,
    outcome_name,
    player_name,
    seat_name,
)
from render.balance import Balance, Pin
from render.theme import Theme

LINE_SHOWN: Final = 4
"""So many turns of the way that a better one would have led are shown."""


def part_name(share: float) -> str:
    """Return a share of a match as a percentage; all and nothing are for what is certain."""
    return f"{min(max(round(100 * share), 1), 99)}%"


def worth_name(score: int) -> str:
    """Return what something is worth to a seat: `71%`, `a win in 2 turns` or `a loss at once`.

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


TOLD: Final = 4
"""So many times is it told between start and end how a match stood, for those who see no curve."""
_NEVER_LOST: Final = "had nothing to lose"
_OF_ACCURACY: Final = "-# Accuracy is 100% where no turn gave winning chances away."
_MARKS: Final = ("1️⃣", "2️⃣", "3️⃣")


def balance_of(record: MatchRecord, analysis: Analysis, theme: Theme) -> Balance:
    """Return what the picture of an analysis shows."""
    return Balance(
        f"Match #{record.match.id} · who stood better",
        tuple(map(expectation, analysis.standings)),
        tuple(Pin(ply, analysis.turns[ply - 1].seat) for ply in analysis.mattering),
        theme,
    )


def analysis_picture(record: MatchRecord, analysis: Analysis, png: bytes) -> Picture:
    """Name the drawn curve of an analysis and say it in words."""
    return Picture(png, f"analysis-{record.match.id}.png", curve_text(record, analysis))


def analysis_panel(
    record: MatchRecord, analysis: Analysis, picture: Picture, *, may_share: bool
) -> View:
    """Lay out an analysis for one person, with the ways to the turns that mattered."""
    match, secondary = record.match, discord.ButtonStyle.secondary
    view = _view(record, analysis, picture)
    ways = [
        button(
            f"Turn {ply}",
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
    start = button("Replay", secondary, "replay-turn", key="start", match=match.id, ply=Ply(0))
    last = [start]
    if may_share:
        last.append(button("Share", secondary, "analyse-share", match=match.id))
    view.add_item(discord.ui.ActionRow(*last))
    return view


def shared_analysis(
    record: MatchRecord, analysis: Analysis, picture: Picture, sharer: UserId
) -> View:
    """Lay out an analysis for all to see; each can open it for themselves."""
    match = record.match
    view = _view(record, analysis, picture, f"-# Shared by {mention(sharer)}")
    secondary = discord.ButtonStyle.secondary
    view.add_item(
        discord.ui.ActionRow(
            button("Replay", secondary, "replay", match=match.id),
            button("Analyse", secondary, "analyse", match=match.id),
        )
    )
    return view


def curve_text(record: MatchRecord, analysis: Analysis) -> str:
    """Say what the curve shows: how it stood now and then, and the turns that mattered."""
    standings, last = analysis.standings, len(record.steps)
    plies = sorted({ply * last // (TOLD + 1) for ply in range(1, TOLD + 1)} - {0, last})
    told = [f"at the start {_plain(standings[0])}"]
    told += [f"after turn {ply} {_plain(standings[ply])}" for ply in plies]
    told.append(f"at the end, after {counted(last, 'turn')}, {_plain(standings[last])}")
    words = f"Who stood better in match #{record.match.id}: {', '.join(told)}."
    if analysis.mattering:
        turns = listed([f"{ply} by {_seat(analysis, ply)}" for ply in analysis.mattering])
        words += f" Pinned: turn{'s' if len(analysis.mattering) > 1 else ''} {turns}."
    return words[:LONGEST]


def _view(
    record: MatchRecord, analysis: Analysis, picture: Picture, small_print: str | None = None
) -> View:
    match = record.match
    container: discord.ui.Container[Any] = discord.ui.Container(accent_colour=_accent(match))
    title = f"### Analysis of #{match.id} · {both_players(match)}"
    ended = [f"**{outcome_name(match, match.outcome)}**"] if match.outcome else []
    container.add_item(discord.ui.TextDisplay("\n".join([title, *ended])))
    container.add_item(gallery(picture))
    lines = _summary(match, analysis)
    if small_print is not None:
        lines.append(small_print)
    container.add_item(discord.ui.TextDisplay("\n".join(lines)))
    view = View(timeout=None)
    view.add_item(container)
    return view


def _accent(match: Match) -> int:
    winner = match.outcome.winner if match.outcome else None
    return DRAWN_ACCENT if winner is None else ACCENTS[winner]


def _summary(match: Match, analysis: Analysis) -> list[str]:
    """Say how well both played and where it turned; of a few turns no accuracy can be told."""
    if len(analysis.turns) >= FEWEST_TURNS:
        return [_accuracy(analysis), *_mattering(match, analysis), _OF_ACCURACY]
    return ["Too short to say much.", *(_mattering(match, analysis) if analysis.mattering else [])]


def _accuracy(analysis: Analysis) -> str:
    told = [f"{SEAT_MARKS[seat]} {_accuracy_of(analysis, seat)}" for seat in Seat]
    return f"**Accuracy:** {' · '.join(told)}"


def _accuracy_of(analysis: Analysis, seat: Seat) -> str:
    """Return how well a seat played; only where nothing was given away it is 100%."""
    accuracy = analysis.accuracy(seat)
    return _NEVER_LOST if accuracy is None else f"{int(100 * accuracy)}%"


def _mattering(match: Match, analysis: Analysis) -> list[str]:
    """Tell of the turns that mattered most, each with what was better and why."""
    if not analysis.mattering:
        return ["No turn gave much away."]
    many = len(analysis.mattering) > 1
    lines = ["**The turns that mattered most**" if many else "**The turn that mattered**"]
    for mark, ply in zip(_MARKS, analysis.mattering, strict=False):
        turn = analysis.turns[ply - 1]
        who = f"{SEAT_MARKS[turn.seat]} {player_name(match, turn.seat)}"
        lines.append(f"{mark} **Turn {ply}** · {who}: {slip_words(turn)}")
    return lines


def _plain(score: int) -> str:
    """Say how it stood without marks, for those who listen."""
    words = standing_name(score)
    for seat, mark in SEAT_MARKS.items():
        name = "" if seat_name(seat) in words else f"{seat_name(seat)} "
        words = words.replace(f"{mark} ", name)
    return words.replace(" · ", ", ")


def _seat(analysis: Analysis, ply: int) -> str:
    return seat_name(analysis.turns[ply - 1].seat)

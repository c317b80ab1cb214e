"""Analyses as they are shown, short and as long as they get."""

from collections.abc import Iterator
from dataclasses import replace

import discord

from bot.engine.analysis import Analysis, Judged
from bot.engine.reasons import PushesOff, Reason, StopsWin, ThreatensWin
from bot.engine.tree import WIN
from bot.features.replay.service import MatchRecord
from bot.game import Position, Seat, WinBy, play, read_turn
from bot.match.identity import MatchId, Ply, UserId
from bot.match.match import Match, Outcome, Why
from cogs.analysis.views import analysis_panel, shared_analysis
from cogs.core.board import Picture
from cogs.replay.views import replay_view
from tests.match.table import match

LONG_REASONS: tuple[Reason, ...] = (
    StopsWin(WinBy.FULL_BED),
    ThreatensWin(WinBy.FULL_BED),
    PushesOff(3, 2),
)


def over() -> Match:
    """Return a match that ended after four turns."""
    outcome = Outcome(Why.RESIGNATION, Seat.GRAY)
    return replace(match(), id=MatchId(10**15 - 1), ply=Ply(4), outcome=outcome)


def record_of(found: Match) -> MatchRecord:
    """Return the record of a match of a few turns."""
    steps = [play(Position(), read_turn("Kc3"))]
    for text in ("Kd4", "Ke5", "Kf6"):
        steps.append(play(steps[-1].after, read_turn(text)))
    return MatchRecord(found, Position(), tuple(steps))


def judged(record: MatchRecord, *losses: tuple[int, int]) -> Analysis:
    """Return an analysis in which the turns were worth so much, and better ones so much more."""
    better = read_turn("e6>Ca1=b2c3d4e5f6~cd+")
    turns = []
    for step, (best, played) in zip(record.steps, losses, strict=True):
        seat, own = step.before.to_move, step.turn
        line = (better, better, better, better) if best > played else (own,)
        turns.append(Judged(seat, own, played, line, best, LONG_REASONS if best > played else ()))
    return Analysis(0, tuple(turns))


def analysed_views(picture: Picture) -> Iterator[discord.ui.LayoutView]:
    """Yield each panel of an analysis: where nothing, one turn and three turns mattered."""
    record = record_of(over())
    perfect = judged(record, *[(0, 0)] * 4)
    one = judged(record, (0, 0), (WIN - 3, 40), (0, 0), (30, 0))
    three = judged(record, (WIN - 13, 4 - WIN), (300, 4 - WIN), (400, -400), (200, -200))
    long = Analysis(0, three.turns * 2)
    yield analysis_panel(record, long, picture, may_share=True)
    yield shared_analysis(record, long, picture, UserId(9 * 10**18))
    for found in (perfect, one, three):
        yield analysis_panel(record, found, picture, may_share=True)
        yield analysis_panel(record, found, picture, may_share=False)
        yield shared_analysis(record, found, picture, UserId(9 * 10**18))
        for ply in range(5):
            yield replay_view(record, ply, picture, found)
            if ply:
                yield replay_view(record, ply, picture, found, record.steps[ply - 1])

"""Analyses as they are shown, both short and as long as possible."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

import discord

from bot.engine.analysis import Analysis, JudgedTurn, Look
from bot.engine.reasons import PushesOff, Reason, StopsWin, ThreatensWin
from bot.engine.tree import WIN
from bot.features.analysis.what_if import WhatIf
from bot.features.replay.service import MatchRecord
from bot.game import (
    CLASSIC,
    SCARCE,
    SEAM,
    Position,
    Seat,
    WinBy,
    legal_turns,
    play,
    read_position,
    read_turn,
    to_recall,
)
from bot.match.identity import MatchId, Ply, UserId
from bot.match.match import EndReason, Match, Outcome
from bot.match.turn_builder import NOTHING_CHOSEN, TurnChoices
from cogs.analysis.views import analysis_panel, shared_analysis
from cogs.analysis.what_if import WhatIfPosition, trying_panel
from cogs.core.outgoing import Picture
from cogs.replay.views import replay_view
from tests.kit.matches import match

LONG_REASONS: tuple[Reason, ...] = (
    StopsWin(WinBy.FULL_BED),
    ThreatensWin(WinBy.FULL_BED),
    PushesOff(3, 2),
)


def finished_match() -> Match:
    """Return a match that ended after four turns."""
    outcome = Outcome(EndReason.RESIGNATION, Seat.GRAY)
    return replace(match(), id=MatchId(10**15 - 1), ply=Ply(4), outcome=outcome)


def record_of(match: Match) -> MatchRecord:
    """Return the record of a match of a few turns."""
    steps = [play(Position(), read_turn("Kc3"))]
    for text in ("Kd4", "Ke5", "Kf6"):
        steps.append(play(steps[-1].after, read_turn(text)))
    return MatchRecord(match, Position(), tuple(steps))


def analysis_of(record: MatchRecord, *losses: tuple[int, int]) -> Analysis:
    """Return an analysis; each pair of `losses` is the best turn's value and the played one's."""
    better = read_turn("e6>Ca1=b2c3d4e5f6~cd+")
    turns = []
    for step, (best, played) in zip(record.steps, losses, strict=True):
        seat, own = step.before.to_move, step.turn
        line = (better, better, better, better) if best > played else (own,)
        turns.append(
            JudgedTurn(seat, own, played, line, best, LONG_REASONS if best > played else ())
        )
    return Analysis(0, tuple(turns))


def _what_ifs(picture: Picture) -> Iterator[discord.ui.LayoutView]:
    """Yield every question about a tried turn, a line without room for more turns, and a win."""
    for ruleset, start in (
        (CLASSIC, "6/6/KK1C2/6/3k2/6 o 5,0 7,0"),
        (CLASSIC, "6/6/CC4/6/6/6 o 5,1 8,0"),
        (SEAM, "6/6/6/6/6/6 o 8,0 8,0 - -"),
        (SCARCE, "3K1K/6/CC3K/4K1/6/1K1K2 o 0,0 8,0"),
    ):
        what_if = WhatIf(MatchRecord(finished_match(), read_position(start, ruleset), ()), Ply(0))
        for choices in (NOTHING_CHOSEN, *map(TurnChoices.read, ("c", "Kc3"))):
            if not to_recall(what_if.position):
                yield trying_panel(WhatIfPosition(what_if, choices), None, picture)
        for turn in islice(legal_turns(what_if.position), 40):
            yield trying_panel(WhatIfPosition(what_if.playing(turn)), Look(1 - WIN), picture)
    step = play(Position(), read_turn("Kc3"))
    long = WhatIf(record_of(finished_match()), Ply(4), (step,))
    while long.has_room:
        turn = max(legal_turns(long.position), key=lambda turn: turn.placement.square)
        long = long.playing(turn)
    yield trying_panel(WhatIfPosition(long), None, picture)


def analysis_views(picture: Picture) -> Iterator[discord.ui.LayoutView]:
    """Yield each panel of an analysis, for matches in which no, one and three turns mattered."""
    yield from _what_ifs(picture)
    record = record_of(finished_match())
    perfect = analysis_of(record, *[(0, 0)] * 4)
    one = analysis_of(record, (0, 0), (WIN - 3, 40), (0, 0), (30, 0))
    three = analysis_of(record, (WIN - 13, 4 - WIN), (300, 4 - WIN), (400, -400), (200, -200))
    long = Analysis(0, three.turns * 2)
    yield analysis_panel(record, long, picture, may_share=True, missed=True)
    yield shared_analysis(record, long, picture, UserId(9 * 10**18))
    for found in (perfect, one, three):
        yield analysis_panel(record, found, picture, may_share=True, missed=True)
        yield analysis_panel(record, found, picture, may_share=False, missed=False)
        yield shared_analysis(record, found, picture, UserId(9 * 10**18))
        for ply in range(5):
            yield replay_view(record, ply, picture)
            yield replay_view(record, ply, picture, found)
            yield trying_panel(WhatIfPosition(WhatIf(record, Ply(ply))), Look(40), picture)
            if ply:
                yield replay_view(record, ply, picture, found, record.steps[ply - 1])

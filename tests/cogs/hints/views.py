"""The views of hints, as long as they get."""

from collections.abc import Iterator
from dataclasses import replace

import discord

from bot.engine.reasons import LaysSeam, PushesOff, StopsGraduation
from bot.features.hints.service import Hint, HintAnswer, moment_of
from bot.game import SEAM, Position, Turn, entry_named, legal_turns
from bot.game.squares import EVERY_SQUARE
from bot.match.identity import MatchId, Revision
from bot.match.match import EndReason, Match, Outcome
from bot.match.terms import Stakes
from cogs.board.layout import board_layout
from cogs.core.outgoing import Picture
from cogs.core.panels import match_panel
from cogs.hints.cog import hint_panel, measured_panel
from cogs.matches.page import match_page
from cogs.matches.views import more_panel
from tests.cogs.practice.views import practice_match
from tests.kit.matches import GRAY, ORANGE, match

CASUAL = replace(match(), stakes=Stakes.CASUAL)
LARGE = replace(CASUAL, id=MatchId(10**15 - 1), revision=Revision(10**12))
LINK = "https://discord.com/channels/1/2/3"
THREE = (PushesOff(3, 3), StopsGraduation(pushes_out=False), LaysSeam(entry_named("cd+")))


def hint_answer(match: Match, turn: Turn, left: int = 2, wins_in: int | None = None) -> HintAnswer:
    """Return a hint in a match."""
    return HintAnswer(match, Hint(moment_of(match), turn, wins_in), left)


def hint_views(picture: Picture) -> Iterator[discord.ui.LayoutView]:
    """Yield one of each view."""
    start = replace(LARGE, position=Position.start(SEAM))
    laid = next(turn for turn in legal_turns(start.position) if turn.seam is not None)
    longest = replace(laid, leaves=EVERY_SQUARE[:8], recall=EVERY_SQUARE[9])
    yield hint_panel(hint_answer(start, longest, wins_in=9), THREE, picture)
    yield hint_panel(
        hint_answer(practice_match(replace(LARGE, draft=laid)), longest, 0), (), picture
    )
    yield measured_panel(LARGE)
    yield more_panel(LARGE, ORANGE)
    yield match_panel([LARGE], ORANGE, "hint-in")
    used = {ORANGE: 3, GRAY: 3}
    over = replace(LARGE, outcome=Outcome(EndReason.AGREEMENT, None))
    yield board_layout(over, picture, None, used)
    yield match_page(over, None, None, picture, LINK, used)

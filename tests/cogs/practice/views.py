"""The views of matches against the bot, each with its longest texts."""

from collections.abc import Iterator
from dataclasses import replace

import discord

from bot.engine import LEVELS
from bot.game import Position, Seat, play, read_turn
from bot.match.challenge import Challenge, ChallengeState
from bot.match.clock import DAY, HOUR, Bank, PerMove, Weekends
from bot.match.identity import MatchId, Ply, Seconds
from bot.match.match import DrawOffers, EndReason, Match, Outcome, TakebackOffer
from bot.match.terms import (
    BotPlayer,
    LevelNumber,
    Measurement,
    Pace,
    Practice,
    Starts,
    Terms,
    VenueKind,
)
from cogs.board.layout import board_layout
from cogs.core.outgoing import Picture
from cogs.delivery.challenge_message import challenge_message
from cogs.matches.views import more_panel
from cogs.practice.views import PracticeTerms, begins_panel, begun_panel, cats_panel, practice_panel
from tests.kit.matches import ORANGE, challenge, match

LARGE = MatchId(10**15 - 1)
LINK = "https://discord.com/channels/1/2/3"
DUCHESS = Practice(LevelNumber(6))
LONGEST_WANTED = PracticeTerms(
    LevelNumber(8),
    "classic",
    VenueKind.DIRECT,
    Starts.THEM,
    Pace.UNHURRIED,
    Measurement.NO,
    Bank(Seconds(7 * DAY), Seconds(12 * HOUR), Seconds(14 * DAY)),
    Weekends.PAUSED,
    LARGE,
)


def practice_match(current: Match | None = None, practice: Practice = DUCHESS) -> Match:
    """Return a match in which the bot plays gray."""
    return replace(current or match(), bot=BotPlayer(Seat.GRAY, practice))


def on_bots_turn(practice: Practice = DUCHESS) -> Match:
    """Return a match that waits for the bot after a turn."""
    current = practice_match(practice=practice)
    step = play(Position(), read_turn("Kc3"))
    return replace(current, position=step.after, last=step, ply=Ply(1))


def finished_match(winner: Seat | None, level: int = 6) -> Match:
    """Return a finished match."""
    why = EndReason.LINE if winner else EndReason.AGREEMENT
    return replace(
        practice_match(practice=Practice(LevelNumber(level))),
        outcome=Outcome(why, winner),
        ply=Ply(20),
    )


def accepted_challenge(practice: Practice = DUCHESS) -> Challenge:
    """Return a challenge that the bot has accepted."""
    terms = Terms(time=PerMove(Seconds(DAY)), practice=practice)
    return replace(challenge(), terms=terms, state=ChallengeState.ACCEPTED, match=MatchId(12))


def practice_views(picture: Picture) -> Iterator[discord.ui.LayoutView]:
    """Yield one of each view."""
    for pace in Pace:
        for measured in Measurement:
            practice = Practice(LevelNumber(8), pace, measured)
            yield challenge_message(accepted_challenge(practice))
            yield board_layout(replace(on_bots_turn(practice), id=LARGE), picture)
            yield more_panel(practice_match(practice=practice), ORANGE)
    for level in LEVELS:
        yield practice_panel(replace(LONGEST_WANTED, level=LevelNumber(level.number)))
        yield practice_panel(LONGEST_WANTED, LevelNumber(level.number), picture)
        for winner in (*Seat, None):
            yield board_layout(replace(finished_match(winner, level.number), id=LARGE), picture)
    asking = practice_match()
    for seat in Seat:
        yield board_layout(replace(asking, draws=DrawOffers(seat)), picture)
        yield board_layout(replace(asking, takeback=TakebackOffer(seat, Ply(0))), picture)
    yield cats_panel(LONGEST_WANTED, picture)
    yield begins_panel(practice_match())
    yield begun_panel(practice_match(), LINK)

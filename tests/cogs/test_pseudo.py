"""Each text that is made of several messages is completely translated in the pseudo-language."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from bot.game import (
    Booped,
    Entry,
    Event,
    FellOff,
    Graduated,
    Kind,
    Piece,
    Placed,
    Pool,
    Recalled,
    SeamAdvanced,
    SeamLaid,
    SeamLeft,
    SeamPiece,
    Seat,
    Slid,
    Stayed,
    Stays,
    Win,
    WinBy,
    Won,
    square_named,
)
from bot.game.pieces import entry_named
from bot.match.clock import DAY, Bank, NoLimit, PerMove
from bot.match.identity import PlayerKey, Seconds, former
from bot.match.match import EndReason, Outcome
from bot.match.terms import Note
from bot.text import PSEUDO, speaking
from cogs.wording.levels import level_in_full, level_style
from cogs.wording.narration import explained, narrated
from cogs.wording.phrases import mention, outcome_name, piece_name, pool_name, seam_name
from cogs.wording.practice_text import status_of
from cogs.wording.quoting import quoted
from cogs.wording.times import span, time_name
from tests.kit.matches import match
from tests.kit.pseudo import untranslated

C3, D4, E5 = map(square_named, ("c3", "d4", "e5"))
KITTEN, CAT = Piece(Seat.ORANGE, Kind.KITTEN), Piece(Seat.GRAY, Kind.CAT)
ENTRY: Entry = entry_named("cd+")
LINE = ((C3, KITTEN), (D4, KITTEN), (E5, KITTEN))

EVENTS: list[Event] = [
    Placed(KITTEN, C3),
    Booped(CAT, C3, D4),
    FellOff(KITTEN, C3),
    Graduated(LINE, Pool(0, 3)),
    Graduated(LINE[:1], Pool(0, 1)),
    Graduated(tuple((square, CAT) for square, _ in LINE), Pool(0, 3)),
    Recalled(KITTEN, C3, Pool(0, 1)),
    Recalled(CAT, C3, Pool(0, 1)),
    Stayed(CAT, C3, Stays.TOO_LARGE),
    Stayed(CAT, C3, Stays.BLOCKED),
    SeamAdvanced(Seat.GRAY, SeamPiece(ENTRY, 2)),
    Slid(KITTEN, C3, D4),
    SeamLeft(Seat.ORANGE),
    SeamLaid(Seat.GRAY, ENTRY),
    Won(Win(Seat.ORANGE, WinBy.LINE, (C3, D4, E5))),
    Won(Win(Seat.GRAY, WinBy.FULL_BED, (C3, D4, E5))),
]
WINNERLESS = {
    EndReason.REPETITION,
    EndReason.FIVEFOLD,
    EndReason.MOST_TURNS,
    EndReason.DEAD,
    EndReason.AGREEMENT,
    EndReason.ABORTED,
    EndReason.CALLED_OFF,
    EndReason.BOTH_LEFT,
    EndReason.ENDED_BY_MODERATOR,
    EndReason.BOT_GONE,
    EndReason.BOTH_FORFEIT,
    EndReason.ADJUDICATED,
}
OUTCOMES = [Outcome(why, None if why in WINNERLESS else Seat.GRAY) for why in EndReason]

SAID: list[Callable[[], str]] = [
    *(lambda event=event: narrated([event]) + explained([event]) for event in EVENTS),
    *(lambda outcome=each: outcome_name(match(), outcome) for each in OUTCOMES),
    lambda: outcome_name(match(), Outcome(EndReason.ENDED_BY_MODERATOR, None, Note("be kind"))),
    lambda: status_of(match()),
    lambda: status_of(replace(match(), outcome=OUTCOMES[0])),
    lambda: span(Seconds(40.0)),
    lambda: span(Seconds(2 * DAY + 7200)),
    lambda: time_name(PerMove(Seconds(DAY))),
    lambda: time_name(Bank(Seconds(DAY), Seconds(3600), Seconds(2 * DAY))),
    lambda: time_name(NoLimit()),
    lambda: level_style(6),
    lambda: level_in_full(6),
    lambda: pool_name(Pool(5, 1)),
    lambda: pool_name(Pool(0, 0)),
    lambda: seam_name(None),
    lambda: seam_name(SeamPiece(ENTRY, 0)),
    lambda: seam_name(SeamPiece(ENTRY, 2)),
    lambda: piece_name(CAT),
    lambda: mention(former(PlayerKey(7))),
    lambda: quoted(""),
]


@pytest.mark.parametrize("sentence", SAID)
def test_each_text_is_translated_completely(sentence: Callable[[], str]) -> None:
    plain = sentence()
    with speaking(PSEUDO):
        words = sentence()
    assert words != plain
    assert untranslated(words) == []

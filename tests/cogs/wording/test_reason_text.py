"""Reasons for turns, in words."""

from typing import get_args

import pytest

from bot.engine.reasons import (
    BringsBack,
    ForcesWin,
    GathersCats,
    Graduates,
    KeepsOffEdge,
    LaysSeam,
    PushesOff,
    PushesToEdge,
    Reason,
    SetsUpLine,
    StopsGraduation,
    StopsWin,
    TakesMiddle,
    ThreatensWin,
    Wins,
)
from bot.game import Kind, WinBy, entry_named
from cogs.wording.reasons import because

WORDS: dict[Reason, str] = {
    Wins(WinBy.LINE, Kind.CAT): "wins at once with three cats in a line",
    Wins(WinBy.LINE, Kind.KITTEN): "wins at once with three kittens in a line",
    Wins(WinBy.FULL_BED, Kind.CAT): "wins at once with eight cats on the bed",
    ForcesWin(WinBy.LINE): "threatens a line that cannot be stopped",
    ForcesWin(WinBy.FULL_BED): "threatens an eighth cat that cannot be stopped",
    Graduates(3, 3, 3): "graduates three kittens",
    Graduates(3, 2, 2): "graduates two kittens",
    Graduates(3, 1, 1): "graduates one kitten",
    Graduates(4, 3, 1): "turns three kittens into one cat",
    StopsWin(WinBy.LINE): "stops their line",
    StopsWin(WinBy.FULL_BED): "stops their eighth cat",
    ThreatensWin(WinBy.LINE): "threatens a line that wins",
    PushesOff(1, 0): "pushes one of their kittens off the bed",
    PushesOff(0, 2): "pushes two cats of theirs off the bed",
    PushesOff(1, 1): "pushes one kitten and one cat of theirs off the bed",
    StopsGraduation(pushes_out=True): "breaks up their pair",
    StopsGraduation(pushes_out=False): "keeps them from graduating",
    SetsUpLine(): "prepares a line of three",
    GathersCats(3): "makes three cats in all",
    BringsBack(Kind.KITTEN, Kind.CAT): "recalls a kitten as a cat",
    BringsBack(Kind.CAT, Kind.CAT): "recalls a cat",
    PushesToEdge(2): "pushes two pieces of theirs to the edge",
    TakesMiddle(): "keeps a piece in the middle",
    LaysSeam(entry_named("cd+")): "lays the seam piece between c and d, from the top",
    KeepsOffEdge(): "keeps away from the edge",
}


@pytest.mark.parametrize(("reason", "words"), WORDS.items(), ids=str)
def test_every_reason_is_put_into_words(reason: Reason, words: str) -> None:
    assert because([reason]) == words


def test_every_kind_of_reason_is_tested() -> None:
    assert {type(reason) for reason in WORDS} == set(get_args(Reason))


def test_reasons_are_joined_like_a_spoken_list() -> None:
    two: list[Reason] = [Graduates(3, 3, 3), StopsWin(WinBy.LINE)]
    assert because(two) == "graduates three kittens and stops their line"
    three: list[Reason] = [*two, TakesMiddle()]
    assert (
        because(three)
        == "graduates three kittens, stops their line and keeps a piece in the middle"
    )


def test_a_turn_without_reasons_still_has_a_text() -> None:
    assert because(()) == "gives the best chances"

"""Reasons for turns: each on a bed that shows it, and no false ones."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.engine.reasons import (
    MOST_REASONS,
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
    reasons_for,
)
from bot.game import (
    CLASSIC,
    JUNIOR,
    ROWS,
    RULESETS,
    SCARCE,
    SEAM,
    Kind,
    NotInPool,
    Position,
    Ruleset,
    Seat,
    Step,
    WinBy,
    entry_named,
    legal_turns,
    name_of,
    play,
    read_position,
    read_turn,
)
from tests.engine.positions import random_positions
from tests.kit.drawing import position, square
from tests.kit.positions import positions
from tests.kit.thoroughness import quick_or_thorough, sampled

LAWS = settings(max_examples=quick_or_thorough(5, 40), deadline=None)
every_ruleset = pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: ruleset.name)


def reasons(before: Position, turn: str) -> tuple[Reason, ...]:
    return reasons_for(before, read_turn(turn))


@pytest.mark.parametrize(
    ("turn", "found"),
    [("Kb2", (KeepsOffEdge(),)), ("Kc3", (TakesMiddle(),)), ("Ka1", ()), ("Kf4", ())],
)
def test_the_reason_on_an_empty_bed_is_the_place_of_the_piece(
    turn: str, found: tuple[Reason, ...]
) -> None:
    assert reasons(Position(), turn) == found


def test_a_win_by_a_line_is_the_only_reason() -> None:
    before = position(
        """
        CC....
        ......
        ......
        kk....
        ......
        ......
        """,
        orange_cats=2,
    )
    assert reasons(before, "Cc1#") == (Wins(WinBy.LINE, Kind.CAT),)


def test_a_win_by_eight_cats_is_a_separate_reason() -> None:
    before = position(
        """
        C.C.C.
        ......
        C.C..C
        ......
        .C....
        ......
        """,
        orange_cats=1,
    )
    assert reasons(before, "Cf6#") == (Wins(WinBy.FULL_BED, Kind.CAT),)


def test_junior_is_won_with_kittens() -> None:
    before = position(
        """
        KK....
        ......
        ......
        ......
        ......
        ......
        """,
        ruleset=JUNIOR,
    )
    assert reasons(before, "Kc1#") == (Wins(WinBy.LINE, Kind.KITTEN),)


def test_a_graduation_comes_before_the_line_that_it_stops() -> None:
    before = position(
        """
        ......
        ......
        KK..c.
        ...c..
        ......
        ......
        """,
        orange_cats=1,
        gray_cats=1,
    )
    assert reasons(before, "Cc3")[:2] == (Graduates(3, 2, 2), StopsWin(WinBy.LINE))


def test_lines_that_leave_together_are_counted_together() -> None:
    corner = position(
        """
        KK....
        ..K...
        ..K...
        ......
        ......
        ......
        """,
        ruleset=ROWS,
    )
    assert reasons(corner, "Kc1")[0] == Graduates(5, 5, 5)


def test_a_run_becomes_one_cat_where_pieces_are_scarce() -> None:
    before = position(
        """
        KK....
        ......
        ......
        ......
        ......
        ......
        """,
        ruleset=SCARCE,
    )
    assert reasons(before, "Kc1")[0] == Graduates(3, 3, 1)


def test_a_pair_of_cats_that_is_pushed_apart_does_not_win() -> None:
    before = position(
        """
        ......
        ......
        ..cc..
        ......
        ......
        ......
        """,
        orange_cats=1,
        gray_cats=1,
    )
    assert StopsWin(WinBy.LINE) in reasons(before, "Cc2")
    assert not any(isinstance(reason, StopsWin) for reason in reasons(before, "Ca6"))


def test_keeping_the_eighth_cat_off_the_bed_stops_a_win() -> None:
    before = position(
        """
        c..c.c
        ......
        .c....
        ....c.
        c.....
        ...c..
        """,
        orange_cats=1,
        gray_cats=1,
    )
    assert StopsWin(WinBy.FULL_BED) in reasons(before, "Cb1")


def test_threats_that_cannot_all_be_stopped_force_a_win() -> None:
    before = position(
        """
        ......
        .k....
        .....K
        K..K..
        .....K
        ..k...
        """,
        ruleset=JUNIOR,
    )
    assert reasons(before, "Kc4")[0] == ForcesWin(WinBy.LINE)


def test_a_threat_that_can_be_stopped_forces_nothing() -> None:
    before = position(
        """
        ....k.
        ......
        ......
        ....K.
        ......
        ..k.K.
        """,
        ruleset=JUNIOR,
    )
    given = reasons(before, "Ke3")
    assert given[0] == ThreatensWin(WinBy.LINE)


def test_nothing_is_threatened_where_the_opponent_wins_first() -> None:
    before = position(
        """
        cc....
        ......
        ......
        ......
        ...C..
        ......
        """,
        orange_cats=2,
        gray_cats=1,
    )
    assert not any(
        isinstance(reason, ThreatensWin | ForcesWin | SetsUpLine | StopsWin)
        for reason in reasons(before, "Cd4")
    )


def test_pushing_out_a_piece_that_a_line_needs_is_a_reason() -> None:
    drawn = """
        k.....
        ...C..
        ..k..K
        ......
        ....kk
        ......
        """
    before = position(drawn, orange_kittens=4, gray_kittens=4, orange_cats=2, ruleset=CLASSIC)
    assert StopsGraduation(pushes_out=True) in reasons(before, "Ke4")
    assert StopsGraduation(pushes_out=False) in reasons(before, "Kd5")


def test_a_neighbour_over_the_edge_is_pushed_off() -> None:
    before = position(
        """
        ...K..
        ......
        ......
        ......
        ......
        ......
        """,
        to_move=Seat.GRAY,
    )
    assert reasons(before, "Kc2") == (PushesOff(kittens=1, cats=0),)


def test_a_piece_of_ones_own_that_falls_off_is_not_a_reason() -> None:
    before = position(
        """
        ...K..
        ......
        ......
        ......
        ......
        ......
        """
    )
    assert reasons(before, "Kc2") == (KeepsOffEdge(),)


def test_a_neighbour_from_the_inside_is_pushed_to_the_edge() -> None:
    before = position(
        """
        ......
        .K....
        ......
        ......
        ......
        ......
        """,
        to_move=Seat.GRAY,
    )
    assert reasons(before, "Kc3") == (PushesToEdge(1), TakesMiddle())


def test_a_neighbour_on_the_edge_is_not_pushed_to_it() -> None:
    before = position(
        """
        ..K...
        ......
        ......
        ......
        ......
        ......
        """,
        to_move=Seat.GRAY,
    )
    assert reasons(before, "Kb1") == ()


def test_a_line_that_can_follow_on_more_squares_than_before_is_set_up() -> None:
    before = position(
        """
        ......
        .k....
        ...K..
        .k....
        .....K
        ......
        """,
        ruleset=SCARCE,
    )
    assert SetsUpLine() in reasons(before, "Kc2")


def test_the_third_cat_is_a_reason() -> None:
    before = read_position("6/C3C1/1C4/1k2c1/5k/1C4 g 0,0 0,1", SCARCE)
    assert Graduates(3, 1, 1) in reasons(before, "Cd3=d3e4f5")
    assert GathersCats(3) in reasons(before, "Cd3=d3e4f5")


def test_a_recall_of_a_full_bed_brings_a_cat_back() -> None:
    before = position(
        """
        K.K...
        ......
        K...K.
        ......
        K..K..
        .....K
        """
    )
    assert BringsBack(Kind.KITTEN, Kind.CAT) in reasons(before, "Kf1=a1")


def test_a_recall_before_placing_is_a_reason_too() -> None:
    before = read_position("5K/C5/1C2c1/1k4/5k/1C4 o 0,0 0,1", SCARCE)
    assert BringsBack(Kind.KITTEN, Kind.CAT) in reasons(before, "f1>Ca1")


def test_a_recall_in_junior_returns_a_kitten_as_a_kitten() -> None:
    before = read_position("1k3K/3k1K/1K3k/1K1K2/4kK/k1k1Kk o 1,0 1,0", JUNIOR)
    assert BringsBack(Kind.KITTEN, Kind.KITTEN) in reasons(before, "Ka1=a1")


def test_a_laid_seam_piece_is_named() -> None:
    before = Position.start(SEAM)
    assert LaysSeam(entry_named("cd+")) in reasons(before, "Ka1~cd+")


def test_a_seam_piece_pushes_pieces_off_like_a_placement() -> None:
    # Orange's seam piece comes between c1 and d1 at the end of this turn and pushes them apart.
    before = position(
        """
        ...kkk
        ......
        ......
        ......
        ......
        ......
        """,
        ruleset=SEAM,
        orange_seam="cd+0",
    )
    assert PushesOff(kittens=1, cats=0) in reasons(before, "Ka6")


def test_a_turn_that_cannot_be_played_has_no_reasons() -> None:
    with pytest.raises(NotInPool):
        reasons(Position(), "Cc3")


def can_win(at: Position, seat: Seat) -> bool:
    return any(turn.wins for turn in legal_turns(replace(at, to_move=seat)))


def can_graduate(at: Position, seat: Seat) -> bool:
    return any(len(turn.leaves) > 1 for turn in legal_turns(replace(at, to_move=seat)))


def is_so(step: Step, reason: Reason) -> bool:
    """Check a reason against all turns that the rules allow."""
    before, after, mover = step.before, step.after, step.before.to_move
    match reason:
        case Wins(by):
            return step.win is not None and step.win.by is by
        case StopsWin():
            return can_win(before, mover.other) and not can_win(after, mover.other)
        case ThreatensWin() | ForcesWin():
            replies = [] if isinstance(reason, ThreatensWin) else list(legal_turns(after))
            return (
                can_win(after, mover)
                and not can_win(after, mover.other)
                and all(can_win(play(after, reply).after, mover) for reply in replies)
            )
        case StopsGraduation():
            return can_graduate(before, mover.other) and not can_graduate(after, mover.other)
        case SetsUpLine():
            return can_graduate(after, mover)
        case Graduates(pieces):
            return pieces == len(step.turn.leaves) > 1
        case PushesOff(kittens, cats):
            return hand(after, mover.other) - hand(before, mover.other) == kittens + cats
        case GathersCats(cats):
            return cats_of(after, mover) == cats >= 3 > cats_of(before, mover)
        case BringsBack():
            return len(step.turn.leaves) == 1 or step.turn.recall is not None
        case PushesToEdge(pieces):
            return pieces <= 8 and before.bed.of(mover.other) != after.bed.of(mover.other)
        case TakesMiddle():
            at = step.turn.placement.square
            stays = after.bed.piece_at(at) is not None
            return stays and at in map(square, ("c3", "d3", "c4", "d4"))
        case LaysSeam(entry):
            return step.turn.seam == entry
        case KeepsOffEdge():
            at = step.turn.placement.square
            stays = after.bed.piece_at(at) is not None
            return stays and not {*name_of(at)} & {*"af16"}


def hand(at: Position, seat: Seat) -> int:
    return at.pool_of(seat).kittens + at.pool_of(seat).cats


def cats_of(at: Position, seat: Seat) -> int:
    return at.bed.of(seat)[1].bit_count() + at.pool_of(seat).cats


@pytest.mark.parametrize("ruleset", sampled(RULESETS, 0, 3), ids=lambda ruleset: ruleset.name)
@given(data=st.data())
@LAWS
def test_every_reason_is_true(data: st.DataObject, ruleset: Ruleset) -> None:
    before = data.draw(positions(ruleset))
    turns = list(legal_turns(before))
    for turn in data.draw(st.randoms(use_true_random=False)).sample(turns, min(len(turns), 6)):
        reasons = reasons_for(before, turn)
        assert len(reasons) <= MOST_REASONS
        assert len(set(map(type, reasons))) == len(reasons)
        assert [reason for reason in reasons if not is_so(play(before, turn), reason)] == []


@pytest.mark.parametrize("ruleset", sampled(RULESETS, 2, 4), ids=lambda ruleset: ruleset.name)
def test_decisive_reasons_are_never_omitted(ruleset: Ruleset) -> None:
    for before in random_positions(ruleset, 4, quick_or_thorough(5, 10)):
        mover = before.to_move
        for turn in list(legal_turns(before))[:60:7]:
            reasons, step = reasons_for(before, turn), play(before, turn)
            assert (step.win is not None) == any(isinstance(reason, Wins) for reason in reasons)
            if step.win is None:
                stops = can_win(before, mover.other) and not can_win(step.after, mover.other)
                assert stops == any(isinstance(reason, StopsWin) for reason in reasons)

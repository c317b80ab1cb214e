"""Turns of more than one question: what is asked, in which order, and what may still change."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from bot.game import (
    ENTRIES,
    Entry,
    Kind,
    NoSeamInHand,
    NoSuchOption,
    NotInPool,
    NotRecallable,
    Placement,
    Position,
    RecallFirst,
    SquareTaken,
    entry_named,
    land,
    read_turn,
    recall,
    write_turn,
)
from bot.game import (
    play as play_turn,
)
from bot.match.draft import AskOption, AskPlacement, AskRecall, AskSeam, Draft
from bot.match.errors import MatchOver, NotAPlayer, NothingToChoose, NotYourTurn
from bot.match.identity import Revision, UserId
from bot.match.match import Match
from bot.match.playing import (
    Drafted,
    Played,
    choose,
    lay,
    lift,
    play,
    ready,
    resign,
)
from bot.match.turn_builder import TurnBuilder, TurnChoices
from tests.game.drawing import square, squares
from tests.match.table import (
    CHOICE,
    EMPTY_HAND,
    GRAY,
    LATER,
    LINE,
    NOON,
    ORANGE,
    SEAM,
    SEAM_CHOICE,
    STRANGER,
    match,
)

A3, C3, E3 = map(square, ("a3", "c3", "e3"))
CAT_ON_C3 = Placement(Kind.CAT, C3)
KITTEN_ON_C3 = Placement(Kind.KITTEN, C3)
SEAM_LAID = play_turn(Position.start(SEAM), read_turn("Kc3~ef+")).after.orange_seam


def lifted(name: str = "a3") -> Match:
    """A match whose draft has its recall and waits for the placement."""
    return lift(match(EMPTY_HAND), ORANGE, square(name), LATER).match


def place(standing: Match, text: str) -> Match:
    """The match after a placement of orange's that leaves a question."""
    done = play(standing, ORANGE, read_turn(text), LATER)
    assert isinstance(done, Drafted)
    return done.match


def whole(done: Played | Drafted) -> str:
    """The turn that was played, in notation."""
    assert isinstance(done, Played)
    assert done.match.draft is None
    assert done.match.last is done.step
    return write_turn(done.step.turn)


def test_a_turn_with_nothing_in_hand_begins_with_the_recall() -> None:
    standing = match(EMPTY_HAND)
    asked = standing.question
    assert isinstance(asked, AskRecall)
    assert asked.squares == squares("c1c2a3b3d3e3c4c5")
    with pytest.raises(RecallFirst) as caught:
        play(standing, ORANGE, read_turn("Kc3"), NOON)
    assert caught.value.squares == asked.squares
    for question in (
        lambda: ready(standing),
        lambda: TurnBuilder(standing.position).kinds,
    ):
        with pytest.raises(RecallFirst):
            question()


def test_a_recall_waits_as_a_draft_for_the_placement() -> None:
    before = match(EMPTY_HAND)
    done = lift(before, ORANGE, A3, LATER)
    assert done == Drafted(replace(before, draft=Draft(A3), revision=Revision(2), changed_at=LATER))
    standing = done.match
    assert standing.question == AskPlacement(recall(EMPTY_HAND, A3))
    assert (standing.position, standing.landing) == (EMPTY_HAND, None)
    assert ready(standing).bed.piece_at(A3) is None
    assert TurnBuilder(EMPTY_HAND, TurnChoices(recall=A3)).kinds == (Kind.CAT,)
    with pytest.raises(NotInPool):
        play(standing, ORANGE, read_turn("Kc3"), NOON)


def test_the_same_recall_again_changes_nothing() -> None:
    standing = lifted()
    assert lift(standing, ORANGE, A3, LATER).match is standing


def test_another_recall_takes_the_place_of_the_first() -> None:
    other = lift(lifted(), ORANGE, E3, LATER).match
    assert other.draft == Draft(E3)
    assert other.revision == 3
    assert ready(other) == recall(EMPTY_HAND, E3)


def test_another_recall_drops_what_was_placed_after_the_first() -> None:
    waiting = place(lifted(), "Cc3")
    assert isinstance(waiting.question, AskOption)
    other = lift(waiting, ORANGE, E3, LATER).match
    assert other.draft == Draft(E3)
    assert isinstance(other.question, AskPlacement)
    same = lift(waiting, ORANGE, A3, LATER).match
    assert (same.draft, same.revision) == (Draft(A3), waiting.revision + 1)


@pytest.mark.parametrize("name", ["c3", "f6"])
def test_only_a_piece_of_ones_own_is_recalled(name: str) -> None:
    with pytest.raises(NotRecallable) as caught:
        lift(match(EMPTY_HAND), ORANGE, square(name), NOON)
    assert caught.value.square == square(name)
    assert caught.value.squares == squares("c1c2a3b3d3e3c4c5")


@pytest.mark.parametrize("standing", [Position(), CHOICE, SEAM_CHOICE])
def test_nothing_is_recalled_where_something_is_in_hand(standing: Position) -> None:
    with pytest.raises(NotRecallable) as caught:
        lift(match(standing), ORANGE, A3, NOON)
    assert caught.value.squares == ()
    with pytest.raises(NotRecallable):
        play(match(standing), ORANGE, read_turn("a3>Kf1"), NOON)


def test_a_placement_after_the_recall_may_leave_a_choice() -> None:
    waiting = place(lifted(), "Cc3")
    assert waiting.draft == Draft(A3, CAT_ON_C3)
    assert waiting.revision == 3
    assert waiting.landing == land(EMPTY_HAND, CAT_ON_C3, A3)
    assert waiting.landing.options == tuple(map(squares, ("c1c2c3c4c5", "c3d3e3")))
    done = choose(waiting, ORANGE, squares("c3d3e3"), LATER)
    assert whole(done) == "a3>Cc3=c3d3e3"
    assert done.match.position == play_turn(EMPTY_HAND, read_turn("a3>Cc3=c3d3e3")).after
    assert (done.match.ply, done.match.revision) == (1, 4)


def test_the_same_placement_after_a_recall_changes_nothing() -> None:
    waiting = place(lifted(), "Cc3")
    assert place(waiting, "Cc3") is waiting
    assert place(waiting, "a3>Cc3") is waiting


def test_placing_elsewhere_keeps_the_recall() -> None:
    done = play(place(lifted(), "Cc3"), ORANGE, read_turn("Ca6"), LATER)
    assert whole(done) == "a3>Ca6"


def test_a_recall_named_with_the_turn_takes_the_place_of_the_drafted_one() -> None:
    waiting = place(lifted(), "e3>Cc3")
    assert waiting.draft == Draft(E3, CAT_ON_C3)
    done = play(lifted(), ORANGE, read_turn("e3>Ca6"), LATER)
    assert whole(done) == "e3>Ca6"


def test_a_whole_turn_with_its_recall_needs_no_draft() -> None:
    done = play(match(EMPTY_HAND), ORANGE, read_turn("a3>Cc3=c3d3e3"), LATER)
    assert whole(done) == "a3>Cc3=c3d3e3"
    assert done.match.revision == 2


def test_a_refused_placement_keeps_the_recall() -> None:
    standing = lifted()
    with pytest.raises(SquareTaken):
        play(standing, ORANGE, read_turn("Cb3"), LATER)
    assert standing.draft == Draft(A3)


def test_the_seam_piece_is_asked_about_last() -> None:
    waiting = place(match(SEAM_CHOICE), "Kc3")
    assert waiting.draft == Draft(placement=KITTEN_ON_C3)
    assert isinstance(waiting.question, AskOption)
    chosen = choose(waiting, ORANGE, squares("b3c3d3"), LATER)
    assert isinstance(chosen, Drafted)
    assert chosen.match.draft == Draft(None, KITTEN_ON_C3, squares("b3c3d3"))
    asked = chosen.match.question
    assert asked == AskSeam(play_turn(SEAM_CHOICE, read_turn("Kc3=b3c3d3")), ENTRIES)
    assert (chosen.match.landing, chosen.match.ply, chosen.match.revision) == (None, 0, 3)


def test_a_seam_piece_in_hand_may_be_kept() -> None:
    waiting = place(match(Position.start(SEAM)), "Kc3")
    assert isinstance(waiting.question, AskSeam)
    done = lay(waiting, ORANGE, None, LATER)
    assert whole(done) == "Kc3"
    assert done.match.position.orange_seam is None
    assert done.match.to_move == GRAY


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.name)
def test_a_seam_piece_may_be_laid_at_each_entry(entry: Entry) -> None:
    waiting = place(match(SEAM_CHOICE), "Kc3=b3c3d3")
    done = lay(waiting, ORANGE, entry, LATER)
    text = f"Kc3=b3c3d3~{entry.name}"
    assert whole(done) == text
    assert done.step == play_turn(SEAM_CHOICE, read_turn(text))
    assert (done.match.ply, done.match.revision) == (1, 3)


def test_a_turn_that_names_its_entry_is_not_asked_about_it() -> None:
    done = play(match(Position.start(SEAM)), ORANGE, read_turn("Kc3~cd+"), LATER)
    assert whole(done) == "Kc3~cd+"
    done = play(match(SEAM_CHOICE), ORANGE, read_turn("Kc3=b3c3d3~ef-"), LATER)
    assert whole(done) == "Kc3=b3c3d3~ef-"


def test_an_entry_named_before_a_choice_is_kept_for_after_it() -> None:
    waiting = place(match(SEAM_CHOICE), "Kc3~cd+")
    assert waiting.draft == Draft(placement=KITTEN_ON_C3, seam=entry_named("cd+"))
    chosen = choose(waiting, ORANGE, squares("b3c3d3"), LATER)
    assert whole(chosen) == "Kc3=b3c3d3~cd+"


def test_a_seam_piece_on_the_bed_is_not_asked_about() -> None:
    standing = match(Position.start(SEAM))
    for user, text in ((ORANGE, "Kc3~cd+"), (GRAY, "Kf6~ab+")):
        standing = play(standing, user, read_turn(text), LATER).match
    done = play(standing, ORANGE, read_turn("Ka1"), LATER)
    assert whole(done) == "Ka1"


@pytest.mark.parametrize("standing", [Position(), CHOICE, EMPTY_HAND])
def test_a_seam_piece_is_laid_only_where_there_is_one(standing: Position) -> None:
    text = "a3>Cc3~cd+" if standing is EMPTY_HAND else "Kc3~cd+"
    with pytest.raises(NoSeamInHand):
        play(match(standing), ORANGE, read_turn(text), NOON)


def test_a_seam_piece_on_the_bed_is_not_laid_again() -> None:
    laid = replace(SEAM_CHOICE, orange_seam=SEAM_LAID)
    for text in ("Kf1~cd+", "Kc3~cd+", "Kc3=b3c3d3~cd+"):
        with pytest.raises(NoSeamInHand):
            play(match(laid), ORANGE, read_turn(text), NOON)


def test_the_same_draft_before_the_seam_changes_nothing() -> None:
    waiting = place(match(SEAM_CHOICE), "Kc3=b3c3d3")
    assert place(waiting, "Kc3=b3c3d3") is waiting
    assert place(waiting, "kC3=d3c3b3") is waiting


def test_another_option_may_be_named_while_the_seam_is_asked_about() -> None:
    waiting = place(match(SEAM_CHOICE), "Kc3=b3c3d3")
    other = place(waiting, "Kc3=a3b3c3")
    assert other.draft == Draft(None, KITTEN_ON_C3, squares("a3b3c3"))
    again = place(waiting, "Kc3")
    assert isinstance(again.question, AskOption)


def test_placing_elsewhere_while_the_seam_is_asked_about_drops_the_placement() -> None:
    waiting = place(match(SEAM_CHOICE), "Kc3=b3c3d3")
    other = place(waiting, "Kf1")
    assert other.draft == Draft(placement=read_turn("Kf1").placement)
    assert isinstance(other.question, AskSeam)


def test_an_option_is_not_chosen_twice() -> None:
    waiting = place(match(SEAM_CHOICE), "Kc3=b3c3d3")
    with pytest.raises(NothingToChoose):
        choose(waiting, ORANGE, squares("a3b3c3"), NOON)


def test_a_choice_that_is_none_of_the_options_keeps_the_draft() -> None:
    waiting = place(match(SEAM_CHOICE), "Kc3")
    with pytest.raises(NoSuchOption):
        choose(waiting, ORANGE, squares("a3"), NOON)
    with pytest.raises(NoSuchOption):
        play(waiting, ORANGE, read_turn("Kc3=a3"), NOON)
    assert waiting.draft == Draft(placement=KITTEN_ON_C3)


def test_a_turn_that_wins_is_not_asked_about_the_seam() -> None:
    done = play(match(replace(LINE, ruleset=SEAM)), ORANGE, read_turn("Cc1"), LATER)
    assert whole(done) == "Cc1#"
    assert done.match.outcome is not None


Laying = Callable[[Match, UserId], object]


def keep(standing: Match, user: UserId) -> object:
    return lay(standing, user, None, NOON)


def lay_it(standing: Match, user: UserId) -> object:
    return lay(standing, user, entry_named("cd+"), NOON)


def lift_it(standing: Match, user: UserId) -> object:
    return lift(standing, user, A3, NOON)


@pytest.mark.parametrize("action", [keep, lay_it])
@pytest.mark.parametrize(
    "standing",
    [
        match(),
        match(Position.start(SEAM)),
        match(EMPTY_HAND),
        lifted(),
        place(lifted(), "Cc3"),
        place(match(CHOICE), "Kc3"),
        place(match(SEAM_CHOICE), "Kc3"),
    ],
)
def test_no_seam_piece_is_laid_or_kept_before_it_is_asked_about(
    standing: Match, action: Laying
) -> None:
    with pytest.raises(NothingToChoose) as caught:
        action(standing, ORANGE)
    assert caught.value.match is standing


@pytest.mark.parametrize(
    ("standing", "action"),
    [
        (place(match(SEAM_CHOICE), "Kf1"), keep),
        (place(match(SEAM_CHOICE), "Kf1"), lay_it),
        (match(EMPTY_HAND), lift_it),
        (lifted(), lift_it),
    ],
)
def test_only_the_player_to_move_goes_on_with_a_turn(standing: Match, action: Laying) -> None:
    for user, refusal in ((STRANGER, NotAPlayer), (GRAY, NotYourTurn)):
        with pytest.raises(refusal):
            action(standing, user)
    over = resign(standing, GRAY, NOON)
    assert (over.draft, over.question) == (None, None)
    for user in (ORANGE, GRAY):
        with pytest.raises(MatchOver):
            action(over, user)
    with pytest.raises(NotAPlayer):
        action(over, STRANGER)

"""Try random actions of every kind in a match, with Hypothesis."""

from dataclasses import replace

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from bot.game import (
    ENTRIES,
    EVERY_SQUARE,
    RULESETS,
    AmbiguousTurn,
    Entry,
    GameRefusal,
    Kind,
    NoSeamInHand,
    Placement,
    Position,
    Ruleset,
    Seat,
    Square,
    Step,
    Turn,
    is_dead,
    legal_turns,
    read_position,
    write_position,
)
from bot.game import (
    play as play_turn,
)
from bot.match.ending import claim_draw
from bot.match.errors import (
    MatchOver,
    MatchRefusal,
    NotAPlayer,
    NothingToClaim,
    NotYourTurn,
)
from bot.match.identity import Instant, Revision, UserId
from bot.match.match import EndReason, Match, Outcome, outcome_of
from bot.match.playing import CompleteTurn, DraftedTurn, place, play, resign
from bot.match.turn_builder import AskOption, AskPlacement, AskRecall, AskSeam
from tests.kit.matches import GRAY, NOON, ORANGE, STRANGER, match, match_after_shuttle

PEOPLE = st.sampled_from([ORANGE, GRAY, STRANGER])
SQUARES = st.sampled_from(EVERY_SQUARE)
MAYBE_A_SQUARE = st.none() | SQUARES
MAYBE_AN_ENTRY = st.none() | st.sampled_from(ENTRIES)
PLACEMENTS = st.builds(Placement, st.sampled_from(Kind), SQUARES)
PICKS = st.integers(0, 10_000)
PREPARED_POSITIONS = {
    "classic": ("CC4/6/6/6/6/5k o 5,1 7,0", "C1C1C1/6/C3C1/6/C1C3/6 o 0,1 8,0"),
    "rows": ("CC4/6/6/6/6/5k o 5,1 7,0", "KK1KK1/6/kk1kk1/6/KK1K2/kk2k1 o 1,0 1,0"),
    "junior": ("KK4/6/6/6/6/kk3k o 6,0 5,0", "KK1KK1/6/kk1kk1/6/KK1K2/kk2k1 o 1,0 1,0"),
    "seam": (
        "6/6/KK1KK1/6/6/5k o 4,0 7,0 - -",
        "6/6/KK1KK1/6/6/kk3k o 4,0 5,0 cd+3 12-5",
    ),
    "scarce": (
        "2K3/2K3/KK1KK1/2K3/2K3/5k o 0,0 7,0",
        "KK4/6/6/6/5k/5k o 1,0 0,0",
        "6/1K2c1/6/1k2C1/6/6 g 0,0 0,0",
    ),
}
"""Positions of each ruleset in which a choice, a win, a recall or a dead match is near."""


class RandomMatch(RuleBasedStateMachine):
    """Users try random actions in one match; `self.match` is its last state."""

    @initialize(ruleset=st.sampled_from(RULESETS), pick=st.integers(0, 3), turns=st.integers(0, 8))
    def begin(self, ruleset: Ruleset, pick: int, turns: int) -> None:
        texts = PREPARED_POSITIONS[ruleset.name]
        if pick < len(texts):
            self.match, self.past = match(read_position(texts[pick], ruleset)), list[str]()
        else:
            self.match, self.past = match_after_shuttle(turns, ruleset)
        self.past = self.past or [write_position(self.match.position)]
        self.turns = self.match.ply
        self.first = self.match.position
        self.played: list[Turn] = []
        self.now = NOON
        self.outcome: Outcome | None = None
        self.revision = self.match.revision

    @rule(user=PEOPLE, placement=PLACEMENTS)
    def try_to_place(self, user: UserId, placement: Placement) -> None:
        self.attempt_turn(user, Turn(placement))

    @rule(
        user=PEOPLE,
        placement=PLACEMENTS,
        leaves=st.sets(SQUARES, max_size=3),
        recall=MAYBE_A_SQUARE,
        seam=MAYBE_AN_ENTRY,
    )
    def try_a_whole_turn(
        self,
        user: UserId,
        placement: Placement,
        leaves: set[Square],
        recall: Square | None,
        seam: Entry | None,
    ) -> None:
        turn = Turn(placement, tuple(sorted(leaves)), recall=recall, seam=seam)
        self.attempt_turn(user, turn)

    @precondition(lambda self: self.match.outcome is None)
    @rule(pick=PICKS)
    def play_legally(self, pick: int) -> None:
        user, turn = self.legal_turn(pick)
        self.attempt_turn(user, turn)

    @precondition(lambda self: self.match.outcome is None)
    @rule(pick=PICKS)
    def place_legally(self, pick: int) -> None:
        user, turn = self.legal_turn(pick)
        self.attempt_turn(user, Turn(turn.placement, recall=turn.recall))

    @precondition(lambda self: self.match.outcome is None)
    @rule(pick=PICKS, seam=MAYBE_AN_ENTRY)
    def place_legally_and_name_an_entry(self, pick: int, seam: Entry | None) -> None:
        user, turn = self.legal_turn(pick)
        self.attempt_turn(user, Turn(turn.placement, recall=turn.recall, seam=seam))

    @precondition(lambda self: self.match.outcome is None)
    @rule(pick=PICKS)
    def answer_question(self, pick: int) -> None:
        user, question = self.match.to_move, self.match.question
        assert user is not None
        match question:
            case AskRecall():
                self.play_legally(pick=pick)
            case AskOption(landing):
                draft = self.match.draft
                assert draft is not None
                leaves = landing.options[pick % len(landing.options)]
                self.attempt_turn(user, replace(draft, leaves=leaves))
            case AskSeam(step, entries):
                turn = replace(step.turn, seam=(None, *entries)[pick % (1 + len(entries))])
                self.check_turn(play(self.match, user, turn, self.tick(), self.past))
            case AskPlacement(ready):
                assert ready == self.match.position
                kinds = ready.pool_of(ready.to_move).kinds
                squares = ready.empty_squares
                placement = Placement(kinds[pick % len(kinds)], squares[pick % len(squares)])
                self.attempt_turn(user, Turn(placement))
            case None:
                raise AssertionError("an open match always asks something")

    @rule(user=PEOPLE)
    def try_to_claim_a_draw(self, user: UserId) -> None:
        expected = self.expected_refusal(user, on_turn=False)
        before = self.match
        if expected is None and self.past.count(write_position(before.position)) < 3:
            expected = NothingToClaim
        if expected is None:
            self.match = claim_draw(before, user, self.tick())
            self.expect_ended(before, Outcome(EndReason.REPETITION, None))
            return
        with pytest.raises(expected):
            claim_draw(before, user, self.tick())

    @rule(user=PEOPLE, serious=st.integers(0, 5))
    def try_to_resign(self, user: UserId, serious: int) -> None:
        expected = self.expected_refusal(user, on_turn=False)
        if expected is not None:
            with pytest.raises(expected):
                resign(self.match, user, self.tick())
        elif serious == 0:
            before = self.match
            self.match = resign(before, user, self.tick())
            winner = Seat.GRAY if user == ORANGE else Seat.ORANGE
            self.expect_ended(before, Outcome(EndReason.RESIGNATION, winner))

    @invariant()
    def revision_never_falls(self) -> None:
        assert self.match.revision >= self.revision
        self.revision = self.match.revision

    @invariant()
    def ply_equals_number_of_turns(self) -> None:
        assert self.match.ply == self.turns + len(self.played)

    @invariant()
    def position_follows_from_turns(self) -> None:
        current = self.first
        for turn in self.played:
            current = play_turn(current, turn).after
        assert current == self.match.position
        assert self.match.last is None or self.match.last.after == current

    @invariant()
    def repetitions_are_counted(self) -> None:
        assert self.match.repetitions == self.past.count(write_position(self.match.position))
        assert self.match.may_claim_draw == (self.match.repetitions >= 3 and self.outcome is None)

    @invariant()
    def outcome_stays_once_it_is_set(self) -> None:
        assert self.outcome is None or self.match.outcome == self.outcome
        self.outcome = self.match.outcome
        assert (self.match.to_move is None) == (self.outcome is not None)

    @invariant()
    def draft_waits_for_the_question(self) -> None:
        draft, question = self.match.draft, self.match.question
        if self.match.outcome is not None:
            assert (draft, question) == (None, None)
        elif draft is None:
            assert isinstance(question, AskRecall | AskPlacement)
        else:
            assert isinstance(question, AskOption | AskSeam)
            assert isinstance(question, AskSeam) or (
                question.landing.needs_choice and not draft.leaves
            )

    def legal_turn(self, pick: int) -> tuple[UserId, Turn]:
        turns = list(legal_turns(self.match.position))
        user = self.match.to_move
        assert user is not None
        return user, turns[pick % len(turns)]

    def attempt_turn(self, user: UserId, turn: Turn) -> None:
        before = self.match
        expected: type[MatchRefusal | GameRefusal] | None
        expected = self.expected_refusal(user, on_turn=True) or self.refusal_of_the_rules(turn)
        if expected is None:
            self.check_turn(place(before, user, turn, self.tick(), self.past))
            return
        with pytest.raises(expected):
            place(before, user, turn, self.tick(), self.past)

    def check_turn(self, done: CompleteTurn | DraftedTurn) -> None:
        before, self.match = self.match, done.match
        if isinstance(done, CompleteTurn):
            self.played.append(done.step.turn)
            self.past.append(write_position(done.step.after))
            assert self.match.last is done.step
            assert self.match.revision == before.revision + 1
            assert self.match.changed_at == self.now
            assert self.match.draft is None
            assert self.match.outcome == self.expected_outcome(done.step)
        elif done.match is not before:
            assert done.match.draft != before.draft
            assert done.match.revision == before.revision + 1
            assert is_same_but_draft(before, done.match)

    def expected_outcome(self, step: Step) -> Outcome | None:
        if step.win is not None:
            return outcome_of(step.win)
        if is_dead(step.after):
            return Outcome(EndReason.DEAD, None)
        fifth = self.past.count(write_position(step.after)) == 5
        return Outcome(EndReason.FIVEFOLD, None) if fifth else None

    def expect_ended(self, before: Match, outcome: Outcome) -> None:
        assert self.match == replace(
            before,
            draft=None,
            outcome=outcome,
            revision=Revision(before.revision + 1),
            changed_at=self.now,
        )

    def expected_refusal(self, user: UserId, *, on_turn: bool) -> type[MatchRefusal] | None:
        if user == STRANGER:
            return NotAPlayer
        if self.match.outcome is not None:
            return MatchOver
        return NotYourTurn if on_turn and user != self.match.to_move else None

    def refusal_of_the_rules(self, turn: Turn) -> type[GameRefusal] | None:
        """Return the refusal of a turn by the rules; a turn with an open choice becomes a draft."""
        position = self.match.position
        try:
            play_turn(position, turn)
        except AmbiguousTurn:
            lays_none = turn.seam is None or may_lay(position)
            return None if lays_none else NoSeamInHand
        except GameRefusal as refusal:
            return type(refusal)
        return None

    def tick(self) -> Instant:
        self.now = Instant(self.now + 1)
        return self.now


def may_lay(position: Position) -> bool:
    """Return whether the position's text says that the seat to move has a seam piece in hand."""
    fields = write_position(position).split()
    return len(fields) == 6 and fields[4 if fields[1] == "o" else 5] == "-"


def is_same_but_draft(before: Match, after: Match) -> bool:
    return before == replace(
        after,
        draft=before.draft,
        revision=Revision(after.revision - 1),
        changed_at=before.changed_at,
    )

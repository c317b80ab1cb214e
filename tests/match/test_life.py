"""A match's life, walked through by hypothesis: whatever people try, it stays as it should be."""

from dataclasses import replace

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from bot.game import (
    EVERY_SQUARE,
    AmbiguousTurn,
    GameRefusal,
    Kind,
    NoSuchOption,
    Placement,
    Position,
    Square,
    Turn,
    legal_turns,
)
from bot.game import (
    play as play_turn,
)
from bot.match.errors import MatchOver, MatchRefusal, NotAPlayer, NothingToChoose, NotYourTurn
from bot.match.identity import Instant, Revision, UserId
from bot.match.match import Match
from bot.match.outcome import Outcome
from bot.match.playing import Drafted, Played, choose, play, resign
from tests.game.drawing import position
from tests.match.table import CHOICE, FULL_BED, GRAY, LINE, NOON, ORANGE, STRANGER, match

PEOPLE = st.sampled_from([ORANGE, GRAY, STRANGER])
SQUARES = st.sampled_from(EVERY_SQUARE)
PLACEMENTS = st.builds(Placement, st.sampled_from(Kind), SQUARES)
CROWDED = position("""
    KK.KK.
    ......
    kk.kk.
    ......
    KK.K..
    kk..k.
""")
BEGINNINGS = st.sampled_from([Position(), CHOICE, LINE, FULL_BED, CROWDED])


class Life(RuleBasedStateMachine):
    """People try things in one match; `self.match` is what was stored last."""

    @initialize(standing=BEGINNINGS)
    def begin(self, standing: Position) -> None:
        self.match = match(standing)
        self.played: list[Turn] = []
        self.first = standing
        self.now = NOON
        self.outcome: Outcome | None = None
        self.revision = self.match.revision

    @rule(user=PEOPLE, placement=PLACEMENTS)
    def try_to_place(self, user: UserId, placement: Placement) -> None:
        self.attempt_turn(user, Turn(placement))

    @rule(user=PEOPLE, placement=PLACEMENTS, leaves=st.sets(SQUARES, min_size=1, max_size=3))
    def try_a_whole_turn(self, user: UserId, placement: Placement, leaves: set[Square]) -> None:
        self.attempt_turn(user, Turn(placement, tuple(sorted(leaves))))

    @precondition(lambda self: self.match.outcome is None)
    @rule(pick=st.integers(0, 10_000))
    def play_legally(self, pick: int) -> None:
        user, turn = self.legal_turn(pick)
        self.attempt_turn(user, turn)

    @precondition(lambda self: self.match.outcome is None)
    @rule(pick=st.integers(0, 10_000))
    def place_legally(self, pick: int) -> None:
        user, turn = self.legal_turn(pick)
        self.attempt_turn(user, Turn(turn.placement))

    @precondition(lambda self: self.match.draft is not None)
    @rule(pick=st.integers(0, 13))
    def choose_an_option(self, pick: int) -> None:
        landing, user = self.match.landing, self.match.to_move
        assert landing is not None
        assert user is not None
        leaves = landing.options[pick % len(landing.options)]
        self.note(choose(self.match, user, leaves, self.tick()))

    @rule(user=PEOPLE, leaves=st.sets(SQUARES, max_size=3))
    def try_to_choose(self, user: UserId, leaves: set[Square]) -> None:
        chosen = tuple(sorted(leaves))
        expected = self.expected_refusal(user, on_turn=True)
        landing = self.match.landing
        if expected is None and landing is None:
            expected = NothingToChoose
        if expected is not None:
            with pytest.raises(expected):
                choose(self.match, user, chosen, self.tick())
        elif landing is not None and chosen not in landing.options:
            with pytest.raises(NoSuchOption if chosen else AmbiguousTurn):
                choose(self.match, user, chosen, self.tick())
        else:
            self.note(choose(self.match, user, chosen, self.tick()))

    @rule(user=PEOPLE, serious=st.integers(0, 5))
    def try_to_resign(self, user: UserId, serious: int) -> None:
        expected = self.expected_refusal(user, on_turn=False)
        if expected is not None:
            with pytest.raises(expected):
                resign(self.match, user, self.tick())
        elif serious == 0:
            before = self.match
            self.match = resign(before, user, self.tick())
            assert self.match.draft is None
            assert self.match.position == before.position
            assert self.match.ply == before.ply
            assert self.match.outcome is not None
            assert self.match.outcome.winner is not self.match.seat_of(user)
            assert self.match.outcome.winner is not None

    @invariant()
    def revision_never_falls(self) -> None:
        assert self.match.revision >= self.revision
        self.revision = self.match.revision

    @invariant()
    def ply_counts_the_turns(self) -> None:
        assert self.match.ply == len(self.played)

    @invariant()
    def turns_lead_to_the_position(self) -> None:
        last = self.match.last
        assert (last is None) == (not self.played)
        standing = self.first
        for turn in self.played:
            standing = play_turn(standing, turn).after
        assert standing == self.match.position

    @invariant()
    def outcome_stays_once_it_is_set(self) -> None:
        assert self.outcome is None or self.match.outcome == self.outcome
        self.outcome = self.match.outcome
        assert (self.match.to_move is None) == (self.outcome is not None)

    @invariant()
    def draft_waits_for_a_choice(self) -> None:
        if self.match.draft is not None:
            assert self.match.outcome is None
            assert self.match.landing is not None
            assert self.match.landing.needs_choice

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
            self.note(play(before, user, turn, self.tick()))
            return
        with pytest.raises(expected):
            play(before, user, turn, self.tick())

    def note(self, done: Played | Drafted) -> None:
        before, self.match = self.match, done.match
        if isinstance(done, Played):
            self.played.append(done.step.turn)
            assert self.match.last is done.step
            assert self.match.revision == before.revision + 1
            assert self.match.changed_at == self.now
            assert (self.match.outcome is None) == (done.step.win is None)
        elif done.match is not before:
            assert done.match.draft != before.draft
            assert done.match.revision == before.revision + 1
            assert unchanged_but_the_draft(before, done.match)

    def expected_refusal(self, user: UserId, *, on_turn: bool) -> type[MatchRefusal] | None:
        if user == STRANGER:
            return NotAPlayer
        if self.match.outcome is not None:
            return MatchOver
        return NotYourTurn if on_turn and user != self.match.to_move else None

    def refusal_of_the_rules(self, turn: Turn) -> type[GameRefusal] | None:
        """What the rules say of the turn; a choice left open is for the match to draft."""
        try:
            play_turn(self.match.position, turn)
        except AmbiguousTurn:
            return None
        except GameRefusal as refusal:
            return type(refusal)
        return None

    def tick(self) -> Instant:
        self.now = Instant(self.now + 1)
        return self.now


def unchanged_but_the_draft(before: Match, after: Match) -> bool:
    return before == replace(
        after,
        draft=before.draft,
        revision=Revision(after.revision - 1),
        changed_at=before.changed_at,
    )


TestLife = Life.TestCase
TestLife.settings = settings(max_examples=60, stateful_step_count=40, deadline=None)

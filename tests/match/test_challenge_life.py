"""Challenges between two users, through any sequence of actions and durations."""

from dataclasses import dataclass, field, replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.features.challenges.challenging import answer, begin, counter, expire
from bot.features.challenges.errors import ChallengeRefusal
from bot.game import RULESETS
from bot.match.challenge import Challenge, ChallengeAnswer, ChallengeState
from bot.match.clock import DAY, NoLimit, PerMove, Weekends
from bot.match.identity import ChallengeId, Instant, MatchId, UserId
from bot.match.match import Match
from bot.match.terms import Stakes, Starts, Terms, read_note
from tests.kit.matches import GRAY, MESSAGE, NOON, ORANGE, STRANGER, challenge, open_challenge
from tests.kit.thoroughness import quick_or_thorough

PEOPLE = (ORANGE, GRAY, STRANGER)

TERMS = st.builds(
    Terms,
    st.sampled_from(Starts),
    st.sampled_from(RULESETS),
    st.sampled_from([PerMove(DAY), NoLimit()]),
    st.sampled_from(Stakes),
    st.sampled_from(Weekends),
)
ANSWERS = st.tuples(st.sampled_from(PEOPLE), st.sampled_from(ChallengeAnswer))
COUNTERS = st.tuples(st.sampled_from(PEOPLE), TERMS)
HOURS = st.sampled_from([1, 48, 167, 168, 400])
EXPIRY = st.none()


class Heads:
    """A random generator that always gives the same side."""

    def random(self) -> float:
        return 0.0


@dataclass(slots=True)
class Life:
    """All challenges that followed from one, the latest last, and the matches that began."""

    challenges: list[Challenge]
    matches: list[Match] = field(default_factory=list)
    now: Instant = NOON

    def say(self, user: UserId, reply: ChallengeAnswer) -> None:
        before = self.challenges[-1]
        answered = answer(before, user, reply, self.now, reason=read_note("why"))
        if answered.state is ChallengeState.ACCEPTED:
            number = MatchId(len(self.matches) + 1)
            answered, match = begin(answered, number, MESSAGE, Heads(), self.now)
            self.matches.append(match)
        self.challenges[-1] = answered

    def counter(self, user: UserId, terms: Terms) -> None:
        number = ChallengeId(len(self.challenges) + 1)
        countered = counter(number, self.challenges[-1], user, terms, self.now)
        self.challenges[-1] = countered.earlier
        if countered.offered is not None:
            self.challenges.append(countered.offered)

    def wait(self, hours: int) -> None:
        self.now = Instant(self.now + hours * 3600)

    def expire(self) -> None:
        self.challenges[-1] = expire(self.challenges[-1], self.now)
        assert (
            self.challenges[-1].state is not ChallengeState.OPEN
            or self.now < self.challenges[-1].expires_at
        )


def expect_sane(life: Life, before: list[Challenge]) -> None:
    """Check the invariants; `before` are the challenges before the last action."""
    *closed, last = life.challenges
    assert all(each.state is ChallengeState.COUNTERED for each in closed)
    assert closed[: len(before) - 1] == before[:-1], "a closed challenge does not change"
    assert last.state is not ChallengeState.COUNTERED
    for each, answering in zip(closed, life.challenges[1:], strict=True):
        assert answering.counters == each.id
        assert (answering.challenger, answering.friend) == (each.friend, each.challenger)
        assert answering.offered_at < each.expires_at
    for old, new in zip(before, life.challenges, strict=False):
        assert new == old or (old.state is ChallengeState.OPEN and new.revision > old.revision)
    assert len(life.matches) == (last.state is ChallengeState.ACCEPTED)
    for match in life.matches:
        assert last.match == match.id
        assert match.started_at < last.expires_at, "an expired challenge cannot be accepted"
        assert set(match.seats) == {last.challenger, last.friend}
        assert (match.position.ruleset, match.stakes) == (last.terms.ruleset, last.terms.stakes)
    for each in life.challenges:
        assert (each.reason is not None) == (each.state is ChallengeState.DECLINED)
        assert each.friend != each.challenger


@pytest.mark.long
@settings(max_examples=quick_or_thorough(100, 300))
@given(st.booleans(), st.lists(ANSWERS | COUNTERS | HOURS | EXPIRY, max_size=15))
def test_at_most_one_challenge_is_open_and_one_match_is_made(
    is_to_anyone: bool,  # noqa: FBT001 - one of two beginnings
    actions: list[tuple[UserId, ChallengeAnswer] | tuple[UserId, Terms] | int | None],
) -> None:
    life = Life([replace(open_challenge() if is_to_anyone else challenge(), id=ChallengeId(1))])
    for action in actions:
        before = list(life.challenges)
        matches = list(life.matches)
        try:
            match action:
                case None:
                    life.expire()
                case int(hours):
                    life.wait(hours)
                case (user, ChallengeAnswer() as reply):
                    life.say(user, reply)
                case (user, Terms() as terms):
                    life.counter(user, terms)
        except ChallengeRefusal:
            assert life.challenges == before
            assert life.matches == matches
        expect_sane(life, before)

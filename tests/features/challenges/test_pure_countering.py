"""Answering a challenge with other terms."""

from dataclasses import replace

import pytest

from bot.features.challenges.challenging import answer, begin, counter, offer, turned_around
from bot.features.challenges.errors import (
    ChallengeClosed,
    ChallengeToAnyone,
    NotTheFriend,
    SameTerms,
)
from bot.game import SCARCE, Seat
from bot.match.challenge import (
    LIFETIME,
    LONGEST_LIFETIME,
    Challenge,
    ChallengeAnswer,
    ChallengeState,
    Particulars,
)
from bot.match.clock import DAY, HOUR, Minutes, NoLimit, PerMove, Weekends
from bot.match.identity import ChallengeId, Instant, MatchId, Revision, Seconds, UserId
from bot.match.terms import Stakes, Starts, Terms, VenueKind, read_note
from tests.kit.matches import (
    GRAY,
    LATER,
    MESSAGE,
    NOON,
    ORANGE,
    PLACE,
    STRANGER,
    UnusedRandom,
    challenge,
    friend,
    open_challenge,
)

SECOND = ChallengeId(2)
BY_MINUTES = Minutes(Seconds(300.0), Seconds(3.0))
OTHER = Terms(Starts.ME, SCARCE, NoLimit(), Stakes.CASUAL, Weekends.PAUSED)


def test_a_counter_offer_closes_the_challenge_and_swaps_the_users() -> None:
    before = challenge(Starts.ME)
    countered = counter(SECOND, before, GRAY, OTHER, LATER)
    assert countered.earlier == replace(
        before, state=ChallengeState.COUNTERED, revision=Revision(2)
    )
    assert countered.offered == Challenge(
        SECOND,
        PLACE,
        challenger=GRAY,
        friend=ORANGE,
        terms=OTHER,
        offered_at=LATER,
        expires_at=Instant(LATER + LIFETIME),
        counters=before.id,
    )


def test_a_counter_offer_keeps_everything_but_the_terms_and_the_note() -> None:
    particulars = Particulars(read_note("tea?"), VenueKind.DIRECT, lifetime=Seconds(2 * DAY))
    before = offer(ChallengeId(1), ORANGE, friend(), PLACE, Terms(), NOON, particulars)
    offered = counter(SECOND, replace(before, rematch_of=MatchId(3)), GRAY, OTHER, LATER).offered
    assert offered is not None
    assert (offered.venue, offered.rematch_of) == (VenueKind.DIRECT, 3)
    assert offered.expires_at == LATER + 2 * DAY
    assert offered.note is None


def test_a_counter_offer_by_minutes_stays_open_as_long_as_a_challenge_by_minutes() -> None:
    by_minutes = replace(OTHER, time=BY_MINUTES)
    offered = counter(SECOND, challenge(), GRAY, by_minutes, LATER).offered
    assert offered is not None
    assert offered.expires_at == LATER + HOUR
    again = counter(ChallengeId(3), offered, ORANGE, OTHER, LATER).offered
    assert again is not None
    assert again.expires_at == LATER + LIFETIME


def test_a_counter_offer_to_a_prolonged_challenge_expires_within_the_limit() -> None:
    before = replace(challenge(), expires_at=Instant(NOON + 40 * DAY))
    offered = counter(SECOND, before, GRAY, OTHER, LATER).offered
    assert offered is not None
    assert offered.expires_at == LATER + LONGEST_LIFETIME


@pytest.mark.parametrize("starts", Starts)
def test_a_match_begins_with_the_terms_that_were_accepted_last(starts: Starts) -> None:
    first = counter(SECOND, challenge(), GRAY, replace(OTHER, starts=Starts.THEM), LATER).offered
    assert first is not None
    terms = replace(OTHER, time=PerMove(DAY), starts=Starts.THEM)
    last = counter(ChallengeId(3), first, ORANGE, terms, LATER).offered
    assert last is not None
    _, match = begin(
        answer(last, GRAY, ChallengeAnswer.ACCEPT, LATER),
        MatchId(9),
        MESSAGE,
        UnusedRandom(),
        LATER,
    )
    assert match.seats.seat_of(GRAY) is Seat.ORANGE
    assert (match.position.ruleset, match.stakes) == (SCARCE, Stakes.CASUAL)
    assert (match.clock.control, match.clock.weekends) == (PerMove(DAY), Weekends.PAUSED)
    assert turned_around(turned_around(replace(OTHER, starts=starts))).starts is starts


@pytest.mark.parametrize("starts", Starts)
def test_a_counter_offer_needs_different_terms(starts: Starts) -> None:
    before = challenge(starts)
    with pytest.raises(SameTerms):
        counter(SECOND, before, GRAY, turned_around(before.terms), LATER)


def test_the_first_player_is_a_separate_term() -> None:
    before = challenge(Starts.ME)
    offered = counter(SECOND, before, GRAY, before.terms, LATER).offered
    assert offered is not None
    assert offered.terms.starts is Starts.ME
    assert offered.challenger == GRAY


@pytest.mark.parametrize("user", [ORANGE, STRANGER])
def test_only_the_friend_answers_with_other_terms(user: UserId) -> None:
    with pytest.raises(NotTheFriend):
        counter(SECOND, challenge(), user, OTHER, LATER)


@pytest.mark.parametrize("user", [ORANGE, GRAY])
def test_a_challenge_to_anyone_takes_no_counter_offer(user: UserId) -> None:
    with pytest.raises(ChallengeToAnyone):
        counter(SECOND, open_challenge(), user, OTHER, LATER)


@pytest.mark.parametrize(
    "state", [state for state in ChallengeState if state is not ChallengeState.OPEN]
)
def test_a_closed_challenge_takes_no_other_terms(state: ChallengeState) -> None:
    with pytest.raises(ChallengeClosed):
        counter(SECOND, replace(challenge(), state=state), GRAY, OTHER, LATER)

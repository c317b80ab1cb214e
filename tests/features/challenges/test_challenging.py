"""Challenges: who may be challenged, who may answer, and who plays orange."""

from dataclasses import replace

import pytest

from bot.features.challenges.challenging import answer, begin, expire, offer
from bot.features.challenges.errors import (
    AcceptanceByChallenger,
    ChallengeClosed,
    ChallengedBot,
    ChallengedOneself,
    ChallengeToAnyone,
    FriendCannotSee,
    NotTheChallenger,
    NotTheFriend,
)
from bot.game import Position, Seat
from bot.game.chance import Chance
from bot.match.challenge import (
    LIFETIME,
    Challenge,
    ChallengeAnswer,
    ChallengeState,
    Particulars,
)
from bot.match.identity import ChallengeId, Instant, MatchId, Revision, UserId
from bot.match.match import Venue
from bot.match.terms import Starts, Terms, read_note
from tests.kit.matches import (
    CHANNEL,
    GRAY,
    GUILD,
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

EXPIRY = Instant(NOON + LIFETIME)
CLOSED = [state for state in ChallengeState if state is not ChallengeState.OPEN]


class Coin:
    """A source of chance whose result is fixed."""

    def __init__(self, number: float) -> None:
        self._number = number

    def random(self) -> float:
        return self._number


def test_a_challenge_is_open_for_seven_days() -> None:
    made = offer(ChallengeId(5), ORANGE, friend(), PLACE, Terms(), NOON)
    assert made == Challenge(
        ChallengeId(5), PLACE, ORANGE, GRAY, Terms(), NOON, Instant(NOON + 7 * 24 * 3600)
    )
    assert (made.state, made.match, made.revision) == (ChallengeState.OPEN, None, 1)


def test_users_cannot_challenge_themselves() -> None:
    with pytest.raises(ChallengedOneself):
        offer(ChallengeId(1), ORANGE, friend(ORANGE), PLACE, Terms(), NOON)


def test_a_bot_cannot_be_challenged() -> None:
    with pytest.raises(ChallengedBot) as caught:
        offer(ChallengeId(1), ORANGE, friend(is_bot=True), PLACE, Terms(), NOON)
    assert caught.value.friend == GRAY


def test_a_user_who_cannot_see_the_channel_cannot_be_challenged() -> None:
    with pytest.raises(FriendCannotSee) as caught:
        offer(ChallengeId(1), ORANGE, friend(sees_channel=False), PLACE, Terms(), NOON)
    assert caught.value.friend == GRAY


@pytest.mark.parametrize(
    ("user", "reply", "state"),
    [
        (GRAY, ChallengeAnswer.ACCEPT, ChallengeState.ACCEPTED),
        (GRAY, ChallengeAnswer.DECLINE, ChallengeState.DECLINED),
        (ORANGE, ChallengeAnswer.CANCEL, ChallengeState.CANCELLED),
    ],
)
def test_an_answer_just_before_the_expiry_counts(
    user: UserId, reply: ChallengeAnswer, state: ChallengeState
) -> None:
    before = challenge()
    just_in_time = Instant(EXPIRY - 0.001)
    assert answer(before, user, reply, just_in_time) == replace(
        before, state=state, revision=Revision(2)
    )


def test_a_challenge_has_a_note() -> None:
    note = read_note("good luck")
    made = offer(ChallengeId(5), ORANGE, friend(), PLACE, Terms(), NOON, Particulars(note))
    assert made.note == "good luck"
    assert answer(made, GRAY, ChallengeAnswer.ACCEPT, NOON).note == "good luck"


@pytest.mark.parametrize("user", [GRAY, STRANGER])
def test_the_user_who_accepts_an_open_challenge_becomes_the_friend(user: UserId) -> None:
    before = open_challenge()
    assert before.friend is None
    accepted = answer(before, user, ChallengeAnswer.ACCEPT, NOON)
    assert accepted == replace(
        before, friend=user, state=ChallengeState.ACCEPTED, revision=Revision(2)
    )
    _, match = begin(accepted, MatchId(9), MESSAGE, UnusedRandom(), LATER)
    assert set(match.seats) == {ORANGE, user}


def test_users_cannot_accept_their_own_open_challenge() -> None:
    with pytest.raises(AcceptanceByChallenger) as caught:
        answer(open_challenge(), ORANGE, ChallengeAnswer.ACCEPT, NOON)
    assert caught.value.challenge == open_challenge()


@pytest.mark.parametrize("user", [ORANGE, GRAY, STRANGER])
def test_a_challenge_to_anyone_cannot_be_declined(user: UserId) -> None:
    with pytest.raises(ChallengeToAnyone) as caught:
        answer(open_challenge(), user, ChallengeAnswer.DECLINE, NOON)
    assert caught.value.challenge == open_challenge()


def test_an_expired_challenge_to_anyone_has_no_opponent() -> None:
    late = answer(open_challenge(), GRAY, ChallengeAnswer.ACCEPT, EXPIRY)
    assert (late.state, late.friend) == (ChallengeState.EXPIRED, None)


@pytest.mark.parametrize("reply", [ChallengeAnswer.ACCEPT, ChallengeAnswer.DECLINE])
@pytest.mark.parametrize("user", [ORANGE, STRANGER])
def test_only_the_challenged_user_accepts_or_declines(user: UserId, reply: ChallengeAnswer) -> None:
    with pytest.raises(NotTheFriend) as caught:
        answer(challenge(), user, reply, NOON)
    assert caught.value.challenge == challenge()


@pytest.mark.parametrize("user", [GRAY, STRANGER])
def test_only_the_challenger_cancels(user: UserId) -> None:
    with pytest.raises(NotTheChallenger) as caught:
        answer(challenge(), user, ChallengeAnswer.CANCEL, NOON)
    assert caught.value.challenge == challenge()


@pytest.mark.parametrize("state", CLOSED)
@pytest.mark.parametrize("reply", ChallengeAnswer)
@pytest.mark.parametrize("user", [ORANGE, GRAY, STRANGER])
def test_a_closed_challenge_takes_no_answer(
    user: UserId, reply: ChallengeAnswer, state: ChallengeState
) -> None:
    closed = replace(challenge(), state=state)
    with pytest.raises(ChallengeClosed) as caught:
        answer(closed, user, reply, NOON)
    assert caught.value.challenge is closed


@pytest.mark.parametrize(
    ("user", "reply"),
    [
        (GRAY, ChallengeAnswer.ACCEPT),
        (GRAY, ChallengeAnswer.DECLINE),
        (ORANGE, ChallengeAnswer.CANCEL),
    ],
)
def test_a_late_answer_returns_the_expired_challenge(user: UserId, reply: ChallengeAnswer) -> None:
    late = answer(challenge(), user, reply, EXPIRY)
    assert late == replace(challenge(), state=ChallengeState.EXPIRED, revision=Revision(2))


def test_an_open_challenge_expires_at_its_time() -> None:
    before = challenge()
    assert expire(before, Instant(EXPIRY - 0.001)) is before
    assert expire(before, EXPIRY) == replace(
        before, state=ChallengeState.EXPIRED, revision=Revision(2)
    )


@pytest.mark.parametrize("state", CLOSED)
def test_a_closed_challenge_does_not_expire(state: ChallengeState) -> None:
    closed = replace(challenge(), state=state)
    assert expire(closed, EXPIRY) is closed


def test_a_match_begins_where_the_challenge_was_made_with_orange_to_move() -> None:
    accepted = answer(challenge(), GRAY, ChallengeAnswer.ACCEPT, NOON)
    accepted, match = begin(accepted, MatchId(9), MESSAGE, UnusedRandom(), LATER)
    assert accepted.match == match.id == 9
    assert match.venue == Venue(GUILD, CHANNEL, MESSAGE)
    assert match.position == Position()
    assert (match.started_at, match.changed_at) == (LATER, LATER)
    assert (match.ply, match.revision, match.outcome) == (0, 1, None)


@pytest.mark.parametrize(
    ("starts", "chance", "orange"),
    [
        (Starts.ME, UnusedRandom(), ORANGE),
        (Starts.THEM, UnusedRandom(), GRAY),
        (Starts.RANDOM, Coin(0.0), ORANGE),
        (Starts.RANDOM, Coin(0.4999), ORANGE),
        (Starts.RANDOM, Coin(0.5), GRAY),
        (Starts.RANDOM, Coin(0.9999), GRAY),
    ],
)
def test_the_user_who_starts_plays_orange(starts: Starts, chance: Chance, orange: UserId) -> None:
    _, match = begin(challenge(starts), MatchId(1), None, chance, NOON)
    assert match.seats.orange == orange
    assert set(match.seats) == {ORANGE, GRAY}
    assert match.seats.seat_of(orange) is Seat.ORANGE

"""Who may play with whom in a server."""

import pytest

from bot.features.challenges.challenging import Friend, answer, offer
from bot.features.challenges.errors import (
    BlockedOpponent,
    ChallengeRefusal,
    FriendLacksRole,
    LacksRole,
    NeedsRoleToPlay,
    OpponentTooBusy,
    RolesUnknown,
    RoleWithFriend,
    TakesNoChallenges,
    TooManyChallenges,
    TooManyMatches,
)
from bot.features.challenges.policy import (
    ChallengeFacts,
    require_friends_role,
    require_may_challenge,
    require_no_block,
    require_others_room,
    require_role,
    require_room_to_offer,
    require_room_to_play,
)
from bot.features.settings.preferences import TakesFrom
from bot.features.settings.server import ServerSettings
from bot.match.challenge import ChallengeAnswer, Particulars
from bot.match.identity import ChallengeId, RoleId
from bot.match.terms import Terms
from tests.kit.matches import GRAY, NOON, ORANGE, PLACE, friend

PLAYERS, KNITTERS = RoleId(31), RoleId(32)
EVERYBODY = ServerSettings()
PLAYERS_ALONE = ServerSettings(players=PLAYERS)
PLAYED = ChallengeFacts(takes_from=TakesFrom.PLAYED, have_played=True)
STRANGERS = ChallengeFacts(takes_from=TakesFrom.PLAYED)
NO_ONE = ChallengeFacts(takes_from=TakesFrom.NO_ONE, have_played=True)


@pytest.mark.parametrize("between", [ChallengeFacts(), PLAYED])
def test_a_user_who_takes_challenges_from_the_challenger_is_challenged(
    between: ChallengeFacts,
) -> None:
    require_may_challenge(GRAY, between)


@pytest.mark.parametrize("between", [STRANGERS, NO_ONE, ChallengeFacts(invited_blocks=True)])
def test_a_user_who_takes_no_challenges_is_not_challenged_and_the_reason_is_hidden(
    between: ChallengeFacts,
) -> None:
    with pytest.raises(TakesNoChallenges) as caught:
        require_may_challenge(GRAY, between)
    assert caught.value.user == GRAY


def test_a_user_who_has_blocked_the_other_is_told_so() -> None:
    with pytest.raises(BlockedOpponent) as caught:
        require_may_challenge(GRAY, ChallengeFacts(inviting_blocks=True, invited_blocks=True))
    assert caught.value.user == GRAY


@pytest.mark.parametrize("between", [STRANGERS, NO_ONE])
def test_the_setting_for_incoming_challenges_does_not_limit_outgoing_ones(
    between: ChallengeFacts,
) -> None:
    require_no_block(GRAY, between)


def test_a_role_is_required_only_if_the_server_has_set_one() -> None:
    require_role(EVERYBODY, frozenset())
    require_role(PLAYERS_ALONE, frozenset({PLAYERS, KNITTERS}))
    with pytest.raises(RolesUnknown):
        require_role(PLAYERS_ALONE, None)
    with pytest.raises(NeedsRoleToPlay) as caught:
        require_role(PLAYERS_ALONE, frozenset({KNITTERS}))
    assert caught.value.role == PLAYERS


def test_the_challenged_user_needs_the_role_too() -> None:
    require_friends_role(EVERYBODY, friend())
    require_friends_role(PLAYERS_ALONE, Friend(GRAY, False, True, frozenset({PLAYERS})))
    with pytest.raises(FriendLacksRole) as caught:
        require_friends_role(PLAYERS_ALONE, friend())
    assert (caught.value.friend, caught.value.role) == (GRAY, PLAYERS)


def test_limits_count_existing_challenges_and_matches() -> None:
    few = ServerSettings(most_matches=2, most_challenges=3)
    require_room_to_play(few, 1)
    require_others_room(few, GRAY, 1)
    require_room_to_offer(few, 2)
    with pytest.raises(TooManyMatches) as too_many:
        require_room_to_play(few, 2)
    assert too_many.value.most == 2
    with pytest.raises(OpponentTooBusy) as too_busy:
        require_others_room(few, GRAY, 2)
    assert (too_busy.value.opponent, too_busy.value.most) == (GRAY, 2)
    with pytest.raises(TooManyChallenges) as too_open:
        require_room_to_offer(few, 3)
    assert too_open.value.most == 3


def test_a_challenge_to_a_role_is_accepted_only_by_its_members() -> None:
    made = offer(ChallengeId(1), ORANGE, None, PLACE, Terms(), NOON, Particulars(role=KNITTERS))
    assert answer(made, GRAY, ChallengeAnswer.ACCEPT, NOON, frozenset({KNITTERS})).friend == GRAY
    with pytest.raises(LacksRole) as caught:
        answer(made, GRAY, ChallengeAnswer.ACCEPT, NOON, frozenset({PLAYERS}))
    assert caught.value.role == KNITTERS


def test_a_challenge_cannot_name_both_a_role_and_a_user() -> None:
    with pytest.raises(RoleWithFriend) as caught:
        offer(ChallengeId(1), ORANGE, friend(), PLACE, Terms(), NOON, Particulars(role=KNITTERS))
    assert (caught.value.friend, caught.value.role) == (GRAY, KNITTERS)
    assert isinstance(caught.value, ChallengeRefusal)

"""The rule that decides from facts alone who may see a match or a challenge."""

from dataclasses import replace

import pytest

from bot.features.challenges.challenging import offer
from bot.features.matches.access import (
    AllowedUsers,
    ChannelVisibility,
    Presence,
    Viewer,
    may_begin,
    may_see,
    may_see_challenge,
    require_visible_challenge,
    require_who,
)
from bot.features.matches.errors import NoSuchChallenge, NoSuchMatch
from bot.match.challenge import Challenge
from bot.match.errors import NotAPlayer
from bot.match.identity import ChallengeId, ChannelId, Direct, GuildId, InServer, MatchId, UserId
from bot.match.match import Match
from bot.match.terms import Terms, VenueKind
from tests.kit.matches import GRAY, NOON, ORANGE, PLACE, friend, match

STRANGER = UserId(99)
THREAD = ChannelId(7001)
OTHER_CHANNEL = ChannelId(71)
OTHER_GUILD = GuildId(8)


def viewer(
    user: UserId = STRANGER,
    channel: ChannelId = OTHER_CHANNEL,
    guild: GuildId | None = PLACE.guild,
    presence: Presence | None = Presence.MEMBER,
    **sights: ChannelVisibility,
) -> Viewer:
    """Return a viewer, with what is known of the `origin` and the `thread` of a match."""
    known = {
        PLACE.channel: sights.get("origin", ChannelVisibility.UNKNOWN),
        THREAD: sights.get("thread", ChannelVisibility.UNKNOWN),
    }
    return Viewer(
        user,
        Direct(user, channel) if guild is None else InServer(guild, channel),
        guild,
        lambda number: known.get(number, ChannelVisibility.UNKNOWN),
        presence=presence,
    )


def match_in_thread(kind: VenueKind = VenueKind.THREAD) -> Match:
    begun = match()
    return replace(begun, venue=replace(begun.venue, channel=THREAD, kind=kind))


def to_anyone(friend_named: UserId | None = None) -> Challenge:
    named = None if friend_named is None else friend(friend_named)
    return offer(ChallengeId(5), ORANGE, named, PLACE, Terms(), NOON)


@pytest.mark.parametrize("kind", VenueKind)
@pytest.mark.parametrize("user", [ORANGE, GRAY])
def test_players_see_their_match_from_anywhere(user: UserId, kind: VenueKind) -> None:
    assert may_see(viewer(user, guild=None), match_in_thread(kind))
    assert may_see(viewer(user, guild=OTHER_GUILD), match_in_thread(kind))


def test_a_match_in_direct_messages_is_seen_only_by_its_players() -> None:
    seen = viewer(
        channel=THREAD, origin=ChannelVisibility.VISIBLE, thread=ChannelVisibility.VISIBLE
    )
    assert not may_see(seen, match_in_thread(VenueKind.DIRECT))


@pytest.mark.parametrize(
    ("origin", "thread", "sees"),
    [
        (ChannelVisibility.VISIBLE, ChannelVisibility.VISIBLE, True),
        (ChannelVisibility.HIDDEN, ChannelVisibility.VISIBLE, True),
        (ChannelVisibility.VISIBLE, ChannelVisibility.HIDDEN, False),
        (ChannelVisibility.VISIBLE, ChannelVisibility.UNKNOWN, True),
        (ChannelVisibility.HIDDEN, ChannelVisibility.UNKNOWN, False),
        (ChannelVisibility.UNKNOWN, ChannelVisibility.UNKNOWN, False),
    ],
)
def test_a_match_is_seen_where_it_is_played_or_if_unknown_where_it_was_requested(
    origin: ChannelVisibility, thread: ChannelVisibility, *, sees: bool
) -> None:
    assert may_see(viewer(origin=origin, thread=thread), match_in_thread()) is sees


def test_a_user_who_asks_in_the_thread_of_a_match_sees_it() -> None:
    assert may_see(viewer(channel=THREAD, origin=ChannelVisibility.HIDDEN), match_in_thread())


@pytest.mark.parametrize("guild", [None, OTHER_GUILD])
def test_access_in_another_server_does_not_count(guild: GuildId | None) -> None:
    asking_viewer = viewer(
        guild=guild, origin=ChannelVisibility.VISIBLE, thread=ChannelVisibility.VISIBLE
    )
    assert not may_see(asking_viewer, match_in_thread())
    assert not may_see_challenge(asking_viewer, to_anyone())


def test_users_who_may_not_see_a_match_are_told_that_there_is_none_before_anything_else() -> None:
    hidden = match_in_thread()
    with pytest.raises(NoSuchMatch) as caught:
        require_who(viewer(origin=ChannelVisibility.HIDDEN), hidden, AllowedUsers.PLAYERS)
    assert caught.value.number == hidden.id
    with pytest.raises(NotAPlayer):
        require_who(viewer(origin=ChannelVisibility.VISIBLE), hidden, AllowedUsers.PLAYERS)
    assert (
        require_who(viewer(origin=ChannelVisibility.VISIBLE), hidden, AllowedUsers.VIEWERS)
        is hidden
    )
    assert require_who(viewer(GRAY), hidden, AllowedUsers.PLAYERS) is hidden


def test_a_challenge_to_anyone_is_seen_by_members_who_see_its_channel() -> None:
    assert may_see_challenge(viewer(origin=ChannelVisibility.VISIBLE), to_anyone())
    assert may_see_challenge(viewer(channel=PLACE.channel), to_anyone())
    for hidden in (ChannelVisibility.HIDDEN, ChannelVisibility.UNKNOWN):
        assert not may_see_challenge(viewer(origin=hidden), to_anyone())
    for presence in (Presence.GONE, None):
        assert not may_see_challenge(
            viewer(presence=presence, origin=ChannelVisibility.VISIBLE), to_anyone()
        )
    with pytest.raises(NoSuchChallenge):
        require_visible_challenge(viewer(origin=ChannelVisibility.HIDDEN), to_anyone())


def test_both_users_of_a_challenge_see_it_from_anywhere() -> None:
    for user in (ORANGE, GRAY):
        assert may_see_challenge(viewer(user, guild=None), to_anyone(GRAY))


def test_a_user_who_has_left_the_server_begins_only_a_rematch_in_direct_messages() -> None:
    gone = viewer(GRAY, guild=None, presence=Presence.GONE)
    challenge = to_anyone(GRAY)
    assert not may_begin(gone, challenge)
    assert may_begin(replace(gone, presence=None), challenge)
    in_person = replace(challenge, rematch_of=MatchId(1), venue=VenueKind.DIRECT)
    assert may_begin(gone, in_person)

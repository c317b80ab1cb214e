"""Where a match is played."""

from dataclasses import replace

import pytest

from bot.match.identity import ChannelId, Direct, InServer, UserId
from bot.match.match import Match
from bot.match.terms import VenueKind, home_at, server_of
from tests.kit import matches
from tests.kit.matches import CHANNEL, GRAY, GUILD, ORANGE

THREAD, IN_PERSON = ChannelId(11), ChannelId(501)


def played_in(kind: VenueKind, channel: ChannelId | None) -> Match:
    match = matches.match()
    return replace(match, venue=replace(match.venue, kind=kind, channel=channel))


def test_a_match_in_a_server_is_played_in_its_channel_alone() -> None:
    match = played_in(VenueKind.THREAD, THREAD)
    assert match.is_played_in(InServer(GUILD, THREAD))
    assert not match.is_played_in(InServer(GUILD, CHANNEL))
    assert not match.is_played_in(Direct(ORANGE, IN_PERSON))


def test_a_match_in_direct_messages_is_played_in_those_of_its_players() -> None:
    match = played_in(VenueKind.DIRECT, None)
    assert match.is_played_in(Direct(ORANGE, IN_PERSON))
    assert match.is_played_in(Direct(GRAY, IN_PERSON))
    assert not match.is_played_in(Direct(UserId(404), IN_PERSON))
    assert not match.is_played_in(InServer(GUILD, CHANNEL))


@pytest.mark.parametrize("kind", VenueKind)
def test_a_match_is_played_in_the_server_that_is_its_home_or_in_none(kind: VenueKind) -> None:
    venue = played_in(kind, None).venue
    server = None if kind is VenueKind.DIRECT else GUILD
    assert server_of(venue.home) == server
    assert venue.is_in_server is (server is not None)


def test_the_home_of_a_place_is_its_server_or_none() -> None:
    assert server_of(home_at(InServer(GUILD, CHANNEL))) == GUILD
    assert server_of(home_at(Direct(ORANGE, IN_PERSON))) is None

"""The list of users who want to play, in words."""

from dataclasses import replace

import discord
import pytest

from bot.features.challenges.queries import PostedChallenge
from bot.features.challenges.service import OpenChallenges
from bot.match.challenge import Challenge, ChallengeDisplay, ChallengeState
from bot.match.identity import ChannelId, MatchId, MessageId
from bot.match.terms import Starts
from cogs.challenges.lobby import terms_in_short
from cogs.challenges.views import challenges_panel
from cogs.delivery.challenge_message import challenge_message, mentions_of_invited
from tests.cogs.texts import text_of
from tests.kit.cards import unposted_entry
from tests.kit.matches import CHANNEL, GRAY, GUILD, ORANGE, challenge, open_challenge


def accepted_challenge(display: ChallengeDisplay) -> Challenge:
    return replace(challenge(), display=display, state=ChallengeState.ACCEPTED, match=MatchId(12))


@pytest.mark.parametrize(
    ("starts", "words"),
    [
        (Starts.ME, "classic, 3 days per move, rated, who waits moves first"),
        (Starts.THEM, "classic, 3 days per move, rated, who joins moves first"),
        (Starts.RANDOM, "classic, 3 days per move, rated"),
    ],
)
def test_the_first_player_is_among_the_terms_unless_random(starts: Starts, words: str) -> None:
    assert terms_in_short(open_challenge(starts)) == words


def test_a_match_from_the_list_pings_no_one_and_says_that_both_wanted_to_play() -> None:
    listed = accepted_challenge(ChallengeDisplay.LIST)
    container = next(iter(challenge_message(listed).walk_children()))
    assert isinstance(container, discord.ui.Container)
    [text] = [each for each in container.children if isinstance(each, discord.ui.TextDisplay)]
    assert text.content.startswith(f"### 🐾 <@{ORANGE}> and <@{GRAY}> wanted to play\n")
    assert mentions_of_invited(listed).users == []
    users = mentions_of_invited(accepted_challenge(ChallengeDisplay.MESSAGE)).users
    assert isinstance(users, list)
    assert [each.id for each in users] == [GRAY]


def test_a_listed_challenge_links_to_the_panel_that_shows_it() -> None:
    listed = replace(open_challenge(), display=ChallengeDisplay.LIST)
    made = (
        PostedChallenge(listed, unposted_entry(1)),
        PostedChallenge(open_challenge(), unposted_entry(2)),
    )
    panel = replace(unposted_entry(GUILD), channel=ChannelId(76), message=MessageId(77))
    view = challenges_panel(OpenChallenges(made, 5, (), panel), ORANGE)
    text = text_of(view)
    assert text.count(f"https://discord.com/channels/{GUILD}/76/77") == 1
    assert text.count(f"https://discord.com/channels/{GUILD}/{CHANNEL}") == 1

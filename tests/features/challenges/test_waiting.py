"""Who wants to play: who fits whom, and what becomes of those who wait."""

from dataclasses import replace

import pytest

from bot.features.challenges.challenging import offer
from bot.features.challenges.errors import NoListHere
from bot.features.challenges.lobby import WAITS_FOR, OwnTerms, fits
from bot.features.challenges.service import AnsweredChallenge
from bot.game import ROWS
from bot.jobs.backoff import GRACE
from bot.match.challenge import (
    Challenge,
    ChallengeDisplay,
    ChallengeState,
    Particulars,
    StakesBy,
)
from bot.match.clock import NoLimit, Weekends
from bot.match.identity import ChallengeId, ChannelId, UserId
from bot.match.terms import Stakes, Starts, Terms, VenueKind
from bot.services import Services
from tests.features.clocks import StandingClock
from tests.features.hosting import begin, play
from tests.match.table import CHANNEL, GRAY, GUILD, NOON, ORANGE, PLACE, STRANGER

RATED, CASUAL = Terms(stakes=Stakes.RATED), Terms(stakes=Stakes.CASUAL)


def waiting(terms: Terms, stakes_by: StakesBy = StakesBy.DEFAULT) -> Challenge:
    particulars = Particulars(stakes_by=stakes_by, display=ChallengeDisplay.LIST)
    return offer(ChallengeId(1), ORANGE, None, PLACE, terms, NOON, particulars)


def by_default(terms: Terms) -> OwnTerms:
    return OwnTerms(terms, StakesBy.DEFAULT)


def by_choice(terms: Terms) -> OwnTerms:
    return OwnTerms(terms, StakesBy.CHALLENGER, chosen=True)


async def show_list(services: Services, channel: ChannelId | None = CHANNEL) -> None:
    await services.settings.change(GUILD, lambda before: replace(before, lobby_channel=channel))


async def want(services: Services, user: UserId, own: OwnTerms) -> AnsweredChallenge:
    return await services.challenges.want_to_play(
        user, PLACE, VenueKind.THREAD, own, frozenset(), lambda _: True
    )


@pytest.mark.parametrize(
    ("theirs", "own", "is_agreed"),
    [
        (waiting(RATED), by_default(RATED), True),
        (waiting(RATED), by_default(CASUAL), True),
        (waiting(CASUAL), by_default(RATED), True),
        (waiting(RATED), by_choice(CASUAL), False),
        (waiting(CASUAL), by_choice(RATED), False),
        (waiting(RATED), by_choice(RATED), True),
        (waiting(RATED, StakesBy.CHALLENGER), by_default(CASUAL), False),
        (waiting(CASUAL, StakesBy.CHALLENGER), by_default(CASUAL), True),
    ],
)
def test_stakes_that_a_user_has_chosen_fit_no_others(
    theirs: Challenge, own: OwnTerms, *, is_agreed: bool
) -> None:
    assert fits(theirs, GRAY, own) is is_agreed


@pytest.mark.parametrize("theirs", Starts)
@pytest.mark.parametrize("mine", Starts)
def test_both_mean_the_same_player_to_move_first(theirs: Starts, mine: Starts) -> None:
    is_same = (theirs, mine) in {
        (Starts.ME, Starts.THEM),
        (Starts.THEM, Starts.ME),
        (Starts.RANDOM, Starts.RANDOM),
    }
    assert fits(waiting(Terms(theirs)), GRAY, by_default(Terms(mine))) is is_same


@pytest.mark.parametrize(
    "other",
    [
        replace(RATED, ruleset=ROWS),
        replace(RATED, time=NoLimit()),
        replace(RATED, weekends=Weekends.PAUSED),
    ],
)
def test_other_terms_do_not_fit(other: Terms) -> None:
    assert not fits(waiting(RATED), GRAY, by_default(other))


def test_no_user_fits_themselves() -> None:
    assert not fits(waiting(RATED), ORANGE, by_default(RATED))


@pytest.mark.parametrize(
    ("own", "stakes"), [(by_default(CASUAL), Stakes.CASUAL), (by_choice(RATED), Stakes.RATED)]
)
async def test_a_newcomer_plays_casually_unless_they_chose_otherwise(
    services: Services, own: OwnTerms, stakes: Stakes
) -> None:
    earlier = await begin(services)
    await play(services, earlier.id, "Kc3", "Kd4")
    await services.matches.resign(GRAY, earlier.id)
    await show_list(services)
    await want(services, ORANGE, by_default(RATED))
    begun = (await want(services, STRANGER, own)).match
    assert begun is not None
    assert begun.stakes is stakes


async def test_a_list_that_is_removed_leaves_no_users_waiting(services: Services) -> None:
    await show_list(services)
    listed = (await want(services, ORANGE, by_default(RATED))).challenge
    asked = await services.challenges.offer(GRAY, None, PLACE, RATED)
    await show_list(services, ChannelId(CHANNEL + 1))
    assert await services.challenges.waiting_in(GUILD) == [listed, asked]
    await show_list(services, None)
    assert await services.challenges.waiting_in(GUILD) == [asked]
    left = (await services.challenges.find(listed.id)).challenge
    assert left.state is ChallengeState.CANCELLED
    with pytest.raises(NoListHere):
        await want(services, ORANGE, by_default(RATED))


async def test_the_end_of_a_wait_is_no_news(services: Services, clock: StandingClock) -> None:
    await show_list(services)
    listed = (await want(services, ORANGE, by_default(RATED))).challenge
    clock.advance(WAITS_FOR + GRACE)
    await services.jobs.run_due()
    assert (await services.challenges.find(listed.id)).challenge.state is ChallengeState.EXPIRED
    assert await services.notifications.of_challenge(listed.id) == []

"""Users who wait for an opponent: who fits whom, and what becomes of those who wait."""

from dataclasses import replace

import pytest

from bot.db.database import Reading
from bot.features.challenges.admission import Admission
from bot.features.challenges.challenging import offer
from bot.features.challenges.errors import NoListHere, TooManyMatches
from bot.features.challenges.lobby import WAITS_FOR, OwnTerms, fits
from bot.features.challenges.queries import LOBBY_PANEL
from bot.features.challenges.writer import AnsweredChallenge
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
from bot.match.identity import ChallengeId, ChannelId, Instant, RoleId, UserId
from bot.match.terms import Stakes, Starts, Terms, VenueKind
from bot.services import Services
from tests.kit.clocks import StandingClock
from tests.kit.matches import CHANNEL, GRAY, GUILD, NOON, ORANGE, PLACE, STRANGER
from tests.kit.service_matches import begin, play

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


async def want_to_play(services: Services, user: UserId, own: OwnTerms) -> AnsweredChallenge:
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
def test_chosen_stakes_match_only_the_same_stakes(
    theirs: Challenge, own: OwnTerms, *, is_agreed: bool
) -> None:
    assert fits(theirs, GRAY, own) is is_agreed


CHOSEN = tuple(each for each in Starts if each is not Starts.SWAPPED)


@pytest.mark.parametrize("theirs", CHOSEN)
@pytest.mark.parametrize("mine", CHOSEN)
def test_waiting_users_match_only_if_they_agree_on_the_first_player(
    theirs: Starts, mine: Starts
) -> None:
    is_same = (theirs, mine) in {
        (Starts.ME, Starts.THEM),
        (Starts.THEM, Starts.ME),
        (Starts.RANDOM, Starts.RANDOM),
        (Starts.EACH, Starts.EACH),
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
def test_users_with_different_terms_are_not_matched(other: Terms) -> None:
    assert not fits(waiting(RATED), GRAY, by_default(other))


def test_a_user_is_not_matched_with_themself() -> None:
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
    await want_to_play(services, ORANGE, by_default(RATED))
    begun = (await want_to_play(services, STRANGER, own)).match
    assert begun is not None
    assert begun.stakes is stakes


async def test_a_list_that_is_removed_leaves_no_users_waiting(services: Services) -> None:
    await show_list(services)
    listed = (await want_to_play(services, ORANGE, by_default(RATED))).challenge
    challenge = await services.challenges.offer(GRAY, None, PLACE, RATED)
    await show_list(services, ChannelId(CHANNEL + 1))
    assert await services.challenges.waiting_in(GUILD) == [listed, challenge]
    await show_list(services, None)
    assert await services.challenges.waiting_in(GUILD) == [challenge]
    left = (await services.challenges.find(listed.id)).challenge
    assert left.state is ChallengeState.CANCELLED
    with pytest.raises(NoListHere):
        await want_to_play(services, ORANGE, by_default(RATED))


async def test_the_end_of_a_wait_sends_no_notification(
    services: Services, clock: StandingClock
) -> None:
    await show_list(services)
    listed = (await want_to_play(services, ORANGE, by_default(RATED))).challenge
    clock.advance(WAITS_FOR + GRACE)
    await services.jobs.run_due()
    assert (await services.challenges.find(listed.id)).challenge.state is ChallengeState.EXPIRED
    assert await services.notifications.of_challenge(listed.id) == []


async def test_a_user_who_may_not_play_is_refused_once(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    await begin(services, GRAY, STRANGER)
    await show_list(services)
    await services.settings.change(GUILD, lambda before: replace(before, most_matches=1))
    for each in range(3):
        await want_to_play(services, UserId(200 + each), by_default(RATED))
    asked: list[ChallengeId] = []
    require = Admission.require_may_accept

    async def count_check(
        self: Admission,
        reading: Reading,
        challenge: Challenge,
        user: UserId,
        roles: frozenset[RoleId] | None,
        now: Instant,
    ) -> None:
        asked.append(challenge.id)
        await require(self, reading, challenge, user, roles, now)

    monkeypatch.setattr(Admission, "require_may_accept", count_check)
    with pytest.raises(TooManyMatches):
        await want_to_play(services, GRAY, by_default(RATED))
    assert asked == []


async def test_a_user_whom_the_other_may_not_play_is_skipped(services: Services) -> None:
    await show_list(services)
    await services.challenges.offer(ORANGE, None, PLACE, RATED, Particulars(role=RoleId(31)))
    blocked = UserId(200)
    await want_to_play(services, blocked, by_choice(CASUAL))
    for user in (GRAY, STRANGER):
        await services.blocks.block(user, blocked)
    await want_to_play(services, STRANGER, by_choice(CASUAL))
    begun = (await want_to_play(services, GRAY, by_choice(CASUAL))).match
    assert begun is not None
    assert begun.opponent_of(GRAY) == STRANGER


async def test_a_challenge_without_a_list_does_not_update_the_panel(services: Services) -> None:
    async def is_due() -> bool:
        entry = await services.outbox.find(LOBBY_PANEL, GUILD)
        assert entry is not None
        return entry.is_pending

    async def settle() -> None:
        entry = await services.outbox.find(LOBBY_PANEL, GUILD)
        assert entry is not None
        await services.outbox.cancel(entry)

    await show_list(services)
    await settle()
    await services.challenges.offer(ORANGE, None, PLACE, RATED)
    assert await is_due()
    await show_list(services, None)
    await settle()
    await services.challenges.offer(ORANGE, None, PLACE, CASUAL)
    assert not await is_due()


async def test_the_panel_is_read_with_the_entries_of_the_list(services: Services) -> None:
    await show_list(services)
    await want_to_play(services, ORANGE, by_default(RATED))
    challenges = await services.challenges.open_of(ORANGE, GUILD)
    assert challenges.panel == await services.outbox.find(LOBBY_PANEL, GUILD)
    assert challenges.panel is not None

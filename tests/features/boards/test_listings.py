"""Edits of the listing of a match's thread in a games channel."""

from bot.features.boards.queries import LISTING
from bot.features.outbox.entries import OutboxEntry
from bot.match.clock import DAY
from bot.match.identity import ChannelId, MatchId, MessageId
from bot.match.match import Match
from bot.services import Services
from tests.kit.clocks import StandingClock
from tests.kit.matches import ORANGE
from tests.kit.service_matches import begin, play

GAMES, THREAD = ChannelId(77), ChannelId(78)


async def begin_listed(services: Services) -> Match:
    match = await begin(services)
    await services.boards.settle_venue(match.id, THREAD, listed_in=GAMES)
    return match


async def entry_of(services: Services, number: MatchId) -> OutboxEntry:
    entry = await services.outbox.find(LISTING, number)
    assert entry is not None
    return entry


async def shown(services: Services, number: MatchId) -> None:
    """Record that a due listing was shown."""
    claimed = await services.outbox.claim(await entry_of(services, number))
    assert claimed is not None
    await services.outbox.shown(claimed, claimed.revision, GAMES, claimed.message)


async def test_a_listing_is_edited_once_the_match_is_over(services: Services) -> None:
    match = await begin_listed(services)
    entry = await entry_of(services, match.id)
    assert (entry.channel, entry.message, entry.is_pending) == (GAMES, MessageId(THREAD), False)
    await play(services, match.id, "Kc3")
    assert not (await entry_of(services, match.id)).is_pending
    await services.matches.resign(ORANGE, match.id)
    assert (await entry_of(services, match.id)).is_pending
    await shown(services, match.id)
    assert not (await entry_of(services, match.id)).is_pending


async def test_a_match_that_ended_before_its_listing_was_recorded_is_shown_as_over(
    services: Services,
) -> None:
    match = await begin(services)
    await services.matches.resign(ORANGE, match.id)
    await services.boards.settle_venue(match.id, THREAD, listed_in=GAMES)
    assert (await entry_of(services, match.id)).is_pending


async def test_a_listing_is_edited_once_a_rematch_begins_in_its_thread(services: Services) -> None:
    match = await begin_listed(services)
    await services.matches.resign(ORANGE, match.id)
    await shown(services, match.id)
    rematch = await begin(services)
    assert not (await entry_of(services, match.id)).is_pending
    await services.boards.settle_venue(rematch.id, THREAD)
    assert (await entry_of(services, match.id)).is_pending


async def test_a_listing_of_a_rematch_loses_the_name_of_a_deleted_player(
    services: Services, clock: StandingClock
) -> None:
    match = await begin_listed(services)
    await services.matches.resign(ORANGE, match.id)
    clock.advance(40 * DAY)
    rematch = await begin(services)
    await services.boards.settle_venue(rematch.id, THREAD)
    await services.matches.resign(ORANGE, rematch.id)
    await shown(services, match.id)
    await services.privacy.delete(ORANGE)
    assert (await entry_of(services, match.id)).is_pending


async def test_a_listing_loses_the_name_of_a_deleted_player(
    services: Services,
) -> None:
    match = await begin_listed(services)
    await services.matches.resign(ORANGE, match.id)
    await shown(services, match.id)
    await services.privacy.delete(ORANGE)
    assert (await entry_of(services, match.id)).is_pending


async def test_a_match_in_the_thread_of_its_challenge_has_no_listing(services: Services) -> None:
    match = await begin(services)
    await services.boards.settle_venue(match.id, THREAD)
    assert await services.outbox.find(LISTING, match.id) is None

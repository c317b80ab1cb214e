"""Who gives a match a page on the web, and who takes it away."""

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from bot.features.matches.errors import NoSuchMatch
from bot.features.pages.errors import NoMatchPages, NotShared
from bot.features.pages.queries import PublicPage, Slug
from bot.features.pages.service import Audience, Discoverability
from bot.features.settings.preferences import PageName
from bot.features.settings.server import Leaderboard, MatchPages, SearchEngines
from bot.features.standings.queries import Listing
from bot.match.errors import MatchGoesOn, NotAPlayer
from bot.match.identity import GuildId, MatchId, UserId
from bot.services import Services
from tests.kit.matches import GRAY, GUILD, ORANGE, STRANGER
from tests.kit.service_matches import begin, play

ONE = MatchId(1)


async def play_match(services: Services) -> None:
    """Play a match to its end."""
    await begin(services)
    await play(services, ONE, "Kb2", "Ke5")
    await services.matches.resign(ORANGE, ONE)


async def share(services: Services, audience: Audience = Audience.SERVER) -> PublicPage:
    """Return the page that one player shares."""
    page = (await services.pages.share(GRAY, ONE, audience)).page
    assert page is not None
    return page


async def test_a_page_keeps_its_address_until_it_is_revoked(services: Services) -> None:
    await play_match(services)
    page = await share(services)
    assert (await services.pages.share(ORANGE, ONE, Audience.SERVER)).page == page
    stored = await services.pages.at(page.slug)
    assert stored is not None
    assert (stored.match, stored.unnamed) == (ONE, frozenset())
    assert await services.pages.revoke(ORANGE, ONE)
    assert not await services.pages.revoke(GRAY, ONE)
    assert await services.pages.at(page.slug) is None
    assert (await share(services)).slug != page.slug


async def test_simultaneous_sharing_makes_one_page(services: Services) -> None:
    await play_match(services)
    both = await asyncio.gather(
        *(services.pages.share(user, ONE, Audience.SERVER) for user in (ORANGE, GRAY))
    )
    assert both[0].page == both[1].page is not None


@pytest.mark.parametrize(("first", "second"), [(ORANGE, GRAY), (GRAY, ORANGE)])
async def test_a_page_of_a_private_match_needs_the_consent_of_both_players(
    services: Services, first: UserId, second: UserId
) -> None:
    await play_match(services)
    asked = await services.pages.share(first, ONE, Audience.SOME)
    assert (asked.page, asked.requested_by) == (None, frozenset({first}))
    page = (await services.pages.share(second, ONE, Audience.SOME)).page
    assert page is not None
    await services.privacy.delete(first)
    assert await services.pages.at(page.slug) is None


async def test_withdrawing_a_request_keeps_the_other_players(services: Services) -> None:
    await play_match(services)
    await services.pages.share(ORANGE, ONE, Audience.SOME)
    assert not await services.pages.revoke(GRAY, ONE)
    assert (await services.pages.share(GRAY, ONE, Audience.SOME)).page is not None


async def test_a_player_who_deleted_their_data_need_not_be_asked(services: Services) -> None:
    await play_match(services)
    await services.privacy.delete(ORANGE)
    assert (await services.pages.share(GRAY, ONE, Audience.SOME)).page is not None


async def test_a_page_that_needs_one_consent_stays_while_one_player_wants_it(
    services: Services,
) -> None:
    await play_match(services)
    page = await share(services)
    await services.pages.share(ORANGE, ONE, Audience.SERVER)
    await services.privacy.delete(GRAY)
    assert await services.pages.at(page.slug) is not None
    await services.privacy.delete(ORANGE)
    assert await services.pages.at(page.slug) is None


async def test_only_a_player_shares_a_match_and_only_once_it_is_over(services: Services) -> None:
    await begin(services)
    with pytest.raises(MatchGoesOn):
        await services.pages.share(ORANGE, ONE, Audience.SERVER)
    await services.matches.resign(ORANGE, ONE)
    with pytest.raises(NotAPlayer):
        await services.pages.share(STRANGER, ONE, Audience.SERVER)
    with pytest.raises(NotAPlayer):
        await services.pages.revoke(STRANGER, ONE)
    with pytest.raises(NoSuchMatch):
        await services.pages.share(ORANGE, MatchId(2), Audience.SERVER)


async def test_a_server_that_wants_no_pages_has_none(services: Services) -> None:
    await play_match(services)
    page = await share(services)
    await services.settings.change(
        GUILD, lambda before: replace(before, match_pages=MatchPages.OFF)
    )
    assert await services.pages.at(page.slug) is None
    with pytest.raises(NoMatchPages):
        await services.pages.share(ORANGE, ONE, Audience.SERVER)


async def test_an_unknown_address_leads_nowhere(services: Services) -> None:
    assert await services.pages.at(Slug("A" * 22)) is None
    assert await services.pages.at(Slug("")) is None
    assert await services.pages.at(Slug("\N{PILE OF POO}' OR 1 = 1")) is None


async def change_settings(services: Services, **changed: Any) -> None:
    await services.settings.change(GUILD, lambda before: replace(before, **changed))


async def test_a_public_leaderboard_links_to_a_match_whose_player_was_told_so(
    services: Services,
) -> None:
    await play_match(services)
    page = await share(services)
    assert await services.pages.linked(GUILD) == []
    # A page shared before is linked once its player has read where it may be found.
    await change_settings(services, leaderboard=Leaderboard.PUBLIC)
    assert await services.pages.linked(GUILD) == []
    again = await services.pages.share(GRAY, ONE, Audience.SERVER)
    assert again.beyond == {Discoverability.LEADERBOARD}
    [linked] = await services.pages.linked(GUILD)
    assert (linked.match.id, linked.slug) == (ONE, page.slug)
    assert await services.pages.linked(GuildId(GUILD + 1)) == []
    await services.pages.revoke(ORANGE, ONE)
    assert await services.pages.linked(GUILD) == []


@pytest.mark.parametrize(
    "hidden", [{"leaderboard": Leaderboard.PRIVATE}, {"match_pages": MatchPages.OFF}]
)
async def test_no_match_is_linked_where_the_server_hides_leaderboards_or_matches(
    services: Services, hidden: dict[str, Any]
) -> None:
    await change_settings(services, leaderboard=Leaderboard.PUBLIC)
    await play_match(services)
    await share(services)
    assert len(await services.pages.linked(GUILD)) == 1
    await change_settings(services, **hidden)
    assert await services.pages.linked(GUILD) == []


@pytest.mark.parametrize("user", [ORANGE, GRAY])
async def test_no_match_is_linked_one_of_whose_players_is_not_named_or_not_listed(
    services: Services, user: UserId
) -> None:
    await change_settings(services, leaderboard=Leaderboard.PUBLIC)
    await play_match(services)
    await share(services)
    await services.preferences.prefer(user, "page_name", PageName.UNNAMED)
    assert await services.pages.linked(GUILD) == []
    await services.preferences.prefer(user, "page_name", PageName.NAMED)
    assert len(await services.pages.linked(GUILD)) == 1
    await services.listings.put(user, Listing.LEFT_OFF)
    assert await services.pages.linked(GUILD) == []
    await services.listings.put(user, Listing.LISTED)
    assert len(await services.pages.linked(GUILD)) == 1
    await services.privacy.delete(user)
    assert await services.pages.linked(GUILD) == []


async def test_a_private_match_is_linked_only_if_both_players_were_told(services: Services) -> None:
    await play_match(services)
    await services.pages.share(ORANGE, ONE, Audience.SOME)
    await change_settings(services, leaderboard=Leaderboard.PUBLIC)
    await services.pages.share(GRAY, ONE, Audience.SOME)
    assert await services.pages.linked(GUILD) == []
    await services.pages.share(ORANGE, ONE, Audience.SOME)
    assert len(await services.pages.linked(GUILD)) == 1


async def test_a_match_that_was_shared_while_it_was_played_is_not_linked(
    services: Services,
) -> None:
    await change_settings(services, leaderboard=Leaderboard.PUBLIC, match_pages=MatchPages.LIVE)
    await begin(services)
    await play(services, ONE, "Kb2")
    for user in (ORANGE, GRAY):
        assert (await services.pages.share(user, ONE, Audience.SERVER)).beyond == frozenset()
    assert await services.pages.linked(GUILD) == []
    await services.matches.resign(ORANGE, ONE)
    assert await services.pages.linked(GUILD) == []


async def test_search_engines_may_list_what_was_shared_after_the_server_allowed_it(
    services: Services,
) -> None:
    await play_match(services)
    page = await share(services)

    async def is_indexed() -> bool:
        stored = await services.pages.at(page.slug)
        assert stored is not None
        return stored.is_indexed

    await change_settings(services, search_engines=SearchEngines.ALLOWED)
    assert not await is_indexed()
    assert (await services.pages.share(ORANGE, ONE, Audience.SERVER)).beyond == {
        Discoverability.SEARCH
    }
    assert await is_indexed()
    await change_settings(services, search_engines=SearchEngines.HIDDEN)
    assert not await is_indexed()


async def test_only_a_player_who_shared_a_finished_match_shows_its_analysis(
    services: Services,
) -> None:
    await play_match(services)
    with pytest.raises(NotShared):
        await services.pages.show_analysis(GRAY, ONE)
    page = await share(services)
    with pytest.raises(NotShared):
        await services.pages.show_analysis(ORANGE, ONE)
    with pytest.raises(NotAPlayer):
        await services.pages.show_analysis(STRANGER, ONE)

    async def is_shown() -> bool:
        stored = await services.pages.at(page.slug)
        assert stored is not None
        return stored.shows_analysis

    assert not await is_shown()
    assert (await services.pages.show_analysis(GRAY, ONE)).shows_analysis
    assert await is_shown()
    assert (await services.pages.share(ORANGE, ONE, Audience.SERVER)).shows_analysis
    assert not (await services.pages.hide_analysis(ORANGE, ONE)).shows_analysis
    assert not await is_shown()


async def test_no_analysis_of_a_live_match_is_shown(services: Services) -> None:
    await change_settings(services, match_pages=MatchPages.LIVE)
    await begin(services)
    for user in (ORANGE, GRAY):
        await services.pages.share(user, ONE, Audience.SERVER)
    with pytest.raises(MatchGoesOn):
        await services.pages.show_analysis(ORANGE, ONE)

"""Who gives a match a page on the web, and who takes it away."""

import asyncio
from dataclasses import replace

import pytest

from bot.features.matches.errors import NoSuchMatch
from bot.features.pages.errors import NoMatchPages
from bot.features.pages.queries import PublicPage, Slug
from bot.features.pages.service import Audience
from bot.features.settings.server import MatchPages
from bot.match.errors import MatchGoesOn, NotAPlayer
from bot.match.identity import MatchId, UserId
from bot.services import Services
from tests.features.hosting import begin, play
from tests.match.table import GRAY, GUILD, ORANGE, STRANGER

ONE = MatchId(1)


async def over(services: Services) -> None:
    """Play a match to its end."""
    await begin(services)
    await play(services, ONE, "Kb2", "Ke5")
    await services.matches.resign(ORANGE, ONE)


async def shared(services: Services, audience: Audience = Audience.SERVER) -> PublicPage:
    """Return the page that one player shares."""
    page = (await services.pages.share(GRAY, ONE, audience)).page
    assert page is not None
    return page


async def test_a_page_keeps_its_address_until_it_is_revoked(services: Services) -> None:
    await over(services)
    page = await shared(services)
    assert (await services.pages.share(ORANGE, ONE, Audience.SERVER)).page == page
    found = await services.pages.at(page.slug)
    assert found is not None
    assert (found.match, found.unnamed) == (ONE, frozenset())
    assert await services.pages.revoke(ORANGE, ONE)
    assert not await services.pages.revoke(GRAY, ONE)
    assert await services.pages.at(page.slug) is None
    assert (await shared(services)).slug != page.slug


async def test_two_players_who_share_at_once_share_one_page(services: Services) -> None:
    await over(services)
    both = await asyncio.gather(
        *(services.pages.share(user, ONE, Audience.SERVER) for user in (ORANGE, GRAY))
    )
    assert both[0].page == both[1].page is not None


@pytest.mark.parametrize(("first", "second"), [(ORANGE, GRAY), (GRAY, ORANGE)])
async def test_where_not_everyone_reads_both_must_want_it(
    services: Services, first: UserId, second: UserId
) -> None:
    await over(services)
    asked = await services.pages.share(first, ONE, Audience.SOME)
    assert (asked.page, asked.wanted_by) == (None, frozenset({first}))
    page = (await services.pages.share(second, ONE, Audience.SOME)).page
    assert page is not None
    await services.privacy.delete(first)
    assert await services.pages.at(page.slug) is None


async def test_who_stops_asking_leaves_what_the_other_wants(services: Services) -> None:
    await over(services)
    await services.pages.share(ORANGE, ONE, Audience.SOME)
    assert not await services.pages.revoke(GRAY, ONE)
    assert (await services.pages.share(GRAY, ONE, Audience.SOME)).page is not None


async def test_a_player_who_deleted_their_data_need_not_be_asked(services: Services) -> None:
    await over(services)
    await services.privacy.delete(ORANGE)
    assert (await services.pages.share(GRAY, ONE, Audience.SOME)).page is not None


async def test_a_page_stays_as_long_as_one_wants_it_where_one_suffices(services: Services) -> None:
    await over(services)
    page = await shared(services)
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
    await over(services)
    page = await shared(services)
    await services.settings.change(
        GUILD, lambda before: replace(before, match_pages=MatchPages.OFF)
    )
    assert await services.pages.at(page.slug) is None
    with pytest.raises(NoMatchPages):
        await services.pages.share(ORANGE, ONE, Audience.SERVER)


async def test_an_address_that_was_never_given_leads_nowhere(services: Services) -> None:
    assert await services.pages.at(Slug("A" * 22)) is None
    assert await services.pages.at(Slug("")) is None
    assert await services.pages.at(Slug("\N{PILE OF POO}' OR 1 = 1")) is None

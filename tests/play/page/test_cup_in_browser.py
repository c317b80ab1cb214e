"""A cup of four on a phone, from its form to its champion, in three languages."""

import pytest
from playwright.async_api import expect

from bot.features.tournaments.tournament import TournamentState
from bot.match.identity import UserId
from bot.text import Language, gettext, speaking
from cogs.core.actions import action_id
from playground import Person
from tests.kit.page_actions import go_to, left_pane, scroll_to
from tests.kit.pages import House
from tests.kit.phone import PHONE, Phone
from tests.kit.servers import choose, owner_of
from tests.kit.tables import Table
from tests.kit.tournaments import FIRST, cards, field_of, four_members, show_everything_due
from tests.playground.page.conftest import Visit

pytestmark = pytest.mark.browser


@pytest.mark.night
@pytest.mark.parametrize("language", ["en-US", "de", "ja"])
async def test_a_cup_is_followed_until_its_champion_is_known(
    club: House, table: Table, visit: Visit, language: str
) -> None:
    playground, games = club.playground, club.playground.channel("games")
    owner = owner_of(playground)
    playground.world.set_locale(playground.server(), language)
    for person in four_members(table):
        person.user.locale = language
    page = await visit(club.page.invitation(), *PHONE)
    pane = left_pane(page)
    await pane.get_by_role("button", name="Channels").click()
    await go_to(pane, "games")
    phone = Phone(page, pane, f"cup-{language}")
    posted = pane.locator(".message:not(.is-private)").last
    with speaking(Language(language)):
        enter, mine, announce, start = map(
            gettext, ("Enter", "My matches", "Announce it here", "Start it now")
        )
        text = gettext("Bracket as text")
        entered = gettext("You're in {name}!", name="Winter cup")

    question = await owner.command("tournament create", channel=games)
    draft = await owner.submit(question.form, {"name": "Winter cup", "kind": "cup16"})
    await expect(phone.panel.get_by_role("button", name=announce)).to_be_visible()
    await phone.save_picture()
    places = action_id("tournament-places", tournament=FIRST)
    draft = await choose(draft.shown, owner, places, "4")
    await owner.press(draft.shown, announce)
    await posted.get_by_role("button", name=enter).click()
    await expect(phone.panel).to_contain_text(entered)
    for person in four_members(table)[1:]:
        await person.press(cards(table, games)[0], enter)
    await table.pass_time(30)
    await scroll_to(posted)
    await phone.save_picture()
    shown = await owner.command("tournament show", channel=games, tournament=str(FIRST))
    await owner.press(shown.shown, start)
    await show_everything_due(table)

    while (await field_of(table)).tournament.state is TournamentState.RUNNING:
        await expect(posted.get_by_role("button", name=mine)).to_be_visible()
        await scroll_to(posted.get_by_role("button", name=mine))
        await phone.expect_in_view(posted.get_by_role("button", name=mine))
        await phone.save_picture()
        await posted.get_by_role("button", name=mine).click()
        await expect(phone.panel).to_contain_text("Winter cup")
        await phone.save_picture()
        await posted.get_by_role("button", name=text).click()
        await phone.save_picture()
        await _resign_all(table, await _player_to_move(table))
    await scroll_to(posted)
    await expect(posted).to_contain_text("🥇")
    await phone.save_picture()
    await pane.get_by_role("button", name="Channels").click()
    await go_to(pane, "boop")
    await phone.save_picture()


async def _player_to_move(table: Table) -> Person:
    """Return a player of an open pairing; return the owner only if there is no other player."""
    field = await field_of(table)
    users = {
        field.entrant(each).user
        for pairing in field.pairings
        if pairing.leg.is_open
        for _, each in pairing.leg.seats
    }
    return [each for each in four_members(table) if UserId(each.id) in users][-1]


async def _resign_all(table: Table, person: Person) -> None:
    """Let a person resign all of their matches."""
    for each in await table.services.matches.live_of(UserId(person.id)):
        await table.services.matches.resign(UserId(person.id), each.id)
    await show_everything_due(table)

"""A league on a phone: its form, the card on which users enter, the table, a player's matches."""

import pytest
from playwright.async_api import expect

from tests.kit.page_actions import compose, go_to, left_pane, scroll_to
from tests.kit.pages import House
from tests.kit.phone import PHONE, SMALL_PHONE, Phone
from tests.kit.servers import owner_of
from tests.kit.tables import Table
from tests.kit.thoroughness import sampled
from tests.kit.tournaments import NAMES, cards, four_members
from tests.playground.page.conftest import Visit

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("size", sampled([(PHONE,), (SMALL_PHONE,)], 0))
async def test_a_league_is_made_entered_and_played_by_taps(
    club: House, table: Table, visit: Visit, size: tuple[int, int]
) -> None:
    games = club.playground.channel("games")
    page = await visit(club.page.invitation(), *size)
    pane = left_pane(page)
    await pane.get_by_role("button", name="Channels").click()
    await go_to(pane, "games")
    phone = Phone(page, pane, f"league-{size[0]}")

    await compose(pane, "/tournament create")
    for _ in range(2):
        # The first Enter chooses the command from the list.
        await page.keyboard.press("Enter")
    form = page.get_by_role("dialog")
    await form.get_by_label("Name").fill("Autumn league")
    await phone.save_picture()
    await form.get_by_role("button", name="Submit").click()
    announce = phone.panel.get_by_role("button", name="Announce it here")
    await phone.expect_in_view(announce)
    await phone.save_picture()
    await announce.click()

    card = pane.locator(".message:not(.is-private)").last
    await expect(card).to_contain_text("In: 0 of 64")
    await card.get_by_role("button", name="Enter").click()
    await expect(phone.panel).to_contain_text("You're in")
    for person in four_members(table)[1:]:
        await person.press(cards(table, games)[0], "Enter")
    await table.pass_time(30)
    await expect(card).to_contain_text(f"In: {len(NAMES)} of 64")
    await phone.save_picture()

    owner = owner_of(club.playground)
    await owner.command("tournament show", channel=games, tournament="Autumn league")
    start = phone.panel.get_by_role("button", name="Start it now")
    await start.click()
    await expect(start).to_have_count(0)
    for _ in range(2):
        await table.pass_time(900)
    card = pane.locator(".message:not(.is-private)").last
    await scroll_to(card)
    await phone.expect_in_view(card.get_by_role("button", name="My matches"))
    await phone.save_picture()
    await card.get_by_role("button", name="My matches").click()
    await expect(phone.panel.locator("li")).to_have_count(3)
    await phone.save_picture()

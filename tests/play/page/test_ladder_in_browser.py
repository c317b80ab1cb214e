"""A ladder on a phone: its form, its card, the players to challenge, and its management."""

import pytest
from playwright.async_api import expect

from tests.kit.ladder_cards import cards
from tests.kit.page_actions import compose, go_to, left_pane, scroll_to
from tests.kit.pages import House
from tests.kit.phone import PHONE, SMALL_PHONE, Phone
from tests.kit.tables import Table
from tests.kit.thoroughness import sampled
from tests.kit.tournaments import four_members
from tests.playground.page.conftest import Visit

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("size", sampled([(PHONE,), (SMALL_PHONE,)], 1))
async def test_a_ladder_is_opened_joined_and_challenged_on_by_taps(
    club: House, table: Table, visit: Visit, size: tuple[int, int]
) -> None:
    games = club.playground.channel("games")
    page = await visit(club.page.invitation(), *size)
    pane = left_pane(page)
    await pane.get_by_role("button", name="Channels").click()
    await go_to(pane, "games")
    phone = Phone(page, pane, f"ladder-{size[0]}")

    await compose(pane, "/ladder create")
    for _ in range(2):
        # The first Enter chooses the command from the list.
        await page.keyboard.press("Enter")
    form = page.get_by_role("dialog")
    await expect(form.get_by_role("button", name="Submit")).to_be_visible()
    await phone.save_picture()
    await form.get_by_role("button", name="Submit").click()
    confirm = phone.panel.get_by_role("button", name="Open it here")
    await phone.expect_in_view(confirm)
    await phone.save_picture()
    await confirm.click()

    card = pane.locator(".message:not(.is-private)").last
    await expect(card).to_contain_text("No one yet")
    for person in four_members(table)[1:]:
        await person.press(cards(table, games)[0], "Join")
    await card.get_by_role("button", name="Join").click()
    await expect(phone.panel).to_contain_text("in place 4 of 4")
    opponent = phone.panel.get_by_role("button", name="2. Cleo")
    await phone.expect_in_view(opponent)
    await phone.save_picture()
    await opponent.click()
    await expect(phone.panel).to_contain_text("You challenge")
    await phone.save_picture()
    await table.pass_time(700)
    # The card becomes a new element when it shows the challenge.
    await expect(card).to_contain_text("Open challenges")
    await scroll_to(card)
    await phone.save_picture()
    await phone.panel.get_by_role("button", name="Leave").click()
    await phone.expect_in_view(phone.panel.get_by_role("button", name="Stay"))
    await phone.save_picture()

    await compose(pane, "/ladder manage")
    for _ in range(2):
        await page.keyboard.press("Enter")
    await phone.expect_in_view(phone.panel.get_by_role("button", name="Close the ladder"))
    await phone.save_picture()

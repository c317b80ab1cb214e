"""A match in direct messages on the page: each player has a board in their own window."""

from __future__ import annotations

import pytest
from playwright.async_api import Locator, expect

from tests.kit.page_actions import (
    go_to,
    left_pane,
    overflowing_parts,
    right_pane,
    save_picture,
    send_command,
    wait_for_board,
)
from tests.kit.pages import House
from tests.playground.page.conftest import Visit

pytestmark = pytest.mark.browser


async def begin_match(house: House) -> None:
    """Challenge as ada and accept as bob, before the page is opened."""
    playground = house.playground
    ada, bob = playground.person("ada"), playground.person("bob")
    offered = await ada.command(
        "challenge", channel=playground.channel("games"), opponent=bob, first="me", where="direct"
    )
    await bob.press(offered.shown, "Accept")
    await playground.until(lambda: all(each.direct_messages() for each in (ada, bob)))


async def expect_newest_board(pane: Locator, text: str) -> None:
    boards = pane.locator(".message:not(.is-private)").filter(has=pane.page.locator("img"))
    await expect(boards.last).to_contain_text(text)


async def test_two_people_play_each_in_their_own_direct_messages(club: House, visit: Visit) -> None:
    await begin_match(club)
    page = await visit(club.page.invitation())
    ada, bob = left_pane(page), right_pane(page)
    for pane in (ada, bob):
        await expect(pane.locator(".place.is-direct .badge")).to_be_visible()
        await go_to(pane, "boop")
        await wait_for_board(pane, 0)
    await send_command(ada, "/place c3")
    for pane in (ada, bob):
        await expect_newest_board(pane, "orange kitten to c3")
    await expect(bob.locator(".message").last).to_contain_text("it's your turn")
    await save_picture(page, "direct-messages")
    await bob.get_by_role("button", name="d", exact=True).last.click()
    await expect(bob.locator(".message.is-private").last).to_contain_text("#1")
    await send_command(bob, "/place d5")
    for pane in (ada, bob):
        await expect_newest_board(pane, "gray kitten to d5")
        assert not await overflowing_parts(pane)

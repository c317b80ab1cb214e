"""The end of a match on a narrow phone: the picture and its buttons in view, nothing scrolled."""

import pytest
from playwright.async_api import expect

from tests.play.page.test_taps_in_browser import PHONE, Phone, board
from tests.play.sitting import sit_down, turns_of
from tests.playground.page.client import House
from tests.playground.page.conftest import Visit
from tests.playground.page.hands import go_to, left

pytestmark = pytest.mark.browser
BUTTONS = ("Rematch", "Replay", "Analyse", "Share animation", "Next match")


async def test_the_end_is_read_and_answered_without_scrolling(club: House, visit: Visit) -> None:
    playground = club.playground
    ada, bob = playground.person("ada"), playground.person("bob")
    sitting = await sit_down(playground, ada, bob, playground.channel("games"))
    page = await visit(club.page.invitation(), *PHONE)
    pane = left(page)
    await pane.get_by_role("button", name="Channels").click()
    await go_to(pane, "boop #1")
    await sitting.play(turns_of("line"))
    await playground.until(lambda: "wins" in sitting.bed().text)
    phone = Phone(page, pane, "end")
    await expect(board(phone).get_by_role("button", name="Share animation")).to_be_visible()
    await phone.keep()
    await expect(board(phone)).to_contain_text("Ratings:")
    # How it ended, and both ratings as they are now.
    for words in ("wins: three cats in a line", "1662?", "1338?"):
        await phone.expect_in_view(board(phone).locator("strong").filter(has_text=words).last)
    await phone.expect_in_view(board(phone).locator("figure img"))
    for label in BUTTONS:
        await phone.expect_in_view(board(phone).get_by_role("button", name=label))
    await board(phone).get_by_role("button", name="Rematch").click()
    await expect(pane.get_by_text("a rematch of #1")).to_be_visible()
    await phone.keep()

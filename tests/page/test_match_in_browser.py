"""A whole match of the real bot, played by two people in a real browser."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from playwright.async_api import Page, expect

from tests.page.client import House
from tests.page.conftest import Visit
from tests.page.hands import be, bed_shown, compose, send_command
from tests.play.sitting import sit_down, turns_of
from tests.play.table import running_bot

pytestmark = pytest.mark.browser
PICTURES = os.environ.get("BOOP_PICTURES")
PHONE = (375, 812)
GRAY_CHOOSES = 35


@pytest.fixture
async def club(house: House, tmp_path: Path) -> AsyncIterator[House]:
    """The house with the real bot in it."""
    async with running_bot(house.playground, tmp_path / "boop.sqlite3"):
        yield house
        house.playground.expect_honest()


async def keep_picture(page: Page, name: str) -> None:
    """Save a picture for the documentation, if a folder for it is named."""
    if PICTURES:
        await page.screenshot(path=Path(PICTURES) / f"{name}.png")


async def begin(house: House, page: Page) -> None:
    """Challenge as Ada, accept as Bob, and go into the thread."""
    await compose(page, "/challenge bob")
    await page.get_by_role("button", name="+ first").click()
    await page.keyboard.type("me")
    await page.keyboard.press("Enter")
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("button", name="Accept")).to_be_visible()
    await be(page, "Bob")
    await page.get_by_role("button", name="Accept").click()
    await page.get_by_role("button", name="Open thread").click()
    await bed_shown(page, 1)


async def test_two_people_play_from_the_challenge_to_the_resignation(
    club: House, visit: Visit
) -> None:
    page = await visit(club.desk.invitation())
    await begin(club, page)
    await be(page, "Ada")
    await compose(page, "/place c")
    await expect(page.get_by_role("option")).to_have_count(6)
    await page.get_by_role("option", name="c3").click()
    await page.keyboard.press("Enter")
    await bed_shown(page, 2)
    await be(page, "Bob")
    await expect(page.get_by_text("it is your turn in")).to_be_visible()
    await send_command(page, "/place d3")
    await bed_shown(page, 3)
    await be(page, "Ada")
    await send_command(page, "/place e4")
    await bed_shown(page, 4)
    await send_command(page, "/place a1")
    private = page.locator(".message.is-private").filter(has_text="not your turn")
    await expect(private).to_contain_text("Only you can see this")
    await private.get_by_role("button", name="Dismiss message").click()
    await expect(private).to_have_count(0)
    await be(page, "Bob")
    await send_command(page, "/place b5")
    await bed_shown(page, 5)
    await keep_picture(page, "playground")
    await send_command(page, "/resign")
    await page.locator(".message.is-private").get_by_role("button", name="Resign").click()
    await expect(page.locator(".message.is-private")).to_contain_text("You resigned #1")
    await be(page, "Ada")
    await expect(page.get_by_text("is over.")).to_be_visible()


async def test_what_leaves_the_bed_is_chosen_by_a_button_on_a_phone(
    club: House, visit: Visit
) -> None:
    ada, bob = club.playground.person("ada"), club.playground.person("bob")
    sitting = await sit_down(club.playground, ada, bob, club.playground.channel("games"))
    turns = turns_of("choices")
    await sitting.play(turns[:GRAY_CHOOSES])
    placed, leaves = turns[GRAY_CHOOSES].split("=")
    page = await visit(club.desk.invitation(), *PHONE)
    await be(page, "Bob")
    await page.get_by_role("button", name="Open thread").click()
    await expect(page.get_by_text("it is your turn in")).to_be_visible()
    await send_command(page, f"/place {placed}")
    choice = page.locator(f'[data-custom-id$=":{leaves}"]')
    await expect(choice).to_be_visible()
    await page.wait_for_timeout(100)
    await keep_picture(page, "playground-phone")
    await choice.click()
    await expect(choice).to_have_count(0)
    await expect(page.locator(".message-content").last).to_contain_text("@Ada it is your turn")


async def test_the_page_fits_a_phone_with_the_places_behind_a_button(
    club: House, visit: Visit
) -> None:
    page = await visit(club.desk.invitation(), *PHONE)
    await begin(club, page)
    width = await page.evaluate("document.documentElement.scrollWidth")
    assert width <= PHONE[0]
    places = page.get_by_role("navigation")
    await expect(places).to_be_hidden()
    opener = page.get_by_role("button", name="Channels")
    await opener.click()
    await expect(places).to_be_visible()
    await page.keyboard.press("Escape")
    await expect(places).to_be_hidden()
    await opener.click()
    await places.get_by_role("button", name="general").click()
    await expect(page.get_by_role("heading", level=1)).to_have_text("# general")
    await expect(places).to_be_hidden()


async def test_links_to_messages_and_counters_lead_inside_the_page(
    club: House, visit: Visit
) -> None:
    page = await visit(club.desk.invitation())
    await begin(club, page)
    counter = page.get_by_role("button", name="Be Ada").locator(".badge")
    await expect(counter).to_have_text("1")
    await be(page, "Ada")
    await page.get_by_role("navigation").get_by_role("button", name="general").click()
    await send_command(page, "/games")
    await page.locator(".message.is-private .jump").click()
    await expect(page.get_by_role("heading", level=1)).to_contain_text("boop #1")
    await expect(page.locator(".message.is-target")).to_be_visible()
    assert page.url.startswith(club.playground.address)

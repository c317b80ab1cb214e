"""The page of a shared match in a browser: with scripts and without, by keys, judged by axe."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import Browser, expect

from tests.kit.accessible import expect_nothing_found
from tests.kit.page_actions import open_page
from tests.kit.thoroughness import sampled

pytestmark = pytest.mark.browser


async def test_the_match_is_stepped_through_by_keys_and_played_by_itself(
    browser: Browser, address: str
) -> None:
    page = await open_page(browser, address)
    faults = list[str]()
    page.on("console", lambda message: faults.append(message.text))
    page.on("pageerror", lambda error: faults.append(str(error)))
    headline = page.locator(".result")
    await expect(headline).to_have_text("Bob wins: Ada resigned")
    await page.keyboard.press("ArrowLeft")
    await expect(headline).to_contain_text("Turn 2, Bob:")
    await expect(page).to_have_url(re.compile("/2$"))
    # The turn that is shown has the focus, and none is at the start.
    await page.locator(".turns a").nth(1).focus()
    await page.keyboard.press("Home")
    await expect(headline).to_have_text("Start")
    await expect(page.locator(".turns a").first).to_be_focused()
    # A link that does not depend on the turn keeps the focus.
    picture = page.get_by_role("link", name="Square picture")
    await picture.focus()
    await page.keyboard.press("ArrowRight")
    await expect(headline).to_contain_text("Turn 1, Ada:")
    await expect(picture).to_be_focused()
    await page.keyboard.press("Home")
    await expect(headline).to_have_text("Start")
    await expect(page.locator(".bed img")).to_have_attribute("alt", re.compile("."))
    await page.get_by_role("button", name="Play", exact=True).click()
    await expect(headline).to_have_text("Bob wins: Ada resigned")
    await expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    await page.go_back()
    await expect(headline).to_have_text("Start")
    assert faults == []
    await page.context.close()


@pytest.mark.night
async def test_a_turn_that_is_tapped_far_below_the_bed_brings_the_bed_into_view(
    browser: Browser, address: str
) -> None:
    page = await open_page(browser, address)
    await expect(page.locator(".bed svg")).to_be_visible()
    # On such a screen the list is as far below the bed as that of a long match on a large one.
    await page.set_viewport_size({"width": 360, "height": 300})
    await page.locator(".turns a").first.click()
    await expect(page.locator(".result")).to_contain_text("Turn 1, Ada:")
    await expect(page.locator(".result")).to_be_in_viewport(ratio=0.9)
    await expect(page.locator(".bed svg")).to_be_in_viewport()
    await page.context.close()


@pytest.mark.night
async def test_without_scripts_every_turn_is_a_link(browser: Browser, address: str) -> None:
    page = await open_page(browser, address, scripts=False)
    await page.get_by_role("link", name="Previous turn").click()
    assert page.url.endswith("/2")
    await page.get_by_role("link", name=re.compile("^1")).click()
    assert page.url.endswith("/1")
    await page.get_by_role("link", name="End", exact=True).click()
    assert page.url.endswith("/3")
    await page.context.close()


@pytest.mark.parametrize("scheme", sampled(["light", "dark"], 0))
async def test_axe_finds_nothing_and_nothing_is_wider_than_a_phone(
    browser: Browser, address: str, scheme: str
) -> None:
    page = await open_page(browser, address)
    await page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    await expect(page.locator(".bed svg")).to_be_visible()
    await expect_nothing_found(page)
    assert await page.evaluate("document.documentElement.scrollWidth") <= 360
    await page.context.close()

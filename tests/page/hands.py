"""What a person's hands do on the page."""

from __future__ import annotations

from playwright.async_api import Page, expect


async def be(page: Page, name: str) -> None:
    """Become someone, and wait until their messages are there."""
    if not await page.get_by_role("button", name=f"You are {name}").count():
        await page.get_by_role("button", name=f"Be {name}").click()
    await expect(page.get_by_role("button", name=f"You are {name}")).to_be_visible()
    await expect(page.locator(".messages > *").first).to_be_visible()


async def compose(page: Page, text: str) -> None:
    """Type into the composer, key by key."""
    box = page.locator(".composer textarea")
    await expect(box).to_be_enabled()
    await expect(page.locator(".messages > *").first).to_be_visible()
    await box.focus()
    await page.keyboard.type(text)


async def send_command(page: Page, text: str) -> None:
    """Type a command with its first option, and send it."""
    await compose(page, text)
    if " " not in text:
        # Enter takes the command out of the list first.
        await page.keyboard.press("Enter")
    await page.keyboard.press("Enter")
    await expect(page.locator(".composer-status")).to_have_text("")


async def bed_shown(page: Page, count: int) -> None:
    """Wait until so many beds are there, the newest with its picture loaded."""
    pictures = page.locator(".message:not(.is-private) img")
    await expect(pictures).to_have_count(count)
    loaded = "image => image.complete && image.naturalWidth > 0"
    assert await pictures.last.evaluate(
        f"async image => {{ await image.decode(); return ({loaded})(image); }}"
    )

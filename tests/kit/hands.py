"""How a person uses the page, in their own window."""

from __future__ import annotations

import asyncio
import io
import os
from pathlib import Path

from PIL import Image
from playwright.async_api import Browser, Locator, Page, expect

PATIENCE = 30_000
"""Milliseconds: CI's machine is slow and busy. Nothing waits that long when all is well."""


def left(page: Page) -> Locator:
    """The left window, which is Ada's at first."""
    return page.locator('.pane[data-side="left"]')


def right(page: Page) -> Locator:
    """The right window, which is Bob's at first."""
    return page.locator('.pane[data-side="right"]')


async def settled(pane: Locator) -> None:
    """Wait until the messages of the open place are there."""
    await expect(pane.locator(".messages > *").first).to_be_visible()


async def be(pane: Locator, name: str) -> None:
    """Become someone, and wait until their messages are there."""
    await settled(pane)
    if not await pane.get_by_role("button", name=f"You are {name}").count():
        await pane.get_by_role("button", name=f"Be {name}").click()
    await expect(pane.get_by_role("button", name=f"You are {name}")).to_be_visible()
    await settled(pane)


async def scroll_to(target: Locator) -> None:
    """Scroll to something that may be drawn anew at any moment."""
    await expect(target).to_be_visible()
    async with asyncio.timeout(PATIENCE / 1000):
        while not await target.evaluate(_SCROLL_TO):
            await target.page.wait_for_timeout(20)


_SCROLL_TO = """each => {
    if (each.isConnected) each.scrollIntoView({block: "nearest"});
    return each.isConnected;
}"""


async def compose(pane: Locator, text: str) -> None:
    """Type into the composer of a place that has messages, key by key."""
    await settled(pane)
    await compose_first(pane, text)


async def compose_first(pane: Locator, text: str) -> None:
    """Type into the composer of an open place, even an empty text, key by key."""
    box = pane.locator(".composer textarea")
    await expect(box).to_be_enabled()
    await box.focus()
    await pane.page.keyboard.type(text)


async def send_command(pane: Locator, text: str) -> None:
    """Type a command with its first option, and send it."""
    await compose(pane, text)
    if " " not in text:
        # Enter takes the command out of the list first.
        await pane.page.keyboard.press("Enter")
    await pane.page.keyboard.press("Enter")
    await expect(pane.locator(".composer-status")).to_have_text("")


async def board_shown(pane: Locator, turns: int) -> None:
    """Wait until there is one board, after that many turns, with its picture loaded."""
    boards = pane.locator(".message:not(.is-private)").filter(has=pane.page.locator("img"))
    board = boards.filter(has_text=f"Turn {turns}:") if turns else boards
    await expect(board).to_have_count(1)
    await expect(boards).to_have_count(1)
    loaded = "image => image.complete && image.naturalWidth > 0"
    # While the next one is posted, two stand there for a moment.
    assert await board.last.locator("img").evaluate(
        f"async image => {{ await image.decode(); return ({loaded})(image); }}"
    )


async def go_to(pane: Locator, place: str) -> None:
    """Go to a channel, a thread or the direct messages by the list at the left."""
    await pane.get_by_role("navigation").get_by_role("button", name=place).click()
    # By its class, since on a phone the list is hidden again by then.
    await expect(pane.locator(".place[aria-current]")).to_contain_text(place)
    await settled(pane)


PICTURES = os.environ.get("BOOP_PICTURES")


async def overhanging(pane: Locator) -> list[str]:
    """What ends to the right of the window, which clips it; the width of a page says nothing."""
    found: list[str] = await pane.evaluate(
        """pane => {
            const edge = pane.getBoundingClientRect().right;
            const parts = pane.querySelectorAll(
                ".header, .composer, .composer-bar, .message-content, .container, .container *");
            return [...parts]
                .filter(part => part.getBoundingClientRect().right > edge + 0.5)
                .map(part => `${part.tagName}.${part.className}`);
        }"""
    )
    return found


async def keep_picture(page: Page, name: str) -> None:
    """Save a picture for the documentation, if a folder for it is named."""
    if PICTURES:
        await page.emulate_media(color_scheme="dark")
        taken = Image.open(io.BytesIO(await page.screenshot()))
        # A tenth of the colours is hardly seen, and halves the file.
        taken.convert("RGB").quantize(160, dither=Image.Dither.NONE).save(
            Path(PICTURES, f"{name}.png"), optimize=True
        )


async def opened(browser: Browser, address: str, *, scripts: bool = True) -> Page:
    context = await browser.new_context(
        viewport={"width": 360, "height": 740}, java_script_enabled=scripts
    )
    page = await context.new_page()
    await page.goto(address)
    return page

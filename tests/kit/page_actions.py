"""Actions of a user on the playground's page, in one of its windows."""

from __future__ import annotations

import asyncio
import io
import os
from pathlib import Path

from PIL import Image
from playwright.async_api import Browser, Locator, Page, expect

PATIENCE = 60_000
"""Milliseconds: the limit for a slow, busy machine."""


def left_pane(page: Page) -> Locator:
    """Return the left window, which is Ada's at first."""
    return page.locator('.pane[data-side="left"]')


def right_pane(page: Page) -> Locator:
    """Return the right window, which is Bob's at first."""
    return page.locator('.pane[data-side="right"]')


async def wait_for_messages(pane: Locator) -> None:
    """Wait until the window shows the messages of the open place."""
    await expect(pane.locator(".messages > *").first).to_be_visible()


async def become(pane: Locator, name: str) -> None:
    """Switch the window to a user, and wait until it shows their messages."""
    await wait_for_messages(pane)
    if not await pane.get_by_role("button", name=f"You are {name}").count():
        await pane.get_by_role("button", name=f"Be {name}").click()
    await expect(pane.get_by_role("button", name=f"You are {name}")).to_be_visible()
    await wait_for_messages(pane)


async def scroll_to(target: Locator) -> None:
    """Scroll to an element that the page may replace at any moment."""
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
    await wait_for_messages(pane)
    await type_into_composer(pane, text)


async def type_into_composer(pane: Locator, text: str) -> None:
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


async def wait_for_board(pane: Locator, turns: int) -> None:
    """Wait until the place has one board, after that many turns, with its picture loaded."""
    boards = pane.locator(".message:not(.is-private)").filter(has=pane.page.locator("img"))
    board = boards.filter(has_text=f"Turn {turns}:") if turns else boards
    await expect(board).to_have_count(1)
    await expect(boards).to_have_count(1)
    loaded = "image => image.complete && image.naturalWidth > 0"
    # While the next board is posted, the place has two for a moment.
    assert await board.last.locator("img").evaluate(
        f"async image => {{ await image.decode(); return ({loaded})(image); }}"
    )


async def go_to(pane: Locator, place: str) -> None:
    """Go to a channel, a thread or the direct messages by the list at the left."""
    await pane.get_by_role("navigation").get_by_role("button", name=place).click()
    # Found by its class, because on a phone the list is hidden again by then.
    await expect(pane.locator(".place[aria-current]")).to_contain_text(place)
    await wait_for_messages(pane)


PICTURES = os.environ.get("BOOP_PICTURES")


async def overflowing_parts(pane: Locator) -> list[str]:
    """Return the elements that the right edge of the window clips.

    The width of the page does not reveal them.
    """
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


async def save_picture(page: Page, name: str) -> None:
    """Save a picture for the documentation, if a folder for it is named."""
    if PICTURES:
        await page.emulate_media(color_scheme="dark")
        taken = Image.open(io.BytesIO(await page.screenshot()))
        # With 160 colours the file has half the size and looks the same.
        taken.convert("RGB").quantize(160, dither=Image.Dither.NONE).save(
            Path(PICTURES, f"{name}.png"), optimize=True
        )


async def open_page(browser: Browser, address: str, *, scripts: bool = True) -> Page:
    context = await browser.new_context(
        viewport={"width": 360, "height": 740}, java_script_enabled=scripts
    )
    context.set_default_timeout(PATIENCE)
    page = await context.new_page()
    await page.goto(address)
    return page

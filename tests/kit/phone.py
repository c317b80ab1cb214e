"""A phone with the page of the playground, and the thumb on it."""

from __future__ import annotations

import asyncio
import os
import re
from pathlib import Path

from playwright.async_api import Locator, Page, expect

from tests.kit.page_actions import PATIENCE

STEPS = os.environ.get("BOOP_STEPS")
"""A folder for a picture of each step, to look at."""
PHONE = (360, 740)
SMALL_PHONE = (320, 568)
SHARE_IN_VIEW = """each => {
    const list = each.closest(".scroller");
    const box = each.getBoundingClientRect(), edge = list.getBoundingClientRect();
    if (!each.complete || !box.height) return 0;
    return (Math.min(box.bottom, edge.bottom) - Math.max(box.top, edge.top)) / box.height;
}"""
"""How much of a picture can be seen."""
IS_IN_VIEW = """each => {
    const list = each.closest(".scroller");
    if (!list || (each.tagName === "IMG" && !each.complete)) return false;
    const box = each.getBoundingClientRect(), edge = list.getBoundingClientRect();
    return box.top >= edge.top - 1 && box.bottom <= edge.bottom + 1;
}"""
"""A message may be drawn anew at any time, and scrolls on once its picture is loaded."""


class Phone:
    """One window on a phone, where a tap is only possible on what is in view."""

    def __init__(self, page: Page, pane: Locator, name: str) -> None:
        self.page, self.pane, self.name = page, pane, name
        self.steps = 0
        self.taps = 0

    @property
    def panel(self) -> Locator:
        """The newest private panel."""
        return self.pane.locator(".message.is-private").last

    async def save_picture(self) -> None:
        """Keep a picture of this step, if a folder for them is named."""
        self.steps += 1
        if STEPS:
            await self.page.wait_for_timeout(250)
            await self.page.screenshot(path=Path(STEPS, f"{self.name}-{self.steps}.png"))

    async def tap(self, where: Locator, label: str) -> None:
        """Tap a button that is in view together with the bed above it.

        `label` is all that it reads, or how that begins if it ends with a space.
        """
        button = where.get_by_role("button", name=label_pattern(label)).last
        await self.expect_in_view(button)
        await self.expect_in_view(where.locator("figure img").last)
        await button.click()
        self.taps += 1

    async def expect_in_view(self, target: Locator) -> None:
        """Wait until something can be seen whole without scrolling to it."""
        await expect(target).to_be_visible()
        async with asyncio.timeout(PATIENCE / 1000):
            while not await target.evaluate(IS_IN_VIEW):
                await self.page.wait_for_timeout(20)


def label_pattern(label: str) -> re.Pattern[str]:
    """Match buttons with this label, or with this beginning if it ends with a space."""
    end = "" if label.endswith(" ") else "$"
    return re.compile(f"^{re.escape(label)}{end}")


def board_of(phone: Phone) -> Locator:
    return (
        phone.pane.locator(".message:not(.is-private)").filter(has=phone.page.locator("img")).last
    )

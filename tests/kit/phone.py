"""Using the page of the playground on a phone."""

from __future__ import annotations

import asyncio
import os
import re
from pathlib import Path

from playwright.async_api import Locator, Page, expect

from tests.kit.page_actions import PATIENCE

STEPS = os.environ.get("BOOP_STEPS")
"""A folder for a picture of each step, if one is wanted."""
PHONE = (360, 740)
SMALL_PHONE = (320, 568)
IS_MOSTLY_IN_VIEW = """(each, least) => {
    const list = each.closest(".scroller");
    const box = each.getBoundingClientRect();
    if (!list || !each.complete || !box.height) return false;
    const edge = list.getBoundingClientRect();
    const height = Math.min(box.bottom, edge.bottom) - Math.max(box.top, edge.top);
    return height >= least * box.height;
}"""
"""Whether at least a share of a picture is visible."""
IS_IN_VIEW = """each => {
    const list = each.closest(".scroller");
    if (!list || (each.tagName === "IMG" && !each.complete)) return false;
    const box = each.getBoundingClientRect(), edge = list.getBoundingClientRect();
    return box.top >= edge.top - 1 && box.bottom <= edge.bottom + 1;
}"""
"""A message may be drawn anew at any time, and scrolls on once its picture is loaded."""


class Phone:
    """One window on a phone, which can be tapped only where it is in view."""

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
        """Tap a button that is in view together with the board above it.

        `label` is the whole text of the button, or its beginning if it ends with a space.
        """
        button = where.get_by_role("button", name=label_pattern(label)).last
        await self.expect_in_view(button)
        await self.expect_in_view(where.locator("figure img").last)
        await button.click()
        self.taps += 1

    async def expect_in_view(self, target: Locator) -> None:
        """Wait until an element is wholly visible without scrolling to it."""
        await self._wait_until(IS_IN_VIEW, target)

    async def expect_share_in_view(self, share: float, picture: Locator) -> None:
        """Wait until at least this share of a picture is visible without scrolling to it."""
        await self._wait_until(IS_MOSTLY_IN_VIEW, picture, share)

    async def _wait_until(
        self, condition: str, target: Locator, argument: float | None = None
    ) -> None:
        await expect(target).to_be_visible()
        async with asyncio.timeout(PATIENCE / 1000):
            while not await target.evaluate(condition, argument):
                await self.page.wait_for_timeout(20)


def label_pattern(label: str) -> re.Pattern[str]:
    """Return the pattern of a label, or of a beginning of labels if it ends with a space."""
    end = "" if label.endswith(" ") else "$"
    return re.compile(f"^{re.escape(label)}{end}")


def board_of(phone: Phone) -> Locator:
    return (
        phone.pane.locator(".message:not(.is-private)").filter(has=phone.page.locator("img")).last
    )

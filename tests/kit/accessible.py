"""Checks of the page's accessibility with axe."""

from __future__ import annotations

from importlib.resources import files
from typing import Any

from playwright.async_api import Page

AXE = files("axe_playwright_python") / "axe.min.js"
GRAVE = ("serious", "critical")
SCHEMES = ("dark", "light")


async def expect_nothing_serious(page: Page) -> None:
    """Expect that axe finds no serious or worse fault in the shown page."""
    await _expect_nothing(page, GRAVE)


async def expect_nothing_found(page: Page) -> None:
    """Expect that axe finds no fault at all in the shown page."""
    await _expect_nothing(page, None)


async def _expect_nothing(page: Page, impacts: tuple[str, ...] | None) -> None:
    # The script comes with a package, not from the network.
    if not await page.evaluate("'axe' in window"):
        await page.evaluate(AXE.read_text(encoding="utf-8"))
    report: dict[str, Any] = await page.evaluate("axe.run({resultTypes: ['violations']})")
    found = [
        f"{each['id']} ({each['impact']}): {node['target']} {node['failureSummary']}"
        for each in report["violations"]
        if impacts is None or each["impact"] in impacts
        for node in each["nodes"]
    ]
    assert not found, "\n".join(found)

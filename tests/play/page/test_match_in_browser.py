"""Matches played on the page with the real bot: side by side, on a phone, by the keyboard alone."""

from __future__ import annotations

import pytest
from playwright.async_api import Locator, Page, expect

from tests.kit.page_actions import (
    become,
    compose,
    go_to,
    left_pane,
    overflowing_parts,
    right_pane,
    save_picture,
    send_command,
    wait_for_board,
    wait_for_messages,
)
from tests.kit.pages import House
from tests.kit.server_matches import SHORT_MATCH, start_match_between, turns_of
from tests.playground.page.conftest import Visit

pytestmark = pytest.mark.browser
PHONE = (375, 812)
GRAY_CHOOSES = 35


class Keys:
    """A user who has only a keyboard, and two windows to play in."""

    def __init__(self, page: Page) -> None:
        self.page = page

    async def focus_window(self, pane: Locator) -> None:
        """Move the focus to the message field of a window with F6."""
        box = pane.locator(".composer textarea")
        for _ in range(2):
            if await is_focused(box):
                break
            await self.page.keyboard.press("F6")
        await expect(box).to_be_focused()

    async def write(self, text: str, *keys: str) -> None:
        """Type a text, then press these keys."""
        await self.page.keyboard.type(text)
        for key in keys:
            await self.page.keyboard.press(key)

    async def tab_back_and_press(self, target: Locator) -> None:
        """Go back with Shift and Tab until the target has the focus, and press Enter."""
        await expect(target).to_be_visible()
        for _ in range(60):
            if await is_focused(target):
                await self.page.keyboard.press("Enter")
                return
            await self.page.keyboard.press("Shift+Tab")
        raise AssertionError(f"the keyboard does not reach {target}")

    async def tab_to(self, target: Locator) -> None:
        """Go on with Tab, a few steps at most, until the target has the focus."""
        await expect(target).to_be_visible()
        for _ in range(6):
            if await is_focused(target):
                return
            await self.page.keyboard.press("Tab")
        raise AssertionError(f"{target} is too far for the keyboard")


async def is_focused(target: Locator) -> bool:
    return bool(await target.evaluate("made => made === document.activeElement"))


async def begin_match(page: Page) -> None:
    """Challenge as Ada, accept as Bob, and go into the thread as both."""
    ada, bob = left_pane(page), right_pane(page)
    await compose(ada, "/challenge bob")
    await ada.get_by_role("button", name="+ first").click()
    await page.keyboard.type("me")
    await page.keyboard.press("Enter")
    await page.keyboard.press("Enter")
    await bob.get_by_role("button", name="Accept").click()
    for pane in (ada, bob):
        await go_to(pane, "#1 ·")
        await wait_for_board(pane, 0)


async def test_a_choice_of_pieces_is_made_by_a_button_on_a_phone(club: House, visit: Visit) -> None:
    ada, bob = club.playground.person("ada"), club.playground.person("bob")
    connection = await start_match_between(
        club.playground, ada, bob, club.playground.channel("games")
    )
    turns = turns_of("choices")
    await connection.play(turns[:GRAY_CHOOSES])
    placed, leaves = turns[GRAY_CHOOSES].split("=")
    page = await visit(club.page.invitation(), *PHONE)
    await page.get_by_role("button", name="Bob's window").click()
    pane = right_pane(page)
    await pane.get_by_role("button", name="Channels").click()
    await go_to(pane, "#1 ·")
    await expect(pane.get_by_text("@Bob, it's your turn in")).to_be_visible()
    await send_command(pane, f"/place {placed}")
    choice = pane.locator(f'[data-custom-id$="={leaves}"]')
    await expect(choice).to_be_visible()
    await save_picture(page, "playground-phone")
    await choice.click()
    await expect(choice).to_have_count(0)
    notification = pane.locator(".message").filter(has_text="it's your turn").last
    await expect(notification.locator(".mention").first).to_have_text("@Ada")


async def test_the_page_fits_a_phone_with_the_places_behind_a_button(
    club: House, visit: Visit
) -> None:
    people = club.playground.person("ada"), club.playground.person("bob")
    await start_match_between(club.playground, *people, club.playground.channel("games"))
    page = await visit(club.page.invitation(), *PHONE)
    pane = left_pane(page)
    await wait_for_messages(pane)
    assert await overflowing_parts(pane) == []
    await pane.get_by_role("button", name="Channels").click()
    await go_to(pane, "#1 ·")
    await wait_for_board(pane, 0)
    await expect(pane.locator(".container").first).to_be_visible()
    assert await overflowing_parts(pane) == []
    places = pane.get_by_role("navigation")
    await expect(places).to_be_hidden()
    opener = pane.get_by_role("button", name="Channels")
    await opener.click()
    await expect(places).to_be_visible()
    await page.keyboard.press("Escape")
    await expect(places).to_be_hidden()
    await opener.click()
    await places.get_by_role("button", name="general").click()
    await expect(pane.get_by_role("heading", level=2)).to_have_text("# general")
    await expect(places).to_be_hidden()


@pytest.mark.night
async def test_links_to_messages_and_counters_lead_inside_the_page(
    club: House, visit: Visit
) -> None:
    page = await visit(club.page.invitation())
    ada, bob = left_pane(page), right_pane(page)
    await begin_match(page)
    await go_to(ada, "general")
    await send_command(bob, "/place c3")
    await expect(bob.get_by_role("alert").filter(visible=True)).to_have_count(0)
    await become(bob, "Cleo")
    await send_command(ada, "/games")
    await ada.get_by_role("button", name="#1", exact=True).click()
    await expect(ada.get_by_role("heading", level=2)).to_contain_text("#1 ·")
    # It is also highlighted, but only for a moment.
    await expect(ada.locator(".message:focus")).to_be_visible()
    assert page.url.startswith(club.playground.address)


@pytest.mark.night
async def test_a_piece_is_placed_on_the_panel_by_the_keyboard_alone(
    club: House, visit: Visit
) -> None:
    people = club.playground.person("ada"), club.playground.person("bob")
    server_match = await start_match_between(
        club.playground, *people, club.playground.channel("games")
    )
    await server_match.play(["Ka1", "Kf6"])
    page = await visit(club.page.invitation())
    ada = left_pane(page)
    await go_to(ada, "#1 ·")
    await wait_for_board(ada, 2)
    keys = Keys(page)
    await keys.focus_window(ada)
    await keys.tab_back_and_press(ada.get_by_role("button", name="c", exact=True))
    square = ada.get_by_role("button", name="c3", exact=True)
    await expect(square).to_be_visible()
    await keys.focus_window(ada)
    await keys.tab_back_and_press(square)
    await expect(ada.get_by_text("Not yet played in #1")).to_be_visible()
    await expect(ada.locator(".message.is-private")).to_be_focused()
    await keys.tab_to(ada.get_by_role("button", name="Confirm"))
    await page.keyboard.press("Enter")
    await go_to(right_pane(page), "#1 ·")
    await expect(right_pane(page).get_by_text("Turn 3: orange kitten to c3")).to_be_visible()


@pytest.mark.night
async def test_a_whole_match_with_a_choice_is_played_by_the_keyboard_alone(
    club: House, visit: Visit
) -> None:
    page = await visit(club.page.invitation())
    ada, bob = left_pane(page), right_pane(page)
    await wait_for_messages(ada)
    await wait_for_messages(bob)
    keys = Keys(page)
    await keys.focus_window(ada)
    await keys.write("/challenge bob", "Enter")
    await keys.tab_to(ada.get_by_role("button", name="+ first"))
    await page.keyboard.press("Enter")
    await keys.write("me", "Enter", "Enter")
    await keys.focus_window(bob)
    await keys.tab_back_and_press(bob.get_by_role("button", name="Accept"))
    for pane in (bob, ada):
        await keys.focus_window(pane)
        thread = pane.get_by_role("navigation").get_by_role("button", name="#1 ·")
        await keys.tab_back_and_press(thread)
        await expect(thread).to_have_attribute("aria-current", "page")
        await wait_for_board(pane, 0)
    for ply, text in enumerate(SHORT_MATCH):
        pane = (ada, bob)[ply % 2]
        await keys.focus_window(pane)
        placed, _, chosen = text.partition("=")
        await keys.write(f"/place {placed}", "Enter")
        await wait_for_board(pane, 0 if chosen else ply + 1)
        if chosen:
            await keys.tab_back_and_press(pane.locator(f'[data-custom-id$="={chosen}"]'))
            await expect(pane.get_by_role("button", name="Place elsewhere")).to_have_count(0)
        await wait_for_board((bob, ada)[ply % 2], ply + 1)
    for pane in (ada, bob):
        await expect(pane.locator(".container").last).to_contain_text("won")
        await expect(pane.get_by_role("button", name="Rematch")).to_be_visible()

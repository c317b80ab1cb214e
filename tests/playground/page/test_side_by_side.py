"""Two users side by side on the page, each with a window."""

from __future__ import annotations

import pytest
from playwright.async_api import Page, expect

from playground.world.messages import Draft
from tests.kit.page_actions import (
    become,
    compose,
    go_to,
    left_pane,
    right_pane,
    send_command,
    wait_for_messages,
)
from tests.kit.pages import House
from tests.playground.page.conftest import StartBot, Visit

pytestmark = pytest.mark.browser
PHONE = (390, 844)


@pytest.mark.night
async def test_private_messages_are_only_in_their_readers_window(
    house: House, start_bot: StartBot, visit: Visit
) -> None:
    await start_bot()
    page = await visit(house.page.invitation())
    ada, bob = left_pane(page), right_pane(page)
    await send_command(ada, "/whisper psst")
    await expect(ada.locator(".is-private")).to_contain_text("psst")
    await compose(ada, "hello")
    await page.keyboard.press("Enter")
    await expect(bob.locator(".message-content")).to_have_text(["hello"])


@pytest.mark.night
async def test_direct_messages_and_pings_reach_one_person_with_a_counter(
    house: House, start_bot: StartBot, visit: Visit
) -> None:
    await start_bot()
    world = house.playground.world
    page = await visit(house.page.invitation())
    ada, bob = left_pane(page), right_pane(page)
    await wait_for_messages(ada)
    await wait_for_messages(bob)
    direct = world.direct_channel(house.playground.person("bob").user)
    text = "for **you** alone, <@1> <t:1900000000:D> https://example.org/"
    world.messages.post(direct, Draft(world.bot, content=text))
    await expect(bob.get_by_role("button", name="Mentions, 1 unread")).to_be_visible()
    await expect(ada.get_by_role("button", name="Be Bob").locator(".badge")).to_have_text("1")
    await expect(ada.get_by_role("button", name="Mentions", exact=True)).to_be_visible()
    await expect(page).to_have_title("(1) bot playground")
    await bob.get_by_role("button", name="Mentions, 1 unread").click()
    ping = bob.get_by_role("button", name="bot, direct message")
    await expect(ping.locator(".inbox-text")).to_have_text(
        "for you alone, @unknown-user 17 March 2030"
    )
    await ping.click()
    await expect(bob.get_by_role("heading", level=2)).to_have_text("bot")
    await expect(bob.locator(".message-content")).to_contain_text("for you alone")
    await expect(bob.get_by_role("button", name="Mentions", exact=True)).to_be_visible()
    await expect(page).to_have_title("bot playground")
    await go_to(ada, "bot")
    await expect(ada.locator(".message")).to_have_count(0)


@pytest.mark.night
async def test_a_hidden_channel_is_in_no_list(house: House, visit: Visit) -> None:
    playground = house.playground
    bob = playground.person("bob").user
    page = await visit(house.page.invitation())
    await wait_for_messages(right_pane(page))
    general = playground.channel("general")
    playground.world.moderation.revoke(general, bob, playground.world.permissions(bob, general))
    shown = right_pane(page).get_by_role("navigation").get_by_role("button", name="general")
    await expect(shown).to_have_count(0)
    await expect(left_pane(page).get_by_role("navigation").get_by_text("general")).to_be_visible()


@pytest.mark.night
async def test_every_server_of_a_person_is_listed(house: House, visit: Visit) -> None:
    bob = house.playground.person("bob")
    house.playground.add_server("Attic <b>", bob, channels=("boxes",))
    page = await visit(house.page.invitation())
    await expect(right_pane(page).get_by_role("heading", name="Attic <b>")).to_be_visible()
    await expect(left_pane(page).get_by_role("heading", name="Quilt Club")).to_be_visible()
    await expect(left_pane(page).get_by_role("heading", name="Attic <b>")).to_have_count(0)
    await go_to(right_pane(page), "boxes")


@pytest.mark.night
async def test_choosing_the_person_of_the_other_window_swaps_them(
    house: House, visit: Visit
) -> None:
    page = await visit(house.page.invitation())
    await become(left_pane(page), "Bob")
    await expect(right_pane(page).get_by_role("button", name="You are Ada")).to_be_visible()
    await become(right_pane(page), "Dov")
    await expect(left_pane(page).get_by_role("button", name="You are Bob")).to_be_visible()


@pytest.mark.night
async def test_the_address_of_another_playground_selects_two_people(
    house: House, visit: Visit
) -> None:
    address = f"{house.page.invitation()}#left=77.78&right=77.78&view=two"
    page = await visit(address)
    await expect(left_pane(page).get_by_role("button", name="You are Ada")).to_be_visible()
    await expect(right_pane(page).get_by_role("button", name="You are Bob")).to_be_visible()


@pytest.mark.night
async def test_the_second_window_can_be_closed_and_opened(house: House, visit: Visit) -> None:
    page = await visit(house.page.invitation())
    await wait_for_messages(right_pane(page))
    pairing = page.get_by_role("button", name="Side by side")
    await pairing.click()
    await expect(right_pane(page)).not_to_be_in_viewport()
    await page.wait_for_url("**view=one")
    await page.reload()
    await wait_for_messages(left_pane(page))
    await expect(right_pane(page)).not_to_be_in_viewport()
    await pairing.click()
    await expect(right_pane(page)).to_be_in_viewport()


@pytest.mark.night
async def test_f6_goes_from_one_composer_to_the_other(house: House, visit: Visit) -> None:
    page = await visit(house.page.invitation())
    await wait_for_messages(left_pane(page))
    await wait_for_messages(right_pane(page))
    await compose(left_pane(page), "one")
    await page.keyboard.press("F6")
    await page.keyboard.type("two")
    await expect(right_pane(page).locator(".composer textarea")).to_have_value("two")
    await page.keyboard.press("F6")
    await page.keyboard.type("!")
    await expect(left_pane(page).locator(".composer textarea")).to_have_value("one!")


async def swipe(page: Page, start: int, end: int) -> None:
    """Move a finger sideways over the page."""
    session = await page.context.new_cdp_session(page)
    await session.send("Emulation.setTouchEmulationEnabled", {"enabled": True})

    async def touch(kind: str, *along: float) -> None:
        points = [{"x": x, "y": 400} for x in along]
        await session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    await touch("touchStart", start)
    for step in range(1, 11):
        await touch("touchMove", start + (end - start) * step / 10)
    await touch("touchEnd")


async def test_on_a_phone_swiping_changes_the_person(house: House, visit: Visit) -> None:
    page = await visit(house.page.invitation(), *PHONE)
    ada, bob = left_pane(page), right_pane(page)
    await wait_for_messages(ada)
    tabs = page.get_by_role("navigation", name="Whose window is shown")
    await expect(tabs.get_by_role("button", name="Ada's window")).to_have_attribute(
        "aria-current", "true"
    )
    await expect(bob).not_to_be_in_viewport()
    said = house.playground.channel("games")
    house.playground.person("cleo").say(said, house.playground.person("bob").mention)
    await expect(tabs.get_by_role("button", name="Bob's window").locator(".badge")).to_have_text(
        "1"
    )
    await swipe(page, 350, 40)
    await expect(bob).to_be_in_viewport(ratio=0.99)
    shown = tabs.get_by_role("button", name="Bob's window")
    await expect(shown).to_have_attribute("aria-current", "true")
    assert await ada.evaluate("pane => pane.inert")
    await expect(shown.locator(".badge")).to_have_count(0)
    await expect(bob.get_by_role("button", name="Mentions", exact=True)).to_be_visible()
    await compose(bob, "from my phone")
    await page.keyboard.press("Enter")
    # There is no user further to the right, and a swipe that is too short does nothing.
    await swipe(page, 350, 40)
    await swipe(page, 100, 125)
    await expect(bob).to_be_in_viewport(ratio=0.99)
    await swipe(page, 40, 350)
    await expect(ada).to_be_in_viewport(ratio=0.99)
    await expect(ada.locator(".message-content").last).to_have_text("from my phone")
    await tabs.get_by_role("button", name="Bob's window").click()
    await expect(bob).to_be_in_viewport(ratio=0.99)


async def test_on_a_phone_the_avatar_opens_the_list_of_people(house: House, visit: Visit) -> None:
    pane = left_pane(await visit(house.page.invitation(), *PHONE))
    await wait_for_messages(pane)
    await expect(pane.get_by_role("button", name="Be Cleo")).to_be_hidden()
    await pane.get_by_role("button", name="You are Ada").click()
    await become(pane, "Cleo")
    await expect(pane.get_by_role("button", name="Be Ada")).to_be_hidden()

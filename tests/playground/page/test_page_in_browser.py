"""What the page shows and accepts, in a real browser with a bot that has every component."""

from __future__ import annotations

import asyncio
import io
import os
from pathlib import Path

import pytest
import pytest_asyncio
from PIL import Image
from playwright.async_api import Locator, Page, expect

from playground.page import ProcessState
from playground.world import Attachment, EventStatus, Snowflake
from playground.world.messages import Draft, Edit, MessageKind
from playground.world.scheduling import EventFacts
from playground.world.threads import ThreadTerms
from tests.kit.page_actions import (
    become,
    compose,
    left_pane,
    right_pane,
    send_command,
    wait_for_messages,
)
from tests.kit.pages import House
from tests.kit.phone import PHONE
from tests.kit.thoroughness import sampled
from tests.playground.page.conftest import StartBot, Visit
from tests.playground.page.test_directing import FakeDirector, ProcessLog

pytestmark = pytest.mark.browser
LOOKS = os.environ.get("BOOP_LOOKS")


async def save_screenshot(page: Page, name: str) -> None:
    """Save a screenshot to look at."""
    if LOOKS:
        await page.screenshot(path=Path(LOOKS) / f"{name}.png")


@pytest_asyncio.fixture(loop_scope="session")
async def pane(house: House, start_bot: StartBot, visit: Visit) -> Locator:
    """Ada's window, with the gallery's bot in the house."""
    await start_bot()
    return left_pane(await visit(house.page.invitation()))


@pytest.mark.night
async def test_a_reply_shows_the_names_that_the_answered_message_mentions(
    house: House, visit: Visit
) -> None:
    ada, bob = house.playground.person("ada"), house.playground.person("bob")
    games = house.playground.channel("games")
    message = ada.say(games, f"Hello <@{bob.id}>!")
    reply = Draft(bob.user, content="Hi!", kind=MessageKind.REPLY, replies_to=message.id)
    house.playground.world.messages.post(games, reply)
    pane = left_pane(await visit(house.page.invitation()))
    await expect(pane.locator(".origin")).to_have_text("↱ Ada: Hello @Bob!")


@pytest.mark.night
async def test_the_sidebar_shows_the_roles_of_members_and_upcoming_events(
    house: House, visit: Visit
) -> None:
    world, server = house.playground.world, house.playground.server()
    pane = left_pane(await visit(house.page.invitation()))
    await wait_for_messages(pane)
    bob = pane.locator(".member", has_text="Bob")
    await expect(pane.locator(".event")).to_have_count(0)

    role = world.add_role(server, "Champion of the quilt")
    world.give_role(server, house.playground.person("bob").user, role)
    await expect(bob.locator(".roles")).to_have_text("Champion of the quilt")
    starts_at = world.clock.now() + 3 * 86400
    facts = EventFacts("Autumn cup", "Bring **patches**.", "The attic", starts_at, starts_at + 3600)
    event = world.events.add(server, world.bot, facts)
    shown = pane.locator(".event")
    await expect(shown.locator("summary")).to_have_text("Autumn cupin 3 days")
    await expect(shown.get_by_text("The attic")).to_be_hidden()
    await shown.locator("summary").click()
    await expect(shown.get_by_text("The attic")).to_be_visible()
    await expect(shown.locator("strong")).to_have_text("patches")
    await save_screenshot(pane.page, "roles-and-events")
    world.events.change(event, facts, EventStatus.ACTIVE)
    await expect(shown.locator("summary")).to_have_text("Autumn cupnow")
    await expect(shown.get_by_text("The attic")).to_be_visible()
    world.events.delete(event)
    await expect(shown).to_have_count(0)


@pytest.mark.night
async def test_the_distance_of_an_instant_is_rounded(house: House, visit: Visit) -> None:
    page = await visit(house.page.invitation())
    days = [3 * 86400 - 5, 1.4 * 86400, 0.98 * 86400, 3590, -3 * 3600 - 40, 20]
    words = await page.evaluate(
        """async (days) => {
            const { distance } = await import("/page/moments.js");
            return days.map((seconds) => distance(seconds, 0));
        }""",
        days,
    )
    assert words == [
        "in 3 days",
        "in 1 day",
        "in 1 day",
        "in 1 hour",
        "3 hours ago",
        "in 20 seconds",
    ]


async def test_every_component_is_drawn(pane: Locator) -> None:
    await send_command(pane, "/show")
    shown = pane.locator(".container")
    await expect(shown.get_by_role("heading", name="Heading")).to_be_visible()
    await expect(shown.locator("strong")).to_have_text("bold")
    await expect(shown.locator("em")).to_have_text("slanted")
    await expect(shown.locator("code")).to_have_text("code")
    await expect(shown.locator("li")).to_have_text(["one", "two"])
    await expect(shown.locator(".small")).to_have_text("small print")
    await expect(shown.locator("time[data-runs]")).to_contain_text("in ")
    await expect(shown.locator("time").last).to_have_text("17 March 2030")
    await expect(shown).to_contain_text("*plain*")
    await expect(shown.get_by_role("link", name="a link")).to_have_attribute(
        "rel", "noreferrer noopener"
    )
    await expect(shown.get_by_role("img", name="two dots")).to_be_visible()
    await expect(shown.get_by_role("button", name="Off")).to_be_disabled()
    await expect(pane.locator(".origin")).to_have_text("↱ Ada used /show")
    assert (
        await shown.evaluate("made => getComputedStyle(made).borderLeftColor")
        == "rgb(240, 145, 58)"
    )
    await shown.locator(".picture").hover()
    await shown.get_by_role("button", name="Show the alt text").click()
    await expect(shown.locator("figcaption")).to_have_text("two dots")
    await save_screenshot(pane.page, "components")


async def test_a_click_edits_the_message_in_place(pane: Locator) -> None:
    await send_command(pane, "/show")
    await pane.get_by_role("button", name="Edit").click()
    await expect(pane.locator(".container")).to_contain_text("edited text")
    await expect(pane.locator(".edited")).to_have_text("(edited)")


@pytest.mark.night
async def test_a_message_that_changes_under_a_pressed_button_keeps_the_click(
    house: House, pane: Locator
) -> None:
    await send_command(pane, "/show")
    edit = pane.get_by_role("button", name="Edit")
    await edit.hover()
    await pane.page.mouse.down()
    message = house.playground.person("ada").newest(house.playground.channel("games"))
    assert message is not None
    found = house.playground.world.messages.find(message.id)
    assert found is not None
    house.playground.world.messages.edit(found, Edit())
    # The planned faults are sent after the edit, on the same connection.
    house.playground.faults.rate_limit("GET", "/nothing")
    house.playground.pulse.beat()
    await expect(pane.page.locator(".plans li")).to_have_count(1)
    await expect(pane.locator(".edited")).to_have_count(0)
    await pane.page.mouse.up()
    await expect(pane.locator(".container")).to_contain_text("edited text")
    await expect(pane.locator(".edited")).to_have_text("(edited)")


@pytest.mark.night
async def test_a_channel_list_that_changes_under_a_pressed_channel_keeps_the_click(
    house: House, pane: Locator
) -> None:
    channel = pane.get_by_role("navigation").get_by_role("button", name="general")
    await channel.hover()
    await pane.page.mouse.down()
    ada, bob = house.playground.person("ada"), house.playground.person("bob")
    bob.say(house.playground.channel("general"), f"Hello <@{ada.id}>!")
    await expect(pane.locator(".inbox .badge")).to_have_text("1")
    await pane.page.mouse.up()
    await expect(pane.locator(".place[aria-current]")).to_contain_text("general")
    await expect(pane.locator(".message").last).to_contain_text("Hello @Ada!")


@pytest.mark.night
async def test_an_unanswered_click_is_reported_as_failed(house: House, pane: Locator) -> None:
    await send_command(pane, "/show")
    silence = pane.get_by_role("button", name="Silence")
    await silence.click()
    await expect(silence).to_have_attribute("aria-busy", "true")
    # The wait for an answer ends.
    house.playground.interactions.close()
    await expect(pane.get_by_role("alert")).to_have_text("This interaction failed")


async def test_menus_take_one_choice_or_several(pane: Locator) -> None:
    await send_command(pane, "/show")
    await pane.get_by_role("button", name="A colour").click()
    await save_screenshot(pane.page, "menu")
    await pane.get_by_role("option", name="Gray").click()
    await expect(pane.locator(".is-private")).to_contain_text("chose g")
    await pane.get_by_role("button", name="Two people").click()
    await pane.get_by_role("option", name="Bob").click()
    await pane.page.keyboard.press("ArrowDown")
    await pane.page.keyboard.press("Enter")
    await pane.page.keyboard.press("Escape")
    await expect(pane.locator(".is-private").last).to_contain_text("chose bob and cleo")


@pytest.mark.night
async def test_an_optional_choice_can_be_undone(pane: Locator) -> None:
    await send_command(pane, "/room")
    menu = pane.locator(".menu-button")
    await expect(menu).to_have_text("# games▾")
    await menu.click()
    await pane.get_by_role("option", name="# games").click()
    await expect(menu).to_have_text("A room▾")
    await expect(pane.locator(".is-private").last).to_contain_text("chose 0 rooms")
    await menu.click()
    await pane.get_by_role("option", name="# games").click()
    await expect(menu).to_have_text("# games▾")
    await expect(pane.locator(".is-private").last).to_contain_text("chose 1 rooms")


@pytest.mark.night
async def test_a_menu_keeps_the_focus_after_a_choice_and_when_its_message_changes(
    house: House, pane: Locator
) -> None:
    await send_command(pane, "/show")
    menu = pane.locator(".menu-button").first
    await menu.focus()
    for key in ("Enter", "ArrowDown", "Enter"):
        await pane.page.keyboard.press(key)
        if key == "ArrowDown":
            await expect(pane.locator(".menu-list :focus")).to_have_css("outline-width", "2px")
    await expect(pane.locator(".is-private")).to_contain_text("chose")
    await expect(menu).to_be_focused()
    shown = await pane.locator(".message:has(.menu-button)").get_attribute("data-id")
    found = house.playground.world.messages.find(Snowflake(int(shown or "0")))
    assert found is not None
    house.playground.world.messages.edit(found, Edit())
    await expect(pane.locator(".edited")).to_have_text("(edited)")
    await expect(menu).to_be_focused()


async def test_a_form_is_filled_in_and_sent(pane: Locator) -> None:
    await send_command(pane, "/show")
    await pane.get_by_role("button", name="Form").click()
    form = pane.page.get_by_role("dialog", name="A note")
    await form.get_by_role("button", name="Submit").click()
    await expect(form.get_by_role("alert")).to_contain_text("characters")
    await form.get_by_label("Your words").fill("good night")
    await form.get_by_label("Wild").check()
    await save_screenshot(pane.page, "form")
    await form.get_by_role("button", name="Submit").click()
    await expect(form).to_have_count(0)
    await expect(pane.locator(".is-private")).to_contain_text("noted: good night (wild)")


@pytest.mark.night
async def test_a_deferred_answer_is_shown_as_thinking_first(
    house: House, start_bot: StartBot, visit: Visit
) -> None:
    bot = await start_bot()
    pane = left_pane(await visit(house.page.invitation()))
    await send_command(pane, "/think")
    await expect(pane.locator(".thinking")).to_have_text("bot is thinking…")
    bot.has_thought.set()
    await expect(pane.get_by_text("thought about it")).to_be_visible()
    await expect(pane.get_by_role("img", name="a thought")).to_be_visible()
    await expect(pane.locator(".edited")).to_have_count(0)


async def test_what_people_write_is_never_markup(pane: Locator, house: House) -> None:
    evil = (
        "<img src=x onerror=alert(1)> **<b>bold</b>** [x](javascript:alert(1)) <script>1</script>"
    )
    await compose(pane, evil)
    await pane.page.keyboard.press("Enter")
    said = pane.locator(".message-content").last
    await expect(said).to_contain_text("<img src=x onerror=alert(1)>")
    await expect(said.locator("strong")).to_have_text("<b>bold</b>")
    assert await said.locator("img, b, script, a").count() == 0
    house.playground.person("bob").say(house.playground.channel("games"), "<i>hi</i>")
    await expect(pane.locator(".message-content").last).to_have_text("<i>hi</i>")


@pytest.mark.night
async def test_the_list_of_commands_closes_after_a_plain_message(pane: Locator) -> None:
    await compose(pane, "/dance with me")
    note = pane.get_by_text("No matching commands.")
    await expect(note).to_be_visible()
    await pane.page.keyboard.press("Enter")
    await expect(pane.locator(".message-content").last).to_have_text("/dance with me")
    await expect(note).to_be_hidden()


async def test_a_command_that_is_typed_in_full_is_sent_by_the_button(pane: Locator) -> None:
    send = pane.get_by_role("button", name="Send")
    await compose(pane, "/band tune")
    await send.click()
    await expect(pane.locator(".is-private").last).to_contain_text("eee")
    await compose(pane, "/sing")
    await send.click()
    await expect(pane.get_by_role("alert").first).to_have_text(
        "This option is required. Specify a value."
    )


@pytest.mark.night
async def test_commands_are_listed_while_typing_and_options_explained(pane: Locator) -> None:
    await compose(pane, "/")
    options = pane.get_by_role("option")
    await expect(options).to_have_count(8)
    await expect(options.first).to_have_text("/band tuneHear it tune")
    await pane.page.keyboard.type("si")
    await expect(options).to_have_text(["/singTake every kind of option"])
    await pane.page.keyboard.press("Tab")
    friend = pane.get_by_role("combobox", name="friend, required: Who")
    await expect(friend).to_be_focused()
    await expect(pane.locator(".suggestions-title")).to_contain_text("Who")
    await pane.page.keyboard.press("Escape")
    await expect(pane.get_by_role("combobox", name="Message #games")).to_be_focused()


@pytest.mark.night
async def test_sub_commands_are_listed_in_their_own_order(pane: Locator) -> None:
    await compose(pane, "/band")
    options = pane.get_by_role("option")
    await expect(options).to_have_text(["/band tuneHear it tune", "/band beginHear it begin"])
    await pane.page.keyboard.press("Enter")
    await pane.page.keyboard.press("Enter")
    await expect(pane.locator(".is-private")).to_contain_text("eee")


@pytest.mark.night
async def test_a_missing_or_wrong_option_is_reported(pane: Locator) -> None:
    await compose(pane, "/sing b")
    await pane.page.keyboard.press("Tab")
    often = pane.get_by_role("combobox", name="often, required: How often")
    await expect(often).to_be_focused()
    await pane.page.keyboard.press("Enter")
    await expect(pane.get_by_role("alert")).to_have_text(
        "This option is required. Specify a value."
    )
    await save_screenshot(pane.page, "missing")
    await often.fill("many")
    await pane.page.keyboard.press("Enter")
    await expect(pane.get_by_role("alert")).to_have_text("Enter a number.")
    await often.fill("12")
    await pane.page.keyboard.press("Enter")
    await expect(pane.get_by_role("status")).to_contain_text("1 to 9")
    await often.fill("3")
    await pane.get_by_role("button", name="+ loud").click()
    await pane.page.keyboard.type("t")
    await pane.page.keyboard.press("Enter")
    await pane.page.keyboard.press("Enter")
    await expect(pane.locator(".is-private")).to_contain_text("bob 3 True none")


async def test_options_typed_by_name_are_put_into_their_own_fields(pane: Locator) -> None:
    await compose(pane, "/sing often:3 loud:True")
    for name, value in (("often", "3"), ("loud", "True")):
        field = pane.locator(f'.slot input[data-option="{name}"]')
        await expect(field).to_have_value(value)
    await expect(pane.locator('.slot input[data-option="loud"]')).to_be_focused()
    await pane.locator(".slot input").first.fill("bob")
    await pane.page.keyboard.press("Enter")
    await pane.page.keyboard.press("Enter")
    await expect(pane.locator(".is-private")).to_contain_text("bob 3 True none")
    await expect(pane.locator(".is-private .avatar.is-bot")).to_have_text("")


@pytest.mark.night
async def test_a_suggestion_of_the_bot_can_be_chosen_with_the_keyboard(pane: Locator) -> None:
    await compose(pane, "/fruit a")
    await expect(pane.get_by_role("option")).to_have_text(["Apple", "Apricot"])
    await pane.page.keyboard.press("ArrowDown")
    await pane.page.keyboard.press("ArrowDown")
    await pane.page.keyboard.press("Enter")
    await pane.page.keyboard.press("Enter")
    await expect(pane.locator(".message-content").last).to_have_text("fruit fruit-2")


@pytest.mark.night
async def test_a_command_without_a_bot_is_not_answered(
    house: House, start_bot: StartBot, visit: Visit
) -> None:
    bot = await start_bot()
    page = await visit(house.page.invitation())
    pane = left_pane(page)
    await bot.close()
    house.playground.interactions.hasten_next(1.0)
    await send_command(pane, "/show")
    await expect(pane.locator(".is-notice")).to_contain_text("The application did not respond")
    await pane.get_by_role("button", name="Dismiss message").click()
    await expect(pane.locator(".is-notice")).to_have_count(0)


@pytest.mark.night
async def test_a_mention_is_picked_from_the_members(pane: Locator) -> None:
    await compose(pane, "hello @b")
    await expect(pane.get_by_role("option")).to_have_text(["@Bobbob", "@botbot"])
    await pane.page.keyboard.press("Tab")
    await pane.page.keyboard.press("Enter")
    await expect(pane.locator(".mention")).to_have_text("@Bob")


@pytest.mark.night
async def test_the_menu_of_a_member_has_the_bots_commands_for_users(pane: Locator) -> None:
    member = pane.locator(".member").filter(has_text="Bob")
    await member.click(button="right")
    menu = pane.get_by_role("menu", name="Bob")
    await menu.get_by_role("menuitem", name="Wave at").click()
    await expect(pane.locator(".is-private")).to_contain_text("waved at bob")
    await expect(menu).to_have_count(0)
    await member.focus()
    await pane.page.keyboard.press("Shift+F10")
    await expect(menu.get_by_role("menuitem", name="Mention @Bob")).to_be_focused()
    await pane.page.keyboard.press("ArrowDown")
    await expect(menu.get_by_role("menuitem", name="Wave at")).to_be_focused()
    await pane.page.keyboard.press("Escape")
    await expect(menu).to_have_count(0)
    await expect(member).to_be_focused()


@pytest.mark.night
async def test_the_second_tap_on_a_button_opens_no_menu_of_what_moved_under_it(
    pane: Locator,
) -> None:
    await send_command(pane, "/show")
    message = pane.locator(".message").filter(has_text="first text")
    await expect(message).to_be_visible()
    await message.evaluate(
        """each => {
            const buttons = [...each.querySelectorAll("button")];
            buttons.find(({ innerText }) => innerText === "Edit").click();
            each.querySelector(".author").click();
        }"""
    )
    await expect(pane.get_by_text("edited text")).to_be_visible()
    await expect(pane.get_by_role("menu")).to_have_count(0)


@pytest.mark.night
async def test_a_long_press_on_a_name_opens_its_menu(pane: Locator) -> None:
    await compose(pane, "hello")
    await pane.page.keyboard.press("Enter")
    author = pane.locator(".author")
    await expect(author).to_have_text("Ada")
    touch = {"pointerType": "touch", "bubbles": True, "clientX": 40, "clientY": 40}
    await author.dispatch_event("pointerdown", touch)
    menu = pane.get_by_role("menu", name="Ada")
    await expect(menu).to_be_visible()
    await author.dispatch_event("pointerup", touch)
    await menu.get_by_role("menuitem", name="Wave at").click()
    await expect(pane.locator(".is-private")).to_contain_text("waved at ada")


@pytest.mark.night
async def test_the_menu_of_a_message_has_the_bots_commands_for_messages(pane: Locator) -> None:
    await compose(pane, "hello")
    await pane.page.keyboard.press("Enter")
    message = pane.locator(".message").filter(has_text="hello")
    await message.click(button="right")
    await pane.get_by_role("menuitem", name="Count letters").click()
    await expect(pane.locator(".is-private")).to_contain_text("5 letters")
    await message.hover()
    await message.get_by_role("button", name="More about Ada's message").click()
    await pane.get_by_role("menuitem", name="Delete message, as director").click()
    await expect(message).to_have_count(0)
    await expect(pane.get_by_role("status")).to_have_text("Deleted the message.")


@pytest.mark.night
async def test_the_arrow_keys_move_through_the_messages(pane: Locator) -> None:
    for text in ("one", "two", "three"):
        await compose(pane, text)
        await pane.page.keyboard.press("Enter")
        await expect(pane.locator(".message-content").last).to_have_text(text)
    await pane.locator(".scroller").focus()
    await pane.page.keyboard.press("ArrowUp")
    await pane.page.keyboard.press("ArrowUp")
    await expect(pane.locator(".message").nth(1)).to_be_focused()
    await pane.page.keyboard.press("Shift+F10")
    await expect(pane.get_by_role("menu", name="Message of Ada")).to_be_visible()


@pytest.mark.night
async def test_animations_are_shown_and_other_files_are_offered_for_download(
    house: House, visit: Visit
) -> None:
    animation = io.BytesIO()
    frames = [Image.new("P", (40, 30), colour) for colour in (0, 1)]
    frames[0].save(animation, "GIF", save_all=True, append_images=frames[1:], duration=100)
    world, games = house.playground.world, house.playground.channel("games")
    files = (
        Attachment(
            world.snowflakes.next(),
            "animation.gif",
            animation.getvalue(),
            "image/gif",
            "an animation",
        ),
        Attachment(world.snowflakes.next(), "match.txt", b"turns", "text/plain"),
    )
    world.messages.post(games, Draft(world.bot, attachments=files))
    pane = left_pane(await visit(house.page.invitation()))
    shown = pane.get_by_role("img", name="an animation")
    await expect(shown).to_be_visible()
    assert (
        await shown.evaluate("async image => { await image.decode(); return image.naturalWidth; }")
        == 40
    )
    async with pane.page.expect_download() as download:
        await pane.get_by_role("link", name="match.txt").click()
    kept = await (await download.value).path()
    assert await asyncio.to_thread(kept.read_bytes) == b"turns"


@pytest.mark.parametrize("key", sampled(["Space", "Enter"], 1))
async def test_a_spoiler_can_be_opened_with_the_keyboard(
    house: House, visit: Visit, key: str
) -> None:
    house.playground.person("bob").say(house.playground.channel("games"), "it was ||the cat||")
    pane = left_pane(await visit(house.page.invitation()))
    await pane.get_by_role("button", name="Spoiler").press(key)
    await expect(pane.locator(".spoiler.is-open")).to_have_text("the cat")


@pytest.mark.night
async def test_shortened_names_have_a_tooltip_and_the_clock_is_not_shortened(
    house: House, visit: Visit
) -> None:
    games, ada = house.playground.channel("games"), house.playground.person("ada").user
    name = "a very long talk about kittens, cats, quilts and everything else"
    house.playground.world.threads.begin(games, ada, ThreadTerms(name))
    house.page.set_keeper(ProcessLog())
    await house.page.set_director(FakeDirector())
    page = await visit(house.page.invitation())
    thread = left_pane(page).get_by_role("navigation").get_by_role("button", name=name)
    await expect(thread.locator(".place-name")).to_have_attribute("title", name)
    await thread.click()
    title = left_pane(page).get_by_role("heading", level=2).get_by_title(name)
    await expect(title).to_have_text(name)
    clock = page.locator(".bot-clock")
    for days in (1, 2):
        await page.get_by_role("button", name="1 day", exact=True).click()
        await expect(clock).to_contain_text(f"({days} d 0 h ahead)")
    await save_screenshot(page, "clock")
    edge = await page.locator(".quick").evaluate("quick => quick.getBoundingClientRect().left")
    ends = "clock => [...clock.children].map(part => part.getBoundingClientRect().right)"
    assert max(await clock.evaluate(ends)) <= edge


@pytest.mark.night
async def test_each_of_several_processes_is_chosen_killed_and_started(
    house: House, visit: Visit
) -> None:
    process = ProcessLog()
    house.page.set_keeper(process, 3)
    house.page.show(ProcessState.OFF, 2)
    page = await visit(house.page.invitation())
    bar, result = page.locator(".director"), page.locator(".director-status")
    choice = bar.get_by_label("Process", exact=True)
    await choice.select_option(label="2: running")
    await bar.get_by_role("button", name="Kill", exact=True).click()
    await expect(result).to_have_text("Process 2 was killed and is starting again.")
    house.page.show(ProcessState.STARTING, 1)
    await expect(bar.get_by_role("button", name="Kill", exact=True)).to_be_disabled()
    house.page.show(ProcessState.RUNNING, 1)
    await expect(result).to_have_text("Process 2 was killed and is back.")
    await choice.select_option(label="3: off")
    await bar.get_by_role("button", name="Start", exact=True).click()
    await expect(result).to_have_text("Process 3 is starting.")
    assert process.done == ["kill 1", "switch on 2"]
    clock, quick = page.locator(".bot-clock"), page.locator(".quick")
    for width in (1440, 1024):
        await page.set_viewport_size({"width": width, "height": 900})
        ends = await clock.evaluate("clock => clock.lastElementChild.getBoundingClientRect().right")
        assert ends <= await quick.evaluate("quick => quick.getBoundingClientRect().left")
        await save_screenshot(page, f"processes-{width}")


@pytest.mark.night
async def test_the_director_bar_on_a_phone_leaves_room_for_the_composer(
    house: House, visit: Visit
) -> None:
    house.page.set_keeper(ProcessLog())
    await house.page.set_director(FakeDirector())
    page = await visit(house.page.invitation(), *PHONE)
    await page.get_by_role("button", name="Director", exact=True).click()
    await page.get_by_role("button", name="Next deadline", exact=True).click()
    await expect(page.locator(".director-status")).to_contain_text("Nothing is due")
    composer = left_pane(page).locator(".composer-bar")
    await expect(composer).to_be_in_viewport(ratio=1)
    height = "button => button.getBoundingClientRect().height"
    for name in ("1 hour", "1 day", "Next deadline", "Restart"):
        button = page.get_by_role("button", name=name, exact=True)
        assert await button.evaluate(height) <= 40, f"{name} is written in one line"


@pytest.mark.night
async def test_older_messages_load_on_scrolling_up(house: House, visit: Visit) -> None:
    for number in range(120):
        house.playground.person("bob").say(house.playground.channel("games"), f"line {number}")
    page = await visit(house.page.invitation())
    pane = left_pane(page)
    await expect(pane.get_by_text("line 119", exact=True)).to_be_in_viewport()
    await pane.locator(".scroller").evaluate("scroller => scroller.scrollTo(0, 0)")
    await expect(pane.get_by_text("line 69", exact=True)).to_be_attached()
    house.playground.person("bob").say(house.playground.channel("games"), "news")
    newer = pane.get_by_role("button", name="Newer messages")
    await newer.click()
    await expect(pane.get_by_text("news", exact=True)).to_be_in_viewport()
    await expect(newer).to_be_hidden()


@pytest.mark.night
async def test_the_key_disappears_from_the_address_and_a_reload_keeps_the_person(
    house: House, visit: Visit
) -> None:
    page = await visit(house.page.invitation())
    pane = left_pane(page)
    await become(pane, "Cleo")
    await page.wait_for_url("**/#left=*right=*view=two")
    assert "key" not in page.url
    await page.reload()
    await expect(pane.get_by_role("button", name="You are Cleo")).to_be_visible()
    await expect(right_pane(page).get_by_role("button", name="You are Bob")).to_be_visible()
    await expect(pane.get_by_role("heading", level=2)).to_have_text("# games")


@pytest.mark.night
async def test_an_outdated_page_says_what_to_do(house: House, visit: Visit) -> None:
    page = await visit(house.page.invitation())
    for pane in (left_pane(page), right_pane(page)):
        await wait_for_messages(pane)
    await page.get_by_role("button", name="Director", exact=True).click()
    action = page.get_by_role("button", name="Make them fail")
    await expect(action).to_be_enabled()
    # A browser can't tell a restarted playground from one that refuses its cookie.
    await page.context.clear_cookies()
    await house.page.close()
    for pane in (left_pane(page), right_pane(page)):
        text = "The playground was restarted: open the address in its terminal."
        await expect(pane.get_by_role("alert")).to_have_text(text)
    await expect(page.locator(".bot-state")).to_have_text("no connection")
    await expect(action).to_be_disabled()
    await page.goto(house.announced[0])
    await wait_for_messages(left_pane(page))
    await expect(page.locator(".lost").first).to_be_hidden()


@pytest.mark.night
async def test_a_page_reconnects_after_the_connection_was_lost(house: House, visit: Visit) -> None:
    page = await visit(house.page.invitation())
    pane = left_pane(page)
    await wait_for_messages(pane)
    await page.context.set_offline(True)
    await house.page.close()
    await expect(pane.get_by_role("alert")).to_contain_text("Trying again")
    await page.get_by_role("button", name="Director", exact=True).click()
    action = page.get_by_role("button", name="Make them fail")
    await expect(action).to_be_disabled()
    await page.context.set_offline(False)
    await expect(pane.locator(".lost")).to_be_hidden()
    await expect(action).to_be_enabled()

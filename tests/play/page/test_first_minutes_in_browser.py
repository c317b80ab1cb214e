"""The first minutes on a phone: from the address to a kitten on the bed, and `/help`."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from playwright.async_api import Locator, Page, expect

from bot.cli.welcome import FIRST_COMMANDS, make_welcome
from bot.text import Language, gettext, speaking
from playground.page import Welcome
from tests.kit.page_actions import compose, left_pane, right_pane
from tests.kit.pages import House
from tests.kit.phone import PHONE, Phone
from tests.kit.tables import run_bot
from tests.kit.thoroughness import sampled
from tests.playground.page.conftest import Visit

pytestmark = pytest.mark.browser
STEPS = os.environ.get("BOOP_STEPS")
"""A folder for a picture of each step, to look at."""


@pytest.fixture
def welcome() -> Welcome:
    return make_welcome()


async def save_screenshot(page: Page, name: str) -> None:
    if STEPS:
        await page.wait_for_timeout(250)
        await page.screenshot(path=Path(STEPS, f"{name}.png"))


def dialog(page: Page) -> Locator:
    return page.get_by_role("dialog", name="Welcome to boop")


@pytest.mark.parametrize("opening", sampled(["Play a friend", "Play the cat"], 0))
async def test_the_third_click_places_the_first_kitten(
    club: House, visit: Visit, opening: str
) -> None:
    page = await visit(club.page.invitation(), *PHONE)
    ada = left_pane(page)
    await expect(dialog(page)).to_be_visible()
    cats = dialog(page).get_by_role("img", name="Three kittens in a line")
    await expect(cats).to_be_visible()
    assert await cats.evaluate("each => each.decode().then(() => each.naturalWidth > 0)")
    await save_screenshot(page, "welcome")
    await dialog(page).get_by_role("button", name=opening).click()
    await expect(dialog(page)).to_be_hidden()
    await ada.get_by_role("button", name="c", exact=True).click()
    await expect(ada.locator(".message.is-private img")).to_be_visible()
    await save_screenshot(page, opening.replace(" ", "-"))
    await ada.get_by_role("button", name="c3", exact=True).click()
    await expect(ada.get_by_text("Turn 1: orange kitten to c3")).to_be_visible()
    if opening == "Play a friend":
        await page.get_by_role("button", name="Bob's window").click()
        await expect(right_pane(page).get_by_text("Turn 1: orange kitten to c3")).to_be_visible()


@pytest.mark.night
async def test_a_user_who_wants_to_learn_first_is_taken_to_the_lessons(
    club: House, visit: Visit
) -> None:
    page = await visit(club.page.invitation(), *PHONE)
    ada = left_pane(page)
    await dialog(page).get_by_role("button", name="Learn to play").click()
    await expect(dialog(page)).to_be_hidden()
    await ada.get_by_role("button", name="Begin").click()
    await expect(ada.get_by_text("Boop gray's kitten on c3.")).to_be_visible()


@pytest.mark.night
async def test_a_bot_that_did_not_answer_can_be_tried_again(
    house: House, visit: Visit, tmp_path: Path
) -> None:
    page = await visit(house.page.invitation(), *PHONE)
    opening = dialog(page).get_by_role("button", name="Play a friend")
    await opening.click()
    await expect(dialog(page).get_by_role("alert")).to_have_text(
        "The bot didn't answer; try again."
    )
    await save_screenshot(page, "failed")
    async with run_bot(house.playground, tmp_path / "boop.sqlite3"):
        await opening.click()
        await expect(dialog(page)).to_be_hidden()
        await expect(left_pane(page).get_by_role("button", name="c", exact=True)).to_be_visible()


@pytest.mark.night
async def test_both_windows_go_to_the_match_side_by_side(club: House, visit: Visit) -> None:
    page = await visit(club.page.invitation())
    await dialog(page).get_by_role("button", name="Play a friend").click()
    for pane in (left_pane(page), right_pane(page)):
        await expect(pane.locator(".place[aria-current]")).to_contain_text("#1 ·")
        await expect(pane.locator(".message:not(.is-private) img")).to_be_visible()
        # The rules are not here: they stand where the challenge was made.
        await expect(pane.locator(".message.is-private")).to_have_count(0)
    await page.reload()
    await expect(left_pane(page).locator(".place[aria-current]")).to_contain_text("#1 ·")
    await expect(dialog(page)).to_be_hidden()


@pytest.mark.night
async def test_a_user_who_only_looks_around_is_not_disturbed(club: House, visit: Visit) -> None:
    page = await visit(club.page.invitation())
    await dialog(page).get_by_role("button", name="Just look around").click()
    await expect(dialog(page)).to_be_hidden()
    await compose(left_pane(page), "hello")
    await page.keyboard.press("Enter")
    await expect(right_pane(page).get_by_text("hello")).to_be_visible()


async def test_a_slash_lists_first_what_newcomers_need(club: House, visit: Visit) -> None:
    page = await visit(club.page.invitation(), *PHONE)
    ada = left_pane(page)
    await dialog(page).get_by_role("button", name="Just look around").click()
    await compose(ada, "/")
    names = ada.locator(".suggestions [role=option] .suggestion-name")
    await expect(names.first).to_have_text(f"/{FIRST_COMMANDS[0]}")
    listed = await names.all_inner_texts()
    assert listed[: len(FIRST_COMMANDS)] == [f"/{name}" for name in FIRST_COMMANDS]
    roots = [name.split()[0] for name in listed[len(FIRST_COMMANDS) :]]
    assert roots == sorted(roots)
    assert listed.index("/leaderboard show") < listed.index("/leaderboard export")
    await save_screenshot(page, "slash")
    await page.keyboard.type("p")
    await expect(names.first).to_have_text("/practice")


@pytest.mark.parametrize(
    "language", sampled(["en-US", "de", "es-ES", "fr", "it", "ja", "pl", "pt-BR", "ru"], 1)
)
async def test_help_is_completely_visible_on_a_phone(
    club: House, visit: Visit, language: str
) -> None:
    club.playground.person("ada").user.locale = language
    page = await visit(club.page.invitation(), *PHONE)
    ada = left_pane(page)
    await dialog(page).get_by_role("button", name="Just look around").click()
    await compose(ada, "/help")
    await page.keyboard.press("Enter")
    await page.keyboard.press("Enter")
    helped = ada.locator(".message.is-private").last
    with speaking(Language(language)):
        labels = ["Challenge", "Play the cat", "Learn", "All commands"]
        await expect(helped.get_by_role("button")).to_contain_text(list(map(gettext, labels)))
    phone = Phone(page, ada, f"help-{language}")
    for shown in (helped.get_by_role("heading"), *await helped.locator(".button").all()):
        await phone.expect_in_view(shown)
    await phone.save_picture()

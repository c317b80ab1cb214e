"""The end of a match on a narrow phone: the picture and its buttons in view, nothing scrolled."""

import pytest
from playwright.async_api import expect

from bot.text import Language, gettext, speaking
from tests.kit.page_actions import go_to, left_pane
from tests.kit.pages import House
from tests.kit.phone import PHONE, Phone, board_of
from tests.kit.server_matches import start_match_between, turns_of
from tests.kit.tables import Table
from tests.kit.thoroughness import sampled
from tests.playground.page.conftest import Visit

pytestmark = pytest.mark.browser
RIGHT_OF_F, ABOVE_ROW_1 = 636 / 720, 84 / 804
"""Where the labels of a picture end, as fractions of its size."""
PICTURE_AND_MARK = """figure => ["img", ".alt"].map(
    part => figure.querySelector(part).getBoundingClientRect().toJSON())"""
"""The two boxes in one step, because the chat may scroll at any time."""
BUTTONS = ("Rematch", "Replay", "Analyse", "Share", "Next match")


async def test_the_end_is_read_and_answered_without_scrolling(club: House, visit: Visit) -> None:
    playground = club.playground
    ada, bob = playground.person("ada"), playground.person("bob")
    server_match = await start_match_between(playground, ada, bob, playground.channel("games"))
    page = await visit(club.page.invitation(), *PHONE)
    pane = left_pane(page)
    await pane.get_by_role("button", name="Channels").click()
    await go_to(pane, "#1 ·")
    await server_match.play(turns_of("line"))
    await playground.until(lambda: "wins" in server_match.board().text)
    phone = Phone(page, pane, "end")
    await expect(board_of(phone).get_by_role("button", name="Share")).to_be_visible()
    await phone.save_picture()
    await expect(board_of(phone)).to_contain_text("Ratings:")
    await expect(board_of(phone)).to_contain_text("against ⚪ @Bob · Turn 39: Cc6#")
    # The heading says how the match ended, and both ratings are the new ones.
    await phone.expect_in_view(
        board_of(phone).get_by_role("heading").filter(has_text="wins: three")
    )
    for words in ("1662?", "1338?"):
        await phone.expect_in_view(board_of(phone).locator("strong").filter(has_text=words).last)
    await phone.expect_in_view(board_of(phone).locator("figure img"))
    # The alt text's mark is beside the label of column f, and the title has the match's number.
    picture, mark = await board_of(phone).locator("figure").evaluate(PICTURE_AND_MARK)
    assert mark["left"] > picture["left"] + picture["width"] * RIGHT_OF_F
    assert mark["bottom"] < picture["top"] + picture["height"] * ABOVE_ROW_1
    title = pane.locator(".title")
    await expect(title).to_contain_text("#1")
    assert await title.evaluate("each => each.scrollWidth <= each.clientWidth")
    for label in BUTTONS:
        await phone.expect_in_view(board_of(phone).get_by_role("button", name=label))
    await board_of(phone).get_by_role("button", name="Rematch").click()
    await expect(pane.get_by_text("a rematch of #1")).to_be_visible()
    await phone.save_picture()


@pytest.mark.night
@pytest.mark.parametrize("language", sampled(["de", "ja"], 1))
async def test_the_result_and_the_buttons_are_in_view_in_other_languages(
    club: House, table: Table, visit: Visit, language: str
) -> None:
    playground = club.playground
    ada, bob = playground.person("ada"), playground.person("bob")
    server_match = await start_match_between(playground, ada, bob, playground.channel("games"))
    playground.world.set_locale(playground.server(), language)
    page = await visit(club.page.invitation(), *PHONE)
    pane = left_pane(page)
    await pane.get_by_role("button", name="Channels").click()
    await go_to(pane, "#1 ·")
    await server_match.advance(table.services.matches, turns_of("line"))
    with speaking(Language(language)):
        following = gettext("Next match")
    await table.pass_time(1)
    phone = Phone(page, pane, f"end-{language}")
    await phone.expect_in_view(board_of(phone).get_by_role("button", name=following))
    await phone.expect_in_view(board_of(phone).get_by_role("heading").first)
    await phone.expect_in_view(board_of(phone).locator("figure img"))
    await phone.save_picture()

"""The drawn bed of a shared match: it moves, turns, changes colours, and lets readers play on."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.async_api import Browser, Page, Response, Route, expect

from bot.match.identity import MatchId, UserId
from bot.web import pages
from tests.kit.accessible import expect_nothing_serious
from tests.kit.match_pages import path_in, request_link, serve_match_pages
from tests.kit.page_actions import open_page
from tests.kit.server_matches import SHORT_MATCH, start_match, start_match_between
from tests.kit.tables import Table

pytestmark = pytest.mark.browser
MOST_BYTES = 120_000
"""The most bytes of a page before its picture."""
HOVERED = """square => {
    const { fill, stroke } = getComputedStyle(square);
    return { isHovered: square.matches(":hover"), fill, stroke };
}"""
STROKES = "squares => [...new Set(squares.map((each) => getComputedStyle(each).stroke))]"
BEFORE_THE_PICTURE = ("document", "script", "stylesheet")


def record_responses(page: Page) -> list[Response]:
    """Return the responses that a page gets from now on, except pictures."""
    responses: list[Response] = []

    def record(response: Response) -> None:
        if response.request.resource_type in BEFORE_THE_PICTURE:
            responses.append(response)

    page.on("response", record)
    return responses


async def total_size(responses: list[Response]) -> int:
    """Return the number of bytes of these responses."""
    return sum([len(await each.body()) for each in responses])


async def open_with_bed(browser: Browser, address: str) -> Page:
    """Open a page and wait until its bed is drawn."""
    page = await open_page(browser, address)
    await expect(page.locator(".bed svg")).to_be_visible()
    await expect(page.locator(".bed img")).to_be_hidden()
    return page


@pytest.mark.night
async def test_the_bed_is_drawn_in_place_of_the_picture_without_a_shift(
    browser: Browser, address: str
) -> None:
    page = await open_page(browser, "about:blank")
    await page.add_init_script(
        "window.shifts = []; new PerformanceObserver((list) => shifts.push(...list.getEntries()"
        ".map((each) => each.value))).observe({ type: 'layout-shift', buffered: true });"
    )
    responses = record_responses(page)
    await page.goto(address)
    await expect(page.locator(".bed svg")).to_be_visible()
    await expect(page.locator(".piece")).to_have_count(3)
    await expect(page.locator(".bed svg")).to_have_attribute("aria-label", re.compile("."))
    assert await page.evaluate("window.shifts") == []
    assert 0 < await total_size(responses) <= MOST_BYTES
    await page.context.close()


async def test_the_bed_follows_the_slider(browser: Browser, address: str) -> None:
    page = await open_with_bed(browser, address)
    faults = list[str]()
    page.on("pageerror", lambda error: faults.append(str(error)))
    await page.get_by_role("slider", name="Turns").fill("1")
    await expect(page.locator(".result")).to_contain_text("Turn 1, Ada:")
    await expect(page.locator(".piece:not(.is-gone)")).to_have_count(1)
    await page.get_by_role("button", name="Sound").click()
    await page.keyboard.press("ArrowRight")
    await expect(page.locator(".result")).to_contain_text("Turn 2, Bob:")
    await expect(page.locator(".piece:not(.is-gone)")).to_have_count(2)
    await expect(page.get_by_role("slider", name="Turns")).to_have_value("2")
    assert faults == []
    await page.context.close()


@pytest.mark.night
async def test_the_bed_turns_and_follows_the_theme_of_the_device_or_another(
    browser: Browser, address: str
) -> None:
    page = await open_with_bed(browser, address)
    board = page.locator(".bed svg > image").first
    await expect(board).to_have_attribute("href", re.compile("/art/day/board.svg"))
    await page.emulate_media(color_scheme="dark")
    await expect(board).to_have_attribute("href", re.compile("/art/night/board.svg"))
    await page.get_by_role("combobox", name="Theme").select_option("plain")
    await expect(board).to_have_attribute("href", re.compile("/art/plain/board.svg"))
    first = page.locator(".bed svg text").first
    await expect(first).to_have_text("a")
    await page.get_by_role("button", name="Flip the bed").click()
    await expect(first).to_have_text("f")
    await expect_nothing_serious(page)
    await page.context.close()


@pytest.mark.night
async def test_a_reader_tries_turns_by_mouse_and_keyboard(browser: Browser, address: str) -> None:
    page = await open_with_bed(browser, address)
    await page.keyboard.press("ArrowLeft")
    await expect(page.locator(".result")).to_contain_text("Turn 2, Bob:")
    await page.get_by_role("button", name="Play on from here").click()
    says = page.locator(".trial [role=status]")
    await expect(says).to_have_text("Orange to move")
    await expect_nothing_serious(page)
    await page.get_by_role("button", name="a1", exact=True).click()
    await expect(says).to_have_text("Gray to move")
    await expect(page.locator(".piece:not(.is-gone)")).to_have_count(3)
    await page.get_by_role("button", name="f6", exact=True).focus()
    await page.keyboard.press("Enter")
    await expect(says).to_have_text("Orange to move")
    await page.get_by_role("button", name="Take back").click()
    await expect(says).to_have_text("Gray to move")
    await page.get_by_role("button", name="Back to the match").click()
    await expect(page.locator(".result")).to_contain_text("Turn 2, Bob:")
    await expect(page.locator(".piece:not(.is-gone)")).to_have_count(2)
    await page.context.close()


async def test_a_tap_leaves_no_square_marked(browser: Browser, address: str) -> None:
    """Where no pointer hovers, browsers let the element under the last tap match `:hover`."""
    context = await browser.new_context(
        viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True
    )
    page = await context.new_page()
    await page.goto(address)

    await page.keyboard.press("ArrowLeft")
    await expect(page.locator(".result")).to_contain_text("Turn 2, Bob:")
    # Not by a tap: 0.15 seconds after one, Chromium lets what was tapped match `:hover` again.
    await page.get_by_role("button", name="Play on from here").click()
    await page.get_by_role("button", name="a1", exact=True).hover()
    looks = await page.locator(".target:hover").evaluate(HOVERED)
    assert looks == {"isHovered": True, "fill": "rgba(0, 0, 0, 0)", "stroke": "none"}
    await page.get_by_role("button", name="a1", exact=True).tap()
    await expect(page.locator(".trial [role=status]")).to_have_text("Gray to move")
    # The next square has the focus, which is shown only to those who use the keyboard.
    await expect(page.get_by_role("button", name="b1", exact=True)).to_be_focused()
    assert await page.locator(".target").evaluate_all(STROKES) == ["none"]
    await context.close()


async def test_the_keyboard_keeps_the_focus_while_a_reader_plays_on(
    browser: Browser, address: str
) -> None:
    page = await open_with_bed(browser, address)
    await page.get_by_role("button", name="Play on from here").press("Enter")
    says = page.locator(".trial [role=status]")
    await expect(says).to_have_text("Gray to move")
    await page.get_by_role("button", name="a1", exact=True).press("Enter")
    await expect(says).to_have_text("Orange to move")
    await expect(page.get_by_role("button", name="b1", exact=True)).to_be_focused()
    await page.keyboard.press("Enter")
    await expect(says).to_have_text("Gray to move")
    await expect(page.get_by_role("button", name="c1", exact=True)).to_be_focused()
    undo = page.get_by_role("button", name="Take back")
    await undo.press("Enter")
    await expect(undo).to_be_focused()
    await undo.press("Enter")
    # There is nothing left to take back.
    await expect(undo).to_be_disabled()
    await expect(page.get_by_role("button", name="a1", exact=True)).to_be_focused()
    await page.context.close()


@pytest.mark.night
async def test_the_picture_stays_if_the_drawings_cannot_be_loaded(
    browser: Browser, address: str
) -> None:
    page = await open_page(browser, "about:blank")
    await page.route("**/art/**", lambda route: route.abort())
    await page.goto(address)
    await page.keyboard.press("ArrowLeft")
    await expect(page.locator(".result")).to_contain_text("Turn 2, Bob:")
    await expect(page.locator(".bed img")).to_be_visible()
    await expect(page.locator(".bed img")).to_have_attribute("src", re.compile("2.png$"))
    await page.context.close()


@pytest.mark.night
@pytest.mark.parametrize(
    ("words", "changed"),
    [
        ('data-ruleset="classic 1"', 'data-ruleset="classic 9"'),
        ('data-played="Kc3 ', 'data-played="Qc3 '),
    ],
    ids=["ruleset", "turn"],
)
async def test_the_picture_stays_where_the_rules_of_the_match_are_not_known(
    browser: Browser, address: str, words: str, changed: str
) -> None:
    page = await open_page(browser, "about:blank")

    async def change_answer(route: Route) -> None:
        answer = await route.fetch()
        text = await answer.text()
        assert words in text
        await route.fulfill(response=answer, body=text.replace(words, changed))

    await page.route(re.compile(r"/m/[^/]+/\d$"), change_answer)
    await page.goto(address)
    await page.keyboard.press("ArrowLeft")
    await expect(page.locator(".result")).to_contain_text("Turn 2, Bob:")
    await expect(page.locator(".bed img")).to_be_visible()
    await expect(page.locator(".bed img")).to_have_attribute("src", re.compile("2.png$"))
    await expect(page.locator(".bed svg")).to_have_count(0)
    await page.context.close()


@pytest.mark.night
async def test_descriptions_are_requested_once_the_slider_rests(
    browser: Browser, address: str
) -> None:
    page = await open_with_bed(browser, address)
    requests = list[str]()
    page.on("request", lambda request: requests.append(request.url))
    slider = page.get_by_role("slider", name="Turns")
    await slider.evaluate(
        "(slider) => { for (const ply of [2, 1, 0, 1]) {"
        " slider.value = ply; slider.dispatchEvent(new Event('input')); } }"
    )
    await expect(page.locator(".piece:not(.is-gone)")).to_have_count(1)
    await expect(page.locator(".result")).to_contain_text("Turn 1, Ada:")
    await expect(page).to_have_url(re.compile("/1$"))
    pages = [each for each in requests if re.search(r"/m/[^/]+/\d+$", each)]
    assert [each.rpartition("/")[2] for each in pages] == ["1"]
    await page.context.close()


@pytest.mark.night
async def test_a_seam_piece_is_laid_in_words(browser: Browser, table: Table) -> None:
    async with serve_match_pages(table) as web:
        people = table.playground.person("ada"), table.playground.person("bob")
        games = table.playground.channel("games")
        server_match = await start_match_between(table.playground, *people, games, "seam")
        await server_match.play(["Kc3"])
        orange = UserId(server_match.orange.id)
        await table.services.matches.resign(orange, MatchId(server_match.number))
        await table.pass_time(60)
        await table.playground.until(lambda: "resigned" in server_match.board().text, within=60)
        path = path_in(await request_link(server_match.gray, server_match.board()))
        page = await open_with_bed(browser, f"http://127.0.0.1:{web.port}{path}")
        await page.get_by_role("button", name="Play on from here").click()
        says = page.locator(".trial [role=status]")
        await page.get_by_role("button", name="a1", exact=True).click()
        await expect(says).to_have_text("Lay the seam piece")
        await expect(page.get_by_role("button", name="Keep in hand")).to_be_focused()
        await expect_nothing_serious(page)
        await page.get_by_role("button", name="Between c and d, from the top").click()
        await expect(says).to_have_text("Orange to move")
        await page.context.close()


@pytest.mark.night
async def test_no_turn_can_be_tried_after_a_win(browser: Browser, table: Table) -> None:
    async with serve_match_pages(table) as web:
        server_match = await start_match(table.playground)
        await server_match.advance(table.services.matches, SHORT_MATCH)
        await table.pass_time(60)
        await table.playground.until(lambda: "three cats" in server_match.board().text, within=60)
        path = path_in(await request_link(server_match.gray, server_match.board()))
        page = await open_with_bed(browser, f"http://127.0.0.1:{web.port}{path}")
        onwards = page.get_by_role("button", name="Play on from here")
        await expect(onwards).to_be_disabled()
        await page.keyboard.press("ArrowLeft")
        await expect(onwards).to_be_enabled()
        await page.context.close()


async def test_the_scripts_use_nothing_that_the_policy_forbids() -> None:
    scripts = Path(pages.__file__).with_name("scripts")
    for script in scripts.glob("*.js"):
        text = script.read_text(encoding="utf-8")
        assert not re.search(
            r"\beval\b|new Function|setAttribute\(\"style\"|http://(?!www.w3.org)", text
        )

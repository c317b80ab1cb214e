"""A turn chosen by taps on a narrow phone: the bed and every button in view, nothing scrolled."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import expect

from tests.kit.page_actions import go_to, left_pane, right_pane, send_command
from tests.kit.pages import House
from tests.kit.phone import (
    PHONE,
    SMALL_PHONE,
    Phone,
    board_of,
    label_pattern,
)
from tests.kit.server_matches import (
    TO_A_CHOICE,
    TO_BOTH_KINDS,
    TO_EIGHT_ON_THE_BED,
    start_match_between,
    turns_of,
)
from tests.kit.thoroughness import sampled
from tests.playground.page.conftest import Visit

pytestmark = pytest.mark.browser
EVERY_COLUMN = tuple("abcdef")


async def open_on_phone(
    club: House,
    visit: Visit,
    name: str,
    side: str = "left",
    size: tuple[int, int] = PHONE,
) -> Phone:
    page = await visit(club.page.invitation(), *size)
    if side == "right":
        await page.get_by_role("button", name="Bob's window").click()
    pane = left_pane(page) if side == "left" else right_pane(page)
    await pane.get_by_role("button", name="Channels").click()
    await go_to(pane, "#1 ·")
    return Phone(page, pane, name)


async def begin_and_play(club: House, turns: list[str], ruleset: str = "classic") -> None:
    ada, bob = club.playground.person("ada"), club.playground.person("bob")
    server_match = await start_match_between(
        club.playground, ada, bob, club.playground.channel("games"), ruleset, "casual"
    )
    if turns:
        await server_match.play(turns)


@pytest.mark.parametrize(
    ("name", "ruleset", "turns", "side", "taps"),
    sampled(
        [
            ("first", "classic", [], "left", ["c", "c3"]),
            ("second", "classic", ["Kc3"], "right", ["d", "d4", "Confirm"]),
            ("both", "classic", TO_BOTH_KINDS, "left", ["d", "d4", "Cat", "Confirm"]),
            ("choice", "classic", TO_A_CHOICE, "right", ["e", "e1", "B · "]),
            ("seam", "seam", ["Ke5", "Kb2"], "left", ["c", "c3", "N", "Confirm"]),
            ("recall", "scarce", None, None, None),
        ],
        3,
    ),
)
async def test_a_turn_is_chosen_without_scrolling(
    club: House,
    visit: Visit,
    name: str,
    ruleset: str,
    turns: list[str] | None,
    side: str | None,
    taps: list[str] | None,
) -> None:
    if turns is None or taps is None or side is None:
        turns, side, taps = turn_with_recall()
    await begin_and_play(club, turns, ruleset)
    phone = await open_on_phone(club, visit, name, side)
    await phone.save_picture()
    first, *more = taps
    await phone.tap(board_of(phone), first)
    for tap in more:
        await expect(phone.panel).to_be_visible()
        await phone.save_picture()
        await phone.tap(phone.panel, tap)
        # A tap on an element that is about to be replaced would be lost.
        if tap == "Cat":
            await expect(phone.panel.get_by_text("Orange cat to").first).to_be_visible()
        elif tap in EVERY_COLUMN:
            await expect(phone.panel.get_by_role("button", name=f"{tap}1")).to_be_visible()
        else:
            await expect(phone.panel.get_by_role("button", name=label_pattern(tap))).to_have_count(
                0
            )
    await expect(phone.pane.get_by_text(f"Turn {len(turns) + 1}:")).to_be_visible()
    await expect(phone.pane.locator(".message.is-private img")).to_have_count(0)
    await phone.save_picture()
    assert phone.taps == len(taps)


def turn_with_recall() -> tuple[list[str], str, list[str]]:
    """Return the turns before one that begins with a recall, its player's window, and its taps."""
    turns = turns_of("scarce")
    ply = next(index for index, text in enumerate(turns) if ">" in text and "=" not in text)
    recalled, placed = turns[ply].split(">")
    taps = [f"{recalled} ", placed[1], placed[1:3], "Confirm"]
    return turns[:ply], ("left", "right")[ply % 2], taps


async def test_a_reply_is_planned_and_a_puzzle_solved_without_scrolling(
    club: House, visit: Visit
) -> None:
    await begin_and_play(club, ["Kc3"])
    phone = await open_on_phone(club, visit, "plan")
    await send_command(phone.pane, "/plan")
    await expect(phone.panel.locator("img")).to_be_visible()
    await phone.save_picture()
    for tap, then in (
        ("Pick a turn of theirs", "plays"),
        ("d", "d1"),
        ("d4", "what do you do?"),
        ("a", "a1"),
        ("a1", "Save"),
        ("Save", "Saved"),
    ):
        await phone.tap(phone.panel, tap)
        # The columns are there at each step: a tap before the next step is drawn would count for
        # this one.
        await expect(phone.panel.get_by_text(then).last).to_be_visible()
        await phone.save_picture()
    await send_command(phone.pane, "/puzzle today")
    # The command has an option, which is left out.
    await phone.page.keyboard.press("Enter")
    await expect(phone.panel.get_by_text("★")).to_be_visible()
    phone.name, phone.steps = "puzzle", 0
    await phone.save_picture()
    offered = phone.panel.get_by_role("button", disabled=False)
    labels = await offered.all_inner_texts()
    await phone.tap(phone.panel, next(each for each in labels if len(each) == len("a")))
    await expect(phone.panel.get_by_text("pick a square")).to_be_visible()
    await phone.save_picture()
    labels = await offered.all_inner_texts()
    await phone.tap(phone.panel, next(each for each in labels if len(each) == len("a1")))
    await expect(phone.panel.get_by_text("pick a square")).to_have_count(0)
    await phone.save_picture()


@pytest.mark.night
async def test_most_of_the_bed_is_in_view_with_eight_letters_on_a_small_phone(
    club: House, visit: Visit
) -> None:
    await begin_and_play(club, TO_EIGHT_ON_THE_BED)
    phone = await open_on_phone(club, visit, "small-eight", "left", SMALL_PHONE)
    await board_of(phone).get_by_role("button", name=label_pattern("d")).click()
    await phone.panel.get_by_role("button", name=label_pattern("d1")).click()
    await expect(phone.panel.get_by_role("button", name=label_pattern("H · "))).to_be_visible()
    await phone.save_picture()
    await phone.expect_in_view(phone.panel.get_by_role("button", name=label_pattern("Back")))
    await phone.expect_share_in_view(0.5, phone.panel.locator("figure img"))


@pytest.mark.night
@pytest.mark.parametrize(
    ("name", "turns", "side", "column", "share"),
    sampled(
        [
            ("small-first", [], "left", "c", 0.7),
            ("small-one", ["Kc3"], "right", "c", 0.7),
            ("small-both", TO_BOTH_KINDS, "left", "d", 0.7),
        ],
        2,
    ),
)
async def test_most_of_the_bed_is_in_view_on_a_small_phone(
    club: House,
    visit: Visit,
    name: str,
    turns: list[str],
    side: str,
    column: str,
    share: float,
) -> None:
    await begin_and_play(club, turns)
    phone = await open_on_phone(club, visit, name, side, SMALL_PHONE)
    await board_of(phone).get_by_role("button", name=label_pattern(column)).click()
    await expect(
        phone.panel.get_by_role("button", name=label_pattern(f"{column}1"))
    ).to_be_visible()
    await phone.save_picture()
    await phone.expect_in_view(phone.panel.get_by_role("button", name=label_pattern("Back")))
    await phone.expect_share_in_view(share, phone.panel.locator("figure img"))


@pytest.mark.night
async def test_a_link_to_the_newest_board_leads_to_its_buttons(club: House, visit: Visit) -> None:
    await begin_and_play(club, ["Kc3", "Kd4"])
    phone = await open_on_phone(club, visit, "linked")
    await phone.pane.get_by_role("button", name="Channels").click()
    await go_to(phone.pane, "general")
    await send_command(phone.pane, "/games")
    await phone.panel.get_by_role("button", name="#1", exact=True).click()
    await expect(phone.pane.get_by_role("heading", level=2)).to_contain_text("#1 ·")
    await phone.expect_in_view(board_of(phone).get_by_role("button", name="More", exact=True))
    await phone.expect_in_view(board_of(phone).locator("figure img"))


@pytest.mark.night
async def test_a_users_command_scrolls_to_the_end(club: House, visit: Visit) -> None:
    await begin_and_play(club, ["Kc3", "Kd4"])
    phone = await open_on_phone(club, visit, "scrolled")
    columns = board_of(phone).get_by_role("button", name=re.compile("^f$"))
    await phone.expect_in_view(columns)
    await phone.pane.locator(".scroller").evaluate("each => { each.scrollTop = 0; }")
    await phone.page.wait_for_function(
        """() => [...document.querySelectorAll(".scroller")].some(
            each => each.scrollHeight - each.scrollTop - each.clientHeight > 80)"""
    )
    await send_command(phone.pane, "/board")
    await phone.expect_in_view(columns)
    await expect(phone.pane.get_by_role("button", name="Newer messages")).to_be_hidden()

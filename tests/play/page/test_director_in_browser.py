"""What players see after each action of the director, on the page with the real bot."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Locator, Page, expect

from bot.match.identity import GuildId
from playground import Person
from playground.page.faults import FAULTS
from playground.world import Server
from tests.kit.page_actions import (
    compose,
    go_to,
    left_pane,
    right_pane,
    send_command,
    type_into_composer,
    wait_for_board,
    wait_for_messages,
)
from tests.kit.pages import House
from tests.kit.server_matches import ServerMatch, start_match_between
from tests.kit.tables import Table, run_bot
from tests.kit.thoroughness import sampled
from tests.play.page.table_director import TableDirector
from tests.playground.page.conftest import Visit

pytestmark = pytest.mark.browser


@dataclass
class Stage:
    """A page with a match on it: Ada, on the left, is to move against Bob."""

    page: Page
    table: Table

    @property
    def server(self) -> Server:
        return self.table.playground.server()

    @property
    def ada(self) -> Locator:
        return left_pane(self.page)

    @property
    def bob(self) -> Locator:
        return right_pane(self.page)

    @property
    def result(self) -> Locator:
        return self.page.locator(".director-status")

    async def press(self, name: str) -> None:
        """Press a button of the director, and wait for its result."""
        await self.page.locator(".director").get_by_role("button", name=name, exact=True).click()
        await expect(self.result).not_to_have_text("…")

    async def choose(self, label: str, option: str) -> None:
        """Choose an option in one of the lists of the director's bar."""
        await (
            self.page.locator(".director")
            .get_by_label(label, exact=True)
            .select_option(label=option)
        )


async def wait_until_quiet(connection: ServerMatch) -> None:
    """Wait for the messages that follow a start, so that no planned fault meets them."""
    playground, games = connection.playground, connection.playground.channel("games")

    def is_pinged() -> bool:
        return any("has begun!" in seen.text for seen in connection.orange.look(connection.place))

    def has_rules(person: Person) -> bool:
        return any("How to play boop" in seen.text for seen in person.look(games))

    await playground.until(is_pinged)
    for person in (connection.orange, connection.gray):
        await playground.until(partial(has_rules, person))


@pytest_asyncio.fixture(loop_scope="session")
async def stage(house: House, visit: Visit, tmp_path: Path) -> AsyncIterator[Stage]:
    async with run_bot(house.playground, tmp_path / "boop.sqlite3") as table:
        await house.page.set_director(TableDirector(table))
        ada, bob = house.playground.person("ada"), house.playground.person("bob")
        connection = await start_match_between(
            house.playground, ada, bob, house.playground.channel("games")
        )
        await wait_until_quiet(connection)
        page = await visit(house.page.invitation())
        for pane in (left_pane(page), right_pane(page)):
            await go_to(pane, "#1 ·")
            await wait_for_board(pane, 0)
        await page.get_by_role("button", name="Director", exact=True).click()
        yield Stage(page, table)


@pytest.mark.night
async def test_timestamps_run_with_the_clock(stage: Stage) -> None:
    runs = stage.ada.locator("time[data-runs]").first
    await expect(runs).to_have_text(re.compile(r"in (2|3) days"))
    await stage.press("1 day")
    await expect(stage.result).to_have_text("1 day went by.")
    await expect(runs).to_have_text(re.compile(r"in (1 day|2 days)"))
    await stage.press("1 day")
    await stage.press("1 hour")
    await expect(runs).to_have_text(re.compile(r"in \d\d hours"))
    await expect(stage.ada.locator(".message-time").first).not_to_have_text(re.compile("^..:..$"))
    await expect(stage.page.locator(".bot-clock")).to_contain_text("2 d 1 h ahead")


async def test_a_reminder_and_a_forfeit_come_day_by_day(stage: Stage) -> None:
    await send_command(stage.ada, "/place c3")
    await expect(stage.bob.locator(".container").last).to_contain_text("Turn 1")
    await send_command(stage.bob, "/place d5")
    await expect(stage.ada.locator(".container").last).to_contain_text("Turn 2")
    for _ in range(3):
        await stage.press("1 day")
        await expect(stage.result).to_contain_text("went by")
    await expect(stage.result).to_contain_text("Time stops here")
    await expect(stage.ada.get_by_text("your time in")).to_be_visible()
    await stage.press("1 day")
    await expect(stage.bob.locator(".container").last).to_contain_text("ran out of time")


@pytest.mark.night
async def test_a_removed_member_does_not_see_the_server_until_let_back(stage: Stage) -> None:
    await stage.choose("Who", "Bob")
    await stage.press("Remove from Quilt Club")
    await expect(stage.result).to_have_text("Bob is out of Quilt Club.")
    opener = stage.page.get_by_role("button", name="Director", exact=True)
    await opener.click()
    await expect(stage.result).to_have_text("")
    await opener.click()
    server = stage.bob.get_by_role("heading", name="Quilt Club")
    await expect(server).to_have_count(0)
    await expect(stage.bob.get_by_role("heading", level=2)).to_have_text("boop")
    await expect(stage.ada.locator(".member").filter(has_text="Bob")).to_have_count(0)
    await stage.press("Add to Quilt Club")
    await expect(server).to_be_visible()
    await expect(stage.ada.locator(".member").filter(has_text="Bob")).to_be_visible()


@pytest.mark.night
async def test_a_board_that_was_deleted_is_gone_and_the_match_goes_on(stage: Stage) -> None:
    board = stage.ada.locator(".message").filter(has=stage.page.locator("img"))
    await board.locator(".more").evaluate("more => more.click()")
    await stage.ada.get_by_role("menuitem", name="Delete message, as director").click()
    await expect(board).to_have_count(0)
    await type_into_composer(stage.ada, "/place c3")
    await stage.page.keyboard.press("Enter")
    await wait_for_board(stage.ada, 1)
    await expect(stage.bob.get_by_text("it's your turn in")).to_be_visible()


@pytest.mark.night
async def test_a_click_in_an_archived_thread_opens_it(stage: Stage) -> None:
    # Otherwise the bot would open the thread at its next check, before or after the click.
    await stage.table.bot.remove_cog("Threads")
    await expect(stage.page.get_by_label("Where")).to_have_value(re.compile(r"\d+"))
    await stage.press("Archive the thread")
    await expect(stage.ada.locator(".archived")).to_have_text("archived")
    await stage.ada.get_by_role("button", name="c", exact=True).click()
    await expect(stage.ada.locator(".archived")).to_have_count(0)
    await expect(stage.ada.locator(".message.is-private")).to_be_visible()


@pytest.mark.night
@pytest.mark.parametrize("fault", [words for words, _ in FAULTS.values()])
async def test_a_turn_is_stored_even_if_its_answer_is_lost(stage: Stage, fault: str) -> None:
    await stage.choose("Answer", fault)
    await stage.press("Make them fail")
    # Not typed, because the requests for suggestions would hit the fault before the move does.
    playground = stage.table.playground
    thread = next(iter(playground.server().threads.values()))
    playground.interactions.hasten_next(3.0)
    await playground.person("ada").command("place", channel=thread, square="c3")
    moved = "Turn 1: orange kitten to c3"
    await expect(stage.page.locator(".plans li")).to_have_count(0)
    await expect(stage.bob.get_by_text(moved)).to_be_visible()
    await expect(stage.ada.get_by_text(moved)).to_be_visible()
    await expect(stage.bob.locator(".message-content").last).to_contain_text("it's your turn")
    await send_command(stage.bob, "/place d4")
    await expect(stage.ada.get_by_text("Turn 2: gray kitten to d4")).to_be_visible()


@pytest.mark.night
async def test_the_bar_is_closed_by_escape(stage: Stage) -> None:
    await expect(stage.page.get_by_role("heading", name="People")).to_be_visible()
    await stage.page.get_by_label("Where").focus()
    await stage.page.keyboard.press("Escape")
    await expect(stage.page.get_by_role("heading", name="People")).to_be_hidden()
    await expect(stage.page.get_by_role("button", name="Director", exact=True)).to_be_focused()
    await wait_for_messages(stage.ada)
    await compose(stage.ada, "still here")


@pytest.mark.parametrize("kind", sampled(["league", "cup"], 1))
async def test_a_tournament_under_way_can_be_started_for_a_server(stage: Stage, kind: str) -> None:
    await stage.choose("Where", "# general")
    await stage.press(f"Start a {kind}")
    await expect(stage.result).to_have_text(f"A {kind} of 4 has started in # general.")
    await stage.table.pass_time(3600)
    await stage.page.get_by_role("button", name="Director", exact=True).click()
    await go_to(stage.ada, "general")
    card = stage.ada.locator(".message").filter(has_text=f"Quilt {kind}").last
    await expect(card.locator("figure img")).to_be_visible()
    [tournament] = await stage.table.services.tournaments.listed(GuildId(stage.server.id))
    field = await stage.table.services.tournaments.find(tournament.id)
    assert any(not each.leg.is_open for each in field.pairings)
    assert all(each.match is not None for each in field.pairings)

"""A lesson and a puzzle by keyboard alone, and what a screen reader says about them."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.async_api import Locator, Page, expect

from bot.engine.puzzles import Puzzle, steps_of
from bot.features.learning.lesson import LessonName
from bot.features.learning.lessons import find_lesson
from bot.game import Kind, Step, Turn, legal_turns, name_of, read_turn
from bot.match.identity import GuildId, UserId
from bot.text import translate
from tests.kit.page_actions import left_pane, wait_for_messages
from tests.kit.pages import House
from tests.kit.tables import Table
from tests.playground.page.conftest import Visit

pytestmark = pytest.mark.browser
MOST_TABS = 40
"""The most presses of Tab on the way to a button of a panel."""
FOCUSED = """pane => {
    const panel = [...pane.querySelectorAll(".message.is-private")].at(-1);
    const here = document.activeElement;
    if (!panel?.contains(here)) return null;
    return {isMessage: here === panel, name: (here.ariaLabel ?? here.textContent).trim()};
}"""
"""Find the focused element of the newest panel in one step, because panels are redrawn."""
POSITION = re.compile(r"Orange: .+; in hand .+\. Gray: .+; in hand .+\. .*Orange to move\.$")
DONE = re.compile(r"Last turn: .* to [a-f][1-6].*\. (Gray to move|Orange has won|Gray has won)\.$")
PREVIEW = re.compile(r"^A preview, not played yet\. Orange: .*What would happen: .* to [a-f][1-6]")


class Keyboard:
    """A user without a mouse, whose screen reader reads what has the focus."""

    def __init__(self, page: Page, pane: Locator) -> None:
        self.page, self.pane = page, pane

    @property
    def panel(self) -> Locator:
        """The newest private panel."""
        return self.pane.locator(".message.is-private").last

    async def send(self, *words: str) -> None:
        """Type a command into the message field, which has the focus; Enter chooses each word."""
        await expect(self.pane.locator(".composer textarea")).to_be_focused()
        for word in words:
            await self.page.keyboard.type(word)
            await self.page.keyboard.press("Enter")
        await expect(self.panel).to_be_visible()

    async def press(self, name: str, then: str | re.Pattern[str]) -> None:
        """Go to a button of the panel and press it; wait for what it leads to."""
        is_inside = await self._focused() is not None
        # The panel comes before the message field.
        key, left_to_press = "Tab" if is_inside else "Shift+Tab", MOST_TABS
        while not await self._is_on(name):
            assert left_to_press, f"there is no way to {name!r} in the panel"
            await self.page.keyboard.press(key)
            left_to_press -= 1
            if key == "Tab" and await self._focused() is None:
                # Past its last button: turn back.
                key = "Shift+Tab"
        await self.page.keyboard.press("Enter")
        await expect(self.panel.locator(".text").get_by_text(then).first).to_be_visible()
        await self.expect_spoken_once()

    async def _focused(self) -> dict[str, Any] | None:
        focused: dict[str, Any] | None = await self.pane.evaluate(FOCUSED)
        return focused

    async def _is_on(self, name: str) -> bool:
        focused = await self._focused()
        return focused is not None and not focused["isMessage"] and focused["name"] == name

    async def expect_spoken_once(self) -> None:
        """Assert that the focus is kept and that a screen reader reads each picture once."""
        focused = await self._focused()
        assert focused is not None, "the focus was lost"
        spoken = await self._spoken_text() if focused["isMessage"] else ""
        for picture in await self.panel.locator("img").all():
            alt = await picture.get_attribute("alt")
            assert alt
            assert not focused["isMessage"] or spoken.count(alt) == 1

    async def _spoken_text(self) -> str:
        """Return what the browser tells a screen reader about the focused element."""
        session = await self.page.context.new_cdp_session(self.page)
        tree = await session.send("Accessibility.getFullAXTree")
        await session.detach()
        for node in tree["nodes"]:
            properties = {
                each["name"]: each["value"].get("value") for each in node.get("properties", [])
            }
            if properties.get("focused") and node["role"]["value"] == "listitem":
                return str(node["name"]["value"])
        pytest.fail("nothing is told of the message that has the focus")

    async def expect_alt(self, words: re.Pattern[str]) -> None:
        """Assert that the panel's picture has this alt text."""
        await expect(self.panel.locator("img")).to_have_attribute("alt", words)

    async def choose(self, turn: Turn, prompt: str = "pick a square") -> None:
        """Choose a turn without options, but don't complete it; the column's panel says `asked`."""
        square = name_of(turn.placement.square)
        # The kind that was chosen last is already selected.
        kind = "Cat" if turn.placement.kind is Kind.CAT else "Kitten"
        if await self.panel.get_by_role("button", name=kind, exact=True).count():
            await self.press(kind, f"Place a {kind.lower()}")
        await self.press(square[0], prompt)
        await self.expect_alt(re.compile(f"To choose in column {square[0]}: "))
        await self.press(square, re.compile(f"(kitten|cat) on {square}|leaves the bed"))


@pytest.mark.night
async def test_a_whole_lesson_is_played_by_keyboard(club: House, visit: Visit) -> None:
    lesson = find_lesson(LessonName("boop"))
    assert lesson is not None
    page = await visit(club.page.invitation())
    pane = left_pane(page)
    await wait_for_messages(pane)
    ada = Keyboard(page, pane)
    await ada.send("/learn", "")
    await expect(ada.panel).to_contain_text("Learn boop")
    await ada.press("Begin", "exercise 1 of 3")
    await ada.expect_alt(POSITION)
    await ada.choose(read_turn("Kf6"), "Boop gray's kitten")
    await ada.expect_alt(PREVIEW)
    await ada.press("Confirm", "Not yet.")
    await ada.expect_alt(DONE)
    await ada.press("Try again", "Tap a column")
    for number, exercise in enumerate(lesson.exercises, 1):
        await expect(ada.panel).to_contain_text(f"exercise {number} of 3")
        await ada.expect_alt(POSITION)
        await ada.choose(read_turn(exercise.shown), translate(exercise.task))
        await ada.expect_alt(PREVIEW)
        await ada.press("Confirm", "Right!")
        await ada.expect_alt(DONE)
        following = f"exercise {number + 1} of 3" if number < 3 else "Lesson 2 of 12"
        await ada.press("Next", following)
    await ada.press("Lessons", "1 of 12 lessons done")


async def day_without_options(table: Table, guild: GuildId, user: UserId) -> Puzzle:
    """Let days pass until no turn of the day's puzzle has options."""
    while True:
        puzzle = (await table.services.puzzles.todays(guild, user)).puzzle
        if not any(map(has_options, steps_of(puzzle)[::2])):
            return puzzle
        await table.pass_time(24 * 60 * 60)


def has_options(step: Step) -> bool:
    """Return whether this placement has more than one possible result."""
    return sum(turn.placement == step.turn.placement for turn in legal_turns(step.before)) > 1


@pytest.mark.night
async def test_a_puzzle_is_solved_by_keyboard(club: House, table: Table, visit: Visit) -> None:
    guild = GuildId(club.playground.server().id)
    puzzle = await day_without_options(table, guild, UserId(club.playground.person("ada").id))
    page = await visit(club.page.invitation())
    pane = left_pane(page)
    await wait_for_messages(pane)
    ada = Keyboard(page, pane)
    await ada.send("/puzzle today", "")
    await expect(ada.panel).to_contain_text("Puzzle of")
    seat = puzzle.position.to_move.name.capitalize()
    await ada.expect_alt(re.compile(rf"Orange: .+\. Gray: .+ {seat} to move\.$"))
    own = steps_of(puzzle)[::2]
    for number, step in enumerate(own, 1):
        await ada.choose(step.turn)
        await ada.expect_alt(re.compile("Chosen, not yet placed: "))
        await ada.press("Answer", "Solved" if number == len(own) else "Right")
        await ada.expect_alt(re.compile("Last (turn|[0-9]+ turns): "))

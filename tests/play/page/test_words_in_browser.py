"""A whole match, a lesson and a puzzle by the keyboard and in words: at most nine keys a turn."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

import pytest
from playwright.async_api import Locator, Page, expect

from bot.engine.puzzles import steps_of
from bot.features.learning.lesson import LessonName
from bot.features.learning.lessons import find_lesson
from bot.features.settings.preferences import BoardFormat
from bot.game import Kind, Turn, name_of, read_turn
from bot.match.identity import GuildId, UserId
from playground import Person
from tests.kit.page_actions import go_to, left_pane, wait_for_messages
from tests.kit.pages import House
from tests.kit.server_matches import start_match_between
from tests.kit.tables import Table
from tests.play.page.test_keyboard_in_browser import day_without_options
from tests.playground.page.conftest import Visit

pytestmark = pytest.mark.browser
MOST_KEYS = 9
"""The most keys that a turn takes."""
A_MATCH = ["Ka1", "Kf6", "Kb1", "Ke6", "Kd1", "Kf1", "Ka5", "Ka6", "Kc1", "Kc6"]
"""Turns of a match that ends by a resignation; orange's turns are typed."""


@dataclass
class Listener:
    """A user who has only a keyboard and reads no pictures."""

    page: Page
    pane: Locator
    keys: int = field(default=0)

    @property
    def panel(self) -> Locator:
        """The newest private panel."""
        return self.pane.locator(".message.is-private").last

    async def press(self, *keys: str) -> None:
        """Press keys, and count them."""
        for key in keys:
            await self.page.keyboard.press(key)
            self.keys += 1

    async def expect_text(self, words: str | re.Pattern[str]) -> None:
        """Wait until the panel has the focus and says this, and has no picture."""
        await expect(self.panel).to_contain_text(words)
        await expect(self.panel).to_be_focused()
        await expect(self.panel.locator("img")).to_have_count(0)

    async def command(self, *words: str) -> None:
        """Send a command from the message field. Its result must be announced once."""
        await self.pane.locator(".composer textarea").focus()
        for word in words:
            await self.page.keyboard.type(word)
            await self.page.keyboard.press("Enter")
        await expect(self.panel).to_be_visible()
        await expect(self.panel.locator(".thinking")).to_have_count(0)
        await self.panel.focus()

    async def type_turn(self, turn: Turn, then: str | re.Pattern[str]) -> None:
        """Type a turn that has no options, and complete it."""
        self.keys = 0
        before = await self.panel.inner_text()
        await self.press("Tab", "Enter")
        await expect(self.page.locator("dialog.form input")).to_be_focused()
        kind = "c" if turn.placement.kind is Kind.CAT else ""
        await self.press(*kind, *name_of(turn.placement.square), "Enter")
        await expect(self.page.locator("dialog.form")).to_have_count(0)
        if not await self._is_played_at_once(before, then):
            await self.press("Tab", "Enter")
        await self.expect_text(then)
        assert self.keys <= MOST_KEYS

    async def _is_played_at_once(self, before: str, words: str | re.Pattern[str]) -> bool:
        """Wait until the panel has changed; return whether a turn was played at once.

        `before` is its text until then, which may have had the same words.
        """
        unplayed = re.compile("A preview, not played yet|Chosen, not yet placed")
        pattern = words.pattern if isinstance(words, re.Pattern) else re.escape(words)
        await expect(self.panel).not_to_have_text(before, use_inner_text=True)
        await expect(self.panel).to_contain_text(re.compile(f"{unplayed.pattern}|{pattern}"))
        await expect(self.panel).to_be_focused()
        text = await self.panel.inner_text()
        return unplayed.search(text) is None


async def open_as_listener(table: Table, person: Person, visit: Visit, house: House) -> Listener:
    user = UserId(person.id)
    await table.services.preferences.prefer(user, "boards", BoardFormat.WORDS)
    page = await visit(house.page.invitation())
    pane = left_pane(page)
    await wait_for_messages(pane)
    return Listener(page, pane)


@pytest.mark.night
async def test_a_whole_match_is_played_in_words(club: House, table: Table, visit: Visit) -> None:
    playground = club.playground
    ada, bob = playground.person("ada"), playground.person("bob")
    server_match = await start_match_between(playground, ada, bob, playground.channel("games"))
    hearing = await open_as_listener(table, ada, visit, club)
    await go_to(hearing.pane, "#1 ·")
    await hearing.command("/board", "")
    await hearing.expect_text("Orange: no pieces on the bed; in hand 8 kittens.")
    for ply, text in enumerate(A_MATCH):
        turn = read_turn(text)
        if ply % 2:
            await server_match.play_one(bob, text)
        else:
            square = name_of(turn.placement.square)
            played = re.compile(rf"Last turn: orange kitten to {square}[\s\S]*Gray to move")
            await hearing.type_turn(turn, played)
    await bob.press((await server_match.press_behind_more(bob, "Resign")).shown, "Resign")
    await hearing.press("Tab", "Enter")
    await hearing.expect_text("Orange has won.")


@pytest.mark.night
async def test_the_first_turn_on_a_board_in_direct_messages_takes_as_few_keys(
    club: House, table: Table, visit: Visit
) -> None:
    playground = club.playground
    ada, bob = playground.person("ada"), playground.person("bob")
    hearing = await open_as_listener(table, ada, visit, club)
    offered = await ada.command(
        "challenge", channel=playground.channel("games"), opponent=bob, first="them", where="direct"
    )
    await bob.press(offered.shown, "Accept")
    await playground.until(lambda: all(each.direct_messages() for each in (ada, bob)))
    await bob.command("place", channel=playground.world.direct_channel(bob.user), square="c3")
    await go_to(hearing.pane, "boop")
    await expect(hearing.pane.locator(".message").last).to_contain_text("your turn")
    await hearing.pane.locator(".composer textarea").focus()
    hearing.keys = 0
    await hearing.press("ArrowUp", "Tab", "Enter")
    await expect(hearing.page.locator("dialog.form input")).to_be_focused()
    await hearing.press("d", "5", "Enter")
    await expect(hearing.panel).to_contain_text("A preview, not played yet")
    await hearing.press("ArrowUp", "Tab", "Enter")
    await playground.until(lambda: "gray kitten to d5" in ada.direct_messages()[-1].text)
    assert hearing.keys <= MOST_KEYS


@pytest.mark.night
async def test_a_lesson_is_done_in_words(club: House, table: Table, visit: Visit) -> None:
    lesson = find_lesson(LessonName("boop"))
    assert lesson is not None
    hearing = await open_as_listener(table, club.playground.person("ada"), visit, club)
    await hearing.command("/learn", "")
    await hearing.press("Tab", "Enter")
    for number, exercise in enumerate(lesson.exercises, 1):
        await hearing.expect_text(f"exercise {number} of {len(lesson.exercises)}")
        await hearing.type_turn(read_turn(exercise.shown), "Right!")
        await hearing.press("Tab", "Enter")
    await hearing.expect_text("Lesson 2 of 12")


async def test_a_puzzle_is_solved_in_words(club: House, table: Table, visit: Visit) -> None:
    ada = club.playground.person("ada")
    puzzle = await day_without_options(table, GuildId(club.playground.server().id), UserId(ada.id))
    hearing = await open_as_listener(table, ada, visit, club)
    await hearing.command("/puzzle today", "")
    own = steps_of(puzzle)[::2]
    for number, step in enumerate(own, 1):
        await hearing.type_turn(step.turn, "Solved" if number == len(own) else "Right")

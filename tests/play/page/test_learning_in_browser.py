"""Lessons and rules on a phone: the text and every button are in view without scrolling."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from bot.features.learning.lesson import LessonName
from bot.features.learning.lessons import find_lesson, lessons_of
from bot.game import CLASSIC
from bot.text import Language, speaking, translate
from cogs.help.rule_pages import PAGES
from playground import SeenMessage
from tests.kit.page_actions import left_pane
from tests.kit.pages import House
from tests.kit.phone import PHONE, SMALL_PHONE, Phone
from tests.kit.tables import Table
from tests.kit.thoroughness import sampled
from tests.playground.page.conftest import Visit

pytestmark = pytest.mark.browser
MOST_OF_THE_BED = 0.75
HARDEST = ("boop", "cats-stay", "which-three")
"""The lessons with the longest explanations, or with another kind to choose."""


@pytest.mark.parametrize("size", sampled([(PHONE,), (SMALL_PHONE,)], 1), ids=["phone", "small"])
@pytest.mark.parametrize("language", sampled(["en-US", "de", "ja"], 1))
async def test_the_text_of_a_lesson_is_in_view_with_its_buttons(
    club: House, table: Table, visit: Visit, language: str, size: tuple[int, int]
) -> None:
    ada, games = club.playground.person("ada"), club.playground.channel("games")
    ada.user.locale = language
    page = await visit(club.page.invitation(), *size)
    phone = Phone(page, left_pane(page), f"lessons-{language}-{size[0]}")
    await expect(phone.pane.locator(".composer textarea")).to_be_visible()

    async def expect_readable(words: str, shown: SeenMessage) -> None:
        text = phone.panel.locator(".text").filter(has_text=words.replace("**", "")).last
        await phone.expect_in_view(text)
        # The other buttons are between these two.
        for button in (shown.buttons[0], shown.buttons[-1]):
            named = phone.panel.get_by_role("button", name=button.label, exact=True)
            await phone.expect_in_view(named)
        await phone.save_picture()

    path = await ada.command("learn", channel=games)
    menu = path.shown.selects[0].custom_id
    for name in HARDEST:
        lesson = find_lesson(LessonName(name))
        assert lesson is not None
        assert lesson in lessons_of(CLASSIC)
        panel = await ada.select(path.shown, menu, [name])
        with speaking(Language(language)):
            about = translate(lesson.exercises[0].about)
        await expect_readable(about, panel.shown)
        if size == PHONE:
            await phone.expect_share_in_view(MOST_OF_THE_BED, phone.panel.locator("figure img"))
        path = await ada.press(panel.shown, panel.shown.buttons[-1].label)


@pytest.mark.parametrize("language", sampled(["en-US", "de", "ja"], 2))
async def test_the_text_of_the_rules_is_in_view_with_the_buttons(
    club: House, table: Table, visit: Visit, language: str
) -> None:
    ada, games = club.playground.person("ada"), club.playground.channel("games")
    ada.user.locale = language
    page = await visit(club.page.invitation(), *PHONE)
    phone = Phone(page, left_pane(page), f"rules-{language}")
    await expect(phone.pane.locator(".composer textarea")).to_be_visible()
    answer = await ada.command("rules", channel=games)
    for number, rules in enumerate(PAGES["classic"][:4]):
        if number:
            answer = await ada.press(answer.shown, answer.shown.buttons[1].label)
        with speaking(Language(language)):
            said = rules.text.splitlines()[0][:20]
        await phone.expect_in_view(phone.panel.locator(".text").filter(has_text=said).last)
        for button in answer.shown.buttons:
            named = phone.panel.get_by_role("button", name=button.label, exact=True)
            await phone.expect_in_view(named)
        await phone.save_picture()

"""The list of players who want a match, on a narrow phone: every button is in view."""

from dataclasses import replace

import pytest
from playwright.async_api import expect

from bot.match.identity import ChannelId, GuildId
from bot.text import Language
from tests.kit.page_actions import go_to, left_pane
from tests.kit.pages import House
from tests.kit.phone import PHONE, SMALL_PHONE, Phone
from tests.kit.tables import Table
from tests.kit.thoroughness import sampled
from tests.playground.page.conftest import Visit

pytestmark = pytest.mark.browser


@pytest.mark.parametrize(
    ("language", "size", "labels"),
    sampled(
        [
            ("en-GB", PHONE, ("I want to play", "My terms…")),
            ("de", SMALL_PHONE, ("Ich möchte spielen", "Meine Bedingungen …")),
        ],
        1,
    ),
)
async def test_a_user_joins_the_list_without_scrolling(
    club: House,
    table: Table,
    visit: Visit,
    language: str,
    size: tuple[int, int],
    labels: tuple[str, ...],
) -> None:
    playground = club.playground
    general = playground.channel("general")
    guild = GuildId(playground.server().id)
    await table.services.settings.change(
        guild,
        lambda before: replace(
            before, lobby_channel=ChannelId(general.id), language=Language(language)
        ),
    )
    page = await visit(club.page.invitation(), *size)
    pane = left_pane(page)
    await pane.get_by_role("button", name="Channels").click()
    await go_to(pane, "general")
    panel = pane.locator(".message:not(.is-private)").last
    want = panel.get_by_role("button", name=labels[0])
    await expect(want).to_be_visible()
    phone = Phone(page, pane, f"lobby-{language}-{size[0]}")
    await phone.save_picture()
    for label in labels:
        await phone.expect_in_view(panel.get_by_role("button", name=label))
    await want.click()
    await expect(phone.panel).to_be_visible()
    await table.pass_time(60)
    await table.services.jobs.run_due()
    await expect(panel.locator("li")).to_have_count(1)
    await phone.save_picture()

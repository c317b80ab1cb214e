"""A replay on a phone: the board that a tap changes and the text about it stay in view."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from bot.engine.analysis import Analysis, JudgedTurn, edition_of, write_analysis
from bot.engine.reasons import ForcesWin, PushesOff
from bot.features.analysis.service import keep
from bot.game import Seat, WinBy, read_turn
from bot.match.identity import MatchId, UserId
from bot.text import Language, gettext, pgettext, speaking, translations
from playground import SeenMessage
from tests.kit.page_actions import go_to, left_pane
from tests.kit.pages import House
from tests.kit.phone import PHONE, Phone
from tests.kit.server_matches import TO_BOTH_KINDS, start_match_between
from tests.kit.tables import Table
from tests.playground.page.conftest import Visit

pytestmark = pytest.mark.browser


async def lost_match(club: House, table: Table) -> None:
    """Play some turns and let orange resign."""
    playground = club.playground
    ada, bob = playground.person("ada"), playground.person("bob")
    server_match = await start_match_between(
        playground, ada, bob, playground.channel("games"), stakes="casual"
    )
    await server_match.advance(table.services.matches, TO_BOTH_KINDS)
    await table.services.matches.resign(UserId(ada.id), MatchId(server_match.number))
    await table.pass_time(60)


@pytest.mark.night
@pytest.mark.parametrize("language", ["en-US", "de", "ja"])
async def test_changes_by_a_tap_in_a_replay_are_in_view(
    club: House, table: Table, visit: Visit, language: str
) -> None:
    await lost_match(club, table)
    ada, general = club.playground.person("ada"), club.playground.channel("general")
    ada.user.locale = language
    page = await visit(club.page.invitation(), *PHONE)
    pane = left_pane(page)
    await pane.get_by_role("button", name="Channels").click()
    await go_to(pane, "general")
    phone = Phone(page, pane, f"replay-{language}")

    async def expect_in_view(label: str) -> SeenMessage:
        """Wait until the bed and a button are in view, and so is the text between them."""
        await expect(phone.panel.get_by_role("button", name=label)).to_be_visible()
        await phone.save_picture()
        await phone.expect_in_view(phone.panel.locator("figure img"))
        await phone.expect_in_view(phone.panel.get_by_role("button", name=label))
        shown = ada.see(viewer)
        assert shown is not None
        return shown

    with speaking(Language(language)):
        forward, analyse, mistake = map(gettext, ("Forward", "Analyse", "Next mistake"))
        better, played = (pgettext("on a button, a turn", each) for each in ("Better", "Played"))
    viewer = (await ada.command("replay", channel=general, match="1")).shown
    for ply in range(1, 6):
        viewer = (await ada.press(viewer, forward)).shown
        await expect(phone.panel.locator(f'img[src*="replay-1-{ply}."]')).to_be_visible()
        await expect_in_view(analyse)
    await ada.press(viewer, analyse)
    await ada.press(await expect_in_view(better), mistake)
    await ada.press(await expect_in_view(better), better)
    await expect_in_view(played)


async def keep_analysis(table: Table, better: JudgedTurn) -> None:
    """Store an analysis of the first match in which only the last turn could be better."""
    services, number = table.services, MatchId(1)
    record = await services.replays.record(number)
    played = [
        JudgedTurn(step.before.to_move, step.turn, 0, (step.turn,), 0) for step in record.steps
    ]
    analysis = Analysis(0, (*played[:-1], better))
    async with table.database.writing() as writing:
        edition = edition_of(record.start.ruleset)
        await keep(writing, number, edition, write_analysis(analysis), services.clock.now())


async def test_the_longest_texts_about_a_turn_leave_the_bed_in_view_in_all_languages(
    club: House, table: Table, visit: Visit
) -> None:
    playground = club.playground
    ada, bob = playground.person("ada"), playground.person("bob")
    general = playground.channel("general")
    server_match = await start_match_between(
        playground, ada, bob, playground.channel("games"), stakes="casual"
    )
    *before, graduation = TO_BOTH_KINDS[:5]
    await server_match.advance(table.services.matches, [*before, "Kf1"])
    await table.services.matches.resign(UserId(bob.id), MatchId(server_match.number))
    await table.pass_time(60)
    line = tuple(map(read_turn, [graduation, "Ka6", "Kf1", "Ka1"]))
    reasons = ForcesWin(WinBy.FULL_BED), PushesOff(2, 1)
    await keep_analysis(table, JudgedTurn(Seat.ORANGE, read_turn("Kf1"), -300, line, 500, reasons))
    page = await visit(club.page.invitation(), *PHONE)
    pane = left_pane(page)
    await pane.get_by_role("button", name="Channels").click()
    await go_to(pane, "general")
    for language in ("en-US", *map(str, translations())):
        ada.user.locale = language
        with speaking(Language(language)):
            mistake = gettext("Next mistake")
            better, played = (
                pgettext("on a button, a turn", each) for each in ("Better", "Played")
            )
        phone = Phone(page, pane, f"longest-{language}")
        viewer = (await ada.command("replay", channel=general, match="1")).shown
        for action, back in ((mistake, better), (better, played)):
            viewer = (await ada.press(viewer, action)).shown
            await expect(phone.panel.get_by_role("button", name=back, exact=True)).to_be_enabled()
            await phone.save_picture()
            await phone.expect_in_view(phone.panel.locator("figure img"))
            await phone.expect_in_view(phone.panel.get_by_role("button", name=back, exact=True))

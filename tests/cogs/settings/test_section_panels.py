"""The panels of the sections of a server's settings."""

from dataclasses import replace

import pytest

from bot.features.settings.server import HEADINGS, Section, ServerSettings
from bot.match.identity import ChannelId
from bot.text import translate
from cogs.settings.controls import SettingsView
from cogs.settings.views import section_panel
from tests.cogs.texts import text_of
from tests.kit.matches import NOON

ALL_SHOWN = replace(ServerSettings(), digest_channel=ChannelId(1), puzzle_channel=ChannelId(2))


@pytest.mark.parametrize("section", Section)
def test_no_setting_repeats_the_heading_of_its_panel(section: Section) -> None:
    heading = translate(HEADINGS[section].title)
    text = text_of(section_panel(section, SettingsView(ALL_SHOWN, now=NOON)))
    first, *others = text.split("\n")
    assert first == f"### {heading}"
    named = [line for line in others if line.startswith(("**", heading))]
    assert [line for line in named if heading in line or "on the web" in line] == []


def test_a_time_zone_below_its_heading_is_shown_with_its_time() -> None:
    text = text_of(section_panel(Section.CLOCK, SettingsView(ServerSettings(), now=NOON)))
    assert "\nUTC: it's 08:00 there now." in text

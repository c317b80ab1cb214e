"""The panels of the sections of a server's settings."""

from dataclasses import replace

import discord
import pytest

from bot.features.settings.declaration import Switch
from bot.features.settings.preferences import PREFERENCES, Preferences
from bot.features.settings.server import HEADINGS, SERVER_SETTINGS, Section, ServerSettings
from bot.match.identity import ChannelId
from bot.text import translate
from cogs.settings.controls import SettingsScope, SettingsView, items_of
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
    shown = [each for each in SERVER_SETTINGS.values() if each.section is section]
    titles = [translate(each.title) for each in shown if not each.is_headed]
    assert [title for title in titles if title in heading] == []


@pytest.mark.parametrize(
    "name", ["venue", "zone", "lobby_channel", "players", "winners", "start_events", "language"]
)
def test_a_setting_of_any_kind_is_shown_without_its_title_below_a_heading_that_says_it(
    name: str,
) -> None:
    setting, shown = SERVER_SETTINGS[name], SettingsView(ALL_SHOWN, now=NOON)
    title = translate(setting.title)
    for is_headed in (False, True):
        each = replace(setting, is_headed=is_headed)
        items = items_of([each], shown, SettingsScope.SERVER)
        texts = [item.content for item in items if isinstance(item, discord.ui.TextDisplay)]
        assert any(title in text for text in texts) is not is_headed


def test_a_switch_below_its_heading_is_shown_by_its_value() -> None:
    switch = next(each for each in PREFERENCES.values() if isinstance(each.kind, Switch))
    for is_headed in (False, True):
        each = replace(switch, is_headed=is_headed)
        first, *_ = items_of([each], SettingsView(Preferences()), SettingsScope.PERSON)
        assert isinstance(first, discord.ui.TextDisplay)
        assert (translate(switch.title) in first.content) is not is_headed
        assert first.content


def test_a_time_zone_below_its_heading_is_shown_with_its_time() -> None:
    text = text_of(section_panel(Section.CLOCK, SettingsView(ServerSettings(), now=NOON)))
    assert "\nUTC: it's 08:00 there now." in text

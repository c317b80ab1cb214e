"""Each choice of a setting reads back as it was chosen."""

from dataclasses import fields, replace

import pytest

from bot.features.settings.declaration import (
    Channel,
    Choices,
    FromCatalogue,
    Number,
    RoleChoice,
    Setting,
)
from bot.features.settings.server import HEADINGS, SERVER_SETTINGS, Section, ServerSettings
from bot.match.clock import DAY, HOUR, Bank
from bot.match.identity import Seconds
from cogs.core.codecs import DecodeError
from cogs.settings.cog import with_limits
from cogs.settings.controls import NotInBounds, chosen_option, options_of, read_choice

DEFAULTS = ServerSettings()
LISTED = [
    each for each in SERVER_SETTINGS.values() if isinstance(each.kind, Choices | FromCatalogue)
]
UNLISTED = [
    each
    for each in SERVER_SETTINGS.values()
    if isinstance(each.kind, Channel | RoleChoice | Number)
]
NUMBERS = [each for each in UNLISTED if isinstance(each.kind, Number)]


def setting_name(setting: Setting) -> str:
    return setting.name


def test_every_field_is_declared_and_every_section_has_a_heading() -> None:
    assert set(SERVER_SETTINGS) == {each.name for each in fields(ServerSettings)}
    assert set(HEADINGS) == set(Section) == {each.section for each in SERVER_SETTINGS.values()}
    assert {each.needs for each in SERVER_SETTINGS.values()} - {None} <= set(SERVER_SETTINGS)


@pytest.mark.parametrize("setting", LISTED, ids=setting_name)
def test_every_choice_can_be_set_and_is_marked_as_chosen(setting: Setting) -> None:
    for option in options_of(setting, DEFAULTS):
        settings = setting.put(DEFAULTS, read_choice(setting, DEFAULTS, option.key))
        assert chosen_option(setting, settings) == option


@pytest.mark.parametrize("setting", LISTED, ids=setting_name)
def test_the_choices_of_a_setting_differ_and_fit_a_menu(setting: Setting) -> None:
    options = options_of(setting, DEFAULTS)
    assert 2 <= len(options) <= 25
    assert len({each.key for each in options}) == len({each.label for each in options})
    assert all(len(each.label) <= 100 and len(each.about or "") <= 100 for each in options)
    set_so = {setting.put(DEFAULTS, each.value) for each in options}
    assert len(set_so) == len(options)


def test_a_time_that_is_no_longer_offered_is_still_shown() -> None:
    settings = replace(DEFAULTS, time=Bank(Seconds(9 * DAY), HOUR, Seconds(19 * DAY)))
    assert "9 days" in chosen_option(SERVER_SETTINGS["time"], settings).label
    assert len(options_of(SERVER_SETTINGS["time"], settings)) <= 25


def test_a_season_length_that_is_no_longer_offered_is_still_shown() -> None:
    settings = replace(DEFAULTS, season_days=45)
    assert chosen_option(SERVER_SETTINGS["season_days"], settings).label == "45 days"


@pytest.mark.parametrize("setting", LISTED, ids=setting_name)
def test_values_outside_the_list_are_not_set(setting: Setting) -> None:
    with pytest.raises(DecodeError, match="attic"):
        read_choice(setting, DEFAULTS, "attic")


@pytest.mark.parametrize("setting", UNLISTED, ids=setting_name)
def test_channels_roles_and_numbers_have_no_list(setting: Setting) -> None:
    with pytest.raises(LookupError, match="not chosen from a list"):
        options_of(setting, DEFAULTS)


@pytest.mark.parametrize("setting", NUMBERS, ids=setting_name)
def test_each_number_can_be_set_only_within_its_bounds(setting: Setting) -> None:
    assert isinstance(setting.kind, Number)
    for number in (setting.kind.least, setting.kind.most):
        assert with_limits(DEFAULTS, {setting.name: f" {number} "}) == setting.put(DEFAULTS, number)
    for text in (str(setting.kind.least - 1), str(setting.kind.most + 1), "1.5", "many", "3x", ""):
        with pytest.raises(NotInBounds):
            with_limits(DEFAULTS, {setting.name: text})
    assert with_limits(DEFAULTS, {}) == DEFAULTS

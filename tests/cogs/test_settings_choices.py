"""What can be chosen for each setting reads back as what was chosen."""

from dataclasses import replace

import pytest

from bot.features.settings.server import ServerSettings
from bot.match.clock import DAY, HOUR, Bank
from bot.match.identity import Seconds
from cogs.settings.choices import LISTED, Setting, chosen_from_list, label_of, options_of

UNLISTED = (Setting.GAMES, Setting.PLAYERS, Setting.LOG, Setting.DIGEST, Setting.PUZZLE)


@pytest.mark.parametrize("setting", LISTED)
def test_every_choice_is_set_and_marked(setting: Setting) -> None:
    for option in options_of(setting, ServerSettings()):
        settings = chosen_from_list(setting, ServerSettings(), option.value)
        assert label_of(setting, settings) == option.label
        assert [each.value for each in options_of(setting, settings) if each.default] == [
            option.value
        ]


@pytest.mark.parametrize("setting", LISTED)
def test_choices_differ_and_fit(setting: Setting) -> None:
    options = options_of(setting, ServerSettings())
    assert 2 <= len(options) <= 25
    assert len({each.value for each in options}) == len({each.label for each in options})
    set_so = {chosen_from_list(setting, ServerSettings(), each.value) for each in options}
    assert len(set_so) == len(options)


def test_a_time_that_is_offered_no_more_is_still_shown() -> None:
    settings = replace(ServerSettings(), time=Bank(Seconds(9 * DAY), HOUR, Seconds(19 * DAY)))
    assert "9 days" in label_of(Setting.TIME, settings)
    assert len(options_of(Setting.TIME, settings)) <= 25


def test_a_length_of_seasons_that_is_offered_no_more_is_still_shown() -> None:
    assert label_of(Setting.SEASON, replace(ServerSettings(), season_days=45)) == "45 days"


@pytest.mark.parametrize("setting", LISTED)
def test_what_is_not_in_the_list_is_not_set(setting: Setting) -> None:
    with pytest.raises(ValueError, match=r"\S"):
        chosen_from_list(setting, ServerSettings(), "attic")


@pytest.mark.parametrize("setting", UNLISTED)
def test_channels_and_roles_have_no_list(setting: Setting) -> None:
    with pytest.raises(LookupError, match="not chosen from a list"):
        options_of(setting, ServerSettings())

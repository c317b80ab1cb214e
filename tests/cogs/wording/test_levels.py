"""The levels as users see them: each has a name, a face and a style."""

import sys

import pytest

from bot.engine import LEVELS
from bot.features.practice.service import levels_offered
from cogs.wording.levels import level_in_full, level_mark, level_name, level_style

NUMBERS = [level.number for level in LEVELS]


def test_each_level_has_its_own_name_face_and_style() -> None:
    for words_of in (level_name, level_mark, level_style):
        assert len({words_of(number) for number in NUMBERS}) == len(LEVELS)


def test_a_level_is_called_by_its_face_its_name_and_its_number() -> None:
    assert level_in_full(6) == "😾 Duchess (level 6)"


@pytest.mark.parametrize("number", [0, 9])
def test_an_unknown_level_has_no_name(number: int) -> None:
    with pytest.raises(LookupError, match=f"no level {number}"):
        level_name(number)


def test_listing_the_levels_does_not_load_compiled_code() -> None:
    before = "numba" in sys.modules
    levels_offered()
    assert ("numba" in sys.modules) is before

"""The levels of the opponent for people: each a cat with a name, a face and a manner."""

from typing import Final

from bot.engine import LEVELS, level_of
from bot.match.practice import LevelNumber
from bot.text import N_, gettext, translate

_MARKS: Final = {1: "🐱", 2: "😽", 3: "😺", 4: "😸", 5: "😼", 6: "😾", 7: "🐯", 8: "🦁"}
_MANNERS: Final = {
    1: N_("plays with the wool and lets you win"),
    2: N_("means well, and overlooks a lot"),
    3: N_("sees a line coming, most of the time"),
    4: N_("looks before every turn, but only one ahead"),
    5: N_("waits for your first slip"),
    6: N_("plans ahead and seldom errs"),
    7: N_("thinks hard: you will have to, too"),
    8: N_("sees further than anybody I know"),
}

LOWEST: Final = LevelNumber(LEVELS[0].number)


def level_name(number: int) -> str:
    """Return the name of a level's cat. A `LookupError` where there is no such level."""
    return level_of(number).name


def level_mark(number: int) -> str:
    """Return the face of a level's cat, an emoji of its own for each."""
    return _MARKS[number]


def level_manner(number: int) -> str:
    """Say in a few words what it is like to play a level, without its name."""
    return translate(_MANNERS[number])


def level_called(number: int) -> str:
    """Return a level's face and name, as `😾 Duchess`."""
    return f"{level_mark(number)} {level_name(number)}"


def level_in_full(number: int) -> str:
    """Return a level's face, name and number, as `😾 Duchess (level 6)`."""
    return gettext("{cat} (level {number})", cat=level_called(number), number=number)

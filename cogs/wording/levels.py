"""The cats of the levels of the bot: names, emoji and styles."""

from typing import Final

from bot.engine import LEVELS, level_of
from bot.match.terms import LevelNumber
from bot.text import N_, gettext, translate

_FACES: Final = {1: "🐱", 2: "😽", 3: "😺", 4: "😸", 5: "😼", 6: "😾", 7: "🐯", 8: "🦁"}
_STYLES: Final = {
    1: N_("plays with the wool and lets you win"),
    2: N_("means well, and overlooks a lot"),
    3: N_("sees a line coming, most of the time"),
    4: N_("looks before every turn, but only one ahead"),
    5: N_("waits for your first slip"),
    6: N_("plans ahead and rarely slips"),
    7: N_("thinks hard, and so will you"),
    8: N_("sees further than anyone I know"),
}
LOWEST: Final = LevelNumber(LEVELS[0].number)


def level_name(number: int) -> str:
    """Return the name of the cat of a level. Raise `LookupError` for an unknown level."""
    return level_of(number).name


def level_mark(number: int) -> str:
    """Return the emoji of the cat of a level. Each level has a different one."""
    return _FACES[number]


def level_style(number: int) -> str:
    """Return in a few words how a level plays, without its name."""
    return translate(_STYLES[number])


def level_called(number: int) -> str:
    """Return the emoji and name of a level: `😾 Duchess`."""
    return f"{level_mark(number)} {level_name(number)}"


def level_in_full(number: int) -> str:
    """Return the emoji, name and number of a level: `😾 Duchess (level 6)`."""
    return gettext("{cat} (level {number})", cat=level_called(number), number=number)

"""Themes: the looks of pictures, which each user and each server can choose."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from bot.text import N_, Message
from render.palette import COLOUR_BLIND, DAY, NIGHT, PLAIN, Palette


class UnknownThemeError(LookupError):
    """There is no theme of that name."""

    def __init__(self, name: str) -> None:
        super().__init__(f"there is no theme {name!r}; there are {', '.join(THEMES)}")
        self.name = name


@dataclass(frozen=True, slots=True, eq=False)
class Theme:
    """A palette, and the drawings that this theme replaces.

    `name` is stored and typed; `title` and `about` are shown to users. `own` maps the name of each
    replaced drawing to the name of its replacement. Themes are compared by identity; a theme of
    `THEMES` that is sent to another process becomes the same theme there.
    """

    name: str
    title: Message
    about: Message
    palette: Palette
    own: Mapping[str, str]

    def drawing(self, name: str) -> str:
        """Return the name of the sprite that this theme shows for a drawing."""
        return self.own.get(name, name)

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return theme_named, (self.name,)


_NOTHING: Final[Mapping[str, str]] = MappingProxyType({})

_PIECES: Final = ("orange_kitten", "orange_cat", "gray_kitten", "gray_cat")
_VIEWS: Final = ("", "_asleep", "_pool", "_asleep_pool", "_falls_north", "_falls_northeast")
_BOLD: Final = {f"{piece}{view}": f"bold_{piece}{view}" for piece in _PIECES for view in _VIEWS}

DAY_QUILT: Final = Theme("day", N_("Day quilt"), N_("cream and mint by daylight"), DAY, _NOTHING)
NIGHT_QUILT: Final = Theme(
    "night",
    N_("Night quilt"),
    N_("deep blue by moonlight, easy on the eyes"),
    NIGHT,
    MappingProxyType({"board": "board_night"}),
)
COLOUR_BLIND_QUILT: Final = Theme(
    "colour-blind",
    N_("For colour-blind eyes"),
    N_("light orange and dark gray, told apart by lightness"),
    COLOUR_BLIND,
    _NOTHING,
)
PLAIN_BED: Final = Theme(
    "plain",
    N_("Plain, high contrast"),
    N_("flat squares and bold outlines"),
    PLAIN,
    MappingProxyType({"board": "board_plain", **_BOLD}),
)

THEMES: Final[Mapping[str, Theme]] = MappingProxyType(
    {theme.name: theme for theme in (DAY_QUILT, NIGHT_QUILT, COLOUR_BLIND_QUILT, PLAIN_BED)}
)
"""The themes by name; the first one is the default."""


def theme_named(name: str) -> Theme:
    """Return the theme of that name. Raise `UnknownThemeError` if there is none."""
    try:
        return THEMES[name]
    except KeyError:
        raise UnknownThemeError(name) from None

"""Time zones by the names of the tz database, found as people type them."""

from difflib import get_close_matches
from functools import lru_cache
from importlib.resources import files
from typing import Final
from zoneinfo import ZoneInfo

from bot.host.errors import UnknownTimeZone

MOST_NEAR: Final = 3

_NAMES: Final = tuple(
    name for name in files("tzdata").joinpath("zones").read_text("utf-8").split("\n") if name
)


def _plain(text: str) -> str:
    return " ".join(text.replace("_", " ").split()).casefold()


_BY_NAME: Final = {_plain(name): name for name in _NAMES}


@lru_cache(maxsize=len(_NAMES))
def zone_of(name: str) -> ZoneInfo:
    """Give a time zone by its exact name."""
    return ZoneInfo(name)


def zone_named(text: str) -> str:
    """Give the name of the zone that somebody means: the whole of it, or its city alone.

    Raises `UnknownTimeZone` with the nearest names.
    """
    wanted = _plain(text)
    if wanted in _BY_NAME:
        return _BY_NAME[wanted]
    cities = [name for plain, name in _BY_NAME.items() if plain.rpartition("/")[2] == wanted]
    if len(cities) == 1:
        return cities[0]
    raise UnknownTimeZone(text, tuple(sorted(cities)[:MOST_NEAR]) or _near(wanted))


def _near(wanted: str) -> tuple[str, ...]:
    by_city = {plain.rpartition("/")[2]: name for plain, name in _BY_NAME.items()}
    within = [name for plain, name in _BY_NAME.items() if len(wanted) > 1 and wanted in plain]
    alike = get_close_matches(wanted, [*_BY_NAME, *by_city], MOST_NEAR)
    found = [*within, *(_BY_NAME.get(plain) or by_city[plain] for plain in alike)]
    return tuple(dict.fromkeys(found))[:MOST_NEAR]

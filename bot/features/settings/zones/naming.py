"""Reading a time zone as people write it: a city, a country, an abbreviation or an offset."""

import asyncio
import re
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Final

from bot.features.matches.errors import ServiceRefusal
from bot.features.settings.zones.local_time import UTC_NAME, Offset
from bot.features.settings.zones.places import NAMES, fold, listed_in, places
from bot.text import N_, AnyOf, Message, Typed
from bot.text.folding import folded

ZoneName = Annotated[str, "the name of a time zone"]


class ZoneRefusal(ServiceRefusal):
    """The base of refusals of a text as a time zone."""

    offered: tuple[str, ...] = ()
    """The zones that may be meant."""


@dataclass(eq=False, slots=True)
class UnknownTimeZone(ZoneRefusal):
    """No place or time zone has this name; `offered` are zones with a similar name, if any."""

    message = N_("I don't know a city or time zone {text}. Did you mean {offered}?")
    # Translators: name a city and a zone where your language is spoken.
    nothing_near = N_(
        "I don't know a city or time zone {text}. Write the nearest large city, a time zone like "
        "`Europe/Berlin`, or an offset like `UTC+2`."
    )

    text: Typed
    offered: AnyOf[ZoneName] = ()

    def choose_message(self) -> Message:
        """Return the sentence with the similar names, if there are any."""
        return self.message if self.offered else self.nothing_near


@dataclass(eq=False, slots=True)
class SeveralTimeZones(ZoneRefusal):
    """The name stands for several zones: an abbreviation, a large country, a common city name."""

    message = N_("{text} can mean several time zones: {offered}. Which one is yours?")

    text: Typed
    offered: AnyOf[ZoneName]


@dataclass(eq=False, slots=True)
class UnreadableOffset(ZoneRefusal):
    """The text looks like an offset, but no time zone has this offset."""

    message = N_(
        "{text} isn't an offset of any clock. Write it like `UTC+2` or `UTC-3:30`, from `UTC-12` "
        "to `UTC+14`, or name your city."
    )

    text: Typed


_NOT_ZONES: Final = frozenset({"Factory"})
"""Names of the tz database that are not time zones."""
_FROM_UTC: Final = re.compile(
    r"(?:etc/)?(?:utc?|gmt|ut|z(?=\s*[+-]))\s*/?\s*(?:gmt|utc)?\s*(?=[+-]|\d)"
)
_OFFSET: Final = re.compile(
    r"([+-])\s*(\d{1,2}?)(?:\s*([:.,h])\s*(\d{1,2})|(\d\d))?\s*(?:h|hours?)?"
)
_BY_WINDOWS: Final = re.compile(r"\((?:utc|gmt)(?:[+-]\d\d:\d\d)?\)\s*(?=\w)", re.I)
"""The offset before the cities of a zone in the settings of Windows; it ignores summer time."""
_PARTS_OF_AN_HOUR: Final = {"0": 0, "00": 0, "25": 15, "5": 30, "50": 30, "75": 45}
"""The minutes for the digits after a decimal point."""
_MINUTES: Final = frozenset({0, 15, 30, 45})
_EASTERNMOST: Final = 14 * 60
_WESTERNMOST: Final = -12 * 60
_TZ_OFFSET: Final = re.compile(r"etc/gmt([+-])(\d{1,2})")
_FEWEST_LETTERS: Final = 6
"""The fewest letters of a name that is corrected; shorter ones resemble too many others."""
_MOST_OFFERED: Final = 3


def zone_named(text: str) -> str:
    """Return the stored form of the zone that a text stands for.

    That is the name of a zone in the tz database, or an offset such as `UTC+05:30`. Raise a
    `ZoneRefusal` if the text stands for no zone or for several.
    """
    written = _BY_WINDOWS.sub("", text.strip(), count=1)
    typed, plain = " ".join(written.split()), " ".join(folded(written).split())
    offset = _offset_named(plain.casefold(), text)
    if offset is not None:
        return offset
    zones = _zones_named(typed) or _zones_named(plain)
    if not zones:
        raise UnknownTimeZone(text, _part_of(typed) or _misspelt_zones(fold(typed)))
    if len(zones) > 1:
        raise SeveralTimeZones(text, zones)
    return zones[0]


async def read_zone(text: str) -> str:
    """Return what `zone_named` returns, without blocking the event loop.

    The first call reads all lists of places.
    """
    return await asyncio.to_thread(zone_named, text)


def _offset_named(typed: str, text: str) -> str | None:
    """Return the offset that a text stands for, if it looks like one. Raise `UnreadableOffset`."""
    by_tz = _TZ_OFFSET.fullmatch(typed)
    if by_tz is not None:
        # In the tz database `Etc/GMT+2` is two hours west of UTC, and its full names keep that
        # meaning.
        west = int(by_tz[2]) if by_tz[1] == "+" else -int(by_tz[2])
        return _offset_of(-west * 60, text)
    begun = _FROM_UTC.match(typed)
    written = typed if begun is None else typed[begun.end() :]
    if begun is None and not re.match(r"[+-]\s*\d|\d", written):
        return None
    if begun is not None and written == "0":
        return UTC_NAME
    parsed = _OFFSET.fullmatch(written)
    if parsed is None:
        raise UnreadableOffset(text)
    sign, hours, separator, part, digits = parsed.groups()
    minutes = _minutes_of(separator, part or digits)
    if minutes not in _MINUTES:
        raise UnreadableOffset(text)
    total = int(hours) * 60 + minutes
    return _offset_of(total if sign == "+" else -total, text)


def _minutes_of(separator: str | None, part: str | None) -> int | None:
    if part is None:
        return 0
    if separator in (".", ",") and part in _PARTS_OF_AN_HOUR:
        return _PARTS_OF_AN_HOUR[part]
    return int(part) if len(part) == 2 else None


def _offset_of(minutes: int, text: str) -> str:
    if not _WESTERNMOST <= minutes <= _EASTERNMOST:
        raise UnreadableOffset(text)
    return Offset(minutes).name


def _zones_named(typed: str) -> tuple[str, ...]:
    """Return the zones that a text may stand for, the likeliest first."""
    name = fold(typed)
    if name in _abbreviations():
        return _abbreviations()[name]
    # Countries come before the names of the tz database, because a user whose country has several
    # zones is asked for one. Names such as `Portugal` date from times with one zone for a country.
    if name in places().named:
        return places().named[name]
    if name in _in_full():
        return (_in_full()[name],)
    return _zones_in_region(typed)


def _zones_in_region(typed: str) -> tuple[str, ...]:
    """Return the zones of a place that is named with its region, such as `Portland, Oregon`."""
    first, comma, rest = typed.partition(",")
    if not comma:
        return _within_without_comma(typed.split())
    here, around = _zones_named(first), _zones_named(rest)
    return tuple(zone for zone in here if zone in around) or (here + around if around else ())


def _within_without_comma(words: list[str]) -> tuple[str, ...]:
    """Return the zones that both parts of a name such as `Portland Oregon` have in common."""
    known = places().named
    for at in range(1, len(words)):
        here, around = (known.get(fold(" ".join(part)), ()) for part in (words[:at], words[at:]))
        if common := tuple(zone for zone in here if zone in around):
            return common
    return ()


def _part_of(typed: str) -> tuple[str, ...]:
    """Return the zones of the known part of a name such as `Asia/Beijing` or `London, Nowhere`."""
    for part in (typed.rpartition("/")[2], typed.partition(",")[0]):
        zones = () if part == typed else _zones_named(part)
        if 0 < len(zones) <= _MOST_OFFERED:
            return zones
    return ()


@cache
def _abbreviations() -> dict[str, tuple[str, ...]]:
    return {fold(name): tuple(zones) for name, zones in listed_in("abbreviations.txt")}


@cache
def _in_full() -> dict[str, str]:
    return {
        fold(name): name for name in NAMES if name not in _NOT_ZONES and not name.startswith("Etc/")
    }


def _misspelt_zones(typed: str) -> tuple[str, ...]:
    """Return the zones of names that differ from this by one typing error, if they are few."""
    if len(typed) < _FEWEST_LETTERS:
        return ()
    known = places().named
    candidates: dict[str, None] = {}
    for name, zones in known.items():
        if _is_slip(typed, name):
            candidates |= dict.fromkeys(zones)
    for name, zone in _in_full().items():
        if _is_slip(typed, name):
            candidates[zone] = None
    return tuple(candidates) if len(candidates) <= _MOST_OFFERED else ()


def _is_slip(one: str, other: str) -> bool:
    """Return whether two names differ by a letter or a swap of two, but not in the first one."""
    if abs(len(one) - len(other)) > 1 or one[:1] != other[:1]:
        return False
    shorter = min(len(one), len(other))
    begin = next((at for at in range(shorter) if one[at] != other[at]), shorter)
    left, right = one[begin:], other[begin:]
    swapped = left[:2] == right[:2][::-1] and left[2:] == right[2:]
    return swapped or left[1:] == right[1:] or left[1:] == right or left == right[1:]

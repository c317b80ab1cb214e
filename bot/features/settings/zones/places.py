"""The names of places, and the zones of the clocks there.

The tz database names one city for each zone, in English. `places.txt` has those cities and all
countries in the languages of CLDR (`python -m bot.features.settings.zones` writes it), and
`cities.txt` the large cities, states and provinces that the tz database lacks.
"""

import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import chain
from pathlib import Path
from typing import Final

NAMES: Final = tuple(
    name for name in files("tzdata").joinpath("zones").read_text("utf-8").split("\n") if name
)
"""All names of the tz database, also those that it only keeps for older programs."""

FOLDER: Final = Path(__file__).parent
_APART: Final = str.maketrans("ßłøđıæœ", "slodiao")
"""Letters that Unicode does not decompose; people without the key type the one beside it."""
_VOICED: Final = "\u3099\u309a"
"""Marks that no Japanese reader leaves out: バリ is Bali, パリ is Paris."""
_NOT_CITIES: Final = frozenset({"Etc", "US", "Canada", "Brazil", "Chile", "Mexico"})
"""Areas of the tz database whose names end in no city: `US/Eastern`, `Brazil/West`."""


def fold(text: str) -> str:
    """Return a name without accents, capitals and punctuation, as single words."""
    apart = unicodedata.normalize("NFKD", text.casefold()).translate(_APART)
    plain = "".join(each for each in apart if each in _VOICED or not unicodedata.combining(each))
    composed = unicodedata.normalize("NFC", plain)
    return " ".join("".join(each if each.isalnum() else _gap(each) for each in composed).split())


def _gap(character: str) -> str:
    """Return the replacement of a sign: `Xi'an` and `L.A.` are one word, `Tel-Aviv` is two."""
    return "" if character in "'’ʻ." else " "


@cache
def rules_of(zone: str) -> str:
    """Return a zone's rules for its clocks from now on, as a POSIX time zone."""
    path = files("tzdata").joinpath("zoneinfo", *zone.split("/"))
    return path.read_bytes().rsplit(b"\n", 2)[1].decode()


def distinct(zones: Iterable[str]) -> tuple[str, ...]:
    """Return the first of each group of zones whose clocks show the same from now on."""
    by_rules: dict[str, str] = {}
    for zone in zones:
        by_rules.setdefault(rules_of(zone), zone)
    return tuple(by_rules.values())


@dataclass(frozen=True, slots=True)
class Places:
    """The zones of each place by its folded name, and of each country by its code.

    A country's zones are those in which clocks differ, the one with the most cities first.
    """

    named: Mapping[str, tuple[str, ...]]
    countries: Mapping[str, tuple[str, ...]]


def zones_by_country() -> dict[str, list[str]]:
    """Return the zones of each country by its code, in the order of the tz database."""
    zones: dict[str, list[str]] = {}
    for line in _table("zone.tab"):
        code, _, zone, *_ = line.split("\t")
        zones.setdefault(code, []).append(zone)
    return zones


def country_names() -> Iterator[tuple[str, str]]:
    """Yield each country's code with its name in the tz database."""
    for line in _table("iso3166.tab"):
        code, name = line.split("\t")
        yield code, name


def _table(name: str) -> Iterator[str]:
    text = files("tzdata").joinpath("zoneinfo", name).read_text("utf-8")
    return (line for line in text.splitlines() if line and not line.startswith("#"))


def listed_in(file: str) -> Iterator[tuple[str, list[str]]]:
    """Yield each zone or country of a list with its names."""
    for line in (FOLDER / file).read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            place, _, names = line.partition(": ")
            yield place, names.split(", ")


@cache
def places() -> Places:
    """Return all places. The first call reads them; few people ever name a zone."""
    by_country = zones_by_country()
    cities = list(listed_in("cities.txt"))
    large = {zone: len(names) for zone, names in cities}
    countries = {
        code: distinct(sorted(zones, key=lambda zone: -large.get(zone, 0)))
        for code, zones in by_country.items()
    }
    cataloged = set(chain.from_iterable(by_country.values()))
    named: dict[str, list[str]] = {}
    for zone in sorted(NAMES, key=lambda name: name not in cataloged):
        area, _, city = zone.rpartition("/")
        # An older name of the same city is needed only where it is spelt otherwise.
        if area and area not in _NOT_CITIES:
            known = named.setdefault(fold(city), [])
            if zone in cataloged or not known:
                known.append(zone)
    english = ((code, [name]) for code, name in country_names())
    for place, names in chain(cities, listed_in("places.txt"), english):
        # Two countries of the tz database, both of them without people, have no zone.
        zones = countries.get(place, (place,) if "/" in place else ())
        for name in names if zones else ():
            named.setdefault(fold(name), []).extend(zones)
    return Places(
        {
            name: distinct(sorted(dict.fromkeys(zones), key=lambda zone: zone not in cataloged))
            for name, zones in named.items()
        },
        countries,
    )

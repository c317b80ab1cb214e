"""Write `places.txt`: countries, and the cities of zones, as CLDR names them in our languages.

`python -m bot.features.settings.zones`, with Babel from the extra `checks`.
"""

from collections.abc import Iterator

from babel import Locale

from bot.features.settings.zones.places import FOLDER, NAMES, country_names, fold
from bot.text import ENGLISH, translations

HEADER = """\
# Countries, and the cities of zones, in the languages of the bot: folded, each name once.
# Written by `python -m bot.features.settings.zones` from the Unicode CLDR.
"""


def written() -> str:
    """Return the contents of the file."""
    return HEADER + "".join(f"{place}: {', '.join(names)}\n" for place, names in _named())


def _named() -> Iterator[tuple[str, list[str]]]:
    locales = [Locale.parse(language, sep="-") for language in (ENGLISH, *sorted(translations()))]
    for code, _ in country_names():
        names = [locale.territories[code] for locale in locales if code in locale.territories]
        yield code, list(dict.fromkeys(fold(name) for name in names))
    for zone in NAMES:
        cities = [str(locale.time_zones.get(zone, {}).get("city", "")) for locale in locales]
        own = fold(zone.rpartition("/")[2])
        names = [name for name in dict.fromkeys(map(fold, cities)) if name and name != own]
        if names and "/" in zone and not zone.startswith("Etc/"):
            yield zone, names


if __name__ == "__main__":
    (FOLDER / "places.txt").write_text(written(), "utf-8")

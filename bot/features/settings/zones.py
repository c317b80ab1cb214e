"""Time zones by what people call them."""

from dataclasses import dataclass
from difflib import get_close_matches
from importlib.resources import files
from typing import Annotated, Final

from bot.features.matches.errors import ServiceRefusal
from bot.text import N_, AnyOf, Message, Typed

ZoneName = Annotated[str, "the name of a time zone"]


@dataclass(eq=False, slots=True)
class UnknownTimeZone(ServiceRefusal):
    """No time zone has this name; the nearest that there are, if any."""

    message = N_("There is no time zone {text}. Did you mean {near}?")
    nothing_near = N_("There is no time zone {text}. Write it like `Europe/Berlin`.")

    text: Typed
    near: AnyOf[ZoneName]

    def choose_message(self) -> Message:
        """Return the nearest names, if any come near."""
        return self.message if self.near else self.nothing_near


MOST_NEAR: Final = 3

ZONES: Final = tuple(
    name for name in files("tzdata").joinpath("zones").read_text("utf-8").split("\n") if name
)


def _plain(text: str) -> str:
    return " ".join(text.replace("_", " ").split()).casefold()


_BY_NAME: Final = {_plain(name): name for name in ZONES}


def zone_named(text: str) -> str:
    """Return the name of the zone that somebody means: the whole of it, or its city alone.

    Raise `UnknownTimeZone` with the nearest names.
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

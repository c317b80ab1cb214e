"""Texts and fields for time zones, and the choice among similar ones."""

from collections.abc import Iterable
from typing import Any, Final, NewType

import discord

from bot.features.settings.zones.local_time import UTC_NAME, clock_at, is_fixed, shown_zone, zone_of
from bot.features.settings.zones.naming import ZoneRefusal
from bot.match.identity import Instant
from bot.text import N_, gettext, translate
from cogs.core.codecs import register
from cogs.wording.refusals import sentence

LONGEST_ZONE: Final = 60
"""How many characters can be typed into the field for a time zone."""


def zone_line(zone: str, now: Instant, *, is_named: bool = True) -> str:
    """Return a time zone with its current time, so that users notice a wrong one.

    Begin with "Time zone:" if `is_named`.
    """
    message = _NAMED if is_named else _UNNAMED
    line = translate(message, zone=shown_zone(zone), time=_time(zone, now))
    if not is_fixed(zone):
        return line
    advice = gettext("It has no summer time: if your clocks change, name your city instead.")
    return f"{line} {advice}"


def zone_found(zone: str, now: Instant) -> str:
    """Return the line about a server's time zone in a check; warn about UTC or a fixed offset."""
    message = _NO_PLACE if zone == UTC_NAME or is_fixed(zone) else _PLACE
    return translate(message, zone=shown_zone(zone), time=_time(zone, now))


_NAMED: Final = N_("Time zone: {zone}. It's {time} there now.")
_UNNAMED: Final = N_("{zone}: it's {time} there now.")
_PLACE: Final = N_("✅ {zone}: it's {time} there now.")
_NO_PLACE: Final = N_(
    "⚠️ {zone}: it's {time} there now. It has no summer time: if your clocks change, choose your "
    "city with `/settings show`."
)


def zone_field(zone: str) -> discord.ui.Label[Any]:
    """Return the field of a form for a time zone, filled with the current one."""
    typed: discord.ui.TextInput[Any] = discord.ui.TextInput(
        custom_id="zone",
        default=shown_zone(zone),
        placeholder="Europe/Berlin",
        required=False,
        max_length=LONGEST_ZONE,
    )
    return discord.ui.Label(
        text=gettext("Time zone"),
        # Translators: name a city and a zone where your language is spoken.
        description=gettext("Your city, a time zone like Europe/Berlin, or an offset like UTC+2"),
        component=typed,
    )


ZoneName = NewType("ZoneName", str)
"""The stored name of a time zone that the user chose from a menu."""


def _read_zone_name(text: str) -> ZoneName:
    """Return the name of a known zone. Raise `ValueError` for other text."""
    try:
        zone_of(text)
    except (KeyError, OSError) as error:
        raise ValueError(f"{text!r} is not a zone") from error
    return ZoneName(text)


register(ZoneName, str, _read_zone_name, example="Europe/Berlin")


def typed_zone(typed: str, zone: str) -> str | None:
    """Return the text of the time zone's field; None if it is unchanged or empty."""
    text = typed.strip()
    return None if text in ("", zone, shown_zone(zone)) else text


def refused_zone(refusal: ZoneRefusal, *, is_with_hours: bool) -> str:
    """Return why a time zone was not understood; if `is_with_hours`, say that hours are saved."""
    text = f"⚠️ {sentence(refusal)}"
    return f"{text} {gettext('Your hours are saved.')}" if is_with_hours else text


def zone_options(zones: Iterable[str], now: Instant) -> list[discord.SelectOption]:
    """Return zones as options of a menu, each with its current time."""
    return [
        discord.SelectOption(
            label=shown_zone(zone),
            value=zone,
            description=gettext("It's {time} there now", time=_time(zone, now)),
        )
        for zone in zones
    ]


def _time(zone: str, now: Instant) -> str:
    return clock_at(zone, now).strftime("%H:%M")

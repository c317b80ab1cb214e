"""The form in which the limits of a server are typed, and the numbers read out of it."""

from collections.abc import Mapping
from typing import Any, Final

import discord

from bot.match.identity import UserId
from bot.match.settings import BOUNDS, Limit, ServerSettings, limits_of
from cogs.core.actions import form
from cogs.ui.server_errors import NotInBounds

LIMIT_TITLES: Final = {
    Limit.MATCHES: "Matches at once",
    Limit.CHALLENGES: "Open challenges at once",
    Limit.VACATION: "Days of vacation a year",
}
LONGEST_NUMBER: Final = 6


def limits_form(settings: ServerSettings, user: UserId, nonce: int) -> discord.ui.Modal:
    """Make the form that asks for the limits; `nonce` keeps one person's forms apart."""
    items: list[discord.ui.Item[Any]] = []
    for limit, number in limits_of(settings).items():
        bounds = BOUNDS[limit]
        typed: discord.ui.TextInput[Any] = discord.ui.TextInput(
            custom_id=limit.value, default=str(number), min_length=1, max_length=LONGEST_NUMBER
        )
        about = f"From {bounds.least} to {bounds.most}"
        items.append(discord.ui.Label(text=LIMIT_TITLES[limit], description=about, component=typed))
    return form("Limits for each person", items, "limits-set", user=user, nonce=nonce)


def limits_filled(typed: Mapping[Limit, str | None]) -> dict[Limit, int]:
    """Read the limits that were typed. Raises `NotInBounds`."""
    return {limit: _number(limit, text) for limit, text in typed.items() if text is not None}


def _number(limit: Limit, text: str) -> int:
    digits, bounds = text.strip(), BOUNDS[limit]
    if not (digits.isascii() and digits.isdigit()):
        raise NotInBounds(limit, text)
    number = int(digits)
    if not bounds.least <= number <= bounds.most:
        raise NotInBounds(limit, text)
    return number

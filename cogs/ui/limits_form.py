"""The form in which the limits of a server are typed, and the numbers read out of it."""

from collections.abc import Mapping
from typing import Any, Final

import discord

from bot.match.identity import UserId
from bot.match.settings import BOUNDS, Limit, ServerSettings, limits_of
from cogs.ui.presses import Deed, custom_id
from cogs.ui.server_errors import NotInBounds

LIMIT_TITLES: Final = {
    Limit.MATCHES: "Matches at once",
    Limit.CHALLENGES: "Open challenges at once",
    Limit.VACATION: "Days of vacation a year",
}
LONGEST_NUMBER: Final = 6


def limits_form(settings: ServerSettings, user: UserId, nonce: int) -> discord.ui.Modal:
    """Make the form that asks for the limits; `nonce` keeps one person's forms apart."""
    form = discord.ui.Modal(
        title="Limits for each person", custom_id=custom_id(Deed.LIMITS_TYPED, user, nonce)
    )
    for limit, number in limits_of(settings).items():
        bounds = BOUNDS[limit]
        typed: discord.ui.TextInput[Any] = discord.ui.TextInput(
            custom_id=limit.value, default=str(number), min_length=1, max_length=LONGEST_NUMBER
        )
        about = f"From {bounds.least} to {bounds.most}"
        form.add_item(
            discord.ui.Label(text=LIMIT_TITLES[limit], description=about, component=typed)
        )
    return form


def limits_filled(filled: Mapping[str, str]) -> dict[Limit, int]:
    """Read the limits that were typed. Raises `NotInBounds`."""
    return {limit: _number(limit, filled[limit.value]) for limit in Limit if limit.value in filled}


def _number(limit: Limit, text: str) -> int:
    digits, bounds = text.strip(), BOUNDS[limit]
    if not (digits.isascii() and digits.isdigit()):
        raise NotInBounds(limit, text)
    number = int(digits)
    if not bounds.least <= number <= bounds.most:
        raise NotInBounds(limit, text)
    return number

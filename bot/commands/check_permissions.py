"""The part of `boop check` that looks at what the bot may do in a server, and what breaks."""

from collections.abc import Sequence
from dataclasses import dataclass

import discord

from bot.commands.findings import Finding, noted, plain, some_of, well, wrong
from cogs.ui.needs import TO_PLAY, Need, is_lacking


@dataclass(frozen=True, slots=True)
class Place:
    """A text channel, or the server as a whole, and what the bot may do there."""

    name: str
    allowed: discord.Permissions


def check_permissions(server: Place, channels: Sequence[Place]) -> list[Finding]:
    """Find what is missing in a server: everywhere is wrong, somewhere may be meant so."""
    title = f"server {plain(server.name)}"
    places = channels or [server]
    lacking = {
        need: [place.name for place in places if is_lacking(place.allowed, need)]
        for need in TO_PLAY
    }
    missing = {need: names for need, names in lacking.items() if names}
    if not missing:
        return [well(f"{title}: nothing is missing in its {_channels(len(channels))}")]
    return [
        _finding(title, need, names, len(places), len(channels)) for need, names in missing.items()
    ]


def _finding(title: str, need: Need, names: list[str], places: int, channels: int) -> Finding:
    if len(names) == places:
        told = f"{title}: {need.name} is missing: {need.breaks}"
        return noted(told) if need.comfort else wrong(told)
    where = some_of(f"#{plain(name)}" for name in names)
    return noted(
        f"{title}: {need.name} is missing in {len(names)} of {_channels(channels)} ({where}): "
        f"there {need.breaks}"
    )


def _channels(number: int) -> str:
    return "1 text channel" if number == 1 else f"{number} text channels"

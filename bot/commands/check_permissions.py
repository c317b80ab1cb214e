"""The part of `boop check` that looks at what the bot may do in a server, and what breaks."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import discord

from bot.commands.findings import Finding, noted, plain, some_of, well, wrong


@dataclass(frozen=True, slots=True)
class Need:
    """A permission, as discord.py and as people call it, and what does not work without it."""

    flag: str
    name: str
    breaks: str
    comfort: bool = False


NEEDS: Final = (
    Need("view_channel", "View Channel", "the bot sees nothing, and no match can begin"),
    Need("send_messages", "Send Messages", "no match can live in the channel itself"),
    Need(
        "send_messages_in_threads",
        "Send Messages in Threads",
        "beds in threads are not kept up, and a turn can be told in direct messages alone",
    ),
    Need(
        "create_public_threads",
        "Create Public Threads",
        "matches get no thread of their own and are played in the channel",
        comfort=True,
    ),
    Need("attach_files", "Attach Files", "no bed can be shown, so no match can begin"),
    Need(
        "read_message_history",
        "Read Message History",
        "beds cannot be found again to be changed, so no match can begin",
    ),
)
_COVERED: Final = {"attach_files": "send_messages"}
"""Who may not send may not attach either; told once is enough."""


@dataclass(frozen=True, slots=True)
class Place:
    """A text channel, or the server as a whole, and what the bot may do there."""

    name: str
    allowed: discord.Permissions

    def lacks(self, need: Need) -> bool:
        """Tell whether this is missing here, and not only as what follows from another lack."""
        if need.flag != "view_channel" and not self.allowed.view_channel:
            return False
        cover = _COVERED.get(need.flag)
        if cover is not None and not getattr(self.allowed, cover):
            return False
        return not getattr(self.allowed, need.flag)


def check_permissions(server: Place, channels: Sequence[Place]) -> list[Finding]:
    """Find what is missing in a server: everywhere is wrong, somewhere may be meant so."""
    title = f"server {plain(server.name)}"
    places = channels or [server]
    lacking = {need: [place.name for place in places if place.lacks(need)] for need in NEEDS}
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

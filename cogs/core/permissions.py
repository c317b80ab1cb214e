"""What the bot must be allowed in a channel, and what breaks where it is not."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import discord

from cogs.core.errors import PermissionsMissing


@dataclass(frozen=True, slots=True)
class Need:
    """A permission, as discord.py and as people call it, and what does not work without it.

    A comfort can be done without: matches are played all the same.
    """

    flag: str
    name: str
    breaks: str
    comfort: bool = False


_VIEW: Final = Need("view_channel", "View Channel", "the bot sees nothing, and no match can begin")
_SEND: Final = Need("send_messages", "Send Messages", "no match can live in the channel itself")

TO_PLAY: Final = (
    _VIEW,
    _SEND,
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
"""For a channel in which matches are to live, or from which their threads are begun."""

TO_PLAY_IN_CHANNEL: Final = tuple(
    need
    for need in TO_PLAY
    if need.flag not in ("send_messages_in_threads", "create_public_threads")
)
"""For a channel in which matches live among whatever else is said there."""

TO_LOG: Final = (
    Need("view_channel", "View Channel", "what moderators do is not posted there"),
    Need("send_messages", "Send Messages", "what moderators do is not posted there"),
)
"""For the channel in which the server's log stands."""

TO_TELL_THE_WEEK: Final = (
    Need("view_channel", "View Channel", "the weekly digest is not posted there"),
    Need("send_messages", "Send Messages", "the weekly digest is not posted there"),
    Need("attach_files", "Attach Files", "the weekly digest cannot show the match of the week"),
)
"""For the channel in which the weekly digest stands."""

TO_POST_THE_PUZZLE: Final = tuple(
    Need(flag, name, "the puzzle of the day is not posted there")
    for flag, name in (
        ("view_channel", "View Channel"),
        ("send_messages", "Send Messages"),
        ("attach_files", "Attach Files"),
    )
)
"""For the channel in which the puzzle of the day stands."""

_COVERED: Final = {"attach_files": "send_messages"}
"""Who may not send may not attach either; told once is enough."""


def is_lacking(allowed: discord.Permissions, need: Need) -> bool:
    """Return whether a permission is missing, and not only as what follows from another lack."""
    if need.flag != "view_channel" and not allowed.view_channel:
        return False
    cover = _COVERED.get(need.flag)
    if cover is not None and not getattr(allowed, cover):
        return False
    return not getattr(allowed, need.flag)


def lacking(allowed: discord.Permissions, needs: Sequence[Need]) -> list[Need]:
    """List what is missing, in the order in which it is to be mended."""
    return [need for need in needs if is_lacking(allowed, need)]


_NEEDED: Final = (
    ("view_channel", "View Channel"),
    ("read_message_history", "Read Message History"),
)
_TO_WRITE: Final = (
    ("send_messages", "Send Messages"),
    ("send_messages_in_threads", "Send Messages in Threads"),
)


def demand_permissions(interaction: discord.Interaction[Any]) -> None:
    """Raise `PermissionsMissing` where a match could not be shown.

    A thread of its own is a comfort, not a need: without the right to begin one, the match lives
    in the channel.
    """
    allowed = interaction.app_permissions
    missing = [name for flag, name in _NEEDED if not getattr(allowed, flag)]
    in_thread = isinstance(interaction.channel, discord.Thread)
    threads = allowed.create_public_threads and allowed.send_messages_in_threads
    flag, name = _TO_WRITE[int(in_thread)]
    can_write = getattr(allowed, flag)
    if not can_write and (in_thread or not threads or not allowed.attach_files):
        # Discord takes Attach Files along with this one, so naming that would mislead.
        missing.append(name)
    elif not allowed.attach_files:
        missing.append("Attach Files")
    if missing:
        raise PermissionsMissing(tuple(missing))

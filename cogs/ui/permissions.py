"""What the bot must be allowed where a match is to live."""

from typing import Any, Final

import discord

from cogs.ui.errors import PermissionsMissing

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

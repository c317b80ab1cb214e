"""Which users, and whether the bot, are in which server."""

from typing import Final

EXTENSIONS: Final = ("cog",)

"""Privacy: what the bot stores about a user."""

from typing import Final

EXTENSIONS: Final = ("cog",)

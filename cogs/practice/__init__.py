"""Practice: matches against the bot."""

from typing import Final

EXTENSIONS: Final = ("cog", "opponent")

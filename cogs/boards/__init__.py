"""Board messages and their threads."""

from typing import Final

EXTENSIONS: Final = ("cog", "outbox")

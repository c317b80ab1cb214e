"""Replays, records and histories."""

from typing import Final

EXTENSIONS: Final = ("cog", "history")

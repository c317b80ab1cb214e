"""Tournaments over days."""

from typing import Final

EXTENSIONS: Final = ("cog", "managing", "start_events", "winners")

"""Tournaments over days."""

from typing import Final

EXTENSIONS: Final = ("cog", "creating", "managing", "start_events", "winners")

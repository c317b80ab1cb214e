"""Departures: users who left a server, and servers that the bot cannot reach."""

from typing import Final

EXTENSIONS: Final = ("cog",)

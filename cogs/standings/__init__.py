"""Leaderboards and seasons."""

from typing import Final

EXTENSIONS: Final = ("cog",)

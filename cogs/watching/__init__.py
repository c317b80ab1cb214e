"""Watching the matches of others."""

from typing import Final

EXTENSIONS: Final = ("cog",)

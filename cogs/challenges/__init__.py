"""Challenges, rematches and blocks."""

from typing import Final

EXTENSIONS: Final = ("cog", "blocking")

"""Conditional moves, called plans in what people read."""

from typing import Final

EXTENSIONS: Final = ("cog",)

"""Ladders, on which players challenge those just above them."""

from typing import Final

EXTENSIONS: Final = ("cog", "managing")

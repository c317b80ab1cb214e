"""Analyses of finished matches."""

from typing import Final

EXTENSIONS: Final = ("cog",)

"""Vacations and added time."""

from typing import Final

EXTENSIONS: Final = ("cog",)

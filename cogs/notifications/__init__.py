"""Notifications."""

from typing import Final

EXTENSIONS: Final = ("cog",)

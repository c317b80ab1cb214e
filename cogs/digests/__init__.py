"""The weekly digest."""

from typing import Final

EXTENSIONS: Final = ("cog",)

"""Privacy: what is kept about a person."""

from typing import Final

EXTENSIONS: Final = ("cog",)

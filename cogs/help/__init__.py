"""Help and the rules."""

from typing import Final

EXTENSIONS: Final = ("cog", "greeting")

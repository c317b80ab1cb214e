"""Pages of matches on the web: sharing one by link, and what it shows."""

from typing import Final

EXTENSIONS: Final = ("cog",)

"""Who is in which server."""

from typing import Final

EXTENSIONS: Final = ("cog",)

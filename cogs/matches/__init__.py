"""Playing a match: placing, resigning, draws, takebacks, and finding one's matches."""

from typing import Final

EXTENSIONS: Final = ("cog", "ending", "games", "page", "takebacks")

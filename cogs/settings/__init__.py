"""Settings of servers, and preferences of people."""

from typing import Final

EXTENSIONS: Final = ("cog", "language_question", "preferences")

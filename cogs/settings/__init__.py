"""Settings of servers, and preferences of users."""

from typing import Final

EXTENSIONS: Final = ("cog", "language_question", "preferences")

"""How often the cards of competitions are edited."""

from typing import Final

from bot.match.identity import Seconds

CARD_EVERY: Final = Seconds(60.0)
"""What happens at the same time, such as all that follows a ban, is one edit of the card."""

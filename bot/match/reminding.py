"""After which share of the time for a turn its player is reminded of it."""

from enum import Enum
from typing import Final


class Share(Enum):
    """A share of the time for a turn, in percent. The values are what the database keeps."""

    NEVER = 0
    """No reminder comes."""
    HALF = 50
    FOUR_FIFTHS = 80
    NINE_TENTHS = 90


USUAL_SHARE: Final = Share.FOUR_FIFTHS
"""When somebody is reminded who never said."""

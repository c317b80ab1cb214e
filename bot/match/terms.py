"""What two people agree on before a match begins."""

from dataclasses import dataclass
from enum import Enum
from typing import Final, NewType

from bot.game import CLASSIC, Ruleset
from bot.match.clock import DEFAULT_TIME, TimeControl, Weekends
from bot.match.practice import Practice
from bot.text.sanitizing import sanitized


class Starts(Enum):
    """Who moves first, from the challenger's side. The values are what people choose."""

    ME = "me"
    THEM = "them"
    RANDOM = "random"


class Stakes(Enum):
    """Whether a match counts for the players' ratings. The values are what is kept."""

    RATED = "rated"
    CASUAL = "casual"


class VenueKind(Enum):
    """In what sort of place a match is played. The values are what is kept."""

    THREAD = "thread"
    """A thread of its own, begun from its challenge."""
    CHANNEL = "channel"
    """The channel itself, among whatever else is said there."""
    DIRECT = "direct"
    """Each player's direct messages with the bot, a bed in each."""


@dataclass(frozen=True, slots=True)
class Terms:
    """What a match will be played by; `practice` where it is one against the bot."""

    starts: Starts = Starts.RANDOM
    ruleset: Ruleset = CLASSIC
    time: TimeControl = DEFAULT_TIME
    stakes: Stakes = Stakes.RATED
    weekends: Weekends = Weekends.PLAYED
    practice: Practice | None = None


Note = NewType("Note", str)
"""One line of at most `LONGEST_NOTE` characters, with something to see in it."""

LONGEST_NOTE: Final = 100


def read_note(text: str | None) -> Note | None:
    """Make a note of what somebody typed: one line, nothing unseen in it, cut where it is too long.

    `None` where nothing is left.
    """
    if text is None:
        return None
    line = sanitized(text, LONGEST_NOTE)
    return Note(line) if line else None

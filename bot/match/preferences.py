"""What a person prefers in all of their matches."""

from dataclasses import dataclass
from enum import Enum

from bot.match.telling import AS_EVERYBODY, Telling


class Placing(Enum):
    """What the picker does once a square is chosen. The values are what the database keeps."""

    CONFIRMED = "confirmed"
    """It shows the bed as it would be, and plays when that is confirmed."""
    AT_ONCE = "at-once"
    """It plays."""


class Threats(Enum):
    """Whether private pictures point out lines that threaten. The values are what is kept."""

    HIDDEN = "hidden"
    SHOWN = "shown"


@dataclass(frozen=True, slots=True)
class Preferences:
    """A person's preferences; as they are made here, those of somebody who never said.

    `theme` is the name of what private pictures look like, `None` for what the server has.
    """

    placing: Placing = Placing.CONFIRMED
    theme: str | None = None
    threats: Threats = Threats.HIDDEN
    telling: Telling = AS_EVERYBODY

"""The terms of a match, agreed on by two people or with the bot."""

from dataclasses import dataclass, replace
from enum import Enum
from typing import Final, NewType, Self

from bot.game import CLASSIC, Ruleset, Seat
from bot.match.clock import DEFAULT_TIME, TimeControl, Weekends
from bot.match.identity import Instant, Seconds
from bot.text import NC_, translate
from bot.text.sanitizing import sanitized

RULESET_NAMES: Final = {
    # Translators: the published rules.
    "classic": NC_("name of a ruleset", "classic"),
    # Translators: every line of three graduates at once.
    "rows": NC_("name of a ruleset", "rows"),
    # Translators: for children, with kittens alone.
    "junior": NC_("name of a ruleset", "junior"),
    # Translators: each has a seam piece too.
    "seam": NC_("name of a ruleset", "seam"),
    # Translators: pieces become fewer: a line of kittens becomes one cat.
    "scarce": NC_("name of a ruleset", "scarce"),
}
"""What people read of each ruleset; records, addresses and options have its own name."""


def ruleset_name(name: str) -> str:
    """Return what a ruleset is called in the language that is spoken here."""
    return translate(RULESET_NAMES[name])


LevelNumber = NewType("LevelNumber", int)
"""How strong the bot plays, from 1; `bot.engine.levels` has what each means."""

MINUTE: Final = 60.0
_SHORTEST: Final = 5 * MINUTE
_LONGEST: Final = 180 * MINUTE
"""Between these the bot takes its time where it plays unhurried."""


class Pace(Enum):
    """How soon the bot answers. The values are what is kept, and what people choose."""

    AT_ONCE = "at once"
    UNHURRIED = "unhurried"
    """Within minutes or hours, as a friend would who has other things to do."""


class Measured(Enum):
    """Whether a match counts for the practice rating. The values are what is kept."""

    YES = "yes"
    NO = "no"


@dataclass(frozen=True, slots=True)
class Practice:
    """What is agreed on with the bot beside the terms."""

    level: LevelNumber
    pace: Pace = Pace.AT_ONCE
    measured: Measured = Measured.YES


@dataclass(frozen=True, slots=True)
class BotPlayer:
    """The bot as one of a match's two players."""

    seat: Seat
    practice: Practice

    def unmeasured(self) -> Self:
        """Return the bot as it plays on when the match counts for no rating any more."""
        return replace(self, practice=replace(self.practice, measured=Measured.NO))


def answer_at(practice: Practice, moment: int, since: Instant) -> Instant:
    """Return when the bot answers what was done at `since`; equal moments wait equally long.

    `moment` is any number that differs from turn to turn.
    """
    if practice.pace is Pace.AT_ONCE:
        return since
    share = (moment * 2_654_435_761 % 2**32) / 2**32
    # Squared, so that it is minutes more often than hours.
    return Instant(since + Seconds(_SHORTEST + (_LONGEST - _SHORTEST) * share * share))


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

"""What a person wants to be told, in which way, and when not."""

from dataclasses import dataclass, replace
from enum import Enum
from typing import Final, NewType, Self, assert_never

from bot.match.clock import USUAL_SHARE, Share

DayMinute = NewType("DayMinute", int)
"""Minutes since midnight by somebody's own clock, 0 to 1439."""

DAY_MINUTES: Final = 24 * 60
NINE_IN_THE_MORNING: Final = DayMinute(9 * 60)


class Topic(Enum):
    """What notices are about, as far as people choose between them."""

    TURN = "turn"
    TIME = "time"
    OFFER = "offer"
    OVER = "over"


class Way(Enum):
    """How a person is told. The values are what the database keeps."""

    PING = "ping"
    """A mention where the match lives."""
    DIRECT = "direct"
    """A direct message."""
    SILENT = "silent"
    """As a ping, with nothing that rings."""
    DIGEST = "digest"
    """With all other matches, once a day."""
    OFF = "off"


@dataclass(frozen=True, slots=True)
class QuietHours:
    """From when until when nothing may ring, by a person's own clock; often over midnight."""

    begin: DayMinute
    end: DayMinute


@dataclass(frozen=True, slots=True)
class Telling:
    """How a person is told of each topic; as it is made here, how everybody is who never said.

    `zone` is the name of their time zone, as the tz database has it, and `reminder` the share of
    the time for a turn after which they are reminded of it.
    """

    turn: Way = Way.PING
    time: Way = Way.PING
    offer: Way = Way.PING
    over: Way = Way.PING
    zone: str = "UTC"
    quiet: QuietHours | None = None
    digest_minute: DayMinute = NINE_IN_THE_MORNING
    reminder: Share = USUAL_SHARE

    def way_of(self, topic: Topic) -> Way:
        """Return the way in which this person is told of a topic."""
        match topic:
            case Topic.TURN:
                return self.turn
            case Topic.TIME:
                return self.time
            case Topic.OFFER:
                return self.offer
            case Topic.OVER:
                return self.over
            case _:
                assert_never(topic)

    def with_way(self, topic: Topic, way: Way) -> Self:
        """Return these wishes with another way for one topic."""
        match topic:
            case Topic.TURN:
                return replace(self, turn=way)
            case Topic.TIME:
                return replace(self, time=way)
            case Topic.OFFER:
                return replace(self, offer=way)
            case Topic.OVER:
                return replace(self, over=way)
            case _:
                assert_never(topic)


AS_EVERYBODY: Final = Telling()
"""How somebody is told who never said how."""


def ways_for(topic: Topic) -> tuple[Way, ...]:
    """List the ways that there are for a topic; only turns can wait for a daily list."""
    if topic is Topic.TURN:
        return tuple(Way)
    return tuple(way for way in Way if way is not Way.DIGEST)


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

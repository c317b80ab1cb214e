"""The terms of a match, between two users or with the bot."""

from dataclasses import dataclass, replace
from enum import Enum
from typing import Final, Literal, NewType, Self, assert_never

from bot.game import CLASSIC, Ruleset, Seat
from bot.match.clock import DEFAULT_TIME, Minutes, TimeControl, Weekends
from bot.match.identity import Direct, GuildId, InServer, Instant, Place, Seconds
from bot.text import N_, NC_, gettext, translate
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
"""The names of rulesets that users read; records, addresses and options use their own."""

RULESET_SUMMARIES: Final = {
    "classic": N_("the rules of the published game"),
    # Translators: at once: all in the same turn, instead of one that is chosen.
    "rows": N_("every line graduates at once; eight cats don't win"),
    "junior": N_("kittens only: the first three in a line win"),
    "seam": N_("a seam piece runs between squares and pushes what's beside it"),
    "scarce": N_("a whole run of kittens becomes one cat"),
}
"""What each ruleset is, short enough for a menu."""


def ruleset_name(name: str) -> str:
    """Return the name of a ruleset in the current language."""
    return translate(RULESET_NAMES[name])


BY_MINUTES: Final = "-minutes"
"""What the name of a rating kind ends with if its matches are by minutes."""
RATING_KINDS: Final = (
    *RULESET_NAMES,
    *(f"{name}{BY_MINUTES}" for name in RULESET_NAMES),
)
"""The kinds of ratings. Each ruleset has one for days, which has its name, and one for minutes."""


def rating_kind(ruleset: Ruleset, time: TimeControl) -> str:
    """Return the kind of rating that a match with these terms counts for."""
    return f"{ruleset.name}{BY_MINUTES}" if isinstance(time, Minutes) else ruleset.name


def rating_kind_name(kind: str) -> str:
    """Return the name of a kind of rating: `classic`, `classic by minutes`."""
    ruleset = ruleset_name(kind.removesuffix(BY_MINUTES))
    if not kind.endswith(BY_MINUTES):
        return ruleset
    # Translators: a kind of rating, for matches with minutes for the whole match.
    return gettext("{ruleset} by minutes", ruleset=ruleset)


LevelNumber = NewType("LevelNumber", int)
"""How strong the bot plays, from 1; see `bot.engine.levels`."""

MINUTE: Final = 60.0
_SHORTEST: Final = 5 * MINUTE
_LONGEST: Final = 180 * MINUTE
"""The range of delays of a bot that plays unhurried."""


class Pace(Enum):
    """How soon the bot answers. The values are stored, and users choose them."""

    AT_ONCE = "at once"
    UNHURRIED = "unhurried"
    """Within minutes or hours, like a friend who is busy."""


class Measurement(Enum):
    """Whether a match counts for the practice rating. The values are stored."""

    YES = "yes"
    NO = "no"


@dataclass(frozen=True, slots=True)
class Practice:
    """What a user and the bot agree on besides the terms."""

    level: LevelNumber
    pace: Pace = Pace.AT_ONCE
    measured: Measurement = Measurement.YES


@dataclass(frozen=True, slots=True)
class BotPlayer:
    """The bot as one of a match's two players."""

    seat: Seat
    practice: Practice

    def unmeasured(self) -> Self:
        """Return the bot for a match that has stopped counting for the practice rating."""
        return replace(self, practice=replace(self.practice, measured=Measurement.NO))


def answer_at(practice: Practice, moment: int, since: Instant) -> Instant:
    """Return when the bot answers an action at `since`; the same `moment` gives the same delay.

    `moment` is any number that differs from turn to turn.
    """
    if practice.pace is Pace.AT_ONCE:
        return since
    share = (moment * 2_654_435_761 % 2**32) / 2**32
    # Squared, so that minutes are more frequent than hours.
    return Instant(since + Seconds(_SHORTEST + (_LONGEST - _SHORTEST) * share * share))


class Starts(Enum):
    """Who moves first, seen from the challenger. The values are stored, and users choose them."""

    ME = "me"
    THEM = "them"
    RANDOM = "random"
    EACH = "each"
    """Each once, in two matches. A random player begins, and the second match follows the first."""
    SWAPPED = "swapped"
    """The player who moved second in the first of two matches. Users cannot choose it."""


class Stakes(Enum):
    """Whether a match counts for the players' ratings. The values are stored."""

    RATED = "rated"
    CASUAL = "casual"


class Conduct(Enum):
    """Whether others depend on a match. The values are stored."""

    FRIENDLY = "friendly"
    """It concerns its two players alone, who may end it and help each other as they agree."""
    COMPETITIVE = "competitive"
    """Others wait for its result, as in a tournament.

    There is no help while it goes on, rated or not. It is neither called off nor taken back, its
    clocks get no extra days, and a player who never moves loses on time. It does not count toward
    the limit of live matches.
    """


class VenueKind(Enum):
    """The kind of place where a match is played. The values are stored."""

    THREAD = "thread"
    """A thread created from the challenge's message."""
    CHANNEL = "channel"
    """The channel itself, among other messages."""
    DIRECT = "direct"
    """Each player's direct messages with the bot, a board in each."""


DirectMessages = Literal[VenueKind.DIRECT]
"""Stands for direct messages where the user is stored apart, or is not known yet."""

Home = GuildId | DirectMessages
"""What a message belongs to: a server, whose process delivers it, or direct messages."""


def home_at(place: Place) -> Home:
    """Return the server of a place, or that it is in direct messages."""
    match place:
        case InServer(guild):
            return guild
        case Direct():
            return VenueKind.DIRECT
        case _:
            assert_never(place)


def home_of(kind: VenueKind, guild: GuildId) -> Home:
    """Return the home of a match that was requested in a server and is played in that kind."""
    match kind:
        case VenueKind.THREAD | VenueKind.CHANNEL:
            return guild
        case VenueKind.DIRECT:
            return VenueKind.DIRECT
        case _:
            assert_never(kind)


def server_of(home: Home) -> GuildId | None:
    """Return the server that a home is; None if it is not a server."""
    match home:
        case VenueKind.DIRECT:
            return None
        case int():
            return home
        case _:
            assert_never(home)


@dataclass(frozen=True, slots=True)
class Terms:
    """The terms that a match is played by; `practice` is set in a match against the bot."""

    starts: Starts = Starts.RANDOM
    ruleset: Ruleset = CLASSIC
    time: TimeControl = DEFAULT_TIME
    stakes: Stakes = Stakes.RATED
    weekends: Weekends = Weekends.PLAYED
    practice: Practice | None = None

    def settled(self) -> Self:
        """Return the terms with clocks that run on weekends if they are by minutes."""
        if isinstance(self.time, Minutes):
            return replace(self, weekends=Weekends.PLAYED)
        return self


Note = NewType("Note", str)
"""One line of at most `LONGEST_NOTE` characters, not all of them invisible."""

LONGEST_NOTE: Final = 100


def read_note(text: str | None) -> Note | None:
    """Make a note of a user's text: one line without invisible characters, cut if it is too long.

    Return `None` if nothing is left.
    """
    if text is None:
        return None
    line = sanitized(text, LONGEST_NOTE)
    return Note(line) if line else None

"""A user's preferences, each declared here once."""

from dataclasses import dataclass
from enum import Enum
from typing import Final, NewType

from bot.features.settings.declaration import (
    Catalogue,
    Choice,
    Choices,
    FromCatalogue,
    Heading,
    Switch,
    setting,
    settings_of,
)
from bot.features.settings.zones.local_time import UTC_NAME
from bot.match.clock import USUAL_SHARE, Share
from bot.text import N_, NC_, Language

DayMinute = NewType("DayMinute", int)
"""Minutes since midnight in a user's time zone, 0 to 1439."""

NINE_IN_THE_MORNING: Final = DayMinute(9 * 60)


class Category(Enum):
    """The categories of notifications that users can set.

    The values are the names of the preferences.
    """

    TURN = "turn"
    TIME = "time"
    OFFER = "offer"
    OVER = "over"


class DeliveryMethod(Enum):
    """How a user is notified. The values are stored in the database."""

    PING = "ping"
    """A mention where the match is played."""
    DIRECT = "direct"
    """A direct message."""
    SILENT = "silent"
    """Like a ping, but without a sound."""
    DIGEST = "digest"
    """Together with all other matches, once a day."""
    OFF = "off"


class PlacementMode(Enum):
    """What the picker does after a square was chosen. The values are stored in the database."""

    CONFIRMED = "confirmed"
    """The picker shows the bed after the turn, and plays the turn after a confirmation."""
    AT_ONCE = "at-once"
    """The picker plays the turn."""


class Threats(Enum):
    """Whether private pictures mark lines that threaten to win. The values are stored."""

    HIDDEN = "hidden"
    SHOWN = "shown"


class PageName(Enum):
    """Whether a user is named on the pages of their matches. The values are stored."""

    NAMED = "named"
    UNNAMED = "unnamed"


class BoardFormat(Enum):
    """How boards are shown to a person. The values are stored, and are in custom ids."""

    PICTURE = "picture"
    WORDS = "words"


class Page(Enum):
    """The pages of `/preferences`. The values are in custom ids: never reuse one."""

    PLAYING = "playing"
    NOTIFICATIONS = "notifications"
    LOOKS = "looks"
    LANGUAGE = "language"


PAGES: Final = {
    Page.PLAYING: Heading(N_("Playing"), NC_("preferences", "Playing")),
    Page.NOTIFICATIONS: Heading(N_("Notifications"), NC_("preferences", "Notifications")),
    Page.LOOKS: Heading(N_("Looks"), NC_("preferences", "Looks")),
    Page.LANGUAGE: Heading(N_("Language"), NC_("preferences", "Language")),
}

_METHODS: Final = (
    Choice(DeliveryMethod.PING, N_("Ping"), N_("A mention where the match is played")),
    Choice(DeliveryMethod.DIRECT, N_("Direct message"), N_("With a link to the match")),
    Choice(DeliveryMethod.SILENT, N_("Silent message"), N_("Like a ping, but without a sound")),
    Choice(DeliveryMethod.OFF, N_("Off"), N_("Nothing at all")),
)
_WITH_SUMMARY: Final = (
    *_METHODS[:-1],
    Choice(
        DeliveryMethod.DIGEST,
        N_("Daily summary"),
        N_("All matches waiting for you, in one direct message a day"),
    ),
    _METHODS[-1],
)
"""Only notifications of turns can wait for a daily summary."""


class TakesFrom(Enum):
    """From whom a user accepts challenges. The values are stored."""

    ANYONE = "anyone"
    PLAYED = "played"
    """Users they have played with."""
    NO_ONE = "nobody"


@dataclass(frozen=True, slots=True)
class QuietHours:
    """When the bot starts and stops to be silent, in a user's time zone; often over midnight."""

    begin: DayMinute
    end: DayMinute


@dataclass(frozen=True, slots=True)
class NotificationPreferences:
    """How a user is notified of each category; the defaults are those of a new user.

    `zone` is their time zone as `bot.features.settings.zones.local_time` stores it, and `reminder`
    is the share of the time for a turn after which they are reminded.
    """

    turn: DeliveryMethod = setting(
        DeliveryMethod.PING, Page.NOTIFICATIONS, N_("When it's my turn"), Choices(_WITH_SUMMARY)
    )
    time: DeliveryMethod = setting(
        DeliveryMethod.PING,
        Page.NOTIFICATIONS,
        N_("When my time is running out"),
        Choices(_METHODS),
    )
    reminder: Share = setting(
        USUAL_SHARE,
        Page.NOTIFICATIONS,
        N_("Remind me of my turn"),
        Choices(
            (
                Choice(
                    Share.HALF,
                    N_("After half of my time"),
                    N_("With 3 days per move: when 36 hours are left"),
                ),
                Choice(
                    Share.FOUR_FIFTHS,
                    N_("After 80% of my time"),
                    N_("With 3 days per move: when 14 hours are left"),
                ),
                Choice(
                    Share.NINE_TENTHS,
                    N_("After 90% of my time"),
                    N_("With 3 days per move: when 7 hours are left"),
                ),
                Choice(Share.NEVER, N_("Never"), N_("I only tell you when a turn begins")),
            )
        ),
    )
    offer: DeliveryMethod = setting(
        DeliveryMethod.PING, Page.NOTIFICATIONS, N_("When I get an offer"), Choices(_METHODS)
    )
    over: DeliveryMethod = setting(
        DeliveryMethod.PING, Page.NOTIFICATIONS, N_("When a match ends"), Choices(_METHODS)
    )
    zone: str = UTC_NAME
    quiet: QuietHours | None = None
    digest_minute: DayMinute = NINE_IN_THE_MORNING

    def method_of(self, category: Category) -> DeliveryMethod:
        """Return how the user is notified of a category."""
        method: DeliveryMethod = getattr(self, category.value)
        return method


DEFAULT_NOTIFICATIONS: Final = NotificationPreferences()
"""The notification preferences of a user who has set none."""


@dataclass(frozen=True, slots=True)
class Preferences:
    """A user's preferences; the defaults are those of a user who has set none.

    `theme` is the name of the look of private pictures, `None` for the server's. `language` is the
    language that the user chose, `None` for that of their client. `locale` is the client's language
    as last reported, `None` for English or a language without a catalogue.
    """

    placing: PlacementMode = setting(
        PlacementMode.CONFIRMED,
        Page.PLAYING,
        N_("Placing a piece"),
        Switch(
            (
                Choice(
                    PlacementMode.CONFIRMED,
                    N_("Confirm first"),
                    N_("You see the board as it would be, and confirm your turn."),
                ),
                Choice(
                    PlacementMode.AT_ONCE,
                    N_("Play at once"),
                    N_("Your turn is played as soon as you choose a square."),
                ),
            )
        ),
        about=N_("-# `/place` and the first piece on an empty bed always play at once."),
    )
    theme: str | None = setting(
        None,
        Page.LOOKS,
        N_("Theme"),
        FromCatalogue(
            Catalogue.THEMES,
            Choice(None, N_("Same as the server"), N_("What everyone sees there")),
        ),
        about=N_(
            "Only pictures that you alone see have it: the picker, the rules, `/board` elsewhere. "
            "A board in a server has the server's theme."
        ),
    )
    threats: Threats = setting(
        Threats.HIDDEN,
        Page.LOOKS,
        N_("Threats"),
        Switch(
            (
                Choice(
                    Threats.HIDDEN,
                    N_("Hide threats"),
                    N_("Lines that either player could complete are not marked."),
                ),
                Choice(
                    Threats.SHOWN,
                    N_("Show threats"),
                    N_("Lines that either player could complete are marked."),
                ),
            )
        ),
    )
    boards: BoardFormat = setting(
        BoardFormat.PICTURE,
        Page.LOOKS,
        N_("Boards"),
        Switch(
            (
                Choice(
                    BoardFormat.PICTURE,
                    N_("Boards as pictures"),
                    N_("Boards are pictures, each with a description."),
                ),
                Choice(
                    BoardFormat.WORDS,
                    N_("Boards in words"),
                    N_("Boards that you alone see are in words, and you can type your turns."),
                ),
            )
        ),
    )
    page_name: PageName = setting(
        PageName.NAMED,
        Page.LOOKS,
        N_("Your name on the web"),
        Switch(
            (
                Choice(
                    PageName.NAMED,
                    N_("Name me"),
                    N_("A match that is shared by link shows your name."),
                ),
                Choice(
                    PageName.UNNAMED,
                    N_("Don't name me"),
                    N_("A match that is shared by link calls you “a player”."),
                ),
            )
        ),
    )
    language: Language | None = setting(
        None,
        Page.LANGUAGE,
        N_("Language"),
        FromCatalogue(
            Catalogue.LANGUAGES,
            Choice(None, N_("As in Discord"), N_("The language that your Discord is in")),
        ),
        about=N_(
            "For everything that only you see, and for what I send you. What everyone sees is in "
            "the server's language."
        ),
    )
    notifications: NotificationPreferences = DEFAULT_NOTIFICATIONS
    locale: Language | None = None


PREFERENCES: Final = {
    **settings_of(Preferences),
    **settings_of(NotificationPreferences, within="notifications"),
}
"""Every declared preference, by its name."""

"""What is set for a server as panels show it, and the rows in which it is changed."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any, Final, TypeVar, assert_never

import discord

from bot.features.puzzles.days import hour_of
from bot.features.puzzles.lines import ruleset_for
from bot.features.settings.server import Leaderboard, Leaving, Pings, ServerSettings
from bot.match.calendar import HOURS_IN_A_DAY, WeekHour
from bot.match.clock import read_time, write_time
from bot.match.identity import ChannelId, RoleId
from bot.match.terms import HomeKind, Stakes
from cogs.core.actions import (
    ActionButton,
    ActionChannelMenu,
    ActionMenu,
    ActionRoleMenu,
    button,
    channel_menu,
    menu,
)
from cogs.core.codecs import Unreadable
from cogs.core.panels import View
from cogs.core.rulesets import IN_A_LINE
from cogs.core.times import time_choices, time_name


class Setting(Enum):
    """What can be set. The values stand in custom ids: never reuse one."""

    HOME = "home"
    GAMES = "games"
    PLAYERS = "players"
    RULESET = "ruleset"
    TIME = "time"
    STAKES = "stakes"
    PINGS = "pings"
    LEAVING = "leaving"
    LOG = "log"
    DIGEST = "digest"
    DIGEST_DAY = "digest-day"
    DIGEST_HOUR = "digest-hour"
    LEADERBOARD = "leaderboard"
    SEASON = "season"
    PUZZLE = "puzzle"
    PUZZLE_HOUR = "puzzle-hour"


CHANNELS: Final = (Setting.GAMES, Setting.LOG, Setting.DIGEST, Setting.PUZZLE)
"""Settings that are a channel."""
LISTED: Final = tuple(each for each in Setting if each not in (*CHANNELS, Setting.PLAYERS))
"""Settings that are chosen from a list."""


@dataclass(frozen=True, slots=True)
class _Choice:
    value: str
    label: str
    about: str


_HOMES: Final = (
    _Choice(
        HomeKind.THREAD.value,
        "A thread of its own",
        "Begun from the challenge; nothing else is said there",
    ),
    _Choice(
        HomeKind.CHANNEL.value,
        "The channel itself",
        "The bed stands among whatever else is said there",
    ),
)
_STAKES: Final = (
    _Choice(Stakes.RATED.value, "Rated", "A match counts for its players' ratings"),
    _Choice(Stakes.CASUAL.value, "Casual", "A match is for fun alone"),
)
_PINGS: Final = (
    _Choice(Pings.ALLOWED.value, "Ping people", "Whose turn it is hears of it where they play"),
    _Choice(Pings.NONE.value, "Ping nobody here", "Word is left without a ping"),
)
_LEAVING: Final = (
    _Choice(
        Leaving.CLOCK_RUNS.value,
        "Their clocks run on",
        "They may come back in time; who has no time left loses",
    ),
    _Choice(Leaving.FORFEITS.value, "They lose at once", "Their matches end for their opponents"),
)
_WEEKDAYS: Final = tuple(
    _Choice(str(number), f"{name}s", "")
    for number, name in enumerate(
        ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
    )
)
_HOURS: Final = tuple(
    _Choice(str(number), f"{number:02}:00 UTC", "") for number in range(HOURS_IN_A_DAY)
)
_LEADERBOARDS: Final = (
    _Choice(
        Leaderboard.PRIVATE.value,
        "Shown in this server alone",
        "Nothing of it is read on the web",
    ),
    _Choice(
        Leaderboard.PUBLIC.value,
        "Public on the web",
        "Names and ratings, for everyone; not of people who want to be left off",
    ),
)
BY_HAND: Final = "0"
"""What stands in menus for seasons that end by hand."""
_SEASONS: Final = (
    _Choice(BY_HAND, "Ended by hand", "By /season, whenever you like"),
    _Choice("14", "14 days", ""),
    _Choice("30", "30 days", ""),
    _Choice("60", "60 days", ""),
    _Choice("90", "90 days", ""),
    _Choice("182", "182 days", "Half a year"),
    _Choice("365", "365 days", "A year"),
)


def options_of(setting: Setting, settings: ServerSettings) -> list[discord.SelectOption]:
    """Return what can be chosen for a setting, the one that is set marked.

    A `LookupError` for a setting that is not chosen from a list.
    """
    match setting:
        case Setting.HOME:
            return _options(_HOMES, settings.home.value)
        case Setting.RULESET:
            rulesets = [_Choice(name, name, about) for name, about in IN_A_LINE.items()]
            return _options(rulesets, settings.ruleset)
        case Setting.TIME:
            return _times(settings)
        case Setting.STAKES:
            return _options(_STAKES, settings.stakes.value)
        case Setting.PINGS:
            return _options(_PINGS, settings.pings.value)
        case Setting.LEAVING:
            return _options(_LEAVING, settings.leaving.value)
        case Setting.DIGEST_DAY:
            return _options(_WEEKDAYS, str(settings.digest_hour // HOURS_IN_A_DAY))
        case Setting.DIGEST_HOUR:
            return _options(_HOURS, str(settings.digest_hour % HOURS_IN_A_DAY))
        case Setting.LEADERBOARD:
            return _options(_LEADERBOARDS, settings.leaderboard.value)
        case Setting.SEASON:
            return _seasons(settings)
        case Setting.PUZZLE_HOUR:
            return _options(_HOURS, str(hour_of(settings)))
        case Setting.GAMES | Setting.PLAYERS | Setting.LOG | Setting.DIGEST | Setting.PUZZLE:
            raise LookupError(f"{setting} is not chosen from a list")
        case _:
            assert_never(setting)


def chosen_from_list(setting: Setting, settings: ServerSettings, value: str) -> ServerSettings:
    """Return the settings after one was chosen from its list. Raise `Unreadable` for another."""
    if value not in {option.value for option in options_of(setting, settings)}:
        raise Unreadable(value)
    match setting:
        case Setting.HOME:
            return replace(settings, home=HomeKind(value))
        case Setting.RULESET:
            return replace(settings, ruleset=value)
        case Setting.TIME:
            return replace(settings, time=read_time(value))
        case Setting.STAKES:
            return replace(settings, stakes=Stakes(value))
        case Setting.PINGS:
            return replace(settings, pings=Pings(value))
        case Setting.LEAVING:
            return replace(settings, leaving=Leaving(value))
        case Setting.DIGEST_DAY:
            hour = settings.digest_hour % HOURS_IN_A_DAY
            return _with_digest(settings, int(value), hour)
        case Setting.DIGEST_HOUR:
            day = settings.digest_hour // HOURS_IN_A_DAY
            return _with_digest(settings, day, int(value))
        case Setting.LEADERBOARD:
            return replace(settings, leaderboard=Leaderboard(value))
        case Setting.SEASON:
            return replace(settings, season_days=int(value) or None)
        case Setting.PUZZLE_HOUR:
            return replace(settings, puzzle_hour=int(value))
        case Setting.GAMES | Setting.PLAYERS | Setting.LOG | Setting.DIGEST | Setting.PUZZLE:
            raise LookupError(f"{setting} is not chosen from a list")
        case _:
            assert_never(setting)


def with_channel(setting: Setting, settings: ServerSettings, channel: ChannelId) -> ServerSettings:
    """Return the settings with a channel. A `LookupError` for a setting that is no channel."""
    match setting:
        case Setting.GAMES:
            return replace(settings, games_channel=channel)
        case Setting.LOG:
            return replace(settings, log_channel=channel)
        case Setting.DIGEST:
            return replace(settings, digest_channel=channel)
        case Setting.PUZZLE:
            return replace(settings, puzzle_channel=channel)
        case _:
            raise LookupError(f"{setting} is no channel")


def label_of(setting: Setting, settings: ServerSettings) -> str:
    """Name what is set, as it stands in its list."""
    return next(option.label for option in options_of(setting, settings) if option.default)


def _with_digest(settings: ServerSettings, day: int, hour: int) -> ServerSettings:
    return replace(settings, digest_hour=WeekHour(day * HOURS_IN_A_DAY + hour))


def _times(settings: ServerSettings) -> list[discord.SelectOption]:
    offered = {str(choice.value): choice.name for choice in time_choices()}
    # A later program may offer other times than the one that is set.
    named = {write_time(settings.time): time_name(settings.time)} | offered
    return _options(
        [_Choice(value, name, "") for value, name in named.items()], write_time(settings.time)
    )


def _seasons(settings: ServerSettings) -> list[discord.SelectOption]:
    days = BY_HAND if settings.season_days is None else str(settings.season_days)
    # A later program may offer other lengths than the one that is set.
    named = {days: _Choice(days, f"{days} days", "")} | {each.value: each for each in _SEASONS}
    return _options(list(named.values()), days)


def _options(choices: Sequence[_Choice], now: str) -> list[discord.SelectOption]:
    return [
        discord.SelectOption(
            label=choice.label,
            value=choice.value,
            description=choice.about or None,
            default=choice.value == now,
        )
        for choice in choices
    ]


Number = TypeVar("Number", ChannelId, RoleId)


@dataclass(frozen=True, slots=True)
class Seen:
    """A server's settings as they are shown; `gone` are those whose channel or role is deleted."""

    settings: ServerSettings
    gone: frozenset[Setting] = frozenset()

    def shown(self, setting: Setting, number: int | None, words: str, without: str) -> str:
        """Say what is set where it may be nothing, or something that was deleted."""
        if number is None:
            return without
        return "*deleted; choose another*" if setting in self.gone else words

    def here(self, setting: Setting, number: Number | None) -> Number | None:
        """Return a channel or role that a menu can show as chosen."""
        return None if setting in self.gone else number


def setting_menu(title: str, setting: Setting, settings: ServerSettings) -> ActionMenu:
    """Make the menu in which a setting is chosen from its list."""
    return menu(title, options_of(setting, settings), "set", setting=setting)


def unset_button(label: str, setting: Setting) -> ActionButton:
    """Make the button by which no channel or role is chosen any more."""
    return button(label, discord.ButtonStyle.secondary, "unset", setting=setting)


def add_row(
    view: View, item: ActionButton | ActionMenu | ActionChannelMenu | ActionRoleMenu
) -> None:
    """Put one thing to press into a row of its own."""
    row: discord.ui.ActionRow[Any] = discord.ui.ActionRow(item)
    view.add_item(row)


def puzzle_words(seen: Seen) -> str:
    """Say where the puzzle of the day is posted, if anywhere, and when its day begins."""
    channel, settings = seen.settings.puzzle_channel, seen.settings
    begins = label_of(Setting.PUZZLE_HOUR, settings)
    words = seen.shown(Setting.PUZZLE, channel, f"<#{channel}>", "")
    return f"Posted in {words} at {begins}" if words else f"Posted nowhere · new at {begins}"


def add_puzzle(view: View, seen: Seen) -> None:
    """Let it be chosen whether and when the puzzle of the day is posted."""
    settings = seen.settings
    ruleset = ruleset_for(settings.ruleset).name
    view.add_item(
        discord.ui.TextDisplay(
            f"**{puzzle_words(seen)}**\nEverybody gets it by `/puzzle`, one of {ruleset} each day. "
            "In a channel chosen here it is posted as well, with who solved yesterday's. It pings "
            "nobody."
        )
    )
    shown = seen.here(Setting.PUZZLE, settings.puzzle_channel)
    add_row(
        view,
        channel_menu("A channel for the puzzle", shown, "set-channel", setting=Setting.PUZZLE),
    )
    add_row(view, setting_menu("When a new day begins", Setting.PUZZLE_HOUR, settings))
    if settings.puzzle_channel is not None:
        add_row(view, unset_button("Post no puzzle", Setting.PUZZLE))


def season_words(settings: ServerSettings) -> str:
    """Say how long seasons are."""
    label = label_of(Setting.SEASON, settings)
    return label if settings.season_days is None else f"{label} each"


def add_seasons(view: View, seen: Seen) -> None:
    """Let the length of seasons be chosen."""
    view.add_item(
        discord.ui.TextDisplay(
            f"**How long a season is:** {season_words(seen.settings)}\nAt its end the table is "
            "kept for good, the first three get titles, and the next season begins at once. A new "
            "length holds for the season that runs too; one that would be over already has a day "
            "left. `/season` shows when it ends."
        )
    )
    add_row(view, setting_menu("How long is a season?", Setting.SEASON, seen.settings))


def digest_words(seen: Seen) -> str:
    """Say when and where the week is told, if it is."""
    channel, settings = seen.settings.digest_channel, seen.settings
    words = seen.shown(Setting.DIGEST, channel, f"<#{channel}>", "")
    if not words:
        return "No digest"
    when = " at ".join(
        label_of(each, settings) for each in (Setting.DIGEST_DAY, Setting.DIGEST_HOUR)
    )
    return f"{when} in {words}"


def add_news(view: View, seen: Seen) -> None:
    """Let it be chosen whether and when the week is told, and whether the web shows who leads."""
    settings = seen.settings
    view.add_item(
        discord.ui.TextDisplay(
            f"**Weekly digest:** {digest_words(seen)}\nOne message a week: results, who gained "
            "most, the match of the week, and whose time runs out. It pings nobody, and a week "
            "without any match is passed over."
        )
    )
    shown = seen.here(Setting.DIGEST, settings.digest_channel)
    add_row(
        view,
        channel_menu("A channel for the digest", shown, "set-channel", setting=Setting.DIGEST),
    )
    preview = button("Preview", discord.ButtonStyle.primary, "week-preview")
    if settings.digest_channel is None:
        add_row(view, preview)
    else:
        add_row(view, setting_menu("On which day", Setting.DIGEST_DAY, settings))
        add_row(view, setting_menu("At what time", Setting.DIGEST_HOUR, settings))
        view.add_item(discord.ui.ActionRow(preview, unset_button("Post no digest", Setting.DIGEST)))
    view.add_item(
        discord.ui.TextDisplay(
            "**The leaderboard on the web**\nWho hosts this bot may serve leaderboards as pages; "
            "yours is among them only if you choose so here."
        )
    )
    add_row(view, setting_menu("Leaderboard on the web", Setting.LEADERBOARD, settings))

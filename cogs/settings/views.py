"""What is set for a server: an overview, and a panel for each part on which it can be changed."""

from collections.abc import Mapping
from enum import Enum
from typing import Any, Final, assert_never

import discord

from bot.features.settings.server import BOUNDS, Limit, ServerSettings, limits_of
from bot.match.identity import UserId
from bot.match.terms import HomeKind
from cogs.core.actions import button, channel_menu, form, menu, role_menu
from cogs.core.errors import NotInBounds
from cogs.core.panels import View, note_panel
from cogs.core.themes import Scope, theme_options
from cogs.core.words import counted
from cogs.settings.choices import (
    Seen as Seen,
)
from cogs.settings.choices import (
    Setting,
    add_news,
    add_puzzle,
    add_row,
    add_seasons,
    digest_words,
    label_of,
    puzzle_words,
    season_words,
    setting_menu,
    unset_button,
)


class Part(Enum):
    """What belongs together on one panel. The values stand in custom ids: never reuse one."""

    WHERE = "where"
    PEOPLE = "people"
    TERMS = "terms"
    LOOKS = "looks"
    MODERATION = "moderation"
    NEWS = "news"
    SEASONS = "seasons"
    PUZZLE = "puzzle"


TITLES: Final = {
    Part.WHERE: "Where matches live",
    Part.PEOPLE: "Who may play, and how much",
    Part.TERMS: "The usual terms",
    Part.LOOKS: "Pings and looks",
    Part.MODERATION: "Moderation",
    Part.NEWS: "Weekly digest, and the web",
    Part.SEASONS: "Seasons",
    Part.PUZZLE: "Puzzle of the day",
}
_CHANGES: Final = {
    Part.WHERE: "Places",
    Part.PEOPLE: "People",
    Part.TERMS: "Terms",
    Part.LOOKS: "Looks",
    Part.MODERATION: "Moderation",
    Part.NEWS: "News",
    Part.SEASONS: "Seasons",
    Part.PUZZLE: "Puzzle",
}
"""Labels that say by themselves what they lead to; longer ones break the words beside them."""
PART_OF: Final = {
    Setting.HOME: Part.WHERE,
    Setting.GAMES: Part.WHERE,
    Setting.PLAYERS: Part.PEOPLE,
    Setting.RULESET: Part.TERMS,
    Setting.TIME: Part.TERMS,
    Setting.STAKES: Part.TERMS,
    Setting.PINGS: Part.LOOKS,
    Setting.LEAVING: Part.MODERATION,
    Setting.LOG: Part.MODERATION,
    Setting.DIGEST: Part.NEWS,
    Setting.DIGEST_DAY: Part.NEWS,
    Setting.DIGEST_HOUR: Part.NEWS,
    Setting.LEADERBOARD: Part.NEWS,
    Setting.SEASON: Part.SEASONS,
    Setting.PUZZLE: Part.PUZZLE,
    Setting.PUZZLE_HOUR: Part.PUZZLE,
}


def overview(seen: Seen) -> View:
    """Show all that is set for a server, with the way to change each part."""
    view = note_panel("### Settings of this server")
    for part in Part:
        view.add_item(
            discord.ui.Section(
                f"**{TITLES[part]}**\n{_summary(part, seen)}",
                accessory=button(
                    _CHANGES[part], discord.ButtonStyle.secondary, "settings", part=part
                ),
            )
        )
    view.add_item(
        discord.ui.ActionRow(
            button("Check permissions", discord.ButtonStyle.secondary, "check-permissions"),
            button("Log", discord.ButtonStyle.secondary, "moderation-log", page=0),
        )
    )
    return view


def part_panel(part: Part, seen: Seen, warned: str | None = None) -> View:
    """Show one part of what is set and let it be changed; `warned` is why something was not."""
    view = note_panel(f"### {TITLES[part]}")
    if warned is not None:
        view.add_item(discord.ui.TextDisplay(f"⚠️ {warned}"))
    match part:
        case Part.WHERE:
            _add_where(view, seen)
        case Part.PEOPLE:
            _add_people(view, seen)
        case Part.TERMS:
            _add_terms(view, seen)
        case Part.LOOKS:
            _add_looks(view, seen)
        case Part.MODERATION:
            _add_moderation(view, seen)
        case Part.NEWS:
            add_news(view, seen)
        case Part.SEASONS:
            add_seasons(view, seen)
        case Part.PUZZLE:
            add_puzzle(view, seen)
        case _:
            assert_never(part)
    back = button("All settings", discord.ButtonStyle.secondary, "settings")
    view.add_item(discord.ui.ActionRow(back))
    return view


def _summary(part: Part, seen: Seen) -> str:
    settings = seen.settings
    match part:
        case Part.WHERE:
            return f"{label_of(Setting.HOME, settings)} · {_games(seen)}"
        case Part.PEOPLE:
            return f"{_players(seen)} · {_limits(settings)}"
        case Part.TERMS:
            return " · ".join(
                label_of(each, settings) for each in (Setting.RULESET, Setting.TIME, Setting.STAKES)
            )
        case Part.LOOKS:
            theme = next(
                each.label for each in theme_options(settings.theme, Scope.SERVER) if each.default
            )
            return f"{label_of(Setting.PINGS, settings)} · {theme}"
        case Part.MODERATION:
            leaving = label_of(Setting.LEAVING, settings)
            return f"Who leaves: {leaving[0].lower()}{leaving[1:]} · {_log(seen)}"
        case Part.NEWS:
            leaderboard = label_of(Setting.LEADERBOARD, settings)
            return f"{digest_words(seen)} · leaderboard: {leaderboard[0].lower()}{leaderboard[1:]}"
        case Part.SEASONS:
            return season_words(settings)
        case Part.PUZZLE:
            return puzzle_words(seen)
        case _:
            assert_never(part)


def _games(seen: Seen) -> str:
    channel = seen.settings.games_channel
    words = seen.shown(Setting.GAMES, channel, f"<#{channel}>", "")
    return f"all of them in {words}" if words else "where people challenge"


def _players(seen: Seen) -> str:
    role = seen.settings.players
    return seen.shown(Setting.PLAYERS, role, f"<@&{role}>", "Everyone")


def _log(seen: Seen) -> str:
    channel = seen.settings.log_channel
    words = seen.shown(Setting.LOG, channel, f"<#{channel}>", "")
    return f"log in {words}" if words else "log posted nowhere"


def _limits(settings: ServerSettings) -> str:
    limits = limits_of(settings)
    matches = "1 match" if limits[Limit.MATCHES] == 1 else f"{limits[Limit.MATCHES]} matches"
    return (
        f"{matches} and "
        f"{counted(limits[Limit.CHALLENGES], 'open challenge')} each · "
        f"{counted(limits[Limit.VACATION], 'day')} of vacation a year"
    )


def _add_where(view: View, seen: Seen) -> None:
    settings = seen.settings
    view.add_item(discord.ui.TextDisplay("**Each match is played in**"))
    add_row(view, setting_menu("Where a match is played", Setting.HOME, settings))
    channel = settings.games_channel
    games = seen.shown(Setting.GAMES, channel, f"<#{channel}>", "none")
    place = "threads begun there" if settings.home is HomeKind.THREAD else "that channel"
    view.add_item(
        discord.ui.TextDisplay(
            f"**A channel for games:** {games}\nIf you choose one, every match lives in "
            f"{place}, wherever people challenge one another. Matches that go on stay where they "
            "are."
        )
    )
    shown = seen.here(Setting.GAMES, settings.games_channel)
    add_row(
        view,
        channel_menu("A channel for games", shown, "set-channel", setting=Setting.GAMES),
    )
    if settings.games_channel is not None:
        add_row(view, unset_button("Play where people challenge", Setting.GAMES))


def _add_people(view: View, seen: Seen) -> None:
    settings = seen.settings
    view.add_item(
        discord.ui.TextDisplay(
            f"**Who may play:** {_players(seen)}\nWith a role chosen, only its members challenge "
            "and accept here. Matches that go on are played to their end."
        )
    )
    shown = seen.here(Setting.PLAYERS, settings.players)
    add_row(
        view,
        role_menu("Only people with a role", shown, "set-role"),
    )
    if settings.players is not None:
        add_row(view, unset_button("Let everyone play", Setting.PLAYERS))
    view.add_item(discord.ui.TextDisplay(f"**Limits for each person:** {_limits(settings)}"))
    add_row(view, button("Change the limits", discord.ButtonStyle.primary, "limits"))


def _add_terms(view: View, seen: Seen) -> None:
    view.add_item(
        discord.ui.TextDisplay("A challenge that names a ruleset, a time or stakes has its own.")
    )
    for setting, title in (
        (Setting.RULESET, "Ruleset"),
        (Setting.TIME, "Time"),
        (Setting.STAKES, "Rated or casual"),
    ):
        add_row(view, setting_menu(title, setting, seen.settings))


def _add_looks(view: View, seen: Seen) -> None:
    view.add_item(
        discord.ui.TextDisplay(
            "**Pings where matches are played**\nPeople choose by `/preferences` how they are "
            "told; here you can keep the server quiet."
        )
    )
    add_row(view, setting_menu("Pings", Setting.PINGS, seen.settings))
    view.add_item(
        discord.ui.TextDisplay(
            "**What beds look like here**\nA bed takes it on when it is shown next; everybody may "
            "choose their own for private pictures by `/preferences`."
        )
    )
    themes = theme_options(seen.settings.theme, Scope.SERVER)
    add_row(view, menu("Theme", themes, "server-theme"))


def _add_moderation(view: View, seen: Seen) -> None:
    settings = seen.settings
    view.add_item(discord.ui.TextDisplay("**The matches of somebody who leaves the server**"))
    add_row(view, setting_menu("Who leaves the server", Setting.LEAVING, settings))
    view.add_item(
        discord.ui.TextDisplay(
            f"**What moderators do:** {_log(seen)}\n`/moderate` ends matches, removes notes and "
            "bars members. `/settings log` lists it; a channel chosen here is told "
            "each time."
        )
    )
    shown = seen.here(Setting.LOG, settings.log_channel)
    add_row(
        view,
        channel_menu("A channel for the log", shown, "set-channel", setting=Setting.LOG),
    )
    if settings.log_channel is not None:
        add_row(view, unset_button("Post it nowhere", Setting.LOG))


LIMIT_TITLES: Final = {
    Limit.MATCHES: "Matches at once",
    Limit.CHALLENGES: "Open challenges at once",
    Limit.VACATION: "Days of vacation a year",
}
LONGEST_NUMBER: Final = 6


def limits_form(settings: ServerSettings, user: UserId, nonce: int) -> discord.ui.Modal:
    """Make the form that asks for the limits; `nonce` keeps one person's forms apart."""
    items: list[discord.ui.Item[Any]] = []
    for limit, number in limits_of(settings).items():
        bounds = BOUNDS[limit]
        typed: discord.ui.TextInput[Any] = discord.ui.TextInput(
            custom_id=limit.value, default=str(number), min_length=1, max_length=LONGEST_NUMBER
        )
        about = f"From {bounds.least} to {bounds.most}"
        items.append(discord.ui.Label(text=LIMIT_TITLES[limit], description=about, component=typed))
    return form("Limits for each person", items, "limits-set", user=user, nonce=nonce)


def limits_filled(typed: Mapping[Limit, str | None]) -> dict[Limit, int]:
    """Read the limits that were typed. Raises `NotInBounds`."""
    return {limit: _number(limit, text) for limit, text in typed.items() if text is not None}


def _number(limit: Limit, text: str) -> int:
    digits, bounds = text.strip(), BOUNDS[limit]
    if not (digits.isascii() and digits.isdigit()):
        raise NotInBounds(limit, text)
    number = int(digits)
    if not bounds.least <= number <= bounds.most:
        raise NotInBounds(limit, text)
    return number

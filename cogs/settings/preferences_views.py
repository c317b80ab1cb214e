"""What a person prefers, as a panel of pages on which it can be changed."""

from typing import Any, Final, assert_never

import discord

from bot.features.settings.preferences import (
    DayMinute,
    Placing,
    Preferences,
    QuietHours,
    Telling,
    Threats,
    Topic,
    Way,
    ways_for,
)
from bot.match.clock import Share
from bot.match.identity import UserId
from cogs.challenges.views import welcome_row
from cogs.core.actions import ActionButton, ActionMenu, button, form, menu
from cogs.core.panels import PreferencesPage, View, note_panel
from cogs.core.themes import Scope, theme_options
from cogs.core.times import write_minute
from cogs.settings.hours import read_minute, read_quiet
from cogs.standings.views import listing_row

LONGEST_TYPED: Final = 40
"""Characters that can be typed into a field of the form."""

_TOPICS: Final = {
    Topic.TURN: "It is my turn",
    Topic.TIME: "My time runs out",
    Topic.OFFER: "Offers to me",
    Topic.OVER: "A match is over",
}
_WAYS: Final = {
    Way.PING: ("Ping", "A mention where the match lives"),
    Way.DIRECT: ("Direct message", "With a link to the match"),
    Way.SILENT: ("Silent", "As a ping, and nothing rings"),
    Way.DIGEST: ("Once a day", "All matches that wait for you, in one direct message"),
    Way.OFF: ("Off", "Nothing at all"),
}

_SHARES: Final = {
    Share.HALF: ("after half of my time", "Of 3 days for a move: with 36 hours left"),
    Share.FOUR_FIFTHS: ("after 80 % of my time", "Of 3 days for a move: with 14 hours left"),
    Share.NINE_TENTHS: ("after 90 % of my time", "Of 3 days for a move: with 7 hours left"),
    Share.NEVER: ("none", "I do not remind you of a turn that has begun"),
}

Item = discord.ui.Item[Any]


def telling_page(telling: Telling) -> list[Item]:
    """Lay out the page: a menu for each topic, and the hours."""
    items: list[Item] = [discord.ui.TextDisplay("**How I tell you**")]
    for topic, name in _TOPICS.items():
        chosen = telling.way_of(topic)
        options = [
            discord.SelectOption(
                label=f"{name}: {_WAYS[way][0].lower()}",
                value=way.value,
                description=_WAYS[way][1],
                default=way is chosen,
            )
            for way in ways_for(topic)
        ]
        items.append(discord.ui.ActionRow(menu(name, options, "prefer-delivery", topic=topic)))
        if topic is Topic.TIME:
            items.append(discord.ui.ActionRow(_reminder_menu(telling.reminder)))
    items.append(discord.ui.TextDisplay(_hours(telling)))
    items.append(discord.ui.ActionRow(button("Hours…", discord.ButtonStyle.secondary, "hours")))
    return items


def _reminder_menu(chosen: Share) -> ActionMenu:
    options = [
        discord.SelectOption(
            label=f"Reminder: {_SHARES[share][0]}",
            value=str(share.value),
            description=_SHARES[share][1],
            default=share is chosen,
        )
        for share in _SHARES
    ]
    return menu("Reminder", options, "prefer-reminder")


def hours_form(telling: Telling, user: UserId, nonce: int) -> discord.ui.Modal:
    """Make the form for quiet hours, the daily list's time and the time zone, as they are now.

    `nonce` keeps apart the forms that one person opens.
    """
    quiet = telling.quiet
    begin = "" if quiet is None else write_minute(quiet.begin)
    end = "" if quiet is None else write_minute(quiet.end)
    daily = write_minute(telling.digest_minute)
    where = "Your city or time zone, as Europe/Berlin"
    items = [
        _field("Quiet from", "begin", begin, "22:00", "Nothing rings then; empty for never"),
        _field("Quiet until", "end", end, "07:30", "What is due in between waits for it"),
        _field("Once a day at", "daily", daily, "09:00", "If you chose that for turns"),
        _field("Time zone", "zone", telling.zone, "Europe/Berlin", where),
    ]
    return form("Your hours", items, "hours-set", user=user, nonce=nonce)


def hours_filled(
    telling: Telling, begin: str, end: str, daily: str, zone: str
) -> tuple[str, QuietHours | None, DayMinute]:
    """Return the zone as it was typed, the quiet hours and the daily list's time of a form.

    What is left empty is no quiet hours, and for the others as it was. Raises `UnreadableHour`,
    `HalfQuiet` or `QuietAllDay`.
    """
    quiet = read_quiet(begin.strip(), end.strip())
    minute = read_minute(daily.strip()) if daily.strip() else telling.digest_minute
    return zone.strip() or telling.zone, quiet, minute


def _hours(telling: Telling) -> str:
    quiet = telling.quiet
    if quiet is None:
        lines = ["**Quiet hours:** none. Set some, and what is due in them waits for their end."]
    else:
        span = f"{write_minute(quiet.begin)} – {write_minute(quiet.end)}"
        lines = [f"**Quiet hours:** {span}. What is due in them waits for their end."]
    if telling.turn is Way.DIGEST:
        lines.append(f"**Once a day at** {write_minute(telling.digest_minute)}.")
    lines.append(f"-# Times are those of {telling.zone.replace('_', ' ')}.")
    return "\n".join(lines)


def _field(
    label: str, name: str, value: str, example: str, description: str
) -> discord.ui.Label[Any]:
    text: discord.ui.TextInput[Any] = discord.ui.TextInput(
        custom_id=name,
        default=value or None,
        placeholder=example,
        required=False,
        max_length=LONGEST_TYPED,
    )
    return discord.ui.Label(text=label, description=description, component=text)


_NAMES: Final = {
    PreferencesPage.PLAYING: "Playing",
    PreferencesPage.NOTICES: "Notices",
    PreferencesPage.LOOKS: "Looks",
}


def preferences_panel(
    preferred: Preferences, page: PreferencesPage = PreferencesPage.PLAYING
) -> View:
    """Show what a person prefers on one page, let them change it, and lead to the others."""
    view = note_panel("### Your preferences")
    view.add_item(discord.ui.ActionRow(*(_tab(each, page) for each in PreferencesPage)))
    for item in _page(preferred, page):
        view.add_item(item)
    return view


def _tab(page: PreferencesPage, shown: PreferencesPage) -> ActionButton:
    style = discord.ButtonStyle.primary if page is shown else discord.ButtonStyle.secondary
    return button(_NAMES[page], style, "preferences", page=page)


def _page(preferred: Preferences, page: PreferencesPage) -> list[Item]:
    match page:
        case PreferencesPage.PLAYING:
            return [*_playing(preferred.placing), welcome_row(), listing_row()]
        case PreferencesPage.NOTICES:
            return telling_page(preferred.telling)
        case PreferencesPage.LOOKS:
            return _looks(preferred)
        case _:
            assert_never(page)


def _playing(placing: Placing) -> list[Item]:
    match placing:
        case Placing.CONFIRMED:
            state, other = "on", Placing.AT_ONCE
            meaning = "The picker shows you the bed as it would be, and waits for **Confirm**."
        case Placing.AT_ONCE:
            state, other = "off", Placing.CONFIRMED
            meaning = "The picker plays as soon as you have chosen a square."
        case _:
            assert_never(placing)
    label = "Switch off" if other is Placing.AT_ONCE else "Switch on"
    switch = f"**Confirm before a piece is placed: {state}.**"
    return [
        discord.ui.TextDisplay(f"{switch}\n{meaning}\n-# `/place` always plays at once."),
        discord.ui.ActionRow(
            button(label, discord.ButtonStyle.secondary, "prefer-placing", placing=other)
        ),
    ]


def _looks(preferred: Preferences) -> list[Item]:
    look = "**What your private pictures look like:** the picker, the rules, `/board` elsewhere."
    shown = preferred.threats is Threats.SHOWN
    label = "Hide threats" if shown else "Show threats"
    other = Threats.HIDDEN if shown else Threats.SHOWN
    options = theme_options(preferred.theme, Scope.PERSON)
    return [
        discord.ui.TextDisplay(f"{look}\n{_threats_state(preferred.threats)}"),
        discord.ui.ActionRow(menu("Theme", options, "prefer-theme")),
        discord.ui.ActionRow(
            button(label, discord.ButtonStyle.secondary, "prefer-threats", threats=other)
        ),
    ]


def _threats_state(threats: Threats) -> str:
    """Say whether threats are pointed out."""
    if threats is Threats.SHOWN:
        return "Lines that either side could complete are marked."
    return "Lines that either side could complete are not marked."

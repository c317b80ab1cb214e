"""How a person wants to be told, as a page of their preferences and a form for their hours."""

from typing import Any, Final

import discord

from bot.match.identity import UserId
from bot.match.reminding import Share
from bot.match.telling import DayMinute, QuietHours, Telling, Topic, Way, ways_for
from cogs.core.actions import ActionMenu, button, form, menu
from cogs.ui.hours import read_minute, read_quiet, write_minute

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
    """Give the zone as it was typed, the quiet hours and the daily list's time of a form.

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

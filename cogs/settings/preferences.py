"""`/preferences`: a user's preferences."""

import re
from typing import Annotated, Any, Final

import discord
from discord import app_commands

from bot.app import BoopBot, Interaction
from bot.features.settings.declaration import Choices, FromCatalogue, Switch
from bot.features.settings.preferences import (
    PAGES,
    PREFERENCES,
    DayMinute,
    DeliveryMethod,
    NotificationPreferences,
    Page,
    Preferences,
    QuietHours,
)
from bot.features.settings.zones.naming import ZoneRefusal
from bot.match.identity import Instant, UserId
from bot.text import N_, gettext, speaking, translate
from bot.text.folding import folded
from cogs.core.actions import LONGEST_ID, ActionContext, Cog, action
from cogs.core.codecs import FormText, Words
from cogs.core.components import View, button, form, menu
from cogs.core.panels import note_panel
from cogs.core.replies import answer_privately
from cogs.settings.controls import (
    HalfQuiet,
    QuietAllDay,
    SettingsScope,
    SettingsView,
    UnreadableHour,
    items_of,
    key_of,
    read_choice,
)
from cogs.settings.zones import (
    LONGEST_ZONE,
    ZoneName,
    refused_zone,
    typed_zone,
    zone_field,
    zone_line,
    zone_options,
)
from cogs.wording.help_lines import Topic, in_help
from cogs.wording.names import user_of
from cogs.wording.times import write_minute

_TIME: Final = re.compile(
    r"(\d{1,2})(?:\s*[:.,h]?\s*(\d\d))?\s*h?\s*(?:([ap])\.?m\.?)?", re.IGNORECASE | re.ASCII
)


def read_minute(text: str) -> DayMinute:
    """Read `22:30`, `22.30`, `22`, `2230` or `10:30 pm`. Raise `UnreadableHour`."""
    parsed = _TIME.fullmatch(folded(text).strip())
    if parsed is None:
        raise UnreadableHour(text)
    hour, minute, half = int(parsed[1]), int(parsed[2] or 0), (parsed[3] or "").lower()
    if half:
        if not 1 <= hour <= 12:
            raise UnreadableHour(text)
        hour = hour % 12 + (12 if half == "p" else 0)
    if hour == 24 and minute == 0:
        hour = 0
    if hour > 23 or minute > 59:
        raise UnreadableHour(text)
    return DayMinute(hour * 60 + minute)


def read_quiet(begin: str, end: str) -> QuietHours | None:
    """Read quiet hours; return None if both ends are empty.

    Raise `UnreadableHour`, `HalfQuiet` or `QuietAllDay`.
    """
    if not begin and not end:
        return None
    if not begin or not end:
        raise HalfQuiet(begin or end)
    quiet = QuietHours(read_minute(begin), read_minute(end))
    if quiet.begin == quiet.end:
        raise QuietAllDay(quiet.begin)
    return quiet


LONGEST_TYPED: Final = 40
"""How many characters can be typed into a field of the form."""


def preferences_panel(
    preferred: Preferences,
    now: Instant,
    page: Page = Page.PLAYING,
    *,
    translations: str | None = None,
    refused: ZoneRefusal | None = None,
) -> View:
    """Show one page of a user's preferences with controls to change them, and tabs.

    `translations` is the URL of a page where users can improve translations. `refused` says why
    the time zone that the user typed was not understood.
    """
    view = note_panel(f"### {gettext('Your preferences')}")
    tabs: discord.ui.ActionRow[Any] = discord.ui.ActionRow()
    primary, secondary = discord.ButtonStyle.primary, discord.ButtonStyle.secondary
    for each, heading in PAGES.items():
        style = primary if each is page else secondary
        tabs.add_item(button(translate(heading.label), style, "preferences", page=each))
    view.add_item(tabs)
    declared = [each for each in PREFERENCES.values() if each.section is page]
    for item in items_of(declared, SettingsView(preferred), SettingsScope.PERSON):
        view.add_item(item)
    match page:
        case Page.PLAYING:
            view.add_item(
                discord.ui.ActionRow(
                    button(gettext("Who can challenge me"), secondary, "who-challenges"),
                    button(gettext("Leaderboards"), secondary, "listing"),
                )
            )
        case Page.NOTIFICATIONS:
            view.add_item(discord.ui.TextDisplay(_hours(preferred.notifications, now)))
            view.add_item(discord.ui.ActionRow(button(gettext("Set hours"), secondary, "hours")))
            if refused is not None:
                text = refused_zone(refused, is_with_hours=True)
                view.add_item(discord.ui.TextDisplay(text))
                if refused.offered:
                    options = zone_options(refused.offered, now)
                    chooser = menu(gettext("Time zone"), options, "prefer-zone")
                    view.add_item(discord.ui.ActionRow(chooser))
        case Page.LANGUAGE if translations is not None:
            label = gettext("Improve this translation")
            view.add_item(discord.ui.ActionRow(discord.ui.Button(label=label, url=translations)))
        case Page.LOOKS | Page.LANGUAGE:
            pass
    return view


def hours_form(current: NotificationPreferences, user: UserId, nonce: int) -> discord.ui.Modal:
    """Return the form for quiet hours, the daily summary's time and the time zone, filled in.

    `nonce` keeps the user's forms apart.
    """
    quiet = current.quiet
    items = [
        _field(
            gettext("Quiet from"),
            "begin",
            "" if quiet is None else write_minute(quiet.begin),
            "22:00",
            gettext("No notifications from then on; leave it empty for no quiet hours"),
        ),
        _field(
            gettext("Quiet until"),
            "end",
            "" if quiet is None else write_minute(quiet.end),
            "07:30",
            gettext("Held-back notifications are sent then"),
        ),
        _field(
            gettext("Daily summary at"),
            "daily",
            write_minute(current.digest_minute),
            "09:00",
            gettext("Only if you chose the daily summary for turns"),
        ),
        zone_field(current.zone),
    ]
    return form(gettext("Your hours"), items, "hours-set", user=user, nonce=nonce)


def hours_filled(
    current: NotificationPreferences, begin: str, end: str, daily: str
) -> tuple[QuietHours | None, DayMinute]:
    """Return the quiet hours and the daily summary's time of a form.

    Empty hours mean no quiet hours; an empty time of the summary keeps the current one. Raise
    `UnreadableHour`, `HalfQuiet` or `QuietAllDay`.
    """
    begin, end, daily = (each if folded(each).strip() else "" for each in (begin, end, daily))
    minute = read_minute(daily) if daily else current.digest_minute
    return read_quiet(begin, end), minute


def _hours(preferences: NotificationPreferences, now: Instant) -> str:
    if preferences.quiet is None:
        lines = [gettext("**Quiet hours:** none. During quiet hours, notifications wait.")]
    else:
        lines = [
            gettext(
                "**Quiet hours:** {begin} – {end}. Notifications wait until they are over.",
                begin=write_minute(preferences.quiet.begin),
                end=write_minute(preferences.quiet.end),
            )
        ]
    if preferences.turn is DeliveryMethod.DIGEST:
        lines.append(
            gettext("**Daily summary:** {time}", time=write_minute(preferences.digest_minute))
        )
    lines.append(f"-# {zone_line(preferences.zone, now)}")
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


HourTyped = Annotated[str, FormText(LONGEST_TYPED)]
ZoneTyped = Annotated[str, FormText(LONGEST_ZONE)]
ListedName = Annotated[
    str,
    Words(
        tuple(
            name
            for name, each in PREFERENCES.items()
            if isinstance(each.kind, Choices | FromCatalogue)
        )
    ),
]
_SWITCHES = {
    name: each.kind.each for name, each in PREFERENCES.items() if isinstance(each.kind, Switch)
}
SwitchName = Annotated[str, Words(tuple(_SWITCHES))]
SwitchKey = Annotated[
    str, Words(tuple(key_of(choice.value) for each in _SWITCHES.values() for choice in each))
]


class PreferencesCog(Cog, name="Preferences"):
    """Shows preferences and changes them."""

    @app_commands.command(
        name="preferences", extras=in_help(Topic.MATCHES, 80, N_("how and when I tell you things"))
    )
    async def preferences(self, interaction: Interaction) -> None:
        """Choose how you play, notifications, looks and your language."""
        preferred = await self.bot.services.preferences.of(user_of(interaction))
        await self._show(interaction, preferred)

    @action("preferences")
    async def open(self, context: ActionContext, page: Page) -> None:
        """Show another page."""
        preferred = await self.bot.services.preferences.of(context.user)
        await self._show(context.interaction, preferred, page)

    @action("prefer")
    async def choose(
        self,
        context: ActionContext,
        setting: ListedName,
        *,
        chosen: Annotated[str, FormText(LONGEST_ID)],
    ) -> None:
        """Set a preference to the option that was chosen from a list."""
        await self._prefer(context, setting, chosen)

    @action("prefer-to")
    async def switch(self, context: ActionContext, setting: SwitchName, value: SwitchKey) -> None:
        """Set a preference that has two options."""
        await self._prefer(context, setting, value)

    @action("hours")
    async def ask_hours(self, context: ActionContext) -> None:
        """Open the form for quiet hours, the daily summary and the time zone."""
        current = (await self.bot.services.preferences.of(context.user)).notifications
        form = hours_form(current, context.user, context.interaction.id)
        await answer_privately(context.interaction, form)

    @action("hours-set")
    async def set_hours(
        self,
        context: ActionContext,
        *,
        begin: HourTyped = "",
        end: HourTyped = "",
        daily: HourTyped = "",
        zone: ZoneTyped = "",
    ) -> None:
        """Set the values of the form, all but the time zone if it is not understood."""
        preferences, refused = self.bot.services.preferences, None
        current = (await preferences.of(context.user)).notifications
        quiet, minute = hours_filled(current, begin, end, daily)
        typed = typed_zone(zone, current.zone)
        try:
            preferred = await preferences.prefer_hours(context.user, typed, quiet, minute)
        except ZoneRefusal as refusal:
            refused = refusal
            preferred = await preferences.prefer_hours(context.user, None, quiet, minute)
        await self._show(context.interaction, preferred, Page.NOTIFICATIONS, refused)

    @action("prefer-zone")
    async def choose_zone(self, context: ActionContext, *, chosen: ZoneName) -> None:
        """Set the time zone that was chosen among similar ones."""
        preferred = await self.bot.services.preferences.prefer_zone(context.user, chosen)
        await self._show(context.interaction, preferred, Page.NOTIFICATIONS)

    async def _prefer(self, context: ActionContext, name: str, key: str) -> None:
        setting, preferences = PREFERENCES[name], self.bot.services.preferences
        value = read_choice(setting, await preferences.of(context.user), key)
        preferred = await preferences.prefer(context.user, name, value)
        # The language may have just changed.
        with speaking(await self.bot.languages_for(context.interaction)):
            await self._show(context.interaction, preferred, Page(setting.section))

    async def _show(
        self,
        interaction: Interaction,
        preferred: Preferences,
        page: Page = Page.PLAYING,
        refused: ZoneRefusal | None = None,
    ) -> None:
        panel = preferences_panel(
            preferred,
            self.bot.services.clock.now(),
            page,
            translations=self.bot.translations,
            refused=refused,
        )
        await answer_privately(interaction, panel)


async def setup(bot: BoopBot) -> None:
    """Add the cog."""
    await bot.add_cog(PreferencesCog(bot))

"""The panels of a server's managers, as large as they get."""

from collections.abc import Iterator
from dataclasses import replace

import discord

from bot.features.moderation.bans import BanPreview, BansPage, CompetitionPlaces, NewBan
from bot.features.moderation.log import ON_A_PAGE
from bot.features.moderation.queries import LoggedAction, ModeratorAction
from bot.features.moderation.service import LogPage
from bot.features.settings.server import Section, ServerSettings, StartEvents
from bot.features.settings.zones.places import places
from bot.match.challenge import Ban
from bot.match.clock import DAY, HOUR, Bank
from bot.match.identity import ChallengeId, ChannelId, GuildId, RoleId, Seconds, UserId
from bot.match.match import Match
from bot.match.terms import LONGEST_NOTE, Note
from cogs.moderation.views import ban_form, ban_panel, bans_panel, end_form, log_panel, void_form
from cogs.settings.controls import SettingsView
from cogs.settings.views import limits_form, overview, section_panel, zone_form
from tests.kit.matches import NOON

LARGEST = 9 * 10**18
ALL_SET = ServerSettings(
    theme="night",
    games_channel=ChannelId(LARGEST),
    players=RoleId(LARGEST),
    hosts=RoleId(LARGEST),
    winners=RoleId(LARGEST),
    start_events=StartEvents.ON,
    time=Bank(Seconds(9 * DAY), Seconds(7 * HOUR), Seconds(19 * DAY)),
    log_channel=ChannelId(LARGEST),
    lobby_channel=ChannelId(LARGEST),
    digest_channel=ChannelId(LARGEST),
    puzzle_channel=ChannelId(LARGEST),
    zone="America/Argentina/ComodRivadavia",
)
WARNED = "w" * 400
MOST_PLACES = CompetitionPlaces(999, 999, 999)


def server_panels() -> Iterator[discord.ui.LayoutView]:
    for settings in (ServerSettings(), ALL_SET):
        for gone in (
            frozenset[str](),
            frozenset(
                (
                    "games_channel",
                    "lobby_channel",
                    "log_channel",
                    "players",
                    "digest_channel",
                    "puzzle_channel",
                )
            ),
        ):
            shown = SettingsView(settings, gone, NOON)
            yield overview(shown)
            for section in Section:
                yield section_panel(section, shown)
                yield section_panel(section, shown, WARNED)
            yield section_panel(Section.CLOCK, shown, WARNED, places().countries["RU"])
    yield log_panel(LogPage((), 0, 1))
    yield bans_panel(BansPage((), 0, 1))
    yield ban_panel(NewBan(ban(), (), CompetitionPlaces(0)))
    yield ban_panel(NewBan(ban(), (ChallengeId(LARGEST),) * 999, CompetitionPlaces(0)))
    yield ban_panel(NewBan(ban(), (), MOST_PLACES))
    for number in range(3):
        yield log_panel(LogPage(tuple(entries()), number, 3))
        yield bans_panel(BansPage((ban(),) * ON_A_PAGE, number, 3))


def server_forms(match: Match) -> Iterator[discord.ui.Modal]:
    yield limits_form(ALL_SET, UserId(LARGEST), LARGEST)
    yield zone_form(ALL_SET, UserId(LARGEST), LARGEST)
    yield end_form(match, UserId(LARGEST), LARGEST)
    yield void_form(match, UserId(LARGEST), LARGEST)
    preview = BanPreview(MOST_PLACES, 10**11)
    note = "x" * LONGEST_NOTE
    yield ban_form(UserId(LARGEST), 365, note, preview, UserId(LARGEST), LARGEST)


def entries() -> Iterator[LoggedAction]:
    """Yield a page of entries, each as long as it can be."""
    for number in range(ON_A_PAGE):
        action = list(ModeratorAction)[number % len(ModeratorAction)]
        yield replace(entry(), action=action)


def entry() -> LoggedAction:
    return LoggedAction(
        LARGEST,
        GuildId(LARGEST),
        UserId(LARGEST),
        ModeratorAction.BANNED,
        NOON,
        user=UserId(LARGEST),
        reason=Note("*" * LONGEST_NOTE),
        until=NOON,
    )


def ban() -> Ban:
    return Ban(UserId(LARGEST), UserId(LARGEST), NOON, NOON, Note("*" * LONGEST_NOTE))

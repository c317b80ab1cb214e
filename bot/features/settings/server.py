"""A server's settings, each declared here once. The values of their enums are stored."""

from dataclasses import dataclass
from enum import Enum
from typing import Final

from bot.features.settings.declaration import (
    Catalogue,
    Channel,
    ChannelUse,
    Choice,
    Choices,
    FromCatalogue,
    Heading,
    Number,
    RoleChoice,
    RoleUse,
    Zone,
    setting,
    settings_of,
)
from bot.features.settings.zones.local_time import UTC_NAME, DailyHour, WeeklyHour
from bot.game import CLASSIC
from bot.match.calendar import HOURS_IN_A_DAY
from bot.match.clock import DEFAULT_TIME, TimeControl
from bot.match.identity import ChannelId, Instant, RoleId
from bot.match.terms import Stakes, VenueKind
from bot.text import N_, NC_, NN_, Language


class Pings(Enum):
    """Whether users may be pinged where a match is played."""

    ALLOWED = "allowed"
    NONE = "none"


class LeavingPolicy(Enum):
    """What happens to the matches of a player who leaves the server."""

    CLOCK_RUNS = "clock runs"
    """They go on: the player may come back in time."""
    FORFEITS = "forfeits"
    """They end at once, and the opponent wins."""


class Leaderboard(Enum):
    """Whether a server's leaderboard may be read on the web."""

    PRIVATE = "private"
    PUBLIC = "public"


class MatchPages(Enum):
    """Which matches of a server may have pages on the web."""

    OFF = "off"
    FINISHED = "finished"
    LIVE = "live"
    """Live matches as well, if both players consent."""


class SearchEngines(Enum):
    """Whether search engines may list a server's pages on the web."""

    HIDDEN = "hidden"
    ALLOWED = "allowed"


class StartEvents(Enum):
    """Whether the start of a tournament is one of the server's events."""

    OFF = "off"
    ON = "on"


class Section(Enum):
    """The settings on one panel. The values are in custom ids: never reuse one."""

    WHERE = "where"
    PEOPLE = "people"
    TERMS = "terms"
    LOOKS = "looks"
    MODERATION = "moderation"
    NEWS = "news"
    WEB = "web"
    SEASONS = "seasons"
    PUZZLE = "puzzle"
    TOURNAMENTS = "tournaments"
    CLOCK = "clock"


HEADINGS: Final = {
    Section.WHERE: Heading(N_("Where matches are played"), NC_("settings", "Places")),
    Section.PEOPLE: Heading(NC_("settings", "Players"), NC_("settings", "Players")),
    Section.TERMS: Heading(
        N_("Default terms"),
        NC_("settings", "Terms"),
        N_("A challenge uses these unless it says otherwise."),
    ),
    Section.LOOKS: Heading(N_("Pings and looks"), NC_("settings", "Looks")),
    Section.MODERATION: Heading(N_("Moderation"), NC_("settings", "Moderation")),
    Section.CLOCK: Heading(
        N_("Time zone"),
        NC_("settings", "Clock"),
        N_(
            "The hours of the weekly digest and the puzzle of the day are in this time zone, "
            "summer time included."
        ),
    ),
    Section.NEWS: Heading(N_("Weekly digest"), NC_("settings", "Digest")),
    Section.WEB: Heading(N_("Pages on the web"), NC_("settings", "Web")),
    Section.SEASONS: Heading(N_("Seasons"), NC_("settings", "Seasons")),
    Section.PUZZLE: Heading(N_("Puzzle of the day"), NC_("settings", "Puzzle")),
    Section.TOURNAMENTS: Heading(N_("Tournaments"), NC_("settings", "Tournaments")),
}

_WEEKDAYS: Final = (
    N_("Mondays"),
    N_("Tuesdays"),
    N_("Wednesdays"),
    N_("Thursdays"),
    N_("Fridays"),
    N_("Saturdays"),
    N_("Sundays"),
)
_HOURS: Final = tuple(
    Choice(hour, N_("{hour}:00").filled(hour=f"{hour:02}")) for hour in range(HOURS_IN_A_DAY)
)
_DAYS: Final = NN_("{count} day", "{count} days")


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """A server's settings; the defaults are those of a server that has set none.

    `theme` is the name of the look of public pictures, `None` for the first of the themes. Matches
    are played in a place of the kind `venue`; if `games_channel` is set, they are played there.
    `lobby_channel`, if set, has the panel that lists who wants to play. `players` is the role that
    may play, `None` for everyone, and `hosts` the one that may make tournaments, `None` for those
    who manage the server. `winners` is the role that the bot gives to the winners of the latest
    tournament, `None` for no role, and `start_events` says whether starts of tournaments are events
    of the server. `most_matches` and `most_challenges` limit how many a user has open here, and
    `vacation_days` how long their clocks may be stopped in a year. `ruleset`, `time` and `stakes`
    are the default terms of a challenge. Moderators' actions are posted in `log_channel`, if set. A
    season ends by itself after `season_days`, or only by hand if that is `None`. The weekly digest
    is posted in `digest_channel`, if set, on `digest_day` at `digest_hour`. The puzzle of the day
    is posted in `puzzle_channel`, if set; its day begins at `puzzle_hour`, by default at
    `puzzle_begins_at`. Both hours are in `zone`. Public messages are in `language`, by default in
    the one that Discord reports for the server.
    """

    venue: VenueKind = setting(
        VenueKind.THREAD,
        Section.WHERE,
        HEADINGS[Section.WHERE],
        Choices(
            (
                Choice(
                    VenueKind.THREAD,
                    N_("In a thread of its own"),
                    N_("Started from the challenge, with nothing else in it"),
                ),
                Choice(
                    VenueKind.CHANNEL,
                    N_("In the channel"),
                    N_("The board stands among the channel's other messages"),
                ),
            )
        ),
    )
    games_channel: ChannelId | None = setting(
        None,
        Section.WHERE,
        N_("Games channel"),
        Channel(
            ChannelUse.MATCHES,
            N_("all in {channel}"),
            N_("wherever people challenge each other"),
            N_("Play anywhere"),
        ),
        about=N_(
            "If you choose one, every new match is played there, wherever people challenge each "
            "other. Matches under way stay where they are."
        ),
    )
    lobby_channel: ChannelId | None = setting(
        None,
        Section.WHERE,
        N_("Who wants to play?"),
        Channel(
            ChannelUse.LOBBY,
            N_("who wants to play is listed in {channel}"),
            N_("no list of who wants to play"),
            N_("Remove the list"),
        ),
        about=N_(
            "A message that stands in a channel and lists who wants to play: one tap, and you are "
            "on it or your match begins. There is one list. Another channel moves it."
        ),
    )
    players: RoleId | None = setting(
        None,
        Section.PEOPLE,
        N_("Who can play"),
        RoleChoice(
            RoleUse.PLAYERS,
            N_("only {role} can play"),
            N_("Everyone"),
            N_("Let everyone play"),
        ),
        about=N_(
            "If you choose a role, only its members can challenge and accept here. Matches under "
            "way are played to the end."
        ),
    )
    most_matches: int = setting(
        30,
        Section.PEOPLE,
        N_("Matches at once"),
        Number(1, 100, NN_("{count} match at once", "{count} matches at once")),
    )
    most_challenges: int = setting(
        5,
        Section.PEOPLE,
        N_("Open challenges"),
        Number(1, 25, NN_("{count} open challenge", "{count} open challenges")),
    )
    vacation_days: int = setting(
        30,
        Section.PEOPLE,
        N_("Vacation days a year"),
        Number(0, 60, NN_("{count} vacation day a year", "{count} vacation days a year")),
    )
    ruleset: str = setting(
        CLASSIC.name, Section.TERMS, N_("Ruleset"), FromCatalogue(Catalogue.RULESETS)
    )
    time: TimeControl = setting(
        DEFAULT_TIME, Section.TERMS, N_("Time"), FromCatalogue(Catalogue.TIME_CONTROLS)
    )
    stakes: Stakes = setting(
        Stakes.RATED,
        Section.TERMS,
        N_("Rated or casual"),
        Choices(
            (
                Choice(
                    Stakes.RATED,
                    N_("Rated"),
                    N_("Matches count toward ratings, but for a newcomer's first"),
                ),
                Choice(Stakes.CASUAL, N_("Casual"), N_("Matches are just for fun")),
            )
        ),
    )
    pings: Pings = setting(
        Pings.ALLOWED,
        Section.LOOKS,
        N_("Pings where matches are played"),
        Choices(
            (
                Choice(
                    Pings.ALLOWED,
                    N_("Ping players"),
                    N_("Players are pinged there when it's their turn"),
                ),
                Choice(Pings.NONE, N_("Ping no one"), N_("No one is pinged")),
            )
        ),
        about=N_(
            "Everyone chooses in `/preferences` how to be notified; here you can keep the server "
            "quiet."
        ),
    )
    theme: str | None = setting(
        None,
        Section.LOOKS,
        N_("Theme"),
        FromCatalogue(Catalogue.THEMES),
        about=N_(
            "What boards look like here. A board changes when it is next updated. Everyone can "
            "choose another theme for their private pictures in `/preferences`."
        ),
    )
    language: Language | None = setting(
        None,
        Section.LOOKS,
        N_("Language"),
        FromCatalogue(
            Catalogue.LANGUAGES,
            Choice(
                None,
                N_("As in Discord"),
                N_("The server's primary language in Discord"),
                N_("language as in Discord"),
            ),
        ),
        about=N_(
            "I use this language for everything that everyone here sees. What only you "
            "see is in yours, which you can choose in `/preferences`."
        ),
    )
    leaving: LeavingPolicy = setting(
        LeavingPolicy.CLOCK_RUNS,
        Section.MODERATION,
        N_("When a player leaves the server"),
        Choices(
            (
                Choice(
                    LeavingPolicy.CLOCK_RUNS,
                    N_("Their clocks keep running"),
                    N_("They can come back, and lose if their time runs out"),
                    summary=N_("Leavers' clocks keep running"),
                ),
                Choice(
                    LeavingPolicy.FORFEITS,
                    N_("They lose at once"),
                    N_("Their opponents win every match under way"),
                    summary=N_("Leavers lose at once"),
                ),
            )
        ),
    )
    log_channel: ChannelId | None = setting(
        None,
        Section.MODERATION,
        N_("Log channel"),
        Channel(
            ChannelUse.LOG, N_("log in {channel}"), N_("no log channel"), N_("Stop posting the log")
        ),
        about=N_(
            "`/moderate` ends matches, removes notes and bans members. `/settings log` lists what "
            "was done; in a channel chosen here it is posted as well."
        ),
    )
    zone: str = setting(UTC_NAME, Section.CLOCK, HEADINGS[Section.CLOCK], Zone())
    digest_channel: ChannelId | None = setting(
        None,
        Section.NEWS,
        N_("Digest channel"),
        Channel(
            ChannelUse.DIGEST,
            N_("Weekly digest in {channel}"),
            N_("No weekly digest"),
            N_("Stop the digest"),
        ),
        about=N_(
            "One message a week: results, who gained most, the match of the week, and whose time "
            "is running out. It pings no one, and a week without a match is skipped."
        ),
    )
    digest_day: int = setting(
        0,
        Section.NEWS,
        N_("Day of the digest"),
        Choices(tuple(Choice(day, name) for day, name in enumerate(_WEEKDAYS))),
        needs="digest_channel",
    )
    digest_hour: int = setting(
        9, Section.NEWS, N_("Time of the digest"), Choices(_HOURS), needs="digest_channel"
    )
    leaderboard: Leaderboard = setting(
        Leaderboard.PRIVATE,
        Section.WEB,
        N_("Leaderboard"),
        Choices(
            (
                Choice(
                    Leaderboard.PRIVATE,
                    N_("Only in this server"),
                    N_("No one can see it on the web"),
                    summary=N_("leaderboard only in this server"),
                ),
                Choice(
                    Leaderboard.PUBLIC,
                    N_("Public on the web"),
                    N_("Names, ratings and tournaments, but no names of people who opted out"),
                    summary=N_("leaderboard public on the web"),
                ),
            )
        ),
        about=N_(
            "The host of this bot can publish leaderboards on the web. Yours is published only "
            "if you choose so here."
        ),
    )
    match_pages: MatchPages = setting(
        MatchPages.FINISHED,
        Section.WEB,
        N_("Matches"),
        Choices(
            (
                Choice(
                    MatchPages.FINISHED,
                    N_("Players may share theirs"),
                    N_("A finished match has a page once a player shares its link"),
                    summary=N_("players may share matches by link"),
                ),
                Choice(
                    MatchPages.LIVE,
                    N_("Live matches, too"),
                    N_("A match can be watched by link once both players agree"),
                    summary=N_("players may share matches by link, live ones too"),
                ),
                Choice(
                    MatchPages.OFF,
                    N_("No match on the web"),
                    N_("Links that were shared before stop working, too"),
                    summary=N_("no match has a link"),
                ),
            )
        ),
        about=N_(
            "A link shows the bed, the turns and the players' names, but neither this server nor "
            "its channels. A match that not everyone here can see needs the consent of both."
        ),
    )
    search_engines: SearchEngines = setting(
        SearchEngines.HIDDEN,
        Section.WEB,
        N_("Search engines"),
        Choices(
            (
                Choice(
                    SearchEngines.HIDDEN,
                    N_("Stay out"),
                    N_("Pages ask search engines not to list them"),
                    summary=N_("pages hidden from search engines"),
                ),
                Choice(
                    SearchEngines.ALLOWED,
                    N_("May list pages"),
                    N_("The public leaderboard, and finished matches shared from then on"),
                    summary=N_("search engines may list pages"),
                ),
            )
        ),
    )
    season_days: int | None = setting(
        None,
        Section.SEASONS,
        N_("Length of a season"),
        Choices(
            (
                Choice(None, N_("Ended manually"), N_("With /season, whenever you like")),
                *(Choice(days, _DAYS.filled(count=days)) for days in (14, 30, 60, 90)),
                Choice(182, _DAYS.filled(count=182), N_("Half a year")),
                Choice(365, _DAYS.filled(count=365), N_("A year")),
            ),
            other=_DAYS,
        ),
        about=N_(
            "When a season ends, its table is kept for good, the top three get titles, and the "
            "next season begins. A new length also applies to the current season, which always "
            "has at least a day left. `/season` shows when it ends."
        ),
    )
    hosts: RoleId | None = setting(
        None,
        Section.TOURNAMENTS,
        N_("Who can make tournaments"),
        RoleChoice(
            RoleUse.HOSTS,
            N_("made by {role} too"),
            N_("Those who manage the server"),
            N_("Only those who manage the server"),
        ),
        about=N_(
            "If you choose a role, its members can make leagues and cups, and start their own. "
            "Decisions about a tournament stay with those who manage the server."
        ),
    )
    winners: RoleId | None = setting(
        None,
        Section.TOURNAMENTS,
        N_("Winner's role"),
        RoleChoice(
            RoleUse.WINNERS,
            N_("winners get {role}"),
            N_("no role for winners"),
            N_("Give winners no role"),
        ),
        about=N_(
            "The winner of the league or cup that ended last gets it, and those who won before "
            "lose it. If several share the first place, all of them get it. I take it only from "
            "those to whom I gave it."
        ),
    )
    start_events: StartEvents = setting(
        StartEvents.OFF,
        Section.TOURNAMENTS,
        N_("Events"),
        Choices(
            (
                Choice(StartEvents.OFF, N_("No events"), summary=N_("no events")),
                Choice(
                    StartEvents.ON,
                    N_("An event for each start"),
                    N_("For tournaments that start on a date"),
                    summary=N_("an event for each start"),
                ),
            )
        ),
    )
    puzzle_channel: ChannelId | None = setting(
        None,
        Section.PUZZLE,
        N_("Puzzle channel"),
        Channel(
            ChannelUse.PUZZLE,
            N_("Posted in {channel}"),
            N_("Not posted"),
            N_("Stop posting the puzzle"),
        ),
        about=N_(
            "Everyone gets the puzzle with `/puzzle today`, in this server's ruleset if there are "
            "puzzles for it. In a channel chosen here it is posted too, with who solved "
            "yesterday's. It pings no one."
        ),
    )
    puzzle_hour: int | None = setting(
        None,
        Section.PUZZLE,
        N_("When a new day begins"),
        Choices(
            tuple(
                Choice(hour, each.label, summary=N_("new at {hour}:00").filled(hour=f"{hour:02}"))
                for hour, each in enumerate(_HOURS)
            )
        ),
        shown_as="puzzle_begins_at",
    )

    @property
    def has_start_events(self) -> bool:
        """Whether starts of tournaments are to be events of the server."""
        return self.start_events is StartEvents.ON

    @property
    def digest_at(self) -> WeeklyHour:
        """The hour of the week at which the weekly digest is posted."""
        return WeeklyHour(self.digest_day, self.digest_hour, self.zone)

    @property
    def puzzle_begins_at(self) -> int:
        """The hour at which the day of a puzzle begins.

        By default it is the hour of the weekly digest if there is one, else midnight.
        """
        if self.puzzle_hour is not None:
            return self.puzzle_hour
        return 0 if self.digest_channel is None else self.digest_hour

    @property
    def puzzle_day(self) -> DailyHour:
        """When the day of a puzzle begins."""
        return DailyHour(self.puzzle_begins_at, self.zone)


@dataclass(frozen=True, slots=True)
class LanguageQuestion:
    """The question whether to use the language of a server's first challengers.

    `asked_at` is `None` until the bot has asked it.
    """

    language: Language
    asked_at: Instant | None = None


SERVER_SETTINGS: Final = settings_of(ServerSettings)
"""Every setting of a server, by its name."""

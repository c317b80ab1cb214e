"""The leaderboard that a request asks for: places, figures and names."""

from datetime import UTC, datetime
from typing import Any, Final, Protocol
from urllib.parse import urlencode

from aiohttp import web

from bot.features.standings.glicko import is_provisional
from bot.features.standings.leaderboards import PublicSeason, PublicTable, PublicTableRequest
from bot.features.standings.queries import LeaderboardKey, RankedPlayer
from bot.features.standings.seasons import Period, Season, SeasonNumber, Span
from bot.game import CLASSIC
from bot.match.identity import GuildId, Instant, UserId
from bot.match.terms import RATING_KINDS
from bot.text import Language, all_of, gettext, ngettext


class Names(Protocol):
    """The current names of users and servers, and the language of a server."""

    def person(self, user: UserId) -> str | None:
        """Return a user's name."""

    def server(self, guild: GuildId) -> str | None:
        """Return a server's name."""

    async def language(self, guild: GuildId) -> Language:
        """Return the language of a server's public messages, whose catalogue has been read."""

    async def read_ahead(self, language: Language) -> None:
        """Read the catalogue of a language, without blocking the event loop."""


def name_of(row: RankedPlayer, names: Names) -> str | None:
    """Return the name of a player, if it is known."""
    return None if row.user is None else names.person(row.user)


def season_parameter(table: PublicTable) -> str:
    """Return the parameter that requests the same season again, even after it has ended."""
    if table.season is not None:
        return str(table.season.number)
    return table.request.period.value if isinstance(table.request.period, Span) else "all"


def query(table: PublicTable, **other: object) -> str:
    """Return the parameters that request the same part again, with some replaced."""
    request = table.request
    parameters = {"ruleset": request.table.ruleset, "season": season_parameter(table), **other}
    return urlencode({name: str(value) for name, value in parameters.items()})


def next_after(table: PublicTable) -> int | None:
    """Return the `after` of the next part, if there is one."""
    end = table.request.after + len(table.rows)
    return end if table.rows and end < table.ranked else None


def leaderboard_figures(table: PublicTable, names: Names) -> dict[str, Any]:
    """Return a part of a leaderboard in its JSON form."""
    after = next_after(table)
    return {
        "server": server_figures(table.request.table.guild, names),
        "ruleset": table.request.table.ruleset,
        "season": None if table.season is None else season_figures(table.season),
        "ranked": table.ranked,
        "after": table.request.after,
        "players": [_player(row, table.at, names) for row in table.rows],
        "next": None if after is None else f"leaderboard.json?{query(table, after=after)}",
    }


def seasons_figures(guild: GuildId, every: list[PublicSeason], names: Names) -> dict[str, Any]:
    """Return the seasons of a server in their JSON form."""
    return {
        "server": server_figures(guild, names),
        "seasons": [
            {**season_figures(each.season), "rulesets": list(each.rulesets)} for each in every
        ],
    }


def server_figures(guild: GuildId, names: Names) -> dict[str, Any]:
    """Return a server. Its ID is a string, because JSON readers may round a number that large."""
    return {"id": str(guild), "name": names.server(guild)}


def season_figures(season: Season) -> dict[str, Any]:
    """Return a season with its first and last moment."""
    ended_at = season.ended_at
    return {
        "number": season.number,
        "began_at": written(season.began_at),
        "ended_at": None if ended_at is None else written(ended_at),
    }


def written(moment: Instant) -> str:
    """Write a moment in RFC 3339, to the second, in UTC."""
    return datetime.fromtimestamp(int(moment), UTC).isoformat().replace("+00:00", "Z")


def _player(row: RankedPlayer, at: Instant, names: Names) -> dict[str, Any]:
    rating = row.rating.at(at)
    return {
        "place": row.place,
        "name": name_of(row, names),
        "former": row.user is None,
        "left": row.left_at is not None,
        "points": row.points,
        "deviation": round(rating.deviation),
        "provisional": is_provisional(rating),
        "won": row.rating.wins,
        "drawn": row.rating.draws,
        "lost": row.rating.losses,
    }


ON_A_PAGE: Final = 50
MOST_AFTER: Final = 10_000_000
MOST_SEASONS: Final = 100_000
LONGEST_SHOWN: Final = 60
"""How many characters of a wrong value are shown."""
LARGEST_ID: Final = 2**63 - 1
"""The largest number of the database."""


def guild_of(request: web.Request) -> GuildId:
    """Return the server in a request's path. Raise `HTTPNotFound`."""
    text = request.match_info["server"]
    number = number_in(text)
    if not number:
        raise web.HTTPNotFound(text=no_leaderboard(text))
    return GuildId(number)


def number_in(text: str) -> int | None:
    """Return the number in a part of a request's path, if the database can hold it."""
    return _number(text, LARGEST_ID)


def requested_table(request: web.Request) -> PublicTableRequest:
    """Parse a request for part of a leaderboard. Raise `HTTPNotFound` or `HTTPBadRequest`."""
    guild = guild_of(request)
    table = LeaderboardKey(guild, _ruleset(_parameter(request, "ruleset", CLASSIC.name)))
    return PublicTableRequest(
        table,
        _period(_parameter(request, "season", Span.RUNNING.value)),
        _read_after(_parameter(request, "after", "0")),
        ON_A_PAGE,
    )


def no_leaderboard(server: object) -> str:
    """Return the sentence for an unknown server or one that publishes nothing."""
    return gettext("Server {server} has no public leaderboard.", server=shown(str(server)))


def no_page() -> str:
    """Return the sentence for an address below a leaderboard that has no page."""
    return gettext("There is no such page, or its server doesn't publish its leaderboard.")


def no_season(text: str, seasons: int) -> str:
    """Return the sentence for an unknown season, with the seasons that exist."""
    if not seasons:
        return gettext(
            "There is no season {text}: none has begun in this server.", text=shown(text)
        )
    return ngettext(
        "There is no season {text}: this server has 1, 'now' and 'all'.",
        "There is no season {text}: this server has 1 to {count}, 'now' and 'all'.",
        seasons,
        text=shown(text),
    )


def shown(value: str) -> str:
    """Return a wrong value, shortened if necessary."""
    return repr(value if len(value) <= LONGEST_SHOWN else value[:LONGEST_SHOWN] + "…")


def _parameter(request: web.Request, name: str, without: str) -> str:
    values = request.query.getall(name, [without])
    if len(values) > 1:
        listed = all_of([shown(value) for value in values[:2]])
        text = gettext(
            "'{name}' can be given once; it was given as {values}.", name=name, values=listed
        )
        raise web.HTTPBadRequest(text=text)
    return str(values[0])


def _ruleset(text: str) -> str:
    if text not in RATING_KINDS:
        names = all_of([f"'{name}'" for name in RATING_KINDS])
        fault = gettext(
            "There is no ruleset {text}; there are {names}.", text=shown(text), names=names
        )
        raise web.HTTPBadRequest(text=fault)
    return text


def _period(text: str) -> Period:
    for span in Span:
        if text == span.value:
            return span
    number = _number(text, MOST_SEASONS)
    if not number:
        fault = gettext(
            "'season' must be 'now', 'all' or a number from 1; it was {text}.", text=shown(text)
        )
        raise web.HTTPBadRequest(text=fault)
    return SeasonNumber(number)


def _read_after(text: str) -> int:
    number = _number(text, MOST_AFTER)
    if number is None:
        fault = gettext(
            "'after' must be a number from 0 to {most}; it was {text}.",
            most=MOST_AFTER,
            text=shown(text),
        )
        raise web.HTTPBadRequest(text=fault)
    return number


def _number(text: str, most: int) -> int | None:
    """Return a number in plain digits; None for other text, or a number larger than `most`."""
    if not (text.isascii() and text.isdecimal()) or len(text) > len(str(most)):
        return None
    return int(text) if int(text) <= most else None

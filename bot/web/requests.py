"""What a request asks for, or one sentence on what is wrong with it."""

from typing import Final

from aiohttp import web

from bot.features.standings.public_tables import Wanted
from bot.features.standings.queries import LeaderboardKey
from bot.features.standings.seasons import Period, SeasonNumber, Span
from bot.game import CLASSIC, RULESETS
from bot.match.identity import GuildId
from bot.text import all_of, gettext, ngettext

NAMES: Final = tuple(dict.fromkeys(ruleset.name for ruleset in RULESETS))
"""The rulesets by their names."""
ON_A_PAGE: Final = 50
MOST_AFTER: Final = 10_000_000
MOST_SEASONS: Final = 100_000
LONGEST_SHOWN: Final = 60
"""Characters of a wrong value that are shown again."""
LARGEST_ID: Final = 2**63 - 1
"""What the database keeps as a number."""


def guild_of(request: web.Request) -> GuildId:
    """Return the server in a request's path. Raises `HTTPNotFound`."""
    text = request.match_info["server"]
    number = _number(text, LARGEST_ID)
    if not number:
        raise web.HTTPNotFound(text=no_leaderboard(text))
    return GuildId(number)


def wanted_of(request: web.Request) -> Wanted:
    """Return what a request wants to read. Raises `HTTPNotFound` or `HTTPBadRequest`."""
    guild = guild_of(request)
    table = LeaderboardKey(guild, _ruleset(_one(request, "ruleset", CLASSIC.name)))
    return Wanted(
        table,
        _period(_one(request, "season", Span.RUNNING.value)),
        _after(_one(request, "after", "0")),
        ON_A_PAGE,
    )


def no_leaderboard(server: object) -> str:
    """Say that there is nothing to read, be it for want of the server or of its permission."""
    return gettext("Server {server} has no public leaderboard.", server=shown(str(server)))


def no_season(text: str, seasons: int) -> str:
    """Say which seasons there are."""
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
    """Show a wrong value, shortened if need be."""
    return repr(value if len(value) <= LONGEST_SHOWN else value[:LONGEST_SHOWN] + "…")


def _one(request: web.Request, name: str, without: str) -> str:
    values = request.query.getall(name, [without])
    if len(values) > 1:
        listed = all_of([shown(value) for value in values[:2]])
        text = gettext(
            "'{name}' can be given once; it was given as {values}.", name=name, values=listed
        )
        raise web.HTTPBadRequest(text=text)
    return str(values[0])


def _ruleset(text: str) -> str:
    if text not in NAMES:
        names = all_of([f"'{name}'" for name in NAMES])
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


def _after(text: str) -> int:
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
    """Read a number in plain digits, if it is one and not too large."""
    if not (text.isascii() and text.isdecimal()) or len(text) > len(str(most)):
        return None
    return int(text) if int(text) <= most else None

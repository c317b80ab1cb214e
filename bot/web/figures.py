"""What is read of a leaderboard: places, figures and names, and nobody's id."""

from datetime import UTC, datetime
from typing import Any, Protocol
from urllib.parse import urlencode

from bot.features.standings.glicko import is_provisional
from bot.features.standings.public_tables import PublicSeason, PublicTable
from bot.features.standings.queries import Ranked
from bot.features.standings.seasons import Season, Span
from bot.match.identity import GuildId, Instant, UserId


class Names(Protocol):
    """Who knows what people and servers are called now, as far as anybody does."""

    def person(self, user: UserId) -> str | None:
        """Return a person's name."""

    def server(self, guild: GuildId) -> str | None:
        """Return a server's name."""


def name_of(row: Ranked, names: Names) -> str | None:
    """Return the name of a player, if there is a person and it is known."""
    return None if row.user is None else names.person(row.user)


def season_word(table: PublicTable) -> str:
    """Return what asks for the same season again, be it over by then."""
    if table.season is not None:
        return str(table.season.number)
    return table.wanted.period.value if isinstance(table.wanted.period, Span) else "all"


def query(table: PublicTable, **other: object) -> str:
    """Return the parameters that ask for the same again, but for the others."""
    wanted = table.wanted
    parameters = {"ruleset": wanted.table.ruleset, "season": season_word(table), **other}
    return urlencode({name: str(value) for name, value in parameters.items()})


def next_after(table: PublicTable) -> int | None:
    """Return after how many the next part begins, if there is one."""
    end = table.wanted.after + len(table.rows)
    return end if table.rows and end < table.ranked else None


def leaderboard_figures(table: PublicTable, names: Names) -> dict[str, Any]:
    """Return a part of a leaderboard as it appears in the JSON."""
    after = next_after(table)
    return {
        "server": server_figures(table.wanted.table.guild, names),
        "ruleset": table.wanted.table.ruleset,
        "season": None if table.season is None else season_figures(table.season),
        "ranked": table.ranked,
        "after": table.wanted.after,
        "players": [_player(row, table.at, names) for row in table.rows],
        "next": None if after is None else f"leaderboard.json?{query(table, after=after)}",
    }


def seasons_figures(guild: GuildId, every: list[PublicSeason], names: Names) -> dict[str, Any]:
    """Return the seasons of a server as they appear in the JSON."""
    return {
        "server": server_figures(guild, names),
        "seasons": [
            {**season_figures(each.season), "rulesets": list(each.rulesets)} for each in every
        ],
    }


def server_figures(guild: GuildId, names: Names) -> dict[str, Any]:
    """Return a server; its id is a text, for it is larger than a JSON number can be."""
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
    """Write a moment as RFC 3339 has it, to the second, in UTC."""
    return datetime.fromtimestamp(int(moment), UTC).isoformat().replace("+00:00", "Z")


def _player(row: Ranked, at: Instant, names: Names) -> dict[str, Any]:
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

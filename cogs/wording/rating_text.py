"""Texts about ratings and seasons."""

from typing import Final

from bot.features.standings.glicko import PlayerRating, Rating, is_provisional
from bot.features.standings.queries import Listing
from bot.features.standings.seasons import Season
from bot.text import N_, gettext
from cogs.wording.times import moment

MEDALS: Final = {1: "🥇", 2: "🥈", 3: "🥉"}
MINUS: Final = "−"
PROVISIONAL: Final = N_("? is provisional")
VOID: Final = N_("🚫 Void: a moderator ruled that this match doesn't count for ratings.")
RECORD: Final = N_("won–drawn–lost")
"""The meaning of the three numbers of a record."""


def rating_name(rating: Rating) -> str:
    """Return a rating: `1512 ± 64`, or `1500?` while it is provisional."""
    if is_provisional(rating):
        return points_name(rating)
    return f"{round(rating.points)} ± {round(rating.deviation)}"


def points_name(rating: Rating) -> str:
    """Return the points only: `1512`, or `1500?` while provisional."""
    return f"{round(rating.points)}{'?' if is_provisional(rating) else ''}"


def record_name(player: PlayerRating) -> str:
    """Return the wins, draws and losses of a player: `12–1–3`."""
    return f"{player.wins}–{player.draws}–{player.losses}"


def change_name(points: int) -> str:
    """Return a change of points with its sign."""
    if not points:
        return "±0"
    return f"{MINUS if points < 0 else '+'}{abs(points)}"


def season_span(season: Season) -> str:
    """Return when a season begins and ends."""
    first = moment(season.began_at, "d")
    if season.ended_at is not None:
        return gettext("{first} to {last}", first=first, last=moment(season.ended_at, "d"))
    if season.ends_at is not None:
        return gettext("since {first}, ends {moment}", first=first, moment=moment(season.ends_at))
    return gettext("since {first}", first=first)


def left_leaderboards_text(listing: Listing) -> str | None:
    """Return the sentence for a user who left leaderboards; None for others."""
    if listing is Listing.LISTED:
        return None
    return gettext("You left leaderboards. Use `/preferences` to come back.")

"""Ratings and seasons in words."""

from typing import Final

from bot.features.standings.glicko import Rating
from bot.features.standings.rating import PlayerRating, is_provisional
from bot.features.standings.season import Listing, Season
from cogs.core.words import former_player as former_player
from cogs.core.words import moment

MEDALS: Final = {1: "🥇", 2: "🥈", 3: "🥉"}
MINUS: Final = "−"
UNSETTLED: Final = "-# ? is not settled yet"
VOID: Final = "🚫 Void: a moderator ruled that this match counts for no rating."
RECORD: Final = "won–drawn–lost"
"""What the three numbers of a record are."""


def rating_name(rating: Rating) -> str:
    """Return a rating as people know it: `1512 ± 64`, or `1500?` while it says little."""
    if is_provisional(rating):
        return points_name(rating)
    return f"{round(rating.points)} ± {round(rating.deviation)}"


def points_name(rating: Rating) -> str:
    """Return the points alone, `1512`, or `1500?` while they say little."""
    return f"{round(rating.points)}{'?' if is_provisional(rating) else ''}"


def record_name(player: PlayerRating) -> str:
    """Return what somebody won, drew and lost: `12–1–3`."""
    return f"{player.wins}–{player.draws}–{player.losses}"


def change_name(points: int) -> str:
    """Return a change of points with its sign."""
    if not points:
        return "±0"
    return f"{MINUS if points < 0 else '+'}{abs(points)}"


def season_span(season: Season) -> str:
    """Say from when to when a season goes."""
    if season.ended_at is not None:
        return f"{moment(season.began_at, 'd')} to {moment(season.ended_at, 'd')}"
    since = f"since {moment(season.began_at, 'd')}"
    return since if season.ends_at is None else f"{since}, ends {moment(season.ends_at)}"


def off_words(listing: Listing) -> str | None:
    """Say that somebody stands on no leaderboard, if they want it so."""
    if listing is Listing.LISTED:
        return None
    return "You are left off leaderboards, as you wished. `/preferences` puts you back."

"""Ratings: which matches count, by how much, and what they make of two players.

Every rated match is a rating period of its own. The time since a player's last one only widens
their deviation, by one of Glicko-2's periods in each `PERIOD`.
"""

from dataclasses import dataclass, replace
from typing import Final, NewType

from bot.features.standings.glicko import CENTRE, UNRATED, Game, Rating, aged, rated
from bot.match.clock import DAY
from bot.match.identity import Instant, Seconds
from bot.match.score import Score

PERIOD: Final = Seconds(5 * DAY)
SETTLED_BELOW: Final = 110.0
"""A rating is provisional until its deviation is under this many points."""
IN_FULL: Final = 5
"""Matches with one opponent in a season that count in full; the ones after count less and less."""
FEWEST_OPPONENTS: Final = 2
"""Different opponents that somebody needs to be ranked."""
CARRIED: Final = 0.5
"""The share of what a season made of a player that the next one begins with."""
CARRIED_DEVIATION: Final = 150.0
"""How unsure a carried rating is at least."""

Scope = NewType("Scope", int)
"""What a rating is over: a season, by its number in the database, or `ALL_TIME`."""
ALL_TIME: Final = Scope(0)


@dataclass(frozen=True, slots=True)
class PlayerRating:
    """A player's rating in a scope, and what it comes from.

    `rated_at` is the end of their last rated match, `None` before the first. `opponents` counts
    different ones.
    """

    rating: Rating = UNRATED
    rated_at: Instant | None = None
    wins: int = 0
    draws: int = 0
    losses: int = 0
    opponents: int = 0

    @property
    def matches(self) -> int:
        """How many rated matches they have had."""
        return self.wins + self.draws + self.losses

    def at(self, now: Instant) -> Rating:
        """Return the rating as it is now: the longer somebody is away, the less it says."""
        if self.rated_at is None:
            return self.rating
        return aged(self.rating, max(0.0, now - self.rated_at) / PERIOD)


NEVER_RATED: Final = PlayerRating()


def is_provisional(rating: Rating) -> bool:
    """Return whether a rating says little yet."""
    return rating.deviation >= SETTLED_BELOW


def is_ranked(player: PlayerRating) -> bool:
    """Return whether somebody has met enough people to have a place among the others."""
    return player.opponents >= FEWEST_OPPONENTS


def weight_of(earlier: int) -> float:
    """Return how much a match counts, of 1, after so many with the same opponent in the season."""
    return min(1.0, IN_FULL / (earlier + 1))


def rerated(
    player: PlayerRating, opponent: PlayerRating, score: Score, weight: float, now: Instant
) -> PlayerRating:
    """Return a player's rating after a match that ended now, but for the count of opponents.

    Both ratings are those from before it, so that nobody's comes first.
    """
    before = player.at(now)
    after = rated(before, [Game(opponent.at(now), score.value)], periods=0.0)
    return replace(
        player,
        rating=_between(before, after, weight),
        rated_at=now,
        wins=player.wins + (score is Score.WIN),
        draws=player.draws + (score is Score.DRAW),
        losses=player.losses + (score is Score.LOSS),
    )


def carried(last: PlayerRating) -> PlayerRating:
    """Return what somebody begins a season with who has played in one before."""
    points = CENTRE + CARRIED * (last.rating.points - CENTRE)
    deviation = max(last.rating.deviation, CARRIED_DEVIATION)
    return PlayerRating(Rating(points, deviation, last.rating.volatility), last.rated_at)


@dataclass(frozen=True, slots=True)
class AtStake:
    """By how many points a match would change a rating, rounded as ratings are shown."""

    win: int
    draw: int
    loss: int


def at_stake(player: PlayerRating, opponent: PlayerRating, earlier: int, now: Instant) -> AtStake:
    """Return what a match that ended now would bring, after so many with the same opponent."""
    shown = round(player.rating.points)
    changes = [
        round(rerated(player, opponent, score, weight_of(earlier), now).rating.points) - shown
        for score in (Score.WIN, Score.DRAW, Score.LOSS)
    ]
    return AtStake(*changes)


def _between(before: Rating, after: Rating, weight: float) -> Rating:
    """Go only that share of the way from one rating to another."""
    if weight >= 1.0:
        return after
    return Rating(
        before.points + weight * (after.points - before.points),
        before.deviation + weight * (after.deviation - before.deviation),
        before.volatility + weight * (after.volatility - before.volatility),
    )

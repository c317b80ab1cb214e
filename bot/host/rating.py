"""Rating a match in the transaction that ends it."""

from collections import Counter

from bot.host.seasons import season_at
from bot.match.identity import Instant, PlayerKey, UserId
from bot.match.match import Match
from bot.match.rating import (
    ALL_TIME,
    NEVER_RATED,
    PlayerRating,
    Scope,
    carried,
    is_ranked,
    score_of,
    weight_of,
)
from bot.match.rerating import RatedResult, RatingStep, pair_of, rated_pair
from bot.match.season import Listing
from bot.store import players, ratings
from bot.store.asking import in_one_go
from bot.store.database import Reading, Writing
from bot.store.players import Player
from bot.store.ratings import Table


async def rate(writing: Writing, match: Match, now: Instant) -> None:
    """Rate a match that has just ended, if it counts."""
    score = score_of(match)
    if score is None:
        return
    table = Table(match.home.guild, match.position.ruleset.name)
    season = await season_at(writing, table.guild, now)
    orange, gray = await _players(writing, match)
    number = await ratings.next_result(writing)
    result = RatedResult(number, season.id, now, orange.key, gray.key, score)
    steps = await _steps(writing, table, result)
    listings = {orange.key: orange.listing, gray.key: gray.listing}
    await in_one_go(
        ratings.insert_result(writing, table, match.id, result),
        ratings.insert_steps(writing, steps),
        ratings.keep(writing, table, _shown(steps, listings)),
        ratings.count(writing, table, _counted(steps, listings)),
        ratings.count_meeting(writing, table, (ALL_TIME, season.id), pair_of(orange.key, gray.key)),
    )


def shown_points(player: PlayerRating, listing: Listing) -> int | None:
    """Give the points by which somebody is ranked; nothing of who has no place."""
    if listing is Listing.LEFT_OFF or not is_ranked(player):
        return None
    return round(player.rating.points)


async def _players(writing: Writing, match: Match) -> tuple[Player, Player]:
    orange, gray = match.seats
    known = await players.find_two(writing, orange, gray)

    async def key_of(user: UserId) -> Player:
        return known.get(user) or await players.insert(writing, user)

    return await key_of(orange), await key_of(gray)


async def _steps(writing: Writing, table: Table, result: RatedResult) -> list[RatingStep]:
    pair = pair_of(result.orange, result.gray)
    season = result.season
    known = await ratings.of_two(writing, table, season, pair)
    met = await ratings.meetings(writing, table, season, pair)
    weight = weight_of(met.get(season, 0))
    steps = []
    for scope in (ALL_TIME, season):
        orange, gray = [
            known.get((scope, player)) or await first_rating(writing, table, scope, player)
            for player in (result.orange, result.gray)
        ]
        newly_met = not met.get(scope, 0)
        steps += rated_pair(result, scope, orange, gray, weight, newly_met=newly_met)
    return steps


async def first_rating(
    reading: Reading, table: Table, scope: Scope, player: PlayerKey
) -> PlayerRating:
    """Give what somebody begins with in a scope."""
    if scope == ALL_TIME:
        return NEVER_RATED
    last = await ratings.of_last_season(reading, table, scope, player)
    return carried(last) if last else NEVER_RATED


def _shown(
    steps: list[RatingStep], listings: dict[PlayerKey, Listing]
) -> dict[tuple[Scope, PlayerKey], tuple[PlayerRating, int | None]]:
    return {
        (step.scope, step.player): (step.after, shown_points(step.after, listings[step.player]))
        for step in steps
    }


def _counted(
    steps: list[RatingStep], listings: dict[PlayerKey, Listing]
) -> dict[tuple[Scope, int], int]:
    """Count who left a number of points and who came to one."""
    changes: Counter[tuple[Scope, int]] = Counter()
    for step in steps:
        for player, change in ((step.before, -1), (step.after, 1)):
            shown = shown_points(player, listings[step.player])
            if shown is not None:
                changes[step.scope, shown] += change
    return changes

"""Rated matches by the dozen, and the stored ratings."""

from pathlib import Path
from random import Random

from bot.features.standings import rerating_queries
from bot.features.standings.glicko import RatingTable
from bot.features.standings.queries import LeaderboardKey
from bot.game import legal_turns
from bot.match.challenge import ChallengeAnswer
from bot.match.ending import FEWEST_TURNS
from bot.match.identity import GuildId, InServer, MessageId, UserId
from bot.match.match import Match
from bot.match.terms import Starts, Terms
from bot.services import Services
from tests.kit.matches import PLACE, friend
from tests.kit.raw_database import rows_in
from tests.kit.service_matches import mover_of

PEOPLE = [UserId(number) for number in range(201, 207)]
GUILD = GuildId(7)
CLASSIC_TABLE = LeaderboardKey(GUILD, "classic")


async def rated_match(
    services: Services,
    chance: Random,
    loser: UserId,
    winner: UserId,
    turns: int = FEWEST_TURNS,
    terms: Terms | None = None,
) -> Match:
    """Play that many turns; then the loser resigns."""
    terms = terms or Terms(Starts.ME)
    challenge = await services.challenges.offer(
        loser, friend(winner), InServer(GUILD, PLACE.channel), terms
    )
    answered = await services.challenges.answer(
        winner, challenge.id, ChallengeAnswer.ACCEPT, MessageId(9000 + challenge.id)
    )
    assert answered.match is not None
    match = answered.match
    if match.clock.awaits_ready:
        for player in match.seats:
            match = await services.matches.ready(player, match.id)
    for _ in range(turns):
        turn = chance.choice([each for each in legal_turns(match.position) if not each.wins])
        match = (await services.matches.play(mover_of(match), match.id, turn)).match
    return await services.matches.resign(loser, match.id)


async def table_of(services: Services, table: LeaderboardKey = CLASSIC_TABLE) -> RatingTable:
    """Recompute the ratings of a server from its stored results alone."""
    async with services._database.snapshot() as reading:
        as_stored = await rerating_queries.as_stored(reading, table)
    return RatingTable.of(as_stored.results, as_stored.ended)


def dump_ratings(path: Path) -> dict[str, list[tuple[object, ...]]]:
    """Return all rows of tables with ratings."""
    tables = ("ratings", "rating_steps", "rating_counts", "rating_pairs", "rated_results")
    rows = {name: sorted(rows_in(path, f"SELECT * FROM {name}"), key=repr) for name in tables}
    rows["rating_counts"] = [row for row in rows["rating_counts"] if row[-1]]
    return rows

"""Rating a match against the bot in the transaction that ends it."""

from bot.engine.ladder import rating_of_level
from bot.match.identity import Instant
from bot.match.match import Match
from bot.match.practice_rating import PracticeResult, practised, score_of
from bot.store import practice_ratings
from bot.store.asking import in_one_go
from bot.store.database import Writing
from bot.store.practice_ratings import KeptResult, Practiser


async def rate_practice(writing: Writing, match: Match, now: Instant) -> None:
    """Rate whom the bot has played in a match that has just ended, if it counts."""
    score = score_of(match)
    if match.bot is None or score is None:
        return
    ruleset, level = match.position.ruleset, match.bot.practice.level
    whose = Practiser(match.seats.user_of(match.bot.seat.other), ruleset.name)
    before, results = await practice_ratings.find(writing, whose)
    result = PracticeResult(level, rating_of_level(ruleset, level), score, now)
    after = practised(before, result)
    kept = KeptResult(match.id, result, before.rating, after.rating, results + 1)
    await in_one_go(
        practice_ratings.insert_result(writing, whose, kept),
        practice_ratings.keep(writing, whose, after, results + 1),
    )

"""Whose challenges users accept, and the matches that they play, in the database."""

import re
import sqlite3

import pytest

from bot.db.database import Database
from bot.db.migrations import migrations
from bot.features.challenges import block_queries
from bot.features.challenges.admission import facts_between
from bot.features.challenges.policy import ChallengeFacts
from bot.features.challenges.queries import QUERIES
from bot.features.matches import queries as match_queries
from bot.features.matches.queries import QUERIES as MATCH_QUERIES
from bot.features.settings import queries as settings_queries
from bot.features.settings.preferences import TakesFrom
from bot.match.identity import Instant, UserId
from tests.kit.matches import GRAY, GUILD, NOON, ORANGE, STRANGER, match
from tests.kit.stored_matches import store

INDEXES = {
    "blocked_by": ["(user_id=?)"],
    "challenges_made_in": ["challenges_made (challenger_id=? AND guild_id=?)"],
    "matches_between": ["(orange_id=? AND gray_id=?)"],
    "matches_played_in": [
        "matches_of_orange (orange_id=? AND outcome_why=?)",
        "matches_of_gray (gray_id=? AND outcome_why=?)",
    ],
    "open_challenges_by": ["challenges_made (challenger_id=? AND guild_id=?)"],
    "open_challenges_to": ["challenges_asked (friend_id=? AND guild_id=?)"],
}


@pytest.mark.parametrize(("name", "used"), INDEXES.items())
def test_the_checks_of_an_offer_use_indexes(name: str, used: list[str]) -> None:
    connection = sqlite3.connect(":memory:")
    for migration in migrations():
        connection.executescript(migration.script)
    queries = MATCH_QUERIES if name in MATCH_QUERIES.available_queries else QUERIES
    text: str = getattr(queries, name).sql
    parameters = dict.fromkeys(re.findall(r"(?<!:):(\w+)", text), 1)
    plan = " ".join(row[3] for row in connection.execute(f"EXPLAIN QUERY PLAN {text}", parameters))
    connection.close()
    for index in used:
        assert index in plan, plan


async def test_the_relation_of_two_people_is_the_same_from_either_side(
    database: Database,
) -> None:
    async with database.writing() as writing:
        await block_queries.block(writing, ORANGE, GRAY, NOON)
        await settings_queries.keep_takes_from(writing, STRANGER, TakesFrom.PLAYED)
    async with database.reading() as reading:
        assert await facts_between(reading, ORANGE, GRAY) == ChallengeFacts(inviting_blocks=True)
        assert await facts_between(reading, GRAY, ORANGE) == ChallengeFacts(invited_blocks=True)
        assert await facts_between(reading, GRAY, STRANGER) == ChallengeFacts(
            takes_from=TakesFrom.PLAYED
        )


@pytest.mark.parametrize(("asks", "other"), [(ORANGE, GRAY), (GRAY, ORANGE)])
async def test_players_of_a_live_match_count_as_having_played(
    database: Database, asks: UserId, other: UserId
) -> None:
    await store(database, match())
    async with database.writing() as writing:
        await settings_queries.keep_takes_from(writing, other, TakesFrom.PLAYED)
    async with database.reading() as reading:
        assert (await facts_between(reading, asks, other)).have_played
        assert not (await facts_between(reading, STRANGER, other)).have_played
        assert await match_queries.count_with_people_in(reading, asks, GUILD) == 1
        assert await match_queries.count_with_people_in(reading, STRANGER, GUILD) == 0


async def test_a_user_is_on_a_list_once(database: Database) -> None:
    async with database.writing() as writing:
        await block_queries.block(writing, ORANGE, GRAY, NOON)
        await block_queries.block(writing, ORANGE, GRAY, Instant(NOON + 5))
        assert await block_queries.blocked_by(writing, ORANGE) == (GRAY,)
        assert await block_queries.unblock(writing, ORANGE, GRAY)
        assert not await block_queries.unblock(writing, ORANGE, GRAY)
        assert await block_queries.blocked_by(writing, ORANGE) == ()

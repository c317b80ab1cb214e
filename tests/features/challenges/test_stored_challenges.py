"""Challenges in the database: what was written is what is read."""

from dataclasses import replace

import pytest

from bot.db.database import Database
from bot.features.challenges import queries as challenge_queries
from bot.features.challenges.challenging import answer
from bot.features.challenges.queries import PostedChallenge
from bot.match.challenge import Answer, Challenge
from bot.match.identity import ChallengeId, Instant, MatchId, Revision
from bot.match.terms import Note, Starts
from tests.match.table import (
    GRAY,
    LATER,
    MESSAGE,
    NOON,
    challenge,
    open_challenge,
)

EVERY_CHALLENGE = [
    challenge(),
    answer(challenge(Starts.THEM), GRAY, Answer.DECLINE, LATER),
    open_challenge(),
    replace(challenge(), note=Note("good luck"), rematch_of=MatchId(2)),
    replace(answer(challenge(Starts.RANDOM), GRAY, Answer.ACCEPT, LATER), match=MatchId(3)),
]


@pytest.mark.parametrize("kept", EVERY_CHALLENGE)
async def test_challenge_is_found_as_it_was_kept(database: Database, kept: Challenge) -> None:
    async with database.writing() as writing:
        await challenge_queries.insert(writing, kept, LATER)
        assert await challenge_queries.find(writing, kept.id) == PostedChallenge(
            kept, None, Revision(0), 0
        )
        assert await challenge_queries.find(writing, ChallengeId(2)) is None


async def test_challenge_is_updated_only_at_the_revision_that_was_seen(database: Database) -> None:
    declined = answer(challenge(), GRAY, Answer.DECLINE, LATER)
    async with database.writing() as writing:
        await challenge_queries.insert(writing, challenge(), NOON)
        assert not await challenge_queries.update(writing, declined, Revision(2), LATER)
        assert await challenge_queries.update(writing, declined, Revision(1), LATER)
        posted = await challenge_queries.find(writing, declined.id)
    assert posted is not None
    assert posted.challenge == declined


async def test_who_accepted_is_kept(database: Database) -> None:
    accepted = answer(open_challenge(), GRAY, Answer.ACCEPT, LATER)
    async with database.writing() as writing:
        await challenge_queries.insert(writing, open_challenge(), NOON)
        assert await challenge_queries.update(writing, accepted, Revision(1), LATER)
        posted = await challenge_queries.find(writing, accepted.id)
    assert posted is not None
    assert posted.challenge == accepted
    assert posted.challenge.friend == GRAY


async def test_challenge_lags_until_its_revision_is_shown(database: Database) -> None:
    declined = answer(challenge(), GRAY, Answer.DECLINE, LATER)
    async with database.writing() as writing:
        await challenge_queries.insert(writing, challenge(), NOON)
        assert await challenge_queries.unshown(writing, Instant(NOON - 1), 5) == []
        assert await challenge_queries.unshown(writing, NOON, 5) == [1]
        await challenge_queries.shown(writing, declined.id, MESSAGE, Revision(1))
        assert await challenge_queries.unshown(writing, NOON, 5) == []
        assert await challenge_queries.update(writing, declined, Revision(1), LATER)
        assert await challenge_queries.unshown(writing, LATER, 5) == [1]
        await challenge_queries.shown(writing, declined.id, MESSAGE, Revision(2))
        await challenge_queries.shown(writing, declined.id, MESSAGE, Revision(1))
        posted = await challenge_queries.find(writing, declined.id)
        assert await challenge_queries.unshown(writing, LATER, 5) == []
    assert posted == PostedChallenge(declined, MESSAGE, Revision(2), 0)


async def test_challenge_is_claimed_by_one(database: Database) -> None:
    async with database.writing() as writing:
        await challenge_queries.insert(writing, challenge(), NOON)
        number = challenge().id
        assert not await challenge_queries.claim(writing, number, Instant(NOON - 1), LATER)
        assert await challenge_queries.claim(writing, number, NOON, LATER)
        assert not await challenge_queries.claim(writing, number, NOON, LATER)
        assert await challenge_queries.claim(writing, number, LATER, LATER)
        posted = await challenge_queries.find(writing, number)
        assert posted is not None
        assert posted.attempts == 2
        await challenge_queries.give_up(writing, posted)
        assert not await challenge_queries.claim(writing, number, LATER, LATER)

"""Challenges read from the database equal those that were written."""

from dataclasses import replace

import pytest

from bot.db.database import Database
from bot.features.challenges import queries as challenge_queries
from bot.features.challenges.challenging import answer
from bot.features.outbox import queries as outbox_queries
from bot.match.challenge import Challenge, ChallengeAnswer
from bot.match.identity import ChallengeId, MatchId, Revision
from bot.match.terms import Note, Starts
from tests.kit.matches import (
    GRAY,
    LATER,
    MESSAGE,
    NOON,
    challenge,
    open_challenge,
)

EVERY_CHALLENGE = [
    challenge(),
    answer(challenge(Starts.THEM), GRAY, ChallengeAnswer.DECLINE, LATER),
    open_challenge(),
    replace(challenge(), note=Note("good luck"), rematch_of=MatchId(2)),
    replace(
        answer(challenge(Starts.RANDOM), GRAY, ChallengeAnswer.ACCEPT, LATER), match=MatchId(3)
    ),
]


@pytest.mark.parametrize("kept", EVERY_CHALLENGE)
async def test_a_challenge_is_read_as_it_was_stored(database: Database, kept: Challenge) -> None:
    async with database.writing() as writing:
        await challenge_queries.insert(writing, kept, LATER)
        posted = await challenge_queries.find(writing, kept.id)
        assert posted is not None
        assert (posted.challenge, posted.message, posted.is_unposted) == (kept, None, True)
        assert await challenge_queries.find(writing, ChallengeId(2)) is None


@pytest.mark.parametrize("before", [challenge(), open_challenge()])
async def test_a_challenge_is_updated_only_at_the_expected_revision(
    database: Database, before: Challenge
) -> None:
    accepted = answer(before, GRAY, ChallengeAnswer.ACCEPT, LATER)
    async with database.writing() as writing:
        await challenge_queries.insert(writing, before, NOON)
        assert not await challenge_queries.update(writing, accepted, Revision(2), LATER)
        assert await challenge_queries.update(writing, accepted, Revision(1), LATER)
        posted = await challenge_queries.find(writing, accepted.id)
    assert posted is not None
    assert posted.challenge == accepted


async def test_a_challenge_is_found_by_the_message_that_shows_it(database: Database) -> None:
    async with database.writing() as writing:
        await challenge_queries.insert(writing, challenge(), NOON)
        posted = await challenge_queries.find(writing, challenge().id)
        assert posted is not None
        assert await challenge_queries.shown_by(writing, MESSAGE) is None
        await outbox_queries.shown(writing, posted.entry, None, MESSAGE, Revision(1), NOON)
        stored = await challenge_queries.shown_by(writing, MESSAGE)
    assert stored is not None
    assert (stored.challenge, stored.message) == (challenge(), MESSAGE)

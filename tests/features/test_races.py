"""Several writers at once, as in several processes: none repeats what another has done."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from random import Random

import pytest

from bot.address import ServerAddress
from bot.db.database import Database
from bot.db.opening import open_database
from bot.features.challenges.errors import ChallengeClosed
from bot.features.notifications.service import ClaimedNotification
from bot.game import legal_turns
from bot.jobs.fleet import Fleet
from bot.jobs.leadership import Process
from bot.match.challenge import ChallengeAnswer
from bot.match.ending import FEWEST_TURNS
from bot.match.errors import NotYourTurn
from bot.match.identity import MatchId, MessageId, UserId
from bot.match.match import Match
from bot.match.playing import CompleteTurn, RanOut
from bot.match.terms import Stakes, Starts, Terms
from bot.services import Services
from tests.kit.clocks import StandingClock
from tests.kit.matches import GRAY, ORANGE, PLACE, friend
from tests.kit.service_matches import begin, mover_of, stored_turns

pytestmark = pytest.mark.postgresql

HOSTS = 3
ROUNDS = 12


@pytest.fixture
async def hosts(path: ServerAddress, clock: StandingClock) -> AsyncIterator[list[Services]]:
    """Hosts with connections of their own, as if each was a process on its own machine."""
    async with AsyncExitStack() as stack:
        opened = []
        for number in range(HOSTS):
            database: Database = await open_database(path)
            stack.push_async_callback(database.close)
            member = Fleet(database, HOSTS, Process(f"machine {number}", 1))
            await member.take()
            stack.push_async_callback(member.leave)
            opened.append(Services(database, member, clock, Random(number)))
        yield opened


async def test_one_of_several_simultaneous_turns_is_played(
    hosts: list[Services], path: ServerAddress, clock: StandingClock
) -> None:
    chance = Random(2026)
    match = await begin(hosts[0])
    for ply in range(1, ROUNDS + 1):
        turns = chance.sample(list(legal_turns(match.position)), HOSTS)
        done: list[CompleteTurn | RanOut | BaseException] = await asyncio.gather(
            *(
                host.matches.play(mover_of(match), match.id, turn)
                for host, turn in zip(hosts, turns, strict=True)
            ),
            return_exceptions=True,
        )
        assert Counter(map(type, done)) == {CompleteTurn: 1, NotYourTurn: HOSTS - 1}
        match = await hosts[0].matches.find(match.id)
        assert match.ply == ply
    assert len(stored_turns(path, match.id)) == ROUNDS


async def test_a_person_may_end_several_rated_matches_at_once(hosts: list[Services]) -> None:
    others = [UserId(500 + number) for number in range(HOSTS)]
    await resign_all(hosts, [await begin_rated(hosts[0], other) for other in others])
    for _ in range(ROUNDS // 2):
        await resign_all(hosts, [await begin_rated(hosts[0], other) for other in others])
    checked = await hosts[0].ratings.check()
    assert (checked.results, checked.different) == (HOSTS * (1 + ROUNDS // 2), 0)


async def begin_rated(host: Services, other: UserId) -> MatchId:
    terms = Terms(Starts.ME, stakes=Stakes.RATED)
    challenge = await host.challenges.offer(ORANGE, friend(other), PLACE, terms)
    message = MessageId(7000 + challenge.id)
    answered = await host.challenges.answer(other, challenge.id, ChallengeAnswer.ACCEPT, message)
    assert answered.match is not None
    match, chance = answered.match, Random(2026)
    for _ in range(FEWEST_TURNS):
        turn = chance.choice(list(legal_turns(match.position)))
        match = (await host.matches.play(mover_of(match), match.id, turn)).match
    assert match.outcome is None
    return match.id


async def resign_all(hosts: list[Services], matches: list[MatchId]) -> None:
    await asyncio.gather(
        *(host.matches.resign(ORANGE, number) for host, number in zip(hosts, matches, strict=True))
    )


async def test_a_challenge_that_is_accepted_several_times_at_once_begins_one_match(
    hosts: list[Services],
) -> None:
    for number in range(ROUNDS):
        gray = UserId(GRAY + number)
        challenge = await hosts[0].challenges.offer(ORANGE, friend(gray), PLACE, Terms(Starts.ME))
        answers = await asyncio.gather(
            *(
                host.challenges.answer(
                    gray, challenge.id, ChallengeAnswer.ACCEPT, MessageId(7000 + number)
                )
                for host in hosts
            ),
            return_exceptions=True,
        )
        refused = [each for each in answers if isinstance(each, BaseException)]
        assert [type(each) for each in refused] == [ChallengeClosed] * (HOSTS - 1)
        assert len(await hosts[0].matches.live_of(gray)) == 1


async def test_a_board_and_a_notification_are_claimed_once(
    hosts: list[Services], clock: StandingClock
) -> None:
    for _ in range(ROUNDS):
        match = await begin(hosts[0])
        clock.advance(3600)
        [board] = await hosts[0].boards.boards_of(match.id)
        claimed = await asyncio.gather(*(host.boards.claim_board(board) for host in hosts))
        assert claimed.count(None) == HOSTS - 1
        taken: list[list[ClaimedNotification]] = await asyncio.gather(
            *(host.notifications.take_due(100) for host in hosts)
        )
        numbers = [each.notification.id for those in taken for each in those]
        assert numbers
        assert len(set(numbers)) == len(numbers)
        await hosts[0].matches.resign(ORANGE, match.id)


async def test_many_matches_played_at_once_are_stored_as_they_were_played(
    hosts: list[Services], path: ServerAddress
) -> None:
    async def live(number: int) -> Match:
        chance, host = Random(number), hosts[number % HOSTS]
        match = await begin(host, UserId(1000 + 2 * number), UserId(1001 + 2 * number))
        for _ in range(ROUNDS):
            turn = chance.choice(list(legal_turns(match.position)))
            match = (await host.matches.play(mover_of(match), match.id, turn)).match
            if match.outcome is not None:
                break
            for board in await host.boards.boards_of(match.id):
                await host.boards.claim_board(board)
            await host.boards.board_posted(
                match.id, PLACE.channel, MessageId(10_000 * match.id + match.ply), match.revision
            )
        return match

    for match in await asyncio.gather(*(live(number) for number in range(4 * HOSTS))):
        assert len(stored_turns(path, match.id)) == match.ply
        assert await hosts[0].matches.find(match.id) == match


async def test_notifications_of_several_matches_of_a_user_are_all_claimed(
    hosts: list[Services],
) -> None:
    for number in range(ROUNDS // 2):
        others = [UserId(600 + HOSTS * number + host) for host in range(HOSTS)]
        matches = [await begin(hosts[0], ORANGE, other) for other in others]
        taken: list[list[ClaimedNotification]] = await asyncio.gather(
            *(
                host.notifications.take_for_board(match)
                for host, match in zip(hosts, matches, strict=True)
            ),
            *(
                host.notifications.take_of_match(match.id, match.revision)
                for host, match in zip(hosts, matches, strict=True)
            ),
        )
        counts = Counter(each.notification.user for those in taken for each in those)
        assert counts == {ORANGE: HOSTS, **dict.fromkeys(others, 1)}

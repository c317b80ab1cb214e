"""Ladders for tests: users who join one, challenge one another and play."""

from collections import Counter

from bot.features.ladders.ladder import (
    LadderChallenge,
    LadderChallengeState,
    LadderField,
    LadderId,
    LadderTerms,
)
from bot.features.ladders.rules import MOST_OPEN, RungId
from bot.match.identity import UserId
from bot.match.match import Match
from bot.services import Services
from tests.kit.matches import PLACE
from tests.kit.service_matches import run_due_jobs

HOST = UserId(900)
PEOPLE = tuple(UserId(number) for number in range(101, 165))


def rungs_of(size: int) -> list[RungId]:
    """Return players 1, 2, 3 and so on."""
    return [RungId(number) for number in range(1, size + 1)]


async def open_ladder(
    services: Services, count: int = 0, terms: LadderTerms | None = None
) -> LadderField:
    """Open a ladder, and let that many users join it."""
    ladder = await services.ladders.create(HOST, PLACE, terms or LadderTerms())
    for user in PEOPLE[:count]:
        await services.ladders.join(user, ladder.id, frozenset())
    return await services.ladders.find(ladder.id)


def users_on(field: LadderField) -> list[UserId]:
    """List the users on a ladder, the top first."""
    return [field.rung(each).user for each in field.order]


async def current_order(services: Services, number: LadderId) -> list[UserId]:
    """List the users on a ladder in its present order."""
    return users_on(await services.ladders.find(number))


def rung_of(field: LadderField, user: UserId) -> RungId:
    """Return the rung of a user on a ladder."""
    found = field.of_user(user)
    assert found is not None
    return found.id


async def send_challenge(
    services: Services, field: LadderField, user: UserId, other: UserId
) -> LadderChallenge:
    """Have a user challenge another one."""
    rung = rung_of(field, other)
    sent = await services.ladders.challenge(user, field.ladder.id, rung, frozenset())
    return sent.challenge


async def start_challenge_match(
    services: Services, field: LadderField, user: UserId, other: UserId
) -> Match:
    """Have a user challenge another one, who accepts; return the match."""
    challenge = await send_challenge(services, field, user, other)
    accepted = await services.ladders.accept(other, challenge.id, frozenset())
    return accepted.match


async def run_jobs_and_reload(services: Services, field: LadderField) -> LadderField:
    """Run the due jobs, and return the ladder after them."""
    await run_due_jobs(services)
    return await services.ladders.find(field.ladder.id)


async def expect_sound(services: Services, field: LadderField) -> None:
    """Expect that a ladder is a permutation, and that no player has too many challenges."""
    places = sorted(each.place for each in field.rungs if each.place is not None)
    assert places == list(range(1, len(places) + 1))
    assert all((each.place is None) is (each.off_why is not None) for each in field.rungs)
    assert max(Counter(each.challenger for each in field.open).values(), default=0) <= MOST_OPEN
    assert max(Counter(each.challenged for each in field.open).values(), default=0) <= MOST_OPEN
    assert max(Counter(each.pair for each in field.open).values(), default=0) <= 1
    for each in field.challenges:
        if each.match is not None:
            match = await services.matches.find(each.match)
            players = {field.rung(rung).user for rung in each.pair}
            assert set(match.people) == players or any(user < 0 for user in players)
            assert (match.outcome is None) is (each.state is LadderChallengeState.PLAYING)
        if each.is_open:
            assert each.pair <= set(field.order)

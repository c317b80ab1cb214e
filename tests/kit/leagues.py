"""Leagues and cups for tests: enter and start them, and end their matches."""

from dataclasses import replace

from bot.features.outbox import queries as outbox_queries
from bot.features.outbox.entries import OutboxKind
from bot.features.tournaments.legs import LegResult, TournamentId
from bot.features.tournaments.managing import DecideLeg
from bot.features.tournaments.tournament import (
    CUP_FINISH_DAYS,
    Entrant,
    GroupLeg,
    StartMode,
    TournamentField,
    TournamentFormat,
    TournamentTerms,
)
from bot.match.clock import DAY
from bot.match.identity import Instant, MatchId, UserId
from bot.services import Services
from tests.kit.matches import NOON, PLACE
from tests.kit.service_matches import run_due_jobs

HOST = UserId(900)
PEOPLE = tuple(UserId(number) for number in range(101, 165))
BY_HAND = TournamentTerms(group_size=6)
CUP = TournamentTerms(format=TournamentFormat.CUP, most_entrants=8, finish_days=CUP_FINISH_DAYS)
ON_FRIDAY = replace(BY_HAND, start_mode=StartMode.AT_A_TIME, starts_at=Instant(NOON + 3 * DAY))


async def announce_league(services: Services, terms: TournamentTerms = BY_HAND) -> TournamentId:
    """Announce a league, and return its number."""
    drafted = await services.tournaments.draft(HOST, PLACE, "Autumn league", terms)
    return (await services.tournaments.announce(HOST, drafted.id)).id


async def fill_league(
    services: Services, count: int, terms: TournamentTerms = BY_HAND
) -> TournamentId:
    """Announce a league, let `count` users enter it, and return its number."""
    number = await announce_league(services, terms)
    for user in PEOPLE[:count]:
        await services.tournaments.enter(user, number, frozenset())
    return number


async def start_league(
    services: Services, count: int, terms: TournamentTerms = BY_HAND
) -> TournamentField:
    """Start a league with `count` users, and begin its matches."""
    number = await fill_league(services, count, terms)
    await services.tournaments.start(number, PLACE.guild)
    await run_due_jobs(services)
    return await services.tournaments.find(number)


async def run_jobs_and_reload(services: Services, field: TournamentField) -> TournamentField:
    """Run the due jobs, and return the tournament after them."""
    await run_due_jobs(services)
    return await services.tournaments.find(field.tournament.id)


def matches_of(field: TournamentField, entrant: Entrant) -> list[MatchId]:
    """List the matches of an entrant's open legs."""
    pairings = field.pairings_of(entrant.id)
    return [each.match for each in pairings if each.leg.is_open and each.match is not None]


async def resign_matches(
    services: Services, field: TournamentField, user: UserId, most: int = 99
) -> TournamentField:
    """Have a user resign up to `most` open matches."""
    entrant = field.of_user(user)
    assert entrant is not None
    for number in matches_of(field, entrant)[:most]:
        await services.matches.resign(user, number)
    return await run_jobs_and_reload(services, field)


async def decide_all(services: Services, field: TournamentField) -> TournamentField:
    """Have each open match resigned by the player with the higher number."""
    for pairing in field.pairings:
        if pairing.leg.is_open and pairing.match is not None:
            users = [field.entrant(each).user for _, each in pairing.leg.seats]
            await services.matches.resign(max(users), pairing.match)
    return await run_jobs_and_reload(services, field)


def entrant_of(field: TournamentField, user: UserId) -> Entrant:
    found = field.of_user(user)
    assert found is not None
    return found


async def due_subjects(services: Services, kind: OutboxKind) -> list[int]:
    """List the subjects of messages of a kind that are due."""
    return sorted(each.subject for each in await services.outbox.due(999) if each.kind == kind.name)


async def notified(
    services: Services, field: TournamentField, kind: OutboxKind
) -> dict[UserId, int]:
    """Return the revision of the last notice of a kind for each user who got one."""
    async with services._database.reading() as reading:
        found = {
            each.user: await outbox_queries.find(reading, kind, each.id) for each in field.entrants
        }
    return {user: entry.revision for user, entry in found.items() if entry is not None}


def decide_leg(pairing: GroupLeg, result: LegResult) -> DecideLeg:
    leg = pairing.leg
    return DecideLeg(leg.first, leg.second, leg.number, result)

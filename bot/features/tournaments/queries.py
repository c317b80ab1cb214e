"""Tournaments in the database."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from bot.db.database import Reading, Writing
from bot.db.program import Counter, allot
from bot.db.rows import describe
from bot.db.statements import Statement, Statements, execute, load_queries
from bot.db.tables import Table
from bot.features.matches import columns  # noqa: F401 - says how terms are kept in columns
from bot.features.matches.competitions import CompetitionName
from bot.features.tournaments.legs import EntrantId, GroupNumber, Leg, TournamentId
from bot.features.tournaments.tournament import (
    Cadence,
    Entrant,
    EntrantState,
    GroupLeg,
    Tournament,
    TournamentField,
    TournamentTerms,
)
from bot.match.identity import GuildId, Instant, MatchId, UserId

QUERIES: Final = load_queries(__file__)
NUMBERS: Final = Counter("tournament")
ENTRANT_NUMBERS: Final = Counter("entrant")

describe(TournamentTerms, time="time_control")
describe(Leg, number="leg")
TOURNAMENTS: Final = Table("tournaments", Tournament, key=("id",))
ENTRANTS: Final = Table("entrants", Entrant, key=("id",))
PAIRINGS: Final = Table(
    "pairings", GroupLeg, key=("tournament_id", "group_number", "first_id", "second_id", "leg")
)


def allot_number(writing: Writing) -> Statement[int]:
    """Return the statement that allots the number of a tournament."""
    return allot(writing, NUMBERS)


def insert(writing: Writing, tournament: Tournament) -> Statement[int]:
    """Return the statement that stores a new tournament."""
    return TOURNAMENTS.insert(writing.connection, tournament)


def find(reading: Reading, number: TournamentId) -> Statement[Tournament | None]:
    """Query a tournament."""
    return TOURNAMENTS.find(reading.connection, id=number)


async def find_field(reading: Reading, number: TournamentId) -> TournamentField | None:
    """Return a tournament with its entrants and pairings, if it exists."""
    tournament, entrants, pairings = await execute(
        find(reading, number),
        ENTRANTS.find_all(reading.connection, tournament_id=number),
        PAIRINGS.find_all(reading.connection, tournament_id=number),
    )
    if tournament is None:
        return None
    return TournamentField(
        tournament,
        tuple(sorted(entrants, key=lambda each: each.id)),
        tuple(sorted(pairings, key=_order_of)),
    )


def _order_of(pairing: GroupLeg) -> tuple[int, ...]:
    leg = pairing.leg
    return pairing.group_number, leg.number, leg.first, leg.second


async def field_of_entrant(
    reading: Reading, number: EntrantId
) -> tuple[TournamentField, Entrant] | None:
    """Return an entrant with the tournament, if they exist."""
    entrant = await ENTRANTS.find(reading.connection, id=number)
    field = None if entrant is None else await find_field(reading, entrant.tournament)
    return None if entrant is None or field is None else (field, entrant)


def latest(reading: Reading, guild: GuildId, most: int) -> Statement[list[Tournament]]:
    """Query a server's tournaments, those under way first and then the latest."""
    query = QUERIES.latest_in_server(reading.connection, guild_id=guild, most=most)
    return query.all(Tournament)


def discard_drafts(writing: Writing, host: UserId, guild: GuildId) -> Statement[int]:
    """Return the statement that deletes a user's drafts in a server."""
    return QUERIES.drafts_discarded(writing.connection, host_id=host, guild_id=guild)


def of_user(
    reading: Reading, user: UserId, guild: GuildId | None = None
) -> Statement[list[Tournament]]:
    """Query the tournaments under way that a user has entered, in a server or in all."""
    query = QUERIES.tournaments_of_user(reading.connection, user_id=user, guild_id=guild)
    return query.all(Tournament)


@dataclass(frozen=True, slots=True)
class WonGroup:
    """A group of a tournament that an entrant has won, or its final.

    `last_group` is the number of the last group.
    """

    name: str
    season: int
    cadence: Cadence
    group_number: GroupNumber
    last_group: int
    final_place: int | None


MOST_WON: Final = 6


async def won(reading: Reading, guild: GuildId, user: UserId) -> list[WonGroup]:
    """List the latest groups of a server's tournaments that a user has won."""
    query = QUERIES.groups_won(reading.connection, user_id=user, guild_id=guild, most=MOST_WON)
    return await query.all(WonGroup)


async def season_before(reading: Reading, tournament: Tournament) -> TournamentField | None:
    """Return the season before one of a series, if it exists."""
    before = await TOURNAMENTS.find(
        reading.connection, series=tournament.series, season=tournament.season - 1
    )
    return None if before is None else await find_field(reading, before.id)


async def season_after(reading: Reading, tournament: Tournament) -> TournamentField | None:
    """Return the season after one of a series, if it exists."""
    after = await TOURNAMENTS.find(
        reading.connection, series=tournament.series, season=tournament.season + 1
    )
    return None if after is None else await find_field(reading, after.id)


def keep(writing: Writing, before: Tournament, after: Tournament) -> Statement[int]:
    """Return the statement that stores the new state of a tournament."""
    return TOURNAMENTS.update(writing.connection, before, after)


async def enter(
    writing: Writing, tournament: TournamentId, user: UserId, state: EntrantState, now: Instant
) -> Entrant:
    """Store a new entrant."""
    number = EntrantId(await allot(writing, ENTRANT_NUMBERS))
    entrant = Entrant(number, tournament, user, now, state)
    await ENTRANTS.insert(writing.connection, entrant)
    return entrant


def keep_entrants(writing: Writing, changed: Iterable[tuple[Entrant, Entrant]]) -> Statements:
    """Return the statements that store entrants, each given as before and after."""
    return Statements(
        *(
            ENTRANTS.update(writing.connection, before, after)
            for before, after in changed
            if before != after
        )
    )


def insert_pairings(writing: Writing, pairings: Iterable[GroupLeg]) -> Statement[int]:
    """Return the statement that stores new pairings."""
    return PAIRINGS.insert(writing.connection, *pairings)


def delete_pairings(writing: Writing, pairings: Iterable[GroupLeg]) -> Statements:
    """Return the statements that delete pairings."""
    return Statements(*(PAIRINGS.remove(writing.connection, each) for each in pairings))


def keep_pairings(writing: Writing, changed: Iterable[tuple[GroupLeg, GroupLeg]]) -> Statements:
    """Return the statements that store pairings, each given as before and after."""
    return Statements(
        *(
            PAIRINGS.update(writing.connection, before, after)
            for before, after in changed
            if before != after
        )
    )


async def open_legs_of(reading: Reading, guild: GuildId, user: UserId) -> list[int]:
    """Return how many legs are open in each tournament of a server that a user can still lose."""
    found = await of_user(reading, user, guild)
    fields = [await find_field(reading, each.id) for each in found]
    entries = [(field, field.of_user(user)) for field in fields if field is not None]
    return [
        sum(each.leg.is_open for each in field.pairings_of(entrant.id))
        for field, entrant in entries
        if entrant is not None and not field.is_through(entrant)
    ]


def under_way_in(reading: Reading, guild: GuildId) -> Statement[list[Tournament]]:
    """Query the tournaments of a server that are open or running."""
    return QUERIES.under_way_in_server(reading.connection, guild_id=guild).all(Tournament)


def servers_with_any(reading: Reading) -> Statement[list[GuildId]]:
    """Return the statement that lists the servers with tournaments that are open or running."""
    return QUERIES.servers_with_tournaments(reading.connection).all(GuildId)


async def competition_of(reading: Reading, match: MatchId) -> CompetitionName | None:
    """Return the name of the tournament if a match decides one of its legs."""
    pairing = await PAIRINGS.find(reading.connection, match_id=match)
    tournament = None if pairing is None else await find(reading, pairing.tournament)
    if tournament is None:
        return None
    return CompetitionName(tournament.name, tournament.season if tournament.is_series else None)


def of_match(reading: Reading, match: MatchId) -> Statement[GroupLeg | None]:
    """Query the pairing that a match decides, if it does."""
    return PAIRINGS.find(reading.connection, match_id=match)

"""Tournaments in the database, their messages and their jobs."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import ClassVar, Final

from bot.db.database import Reading, Writing
from bot.db.program import Counter, allot
from bot.db.rows import describe
from bot.db.statements import Statement, Statements, defer, execute, load_queries
from bot.db.tables import Table
from bot.features.matches import columns  # noqa: F401 - says how terms are kept in columns
from bot.features.matches.competitions import CompetitionName
from bot.features.matches.writer import MatchChange
from bot.features.outbox import queries as outbox_queries
from bot.features.outbox.entries import CARD_EVERY, OutboxKind, Upkeep
from bot.features.settings.server import ServerSettings
from bot.features.tournaments.legs import (
    EntrantId,
    GroupNumber,
    Leg,
    RestartLeg,
    TournamentId,
    leg_after,
)
from bot.features.tournaments.tournament import (
    Cadence,
    Entrant,
    EntrantState,
    GroupLeg,
    Tournament,
    TournamentField,
    TournamentState,
    TournamentTerms,
)
from bot.jobs.jobs import Job, schedule
from bot.match.identity import Erasure, GuildId, Instant, MatchId, Revision, Seconds, UserId
from bot.match.terms import Home, VenueKind

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

SIGN_UP_CARD: Final = OutboxKind("sign-up", Upkeep.KEEP, Seconds(4.0))
"""The message with the buttons to enter a tournament. Its subject is the tournament."""
TOURNAMENT_CARD: Final = OutboxKind("tournament", Upkeep.KEEP, CARD_EVERY)
"""The message with the tables of a tournament, which is its subject."""
CHAMPIONS: Final = OutboxKind("tournament champions", Upkeep.POST)
"""The message that says in the channel who has won a tournament, which is its subject."""

SOON_NOTICE: Final = OutboxKind("tournament soon", Upkeep.POST)
"""The tournament starts within a day. Like all notices, it is for an entrant, the subject."""
PLACE_NOTICE: Final = OutboxKind("tournament place", Upkeep.POST)
"""The entrant has the place that they waited for."""
WAITING_NOTICE: Final = OutboxKind("tournament waiting", Upkeep.POST)
"""The tournament has started, and the entrant waits for a place."""
START_NOTICE: Final = OutboxKind("tournament start", Upkeep.POST)
"""The tournament has started; the message lists all opponents."""
CALLED_OFF_NOTICE: Final = OutboxKind("tournament called off", Upkeep.POST)
OUT_NOTICE: Final = OutboxKind("tournament out", Upkeep.POST)
"""The entrant is out."""
NEXT_NOTICE: Final = OutboxKind("tournament next", Upkeep.POST)
"""Further legs begin for the entrant. The revision is the number of their legs so far."""
ANEW_NOTICE: Final = OutboxKind("tournament anew", Upkeep.POST)
"""A match of the entrant begins anew. The revision is the number of matches that did."""
DECIDED_NOTICE: Final = OutboxKind("tournament decided", Upkeep.POST)
"""The entrant's place is certain: all matches of their group are over, or they are through."""
AGAIN_NOTICE: Final = OutboxKind("tournament again", Upkeep.POST)
"""Whether the entrant plays the next season."""


@dataclass(frozen=True, slots=True)
class TournamentJob(Job):
    """Something that is due in a tournament."""

    kind: ClassVar[str] = "tournament"
    guild: GuildId
    tournament: TournamentId


@dataclass(frozen=True, slots=True)
class TournamentStart(TournamentJob):
    """The start of a tournament, or its end if too few have entered."""

    kind: ClassVar[str] = "tournament start"


@dataclass(frozen=True, slots=True)
class TournamentSoon(TournamentJob):
    """A notice that a tournament starts within a day."""

    kind: ClassVar[str] = "tournament soon"


@dataclass(frozen=True, slots=True)
class MatchesBeginning(TournamentJob):
    """The beginning of the matches of a tournament that has started."""

    kind: ClassVar[str] = "tournament matches"


@dataclass(frozen=True, slots=True)
class TournamentCheck(TournamentJob):
    """A check after a result, or after an entrant has left."""

    kind: ClassVar[str] = "tournament check"
    is_foreseen: ClassVar[bool] = False


@dataclass(frozen=True, slots=True)
class TournamentFinish(TournamentJob):
    """The moment at which a tournament is over at the latest."""

    kind: ClassVar[str] = "tournament finish"


@dataclass(frozen=True, slots=True)
class TournamentWaitingOver(TournamentJob):
    """The moment when the waiting list of a tournament that has begun is closed."""

    kind: ClassVar[str] = "tournament waiting over"


@dataclass(frozen=True, slots=True)
class StartEvent(TournamentJob):
    """The event of the server that announces a start may have to be made, changed or deleted."""

    kind: ClassVar[str] = "tournament event"
    is_foreseen: ClassVar[bool] = False


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
    """Return the statement that deletes what a user has not announced in a server."""
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


async def withdraw(writing: Writing, entrant: Entrant, places: int, now: Instant) -> None:
    """Delete an entrant, whose place goes to the first who waits."""
    await ENTRANTS.delete(writing.connection, id=entrant.id)
    await _move_up(writing, entrant.tournament, places, now)


async def _move_up(writing: Writing, number: TournamentId, places: int, now: Instant) -> None:
    """Give the first who waits a place that has become free, and tell them."""
    query = QUERIES.next_to_move_up(writing.connection, tournament_id=number, places=places)
    waiting = await query.first(Entrant)
    if waiting is not None:
        await execute(
            keep_entrants(writing, [(waiting, replace(waiting, state=EntrantState.IN))]),
            post(writing, PLACE_NOTICE, waiting.id, VenueKind.DIRECT, now),
        )


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


def show_sign_up(writing: Writing, tournament: TournamentId, due_at: Instant) -> Statements:
    """Return the statements that schedule an update of the sign-up card by `due_at`."""
    return _show_next(writing, SIGN_UP_CARD, tournament, due_at)


def show_card(writing: Writing, tournament: TournamentId, due_at: Instant) -> Statements:
    """Return the statements that schedule an update of the card with the tables by `due_at`."""
    return _show_next(writing, TOURNAMENT_CARD, tournament, due_at)


def _show_next(
    writing: Writing, kind: OutboxKind, tournament: TournamentId, due_at: Instant
) -> Statements:
    subject = QUERIES.as_subject(writing.connection, id=tournament)
    return outbox_queries.changed(writing, kind, subject, due_at)


def post(
    writing: Writing, kind: OutboxKind, subject: int, home: Home, due_at: Instant
) -> Statements:
    """Return the statements that schedule a message by `due_at`, in a server or in person."""
    return outbox_queries.show(writing, kind, subject, home, Revision(1), due_at)


def post_decided(writing: Writing, entrant: Entrant, due_at: Instant) -> Statements:
    """Return the statements that tell an entrant their place, in the group or in the final."""
    stage = Revision(1 if entrant.final_place is None else 2)
    return outbox_queries.show(writing, DECIDED_NOTICE, entrant.id, VenueKind.DIRECT, stage, due_at)


def post_next(writing: Writing, entrant: EntrantId, legs: int, due_at: Instant) -> Statements:
    """Return the statements that tell an entrant of the next of their legs, `legs` in all."""
    return outbox_queries.show(
        writing, NEXT_NOTICE, entrant, VenueKind.DIRECT, Revision(legs), due_at
    )


def post_anew(writing: Writing, entrant: EntrantId, matches: int, due_at: Instant) -> Statements:
    """Return the statements that tell an entrant of a match that begins anew, `matches` in all."""
    return outbox_queries.show(
        writing, ANEW_NOTICE, entrant, VenueKind.DIRECT, Revision(matches), due_at
    )


def due(writing: Writing, job: TournamentJob, due_at: Instant | None) -> Statement[int]:
    """Return the statement that schedules the next job of a tournament."""
    return schedule(writing, job, due_at, job.guild)


async def record_result(writing: Writing, change: MatchChange) -> None:
    """Record the result of a match that decides a leg of a tournament."""
    match = change.after
    if not match.is_competitive or not change.ends or match.outcome is None:
        return
    query = QUERIES.pairing_to_decide(writing.connection, match_id=match.id)
    before = await query.first(GroupLeg)
    if before is None:
        return
    after = leg_after(before.leg, match.outcome, before.matches_before)
    guild, number = match.venue.guild, before.tournament
    if isinstance(after, RestartLeg):
        defer(
            PAIRINGS.change(
                writing.connection,
                {"match_id": None, "matches_before": before.matches_before + 1},
                match_id=match.id,
            ),
            due(writing, MatchesBeginning(guild, number), change.now),
        )
        return
    defer(
        keep_pairings(writing, [(before, before.after(after, change.now))]),
        show_card(writing, number, change.show_at),
        due(writing, TournamentCheck(guild, number), change.now),
    )


async def erase(writing: Writing, erasure: Erasure) -> None:
    """Put a former player in a user's place, and have their tournaments go on without them."""
    user = erasure.user
    under_way = await of_user(writing, user)
    for tournament in under_way:
        defer(due(writing, TournamentCheck(tournament.place.guild, tournament.id), erasure.at))
        defer(show_sign_up(writing, tournament.id, erasure.at))
        defer(show_card(writing, tournament.id, erasure.at))
    await execute(
        QUERIES.entries_erased(writing.connection, user_id=user),
        QUERIES.drafts_erased(writing.connection, host_id=user),
        QUERIES.entrant_anonymised(writing.connection, user_id=user, gone_id=erasure.former),
        QUERIES.host_anonymised(writing.connection, user_id=user, gone_id=erasure.former),
    )
    for tournament in under_way:
        if tournament.state is TournamentState.OPEN:
            places = tournament.terms.most_entrants
            await _move_up(writing, tournament.id, places, erasure.at)


async def member_gone(writing: Writing, guild: GuildId, user: UserId, now: Instant) -> None:
    """Schedule a check of a user's tournaments in a server that they left or were banned from."""
    for tournament in await of_user(writing, user, guild):
        defer(due(writing, TournamentCheck(guild, tournament.id), now))


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


def call_off(writing: Writing, field: TournamentField, now: Instant) -> Statements:
    """Return the statements that call off a tournament; its matches end apart from this."""
    number, guild = field.tournament.id, field.tournament.place.guild
    over = replace(field.tournament, state=TournamentState.CALLED_OFF, ended_at=now)
    return Statements(
        keep(writing, field.tournament, over),
        due(writing, TournamentStart(guild, number), None),
        due(writing, TournamentSoon(guild, number), None),
        due(writing, MatchesBeginning(guild, number), None),
        due(writing, TournamentFinish(guild, number), None),
        due(writing, TournamentWaitingOver(guild, number), None),
        *look_at_event(writing, field.tournament, now).each,
        *show_sign_up(writing, number, now).each,
        *show_card(writing, number, now).each,
        *(
            statement
            for each in field.entrants
            if each.state is not EntrantState.OUT
            for statement in post(writing, CALLED_OFF_NOTICE, each.id, VenueKind.DIRECT, now).each
        ),
    )


def look_at_event(writing: Writing, tournament: Tournament, now: Instant) -> Statements:
    """Return the statements that schedule a check of a start's event, if there may be one."""
    if tournament.terms.starts_at is None:
        return Statements()
    job = StartEvent(tournament.place.guild, tournament.id)
    return Statements(due(writing, job, now))


def under_way_in(reading: Reading, guild: GuildId) -> Statement[list[Tournament]]:
    """Query the tournaments of a server that are open or running."""
    return QUERIES.under_way_in_server(reading.connection, guild_id=guild).all(Tournament)


async def look_at_events(writing: Writing, guild: GuildId, now: Instant) -> None:
    """Schedule a check of the events of all starts in a server."""
    for tournament in await under_way_in(writing, guild):
        if tournament.state is TournamentState.OPEN:
            defer(*look_at_event(writing, tournament, now).each)


async def follow_settings(
    writing: Writing,
    guild: GuildId,
    before: ServerSettings,
    after: ServerSettings,
    now: Instant,
) -> None:
    """Schedule making or deleting the events of starts, as the server has set."""
    if before.start_events is not after.start_events:
        await look_at_events(writing, guild, now)


def servers_with_any(reading: Reading) -> Statement[list[GuildId]]:
    """Return the statement that lists the servers with tournaments that are open or running."""
    return QUERIES.servers_with_tournaments(reading.connection).all(GuildId)


async def abandon(writing: Writing, guild: GuildId, now: Instant) -> None:
    """Call off the tournaments of a server that the bot was out of for too long.

    A check then ends the matches that go on in direct messages.
    """
    for tournament in await under_way_in(writing, guild):
        field = await find_field(writing, tournament.id)
        if field is not None:
            check = TournamentCheck(guild, tournament.id)
            await execute(call_off(writing, field, now), due(writing, check, now))


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

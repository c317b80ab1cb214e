"""Queries for the events of a server's week."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.db.database import Reading
from bot.db.statements import load_queries
from bot.features.matches import columns  # noqa: F401 - says how matches are kept in columns
from bot.match.challenge import Seats
from bot.match.identity import ChannelId, GuildId, Instant, MatchId, UserId
from bot.match.match import Match

QUERIES: Final = load_queries(__file__)

Sees = Callable[[ChannelId], bool]
"""Returns whether all readers of a digest may view the channel in which a match began."""
MOST_LOOKED_AT: Final = 500
"""How many rows a query reads to find visible ones; later rows are not reported."""


@dataclass(frozen=True, slots=True)
class DigestSpan:
    """A time span in one server, from `since` until just before `until`."""

    guild: GuildId
    since: Instant
    until: Instant


@dataclass(frozen=True, slots=True)
class Meetings:
    """The matches of two users with each other; the one with more wins is first.

    `wins` has the wins of each user, and `numbers` the numbers of their first matches.
    """

    pair: Seats
    matches: int
    wins: tuple[int, int]
    draws: int
    numbers: tuple[MatchId, ...] = ()


@dataclass(frozen=True, slots=True)
class Results:
    """The pairs with the most matches, and the total numbers of pairs and matches."""

    meetings: tuple[Meetings, ...] = ()
    pairs: int = 0
    matches: int = 0


@dataclass(frozen=True, slots=True)
class _Meeting:
    """The matches of two users that began in one channel.

    `matches` and `pairs` are the totals of the server, the same in each row.
    """

    one: UserId
    other: UserId
    origin: ChannelId
    meetings: int
    one_wins: int
    draws: int
    first: MatchId
    matches: int
    pairs: int


async def results(
    reading: Reading, span: DigestSpan, sees: Sees, most: int, most_numbers: int
) -> Results:
    """Return the results of a time span.

    Name up to `most` pairs, each with up to `most_numbers` matches, from channels that the readers
    see. The totals count the matches of all channels.
    """
    met = QUERIES.pairs_that_met(reading.connection, **_conditions(span), most=MOST_LOOKED_AT)
    found = await met.all(_Meeting)
    if not found:
        return Results()
    by_pair: dict[tuple[UserId, UserId], list[_Meeting]] = {}
    for there in found:
        if sees(there.origin):
            by_pair.setdefault((there.one, there.other), []).append(there)
    meetings = [
        replace(_meetings(own), numbers=await _numbers(reading, span, own, most_numbers))
        for own in sorted(by_pair.values(), key=_order)[:most]
    ]
    return Results(tuple(meetings), found[0].pairs, found[0].matches)


def _order(met: Sequence[_Meeting]) -> tuple[int, int]:
    """Return a key that sorts the most matches first, then the earliest first match."""
    return -sum(there.meetings for there in met), min(there.first for there in met)


async def _numbers(
    reading: Reading, span: DigestSpan, met: Sequence[_Meeting], most: int
) -> tuple[MatchId, ...]:
    """Return the numbers of a pair's first matches."""
    numbers: list[MatchId] = []
    for there in met:
        numbers += await QUERIES.meetings_of_pair(
            reading.connection,
            **_conditions(span),
            one_id=there.one,
            other_id=there.other,
            origin_id=there.origin,
            most=most,
        ).all(MatchId)
    return tuple(sorted(numbers)[:most])


async def ending(
    reading: Reading, guild: GuildId, until: Instant, sees: Sees, most: int
) -> list[Match]:
    """List visible live matches whose time runs out before `until`, the earliest first."""
    rows = await QUERIES.ending_in_server(
        reading.connection, guild_id=guild, until_at=until, most=MOST_LOOKED_AT
    ).all_readable(Match)
    return [match for match in rows if sees(match.venue.origin)][:most]


@dataclass(frozen=True, slots=True)
class _LedInTurn:
    match: Match
    lead_changes: int


async def closest(reading: Reading, span: DigestSpan, sees: Sees) -> tuple[Match, int] | None:
    """Return the visible finished match with the most lead changes, and their number."""
    query = QUERIES.closest_matches(reading.connection, **_conditions(span), most=MOST_LOOKED_AT)
    for each in await query.all_readable(_LedInTurn):
        if sees(each.match.venue.origin):
            return each.match, each.lead_changes
    return None


def _conditions(span: DigestSpan) -> dict[str, object]:
    return {"guild_id": span.guild, "since_at": span.since, "until_at": span.until}


def _meetings(met: Sequence[_Meeting]) -> Meetings:
    """Combine the results of two users from all channels."""
    one, other = met[0].one, met[0].other
    matches = sum(there.meetings for there in met)
    draws = sum(there.draws for there in met)
    wins = sum(there.one_wins for there in met)
    losses = matches - draws - wins
    if wins < losses:
        return Meetings(Seats(other, one), matches, (losses, wins), draws)
    return Meetings(Seats(one, other), matches, (wins, losses), draws)

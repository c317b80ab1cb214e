"""Matches that leave their players' direct messages, for one of them cannot be reached there."""

from dataclasses import replace
from typing import Final

from bot.game import Seat
from bot.host.claiming import allowed_later
from bot.match.identity import ChannelId, Instant, MatchId
from bot.match.match import Match
from bot.match.settings import Leaving
from bot.match.terms import HomeKind
from bot.store import beds, departures, matches, notices, servers, venues
from bot.store.database import Writing
from bot.store.departures import Member
from bot.store.notices import NoticeKind

LEFT: Final = {Seat.ORANGE: NoticeKind.ORANGE_LEFT, Seat.GRAY: NoticeKind.GRAY_LEFT}
"""What tells a seat's opponent that its player has left the server."""


async def leave_direct(writing: Writing, match: Match, now: Instant) -> None:
    """Let a match that lived in direct messages live in a thread, and owe its players word.

    The opponent of one who is known to have left the server is told that too: until now it did
    not matter. A match that lives elsewhere stays as it is.
    """
    if not await matches.leave_direct(writing, match.id):
        return
    await avoid(writing, match.id, None, now)
    match = replace(match, home=replace(match.home, kind=HomeKind.THREAD))
    await beds.retire(writing, match.id, now)
    await beds.insert_first(writing, match, now)
    kind = NoticeKind.LEFT_DIRECT
    await notices.insert(writing, kind, now, to=match.people, match=match.id, ply=match.ply)
    for user in match.people:
        member = await departures.find(writing, match.home.guild, user)
        if member is not None and member.left_at is not None:
            await _tell_at_last(writing, match, member, now)


async def avoid(writing: Writing, match: MatchId, venue: ChannelId | None, now: Instant) -> None:
    """Record that a match could not be shown in a venue; it stays away longer each time.

    `None` is the players' direct messages.
    """
    before = await venues.failures(writing, match, venue)
    await venues.failed(writing, match, venue, allowed_later(now, before))


async def leave_all_direct(writing: Writing, member: Member, now: Instant) -> None:
    """Let all matches of somebody in a server leave direct messages."""
    for match in await matches.live_of_user(writing, member.user):
        if match.home.guild == member.guild and match.home.kind is HomeKind.DIRECT:
            await leave_direct(writing, match, now)


async def _tell_at_last(writing: Writing, match: Match, member: Member, now: Instant) -> None:
    """Owe word of who left before the match came back to the server, and have it dealt with."""
    await departures.put_off(writing, member, now)
    settings = await servers.find(writing, member.guild)
    # One that began since the last look, or that ends for it, is told of by the next look.
    if match.started_at > member.looked_at or settings.leaving is Leaving.FORFEITS:
        return
    seat = match.seat_of(member.user) or Seat.ORANGE
    to = match.people_at(seat.other)
    await notices.insert(writing, LEFT[seat], now, to=to, match=match.id, ply=match.ply)

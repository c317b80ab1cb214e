"""Nobody wins by a departure who has left too: whoever would win at once is looked for before."""

from collections.abc import Sequence
from typing import Final

from bot.match.clock import HOUR
from bot.match.identity import Instant, Seconds
from bot.match.match import Match
from bot.match.settings import Leaving
from bot.store import departures, servers
from bot.store.database import Writing
from bot.store.departures import Member

AGAIN_AFTER: Final = Seconds(HOUR / 6)
"""Seconds until somebody is looked for again of whom Discord has told nothing."""
SOON_AFTER: Final = HOUR
"""Seconds for which what was seen last is taken to be so still."""


async def knows_opponent(writing: Writing, match: Match, member: Member, now: Instant) -> bool:
    """Tell whether the opponent was looked for lately; else have it done, before they win.

    Who has left too wins nothing. One who was asked for just now is not again: an answer may come,
    or Discord has none.
    """
    opponent = await departures.find(writing, member.guild, match.opponent_of(member.user))
    if opponent is None or opponent.left_at is not None or now - opponent.looked_at < SOON_AFTER:
        return True
    if opponent.look_at > now + AGAIN_AFTER:
        await departures.put_off(writing, opponent, now)
    return False


async def look_for_who_waited(
    writing: Writing, seen: Member, live: Sequence[Match], now: Instant
) -> None:
    """Look again at once for those whose matches waited for one of whom Discord has now told."""
    if (await servers.find(writing, seen.guild)).leaving is not Leaving.FORFEITS:
        return
    for match in live:
        opponent = await departures.find(writing, seen.guild, match.opponent_of(seen.user))
        if opponent is not None and opponent.left_at is not None:
            await departures.put_off(writing, opponent, now)

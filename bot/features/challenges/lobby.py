"""Who wants to play: a server's list of open challenges, on a panel that stands in a channel."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from bot.db.database import Writing
from bot.db.statements import execute
from bot.features.challenges.challenging import turned_around
from bot.features.challenges.errors import NoListHere
from bot.features.challenges.queries import LOBBY_PANEL
from bot.features.outbox import queries as outbox_queries
from bot.features.settings.server import ServerSettings
from bot.match.challenge import Challenge, StakesBy
from bot.match.clock import DAY
from bot.match.identity import ChannelId, GuildId, Instant, Revision, Seconds, UserId
from bot.match.terms import Terms

WAITS_FOR: Final = Seconds(DAY)
"""How long a user stays on the list: those who are on it should be there to play."""

Sees = Callable[[ChannelId], bool]
"""Whether all readers of the list may view the channel where a challenge was made."""


@dataclass(frozen=True, slots=True)
class OwnTerms:
    """The terms that a user wants to play by, and what settled their stakes.

    If they were `chosen` just now, they replace those of a user who is on the list.
    """

    terms: Terms
    stakes_by: StakesBy
    chosen: bool = False


def is_shown(challenge: Challenge, sees: Sees) -> bool:
    """Return whether a list shows an open challenge: it was made there, or its readers see it."""
    return challenge.is_listed or sees(challenge.place.channel)


def fits(challenge: Challenge, user: UserId, own: OwnTerms) -> bool:
    """Return whether a challenge offers a user the terms by which they want to play."""
    theirs, mine = challenge.terms, own.terms
    are_same = replace(theirs, stakes=mine.stakes) == turned_around(mine.settled())
    is_agreed = theirs.stakes is mine.stakes or is_by_default(challenge, own)
    return challenge.challenger != user and are_same and is_agreed


def is_by_default(challenge: Challenge, own: OwnTerms) -> bool:
    """Return whether neither user has chosen stakes, so that a first match may be casual."""
    return challenge.stakes_by is StakesBy.DEFAULT and own.stakes_by is StakesBy.DEFAULT


def require_list(settings: ServerSettings) -> None:
    """Require that a server has a list of users who want to play. Raise `NoListHere`."""
    if settings.lobby_channel is None:
        raise NoListHere


async def show_lobby(
    writing: Writing,
    guild: GuildId,
    before: ServerSettings,
    settings: ServerSettings,
    now: Instant,
) -> None:
    """Schedule posting, moving, removing or translating a server's list."""
    has_list = settings.lobby_channel is not None
    is_moved = settings.lobby_channel != before.lobby_channel
    if not is_moved and not (has_list and settings.language != before.language):
        return
    entry = await outbox_queries.find(writing, LOBBY_PANEL, guild)
    revision = Revision(1 if entry is None else entry.revision + 1)
    await execute(outbox_queries.show(writing, LOBBY_PANEL, guild, guild, revision, now))

"""The list of users in a server who want to play, on a panel in a channel."""

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
"""How long a user stays on the list; users on the list should be around to play."""

Sees = Callable[[ChannelId], bool]
"""Returns whether all readers of the list may view the channel of a challenge."""


@dataclass(frozen=True, slots=True)
class OwnTerms:
    """The terms on which a user wants to play, and who or what set their stakes.

    If the user has `chosen` them just now, they replace the user's terms on the list.
    """

    terms: Terms
    stakes_by: StakesBy
    chosen: bool = False


def is_shown(challenge: Challenge, sees: Sees) -> bool:
    """Return whether the list shows a challenge: it was made there, or in a visible channel."""
    return challenge.is_listed or sees(challenge.place.channel)


def fits(challenge: Challenge, user: UserId, own: OwnTerms) -> bool:
    """Return whether a challenge offers a user the terms on which they want to play."""
    theirs, mine = challenge.terms, own.terms
    are_same = replace(theirs, stakes=mine.stakes) == turned_around(mine.settled())
    is_agreed = theirs.stakes is mine.stakes or is_by_default(challenge, own)
    return challenge.challenger != user and are_same and is_agreed


def is_by_default(challenge: Challenge, own: OwnTerms) -> bool:
    """Return whether neither user has chosen the stakes, so that a first match becomes casual."""
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
    """Schedule a change of a server's panel: post, move, remove or translate it."""
    has_list = settings.lobby_channel is not None
    is_moved = settings.lobby_channel != before.lobby_channel
    if not is_moved and not (has_list and settings.language != before.language):
        return
    entry = await outbox_queries.find(writing, LOBBY_PANEL, guild)
    revision = Revision(1 if entry is None else entry.revision + 1)
    await execute(outbox_queries.show(writing, LOBBY_PANEL, guild, guild, revision, now))

"""Logging the actions of moderators, and the pages that list the log and bans."""

from dataclasses import dataclass
from typing import Final

from bot.db.database import Writing
from bot.db.program import allot
from bot.features.moderation import queries as moderation_queries
from bot.features.moderation.queries import LoggedAction, ModeratorAction
from bot.features.settings import queries as settings_queries
from bot.match.challenge import Challenge
from bot.match.identity import GuildId, Instant, MatchId, UserId
from bot.match.terms import Note

ON_A_PAGE: Final = 8
"""How many actions or bans a page has."""


@dataclass(frozen=True, slots=True)
class Moderator:
    """A moderator of a server, and the reason that they give, if any."""

    guild: GuildId
    user: UserId
    reason: Note | None = None


def page_of(entries: int, requested: int) -> tuple[int, int]:
    """Return the page to show, at most the last one, and the number of pages."""
    pages = max(1, -(-entries // ON_A_PAGE))
    return min(max(requested, 0), pages - 1), pages


async def log_action(
    writing: Writing,
    moderator: Moderator,
    action: ModeratorAction,
    now: Instant,
    *,
    user: UserId | None = None,
    match: MatchId | None = None,
    challenge: Challenge | None = None,
    until: Instant | None = None,
) -> None:
    """Enter an action into the log, to be posted if the server has a channel for it."""
    number = await allot(writing, moderation_queries.NUMBERS)
    entry = LoggedAction(
        number,
        moderator.guild,
        moderator.user,
        action,
        now,
        user,
        match,
        challenge.id if challenge else None,
        moderator.reason,
        until,
    )
    channel = (await settings_queries.find(writing, moderator.guild)).log_channel
    await moderation_queries.insert(writing, entry, now if channel else None)

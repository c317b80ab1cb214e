"""What the bot remembers of recent interactions, in memory only."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import discord

from bot.bounded import BoundedDict
from bot.features.settings.preferences import BoardFormat
from bot.match.identity import MatchId, Revision, UserId

HEARD: Final = 10_000
"""The most interactions that are remembered, to notice those that Discord sends twice."""
MOST_ACTS: Final = 1000
"""The most actions that are remembered: the last one of each user in each match."""
MOST_PRIVATE_ANSWERS: Final = 1000
"""The most private answers that are remembered, to replace them later. A forgotten answer stays
until the user dismisses it.
"""
MOST_PRIVATE_BOARDS: Final = 200
"""The most private boards that follow the bot's turns; each keeps its interaction in memory."""


@dataclass(frozen=True, slots=True)
class MatchAction:
    """A user's action in a match."""

    at: float
    """When the user acted, by the monotonic clock."""
    button: str
    """The custom ID of the button; empty for a command."""
    is_gone: bool
    """Whether the button disappeared, so that the board moved beneath the finger."""
    revision: Revision
    """The match's revision after the action."""


@dataclass(frozen=True, slots=True)
class PrivateAnswer:
    """The facts needed to delete the private answer to a click.

    Keeping the interaction itself would keep the clicked message in memory.
    """

    click: int
    """The ID of the interaction."""
    webhook: discord.Webhook
    expires_at: float
    extras: Mapping[Any, Any]
    """The interaction's data while it is handled."""


@dataclass(frozen=True, slots=True)
class PrivateBoard:
    """The facts needed to edit a private board when the bot has played its turn."""

    match: MatchId
    revision: Revision
    interaction: discord.Interaction[Any]
    board_format: BoardFormat | None
    """The format that the user asked for, if any."""


class RecentInteractions:
    """Remembers the facts needed to answer the next interactions of the same users."""

    def __init__(self) -> None:
        self.acts: Final = BoundedDict[tuple[UserId, MatchId], MatchAction](MOST_ACTS)
        """The last action of each user in a match."""
        self.private_answers: Final = BoundedDict[tuple[int, int | None], PrivateAnswer](
            MOST_PRIVATE_ANSWERS
        )
        """The last answer to a click in a channel that only one user sees, by user."""
        self.private_boards: Final = BoundedDict[int, PrivateBoard](MOST_PRIVATE_BOARDS)
        """Private boards of matches against the bot, by the interaction that opened the message."""
        self._heard = BoundedDict[int, None](HEARD)

    def remember(self, interaction: int) -> bool:
        """Remember the ID of an interaction. Return False if it was remembered already."""
        if interaction in self._heard:
            return False
        self._heard[interaction] = None
        return True

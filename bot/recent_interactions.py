"""What the bot remembers of recent interactions, in memory only."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import discord

from bot.bounded import BoundedDict
from bot.features.settings.preferences import BoardFormat
from bot.match.identity import MatchId, Revision, UserId

HEARD: Final = 10_000
"""How many interactions are remembered, to notice those that Discord sends twice."""
MOST_ACTS: Final = 1000
"""How many users' last actions in a match are remembered."""
MOST_PRIVATE_ANSWERS: Final = 1000
"""How many private answers are remembered, so that they can be replaced. One that was forgotten
stays until the user dismisses it.
"""
MOST_PRIVATE_BOARDS: Final = 200
"""How many private boards follow the bot's answers; each keeps the message that was clicked."""


@dataclass(frozen=True, slots=True)
class MatchAction:
    """A user's action in a match."""

    at: float
    """When it was done, by the monotonic clock."""
    button: str
    """The custom ID of the button, or nothing."""
    is_gone: bool
    """Whether the button disappeared, so that the board moved beneath the finger."""
    revision: Revision
    """The match's revision after it."""


@dataclass(frozen=True, slots=True)
class PrivateAnswer:
    """What is needed to delete the private answer to a click.

    The click itself would keep the clicked message in memory.
    """

    click: int
    """The ID of the interaction."""
    webhook: discord.Webhook
    expires_at: float
    extras: Mapping[Any, Any]
    """The interaction's data while it is handled."""


@dataclass(frozen=True, slots=True)
class PrivateBoard:
    """What is needed to edit a private board once the bot has answered."""

    match: MatchId
    revision: Revision
    interaction: discord.Interaction[Any]
    board_format: BoardFormat | None
    """The format that the user asked for, if any."""


class RecentInteractions:
    """Remembers what is needed to answer the next interactions of the same users."""

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
        """Remember the ID of an interaction. Return False if it is known."""
        if interaction in self._heard:
            return False
        self._heard[interaction] = None
        return True

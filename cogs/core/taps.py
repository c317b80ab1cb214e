"""Recognises and ignores the second tap of a double tap whose first has changed the match."""

import time
from contextlib import suppress
from typing import Final

from bot.app import Interaction
from bot.match.identity import MatchId, Revision, UserId
from bot.match.match import Match
from bot.recent_interactions import MatchAction
from cogs.core.errors import FAILURES

SECOND_TAP: Final = 2.0
"""Seconds after a user's change in which the next tap may be the second of a double tap."""


def record_act(interaction: Interaction, match: Match, *, is_gone: bool) -> None:
    """Record that the user has just changed a match by a click.

    `is_gone` says that the clicked message is going away, so the board moves under the finger.
    """
    if interaction.message is not None:
        act = MatchAction(time.monotonic(), custom_id_of(interaction), is_gone, match.revision)
        interaction.client.recent.acts[UserId(interaction.user.id), match.id] = act


def is_slipped_tap(interaction: Interaction, match: MatchId, revision: Revision) -> bool:
    """Return whether the board may have moved under the second tap of a double tap.

    A tap on a board that already shows the change has a later `revision`, so the answer is False.
    """
    act = _last_act(interaction, match)
    return act is not None and act.is_gone and revision <= act.revision


def is_second_tap(interaction: Interaction, match: MatchId) -> bool:
    """Return whether the same button was tapped just before and has changed the match."""
    act = _last_act(interaction, match)
    return act is not None and bool(act.button) and act.button == custom_id_of(interaction)


async def ignore_tap(interaction: Interaction) -> None:
    """Answer a tap without showing anything."""
    with suppress(*FAILURES):
        await interaction.response.defer()


def _last_act(interaction: Interaction, match: MatchId) -> MatchAction | None:
    """Return the user's last action in a match, if it was less than `SECOND_TAP` seconds ago."""
    act = interaction.client.recent.acts.get((UserId(interaction.user.id), match))
    return act if act is not None and time.monotonic() - act.at < SECOND_TAP else None


def custom_id_of(interaction: Interaction) -> str:
    """Return the custom id of the clicked component; empty for a command."""
    return str(dict(interaction.data or {}).get("custom_id", ""))

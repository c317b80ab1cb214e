"""Messages about ladders: the card in a channel, and notices to players."""

from typing import Final

from bot.db.database import Writing
from bot.db.statements import Statements
from bot.features.ladders.ladder import (
    LadderChallengeId,
    LadderChallengeState,
    LadderField,
    LadderId,
)
from bot.features.ladders.queries import QUERIES
from bot.features.outbox import queries as outbox_queries
from bot.features.outbox.entries import CARD_EVERY, OutboxKind, Upkeep
from bot.match.identity import Instant, Revision
from bot.match.terms import Home, VenueKind

LADDER_CARD: Final = OutboxKind("ladder", Upkeep.KEEP, CARD_EVERY)
"""The message with the order of a ladder. The ladder is its subject."""
CHALLENGE_NOTICE: Final = OutboxKind("ladder challenge", Upkeep.EDIT)
"""The message to a challenged user, with the button to accept. The challenge is its subject."""
ACCEPTED_NOTICE: Final = OutboxKind("ladder accepted", Upkeep.POST)
"""The message to the challenger that a match begins."""
CHALLENGER_NOTICE: Final = OutboxKind("ladder challenger", Upkeep.POST)
"""The message to the challenger that the match is replayed, or how the challenge ended."""
CHALLENGED_NOTICE: Final = OutboxKind("ladder challenged", Upkeep.POST)
"""The same message to the challenged user."""
_ANEW: Final = 1
_RESULT: Final = 2
"""Revisions of the messages to both players: first the replay of a match, then the result."""
RUNG_NOTICE: Final = OutboxKind("ladder rung", Upkeep.POST)
"""The message to a player that they rest, or are off the ladder. The player is its subject."""
LADDER_DECISION_NOTICE: Final = OutboxKind("ladder decision", Upkeep.POST)
"""The messages to a player about decisions made or undone. The player is their subject.

The revision is the number of the message, `ManagerDecision.message_number`.
"""


def show_card(writing: Writing, ladder: LadderId, due_at: Instant) -> Statements:
    """Return the statements that schedule an update of the card by `due_at`."""
    subject = QUERIES.ladder_as_subject(writing.connection, id=ladder)
    return outbox_queries.changed(writing, LADDER_CARD, subject, due_at)


def show_challenge(writing: Writing, challenge: LadderChallengeId, due_at: Instant) -> Statements:
    """Return the statements that schedule an update of a challenge's message by `due_at`."""
    subject = QUERIES.ladder_challenge_as_subject(writing.connection, id=challenge)
    return outbox_queries.changed(writing, CHALLENGE_NOTICE, subject, due_at)


def post(
    writing: Writing,
    kind: OutboxKind,
    subject: int,
    due_at: Instant,
    revision: int = 1,
    home: Home = VenueKind.DIRECT,
) -> Statements:
    """Return the statements that schedule a message by `due_at`, in a server or directly."""
    return outbox_queries.show(writing, kind, subject, home, Revision(revision), due_at)


def tell_both(writing: Writing, challenge: LadderChallengeId, now: Instant) -> Statements:
    """Return the statements that tell both players how a challenge ended."""
    return Statements(
        *post(writing, CHALLENGER_NOTICE, challenge, now, _RESULT).each,
        *post(writing, CHALLENGED_NOTICE, challenge, now, _RESULT).each,
        *show_challenge(writing, challenge, now).each,
    )


def tell_both_anew(writing: Writing, challenge: LadderChallengeId, now: Instant) -> Statements:
    """Return the statements that tell both players that their match is replayed."""
    return Statements(
        *post(writing, CHALLENGER_NOTICE, challenge, now, _ANEW).each,
        *post(writing, CHALLENGED_NOTICE, challenge, now, _ANEW).each,
    )


def notices_of_void(
    writing: Writing, before: LadderField, after: LadderField, now: Instant
) -> list[Statements]:
    """Return the statements that tell both players of each challenge that `after` has cancelled."""
    void = LadderChallengeState.VOID
    return [
        tell_both(writing, each.id, now)
        for each in after.challenges
        if each.state is void
        and (known := before.challenge(each.id)) is not None
        and known.state is not void
    ]

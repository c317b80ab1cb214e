"""Messages about tournaments: cards in a channel, and notices to entrants."""

from typing import Final

from bot.db.database import Writing
from bot.db.statements import Statements
from bot.features.outbox import queries as outbox_queries
from bot.features.outbox.entries import CARD_EVERY, OutboxKind, Upkeep
from bot.features.tournaments.legs import EntrantId, TournamentId
from bot.features.tournaments.queries import QUERIES
from bot.features.tournaments.tournament import Entrant
from bot.match.identity import Instant, Revision, Seconds
from bot.match.terms import Home, VenueKind

SIGN_UP_CARD: Final = OutboxKind("sign-up", Upkeep.KEEP, Seconds(4.0))
"""The message with the buttons to enter a tournament. Its subject is the tournament."""
TOURNAMENT_CARD: Final = OutboxKind("tournament", Upkeep.KEEP, CARD_EVERY)
"""The message with the tables of a tournament, which is its subject."""
CHAMPIONS: Final = OutboxKind("tournament champions", Upkeep.POST)
"""The message that says in the channel who has won a tournament, which is its subject."""
SOON_NOTICE: Final = OutboxKind("tournament soon", Upkeep.POST)
"""The tournament starts within a day. All notices are for an entrant, who is their subject."""
PLACE_NOTICE: Final = OutboxKind("tournament place", Upkeep.POST)
"""The entrant has the place that they waited for."""
WAITING_NOTICE: Final = OutboxKind("tournament waiting", Upkeep.POST)
"""The tournament has started, and the entrant waits for a place."""
START_NOTICE: Final = OutboxKind("tournament start", Upkeep.POST)
"""The tournament has started; the message lists all opponents."""
CALLED_OFF_NOTICE: Final = OutboxKind("tournament called off", Upkeep.POST)
OUT_NOTICE: Final = OutboxKind("tournament out", Upkeep.POST)
"""The entrant is out."""
NEXT_NOTICE: Final = OutboxKind("tournament next", Upkeep.POST)
"""Further legs begin for the entrant. The revision is the number of their legs so far."""
ANEW_NOTICE: Final = OutboxKind("tournament anew", Upkeep.POST)
"""A match of the entrant begins anew. The revision is the number of matches that did."""
DECIDED_NOTICE: Final = OutboxKind("tournament decided", Upkeep.POST)
"""The entrant's place is certain: all matches of their group are over, or they are through."""
AGAIN_NOTICE: Final = OutboxKind("tournament again", Upkeep.POST)
"""The message says whether the entrant plays the next season."""
DECISION_NOTICE: Final = OutboxKind("tournament decision", Upkeep.POST)
"""The messages to an entrant, who is the subject, about decisions that were made or undone.

The revision is the number of the message.
"""


def show_sign_up(writing: Writing, tournament: TournamentId, due_at: Instant) -> Statements:
    """Return the statements that schedule an update of the sign-up card by `due_at`."""
    return _show_next(writing, SIGN_UP_CARD, tournament, due_at)


def show_card(writing: Writing, tournament: TournamentId, due_at: Instant) -> Statements:
    """Return the statements that schedule an update of the card with the tables by `due_at`."""
    return _show_next(writing, TOURNAMENT_CARD, tournament, due_at)


def _show_next(
    writing: Writing, kind: OutboxKind, tournament: TournamentId, due_at: Instant
) -> Statements:
    subject = QUERIES.as_subject(writing.connection, id=tournament)
    return outbox_queries.changed(writing, kind, subject, due_at)


def post(
    writing: Writing, kind: OutboxKind, subject: int, home: Home, due_at: Instant
) -> Statements:
    """Return the statements that schedule a message by `due_at`, in a server or in person."""
    return outbox_queries.show(writing, kind, subject, home, Revision(1), due_at)


def post_decided(writing: Writing, entrant: Entrant, due_at: Instant) -> Statements:
    """Return the statements that notify an entrant of their place, in the group or in the final."""
    stage = Revision(1 if entrant.final_place is None else 2)
    return outbox_queries.show(writing, DECIDED_NOTICE, entrant.id, VenueKind.DIRECT, stage, due_at)


def post_next(writing: Writing, entrant: EntrantId, legs: int, due_at: Instant) -> Statements:
    """Return the statements that notify an entrant of their next legs, `legs` in all."""
    return outbox_queries.show(
        writing, NEXT_NOTICE, entrant, VenueKind.DIRECT, Revision(legs), due_at
    )


def post_anew(writing: Writing, entrant: EntrantId, matches: int, due_at: Instant) -> Statements:
    """Return the statements that notify an entrant of a match begun anew, `matches` in all."""
    return outbox_queries.show(
        writing, ANEW_NOTICE, entrant, VenueKind.DIRECT, Revision(matches), due_at
    )

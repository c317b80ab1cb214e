"""A kind of message that no feature has: a card in a channel, which shows a subject's state."""

from bot.features.outbox import queries
from bot.features.outbox.entries import AT_ANY_TIME, OutboxEntry, OutboxKind, Upkeep
from bot.match.identity import GuildId, Revision, Seconds
from bot.match.terms import VenueKind
from bot.services import Services
from tests.kit.matches import NOON

INTERVAL = Seconds(600.0)
CARD = OutboxKind("card", Upkeep.KEEP, INTERVAL)
NOTE = OutboxKind("note", Upkeep.EDIT)


async def raise_card_revision(
    services: Services, revision: int, guild: int, kind: OutboxKind = CARD, subject: int = 1
) -> None:
    """Raise the revision of a card's subject, so that the card is shown anew."""
    now = services.clock.now()
    async with services.leadership._database.writing() as writing:
        await queries.show(writing, kind, subject, GuildId(guild), Revision(revision), now)


def unposted_entry(subject: int) -> OutboxEntry:
    """Return an entry that has no message yet."""
    return OutboxEntry(
        "card", subject, VenueKind.DIRECT, None, None, Revision(1), Revision(0), NOON, AT_ANY_TIME
    )

"""The outbox: which entries are due, who claims them, which rest, and what a crash leaves."""

import asyncio
from dataclasses import replace

import pytest

from bot.db.database import Database
from bot.db.statements import execute, load_queries
from bot.features.outbox import queries as outbox_queries
from bot.features.outbox.entries import OutboxEntry, OutboxKind, Upkeep
from bot.jobs import fleet
from bot.jobs.backoff import FIRST_WAIT, GRACE, LANDING, SENDING
from bot.match.clock import HOUR
from bot.match.identity import Instant, MessageId, Revision
from bot.services import Services
from tests.kit.cards import CARD, INTERVAL, NOTE, raise_card_revision
from tests.kit.clocks import StandingClock
from tests.kit.matches import CHANNEL, GUILD, MESSAGE

FLEET = load_queries(fleet.__file__)


async def claim_if_free(services: Services, kind: OutboxKind = CARD) -> OutboxEntry | None:
    entry = await services.outbox.find(kind, 1)
    assert entry is not None
    return await services.outbox.claim(entry)


async def claim(services: Services, kind: OutboxKind = CARD) -> OutboxEntry:
    entry = await claim_if_free(services, kind)
    assert entry is not None
    return entry


async def begin_post(services: Services, kind: OutboxKind = CARD) -> OutboxEntry:
    """Claim an entry, and begin to post its message."""
    entry = await claim(services, kind)
    entry = replace(entry, channel=CHANNEL, message=None, after=MessageId(5), digest="what it says")
    await services.outbox.begin(entry)
    return entry


async def post(services: Services, revision: int = 1, kind: OutboxKind = CARD) -> None:
    entry = await begin_post(services, kind)
    await services.outbox.shown(entry, Revision(revision), CHANNEL, MESSAGE)


async def edit(services: Services, revision: int) -> None:
    """Raise a posted card to a revision, and edit its message."""
    await raise_card_revision(services, revision, GUILD)
    await services.outbox.shown(await claim(services), Revision(revision), CHANNEL, MESSAGE)


async def post_and_change(services: Services) -> None:
    """Post a note, and change what it shows."""
    await raise_card_revision(services, 1, GUILD, NOTE)
    await post(services, 1, NOTE)
    await raise_card_revision(services, 2, GUILD, NOTE)


async def test_a_raised_entry_is_due_until_it_is_shown(services: Services) -> None:
    await raise_card_revision(services, 1, GUILD)
    [due] = await services.outbox.due(9)
    assert (due.kind, due.subject, due.home, due.message) == ("card", 1, GUILD, None)
    await post(services)
    assert await services.outbox.due(9) == []
    shown = await services.outbox.find(CARD, 1)
    assert shown is not None
    assert (shown.channel, shown.message, shown.shown_revision) == (CHANNEL, MESSAGE, 1)
    assert (shown.after, shown.digest, shown.is_pending) == (None, None, False)


async def test_an_entry_is_claimed_once(services: Services) -> None:
    await raise_card_revision(services, 1, GUILD)
    entry = await services.outbox.find(CARD, 1)
    assert entry is not None
    claims = await asyncio.gather(*(services.outbox.claim(entry) for _ in range(5)))
    assert sum(each is not None for each in claims) == 1


async def test_a_failed_entry_is_due_later_after_each_attempt(
    services: Services, clock: StandingClock
) -> None:
    await raise_card_revision(services, 1, GUILD)
    for attempt in range(4):
        await claim(services)
        clock.advance(GRACE + FIRST_WAIT * 2**attempt - 1)
        assert await services.outbox.due(9) == []
        clock.advance(1)
        assert len(await services.outbox.due(9)) == 1


async def test_raising_an_entry_again_makes_it_due_at_once_after_any_failures(
    services: Services, clock: StandingClock
) -> None:
    await raise_card_revision(services, 1, GUILD)
    for _ in range(4):
        await claim(services)
        clock.advance(HOUR)
    await claim(services)
    await raise_card_revision(services, 2, GUILD)
    assert [each.revision for each in await services.outbox.due(9)] == [2]


async def test_an_entry_raised_while_being_sent_is_sent_again(
    services: Services, clock: StandingClock
) -> None:
    await raise_card_revision(services, 1, GUILD, NOTE)
    entry = await begin_post(services, NOTE)
    await raise_card_revision(services, 2, GUILD, NOTE)
    # No other is posted while the first is under way.
    assert await services.outbox.due(9) == []
    await services.outbox.shown(entry, Revision(1), CHANNEL, MESSAGE)
    [due] = await services.outbox.due(9)
    assert (due.message, due.shown_revision, due.revision) == (MESSAGE, 1, 2)


async def test_a_card_is_shown_once_in_its_interval(
    services: Services, clock: StandingClock
) -> None:
    await raise_card_revision(services, 1, GUILD)
    await post(services)
    await edit(services, 2)
    clock.advance(INTERVAL)
    await edit(services, 3)
    for revision in (4, 5, 6):
        clock.advance(60)
        await raise_card_revision(services, revision, GUILD)
        assert await services.outbox.due(9) == []
        assert await claim_if_free(services) is None
    assert await services.next_due() == clock.now() - 180 + INTERVAL
    clock.advance(INTERVAL - 180)
    [due] = await services.outbox.due(9)
    assert due.revision == 6


async def test_a_message_whose_answer_was_lost_waits_until_it_may_have_arrived(
    services: Services, clock: StandingClock
) -> None:
    await raise_card_revision(services, 1, GUILD)
    await services.outbox.unanswered(await begin_post(services))
    clock.advance(GRACE + FIRST_WAIT)
    assert await services.outbox.due(9) == []
    clock.advance(10)
    [due] = await services.outbox.due(9)
    assert (due.after, due.digest) == (5, "what it says")


async def test_a_missing_message_is_posted_at_the_next_attempt(
    services: Services, clock: StandingClock
) -> None:
    await raise_card_revision(services, 1, GUILD)
    await services.outbox.not_there(await begin_post(services))
    clock.advance(GRACE + FIRST_WAIT)
    [due] = await services.outbox.due(9)
    assert (due.after, due.digest) == (None, None)


async def test_an_unrecorded_message_is_looked_for_eventually(
    services: Services, clock: StandingClock
) -> None:
    await raise_card_revision(services, 1, GUILD)
    await begin_post(services)
    clock.advance(SENDING - 1)
    assert await services.outbox.due(9) == []
    clock.advance(1)
    assert [each.after for each in await services.outbox.due(9)] == [5]


async def test_a_new_process_looks_for_unrecorded_messages_once_they_must_have_arrived(
    services: Services, clock: StandingClock
) -> None:
    await raise_card_revision(services, 1, GUILD)
    await begin_post(services)
    await services.resume()
    clock.advance(LANDING - 1)
    await services.resume()
    assert await services.outbox.due(9) == []
    clock.advance(1)
    [due] = await services.outbox.due(9)
    assert (due.after, due.attempts) == (5, 0)


async def test_a_new_process_looks_soon_for_entries_refused_before(
    services: Services, clock: StandingClock
) -> None:
    await raise_card_revision(services, 1, GUILD)
    await services.outbox.refused(await claim(services))
    clock.advance(HOUR)
    await begin_post(services)
    await services.resume()
    clock.advance(LANDING)
    [due] = await services.outbox.due(9)
    assert (due.after, due.attempts) == (5, 0)


async def test_a_new_process_does_not_retry_refused_entries_sooner(
    services: Services, clock: StandingClock
) -> None:
    await raise_card_revision(services, 1, GUILD)
    await services.outbox.refused(await claim(services))
    await services.resume()
    assert await services.outbox.due(9) == []


async def test_a_new_process_keeps_the_interval_of_shown_entries(
    services: Services, clock: StandingClock
) -> None:
    await raise_card_revision(services, 1, GUILD)
    await post(services)
    await edit(services, 2)
    await raise_card_revision(services, 3, GUILD)
    await services.resume()
    assert await services.outbox.due(9) == []
    clock.advance(INTERVAL)
    assert len(await services.outbox.due(9)) == 1


async def test_a_refused_entry_is_reported_once_and_retried_less_and_less_often(
    services: Services, clock: StandingClock
) -> None:
    await raise_card_revision(services, 1, GUILD)
    assert await services.outbox.refused(await claim(services))
    clock.advance(HOUR - 1)
    assert await services.outbox.due(9) == []
    clock.advance(1)
    assert not await services.outbox.refused(await claim(services))
    clock.advance(HOUR)
    assert await services.outbox.due(9) == []
    clock.advance(HOUR)
    await post(services)
    await raise_card_revision(services, 2, GUILD)
    clock.advance(INTERVAL)
    assert await services.outbox.refused(await claim(services))


async def test_a_refused_edit_is_given_up_until_the_entry_is_raised(
    services: Services, clock: StandingClock
) -> None:
    await raise_card_revision(services, 1, GUILD, NOTE)
    await services.outbox.refused(await claim(services, NOTE))
    clock.advance(24 * HOUR)
    assert await services.outbox.due(9) == []
    await raise_card_revision(services, 2, GUILD, NOTE)
    assert len(await services.outbox.due(9)) == 1


async def test_an_entry_raised_in_between_is_neither_given_up_nor_cancelled(
    services: Services,
) -> None:
    await raise_card_revision(services, 1, GUILD, NOTE)
    entry = await claim(services, NOTE)
    await raise_card_revision(services, 2, GUILD, NOTE)
    await services.outbox.refused(entry)
    await services.outbox.cancel(entry)
    assert [each.revision for each in await services.outbox.due(9)] == [2]


async def test_an_entry_with_nothing_to_show_is_no_longer_due(services: Services) -> None:
    await raise_card_revision(services, 1, GUILD)
    await services.outbox.cancel(await claim(services))
    assert await services.next_due() is None


async def test_after_an_outage_failed_entries_are_due_but_not_those_being_sent(
    services: Services, clock: StandingClock
) -> None:
    await raise_card_revision(services, 1, GUILD)
    await raise_card_revision(services, 1, GUILD, NOTE)
    await claim(services)
    await begin_post(services, NOTE)
    await services.deliver_again()
    assert [each.kind for each in await services.outbox.due(9)] == ["card"]


async def test_an_entry_is_delivered_by_the_process_that_has_its_server(
    services: Services,
) -> None:
    database = services.leadership._database
    await raise_card_revision(services, 1, 1 << 22)
    async with database.writing() as writing:
        for shard, process in enumerate((2, 1)):
            await FLEET.make_shard(writing.connection, number=shard)
            await FLEET.shard_held(
                writing.connection, number=shard, held_by=process, served_by=process
            )
    for process, due in ((1, 1), (2, 0)):
        database.process = process
        assert len(await services.outbox.due(9)) == due


def test_each_kind_has_a_unique_name() -> None:
    with pytest.raises(ValueError, match="two kinds of messages are called 'card'"):
        OutboxKind("card", Upkeep.KEEP)


async def test_no_message_is_posted_for_a_claim_that_another_has_replaced(
    services: Services, clock: StandingClock
) -> None:
    await raise_card_revision(services, 1, GUILD)
    first = await claim(services)
    clock.advance(1)
    await raise_card_revision(services, 2, GUILD)
    second = await claim(services)
    assert first.attempts == second.attempts
    posting = replace(first, channel=CHANNEL, after=MessageId(5), digest="what it says")
    assert not await services.outbox.begin(posting, claimed=first)
    assert await services.outbox.begin(replace(posting, revision=Revision(2)), claimed=second)


async def test_retrying_failed_entries_does_not_hasten_one_being_sent(
    services: Services, database: Database, clock: StandingClock
) -> None:
    await raise_card_revision(services, 1, GUILD)
    entry = await begin_post(services)
    async with database.writing() as writing:
        await outbox_queries.retry(writing, clock.now())
    kept = await services.outbox.find(CARD, 1)
    assert kept is not None
    assert (kept.attempts, kept.due_at) == (entry.attempts, entry.due_at)


async def test_an_entry_raised_while_being_edited_is_edited_again(
    services: Services, database: Database, clock: StandingClock
) -> None:
    await post_and_change(services)
    entry = await claim(services, NOTE)
    async with database.writing() as writing:
        await execute(outbox_queries.show_messages_anew(writing, MESSAGE, clock.now()))
    await services.outbox.shown(entry, Revision(2), CHANNEL, MESSAGE)
    entry = await claim(services, NOTE)
    await services.outbox.shown(entry, Revision(2), CHANNEL, MESSAGE)
    assert await services.outbox.due(9) == []


async def test_a_later_edit_does_not_delay_a_due_entry(
    services: Services, database: Database, clock: StandingClock
) -> None:
    await post_and_change(services)
    before = await services.outbox.find(NOTE, 1)
    assert before is not None
    async with database.writing() as writing:
        later = Instant(clock.now() + 86_400)
        await execute(outbox_queries.show_anew(writing, NOTE, {1: later}))
    after = await services.outbox.find(NOTE, 1)
    assert after is not None
    assert after.due_at == before.due_at
    assert after.is_pending


async def test_an_entry_raised_for_later_while_being_edited_is_edited_again(
    services: Services, database: Database
) -> None:
    await post_and_change(services)
    entry = await claim(services, NOTE)
    async with database.writing() as writing:
        later = Instant(entry.due_at + 1)
        await execute(outbox_queries.show_anew(writing, NOTE, {1: later}))
    await services.outbox.shown(entry, Revision(2), CHANNEL, MESSAGE)
    kept = await services.outbox.find(NOTE, 1)
    assert kept is not None
    assert kept.is_pending


async def test_a_removed_message_is_not_shown_again(
    services: Services, database: Database, clock: StandingClock
) -> None:
    await post_and_change(services)
    await services.outbox.refused(await claim(services, NOTE), is_gone=True)
    async with database.writing() as writing:
        await execute(outbox_queries.show_messages_anew(writing, MESSAGE, clock.now()))
        every = writing.connection.ask("SELECT message_id FROM outbox")
        await execute(outbox_queries.show_messages_anew(writing, every, clock.now()))
    assert await services.outbox.due(9) == []


async def test_the_result_of_a_post_does_not_change_the_next_one(
    services: Services, clock: StandingClock
) -> None:
    await raise_card_revision(services, 1, GUILD)
    first = await begin_post(services)
    clock.advance(SENDING)
    second = replace(first, after=MessageId(6))
    await services.outbox.begin(second)
    await services.outbox.not_there(first)
    await services.outbox.unanswered(first)
    entry = await services.outbox.find(CARD, 1)
    assert entry is not None
    assert (entry.after, entry.rests_until) == (6, clock.now() + SENDING)

"""Board messages in the database: live, lagging, old, lost."""

from dataclasses import replace

from bot.db.database import Database, Writing
from bot.db.statements import execute
from bot.features.boards import queries as board_queries
from bot.features.boards.queries import BOARD, BoardMessage, BoardState
from bot.features.outbox import queries as outbox_queries
from bot.features.outbox.entries import AT_ANY_TIME
from bot.jobs.backoff import GRACE
from bot.match.identity import Instant, MatchId, MessageId, PerSeat, Revision
from bot.match.terms import VenueKind
from tests.kit.matches import CHANNEL, GRAY, GUILD, LATER, MESSAGE, NOON, ORANGE, match
from tests.kit.stored_matches import ONE, THREAD, store

OTHER_MESSAGE = MessageId(701)
SHOWN = Instant(NOON + GRACE)


def board_at(
    message: MessageId | None, number: MatchId = ONE, due_at: Instant = NOON
) -> BoardMessage:
    """Return a live board at revision 1; it was shown if it has a message."""
    channel = None if message is None else CHANNEL
    shown = Revision(0 if message is None else 1)
    return BoardMessage(
        BOARD.name, number, GUILD, channel, message, Revision(1), shown, due_at, AT_ANY_TIME
    )


async def post(writing: Writing, message: MessageId | None = MESSAGE) -> BoardMessage:
    """Store a live board at revision 1."""
    await outbox_queries.insert(writing, board_at(message))
    (board,) = await board_queries.of_match(writing, ONE)
    return board


async def change(writing: Writing, revision: int, due_at: Instant) -> BoardMessage:
    """Change the match, and return its board."""
    await board_queries.changed(writing, replace(match(), revision=Revision(revision)), due_at)
    (board,) = await board_queries.of_match(writing, ONE)
    return board


async def show(
    writing: Writing, board: BoardMessage, revision: int, message: MessageId = MESSAGE
) -> None:
    channel = CHANNEL if message == MESSAGE else THREAD
    await outbox_queries.record_shown(writing, board, channel, message, Revision(revision))


async def due_matches(writing: Writing, now: Instant, most: int = 5) -> list[int]:
    """List the matches of boards that are due."""
    return [entry.subject for entry in await outbox_queries.due(writing, now, most)]


async def test_a_board_is_read_as_it_was_stored(database: Database) -> None:
    await store(database, match())
    async with database.writing() as writing:
        assert await post(writing) == board_at(MESSAGE)
        assert await board_queries.of_match(writing, MatchId(2)) == []
    assert [board_at(each).lags for each in (None, MESSAGE)] == [True, False]


async def test_a_board_lags_from_a_change_until_it_is_shown(database: Database) -> None:
    await store(database, match())
    async with database.writing() as writing:
        await post(writing)
        assert await due_matches(writing, LATER) == []
        board = await change(writing, 2, LATER)
        assert await due_matches(writing, NOON) == []
        assert await due_matches(writing, LATER) == [ONE]
        await show(writing, board, 2)
        assert await due_matches(writing, LATER) == []
        await show(writing, board, 1)
        (board,) = await board_queries.of_match(writing, ONE)
    assert board.shown_revision == 2


async def test_a_board_that_was_replaced_since_it_was_read_is_not_claimed(
    database: Database,
) -> None:
    await store(database, match())
    async with database.writing() as writing:
        await post(writing)
        live = await change(writing, 2, NOON)
        await board_queries.retire(writing, match(), NOON)
        assert await outbox_queries.claim(writing, live, NOON) is None
        (old,) = await board_queries.of_match(writing, ONE)
        assert await outbox_queries.claim(writing, old, NOON)


async def test_a_retired_board_waits_to_be_deleted(database: Database) -> None:
    await store(database, match())
    async with database.writing() as writing:
        await post(writing)
        await board_queries.retire(writing, match(), LATER)
        (old,) = await board_queries.of_match(writing, ONE)
        assert (old.message, old.state, old.lags) == (MESSAGE, BoardState.OLD, True)
        assert await due_matches(writing, LATER) == [ONE]
        assert await change(writing, 9, LATER) == old
        await outbox_queries.forget(writing, old)
        assert await board_queries.of_match(writing, ONE) == []


async def test_a_board_that_was_never_posted_is_removed_when_it_is_retired(
    database: Database,
) -> None:
    await store(database, match())
    async with database.writing() as writing:
        await post(writing, None)
        await board_queries.retire(writing, match(), LATER)
        assert await board_queries.of_match(writing, ONE) == []


async def test_a_board_that_is_hastened_during_an_update_is_not_updated_again(
    database: Database,
) -> None:
    await store(database, match())
    async with database.writing() as writing:
        await post(writing)
        board = await outbox_queries.claim(writing, await change(writing, 2, NOON), NOON)
        assert board is not None
        await execute(
            outbox_queries.retry_in(writing, GUILD, NOON), outbox_queries.retry(writing, NOON)
        )
        await outbox_queries.resume(writing, 0, NOON)
        await show(writing, board, 2)
        assert await due_matches(writing, LATER) == []


async def test_a_board_that_is_marked_for_a_check_during_an_update_is_updated_again(
    database: Database,
) -> None:
    await store(database, match())
    async with database.writing() as writing:
        await post(writing)
        board = await outbox_queries.claim(writing, await change(writing, 2, NOON), NOON)
        assert board is not None
        await board_queries.doubt(writing, ONE, LATER)
        await show(writing, board, 2)
        assert await due_matches(writing, LATER) == [ONE]
        (board,) = await board_queries.of_match(writing, ONE)
        await show(writing, board, 2)
        assert await due_matches(writing, LATER) == []


async def test_a_board_that_was_replaced_during_an_update_stays_old(database: Database) -> None:
    await store(database, match())
    async with database.writing() as writing:
        board = await post(writing)
        await board_queries.retire(writing, match(), LATER)
        await show(writing, board, 5)
        (old,) = await board_queries.of_match(writing, ONE)
    assert (old.state, old.lags) == (BoardState.OLD, True)


async def test_a_lost_board_is_not_due_until_the_match_changes_or_a_check_is_requested(
    database: Database,
) -> None:
    await store(database, match())
    async with database.writing() as writing:
        board = await post(writing, None)
        assert await outbox_queries.lose(writing, board, NOON, LATER)
        assert not await outbox_queries.lose(writing, board, NOON, LATER)
        (lost,) = await board_queries.of_match(writing, ONE)
        assert (lost.state, lost.lags) == (BoardState.LOST, False)
        assert await due_matches(writing, Instant(LATER - 1)) == []
        assert await outbox_queries.claim(writing, board, NOON) is None
        board = await change(writing, 2, NOON)
        assert await due_matches(writing, NOON) == [ONE]
        assert await outbox_queries.lose(writing, board, NOON, LATER)
        await show(writing, board, 2, OTHER_MESSAGE)
        (live,) = await board_queries.of_match(writing, ONE)
        assert (live.state, live.channel, live.message) == (BoardState.LIVE, THREAD, OTHER_MESSAGE)
        assert await outbox_queries.lose(writing, live, NOON, LATER)
        await board_queries.doubt(writing, ONE, NOON)
        assert await due_matches(writing, NOON) == [ONE]


async def test_a_lost_board_that_was_up_to_date_is_tried_again(database: Database) -> None:
    await store(database, match())
    async with database.writing() as writing:
        assert await outbox_queries.lose(writing, await post(writing), NOON, LATER)
        assert await due_matches(writing, Instant(LATER - 1)) == []
        assert await due_matches(writing, LATER) == [ONE]


async def test_a_board_whose_message_is_gone_is_due_until_another_is_posted(
    database: Database,
) -> None:
    await store(database, match())
    async with database.writing() as writing:
        board = await post(writing)
        assert await due_matches(writing, LATER) == []
        await outbox_queries.forget_message(writing, board)
        assert await due_matches(writing, LATER) == [ONE]


async def test_a_match_in_direct_messages_has_a_board_for_each_player(database: Database) -> None:
    together = match()
    apart = replace(together, venue=replace(together.venue, kind=VenueKind.DIRECT))
    await store(database, apart)
    async with database.writing() as writing:
        board_queries.insert_first(writing, apart, PerSeat(NOON, NOON))
        first, second = await board_queries.of_match(writing, ONE)
        assert {first.user, second.user} == {ORANGE, GRAY}
        await show(writing, first, 1)
        await board_queries.retire_of(writing, ONE, LATER, first.user)
        boards = await board_queries.of_match(writing, ONE)
        assert {(each.message, each.state) for each in boards} == {
            (MESSAGE, BoardState.OLD),
            (None, BoardState.LIVE),
        }
        await board_queries.retire(writing, apart, LATER)
        (left,) = await board_queries.of_match(writing, ONE)
        assert left.message == MESSAGE, "the other was never posted"

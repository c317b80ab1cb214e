"""Bed messages in the database: live, lagging, old, lost."""

from dataclasses import replace

from bot.db.database import Database, Writing
from bot.db.statements import execute
from bot.features.boards import post_queries
from bot.features.boards import queries as board_queries
from bot.features.boards.queries import BoardMessage, BoardState
from bot.match.identity import InServer, Instant, MatchId, MessageId, PerSeat, PostId, Revision
from bot.match.terms import VenueKind
from tests.kit.keeping import ONE, THREAD, keep
from tests.kit.matches import CHANNEL, GRAY, GUILD, LATER, MESSAGE, NOON, ORANGE, match

OTHER_MESSAGE = MessageId(701)


async def post(writing: Writing, message: MessageId | None = MESSAGE) -> BoardMessage:
    """Store a live bed at revision 1; it was shown if it has a message."""
    channel = None if message is None else CHANNEL
    shown = Revision(0 if message is None else 1)
    await board_queries.insert(writing, ONE, channel, message, Revision(1), shown, NOON)
    return (await board_queries.of_match(writing, ONE))[-1]


async def test_bed_is_found_as_it_was_kept(database: Database) -> None:
    await keep(database, match())
    async with database.writing() as writing:
        unposted, posted = await post(writing, None), await post(writing)
        assert await board_queries.of_match(writing, MatchId(2)) == []
    live = BoardState.LIVE
    assert unposted == BoardMessage(1, ONE, None, None, live, Revision(1), Revision(0), NOON, 0)
    assert posted == BoardMessage(2, ONE, CHANNEL, MESSAGE, live, Revision(1), Revision(1), NOON, 0)
    assert (unposted.lags, posted.lags) == (True, False)


async def test_bed_lags_from_a_change_until_it_is_shown(database: Database) -> None:
    await keep(database, match())
    async with database.writing() as writing:
        board = await post(writing)
        assert await board_queries.unshown(writing, LATER, 5) == []
        await board_queries.changed(writing, replace(match(), revision=Revision(2)), LATER)
        assert await board_queries.unshown(writing, NOON, 5) == []
        assert await board_queries.unshown(writing, LATER, 5) == [ONE]
        (board,) = await board_queries.of_match(writing, ONE)
        await board_queries.shown(writing, board, CHANNEL, MESSAGE, Revision(2))
        assert await board_queries.unshown(writing, LATER, 5) == []
        await board_queries.shown(writing, board, CHANNEL, MESSAGE, Revision(1))
        (board,) = await board_queries.of_match(writing, ONE)
    assert board.shown_revision == 2


async def test_bed_is_claimed_by_one(database: Database) -> None:
    await keep(database, match())
    async with database.writing() as writing:
        board = await post(writing, None)
        assert not await board_queries.claim(writing, board, Instant(NOON - 1), LATER, LATER)
        assert await board_queries.claim(writing, board, NOON, LATER, LATER)
        assert not await board_queries.claim(writing, board, NOON, LATER, LATER)
        assert await board_queries.claim(writing, board, LATER, LATER, LATER)
        (board,) = await board_queries.of_match(writing, ONE)
        assert board.attempts == 2
        await board_queries.changed(writing, replace(match(), revision=Revision(2)), NOON)
        (board,) = await board_queries.of_match(writing, ONE)
        assert board.attempts == 0
        await board_queries.shown(writing, board, CHANNEL, MESSAGE, Revision(2))
        assert not await board_queries.claim(writing, board, LATER, LATER, LATER)


async def test_bed_is_not_claimed_while_a_message_that_shows_it_is_under_way(
    database: Database,
) -> None:
    await keep(database, match())
    async with database.writing() as writing:
        board = await post(writing, None)
        about = PostId(5), InServer(GUILD, CHANNEL), ONE, None, MessageId(4)
        await post_queries.insert(writing, *about, Instant(LATER + 1))
        assert not await board_queries.claim(writing, board, NOON, LATER, LATER)
        await post_queries.look_from(writing, PostId(5), LATER)
        assert await board_queries.claim(writing, board, NOON, LATER, LATER)


async def test_bed_that_was_replaced_since_it_was_read_is_not_claimed(database: Database) -> None:
    await keep(database, match())
    async with database.writing() as writing:
        await post(writing)
        await board_queries.changed(writing, replace(match(), revision=Revision(2)), NOON)
        (live,) = await board_queries.of_match(writing, ONE)
        await board_queries.retire(writing, ONE, NOON)
        assert not await board_queries.claim(writing, live, NOON, LATER, LATER)
        (old,) = await board_queries.of_match(writing, ONE)
        assert await board_queries.claim(writing, old, NOON, LATER, LATER)


async def test_retired_beds_wait_to_be_deleted_and_one_never_posted_goes(
    database: Database,
) -> None:
    await keep(database, match())
    async with database.writing() as writing:
        await post(writing, None)
        posted = await post(writing)
        await board_queries.retire(writing, ONE, LATER)
        (old,) = await board_queries.of_match(writing, ONE)
        assert (old.id, old.state, old.lags) == (posted.id, BoardState.OLD, True)
        assert await board_queries.unshown(writing, LATER, 5) == [ONE]
        await board_queries.changed(writing, replace(match(), revision=Revision(9)), LATER)
        assert await board_queries.of_match(writing, ONE) == [old]
        await board_queries.forget(writing, old.id)
        assert await board_queries.of_match(writing, ONE) == []


async def test_bed_that_is_hastened_while_it_is_shown_is_not_shown_once_more(
    database: Database,
) -> None:
    await keep(database, match())
    async with database.writing() as writing:
        await post(writing)
        await board_queries.changed(writing, replace(match(), revision=Revision(2)), NOON)
        (board,) = await board_queries.of_match(writing, ONE)
        assert await board_queries.claim(writing, board, NOON, Instant(NOON + 5), LATER)
        (board,) = await board_queries.of_match(writing, ONE)
        await execute(
            board_queries.retry_in(writing, GUILD, NOON), board_queries.retry(writing, NOON)
        )
        await board_queries.shown(writing, board, CHANNEL, MESSAGE, Revision(2))
        assert await board_queries.unshown(writing, LATER, 5) == []


async def test_bed_that_is_doubted_while_it_is_shown_is_shown_once_more(
    database: Database,
) -> None:
    await keep(database, match())
    async with database.writing() as writing:
        await post(writing)
        await board_queries.changed(writing, replace(match(), revision=Revision(2)), NOON)
        (board,) = await board_queries.of_match(writing, ONE)
        assert await board_queries.claim(writing, board, NOON, Instant(NOON + 5), LATER)
        (board,) = await board_queries.of_match(writing, ONE)
        await board_queries.doubt(writing, ONE, LATER)
        await board_queries.shown(writing, board, CHANNEL, MESSAGE, Revision(2))
        assert await board_queries.unshown(writing, LATER, 5) == [ONE]
        (board,) = await board_queries.of_match(writing, ONE)
        await board_queries.shown(writing, board, CHANNEL, MESSAGE, Revision(2))
        assert await board_queries.unshown(writing, LATER, 5) == []


async def test_bed_that_was_replaced_while_it_was_shown_stays_old(database: Database) -> None:
    await keep(database, match())
    async with database.writing() as writing:
        board = await post(writing)
        await board_queries.retire(writing, ONE, LATER)
        await board_queries.shown(writing, board, CHANNEL, MESSAGE, Revision(5))
        (old,) = await board_queries.of_match(writing, ONE)
    assert (old.state, old.lags) == (BoardState.OLD, True)


async def test_lost_bed_is_left_alone_until_the_match_moves_or_it_is_doubted(
    database: Database,
) -> None:
    await keep(database, match())
    async with database.writing() as writing:
        board = await post(writing)
        assert await board_queries.lose(writing, board.id, LATER)
        assert not await board_queries.lose(writing, board.id, LATER)
        (lost,) = await board_queries.of_match(writing, ONE)
        assert (lost.state, lost.lags) == (BoardState.LOST, False)
        assert await board_queries.unshown(writing, LATER, 5) == []
        assert not await board_queries.claim(writing, board, LATER, LATER, LATER)
        await board_queries.changed(writing, replace(match(), revision=Revision(2)), NOON)
        assert await board_queries.unshown(writing, NOON, 5) == [ONE]
        assert await board_queries.lose(writing, board.id, LATER)
        await board_queries.shown(writing, board, THREAD, OTHER_MESSAGE, Revision(2))
        (live,) = await board_queries.of_match(writing, ONE)
        assert (live.state, live.channel, live.message) == (BoardState.LIVE, THREAD, OTHER_MESSAGE)
        assert await board_queries.lose(writing, board.id, LATER)
        await board_queries.doubt(writing, ONE, NOON)
        assert await board_queries.unshown(writing, NOON, 5) == [ONE]


async def test_matches_with_several_beds_unshown_are_listed_once(database: Database) -> None:
    await keep(database, match(), replace(match(), id=MatchId(2)))
    async with database.writing() as writing:
        late = Instant(NOON + 1)
        await board_queries.insert(writing, MatchId(2), None, None, Revision(1), Revision(0), late)
        for _ in range(2):
            await post(writing)
        await board_queries.retire(writing, ONE, NOON)
        assert await board_queries.unshown(writing, LATER, 5) == [ONE, 2]
        assert await board_queries.unshown(writing, LATER, 1) == [ONE]


async def test_match_in_direct_messages_has_a_bed_for_each_player(database: Database) -> None:
    together = match()
    apart = replace(together, venue=replace(together.venue, kind=VenueKind.DIRECT))
    await keep(database, apart)
    async with database.writing() as writing:
        await board_queries.insert_first(writing, apart, PerSeat(NOON, NOON))
        first, second = await board_queries.of_match(writing, ONE)
        assert (first.user, second.user) == (ORANGE, GRAY)
        await board_queries.shown(writing, first, CHANNEL, MESSAGE, Revision(1))
        await board_queries.retire_of(writing, ONE, LATER, ORANGE)
        states = [(board.user, board.state) for board in await board_queries.of_match(writing, ONE)]
        assert states == [(ORANGE, BoardState.OLD), (GRAY, BoardState.LIVE)]
        await board_queries.retire(writing, ONE, LATER)
        (left,) = await board_queries.of_match(writing, ONE)
        assert left.user == ORANGE, "the other was never posted"

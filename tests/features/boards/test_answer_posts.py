"""The transaction of a command's action also records the board that answers the command."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from bot.db.database import Writing
from bot.db.errors import TransactionConflict
from bot.features.boards.posts import AnswerPost
from bot.features.matches.writer import MatchChange
from bot.features.outbox.entries import OutboxEntry
from bot.game import Turn, read_turn
from bot.jobs.backoff import SENDING
from bot.match.errors import NotYourTurn
from bot.match.identity import ChannelId, InServer, MessageId, Place, UserId
from bot.match.match import Match
from bot.services import Services
from tests.kit.clocks import StandingClock
from tests.kit.matches import venue_of
from tests.kit.service_matches import begin, mover_of, viewer_at

COMMAND = MessageId(9 * 10**17)


def prepare_nothing(_: Match) -> None:
    """Stand in for a preparation that draws nothing."""


async def place(
    services: Services,
    match: Match,
    user: UserId,
    here: Place,
    prepare: Callable[[Match], None] = prepare_nothing,
) -> AnswerPost:
    board = services.posts.in_answer(COMMAND, here, prepare)

    def choose_turn(_: Match) -> Turn:
        return read_turn("Kc3")

    await services.matches.place(viewer_at(user, here), match.id, choose_turn, board.record)
    return board


async def posts_to_search(services: Services, clock: StandingClock) -> list[OutboxEntry]:
    """List the posts that are searched for after the sender's time to record them."""
    await services.resume()
    clock.advance(SENDING)
    return [post for post in await services.outbox.due(10) if post.after is not None]


async def test_an_answer_in_the_matchs_channel_is_recorded_with_the_turn(
    services: Services, clock: StandingClock
) -> None:
    match = await begin(services)
    board = await place(services, match, mover_of(match), venue_of(match))
    [post] = await posts_to_search(services, clock)
    assert board.post is not None
    assert (post.key, post.subject, post.after) == (board.post.key, match.id, COMMAND)
    assert post.channel == match.venue.channel


async def test_an_answer_elsewhere_is_not_a_board_and_not_recorded(
    services: Services, clock: StandingClock
) -> None:
    match = await begin(services)
    elsewhere = InServer(match.venue.guild, ChannelId(404))
    board = await place(services, match, mover_of(match), elsewhere)
    assert board.post is None
    assert await posts_to_search(services, clock) == []


async def test_the_board_that_answers_is_prepared_as_it_will_be_shown(services: Services) -> None:
    match, prepared = await begin(services), list[Match]()
    elsewhere = InServer(match.venue.guild, ChannelId(404))
    await place(services, match, mover_of(match), elsewhere, prepared.append)
    assert prepared == []
    after = await services.matches.find(match.id)
    board = services.posts.in_answer(COMMAND, venue_of(match), prepared.append)
    turn = read_turn("Kd4")
    viewer = viewer_at(mover_of(after), venue_of(match))
    await services.matches.place(viewer, match.id, lambda _: turn, board.record)
    assert prepared == [await services.matches.find(match.id)]


async def test_a_refused_turn_records_no_post(services: Services, clock: StandingClock) -> None:
    match = await begin(services)
    waiting = match.opponent_of(mover_of(match))
    with pytest.raises(NotYourTurn):
        await place(services, match, waiting, venue_of(match))
    assert await posts_to_search(services, clock) == []


async def test_a_rolled_back_attempt_leaves_no_post(services: Services) -> None:
    match = await begin(services)
    here, elsewhere = match, replace(match, venue=replace(match.venue, channel=ChannelId(404)))
    venue = venue_of(match)
    board = services.posts.in_answer(COMMAND, venue, prepare_nothing)
    tries = iter((here, elsewhere))

    async def act(writing: Writing, _: object) -> None:
        after = next(tries)
        await board.record(writing, MatchChange(match, after, services.clock.now()))
        if after is here:
            raise TransactionConflict("undone because of others")

    await services._database.transact(act)
    assert board.post is None

"""Many matches in several servers, begun by the services; their boards are posted later."""

import asyncio

from bot.features.boards.queries import BoardState
from bot.match.challenge import ChallengeAnswer
from bot.match.clock import HOUR, NoLimit, PerMove
from bot.match.identity import ChannelId, GuildId, InServer, MatchId, Seconds, UserId
from bot.match.match import Match
from bot.match.terms import Starts, Terms
from playground import Person, Server
from tests.kit.matches import friend
from tests.kit.tables import Table
from tests.kit.waiting import until


async def add_server(table: Table, name: str) -> Server:
    """Make one more server with ada, bob, cleo and the bot."""
    playground = table.playground
    people = [playground.person(each) for each in ("ada", "bob", "cleo")]
    server = playground.add_server(name, *people, channels=["games"])
    playground.world.moderation.invite_bot(server)
    await until(lambda: table.bot.get_guild(server.id) is not None, within=60)
    return server


async def begin(
    table: Table,
    orange: Person,
    gray: Person,
    server: Server | None = None,
    hours: float | None = 72,
) -> Match:
    """Begin a match in a channel, with `hours` for each move, or without a limit."""
    challenges, server = table.services.challenges, server or table.playground.server()
    channel = ChannelId(table.playground.channel("games", server).id)
    time = NoLimit() if hours is None else PerMove(Seconds(hours * HOUR))
    terms = Terms(Starts.ME, time=time)
    place = InServer(GuildId(server.id), channel)
    offered = await challenges.offer(UserId(orange.id), friend(UserId(gray.id)), place, terms)
    answered = await challenges.answer(UserId(gray.id), offered.id, ChallengeAnswer.ACCEPT)
    assert answered.match is not None
    return answered.match


async def wait_until_posted(table: Table, *matches: Match) -> None:
    """Let the outbox post the boards of these matches, and wait until all are posted."""
    await table.pass_time(60)
    for match in matches:
        assert await live_board_of(table, match.id) is not None


async def wait_until_boards_recorded(table: Table, number: int) -> None:
    """Wait until every board of a match is recorded and up to date."""
    async with asyncio.timeout(60):
        while True:
            boards = (await table.services.boards.work_of(MatchId(number))).boards
            if boards and all(board.message is not None and not board.lags for board in boards):
                return
            await asyncio.sleep(0.02)


async def live_board_of(table: Table, number: MatchId) -> int | None:
    """Return the message that is the live board of a match, if it was posted."""
    for board in (await table.services.boards.work_of(number)).boards:
        if board.state is BoardState.LIVE and board.message is not None:
            return board.message
    return None

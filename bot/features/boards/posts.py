"""Records of messages that are being posted, so that each message in Discord is known."""

from collections.abc import Callable, Sequence
from typing import Final

from bot.db.database import Database, Reading, Writing
from bot.db.statements import Statement, defer
from bot.features.boards import post_queries
from bot.features.boards import queries as board_queries
from bot.features.boards.post_queries import ANSWER_LOST_AFTER, SOON, Post, PostsLeft
from bot.features.boards.queries import BoardState
from bot.features.matches import queries as match_queries
from bot.features.matches.writer import MatchChange
from bot.jobs.backoff import SENDING
from bot.jobs.clock import Clock
from bot.jobs.runner import job
from bot.match.identity import (
    ChannelId,
    Direct,
    Instant,
    MatchId,
    MessageId,
    Place,
    PostId,
    Seconds,
    UserId,
)
from bot.match.match import Match

EVERY: Final = Seconds(60.0)
"""The time between two checks for records that were not deleted."""
MOST_LEFT: Final = 100
"""How many searches are scheduled in one transaction."""


AskRecorded = Callable[[Reading, ChannelId, MessageId], Statement[int | None]]
"""Queries whether a feature has recorded a message; None if not."""


class AnswerPost:
    """The board that answers a command which changes a match where it is played.

    It is recorded in the transaction of the change, so that it needs none of its own.
    """

    def __init__(
        self,
        command: MessageId,
        place: Place,
        user: UserId,
        look_at: Instant,
        prepare: Callable[[Match], None],
    ) -> None:
        self._command = command
        self._place = place
        self._user = user
        self._look_at = look_at
        self._prepare = prepare
        self.post: PostId | None = None
        """The record, once there is one: it has the number of the command."""

    async def record(self, writing: Writing, change: MatchChange) -> None:
        """Record the board if the command is answered with it."""
        self.post = None  # An attempt that was rolled back may have set it.
        match = change.after
        is_player = match.seat_of(self._user) is not None
        place = self._place
        if not match.venue.is_in(place) or (isinstance(place, Direct) and not is_player):
            return
        self.post = PostId(self._command)
        # The answer has a higher ID than the command.
        defer(
            post_queries.insert(
                writing,
                self.post,
                place,
                match.id,
                None,
                self._command,
                self._look_at,
            )
        )
        self._prepare(match)


class Posts:
    """Records messages before they are posted."""

    def __init__(self, database: Database, clock: Clock, is_recorded: AskRecorded) -> None:
        self._database = database
        self._clock = clock
        self._is_recorded = is_recorded

    async def begin(
        self,
        place: Place,
        after: MessageId,
        match: MatchId | None = None,
        digest: str | None = None,
        lost_after: float = SENDING,
    ) -> PostId:
        """Record that a message is about to be posted at a place.

        With a match but no digest the message is its board; with both it announces the match. The
        code that records the message deletes this record in the same transaction. After
        `lost_after` seconds the message is searched for.
        """
        look_at = Instant(self._clock.now() + lost_after)

        async def act(writing: Writing, numbers: list[int]) -> PostId:
            post = PostId(numbers[0])
            defer(post_queries.insert(writing, post, place, match, digest, after, look_at))
            return post

        return await self._database.transact(act, _allotted)

    def in_answer(
        self,
        command: MessageId,
        place: Place,
        user: UserId,
        prepare: Callable[[Match], None],
    ) -> AnswerPost:
        """Return what records the board that answers a command, if a board does.

        `prepare` is called with the match that the board will show, before it is stored, so it must
        not have visible effects.
        """
        look_at = Instant(self._clock.now() + ANSWER_LOST_AFTER)
        return AnswerPost(command, place, user, look_at, prepare)

    async def forget(self, post: PostId) -> None:
        """Record that a message does not exist: Discord refused it, or it was not found."""

        async def act(writing: Writing, _: object) -> None:
            await post_queries.forget(writing, post)

        await self._database.transact(act)

    async def unanswered(self, post: PostId) -> None:
        """Schedule a search soon: the message may exist, though Discord's answer was lost."""
        look_at = Instant(self._clock.now() + SOON)
        await self._database.transact(
            lambda writing, _: post_queries.look_from(writing, post, look_at)
        )

    @job(PostsLeft)
    async def look_for_left(self, _: PostsLeft) -> Instant:
        """Schedule searches for messages whose records were not deleted; every minute."""
        now = self._clock.now()
        async with self._database.writing() as writing:
            found = await post_queries.look_for_left(writing, now, MOST_LEFT)
        return now if found == MOST_LEFT else Instant(now + EVERY)

    async def find(self, post: PostId) -> Post | None:
        """Return a recorded message that is not known to be posted, if it still is."""
        async with self._database.reading() as reading:
            return await post_queries.find(reading, post)

    async def has_other_boards(self, number: MatchId, own: PostId) -> bool:
        """Return whether other unrecorded boards of a match may exist, now or soon."""
        async with self._database.reading() as reading:
            posts = await post_queries.boards_of_match(reading, number)
        return any(post.id != own for post in posts)

    async def announcements(self, number: MatchId) -> list[Post]:
        """List the messages that may announce already where a match is played."""
        async with self._database.reading() as reading:
            return await post_queries.announcements(reading, number)

    async def is_awaited(self, post: Post) -> bool:
        """Return whether a message announces a match, so that it must not be deleted.

        Once the match was shown, the record is deleted; this deletes it if a command's answer
        showed it. If the match is played elsewhere, the record does not belong to it any longer.
        """
        if post.match is None:
            return False
        async with self._database.writing() as writing:
            kept = await post_queries.find(writing, post.id)
            if kept is None or kept.match is None:
                return kept is None
            boards = await board_queries.of_match(writing, kept.match)
            if any(board.state is BoardState.LIVE and board.message for board in boards):
                await post_queries.forget(writing, post.id)
        return True

    async def settle_boards(
        self, post: Post, number: MatchId, found: Sequence[MessageId], user: UserId | None
    ) -> bool:
        """Record the boards found where one may be; unknown ones are deleted.

        Return False, and record nothing, while another board of the match is on its way or still to
        come: it may be among them, and Discord recognises by its nonce what is sent again.
        """
        now = self._clock.now()
        async with self._database.writing() as writing:
            others = [
                each
                for each in await post_queries.boards_of_match(writing, number)
                if each.id != post.id
            ]
            boards = await board_queries.of_match(writing, number)
            is_to_come = any(each.state is BoardState.LIVE and each.lags for each in boards)
            if found and (is_to_come or any(each.look_at > now for each in others)):
                return False
            known = {board.message for board in boards}
            match = await match_queries.find(writing, number)
            if match is not None and user is not None and match.seat_of(user) is None:
                user = None
            for message in found:
                if message not in known:
                    await board_queries.insert_old(
                        writing, number, post.channel, message, now, user=user
                    )
            await post_queries.forget(writing, post.id)
        return True

    async def is_known(self, channel: ChannelId, message: MessageId) -> bool:
        """Return whether a message is recorded as a notification."""
        async with self._database.reading() as reading:
            return bool(await self._is_recorded(reading, channel, message))


def _allotted(writing: Writing) -> tuple[Statement[int]]:
    return (post_queries.allotted(writing),)

"""Count the notifications that users of the playground get from the bot."""

import re
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field

from bot.address import DatabaseAddress
from bot.game import Seat
from playground import Playground, Snowflake
from playground.world import WorldMessage
from playground.world.events import Event, UserPinged
from playground.world.layout import walk
from playground.world.messages import Reason
from tests.kit.raw_database import connect

PICTURE = re.compile(r"boop-(\d+)-(\d+)\.png")
_CHALLENGE = re.compile(r"answer-challenge:(\d+):accept")


@dataclass(frozen=True, slots=True)
class Ping:
    """A notification: the person, and the match with its revision, or else the text."""

    user: Snowflake
    match: int = 0
    revision: int = 0
    text: str = ""


@dataclass(slots=True)
class PingCounter:
    """Counts the notifications by the bot's messages, deleted messages included.

    An answer to a user in their direct messages counts for `last_revisions` alone: it does not
    notify, because the user is looking at it.
    """

    playground: Playground
    delivered: Counter[Ping] = field(default_factory=Counter)
    last_revisions: dict[tuple[int, Snowflake], int] = field(default_factory=dict)
    """The last revision of each match that a user was notified of or asked for."""

    def __post_init__(self) -> None:
        self.playground.world.listen(self)

    def __call__(self, event: Event) -> None:
        if not isinstance(event, UserPinged):
            return
        note = event.notification
        message = self.playground.world.messages.find(note.message_id)
        if message is None or message.author is not self.playground.world.bot:
            return
        ping = _ping(message, note.user_id, note.text)
        asked = message.origin is not None and message.origin.user.id == note.user_id
        if note.is_silent and not asked:
            return
        about = ping.match, ping.user
        self.last_revisions[about] = max(ping.revision, self.last_revisions.get(about, 0))
        if not (asked and note.reason is Reason.DIRECT):
            self.delivered[ping] += 1

    def duplicates(self) -> list[str]:
        """List the notifications that were delivered more than once."""
        return [f"{ping} came {times} times" for ping, times in self.delivered.items() if times > 1]

    def missing(self, database: DatabaseAddress, *, is_all_due: bool = False) -> list[str]:
        """List notifications of turns and results that are recorded as delivered but never came.

        With `is_all_due`, those that are still to be delivered count too.
        """
        return [
            f"{user} was not notified of #{match} at {revision}"
            for match, user, revision, is_due in _expected(database)
            if (is_all_due or not is_due) and self.last_revisions.get((match, user), 0) < revision
        ]


def _ping(message: WorldMessage, user: Snowflake, text: str) -> Ping:
    for each in message.attachments:
        if shown := PICTURE.fullmatch(each.filename):
            return Ping(user, int(shown[1]), int(shown[2]))
    for _, part in walk(message.components):
        if challenge := _CHALLENGE.fullmatch(str(part.get("custom_id"))):
            return Ping(user, text=f"challenge {challenge[1]}")
    return Ping(user, text=text)


def _expected(database: DatabaseAddress) -> Iterator[tuple[int, Snowflake, int, bool]]:
    """Yield each match with the player to move, or with each player if it is over.

    Each tuple ends with the revision to be notified of, and whether that notification is still due.
    """
    with closing(connect(database)) as connection:
        # A single statement, because the bot may write meanwhile.
        rows = connection.execute(
            """
            SELECT
                id, orange_id, gray_id, to_move, outcome_why IS NOT NULL, revision,
                (SELECT max(revision) FROM turns WHERE turns.match_id = matches.id),
                EXISTS (
                    SELECT 1
                    FROM notifications
                    WHERE
                        match_id = matches.id
                        AND user_id = orange_id
                        AND state = 'waiting'
                        AND kind IN ('begun', 'turn', 'over')
                ),
                EXISTS (
                    SELECT 1
                    FROM notifications
                    WHERE
                        match_id = matches.id
                        AND user_id = gray_id
                        AND state = 'waiting'
                        AND kind IN ('begun', 'turn', 'over')
                )
            FROM matches
            """
        ).fetchall()
    for match, orange, gray, to_move, over, revision, turn, orange_due, gray_due in rows:
        since = revision if over else turn or 1
        if over or to_move == Seat.ORANGE.value:
            yield match, Snowflake(orange), since, bool(orange_due)
        if over or to_move == Seat.GRAY.value:
            yield match, Snowflake(gray), since, bool(gray_due)

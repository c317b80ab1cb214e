"""The notifications that rang for people in the stand-in Discord."""

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
from tests.kit.beside import beside

PICTURE = re.compile(r"boop-(\d+)-(\d+)\.png")
_CHALLENGE = re.compile(r"answer-challenge:(\d+):accept")


@dataclass(frozen=True, slots=True)
class Bell:
    """A notification: the person, and the match with its revision, or else the text."""

    user: Snowflake
    match: int = 0
    revision: int = 0
    said: str = ""


@dataclass(slots=True)
class Bells:
    """Counts what the bot's messages rang for, even if they were deleted since.

    An answer to a user in their direct messages does not ring, because they are looking at it, but
    counts as heard.
    """

    playground: Playground
    rung: Counter[Bell] = field(default_factory=Counter)
    heard: dict[tuple[int, Snowflake], int] = field(default_factory=dict)
    """The last revision of each match that a person was notified of or asked for."""

    def __post_init__(self) -> None:
        self.playground.world.listen(self)

    def __call__(self, event: Event) -> None:
        if not isinstance(event, UserPinged):
            return
        note = event.notification
        message = self.playground.world.messages.find(note.message_id)
        if message is None or message.author is not self.playground.world.bot:
            return
        bell = _bell(message, note.user_id, note.text)
        asked = message.origin is not None and message.origin.user.id == note.user_id
        if note.is_silent and not asked:
            return
        about = bell.match, bell.user
        self.heard[about] = max(bell.revision, self.heard.get(about, 0))
        if not (asked and note.reason is Reason.DIRECT):
            self.rung[bell] += 1

    def twice(self) -> list[str]:
        """Say what rang more than once."""
        return [f"{bell} rang {times} times" for bell, times in self.rung.items() if times > 1]

    def unrung(self, database: DatabaseAddress, *, is_all_due: bool = False) -> list[str]:
        """List notifications of turns and results that are recorded as delivered but never rang.

        `is_all_due` counts what is still to be delivered as well.
        """
        return [
            f"{user} was not notified of #{match} at {revision}"
            for match, user, revision, is_due in _owed(database)
            if (is_all_due or not is_due) and self.heard.get((match, user), 0) < revision
        ]


def _bell(message: WorldMessage, user: Snowflake, text: str) -> Bell:
    for each in message.attachments:
        if shown := PICTURE.fullmatch(each.filename):
            return Bell(user, int(shown[1]), int(shown[2]))
    for _, part in walk(message.components):
        if challenge := _CHALLENGE.fullmatch(str(part.get("custom_id"))):
            return Bell(user, said=f"challenge {challenge[1]}")
    return Bell(user, said=text)


def _owed(database: DatabaseAddress) -> Iterator[tuple[int, Snowflake, int, bool]]:
    """Yield each match with the player to move, or both of one that is over.

    With each there is the revision of which they are to be notified, and whether that is still due.
    """
    with closing(beside(database)) as connection:
        # One statement, for the bot may go on meanwhile.
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

"""The messages with buttons in the stand-in Discord: boards and challenges, stored or not."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from bot.address import DatabaseAddress
from playground import Playground, Snowflake
from playground.world import WorldMessage
from playground.world.layout import walk
from tests.kit.raw_database import connect

_ACCEPT = re.compile(r"answer-challenge:(\d+):accept")
_NEXT = re.compile(r"next-from-board:(\d+):\d+")
_PICTURE = re.compile(r"boop-(\d+)-(\d+)\.png")


@dataclass(frozen=True, slots=True)
class LiveBoard:
    """A message with a match's buttons, and the revision that its picture shows."""

    message: Snowflake
    channel: Snowflake
    match: int
    revision: int
    text: str


def live_boards(playground: Playground) -> list[LiveBoard]:
    """List the bot's messages with a match's buttons, except those that one person alone sees."""
    return list(_live_boards(playground))


def open_challenges(playground: Playground) -> list[tuple[Snowflake, int]]:
    """List the messages with a button to accept a challenge, each with the challenge's number."""
    return [
        (message.id, number)
        for message in _posted(playground)
        for number in _numbers(message, _ACCEPT)
    ]


def _posted(playground: Playground) -> Iterator[WorldMessage]:
    world = playground.world
    for place in list(world.places):
        for message in world.messages.oldest_first(place):
            if message.author is world.bot and message.only_for is None:
                yield message


def _numbers(message: WorldMessage, pattern: re.Pattern[str]) -> set[int]:
    """Return the numbers in a message's buttons of one kind."""
    parts = [part for _, part in walk(message.components)]
    found = [pattern.fullmatch(str(part.get("custom_id"))) for part in parts]
    return {int(each[1]) for each in found if each}


def _live_boards(playground: Playground) -> Iterator[LiveBoard]:
    for message in _posted(playground):
        for number in _numbers(message, _NEXT):
            parts = [part for _, part in walk(message.components)]
            [picture] = [_PICTURE.fullmatch(each.filename) for each in message.attachments]
            assert picture is not None, message.attachments
            assert int(picture[1]) == number
            text = "\n".join(str(part["content"]) for part in parts if "content" in part)
            yield LiveBoard(message.id, message.channel_id, number, int(picture[2]), text)


def board_differences(playground: Playground, database: DatabaseAddress) -> list[str]:
    """List the differences between the messages with buttons and the database."""
    connection = connect(database)
    try:
        rows = connection.execute(
            "SELECT message_id, subject, CASE WHEN kind = 'old board' THEN 'old' "
            "WHEN lost_at IS NULL THEN 'live' ELSE 'lost' END, revision, shown_revision "
            "FROM outbox WHERE kind IN ('board', 'old board')"
        ).fetchall()
        challenges = connection.execute(
            "SELECT challenges.id, outbox.message_id, challenges.state FROM challenges "
            "LEFT JOIN outbox ON outbox.kind = 'challenge' AND outbox.subject = challenges.id"
        ).fetchall()
    finally:
        connection.close()
    return [
        *_faults(live_boards(playground), {row[0]: row[1:] for row in rows if row[0]}),
        *_faults_of_challenges(
            open_challenges(playground), {row[0]: row[1:] for row in challenges}
        ),
    ]


def _faults(
    boards: list[LiveBoard], known: Mapping[int, tuple[int, str, int, int]]
) -> Iterator[str]:
    for board in boards:
        row = known.get(board.message)
        if row is None:
            yield f"unknown: {board}"
            continue
        match, state, revision, shown_revision = row
        if match != board.match or state != "live":
            yield f"{state} board of #{match} keeps its buttons: {board}"
        elif shown_revision != revision or board.revision != revision:
            yield f"shows {board.revision}, recorded {shown_revision} of {revision}: {board}"
    current = {board.message for board in boards}
    for message, (match, state, *_) in known.items():
        if state == "live" and message not in current:
            yield f"board of #{match} is not there: {message}"


def _faults_of_challenges(
    current: list[tuple[Snowflake, int]], known: Mapping[int, tuple[int | None, str]]
) -> Iterator[str]:
    for message, number in current:
        user_of, state = known[number]
        if user_of != message:
            yield f"unknown: message {message} of challenge {number}, which is shown by {user_of}"
        elif state != "open":
            yield f"{state} challenge {number} keeps its buttons: {message}"
    for number, (user_of, state) in known.items():
        if state == "open" and (user_of, number) not in current:
            yield f"challenge {number} is not there: {user_of}"

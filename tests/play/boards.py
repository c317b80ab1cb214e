"""The live board messages that stand in the stand-in Discord, whoever knows of them."""

import re
import sqlite3
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from playground import Playground, Snowflake
from playground.world.layout import walk

_NEXT = re.compile(r"next:(\d+):-")
_PICTURE = re.compile(r"boop-(\d+)-(\d+)\.png")


@dataclass(frozen=True, slots=True)
class LiveBoard:
    """A message with a match's buttons, and the revision that its picture was drawn at."""

    message: Snowflake
    channel: Snowflake
    match: int
    revision: int
    text: str


def live_boards(playground: Playground) -> list[LiveBoard]:
    """List the messages of the bot, seen by more than one person, that have a match's buttons."""
    return list(_live_boards(playground))


def _live_boards(playground: Playground) -> Iterator[LiveBoard]:
    world = playground.world
    for place in list(world.places):
        for message in world.messages.oldest_first(place):
            if message.author is not world.bot or message.only_for is not None:
                continue
            parts = [part for _, part in walk(message.components)]
            found = [_NEXT.fullmatch(str(part.get("custom_id"))) for part in parts]
            numbers = {int(each[1]) for each in found if each}
            if not numbers:
                continue
            [number] = numbers
            [picture] = [_PICTURE.fullmatch(each.filename) for each in message.attachments]
            assert picture is not None, message.attachments
            assert int(picture[1]) == number
            text = "\n".join(str(part["content"]) for part in parts if "content" in part)
            yield LiveBoard(message.id, message.channel_id, number, int(picture[2]), text)


def out_of_line(playground: Playground, database: Path) -> list[str]:
    """Say what is wrong with the live boards, compared with what the database knows of them."""
    connection = sqlite3.connect(f"file:{database}?mode=ro", uri=True)
    try:
        rows = connection.execute(
            "SELECT message_id, match_id, state, revision, shown_revision FROM beds"
        ).fetchall()
    finally:
        connection.close()
    return list(_faults(live_boards(playground), {row[0]: row[1:] for row in rows if row[0]}))


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
            yield f"shows {board.revision}, noted {shown_revision} of {revision}: {board}"
    standing = {board.message for board in boards}
    for message, (match, state, *_) in known.items():
        if state == "live" and message not in standing:
            yield f"board of #{match} is not there: {message}"

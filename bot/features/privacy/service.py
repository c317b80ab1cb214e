"""What users can do with their personal data: look at it, export it, delete it."""

import asyncio
import json
import zipfile
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO, ClassVar, Final

import structlog

from bot.db.database import Database, Reading, Writing
from bot.db.program import StoredValue, load_value, store_value
from bot.db.statements import Statement, execute
from bot.features.matches import queries as match_queries
from bot.features.matches.exports import Exports
from bot.features.matches.writer import MatchWriter
from bot.features.privacy import queries as privacy_queries
from bot.features.privacy.queries import EXPORTED, Eraser, StoredCounts
from bot.jobs.clock import Clock
from bot.jobs.jobs import Job, cancel, schedule
from bot.jobs.runner import JobPostponed, job
from bot.match.ending import call_off, forfeit, may_call_off
from bot.match.identity import ChallengeId, Erasure, Instant, MatchId, PlayerKey, UserId, former
from bot.match.match import Match
from bot.match.playing import resign, run_out
from bot.text import N_, translate

NAME_INSIDE: Final = "boop-data.json"
MOMENTS: Final = ("deadline", "orange_away_until", "gray_away_until")
"""Columns that hold a moment, though their names do not end in `_at`."""
REVISION: Final = "back_at"
"""A column that holds a match's revision, though its name ends in `_at`."""
ABOUT: Final = N_(
    "Everything that this bot keeps about you, by table of its database. Times are in UTC. "
    "docs/privacy.md in the bot's source code describes the tables."
)

Row = Mapping[str, object]


class PersonalFile:
    """A file that is written row by row, so that it is never in memory as a whole.

    Its methods run in a thread.
    """

    def __init__(self, path: Path, about: str, user: UserId, now: Instant) -> None:
        self._archive = zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED)
        self._text: IO[bytes] = self._archive.open(NAME_INSIDE, "w", force_zip64=True)
        head = {"about": about, "made_at": _moment(now), "your_id": str(user)}
        lines = json.dumps(head, ensure_ascii=False, indent=1)[:-2]
        self._text.write(f'{lines},\n "tables": {{'.encode())
        self._parts = 0
        self._rows = 0

    def begin(self, part: str) -> None:
        """Begin a part, after the one before."""
        end = "\n  ]," if self._parts else ""
        self._text.write(f"{end}\n  {json.dumps(part)}: [".encode())
        self._parts += 1
        self._rows = 0

    def add(self, rows: Sequence[Row]) -> None:
        """Add rows to the part."""
        for row in rows:
            comma = "," if self._rows else ""
            text = json.dumps(readable(row), ensure_ascii=False)
            self._text.write(f"{comma}\n   {text}".encode())
            self._rows += 1

    def close(self) -> None:
        """End the last part, and close the file."""
        with self._archive, self._text:
            self._text.write(("\n  ]" if self._parts else "").encode() + b"\n }\n}\n")


def readable(row: Row) -> dict[str, object]:
    """Return a row in a form for people and other programs.

    A moment is a date and a time in UTC; Discord's IDs are text, because many programs cannot store
    numbers of that size.
    """
    return {name: _readable(name, value) for name, value in row.items()}


def _readable(name: str, value: object) -> object:
    is_moment = name in MOMENTS or (name.endswith("_at") and name != REVISION)
    if is_moment and isinstance(value, float | int):
        return _moment(Instant(float(value)))
    if isinstance(value, int) and abs(value) >= 1 << 53:
        return str(value)
    return value


def _moment(instant: Instant) -> str:
    return datetime.fromtimestamp(instant, UTC).isoformat(timespec="seconds")


PAGE: Final = 500
"""How many rows of a table are read at a time."""
CLEAN_WITHIN: Final = 60.0
"""How long after a deletion the files are checked for remains."""

_log: Final = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class FilesToClean(Job):
    """The cleaning of files after a deletion that was interrupted."""

    kind: ClassVar[str] = "files to clean"
    is_foreseen: ClassVar[bool] = False


@dataclass(frozen=True, slots=True)
class DeletionEffects:
    """The matches and challenges that a deletion ended, which other users have to see."""

    matches: tuple[MatchId, ...]
    challenges: tuple[ChallengeId, ...]


CloseChallenges = Callable[[Writing, UserId, Instant], Awaitable[list[ChallengeId]]]
"""Closes the open challenges of a user, and returns their numbers."""

Count = Callable[[Reading, UserId], Statement[int]]
CountUnderWay = tuple[Count, Count, Count]
"""Functions that count a user's live matches, their open challenges, and those to them."""

KeyOf = Callable[[Writing, UserId], Awaitable[PlayerKey]]
"""Returns the key that stays in the place of a user."""


class Privacy:
    """Shows, exports and deletes personal data."""

    def __init__(
        self,
        database: Database,
        clock: Clock,
        exports: Exports,
        writer: MatchWriter,
        close_challenges: CloseChallenges,
        key_of: KeyOf,
        erasers: Sequence[Eraser],
        under_way: CountUnderWay,
    ) -> None:
        self._database = database
        self._writer = writer
        self._close_challenges = close_challenges
        self._key_of = key_of
        self._erasers = erasers
        self._under_way = under_way
        self._exports = exports
        self._clock = clock
        self._erasing = asyncio.Lock()
        self._left_behind = False

    async def kept_of(self, user: UserId) -> StoredCounts:
        """Count what is stored about a user."""
        async with self._database.reading() as reading:
            kept = await privacy_queries.kept_of(reading, user)
            live, open_made, open_got = await execute(
                *(count(reading, user) for count in self._under_way)
            )
        return replace(kept, live=live, open_made=open_made, open_got=open_got)

    @asynccontextmanager
    async def export(self, user: UserId) -> AsyncIterator[Path]:
        """Yield a compressed file of all that is stored about a user, as it was at one moment.

        The rows are read page by page and written in a thread, so the size of the file doesn't
        matter. The caller must send the file inside the `async with` block, because few files may
        exist at a time. Raise `ExportsBusy` while others are written or sent.
        """
        async with self._exports.file():
            with TemporaryDirectory(prefix="boop-") as folder:
                yield await self._pack(Path(folder) / "boop-data.zip", user)

    async def _pack(self, path: Path, user: UserId) -> Path:
        about, now = translate(ABOUT), self._clock.now()
        file = await asyncio.to_thread(PersonalFile, path, about, user, now)
        try:
            async with self._exports.turn(), self._database.snapshot() as reading:
                for part in EXPORTED:
                    await asyncio.to_thread(file.begin, part.name)
                    skip, more = 0, True
                    while more:
                        rows = await privacy_queries.page_of(reading, part, user, PAGE, skip)
                        await asyncio.to_thread(file.add, rows)
                        skip, more = skip + PAGE, len(rows) == PAGE
        finally:
            await asyncio.to_thread(file.close)
        return path

    async def delete(self, user: UserId) -> DeletionEffects:
        """Delete a user: end their matches, close their challenges, erase them everywhere.

        This is one transaction; after it, the user's number is erased from the files' free pages.
        Do nothing if no data about the user is stored.
        """
        now = self._clock.now()
        async with self._database.writing() as writing:
            if (await privacy_queries.kept_of(writing, user)).nothing:
                return DeletionEffects((), ())
            ended = await _end_matches(self._writer, writing, user, now)
            closed = await self._close_challenges(writing, user, now)
            key = await self._key_of(writing, user)
            await privacy_queries.forget(writing, Erasure(user, former(key), now), self._erasers)
            await store_value(writing, StoredValue.ERASING, str(key))
            await schedule(writing, FilesToClean(), Instant(now + CLEAN_WITHIN))
        _log.info("person deleted", key=key, matches=len(ended))
        async with self._erasing:
            if await self._database.erase(user):
                await self._clean_of(str(key))
            else:
                self._left_behind = True
                _log.warning("files not cleaned yet", key=key)
        return DeletionEffects(tuple(ended), tuple(closed))

    @job(FilesToClean, at_once=1)
    async def finish(self, _: FilesToClean) -> None:
        """Erase the files' free pages after a deletion that was interrupted.

        The deleted number is no longer known, so the whole file is rewritten. Raise
        `JobPostponed` while another program prevents that.
        """
        async with self._erasing:
            async with self._database.reading() as reading:
                last = await load_value(reading, StoredValue.ERASING)
            if last in (None, _CLEAN):
                return
            if not await self._database.write_anew():
                raise JobPostponed("another program reads the files")
            self._left_behind = False
            await self._clean_of(last)

    async def _clean_of(self, last: str) -> None:
        """Record that the files are clean, unless another user was deleted after this one.

        The files are not clean either if the number of an earlier user is left in them.
        """
        async with self._database.writing() as writing:
            is_last = await load_value(writing, StoredValue.ERASING) == last
            if is_last and not self._left_behind:
                await store_value(writing, StoredValue.ERASING, _CLEAN)
                await cancel(writing, FilesToClean())


_CLEAN: Final = "clean"
"""Stored instead of the key of the user who was deleted last."""


async def _end_matches(
    writer: MatchWriter, writing: Writing, user: UserId, now: Instant
) -> list[MatchId]:
    """Resign a user's live matches; those without a move of both players are called off.

    Matches of a competition count as lost, because the user is out of it.
    """
    live = await match_queries.live_of_user(writing, user)
    for match in live:
        moment = await writer.counts_from(writing, match, now)
        await writer.change(writing, match, _ended_without(match, user, moment), moment)
    return [match.id for match in live]


def _ended_without(match: Match, user: UserId, now: Instant) -> Match:
    """Return the match as it ends; if time had run out before, that decides the result."""
    late = run_out(match, now)
    if late is not None:
        return late
    seat = match.seat_of(user)
    if match.is_competitive and seat is not None:
        return forfeit(match, (seat,), now)
    return call_off(match, user, now) if may_call_off(match) else resign(match, user, now)

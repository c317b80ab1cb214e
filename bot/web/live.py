"""Matches that readers watch while they are played. One query serves all readers."""

import asyncio
import json
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

import structlog

from bot.features.pages.queries import Slug
from bot.features.pages.service import PublicTurns
from bot.match.identity import MatchId, Revision
from bot.text import Language

EVERY: Final = 1.0
"""Seconds between two queries, each for all watched matches."""
KEPT: Final = 30.0
"""Seconds for which a match is watched after the last reader asked for it."""
MOST_WATCHED: Final = 256
"""The most matches that are watched at a time."""
MOST_STREAMS: Final = 64
"""The most streams at a time, half of all connections; other readers poll."""
MOST_EACH: Final = 24
"""The most streams of one address, half of its connections, so that others there can read, too."""
STALE: Final = 2.0
"""Seconds without a successful query, after which a match gets no new readers."""
LOOKS_WITHIN: Final = 3.0
"""Seconds that a query and the work on its result may take."""
GIVEN_UP: Final = 5.0
"""Seconds without a successful query, after which the streams of a match are ended."""
HEARTBEAT: Final = 5.0
"""Seconds of silence after which a stream sends a comment, to learn whether its reader is there."""

_log: Final = structlog.get_logger(__name__)


class LiveSource(Protocol):
    """Reads the matches that are shared while they are played."""

    async def turns_at(self, slug: Slug) -> PublicTurns | None:
        """Return the turns of the match with an address; None if none is shared."""

    async def revisions(self, watched: Mapping[Slug, MatchId]) -> dict[Slug, Revision]:
        """Return the revisions of these matches, without those that are no longer shared."""

    def call_when_revoked(self, listener: Callable[[MatchId | None], None]) -> None:
        """Call a listener with each match that this process stops sharing; None for any match."""


Words = Callable[[Slug, PublicTurns, Language | None], Awaitable[Mapping[str, str] | None]]
"""Returns the texts about a match after these turns, in the language or else its server's.

None if the match has changed since.
"""


class TooManyWatched(Exception):
    """There is no room for another match or another reader for now."""


class LookedTooLongAgo(Exception):
    """The database can't be asked for now whether a match is still shared."""


@dataclass(slots=True)
class _LiveMatch:
    """A match that is watched; `now` is None once it is no longer shared.

    `looked_at` is the time of the last query that succeeded. `words` has the texts about the match
    in each language, with the time when they were composed: once for all readers, and again after a
    moment, because a player may no longer want to be named.
    """

    now: PublicTurns | None
    looked_at: float
    asked_at: float = 0.0
    streams: int = 0
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    words: dict[Language | None, tuple[float, asyncio.Task[str | None]]] = field(
        default_factory=dict
    )

    def renew(self, now: PublicTurns | None) -> None:
        self.now = now
        self.words = {}
        self.changed.set()
        self.changed = asyncio.Event()


class LiveMatches:
    """Watches matches, as long as there are readers."""

    def __init__(self, source: LiveSource, room: asyncio.Semaphore, words: Words) -> None:
        """`room` is held during each query."""
        self._source = source
        self._words = words
        self._room = room
        self._watched: dict[Slug, _LiveMatch] = {}
        self._streams = Counter[str]()
        self._watching: asyncio.Task[None] | None = None
        self._revoked = 0
        source.call_when_revoked(self._revoke)

    async def close(self) -> None:
        """Stop watching."""
        if self._watching is not None:
            self._watching.cancel()
            await asyncio.gather(self._watching, return_exceptions=True)

    async def turns(self, slug: Slug, language: Language | None) -> str | None:
        """Return the turns of a match, as JSON, as they were at most a moment ago.

        Return None if none is shared. Raise `TooManyWatched` or `LookedTooLongAgo`.
        """
        watched = await self._watch_of(slug)
        now = None if watched is None else watched.now
        if watched is None or now is None:
            return None
        data = {"turns": [notation for notation, _ in now.turns], "over": now.is_over}
        return _written(data, await self._words_of(slug, watched, now, language))

    @asynccontextmanager
    async def stream(
        self, slug: Slug, known: Revision | None, reader: str, language: Language | None
    ) -> AsyncIterator[AsyncIterator[str] | None]:
        """Yield the texts to send to a reader who has the match as of revision `known`.

        `reader` is the address that the reader counts under.

        The texts are server-sent events; an empty comment says that nothing happened. They end when
        the match is over, or is no longer shared. Yield None if no match is shared. Raise
        `TooManyWatched` or `LookedTooLongAgo`.
        """
        if self._streams.total() >= MOST_STREAMS or self._streams[reader] >= MOST_EACH:
            raise TooManyWatched
        self._streams[reader] += 1
        try:
            watched = await self._watch_of(slug)
            if watched is None:
                yield None
                return
            watched.streams += 1
            try:
                yield self._events(slug, watched, known, language)
            finally:
                watched.streams -= 1
        finally:
            self._streams[reader] -= 1
            if not self._streams[reader]:
                del self._streams[reader]

    async def _watch_of(self, slug: Slug) -> _LiveMatch | None:
        watched = self._watched.get(slug)
        if watched is None:
            turns, began = await self._turns_at(slug)
            if turns is None:
                return None
            if slug not in self._watched and len(self._watched) >= MOST_WATCHED:
                if turns.is_over:
                    return _LiveMatch(turns, began)
                raise TooManyWatched
            watched = self._watched.setdefault(slug, _LiveMatch(turns, began))
            if self._watching is None or self._watching.done():
                self._watching = asyncio.create_task(self._keep_watching())
        watched.asked_at = time.monotonic()
        if watched.asked_at - watched.looked_at > STALE:
            raise LookedTooLongAgo
        return watched

    async def _turns_at(self, slug: Slug) -> tuple[PublicTurns | None, float]:
        """Return the turns of a match, and when the database was asked for them."""
        while True:
            async with self._room:
                began, revoked = time.monotonic(), self._revoked
                turns = await self._source.turns_at(slug)
            # The sharing of this match may have ended while the database answered.
            if revoked == self._revoked:
                return turns, began

    def _revoke(self, match: MatchId | None) -> None:
        """Make the readers of a match, or of all, check again whether it is shared."""
        self._revoked += 1
        for slug, watched in list(self._watched.items()):
            if match is None or (watched.now is not None and watched.now.match == match):
                del self._watched[slug]
                watched.renew(None)

    async def _keep_watching(self) -> None:
        has_failed = False
        while self._watched:
            await asyncio.sleep(EVERY)
            try:
                async with asyncio.timeout(LOOKS_WITHIN):
                    await self._look()
                has_failed = False
            except Exception as error:
                # The database may be unreachable for a while: readers wait, and the log reports it
                # once.
                if not has_failed:
                    _log.warning("watched matches not looked at", reason=repr(error))
                has_failed = True
            self._give_up()

    def _give_up(self) -> None:
        """End the streams of matches that could not be queried for some time."""
        now = time.monotonic()
        for slug, watched in list(self._watched.items()):
            if now - watched.looked_at > GIVEN_UP:
                del self._watched[slug]
                watched.renew(None)

    async def _look(self) -> None:
        now = time.monotonic()
        for slug, watched in list(self._watched.items()):
            if not watched.streams and now - watched.asked_at > KEPT:
                del self._watched[slug]
        numbers = {slug: each.now.match for slug, each in self._watched.items() if each.now}
        if not numbers:
            return
        async with self._room:
            began = time.monotonic()
            revisions = await self._source.revisions(numbers)
        for slug in numbers:
            await self._renew(slug, revisions.get(slug), began)

    async def _renew(self, slug: Slug, revision: Revision | None, looked_at: float) -> None:
        watched = self._watched.get(slug)
        if watched is None or watched.now is None:
            return
        if watched.now.revision == revision:
            watched.looked_at = looked_at
            return
        turns = None
        if revision is not None:
            turns, looked_at = await self._turns_at(slug)
            if self._watched.get(slug) is not watched:
                return
        if turns is None:
            # The next reader causes a query of its own.
            self._watched.pop(slug, None)
        watched.looked_at = looked_at
        watched.renew(turns)

    async def _events(
        self, slug: Slug, watched: _LiveMatch, known: Revision | None, language: Language | None
    ) -> AsyncIterator[str]:
        """Yield events with the turns after a revision, each once, until nothing can follow."""
        shown: PublicTurns | None = None
        while (now := watched.now) is not None:
            changed = watched.changed
            if shown is None:
                events = _turns_since(now, known)
            elif now.turns != shown.turns or now.is_over:
                events = _turns_since(now, shown.revision)
            else:
                events = []
            if events:
                words = await self._words_of(slug, watched, now, language)
                if watched.now is None:
                    return
                for each in events:
                    yield each.written(words if each is events[-1] else None)
            shown = now
            if now.is_over:
                return
            while not changed.is_set():
                try:
                    await asyncio.wait_for(changed.wait(), HEARTBEAT)
                except TimeoutError:
                    yield ":\n\n"

    async def _words_of(
        self, slug: Slug, watched: _LiveMatch, now: PublicTurns, language: Language | None
    ) -> str | None:
        """Return the turns and words of a match as JSON; None if they are not known now."""
        if watched.now is not now:
            return None
        said_at, task = watched.words.get(language, (0.0, None))
        moment = time.monotonic()
        if task is None or moment - said_at > EVERY:
            task = asyncio.create_task(self._say(slug, now, language))
            watched.words[language] = moment, task
        # A reader who gives up must not cancel what other readers wait for.
        return await asyncio.shield(task)

    async def _say(self, slug: Slug, now: PublicTurns, language: Language | None) -> str | None:
        try:
            async with asyncio.timeout(LOOKS_WITHIN):
                words = await self._words(slug, now, language)
        except Exception as error:
            # The readers ask for the page instead.
            _log.warning("watched match not put into words", reason=repr(error))
            return None
        return None if words is None else json.dumps(dict(words), ensure_ascii=False)


@dataclass(frozen=True, slots=True)
class _TurnsEvent:
    """The turns that follow the first `after` turns, up to a revision."""

    revision: Revision
    after: int
    turns: tuple[str, ...]
    is_over: bool

    def written(self, words: str | None) -> str:
        """Return the server-sent event, with the texts about the match at that time, as JSON."""
        data = {"after": self.after, "turns": list(self.turns), "over": self.is_over}
        return f"id: {self.revision}\ndata: {_written(data, words)}\n\n"


def _written(data: Mapping[str, Any], words: str | None) -> str:
    """Return an object as JSON in one line; `words` is JSON already, and is inserted if given."""
    text = json.dumps(data)
    return text if words is None else f'{text[:-1]}, "words": {words}}}'


def _turns_since(now: PublicTurns, known: Revision | None) -> list[_TurnsEvent]:
    """Return the events for a reader who has a match as of revision `known`, or nothing of it.

    Turns that were played together have one revision, and are one event. Turns that the reader has
    beyond `after` were taken back.
    """
    before = sum(known is not None and revision <= known for _, revision in now.turns)
    groups: dict[Revision, list[str]] = {}
    for notation, revision in now.turns[before:]:
        groups.setdefault(revision, []).append(notation)
    if not groups and now.revision == known and not now.is_over:
        return []
    events = []
    for revision, turns in groups.items():
        events.append(_TurnsEvent(revision, before, tuple(turns), is_over=False))
        before += len(turns)
    if not groups or now.is_over:
        events.append(_TurnsEvent(now.revision, before, (), is_over=now.is_over))
    return events

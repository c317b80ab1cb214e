"""Analyses of finished matches: computed once, turn by turn, and stored.

Separate processes compute them, a turn at a time, so that hints and opponents need not wait.
Requests for the same match share one running analysis. If an analysis was interrupted or failed,
the next request continues it.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Final

import structlog

from bot.bounded import BoundedDict
from bot.db.database import Database, Reading, Writing
from bot.db.tables import Table
from bot.engine.analysis import (
    NODES,
    Analysis,
    ExaminedTurn,
    edition_of,
    judge,
    read_analysis,
    write_analysis,
)
from bot.features.analysis.engine_requests import examine_aside
from bot.features.matches.access import Viewer
from bot.features.matches.errors import ServiceRefusal
from bot.features.matches.fair_play import FairPlay
from bot.features.replay.service import MatchRecord, Replays
from bot.game import Position, Turn
from bot.jobs.clock import Clock
from bot.match.identity import Instant, MatchId, UserId
from bot.match.match import Match
from bot.text import N_, Message
from bot.workers.protocol import Report
from bot.workers.shared_pool import SharedPool


@dataclass(frozen=True, slots=True)
class KeptAnalysis:
    """A stored analysis."""

    match: MatchId
    edition: str
    body: str
    made_at: Instant


ANALYSES: Final = Table("analyses", KeptAnalysis, key=("match_id",))


async def find(reading: Reading, match: MatchId, edition: str) -> str | None:
    """Return the analysis of a match, if there is one of that edition."""
    row = await ANALYSES.find(reading.connection, match_id=match, edition=edition)
    return None if row is None else row.body


async def keep(writing: Writing, match: MatchId, edition: str, body: str, now: Instant) -> None:
    """Store the analysis of a match, replacing an earlier one."""
    await ANALYSES.upsert(writing.connection, KeptAnalysis(match, edition, body, now))


@dataclass(eq=False, slots=True)
class AnalysedTooSoon(ServiceRefusal):
    """The match is not over yet."""

    message = N_("{match} isn't over. I only analyse finished matches, so that no one gets help.")

    match: Match


@dataclass(eq=False, slots=True)
class SharedTooSoon(ServiceRefusal):
    """The user cannot share the analysis yet, because a part of it is kept back from them."""

    message = N_(
        "You can't share the analysis of {match} yet: some of it is kept back while your rated "
        "match goes on."
    )

    match: Match


@dataclass(eq=False, slots=True)
class NothingToAnalyse(ServiceRefusal):
    """No turn was played in the match, or the user has no finished match there."""

    message = N_("No turn was played in {match}, so there is nothing to analyse.")
    no_match = N_(
        "None of your matches here is over yet. Name another match with the option `match`."
    )

    match: Match | None

    def choose_message(self) -> Message:
        """Return the message for a match without turns, or for no match."""
        return self.no_match if self.match is None else self.message


LOOKED_THROUGH: Final = 100
"""How many of a user's latest matches are searched for a finished one, or for several."""

MOST_BEGUN: Final = 16
"""How many unfinished analyses are remembered; one of a long match takes 1 MB."""

_log: Final = structlog.get_logger(__name__)


@dataclass(eq=False, slots=True)
class _RunningAnalysis:
    """A running analysis, and the progress callbacks of the users who wait for it."""

    task: asyncio.Task[Analysis]
    waiting: list[Report] = field(default_factory=list)
    done: float = 0.0

    def report(self, done: float) -> None:
        """Report the progress to all users who wait."""
        self.done = done
        for report in self.waiting:
            report(done)


class Analyses:
    """Finds, computes and stores analyses.

    `nodes` is how many positions each search examines. A stored analysis is returned even if it was
    made with another number.
    """

    def __init__(
        self, database: Database, clock: Clock, replays: Replays, nodes: int = NODES
    ) -> None:
        self.nodes = nodes
        self._database = database
        self._clock = clock
        self._replays = replays
        self._works: dict[MatchId, _RunningAnalysis] = {}
        self._begun = BoundedDict[MatchId, list[ExaminedTurn]](MOST_BEGUN)

    async def resolve(self, viewer: Viewer, named: MatchId | None) -> Match:
        """Return the match that a user wants to have analysed.

        This is the named match, or else the match of this thread, or else the user's last finished
        match in this place.

        Raise what `Replays.resolve_to_replay` raises, `NothingToAnalyse`, or `AnalysedTooSoon` for
        a live match.
        """
        match = await self._named_or_here(viewer, named)
        if match is None:
            latest = await self._replays.latest_of(viewer.user, viewer.place, LOOKED_THROUGH)
            match = next((each for each in latest if may_be_analysed(each)), None)
        if match is None or (match.outcome is not None and not match.ply):
            raise NothingToAnalyse(match)
        if match.outcome is None:
            raise AnalysedTooSoon(match)
        return match

    async def find(self, record: MatchRecord) -> Analysis | None:
        """Return the stored analysis of a match; None if there is none, or the match is live."""
        if not may_be_analysed(record.match):
            return None
        edition = edition_of(record.match.position.ruleset)
        async with self._database.reading() as reading:
            body = await find(reading, record.match.id, edition)
        if body is None:
            return None
        try:
            return read_analysis(body, record.start.to_move, record.turns)
        except ValueError:
            _log.exception("stored analysis unreadable", match=record.match.id)
            return None

    async def find_for(self, user: UserId, record: MatchRecord) -> Analysis | None:
        """Return the part of a stored analysis that the user may see, or None if none is stored."""
        analysis = await self.find(record)
        return None if analysis is None else await self._seen_by(user, record, analysis)

    async def require_no_help(
        self, user: UserId, position: Position, line: Sequence[Turn] = ()
    ) -> None:
        """Raise `LikeLiveMatch` if a position, or any on the line, would help in a live match."""
        async with self._database.reading() as reading:
            (await FairPlay.of(reading, user)).require_apart(position, line)

    async def of(
        self, record: MatchRecord, user: UserId, thinkers: SharedPool, report: Report
    ) -> Analysis:
        """Analyse a match, unless that is done, and return the part that the user may see.

        The running analysis is cancelled once no user waits for it. Raise `AnalysedTooSoon`,
        `NothingToAnalyse`, and what `SharedPool.run` raises.
        """
        match = record.match
        if match.outcome is None:
            raise AnalysedTooSoon(match)
        if not record.steps:
            raise NothingToAnalyse(match)
        kept = await self.find_for(user, record)
        if kept is not None:
            return kept
        work = self._works.get(match.id) or self._begin(record, user, thinkers)
        report(work.done)
        work.waiting.append(report)
        try:
            made = await asyncio.shield(work.task)
        finally:
            work.waiting.remove(report)
            if not work.waiting:
                self._end(match.id, work)
        return await self._seen_by(user, record, made)

    async def so_far(self, record: MatchRecord, user: UserId) -> Analysis | None:
        """Return the part of an unfinished analysis that the user may see.

        Return None while no turn is judged yet.
        """
        examined = self._begun.get(record.match.id, [])
        if len(examined) < 2:
            return None
        begun = judge(record.steps[: len(examined) - 1], examined)
        return await self._seen_by(user, record, begun)

    async def _seen_by(self, user: UserId, record: MatchRecord, analysis: Analysis) -> Analysis:
        """Return an analysis without the turns that would help the user in a live rated match.

        A turn is kept back if the position before it, the position after it, or any position of
        the better line would help.
        """
        async with self._database.reading() as reading:
            fair_play = await FairPlay.of(reading, user)
        judged = list(zip(record.steps[: len(analysis.turns)], analysis.turns, strict=True))
        played = [(step.before, (step.turn,)) for step, _ in judged]
        better = [(step.before, turn.better) for step, turn in judged]
        start, *like = await fair_play.like_each([(record.start, ()), *played, *better])
        near = {index % len(judged) + 1 for index, match in enumerate(like) if match is not None}
        return analysis.keeping_back(near if start is None else near | {0})

    async def _named_or_here(self, viewer: Viewer, named: MatchId | None) -> Match | None:
        if named is None:
            here = await self._replays.of_thread(viewer.place)
            if here is None:
                return None
            named = here.id
        return await self._replays.resolve_to_replay(viewer, named)

    def _begin(self, record: MatchRecord, user: UserId, thinkers: SharedPool) -> _RunningAnalysis:
        number, begun = record.match.id, self._taken_up(record.match.id)
        task = asyncio.create_task(self._make(record, user, thinkers, begun))
        # Nothing awaits the result if all users have left; retrieve its exception here.
        task.add_done_callback(lambda done: done.cancelled() or done.exception())
        work = self._works[number] = _RunningAnalysis(task, done=len(begun) / _looks(record))
        return work

    def _end(self, number: MatchId, work: _RunningAnalysis) -> None:
        """Cancel an analysis if it still runs, and forget its task."""
        work.task.cancel()
        if self._works.get(number) is work:
            del self._works[number]

    def _taken_up(self, number: MatchId) -> list[ExaminedTurn]:
        """Return the list of the turns examined so far; a new analysis extends it."""
        begun = self._begun[number] = self._begun.get(number, [])
        return begun

    async def _make(
        self, record: MatchRecord, user: UserId, thinkers: SharedPool, examined: list[ExaminedTurn]
    ) -> Analysis:
        turns, number = record.turns, record.match.id
        for ply in range(len(examined), _looks(record)):
            job = partial(examine_aside, record.start, turns, ply, self.nodes)
            examined.append(await thinkers.run(user, job))
            self._works[number].report(len(examined) / _looks(record))
        analysis = judge(record.steps, examined)
        edition = edition_of(record.match.position.ruleset)
        body, now = write_analysis(analysis), self._clock.now()
        async with self._database.writing() as writing:
            await keep(writing, number, edition, body, now)
        self._begun.pop(number, None)
        return analysis


def _looks(record: MatchRecord) -> int:
    """Return how many searches an analysis takes: one before each turn, and one at the end."""
    return len(record.turns) + 1


def may_be_analysed(match: Match) -> bool:
    """Return whether a match is over and has turns; a live match is not analysed."""
    return match.outcome is not None and match.ply > 0

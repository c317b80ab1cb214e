"""The turns of matches in the database."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Final

from bot.db.database import Reading, Writing
from bot.db.rows import describe
from bot.db.statements import Statement
from bot.db.tables import Table
from bot.features.matches.columns import replayed
from bot.features.matches.queries import QUERIES, find_with_past
from bot.game import Position, Step, Turn, write_position
from bot.match.identity import Instant, MatchId, Ply, Revision, UserId
from bot.match.match import Match
from bot.match.takebacks import Earlier


@dataclass(frozen=True, slots=True)
class RecordedTurn:
    """A stored turn, and the position after it as text."""

    match: MatchId
    ply: Ply
    turn: Turn
    position: str
    revision: Revision
    user: UserId
    played_at: Instant


describe(RecordedTurn, turn="notation")


TURNS: Final = Table("turns", RecordedTurn, key=("match_id", "ply"))


def append_turn(
    writing: Writing, match: Match, ply: Ply, step: Step, user: UserId
) -> Statement[int]:
    """Return the statement that stores a turn that was just played in a match."""
    played = RecordedTurn(
        match.id,
        ply,
        step.turn,
        write_position(step.after),
        match.revision,
        user,
        match.changed_at,
    )
    return TURNS.insert(writing.connection, played)


@dataclass(frozen=True, slots=True)
class _TurnPlayedTogether:
    """A stored turn; turns with the same revision were played together."""

    notation: str
    position: str
    revision: Revision


async def steps_at(reading: Reading, match: Match, revision: Revision) -> tuple[Step, ...]:
    """Return the turns played together that brought the match to that revision, if any."""
    rows = await QUERIES.last_turns_of_match(
        reading.connection, match_id=match.id, revision=revision
    ).all(_TurnPlayedTogether)
    return _steps_played_together(rows, match) if rows and rows[0].revision == revision else ()


def _steps_played_together(turns: Sequence[_TurnPlayedTogether], match: Match) -> tuple[Step, ...]:
    """Return the latest turns with the same revision; `turns` are the newest first.

    Replay them from the stored position before them.
    """
    go = list(takewhile(lambda turn: turn.revision == turns[0].revision, turns))
    ruleset = match.position.ruleset
    before = write_position(Position.start(ruleset))
    if len(go) < len(turns):
        before = turns[len(go)].position
    return tuple(replayed(before, [turn.notation for turn in reversed(go)], ruleset))


async def turns(reading: Reading, number: MatchId, until: Revision) -> list[Turn]:
    """List the turns up to a revision of the match, in order."""
    query = QUERIES.turns_of_match(reading.connection, match_id=number, revision=until)
    return await query.all(Turn)


@dataclass(frozen=True, slots=True)
class TurnWithTime:
    """A stored turn, when it was played, and its revision."""

    notation: str
    played_at: Instant
    revision: Revision


async def turns_with_times(reading: Reading, number: MatchId) -> list[TurnWithTime]:
    """List a match's turns, in order."""
    return await QUERIES.turns_with_times(reading.connection, match_id=number).all(TurnWithTime)


async def earlier(reading: Reading, match: Match, ply: Ply) -> Earlier:
    """Return the facts about a match at an earlier ply."""
    with_past = await find_with_past(reading, match.id)
    past = with_past[1][: ply + 1] if with_past else []
    if len(past) != ply + 1:
        raise AssertionError(f"match {match.id} has no record of {ply} turns")
    if ply == 0:
        return Earlier(ply, None, 1)
    notation = await QUERIES.turn_at(reading.connection, match_id=match.id, ply=ply).one(str)
    [step] = replayed(past[ply - 1], [notation], match.position.ruleset)
    return Earlier(ply, step, past.count(past[ply]))

"""What finished matches gave, match by match, and added up for each player."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from bot.db.database import Reading, Writing
from bot.db.rows import columns_of, describe
from bot.db.statements import Statement, load_queries
from bot.db.tables import Table
from bot.features.profiles.badges import Badge, Career
from bot.features.profiles.statistics import (
    NO_STREAK,
    NO_TIME,
    MatchFacts,
    PlayedTurn,
    Streak,
)
from bot.game import Position, Seat, Square, play, read_turn
from bot.match.identity import GuildId, Instant, MatchId, PlayerKey, Revision, Seconds
from bot.match.match import Match, Why
from bot.match.score import Score

QUERIES: Final = load_queries(__file__)


@dataclass(frozen=True, slots=True)
class Whom:
    """A person in a server, by the key that stands for them."""

    guild: GuildId
    player: PlayerKey


@dataclass(frozen=True, slots=True)
class Sums:
    """What a person's finished matches in a server come to.

    `moves` are those played by hand, `seconds` how long they took in all.
    """

    matches: int = 0
    streak: Streak = NO_STREAK
    moves: int = 0
    seconds: Seconds = NO_TIME

    @property
    def mean(self) -> Seconds | None:
        """How long a move took on average; nothing where none was played."""
        return Seconds(self.seconds / self.moves) if self.moves else None


def owe(writing: Writing, match: MatchId, ended_at: Instant) -> Statement[int]:
    """Note that a match has ended whose facts are to be looked for."""
    return QUERIES.owe_facts(writing.connection, match_id=match, ended_at=ended_at)


async def owed(reading: Reading, most: int) -> list[MatchId]:
    """List matches whose facts are to be looked for, the one that ended first first."""
    return await QUERIES.facts_owed_first(reading.connection, most=most).all(MatchId)


async def settle(writing: Writing, match: MatchId) -> bool:
    """Note that nothing more is to be done for a match. False when that was so before."""
    settled: int = await QUERIES.settle_facts(writing.connection, match_id=match)
    return settled == 1


@dataclass(frozen=True, slots=True)
class TurnWithTime:
    """A turn as it is stored, when it was played, and the revision that it brought about."""

    notation: str
    played_at: Instant
    revision: Revision


async def turns(reading: Reading, match: Match) -> list[TurnWithTime]:
    """List a match's turns, in order."""
    found = QUERIES.turns_with_times(reading.connection, match_id=match.id)
    return await found.all(TurnWithTime)


def play_some(
    match: Match, turns: Sequence[TurnWithTime], played: list[PlayedTurn], most: int
) -> None:
    """Play up to so many more of the stored turns."""
    start = Position.start(match.position.ruleset)
    for turn in turns[len(played) : len(played) + most]:
        position = played[-1].step.after if played else start
        step = play(position, read_turn(turn.notation))
        played.append(PlayedTurn(step, turn.played_at, turn.revision))


@dataclass(frozen=True, slots=True)
class StoredFacts:
    """What a match gave, as it is kept."""

    match: MatchId
    guild: GuildId
    ended_at: Instant
    facts: MatchFacts


@dataclass(frozen=True, slots=True)
class Counted:
    """How many matches of a person went so."""

    ruleset: str
    seat: Seat
    score: Score
    why: Why
    matches: int = 1


@dataclass(frozen=True, slots=True)
class Opening:
    """In how many matches somebody placed their first piece there."""

    square: Square
    matches: int = 1


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """What somebody's matches with one opponent brought them."""

    wins: int = 0
    draws: int = 0
    losses: int = 0


@dataclass(frozen=True, slots=True)
class _CountedOf:
    whom: Whom
    counted: Counted


@dataclass(frozen=True, slots=True)
class _OpeningOf:
    whom: Whom
    opening: Opening


@dataclass(frozen=True, slots=True)
class _HeadToHeadOf:
    whom: Whom
    opponent: PlayerKey
    brought: HeadToHead


@dataclass(frozen=True, slots=True)
class _SumsOf:
    whom: Whom
    sums: Sums


@dataclass(frozen=True, slots=True)
class _BadgeOf:
    whom: Whom
    badge: Badge
    match: MatchId
    earned_at: Instant


describe(Streak, current="streak")
_WHOM: Final = ("guild_id", "player_key")
FACTS: Final = Table("match_facts", StoredFacts, key=("match_id",))
RECORDS: Final = Table(
    "player_records", _CountedOf, key=(*_WHOM, "ruleset", "seat", "score", "why")
)
OPENINGS: Final = Table("player_openings", _OpeningOf, key=(*_WHOM, "square"))
HEAD_TO_HEADS: Final = Table("head_to_heads", _HeadToHeadOf, key=(*_WHOM, "opponent_key"))
SUMS: Final = Table("player_sums", _SumsOf, key=_WHOM)
BADGES: Final = Table("badges", _BadgeOf, key=(*_WHOM, "badge"))


def insert(writing: Writing, match: Match, facts: MatchFacts) -> Statement[int]:
    """Keep what a match gave."""
    stored = StoredFacts(match.id, match.home.guild, match.changed_at, facts)
    return FACTS.insert(writing.connection, stored)


async def find(reading: Reading, match: MatchId) -> MatchFacts | None:
    """Return what a match gave, if it was looked for already and there was a result."""
    found = await FACTS.find(reading.connection, match_id=match)
    return None if found is None else found.facts


def count_record(
    writing: Writing, whom: Whom, ruleset: str, seat: Seat, score: Score, why: Why
) -> Statement[int]:
    """Count one more match that went so."""
    return RECORDS.add(writing.connection, _CountedOf(whom, Counted(ruleset, seat, score, why)))


def count_opening(writing: Writing, whom: Whom, square: Square) -> Statement[int]:
    """Count one more match that a person opened there."""
    return OPENINGS.add(writing.connection, _OpeningOf(whom, Opening(square)))


def count_meeting(
    writing: Writing, whom: Whom, opponent: PlayerKey, score: Score
) -> Statement[int]:
    """Count what one more match with an opponent brought."""
    brought = HeadToHead(
        wins=int(score is Score.WIN),
        draws=int(score is Score.DRAW),
        losses=int(score is Score.LOSS),
    )
    return HEAD_TO_HEADS.add(writing.connection, _HeadToHeadOf(whom, opponent, brought))


async def sums_of(reading: Reading, whom: Whom) -> Sums | None:
    """Return what a person's matches come to, if any has ended."""
    found = await SUMS.find(reading.connection, **columns_of(whom))
    return None if found is None else found.sums


def keep_sums(writing: Writing, whom: Whom, sums: Sums) -> Statement[int]:
    """Write what a person's matches come to in place of what they came to before."""
    return SUMS.upsert(writing.connection, _SumsOf(whom, sums))


async def career_of(reading: Reading, whom: Whom, matches: int) -> Career:
    """Return what a person has done in a server, with that many matches."""
    where = columns_of(whom)
    opponents = await QUERIES.opponents_met(reading.connection, **where).one(int)
    won = await QUERIES.rulesets_won(reading.connection, **where, score=Score.WIN.value).all(str)
    return Career(matches, opponents, frozenset(won))


async def bestow(
    writing: Writing, whom: Whom, badges: Iterable[Badge], match: MatchId, at: Instant
) -> None:
    """Give badges to a person; those that they have they keep as they earned them first."""
    earned = [_BadgeOf(whom, badge, match, at) for badge in badges]
    await BADGES.insert_new(writing.connection, *earned)

"""Profiles and histories in the database. Sums are stored, so every profile costs the same."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, assert_never

from bot.db.database import Reading, Writing
from bot.db.rows import columns_of, describe
from bot.db.statements import Statement, Statements, load_queries
from bot.db.tables import Table
from bot.features.matches.listing import MatchesAfter, MatchesBefore
from bot.features.matches.turn_queries import TurnWithTime
from bot.features.profiles.statistics import (
    NO_STREAK,
    NO_TIME,
    Badge,
    Career,
    MatchStatistics,
    PlayedTurn,
    Streak,
)
from bot.game import Position, Seat, Square, play, read_turn
from bot.match.ending import Score
from bot.match.identity import GuildId, Instant, MatchId, PlayerKey, Seconds
from bot.match.match import EndReason, Match
from bot.match.terms import Stakes

QUERIES: Final = load_queries(__file__)

NO_PLAYER: Final = PlayerKey(0)

_ANY: Final = ""

_ANY_SCORE: Final = -1.0


@dataclass(frozen=True, slots=True)
class HistoryOwner:
    """The owner of a history: a user in a server, a user with an opponent, or a server."""

    guild: GuildId
    player: PlayerKey = NO_PLAYER
    opponent: PlayerKey = NO_PLAYER


@dataclass(frozen=True, slots=True)
class MatchCategory:
    """The ruleset, stakes and result of a match, for the owner of a history.

    In a server's history the score is orange's.
    """

    ruleset: str
    stakes: Stakes
    score: Score

    @property
    def key(self) -> str:
        """The text that stands for the category in the database."""
        return f"{self.ruleset} {self.stakes.value} {self.score.value}"


@dataclass(frozen=True, slots=True)
class HistoryFilter:
    """Which matches of a history are listed; `None` stands for all."""

    ruleset: str | None = None
    stakes: Stakes | None = None
    score: Score | None = None


@dataclass(frozen=True, slots=True)
class HistoryEntry:
    """A match in a history."""

    owner: HistoryOwner
    sort: str
    match: MatchId


SORTS: Final = Table(
    "history_sorts", MatchCategory, key=("sort",), computed={"sort": lambda sort: sort.key}
)
HISTORIES: Final = Table(
    "histories",
    HistoryEntry,
    key=("guild_id", "player_key", "opponent_key", "sort", "match_id"),
)


def enter(
    writing: Writing, match: Match, orange: PlayerKey, gray: PlayerKey, score: Score
) -> Statements:
    """Add a match to every history that it belongs to; `score` is orange's."""
    ruleset, guild = match.position.ruleset.name, match.venue.guild
    own, other = (MatchCategory(ruleset, match.stakes, each) for each in (score, score.other))
    entries = (
        (HistoryOwner(guild), own),
        (HistoryOwner(guild, orange), own),
        (HistoryOwner(guild, orange, gray), own),
        (HistoryOwner(guild, gray), other),
        (HistoryOwner(guild, gray, orange), other),
    )
    return Statements(
        SORTS.upsert(writing.connection, own, other),
        HISTORIES.insert(
            writing.connection,
            *(HistoryEntry(owner, sort.key, match.id) for owner, sort in entries),
        ),
    )


async def page(
    reading: Reading,
    owner: HistoryOwner,
    sorts: HistoryFilter,
    where: MatchesBefore | MatchesAfter,
    most: int,
) -> list[Match]:
    """List matches of a history.

    `MatchesBefore` lists the newest first, `MatchesAfter` the oldest first.
    """
    parameters = {
        **columns_of(owner),
        "ruleset": sorts.ruleset or _ANY,
        "stakes": sorts.stakes.value if sorts.stakes else _ANY,
        "score": _ANY_SCORE if sorts.score is None else sorts.score.value,
        "than": where.match,
        "most": most,
    }
    match where:
        case MatchesBefore():
            query = QUERIES.history_before(reading.connection, **parameters)
        case MatchesAfter():
            query = QUERIES.history_after(reading.connection, **parameters)
        case _:
            assert_never(where)
    return await query.all_readable(Match)


@dataclass(frozen=True, slots=True)
class PlayerInServer:
    """A player in a server, by their key."""

    guild: GuildId
    player: PlayerKey


@dataclass(frozen=True, slots=True)
class Sums:
    """The sums over a player's finished matches in a server.

    `moves` counts the moves played by hand, and `seconds` is their total time.
    """

    matches: int = 0
    streak: Streak = NO_STREAK
    moves: int = 0
    seconds: Seconds = NO_TIME

    @property
    def mean(self) -> Seconds | None:
        """The average time of a move; `None` without moves."""
        return Seconds(self.seconds / self.moves) if self.moves else None


async def list_uncounted(reading: Reading, most: int) -> list[MatchId]:
    """List matches whose statistics have not been counted yet, the first to end first."""
    return await QUERIES.uncounted_first(reading.connection, most=most).all(MatchId)


async def settle(writing: Writing, match: MatchId) -> bool:
    """Record that a match needs no counting. Return False if that was recorded before."""
    settled: int = await QUERIES.settle_facts(writing.connection, match_id=match)
    return settled == 1


def play_some(
    match: Match, turns: Sequence[TurnWithTime], played: list[PlayedTurn], most: int
) -> None:
    """Play up to `most` more of the stored turns, and append them to `played`."""
    start = Position.start(match.position.ruleset)
    for turn in turns[len(played) : len(played) + most]:
        position = played[-1].step.after if played else start
        step = play(position, read_turn(turn.notation))
        played.append(PlayedTurn(step, turn.played_at, turn.revision))


@dataclass(frozen=True, slots=True)
class StoredStatistics:
    """The stored statistics of a match."""

    match: MatchId
    guild: GuildId
    ended_at: Instant
    statistics: MatchStatistics


@dataclass(frozen=True, slots=True)
class ResultCount:
    """How many of a player's matches had this result."""

    ruleset: str
    seat: Seat
    score: Score
    why: EndReason
    matches: int = 1


@dataclass(frozen=True, slots=True)
class OpeningCount:
    """In how many matches a player placed their first piece on a square."""

    square: Square
    matches: int = 1


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """A player's results against one opponent."""

    wins: int = 0
    draws: int = 0
    losses: int = 0


@dataclass(frozen=True, slots=True)
class _RecordRow:
    player: PlayerInServer
    counted: ResultCount


@dataclass(frozen=True, slots=True)
class _OpeningRow:
    player: PlayerInServer
    opening: OpeningCount


@dataclass(frozen=True, slots=True)
class _HeadToHeadRow:
    player: PlayerInServer
    opponent: PlayerKey
    results: HeadToHead


@dataclass(frozen=True, slots=True)
class _SumsRow:
    player: PlayerInServer
    sums: Sums


@dataclass(frozen=True, slots=True)
class _BadgeRow:
    player: PlayerInServer
    badge: Badge
    match: MatchId
    earned_at: Instant


describe(Streak, current="streak")
_PLAYER: Final = ("guild_id", "player_key")
STATISTICS: Final = Table("match_statistics", StoredStatistics, key=("match_id",))
RECORDS: Final = Table(
    "player_records", _RecordRow, key=(*_PLAYER, "ruleset", "seat", "score", "why")
)
OPENINGS: Final = Table("player_openings", _OpeningRow, key=(*_PLAYER, "square"))
HEAD_TO_HEADS: Final = Table("head_to_heads", _HeadToHeadRow, key=(*_PLAYER, "opponent_key"))
SUMS: Final = Table("player_sums", _SumsRow, key=_PLAYER)
BADGES: Final = Table("badges", _BadgeRow, key=(*_PLAYER, "badge"))


def insert(writing: Writing, match: Match, statistics: MatchStatistics) -> Statement[int]:
    """Store the statistics of a match."""
    stored = StoredStatistics(match.id, match.venue.guild, match.changed_at, statistics)
    return STATISTICS.insert(writing.connection, stored)


async def find(reading: Reading, match: MatchId) -> MatchStatistics | None:
    """Return the statistics of a match, if they were counted and it had a result."""
    row = await STATISTICS.find(reading.connection, match_id=match)
    return None if row is None else row.statistics


def count_record(
    writing: Writing, player: PlayerInServer, ruleset: str, seat: Seat, score: Score, why: EndReason
) -> Statement[int]:
    """Count one more match with that result."""
    return RECORDS.add(
        writing.connection, _RecordRow(player, ResultCount(ruleset, seat, score, why))
    )


def count_opening(writing: Writing, player: PlayerInServer, square: Square) -> Statement[int]:
    """Count one more match that a player opened on a square."""
    return OPENINGS.add(writing.connection, _OpeningRow(player, OpeningCount(square)))


def count_meeting(
    writing: Writing, player: PlayerInServer, opponent: PlayerKey, score: Score
) -> Statement[int]:
    """Count one more match against an opponent."""
    results = HeadToHead(
        wins=int(score is Score.WIN),
        draws=int(score is Score.DRAW),
        losses=int(score is Score.LOSS),
    )
    return HEAD_TO_HEADS.add(writing.connection, _HeadToHeadRow(player, opponent, results))


async def sums_of(reading: Reading, player: PlayerInServer) -> Sums | None:
    """Return the sums of a player's matches, if one has ended."""
    row = await SUMS.find(reading.connection, **columns_of(player))
    return None if row is None else row.sums


def keep_sums(writing: Writing, player: PlayerInServer, sums: Sums) -> Statement[int]:
    """Replace the sums of a player's matches."""
    return SUMS.upsert(writing.connection, _SumsRow(player, sums))


async def career_of(reading: Reading, player: PlayerInServer, matches: int) -> Career:
    """Return a player's career in a server, with that many matches."""
    where = columns_of(player)
    opponents = await QUERIES.opponents_met(reading.connection, **where).one(int)
    won = await QUERIES.rulesets_won(reading.connection, **where, score=Score.WIN.value).all(str)
    return Career(matches, opponents, frozenset(won))


async def award_badges(
    writing: Writing, player: PlayerInServer, badges: Iterable[Badge], match: MatchId, at: Instant
) -> None:
    """Give badges to a player; badges that they have already stay as they were first earned."""
    earned = [_BadgeRow(player, badge, match, at) for badge in badges]
    await BADGES.insert_new(writing.connection, *earned)


@dataclass(frozen=True, slots=True)
class EarnedBadge:
    """A badge, and the match that first earned it."""

    badge: Badge
    match: MatchId
    at: Instant


async def head_to_head(reading: Reading, player: PlayerInServer, opponent: PlayerKey) -> HeadToHead:
    """Return a player's results against one opponent."""
    query = QUERIES.head_to_head_of(reading.connection, **columns_of(player), opponent_key=opponent)
    return await query.first(HeadToHead) or HeadToHead()


async def badges(reading: Reading, player: PlayerInServer) -> list[EarnedBadge]:
    """List a player's badges, the earliest first; skip badges that only a later version knows."""
    rows = await QUERIES.badges_of_player(reading.connection, **columns_of(player)).all(
        tuple[str, MatchId, Instant]
    )
    known = {badge.value for badge in Badge}
    return [
        EarnedBadge(Badge(name), match, earned_at)
        for name, match, earned_at in rows
        if name in known
    ]

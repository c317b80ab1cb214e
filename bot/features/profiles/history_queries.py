"""Which matches stand in whose history."""

from dataclasses import dataclass
from typing import Final, assert_never

from bot.db.database import Reading, Writing
from bot.db.rows import columns_of
from bot.db.statements import Statements, load_queries
from bot.db.tables import Table
from bot.features.matches.listing_queries import After, Before
from bot.match.identity import GuildId, MatchId, PlayerKey
from bot.match.match import Match
from bot.match.score import Score
from bot.match.terms import Stakes

QUERIES: Final = load_queries(__file__)


NOBODY: Final = PlayerKey(0)


_ANY: Final = ""


_ANY_SCORE: Final = -1.0


@dataclass(frozen=True, slots=True)
class Whole:
    """Whose history is meant: a person's in a server, or with one opponent, or all of a server."""

    guild: GuildId
    player: PlayerKey = NOBODY
    opponent: PlayerKey = NOBODY


@dataclass(frozen=True, slots=True)
class Sort:
    """What a match was played by and for, and what it brought the person whose history it is.

    In a server's history it is what it brought orange.
    """

    ruleset: str
    stakes: Stakes
    score: Score

    @property
    def key(self) -> str:
        """The text that stands for it in the database."""
        return f"{self.ruleset} {self.stakes.value} {self.score.value}"


@dataclass(frozen=True, slots=True)
class Sorts:
    """Which matches of a history are wanted; `None` stands for all."""

    ruleset: str | None = None
    stakes: Stakes | None = None
    score: Score | None = None


@dataclass(frozen=True, slots=True)
class HistoryEntry:
    """A match in a history."""

    whole: Whole
    sort: str
    match: MatchId


SORTS: Final = Table("history_sorts", Sort, key=("sort",), computed={"sort": lambda sort: sort.key})
HISTORIES: Final = Table(
    "histories",
    HistoryEntry,
    key=("guild_id", "player_key", "opponent_key", "sort", "match_id"),
)


def enter(
    writing: Writing, match: Match, orange: PlayerKey, gray: PlayerKey, score: Score
) -> Statements:
    """Enter a match into every history that it belongs to; `score` is orange's."""
    ruleset, guild = match.position.ruleset.name, match.home.guild
    own, other = (Sort(ruleset, match.stakes, each) for each in (score, score.other))
    entries = (
        (Whole(guild), own),
        (Whole(guild, orange), own),
        (Whole(guild, orange, gray), own),
        (Whole(guild, gray), other),
        (Whole(guild, gray, orange), other),
    )
    return Statements(
        SORTS.upsert(writing.connection, own, other),
        HISTORIES.insert(
            writing.connection,
            *(HistoryEntry(whole, sort.key, match.id) for whole, sort in entries),
        ),
    )


async def page(
    reading: Reading, whole: Whole, sorts: Sorts, where: Before | After, most: int
) -> list[Match]:
    """List matches of a history, the newest first before a number, the oldest first after one."""
    asked = {
        **columns_of(whole),
        "ruleset": sorts.ruleset or _ANY,
        "stakes": sorts.stakes.value if sorts.stakes else _ANY,
        "score": _ANY_SCORE if sorts.score is None else sorts.score.value,
        "than": where.match,
        "most": most,
    }
    match where:
        case Before():
            found = QUERIES.history_before(reading.connection, **asked)
        case After():
            found = QUERIES.history_after(reading.connection, **asked)
        case _:
            assert_never(where)
    return await found.all_readable(Match)

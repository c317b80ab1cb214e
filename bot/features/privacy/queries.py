"""All that is kept of one person, table by table, for them to take along.

Nothing of others but what a match shows that both played: not whom they block or what they plan,
nor who blocks this person. `docs/privacy.md` says what each of these is.
"""

import json
import zipfile
from collections.abc import AsyncIterable, Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from sqlite3 import Row
from typing import IO, Final

from bot.db.database import Reading, Writing
from bot.db.statements import AnyStatement, Statement, execute, load_queries
from bot.features.standings import queries as rating_queries
from bot.jobs.jobs import cancel_of_user
from bot.match.clock import DAY
from bot.match.identity import Instant, PlayerKey, UserId, former

QUERIES: Final = load_queries(__file__)


Ask = Callable[..., AsyncIterable[Row]]
"""Asks over a connection for up to `most` rows of `user_id`, but for the first `skip`."""

OWN: Final[Mapping[str, Ask]] = {
    "preferences": lambda connection, **asked: QUERIES.own_preferences(connection, **asked),
    "rules_told": lambda connection, **asked: QUERIES.own_rules_told(connection, **asked),
    "closed_direct_messages": lambda connection, **asked: QUERIES.own_closed_direct_messages(
        connection, **asked
    ),
    "blocks": lambda connection, **asked: QUERIES.own_blocks(connection, **asked),
    "vacations": lambda connection, **asked: QUERIES.own_vacations(connection, **asked),
    "members": lambda connection, **asked: QUERIES.own_members(connection, **asked),
    "bars": lambda connection, **asked: QUERIES.own_bars(connection, **asked),
    "followers": lambda connection, **asked: QUERIES.own_followers(connection, **asked),
    "challenges": lambda connection, **asked: QUERIES.own_challenges(connection, **asked),
    "matches": lambda connection, **asked: QUERIES.own_matches(connection, **asked),
    "turns": lambda connection, **asked: QUERIES.own_turns(connection, **asked),
    "turns_taken_back": lambda connection, **asked: QUERIES.own_turns_taken_back(
        connection, **asked
    ),
    "plans": lambda connection, **asked: QUERIES.own_plans(connection, **asked),
    "hints": lambda connection, **asked: QUERIES.own_hints(connection, **asked),
    "beds": lambda connection, **asked: QUERIES.own_beds(connection, **asked),
    "notices": lambda connection, **asked: QUERIES.own_notices(connection, **asked),
    "notices_past": lambda connection, **asked: QUERIES.own_notices_past(connection, **asked),
    "moderations": lambda connection, **asked: QUERIES.own_moderations(connection, **asked),
    "moderations_by_you": lambda connection, **asked: QUERIES.own_moderations_by_you(
        connection, **asked
    ),
    "bars_by_you": lambda connection, **asked: QUERIES.own_bars_by_you(connection, **asked),
    "players": lambda connection, **asked: QUERIES.own_players(connection, **asked),
    "ratings": lambda connection, **asked: QUERIES.own_ratings(connection, **asked),
    "rating_steps": lambda connection, **asked: QUERIES.own_rating_steps(connection, **asked),
    "rated_results": lambda connection, **asked: QUERIES.own_rated_results(connection, **asked),
    "rating_pairs": lambda connection, **asked: QUERIES.own_rating_pairs(connection, **asked),
    "practice_ratings": lambda connection, **asked: QUERIES.own_practice_ratings(
        connection, **asked
    ),
    "practice_results": lambda connection, **asked: QUERIES.own_practice_results(
        connection, **asked
    ),
    "puzzle_attempts": lambda connection, **asked: QUERIES.own_puzzle_attempts(connection, **asked),
    "puzzle_streaks": lambda connection, **asked: QUERIES.own_puzzle_streaks(connection, **asked),
    "puzzles_seen": lambda connection, **asked: QUERIES.own_puzzles_seen(connection, **asked),
    "titles": lambda connection, **asked: QUERIES.own_titles(connection, **asked),
    "player_sums": lambda connection, **asked: QUERIES.own_player_sums(connection, **asked),
    "player_records": lambda connection, **asked: QUERIES.own_player_records(connection, **asked),
    "player_openings": lambda connection, **asked: QUERIES.own_player_openings(connection, **asked),
    "head_to_heads": lambda connection, **asked: QUERIES.own_head_to_heads(connection, **asked),
    "badges": lambda connection, **asked: QUERIES.own_badges(connection, **asked),
    "histories": lambda connection, **asked: QUERIES.own_histories(connection, **asked),
    "match_facts": lambda connection, **asked: QUERIES.own_match_facts(connection, **asked),
    "facts_owed": lambda connection, **asked: QUERIES.own_facts_owed(connection, **asked),
}
"""What asks for a person's rows, by the name that the file has for them."""


NAME_INSIDE: Final = "boop-data.json"
MOMENTS: Final = ("deadline", "orange_away_until", "gray_away_until")
"""Columns that hold a moment though their names do not end as such names do."""
REVISION: Final = "back_at"
"""A column that is named like a moment and holds a match's revision."""
ABOUT: Final = (
    "All that this bot keeps about you, by the tables of its database. Times are in UTC. "
    "What each table holds stands in docs/privacy.md of the bot's source."
)


class OwnFile:
    """A file that is written row by row, so that it never stands in memory as a whole.

    Its methods are for a thread beside the loop.
    """

    def __init__(self, path: Path, user: UserId, now: Instant) -> None:
        self._archive = zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED)
        self._text: IO[bytes] = self._archive.open(NAME_INSIDE, "w", force_zip64=True)
        head = {"about": ABOUT, "made_at": _moment(now), "your_id": str(user)}
        lines = json.dumps(head, indent=1)[:-2]
        self._text.write(f'{lines},\n "tables": {{'.encode())
        self._tables = 0
        self._rows = 0

    def begin(self, table: str) -> None:
        """Begin a table, after the one before."""
        end = "\n  ]," if self._tables else ""
        self._text.write(f"{end}\n  {json.dumps(table)}: [".encode())
        self._tables += 1
        self._rows = 0

    def add(self, rows: Sequence[Row]) -> None:
        """Add rows to the table."""
        for row in rows:
            comma = "," if self._rows else ""
            text = json.dumps(readable(row), ensure_ascii=False)
            self._text.write(f"{comma}\n   {text}".encode())
            self._rows += 1

    def close(self) -> None:
        """Write the end."""
        with self._archive, self._text:
            self._text.write(("\n  ]" if self._tables else "").encode() + b"\n }\n}\n")


def readable(row: Row) -> dict[str, object]:
    """Return a row as people and other programs read it.

    A moment is a date and a time in UTC; the ids of Discord are text, for many programs do not
    keep numbers of that size.
    """
    return {name: _readable(name, row[name]) for name in row.keys()}  # noqa: SIM118 - a row


def _readable(name: str, value: object) -> object:
    is_moment = name in MOMENTS or (name.endswith("_at") and name != REVISION)
    if is_moment and isinstance(value, float | int):
        return _moment(Instant(float(value)))
    if isinstance(value, int) and name.endswith("_id") and abs(value) >= 1 << 53:
        return str(value)
    return value


def _moment(instant: Instant) -> str:
    return datetime.fromtimestamp(instant, UTC).isoformat(timespec="seconds")


RECENT: Final = DAY
"""Seconds for which a message counts as recent; the threads of older matches are asleep."""
IN_THEIR_PLACE: Final = "a former player"
"""What stands where somebody else had written their number."""


@dataclass(frozen=True, slots=True)
class Kept:
    """How many rows are kept of a person; `more` counts those of which nobody asks how many."""

    matches: int
    live: int
    open_made: int
    open_got: int
    blocks: int
    followed: int
    more: int

    @property
    def nothing(self) -> bool:
        """Whether nothing at all is kept."""
        return not (self.matches or self.blocks or self.followed or self.more)


async def kept_of(reading: Reading, user: UserId) -> Kept:
    """Count what is kept of a person.

    Others' words are searched for them only where there is nothing else, for that reads them all.
    """
    row = await QUERIES.kept_of(reading.connection, user_id=user)
    kept = {name: int(row[name]) for name in row.keys()}  # noqa: SIM118 - a row
    if not any(kept.values()):
        kept["words"] = int(await QUERIES.kept_of_words(reading.connection, number=str(user)))
    return Kept(
        matches=kept.pop("matches"),
        live=kept.pop("live"),
        open_made=kept.pop("open_made"),
        open_got=kept.pop("open_got"),
        blocks=kept.pop("blocks"),
        followed=kept.pop("followers"),
        more=sum(kept.values()),
    )


async def is_anything_kept(reading: Reading, user: UserId) -> bool:
    """Return whether anything is kept of a person; nothing is of whoever was deleted."""
    return not (await kept_of(reading, user)).nothing


async def forget(writing: Writing, user: UserId, now: Instant) -> PlayerKey:
    """Take a person out of every table, and give the key that stays without them.

    Their matches are over by then and their challenges closed. Messages of the last day that show
    them are to be shown anew.
    """
    player = await rating_queries.find(writing, user) or await rating_queries.insert(writing, user)
    gone = former(player.key)
    await execute(
        *_of_words(writing, user, gone),
        *_of_messages(writing, user, gone, now),
        *_of_matches(writing, user, gone, now),
        *_of_themselves(writing, user),
        QUERIES.forget_player(writing.connection, user_id=user),
    )
    return player.key


def _of_words(writing: Writing, user: UserId, gone: UserId) -> list[Statement[int]]:
    """Forget what moderators did to them or they did as one, and their number in others' words."""
    connection = writing.connection
    words = {
        "mention": f"<@{user}>",
        "old_mention": f"<@!{user}>",
        "number": str(user),
        "name": IN_THEIR_PLACE,
    }
    return [
        QUERIES.forget_outcome_notes(connection, user_id=user),
        QUERIES.unname_in_outcome_notes(connection, **words),
        QUERIES.unname_in_challenges(connection, **words),
        QUERIES.forget_bars(connection, user_id=user),
        QUERIES.forget_who_barred(connection, user_id=user, gone_id=gone, **words),
        QUERIES.forget_moderations(connection, user_id=user, gone_id=gone),
        QUERIES.unname_in_moderations(connection, **words),
    ]


def _of_messages(
    writing: Writing, user: UserId, gone: UserId, now: Instant
) -> list[Statement[int]]:
    """Forget what they were owed, and take back what mentions them where all see it."""
    connection = writing.connection
    return [
        QUERIES.withdraw_waiting_notices(connection, user_id=user),
        QUERIES.withdraw_past_notices(connection, user_id=user),
        QUERIES.unsay_notices(connection, user_id=user, gone_id=gone, now=now),
        QUERIES.unsay_stale_notices(connection, user_id=user, gone_id=gone),
        QUERIES.forget_beds(connection, user_id=user),
    ]


def _of_matches(writing: Writing, user: UserId, gone: UserId, now: Instant) -> list[Statement[int]]:
    """Put nobody's number where theirs was; last in the seats, by which the rest is found."""
    connection = writing.connection
    since = Instant(now - RECENT)
    return [
        QUERIES.forget_turns(connection, user_id=user, gone_id=gone),
        QUERIES.forget_turns_taken_back(connection, user_id=user, gone_id=gone),
        QUERIES.forget_plans(connection, user_id=user),
        QUERIES.forget_hints(connection, user_id=user),
        QUERIES.show_recent_anew(connection, user_id=user, since=since),
        QUERIES.show_recent_beds_anew(connection, user_id=user, since=since, show_at=now),
        QUERIES.forget_challenger(connection, user_id=user, gone_id=gone, since=since, show_at=now),
        QUERIES.forget_friend(connection, user_id=user, gone_id=gone, since=since, show_at=now),
        QUERIES.forget_at_orange(connection, user_id=user, gone_id=gone),
        QUERIES.forget_at_gray(connection, user_id=user, gone_id=gone),
    ]


def _of_themselves(writing: Writing, user: UserId) -> list[AnyStatement]:
    connection = writing.connection
    return [
        QUERIES.forget_preferences(connection, user_id=user),
        QUERIES.forget_blocks(connection, user_id=user),
        QUERIES.forget_blocks_against(connection, user_id=user),
        QUERIES.forget_vacations(connection, user_id=user),
        QUERIES.forget_followed(connection, user_id=user),
        QUERIES.forget_practice_results(connection, user_id=user),
        QUERIES.forget_practice_ratings(connection, user_id=user),
        QUERIES.forget_puzzle_attempts(connection, user_id=user),
        QUERIES.forget_puzzle_streaks(connection, user_id=user),
        QUERIES.forget_puzzles_seen(connection, user_id=user),
        QUERIES.forget_rules_told(connection, user_id=user),
        QUERIES.forget_closed_direct_messages(connection, user_id=user),
        QUERIES.forget_memberships(connection, user_id=user),
        cancel_of_user(writing, user),
    ]

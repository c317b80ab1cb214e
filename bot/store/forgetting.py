"""Forgetting a person: nothing that names them stays in any table.

What belongs to others too stays, with a number in their place that is nobody's. A table that gets
a column for somebody's id has a line here, one in `own_rows` and one in `docs/privacy.md`; a test
looks at every column.
"""

from dataclasses import dataclass
from typing import Final

from bot.match.clock import DAY
from bot.match.former import former
from bot.match.identity import ChallengeId, Instant, PlayerKey, UserId
from bot.store import players
from bot.store.asking import Statement, in_one_go
from bot.store.database import QUERIES, Reading, Writing

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


async def open_challenges(reading: Reading, user: UserId) -> list[ChallengeId]:
    """List the open challenges that a person made or got, wherever they were made."""
    rows = QUERIES.open_challenges_of(reading.connection, user_id=user)
    return [ChallengeId(row["id"]) async for row in rows]


async def forget(writing: Writing, user: UserId, now: Instant) -> PlayerKey:
    """Take a person out of every table, and give the key that stays without them.

    Their matches are over by then and their challenges closed. Messages of the last day that show
    them are to be shown anew.
    """
    player = await players.find(writing, user) or await players.insert(writing, user)
    gone = former(player.key)
    await in_one_go(
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


def _of_themselves(writing: Writing, user: UserId) -> list[Statement[int]]:
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
    ]

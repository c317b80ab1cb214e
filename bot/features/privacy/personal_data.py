"""All personal data, declared once.

The declaration determines what is counted, what a user's file contains and what their deletion
does. A table with personal data has one or more parts here; every other table is in `IMPERSONAL`. A
test compares both with the schema, and with the traces of a life that leaves a row in each.
`docs/privacy.md` describes each part.
"""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Erase:
    """The rows are deleted."""


@dataclass(frozen=True, slots=True)
class Anonymise:
    """The rows stay with a former player in the user's place, and with other columns cleared."""

    cleared: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Detach:
    """The rows stay, with no user in the user's place."""


@dataclass(frozen=True, slots=True)
class Keep:
    """The rows stay as they are: after the deletion nothing in them leads to the user."""

    reason: str


@dataclass(frozen=True, slots=True)
class ByOwner:
    """A function of the feature that owns the table decides what happens to the rows."""


Deletion = Erase | Anonymise | Detach | Keep | ByOwner


@dataclass(frozen=True, slots=True)
class DataPart:
    """Rows of a table that hold personal data, and their name in the user's file.

    A row belongs to the user if one of the columns `people` holds their ID, or one of the columns
    `keys` holds their key in `players`. `found_by` is a further condition, or the only one; it lets
    an index find the rows, and `:user_id` in it is the user. The columns `texts` hold texts that
    the program writes, with the user's ID as a part. `hidden` columns belong to another user, and
    `other_keys` hold other users' keys. `order` is the key by which the rows are sorted. If
    `withheld` is set, the rows are not in the file, for that reason. Rows that are not `counted`
    exist only together with others that are.
    """

    name: str
    deletion: Deletion
    order: str
    people: tuple[str, ...] = ()
    keys: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()
    found_by: str | None = None
    hidden: tuple[str, ...] = ()
    other_keys: tuple[str, ...] = ()
    withheld: str | None = None
    counted: bool = False
    stored_in: str | None = None

    @property
    def table(self) -> str:
        """The table that has the rows."""
        return self.stored_in or self.name

    @property
    def condition(self) -> str:
        """The condition for the user's rows, as SQL."""
        conditions = [] if self.found_by is None else [self.found_by]
        held = [f"{column} = :user_id" for column in self.people]
        held += [f"{column} IN ({_OWN_KEY})" for column in self.keys]
        if held:
            conditions.append(f"({' OR '.join(held)})")
        return " AND ".join(conditions)


_OWN_KEY: Final = "SELECT player_key FROM players WHERE user_id = :user_id"
_OWN_MATCHES: Final = (
    "(SELECT id FROM matches WHERE orange_id = :user_id "
    "UNION ALL SELECT id FROM matches WHERE gray_id = :user_id)"
)
_OWN_MATCH: Final = f"match_id IN {_OWN_MATCHES}"
_OWN_BOARD: Final = f"kind = 'board' AND subject IN {_OWN_MATCHES}"
_OLD_BOARD_IN_PERSON: Final = (
    f"kind = 'old board' AND subject IN {_OWN_MATCHES} AND channel_id = ("  # noqa: S608
    "SELECT live.channel_id FROM outbox AS live "
    "WHERE live.kind = 'board' AND live.subject = outbox.subject AND live.part = :user_id)"
)
_OWN_SERVER: Final = (
    "guild_id IN (SELECT guild_id FROM matches WHERE orange_id = :user_id "
    "UNION SELECT guild_id FROM matches WHERE gray_id = :user_id)"
)
_RATED_THERE: Final = (
    "(guild_id, ruleset, scope) IN (SELECT guild_id, ruleset, scope FROM ratings "
    "WHERE player_key IN (SELECT player_key FROM players WHERE user_id = :user_id))"
)
_USER: Final = ("user_id",)
_KEY: Final = ("player_key",)
_OF_THE_KEY: Final = Keep("the key leads to no user, and the ratings of others depend on it")
_OF_THE_MATCH: Final = Keep("it belongs to a match, which stays, and names no user")

PERSONAL_DATA: Final = (
    DataPart("preferences", Erase(), "user_id", _USER, counted=True),
    DataPart("rules_shown", Erase(), "ruleset", _USER, counted=True),
    DataPart("closed_direct_messages", Erase(), "user_id", _USER, counted=True),
    DataPart("blocks", Erase(), "blocked_id", _USER, counted=True),
    DataPart(
        "blocked_by",
        Erase(),
        "user_id",
        ("blocked_id",),
        withheld="only the user who blocks may know it",
        counted=True,
        stored_in="blocks",
    ),
    DataPart("vacations", Erase(), "guild_id, begun_at", _USER, counted=True),
    DataPart("members", Erase(), "guild_id", _USER, counted=True),
    # Only the server may know which moderator banned the user.
    DataPart("bans", Erase(), "guild_id", _USER, hidden=("moderator_id",), counted=True),
    DataPart("spectators", Erase(), "match_id", _USER, counted=True),
    DataPart(
        "challenges",
        ByOwner(),
        "id",
        ("challenger_id", "friend_id"),
        counted=True,
    ),
    DataPart("matches", Anonymise(), "id", ("orange_id", "gray_id"), counted=True),
    DataPart("turns", Anonymise(), "match_id, ply", _USER, found_by=_OWN_MATCH),
    DataPart("plans", Erase(), "match_id", _USER, found_by=_OWN_MATCH),
    # Without a player's consent the page may have to go too; `pages` erases both.
    DataPart("page_consents", ByOwner(), "match_id", _USER, counted=True),
    DataPart("match_pages", _OF_THE_MATCH, "match_id", found_by=_OWN_MATCH),
    DataPart("hints", Erase(), "match_id, given_at", _USER),
    DataPart("boards", Erase(), "subject", ("part",), found_by=_OWN_BOARD, stored_in="outbox"),
    DataPart(
        "old_boards",
        Erase(),
        "subject, part",
        found_by=_OLD_BOARD_IN_PERSON,
        stored_in="outbox",
    ),
    # There are two parts, because one index covers the rows in these states, and another the
    # rest.
    DataPart(
        "notifications",
        ByOwner(),
        "id",
        _USER,
        found_by="state IN ('waiting', 'stale')",
    ),
    DataPart(
        "notifications_past",
        ByOwner(),
        "id",
        _USER,
        found_by="state IN ('done', 'sent', 'muted')",
        stored_in="notifications",
    ),
    DataPart(
        "moderations",
        Anonymise(cleared=("reason",)),
        "id",
        _USER,
        hidden=("moderator_id",),
        counted=True,
    ),
    # The user whom the moderation concerned gets the row as a part of `moderations`.
    DataPart(
        "moderations_by_you",
        Anonymise(cleared=("reason",)),
        "id",
        ("moderator_id",),
        hidden=("user_id",),
        counted=True,
        stored_in="moderations",
    ),
    DataPart(
        "bans_by_you",
        Anonymise(cleared=("reason",)),
        "guild_id, banned_at",
        ("moderator_id",),
        hidden=("user_id",),
        counted=True,
        stored_in="bans",
    ),
    DataPart("players", Detach(), "player_key", _USER, counted=True),
    DataPart("ratings", _OF_THE_KEY, "guild_id, ruleset, scope", keys=_KEY),
    DataPart("rating_steps", _OF_THE_KEY, "scope, result_id", keys=_KEY),
    DataPart("rated_results", _OF_THE_KEY, "id", keys=("orange_key", "gray_key")),
    DataPart(
        "rating_pairs",
        _OF_THE_KEY,
        "guild_id, ruleset, scope, one_key, other_key",
        keys=("one_key", "other_key"),
        found_by=_RATED_THERE,
    ),
    DataPart("practice_ratings", Erase(), "ruleset", _USER, counted=True),
    DataPart("practice_results", Erase(), "ruleset, number", _USER),
    DataPart("puzzle_attempts", Erase(), "guild_id, day", _USER, counted=True),
    DataPart("puzzle_streaks", Erase(), "guild_id", _USER),
    DataPart("puzzles_seen", Erase(), "puzzle", _USER, counted=True),
    DataPart("puzzle_ratings", Erase(), "user_id", _USER, counted=True),
    DataPart("puzzle_runs", Erase(), "guild_id", _USER, counted=True),
    DataPart("exercises_done", Erase(), "lesson, exercise", _USER, counted=True),
    DataPart("titles", _OF_THE_KEY, "season_id, ruleset", keys=_KEY),
    DataPart("player_sums", _OF_THE_KEY, "guild_id", keys=_KEY, found_by=_OWN_SERVER),
    DataPart(
        "player_records",
        _OF_THE_KEY,
        "guild_id, ruleset, seat, score, why",
        keys=_KEY,
        found_by=_OWN_SERVER,
    ),
    DataPart("player_openings", _OF_THE_KEY, "guild_id, square", keys=_KEY, found_by=_OWN_SERVER),
    DataPart(
        "head_to_heads",
        _OF_THE_KEY,
        "guild_id, opponent_key",
        keys=_KEY,
        found_by=_OWN_SERVER,
        other_keys=("opponent_key",),
    ),
    DataPart("badges", _OF_THE_KEY, "guild_id, badge", keys=_KEY, found_by=_OWN_SERVER),
    DataPart(
        "histories",
        _OF_THE_KEY,
        "guild_id, player_key, opponent_key, sort, match_id",
        keys=_KEY,
        found_by=_OWN_SERVER,
        other_keys=("opponent_key",),
    ),
    DataPart(
        "jobs",
        ByOwner(),
        "kind, key",
        texts=("key", "payload"),
        withheld="it is only when something that the other parts hold is due",
    ),
    DataPart("entrants", ByOwner(), "id", _USER, counted=True),
    DataPart("tournaments", ByOwner(), "id", ("host_id",), counted=True),
    DataPart("decisions", ByOwner(), "id", ("manager_id",), counted=True),
    DataPart("role_holders", Erase(), "guild_id, role_id", _USER, counted=True),
    DataPart("rungs", ByOwner(), "id", _USER, counted=True),
    DataPart("ladders", ByOwner(), "id", ("host_id",), counted=True),
    DataPart("ladder_decisions", ByOwner(), "id", ("manager_id",), counted=True),
    DataPart("match_statistics", _OF_THE_MATCH, "match_id", found_by=_OWN_MATCH),
    DataPart("matches_uncounted", _OF_THE_MATCH, "match_id", found_by=_OWN_MATCH),
)
"""All parts, in the order of the user's file; a deletion takes them in reverse order.

It thus deletes rows that it finds by a match before it anonymises the match's seats.
"""


@dataclass(frozen=True, slots=True)
class Texts:
    """Columns with users' texts, which may name other users by their ID."""

    table: str
    columns: tuple[str, ...]


WRITTEN: Final = (
    Texts("challenges", ("note", "reason")),
    Texts("matches", ("outcome_note",)),
    Texts("bans", ("reason",)),
    Texts("moderations", ("reason",)),
    Texts("tournaments", ("name",)),
)

IMPERSONAL: Final = {
    "absences": "which servers are unavailable",
    "greetings": "which servers were greeted",
    "buckets": "when shards may connect",
    "analyses": "of a match, with no word of who played it",
    "counters": "the next number of each kind",
    "history_sorts": "what a history can be filtered by",
    "ladder_challenges": "which players of a ladder meet, in which match",
    "language_questions": "in which servers the managers were asked for the language",
    "leader": "which process works on the database",
    "migration_digests": "how the tables were made",
    "migrations": "how the tables were made",
    "pairings": "which entrants of a tournament meet, in which match",
    "processes": "which processes work on the database",
    "puzzle_days": "which puzzle each day has",
    "puzzle_strengths": "how hard each puzzle is to people",
    "rating_counts": "how many players have each number of points",
    "stored_values": "what the program knows of itself",
    "seasons": "when each server's seasons began and end",
    "servers": "each server's settings",
    "shards": "which process has which shard",
    "venue_failures": "channels in which a match could not be shown",
}
"""Every other table, and a description of its contents."""
